//! Numbers as people read them: the only place where a figure becomes digits and a unit.
//!
//! Times and rates take SI prefixes, sizes binary ones. All figures of a row share one unit and
//! one count of decimals, chosen from its median and interval, so that they can be compared at a
//! glance. A unit always stands.

use model::{Metric, Unit};

/// How the figures of one metric are shown: a unit and how many decimals.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Format {
    /// Base units in one shown unit.
    divisor: f64,
    /// Digits after the point.
    decimals: usize,
    /// `µs`, `MB/s`, `KiB`, `faults`.
    unit: String,
}

impl Format {
    /// The format for a row: three significant digits of `reference`, four where the interval is
    /// so narrow that three would not show it.
    pub(crate) fn of_row(metric: &Metric, reference: f64, interval: Option<(f64, f64)>) -> Self {
        let narrow = interval.is_some_and(|(low, high)| {
            let width = (high - low).abs();
            width > 0.0 && width < 0.01 * reference.abs()
        });
        let digits = if narrow { 4 } else { 3 };
        let (divisor, unit) = steps(metric).choose(reference, digits);
        let scaled = (reference / divisor).abs();
        let whole = divisor <= steps(metric).base
            && counts(metric)
            && [Some(reference), interval.map(|it| it.0), interval.map(|it| it.1)]
                .iter()
                .flatten()
                .all(|value| (value / divisor).fract() == 0.0);
        let decimals = if whole { 0 } else { decimals(scaled, digits) };
        Self { divisor, decimals, unit }
    }

    /// The format for one figure alone.
    pub(crate) fn of_figure(metric: &Metric, figure: f64) -> Self {
        Self::of_row(metric, figure, None)
    }

    /// Digits without the unit.
    pub(crate) fn digits(&self, figure: f64) -> String {
        fixed(figure / self.divisor, self.decimals)
    }

    /// The unit alone.
    pub(crate) fn unit(&self) -> &str {
        &self.unit
    }

    /// Digits and unit.
    pub(crate) fn figure(&self, figure: f64) -> String {
        format!("{} {}", self.digits(figure), self.unit)
    }

    /// Both ends and the unit.
    pub(crate) fn range(&self, low: f64, high: f64) -> String {
        format!("{} – {} {}", self.digits(low), self.digits(high), self.unit)
    }
}

/// One figure with its own unit.
pub(crate) fn figure(metric: &Metric, figure: f64) -> String {
    Format::of_figure(metric, figure).figure(figure)
}

/// The label of a tick that carries its own unit: `10 µs`, `0.1 ns`.
pub(crate) fn tick(metric: &Metric, figure: f64) -> String {
    let (divisor, unit) = steps(metric).choose(figure, 3);
    let scaled = figure / divisor;
    let digits = fixed(scaled, decimals(scaled, 3));
    format!("{} {unit}", without_zeros(&digits))
}

/// Tick labels of one axis: one unit for all, which the axis's title names.
pub(crate) struct Axis {
    divisor: f64,
    decimals: usize,
    unit: String,
}

impl Axis {
    /// For these ticks, which rise evenly.
    pub(crate) fn new(metric: &Metric, ticks: &[f64]) -> Self {
        let highest = ticks.iter().map(|tick| tick.abs()).fold(0.0, f64::max);
        let (divisor, unit) = steps(metric).choose(highest, 3);
        let exact = |decimals: usize| {
            ticks.iter().all(|tick| {
                let scaled = tick / divisor * 10_f64.powi(decimals as i32);
                (scaled - scaled.round()).abs() < 1e-6 * scaled.abs().max(1.0)
            })
        };
        let decimals = (0..6).find(|&decimals| exact(decimals)).unwrap_or(6);
        Self { divisor, decimals, unit }
    }

    /// The label of a tick.
    pub(crate) fn label(&self, tick: f64) -> String {
        fixed(tick / self.divisor, self.decimals)
    }

    /// The unit of all.
    pub(crate) fn unit(&self) -> &str {
        &self.unit
    }
}

fn without_zeros(digits: &str) -> &str {
    if digits.contains('.') { digits.trim_end_matches('0').trim_end_matches('.') } else { digits }
}

/// A length of time.
pub(crate) fn duration(ns: u64) -> String {
    if ns < 60_000_000_000 {
        let ns = ns as f64;
        let (divisor, unit) = TIME.choose(ns, 3);
        return format!("{} {unit}", fixed(ns / divisor, decimals(ns / divisor, 3)));
    }
    let seconds = ns.saturating_add(500_000_000) / 1_000_000_000;
    match seconds / 3600 {
        0 => format!("{} min {:02} s", seconds / 60, seconds % 60),
        hours => format!("{hours} h {:02} min", seconds % 3600 / 60),
    }
}

