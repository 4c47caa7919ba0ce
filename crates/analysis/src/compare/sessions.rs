//! Whether the sessions of two sides alternated in time.

use model::RunRecord;

/// Whether sessions of the two sides are mixed in time, so that a drift of the machine does not
/// pass for a difference between the sides.
///
/// Of all pairs of a session of one side and one of the other, the share in which the first was
/// earlier is ½ for perfect alternation (A B B A) and 0 or 1 for blocks (A A B B). From a quarter
/// to three quarters passes. Unknown times do not.
pub(crate) fn alternate(one: &[u64], other: &[u64]) -> bool {
    if one.iter().chain(other).any(|&start| start == 0) {
        return false;
    }
    let earlier = one.iter().flat_map(|a| other.iter().map(move |b| a < b)).filter(|&yes| yes);
    let pairs = one.len() * other.len();
    let earlier = 4 * earlier.count();
    pairs > 0 && (pairs..=3 * pairs).contains(&earlier)
}

/// When the sessions of a record started that hold a case of a subject.
pub(crate) fn starts(record: &RunRecord, sessions: impl IntoIterator<Item = usize>) -> Vec<u64> {
    let mut sessions: Vec<usize> = sessions.into_iter().collect();
    sessions.dedup();
    sessions.iter().map(|&index| record.sessions[index].time_unix_ms.start).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_are_no_alternation() {
        let check = |order: &str, expected: bool| {
            let times = |side: char| -> Vec<u64> {
                order
                    .char_indices()
                    .filter(|(_, c)| *c == side)
                    .map(|(i, _)| i as u64 + 1)
                    .collect()
            };
            assert_eq!(alternate(&times('A'), &times('B')), expected, "{order}");
            assert_eq!(alternate(&times('B'), &times('A')), expected, "{order} exchanged");
        };
        check("ABBAAB", true);
        check("ABABAB", true);
        check("ABBA", true);
        check("AABBBA", true);
        check("AAABBB", false);
        check("AABABB", false);
        check("AB", false);
    }

    #[test]
    fn unknown_times_are_no_alternation() {
        assert!(!alternate(&[0, 0], &[1, 1]));
    }
}
