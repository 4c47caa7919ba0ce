//! The metrics that foreign figures are kept in.

use model::{Better, Metric, ThresholdClass, Unit};

/// A metric whose difference matters from 5 % on.
pub(crate) fn metric(name: &str, summary: &str, amount: Unit, per: Unit, better: Better) -> Metric {
    Metric {
        name: name.to_owned(),
        summary: summary.to_owned(),
        amount,
        per,
        better,
        class: ThresholdClass::System,
    }
}

/// Time of one operation, called `noun`.
pub(crate) fn time(name: &str, summary: &str, noun: &str) -> Metric {
    metric(name, summary, Unit::Nanoseconds, Unit::count(noun), Better::Less)
}

/// Something in a second.
pub(crate) fn rate(name: &str, summary: &str, amount: Unit) -> Metric {
    metric(name, summary, amount, Unit::count("second"), Better::More)
}

/// The standard deviation that goes with a headline.
pub(crate) fn deviation(headline: &Metric) -> Metric {
    Metric {
        name: format!("{}_sd", headline.name),
        summary: "Standard deviation of a trial, as the file gives it or of the trials in it."
            .to_owned(),
        better: Better::Diagnostic,
        ..headline.clone()
    }
}