/// A count with its thousands grouped.
pub(crate) fn count(number: u64) -> String {
    grouped(&number.to_string())
}

/// An amount of data, in the largest binary unit.
pub(crate) fn bytes(bytes: u64) -> String {
    let steps = Steps { base: 1.0, prefixes: BINARY, suffix: String::new() };
    let (divisor, unit) = steps.choose(bytes as f64, 3);
    let scaled = bytes as f64 / divisor;
    format!("{} {unit}", without_zeros(&fixed(scaled, decimals(scaled, 3))))
}

/// A share of a whole in percent: `62 %`, `0.3 %`.
pub(crate) fn percent(share: f64) -> String {
    let percent = share * 100.0;
    if percent == 0.0 || percent.abs() >= 9.95 {
        format!("{} %", fixed(percent, 0))
    } else {
        format!("{} %", fixed(percent, 1))
    }
}

/// A limit that a person set, in percent: no needless zeros.
pub(crate) fn limit(share: f64) -> String {
    let text = percent(share);
    format!("{} %", without_zeros(text.trim_end_matches(" %")))
}

/// A change in percent with its sign: `+64 %`, `−2.1 %`, `0 %`.
pub(crate) fn signed_percent(share: f64) -> String {
    let text = percent(share);
    let zero = text.trim_end_matches(" %").bytes().all(|byte| matches!(byte, b'0' | b'.'));
    match (zero, text.starts_with('−')) {
        (true, _) => "0 %".to_owned(),
        (false, true) => text,
        (false, false) => format!("+{text}"),
    }
}

/// The same as a tick's label: no needless zeros.
pub(crate) fn percent_tick(share: f64) -> String {
    let text = signed_percent(share);
    let digits = text.trim_end_matches(" %");
    format!("{} %", without_zeros(digits))
}

/// A ratio: three significant digits of what differs from one.
pub(crate) fn ratio(ratio: f64) -> String {
    if ratio.is_finite() && ratio >= 1e6 {
        return format!("{ratio:.2e}");
    }
    let decimals = match ratio.abs() {
        size if size >= 100.0 => 0,
        size if size >= 10.0 => 1,
        size if size >= 2.0 => 2,
        size if size >= 0.01 => 3,
        _ => 5,
    };
    fixed(ratio, decimals)
}

/// A ratio as a tick's label: no needless zeros.
pub(crate) fn ratio_tick(value: f64) -> String {
    without_zeros(&ratio(value)).to_owned()
}

/// A noun for `count` of them.
pub(crate) fn plural(noun: &str, count: u64) -> String {
    if count == 1 { noun.to_owned() } else { plural_of(noun) }
}

/// What the metric's figures are, in words: `time per thread`, `bytes per second`.
pub(crate) fn quantity(metric: &Metric) -> String {
    let amount = match &metric.amount {
        Unit::Nanoseconds => "time".to_owned(),
        Unit::Bytes => "bytes".to_owned(),
        Unit::Count(noun) => plural_of(noun),
    };
    let per = match &metric.per {
        Unit::Nanoseconds => "second",
        Unit::Bytes => "byte",
        Unit::Count(noun) => noun,
    };
    format!("{amount} per {per}")
}

/// A metric's name as a label: `open_ns` is `open`, `latency_ns_p99` is `latency p99`.
pub(crate) fn metric_name(metric: &Metric) -> String {
    let words: Vec<&str> =
        metric.name.split('_').filter(|word| !matches!(*word, "ns" | "bytes" | "")).collect();
    if words.is_empty() { metric.name.clone() } else { words.join(" ") }
}

/// The units that a metric can be shown in.
struct Steps {
    /// What a base figure is multiplied with before anything else, inverted.
    base: f64,
    prefixes: &'static [(f64, &'static str)],
    /// What stands after the prefix.
    suffix: String,
}

const TIME: Steps = Steps {
    base: 1.0,
    prefixes: &[(1.0, "ns"), (1e3, "µs"), (1e6, "ms"), (1e9, "s")],
    suffix: String::new(),
};
const SI: &[(f64, &str)] = &[(1.0, ""), (1e3, "k"), (1e6, "M"), (1e9, "G"), (1e12, "T")];
const BINARY: &[(f64, &str)] = &[
    (1.0, "B"),
    (1024.0, "KiB"),
    (1_048_576.0, "MiB"),
    (1_073_741_824.0, "GiB"),
    (1_099_511_627_776.0, "TiB"),
];

