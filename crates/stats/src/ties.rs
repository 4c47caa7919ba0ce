//! How much a quantised clock or counter shows in the figures.

/// The share, 0 to 1, of values that equal at least one other value; 0 for no values.
///
/// Where many are tied, the clock's step shows: intervals become too narrow or empty, and above
/// a fifth nothing should be concluded.
pub fn ties(values: &[u64]) -> f64 {
    let mut sorted = values.to_vec();
    sorted.sort_unstable();
    let tied: usize =
        sorted.chunk_by(|a, b| a == b).map(<[u64]>::len).filter(|&equal| equal > 1).sum();
    if values.is_empty() { 0.0 } else { tied as f64 / values.len() as f64 }
}
