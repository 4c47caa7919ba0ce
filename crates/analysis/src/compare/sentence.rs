//! A verdict in a sentence, with its direction in words.

use model::{Better, Metric, Unit};

use super::contrast::SessionNoise;
use super::findings::Ratio;
use super::verdict::{Need, Replicate, Verdict};

/// What a sentence is about.
pub(crate) struct Subjects<'a> {
    /// `process.create call=fork`.
    pub(crate) what: &'a str,
    pub(crate) baseline: &'a str,
    pub(crate) candidate: &'a str,
    pub(crate) metric: &'a Metric,
    /// The metric decides in place of the headline.
    pub(crate) named: bool,
    pub(crate) threshold: f64,
}

/// The sentence. It ends with a full stop.
pub(crate) fn sentence(
    about: &Subjects<'_>,
    verdict: &Verdict,
    ratio: Option<Ratio>,
    noise: Option<SessionNoise>,
) -> String {
    let Subjects { what, baseline, candidate, metric, threshold, .. } = about;
    let capped = noise == Some(SessionNoise::Unmeasured);
    let by = if about.named { format!(" by {}", metric.name) } else { String::new() };
    let figures = ratio.map_or_else(String::new, |ratio| format!(" ({})", describe(ratio)));
    let (is, within, open) = if capped {
        ("was", "in these sessions, ", "; noise between sessions is not measured")
    } else {
        ("is", "", "")
    };
    match verdict {
        Verdict::Faster { clearly } | Verdict::Slower { clearly } => {
            let better = matches!(verdict, Verdict::Faster { .. });
            let clearly = if *clearly { "clearly " } else { "" };
            let word = direction(metric, better);
            format!(
                "{what}: {within}{candidate} {is} {clearly}{word} than {baseline}{by}{figures}{open}."
            )
        }
        Verdict::Indistinguishable => format!(
            "{what}: {within}{candidate} and {baseline} {} within {} %{by}{figures}{open}.",
            if capped { "lay" } else { "lie" },
            percent(*threshold),
        ),
        Verdict::Inconclusive(need) => format!(
            "{what}: {candidate} against {baseline}{by} is inconclusive{figures}; {}.",
            needed(need)
        ),
        Verdict::NotComparable(why) => {
            format!("{what}: {candidate} and {baseline} are not comparable: {why}.")
        }
    }
}

/// What is better, or worse, of a metric.
pub(crate) fn direction(metric: &Metric, better: bool) -> &'static str {
    let is_second = |unit: &Unit| matches!(unit, Unit::Count(noun) if noun == "second");
    let of_time = metric.amount == Unit::Nanoseconds
        || metric.per == Unit::Nanoseconds
        || is_second(&metric.amount)
        || is_second(&metric.per);
    match (of_time, metric.better, better) {
        (true, _, true) => "faster",
        (true, _, false) => "slower",
        (false, Better::More, true) | (false, Better::Less | Better::Diagnostic, false) => "higher",
        (false, Better::More, false) | (false, Better::Less | Better::Diagnostic, true) => "lower",
    }
}

fn describe(ratio: Ratio) -> String {
    match ratio.interval {
        Some((low, high)) => {
            format!("ratio {:.3}, 95 % interval {low:.3} to {high:.3}", ratio.value)
        }
        None => format!("ratio {:.3}, no interval", ratio.value),
    }
}

fn needed(need: &Need) -> String {
    let minutes = match need.minutes {
        Some(minutes) if minutes < 1.0 => ", under a minute".to_owned(),
        Some(minutes) => format!(", about {minutes:.0} min"),
        None => String::new(),
    };
    let of = match (need.of, need.more) {
        (Replicate::Sessions, 1) => "session",
        (Replicate::Trials, 1) => "trial",
        (of, _) => of.name(),
    };
    if need.disturbed {
        "the verdict rests on trials during which the machine was disturbed; repeat it on a quiet one"
            .to_owned()
    } else if need.cheap {
        format!("{} more {of} a side are likely to settle it{minutes}", need.more)
    } else {
        format!(
            "the difference lies too near the threshold to be settled cheaply ({} more {of} a \
             side{minutes}, and perhaps not then)",
            need.more
        )
    }
}

/// A fraction in percent, without needless digits.
pub(crate) fn percent(share: f64) -> String {
    let text = format!("{:.2}", share * 100.0);
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn percents_have_no_needless_digits() {
        for (share, text) in [(0.05, "5"), (0.025, "2.5"), (0.1, "10"), (0.0125, "1.25")] {
            assert_eq!(percent(share), text);
        }
    }
}