impl Steps {
    /// The largest unit in which `figure`, rounded to `digits`, is at least one.
    fn choose(&self, figure: f64, digits: u32) -> (f64, String) {
        let figure = (figure / self.base).abs();
        let fits = |&&(divisor, _): &&(f64, &str)| {
            round_to(figure / divisor, digits) >= 1.0 && figure.is_finite()
        };
        let (divisor, prefix) = self.prefixes.iter().rev().find(fits).unwrap_or(&self.prefixes[0]);
        let gap = if prefix.len() == 1 && self.suffix.len() > 4 { " " } else { "" };
        (divisor * self.base, format!("{prefix}{gap}{}", self.suffix))
    }
}

fn steps(metric: &Metric) -> Steps {
    let is_second = |unit: &Unit| matches!(unit, Unit::Count(noun) if noun == "second");
    let per_second = match &metric.per {
        Unit::Nanoseconds => Some(1e-9),
        unit if is_second(unit) => Some(1.0),
        _ => None,
    };
    match (&metric.amount, per_second, &metric.per) {
        (Unit::Bytes, Some(base), _) => Steps { base, prefixes: SI, suffix: "B/s".into() },
        (Unit::Count(_), Some(base), _) => Steps { base, prefixes: SI, suffix: "/s".into() },
        (Unit::Nanoseconds, Some(base), _) => {
            Steps { base: base * 1e9, prefixes: &[(1.0, "")], suffix: "s/s".into() }
        }
        (Unit::Nanoseconds, None, Unit::Bytes) => Steps { suffix: "/B".into(), ..TIME },
        (Unit::Nanoseconds, None, _) => TIME,
        (Unit::Bytes, None, Unit::Bytes) => {
            Steps { base: 1.0, prefixes: &[(1.0, "")], suffix: "B/B".into() }
        }
        (Unit::Bytes, None, _) => Steps { base: 1.0, prefixes: BINARY, suffix: String::new() },
        (Unit::Count(noun), None, Unit::Bytes) => {
            Steps { base: 1.0, prefixes: SI, suffix: format!("{}/B", plural_of(noun)) }
        }
        (Unit::Count(noun), None, _) => Steps { base: 1.0, prefixes: SI, suffix: plural_of(noun) },
    }
}

/// Whether figures of the metric may be whole numbers that no clock made.
fn counts(metric: &Metric) -> bool {
    metric.amount != Unit::Nanoseconds && !matches!(metric.per, Unit::Nanoseconds)
}

fn plural_of(noun: &str) -> String {
    let consonant_y = noun.strip_suffix('y').filter(|stem| !stem.ends_with(['a', 'e', 'o', 'u']));
    match consonant_y {
        Some(stem) => format!("{stem}ies"),
        None if ["s", "x", "ch", "sh"].iter().any(|end| noun.ends_with(end)) => format!("{noun}es"),
        None => format!("{noun}s"),
    }
}

/// How many decimals show `scaled` with so many significant digits, at most.
fn decimals(scaled: f64, digits: u32) -> usize {
    let rounded = round_to(scaled.abs(), digits);
    if rounded == 0.0 || !rounded.is_finite() {
        return 0;
    }
    let before = rounded.log10().floor() as i64 + 1;
    (i64::from(digits) - before).clamp(0, 9) as usize
}

fn round_to(value: f64, digits: u32) -> f64 {
    if value == 0.0 || !value.is_finite() {
        return value;
    }
    let factor = 10_f64.powi(digits as i32 - 1 - value.abs().log10().floor() as i32);
    (value * factor).round() / factor
}

/// A number with fixed decimals, its thousands grouped, with a true minus sign.
fn fixed(value: f64, decimals: usize) -> String {
    if !value.is_finite() {
        return "?".to_owned();
    }
    let text = format!("{:.decimals$}", value.abs());
    let (whole, fraction) = text.split_once('.').unwrap_or((&text, ""));
    let point = if fraction.is_empty() { "" } else { "." };
    let is_zero = text.bytes().all(|byte| matches!(byte, b'0' | b'.'));
    let sign = if value < 0.0 && !is_zero { "−" } else { "" };
    format!("{sign}{}{point}{fraction}", grouped(whole))
}

/// Thousands grouped by commas.
fn grouped(digits: &str) -> String {
    let mut text = String::with_capacity(digits.len() + digits.len() / 3);
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests;
