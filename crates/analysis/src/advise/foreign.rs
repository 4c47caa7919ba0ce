//! Figures of other programs, of which only a mean and its spread are known.
//!
//! An importer writes the mean as the one trial of the headline, the standard deviation as a
//! diagnostic metric of the same unit whose name is the headline's with `_sd` behind it, and the
//! number of trials, where it is known, as the note `trials` of the cell.

use model::{Better, Metric, Origin};

use crate::{Row, Source};

/// What another program reported of a row.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Reported {
    /// In base units.
    pub mean: f64,
    /// Standard deviation of a trial, in base units.
    pub deviation: f64,
    /// How many trials; `None` where nobody said.
    pub trials: Option<usize>,
}

/// What another program reported of a row of a foreign record.
pub fn reported(source: &Source<'_>, row: &Row) -> Option<Reported> {
    if !matches!(source.record.origin, Origin::Foreign(_)) {
        return None;
    }
    let definition = row.definition(source.record);
    let wanted = format!("{}_sd", definition.metrics.get(row.metric)?.name);
    let members = &source.summary.groups.get(row.group)?.members;
    let same =
        members.iter().find(|member| member.case == row.case && member.subject == row.subject)?;
    let spread = source.at(source.row(same, &wanted)?);
    Some(Reported {
        mean: row.estimate.as_ref()?.median,
        deviation: spread.estimate.as_ref()?.median,
        trials: row.notes.get("trials").and_then(|text| text.parse().ok()),
    })
}

impl Reported {
    /// Logarithms of costs with this mean and this deviation: as many values as there were
    /// trials. Only their mean and their variance mean anything.
    pub(crate) fn stand_in(&self, metric: &Metric) -> Option<Vec<f64>> {
        let trials = self.trials.filter(|&trials| trials >= 2)?;
        if !(self.mean > 0.0 && self.deviation >= 0.0) {
            return None;
        }
        let sign = if metric.better == Better::More { -1.0 } else { 1.0 };
        let center = sign * libm::log(self.mean);
        let pairs = trials / 2;
        // Pairs of opposite sign, and zero for an odd one out.
        let apart = ((trials - 1) as f64 / (2 * pairs) as f64).sqrt() * self.deviation / self.mean;
        let mut values = vec![center; trials];
        for pair in 0..pairs {
            values[2 * pair] += apart;
            values[2 * pair + 1] -= apart;
        }
        Some(values)
    }
}

#[cfg(test)]
mod tests {
    use model::{ThresholdClass, Unit};

    use super::*;

    #[test]
    fn stand_ins_have_the_reported_spread() {
        let metric = Metric {
            name: "time_ns".to_owned(),
            summary: String::new(),
            amount: Unit::Nanoseconds,
            per: Unit::count("operation"),
            better: Better::Less,
            class: ThresholdClass::System,
        };
        for trials in [2, 5, 6] {
            let known = Reported { mean: 50.0, deviation: 2.0, trials: Some(trials) };
            let values = known.stand_in(&metric).unwrap();
            assert_eq!(values.len(), trials);
            let (mean, _) = stats::mean_interval(&values, 0.95).unwrap();
            assert!((mean - 50_f64.ln()).abs() < 1e-12);
            let squares: f64 = values.iter().map(|value| (value - mean) * (value - mean)).sum();
            assert!(((squares / (trials - 1) as f64).sqrt() - 0.04).abs() < 1e-12, "{trials}");
        }
        assert_eq!(Reported { mean: 1.0, deviation: 1.0, trials: None }.stand_in(&metric), None);
    }
}
