//! What may be said of a ratio.

use crate::law::normal;
use crate::ratio::RatioEstimate;

/// The adjusted p below which a difference is taken for real.
pub const SIGNIFICANCE: f64 = 0.05;

/// How many more replicates than the formula says: what is planned on an estimate is planned on
/// a figure that is as likely too small as too large.
const MARGIN: f64 = 1.15;

/// What may be said of a candidate against its baseline in a quantity of which less is better.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Conclusion {
    /// The candidate needs less, by at least the threshold.
    Faster,
    /// The candidate needs more, by at least the threshold.
    Slower,
    /// The whole 90 % interval lies within the threshold: two one-sided tests at 5 % say so,
    /// which is more than "no difference was found".
    Indistinguishable,
    /// Nothing of these.
    Inconclusive {
        /// How many more replicates a side are likely to settle it; at least 2, and even where the
        /// estimate has an odd number, so that the number stays odd.
        more: usize,
        /// Whether that number can be relied on. Within a quarter of the threshold of the
        /// threshold itself it cannot be settled cheaply: a true ratio that lies there has no
        /// answer at any price.
        cheap: bool,
    },
}

/// Draws the conclusion from an estimate.
///
/// `p_adjusted` is the estimate's p, adjusted for all comparisons that are shown together (see
/// [`holm`](crate::holm)). `threshold` is the relative difference that is worth speaking of (0.02
/// is 2 %), fixed before the data are seen; a ratio is beyond it above 1 + threshold or below
/// 1/(1 + threshold).
///
/// | conclusion | when |
/// | --- | --- |
/// | faster, slower | adjusted p < 0.05 and the ratio at or beyond the threshold |
/// | indistinguishable | else, the 90 % interval strictly within the threshold |
/// | inconclusive | else |
///
/// The number of replicates that would settle it is n′ = 1.15·n·(h/t)², rounded up to an odd
/// number, for n of the smaller side, half-width h and the distance t that must be resolved, both
/// on logarithms: to 1 for a ratio beyond the threshold, else to the threshold, but no less than
/// a quarter of it. Where the adjustment has multiplied p, h is that of the stricter level, since
/// the family will be as large next time.
///
/// A NaN in the estimate, a NaN p or a threshold that is not a positive number concludes nothing.
pub fn conclude(estimate: &RatioEstimate, p_adjusted: f64, threshold: f64) -> Conclusion {
    let effect = libm::log(estimate.ratio).abs();
    let limit = libm::log1p(threshold);
    if !(limit.is_finite() && limit > 0.0) || effect.is_nan() {
        return Conclusion::Inconclusive { more: 2, cheap: false };
    }
    if p_adjusted < SIGNIFICANCE && effect >= limit {
        return if estimate.ratio < 1.0 { Conclusion::Faster } else { Conclusion::Slower };
    }
    if libm::log(estimate.low_90) > -limit && libm::log(estimate.high_90) < limit {
        return Conclusion::Indistinguishable;
    }
    let half_width = (libm::log(estimate.high) - libm::log(estimate.low)) / 2.0;
    let needed = if effect >= limit {
        half_width * stricter(estimate.p, p_adjusted) / effect
    } else {
        half_width / (limit - effect).max(limit / 4.0)
    };
    let replicates = estimate.replicates.0.min(estimate.replicates.1);
    Conclusion::Inconclusive {
        more: more(replicates, MARGIN * replicates as f64 * needed * needed),
        cheap: needed.is_finite() && (effect - limit).abs() >= limit / 4.0,
    }
}

/// Whether a whole 95 % interval lies at or beyond the threshold: what is said to be "clearly"
/// faster or slower, and what is dropped from a search.
pub fn wholly_beyond(estimate: &RatioEstimate, threshold: f64) -> bool {
    estimate.low >= 1.0 + threshold || estimate.high <= 1.0 / (1.0 + threshold)
}

/// How much wider the interval is at the level that an adjusted p of 5 % needs; 1 where the
/// adjustment changed nothing.
fn stricter(p: f64, p_adjusted: f64) -> f64 {
    let times = p_adjusted / p;
    if !(times > 1.0 && times.is_finite()) {
        return 1.0;
    }
    normal::two_sided_quantile(SIGNIFICANCE / times) / normal::two_sided_quantile(SIGNIFICANCE)
}

/// From `now` to the odd number at or above `target`; at least two.
fn more(now: usize, target: f64) -> usize {
    // The conversion saturates, and turns NaN into 0.
    (target.ceil() as usize | 1).saturating_sub(now).max(2)
}
