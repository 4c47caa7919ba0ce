//! The numbers of trials at which a group may be looked at.

/// The numbers of trials at which a running group is looked at, and at no other.
///
/// All are odd, so that the median is a value of the sample and the bootstrap of a median has a
/// closed form. Below the first nothing is concluded. What is looked at is the *width* of the
/// interval of each figure ([`half_width_ratio`](crate::half_width_ratio)): stopping at a width
/// keeps the interval's coverage, while stopping at a small p would find a difference between
/// equals in about a quarter of the runs.
pub const LOOKS: [usize; 5] = [11, 21, 31, 41, 61];

/// The first look that needs more than `trials`; `None` after the last.
///
/// ```
/// assert_eq!(stats::next_look(0), Some(11));
/// assert_eq!(stats::next_look(11), Some(21));
/// assert_eq!(stats::next_look(61), None);
/// ```
pub fn next_look(trials: usize) -> Option<usize> {
    LOOKS.into_iter().find(|&look| look > trials)
}
