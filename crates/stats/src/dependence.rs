//! How much successive values depend on one another.

use crate::order::{all_finite, middle, sorted};

/// The autocorrelation at lag 1: how far a value follows the one before it, −1 to 1, about 0 for
/// independent values. `None` for fewer than 3 values, for equal values, or where one is NaN or
/// infinite.
pub fn lag1(values: &[f64]) -> Option<f64> {
    if values.len() < 3 || !all_finite(values) {
        return None;
    }
    let mean = values.iter().sum::<f64>() / values.len() as f64;
    let deviations: Vec<f64> = values.iter().map(|value| value - mean).collect();
    Autocorrelation::of(deviations).map(|correlation| correlation.at(1))
}

/// How many independent values would say as much about the median as these do.
///
/// What matters to a median is only on which side of it a value lies, so the autocorrelation is
/// that of the indicator of "above the median". Its sum is cut at the first pair of neighboring
/// lags that is not positive (C. J. Geyer, Statistical Science 7, 1992). The answer lies between
/// 1 and the number of values: negative dependence earns nothing.
///
/// This is for diagnosis inside a trial; no correction repairs strong dependence, which is why
/// trials are repeated. `None` for fewer than 4 values, where none lies above the median, or
/// where one is NaN or infinite.
pub fn effective_size(values: &[f64]) -> Option<f64> {
    let sorted = sorted(values)?;
    if values.len() < 4 {
        return None;
    }
    let median = middle(&sorted);
    let above = sorted.iter().filter(|&&value| value > median).count();
    let n = values.len() as f64;
    let share = above as f64 / n;
    let indicators =
        values.iter().map(|&value| if value > median { 1.0 - share } else { -share }).collect();
    let correlation = Autocorrelation::of(indicators)?;
    let pairs = (0..values.len() / 2)
        .map(|pair| correlation.at(2 * pair) + correlation.at(2 * pair + 1))
        .take_while(|&sum| sum > 0.0);
    let time = 2.0 * pairs.sum::<f64>() - 1.0;
    Some((n / time.max(1.0)).max(1.0))
}

/// Deviations from their mean, and the sum of their squares.
struct Autocorrelation {
    deviations: Vec<f64>,
    squares: f64,
}

impl Autocorrelation {
    /// `None` where nothing deviates.
    fn of(deviations: Vec<f64>) -> Option<Self> {
        let squares = deviations.iter().map(|deviation| deviation * deviation).sum();
        (squares > 0.0).then_some(Self { deviations, squares })
    }

    /// The autocorrelation at a lag below the number of values.
    fn at(&self, lag: usize) -> f64 {
        let later = &self.deviations[lag..];
        self.deviations.iter().zip(later).map(|(a, b)| a * b).sum::<f64>() / self.squares
    }
}
