//! Where the advice changes between the ranges of a table.

use model::Value;

use super::point::Ruling;
use super::{AdvicePoint, AdviceRange, Crossover};

/// Where the advice changes between two ranges of a table.
pub(super) fn crossover(all: &[AdviceRange], pair: &[AdviceRange]) -> Option<Crossover> {
    let [below, above] = pair else { return None };
    let settled = |range: &AdviceRange| match &range.ruling {
        Ruling::Best(_) | Ruling::Tie(_) => range.ruling.picks().first().cloned(),
        _ => None,
    };
    let (from, to) = (settled(below)?, settled(above)?);
    let points = || all.iter().flat_map(|range| &range.points);
    let number = |point: &AdvicePoint| match point.value {
        Some(Value::Integer(number)) => Some(number),
        _ => None,
    };
    let holds = |point: &AdvicePoint, method: &str| {
        point.ruling.picks().iter().any(|pick| pick.method == method)
    };
    let ahead =
        |one: &str, other: &str, point: &&AdvicePoint| holds(point, one) && !holds(point, other);
    let edge = below.points.last().and_then(number)?;
    let after = points()
        .filter(|point| ahead(&from.method, &to.method, point))
        .filter_map(number)
        .filter(|&value| value <= edge)
        .max();
    let before = points()
        .filter(|point| ahead(&to.method, &from.method, point))
        .filter_map(number)
        .find(|&value| value > edge);
    let ends = below.points.last().zip(above.points.first());
    let estimate = ends.and_then(|(left, right)| {
        crossing(
            (number(left)?, gap(left, &from.method, &to.method)?),
            (number(right)?, gap(right, &from.method, &to.method)?),
        )
    });
    Some(Crossover { from: from.words, to: to.words, after, before, estimate })
}

/// The logarithm of the cost of one method over another's at a point.
fn gap(point: &AdvicePoint, one: &str, other: &str) -> Option<f64> {
    let cost = |method: &str| {
        point.picks.iter().find(|pick| pick.method == method).map(|pick| libm::log(pick.cost))
    };
    Some(cost(one)? - cost(other)?)
}

/// Where a line through two gaps crosses zero, on a logarithmic axis.
fn crossing(left: (u64, f64), right: (u64, f64)) -> Option<f64> {
    let changes = left.1 <= 0.0 && right.1 >= 0.0 && left.1 < right.1;
    if !changes || left.0 == 0 {
        return None;
    }
    let (from, to) = (libm::log(left.0 as f64), libm::log(right.0 as f64));
    Some(libm::exp(from + (to - from) * (0.0 - left.1) / (right.1 - left.1)))
}
