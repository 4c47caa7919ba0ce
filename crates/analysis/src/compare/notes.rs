//! What a reader of a pair must know beside its verdict.

use super::findings::Note;
use super::sessions;
use super::source::Source;
use crate::Estimate;
use crate::estimate::by_session;

/// A row of a source.
type At<'a> = (&'a Source<'a>, usize);

/// The notes on a pair with this ratio of the metric's values.
pub(crate) fn notes(candidate: At<'_>, baseline: At<'_>, ratio: f64, threshold: f64) -> Vec<Note> {
    let (one, base) = (candidate.0.at(candidate.1), baseline.0.at(baseline.1));
    let (Some(figures), Some(base_figures)) = (&one.estimate, &base.estimate) else {
        return Vec::new();
    };
    let mut notes = Vec::new();
    if drift_confounded((candidate.0, figures), (baseline.0, base_figures)) {
        notes.push(Note::DriftConfounded);
    }
    let sizes = (base.operations.max(1), one.operations.max(1));
    if sizes.0 > sizes.1.saturating_mul(4) || sizes.1 > sizes.0.saturating_mul(4) {
        notes.push(Note::BatchSize { baseline: sizes.0, candidate: sizes.1 });
    }
    notes.extend(shape(figures, base_figures, ratio, threshold));
    for (what, value) in &base.notes {
        let there = one.notes.get(what).map_or("unknown", String::as_str);
        if there != value {
            notes.push(Note::Differs {
                what: what.clone(),
                baseline: value.clone(),
                candidate: there.to_owned(),
            });
        }
    }
    notes
}

/// The note that the shapes differ, where they do.
///
/// The median of all differences lies between those of opposite quartiles, since more than half
/// of all pairs lie on the inner side of either. Where these are near the ratio there is no need
/// to form all differences.
fn shape(one: &Estimate, base: &Estimate, ratio: f64, threshold: f64) -> Option<Note> {
    let logarithms = |estimate: &Estimate| -> Vec<f64> {
        estimate.points.iter().map(|point| libm::log(point.value)).collect()
    };
    let limit = libm::log1p(threshold);
    let near = |typical: f64| libm::log(typical / ratio).abs() <= limit;
    if near(one.p75 / base.p25) && near(one.p25 / base.p75) {
        return None;
    }
    let typical = stats::hodges_lehmann_ratio(&logarithms(one), &logarithms(base))?;
    (!near(typical)).then_some(Note::ShapeDiffers { typical })
}

/// Whether a drift of the machine would look like a difference of the sides.
fn drift_confounded(one: (&Source<'_>, &Estimate), base: (&Source<'_>, &Estimate)) -> bool {
    let of = |estimate: &Estimate| -> Vec<usize> {
        by_session(&estimate.points).map(|points| points[0].session).collect()
    };
    let (ones, bases) = (of(one.1), of(base.1));
    let same_record = std::ptr::eq(one.0.record, base.0.record);
    if same_record && ones.iter().any(|session| bases.contains(session)) {
        return false;
    }
    let starts = (sessions::starts(one.0.record, ones), sessions::starts(base.0.record, bases));
    !sessions::alternate(&starts.0, &starts.1)
}
