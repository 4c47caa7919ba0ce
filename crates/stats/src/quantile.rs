//! The median and other quantiles of a sample.

use crate::order::{middle, sorted};

/// The median, in the unit of the values; the mean of the two middle ones where their number is
/// even. `None` for no values, or where one is NaN or infinite.
pub fn median(values: &[f64]) -> Option<f64> {
    sorted(values).map(|sorted| middle(&sorted))
}

/// The `q` quantile (0 ≤ q ≤ 1) by linear interpolation between order statistics: type 7 of
/// Hyndman and Fan, "Sample quantiles in statistical packages", The American Statistician 50
/// (1996), which is the default of R and of `numpy.quantile`. `None` for no values, where one is NaN or
/// infinite, or where `q` lies outside its range.
pub fn quantile(values: &[f64], q: f64) -> Option<f64> {
    if !(0.0..=1.0).contains(&q) {
        return None;
    }
    let sorted = sorted(values)?;
    let position = q * (sorted.len() - 1) as f64;
    let below = position as usize;
    let above = (below + 1).min(sorted.len() - 1);
    let part = position - below as f64;
    Some(sorted[below] * (1.0 - part) + sorted[above] * part)
}
