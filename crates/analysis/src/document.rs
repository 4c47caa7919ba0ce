//! The machine-readable verdict document.
//!
//! It is built by hand, since serialised types are the result format's and live with it. Keys are
//! in alphabetical order and figures have nine significant digits, so that equal files give equal
//! bytes on every system.

use serde_json::{Map, Value, json};

use crate::{
    Attribution, Contest, Contestant, Counts, Entry, Evidence, Findings, GateOutcome, GateResult,
    Lead, Matched, Need, Overall, Pair, SessionNoise, Standing, Unpaired, Verdict,
};

/// Version of the document.
pub const VERDICT_FORMAT: u32 = 1;

/// The verdict document of a comparison, with its gate if there was one.
pub fn verdict_document(findings: &Findings, gate: Option<&GateResult>) -> Value {
    let contestants = &findings.contestants;
    object([
        ("attributions", list(&findings.attributions, |one| attribution(one, contestants))),
        ("contestants", list(contestants, contestant)),
        ("contests", list(&findings.contests, contest)),
        ("family", json!(findings.family)),
        ("format", json!(VERDICT_FORMAT)),
        ("gate", gate.map_or(Value::Null, gate_result)),
        ("kind", json!(findings.kind.name())),
        ("overall", overall(&findings.overall, contestants)),
        ("thresholds", thresholds(findings)),
        ("unpaired", list(&findings.unpaired, |one| unpaired(one, contestants))),
    ])
}

/// An object whose keys are given in alphabetical order: the same bytes whether the map sorts
/// them or keeps them as they come.
pub(crate) fn object<const N: usize>(entries: [(&str, Value); N]) -> Value {
    debug_assert!(entries.is_sorted_by_key(|(key, _)| *key), "keys in alphabetical order");
    let entries = entries.into_iter().map(|(key, value)| (key.to_owned(), value));
    Value::Object(entries.collect::<Map<String, Value>>())
}

/// A list made item by item.
pub(crate) fn list<T>(items: &[T], item: impl Fn(&T) -> Value) -> Value {
    Value::Array(items.iter().map(item).collect())
}

/// A figure to nine significant digits; null where it is none.
pub(crate) fn number(value: f64) -> Value {
    let rounded: f64 = format!("{value:.8e}").parse().unwrap_or(f64::NAN);
    serde_json::Number::from_f64(rounded).map_or(Value::Null, Value::Number)
}

fn maybe(value: Option<f64>) -> Value {
    value.map_or(Value::Null, number)
}

fn contestant(one: &Contestant) -> Value {
    object([("label", json!(one.label)), ("source", json!(one.source))])
}

fn thresholds(findings: &Findings) -> Value {
    let each = findings.thresholds.benchmarks.iter();
    let benchmarks: Map<String, Value> =
        each.map(|(id, threshold)| (id.to_string(), number(*threshold))).collect();
    object([
        ("benchmarks", Value::Object(benchmarks)),
        ("processor", number(findings.thresholds.processor)),
        ("system", number(findings.thresholds.system)),
    ])
}

fn contest(one: &Contest) -> Value {
    object([
        ("benchmark", json!(one.benchmark.as_str())),
        ("entries", list(&one.entries, entry)),
        ("instead_of_headline", json!(one.instead_of_headline)),
        ("method", json!(one.method)),
        ("metric", json!(one.metric.name)),
        ("pairs", list(&one.pairs, |each| pair(one, each))),
        ("standing", one.standing.as_ref().map_or(Value::Null, |found| standing(one, found))),
        ("threshold", number(one.threshold)),
        ("workload", json!(one.workload)),
    ])
}

fn entry(one: &Entry) -> Value {
    let matched = match &one.matched {
        Matched::Same => "same method".to_owned(),
        Matched::Family(family) => format!("family {family}"),
        Matched::Best => "best method".to_owned(),
    };
    object([
        ("confidence", maybe(one.interval.map(|interval| interval.confidence))),
        ("high", maybe(one.interval.map(|interval| interval.high))),
        ("label", json!(one.label)),
        ("low", maybe(one.interval.map(|interval| interval.low))),
        ("matched", json!(matched)),
        ("median", maybe(one.median)),
        ("method", json!(one.method)),
    ])
}

fn pair(contest: &Contest, one: &Pair) -> Value {
    let interval = one.ratio.and_then(|ratio| ratio.interval);
    object([
        ("candidate", json!(contest.entries[one.candidate].label)),
        ("evidence", one.evidence.map_or(Value::Null, evidence)),
        ("high", maybe(interval.map(|(_, high)| high))),
        ("low", maybe(interval.map(|(low, _)| low))),
        ("notes", list(&one.notes, |note| json!(note.to_string()))),
        ("ratio", maybe(one.ratio.map(|ratio| ratio.value))),
        ("sentence", json!(one.sentence)),
        ("verdict", verdict(&one.verdict)),
    ])
}

fn evidence(one: Evidence) -> Value {
    let method = match one.cost.method {
        stats::RatioMethod::Bootstrap => "exact bootstrap",
        stats::RatioMethod::Paired => "paired sign",
        stats::RatioMethod::Welch => "welch on sessions",
    };
    let sigma = match one.noise {
        SessionNoise::Profile { sigma } => number(sigma),
        _ => Value::Null,
    };
    object([
        ("cost_ratio", number(one.cost.ratio)),
        ("method", json!(method)),
        ("p", number(one.cost.p)),
        ("p_adjusted", number(one.p_adjusted)),
        ("q", number(one.q)),
        ("replicates", json!([one.cost.replicates.0, one.cost.replicates.1])),
        ("session_noise", json!(one.noise.name())),
        ("session_sigma", sigma),
    ])
}

fn verdict(one: &Verdict) -> Value {
    let (clearly, need, why) = match one {
        Verdict::Faster { clearly } | Verdict::Slower { clearly } => {
            (json!(clearly), Value::Null, Value::Null)
        }
        Verdict::Inconclusive(found) => (Value::Null, need(found), Value::Null),
        Verdict::NotComparable(why) => (Value::Null, Value::Null, json!(why.to_string())),
        Verdict::Indistinguishable => (Value::Null, Value::Null, Value::Null),
    };
    object([("clearly", clearly), ("is", json!(one.name())), ("need", need), ("why", why)])
}

fn need(one: &Need) -> Value {
    object([
        ("cheap", json!(one.cheap)),
        ("disturbed", json!(one.disturbed)),
        ("minutes", maybe(one.minutes)),
        ("more", json!(one.more)),
        ("of", json!(one.of.name())),
    ])
}

fn standing(contest: &Contest, one: &Standing) -> Value {
    let label = |entry: &usize| json!(contest.entries[*entry].label);
    object([
        ("behind", list(&one.behind, label)),
        ("best", label(&one.best)),
        ("tied", list(&one.tied, label)),
        ("winner", one.winner().map_or(Value::Null, |entry| label(&entry))),
    ])
}

fn unpaired(one: &Unpaired, contestants: &[Contestant]) -> Value {
    object([
        ("benchmark", json!(one.benchmark.as_str())),
        ("in", json!(contestants[one.contestant].label)),
        ("measured", json!(one.measured)),
        ("not_in", json!(contestants[one.missing].label)),
        ("what", json!(one.what)),
    ])
}

fn attribution(one: &Attribution, contestants: &[Contestant]) -> Value {
    object([
        ("attributable", json!(one.attributable)),
        ("candidate", json!(contestants[one.candidate].label)),
        (
            "differences",
            list(&one.differences, |each| {
                object([
                    ("baseline", json!(each.baseline)),
                    ("candidate", json!(each.candidate)),
                    ("implied", json!(each.implied)),
                    ("key", json!(each.key)),
                    ("kind", json!(kind(each.kind))),
                ])
            }),
        ),
        ("factor", json!(one.factor.map(crate::Factor::name))),
        ("reasons", json!(one.reasons)),
        ("sentence", json!(one.sentence)),
    ])
}

fn kind(kind: model::FactKind) -> &'static str {
    match kind {
        model::FactKind::Identity => "identity",
        model::FactKind::Treatment => "treatment",
        model::FactKind::State => "state",
        model::FactKind::Build => "build",
    }
}

fn overall(one: &Overall, contestants: &[Contestant]) -> Value {
    let label = |index: &usize| json!(contestants.get(*index).map(|known| &known.label));
    let (is, who) = match &one.lead {
        Lead::Winner(winner) => ("winner", label(winner)),
        Lead::Tie(tied) => ("tie", list(tied, label)),
        Lead::Mixed(wins) => (
            "mixed",
            list(wins, |(who, wins)| object([("label", label(who)), ("wins", json!(wins))])),
        ),
        Lead::Unknown => ("unknown", Value::Null),
    };
    object([
        ("counts", list(&one.counts, |each| counts(each, contestants))),
        ("lead", object([("is", json!(is)), ("who", who)])),
        ("sentence", json!(one.sentence)),
    ])
}

fn counts(one: &Counts, contestants: &[Contestant]) -> Value {
    object([
        ("candidate", json!(contestants.get(one.candidate).map(|known| &known.label))),
        ("faster", json!(one.faster)),
        ("inconclusive", json!(one.inconclusive)),
        ("indistinguishable", json!(one.indistinguishable)),
        ("mean_ratio", maybe(one.mean_ratio)),
        ("not_comparable", json!(one.not_comparable)),
        ("slower", json!(one.slower)),
    ])
}

fn gate_result(one: &GateResult) -> Value {
    let outcome = match one.outcome {
        GateOutcome::Pass => "pass",
        GateOutcome::Fail => "fail",
        GateOutcome::Inconclusive => "inconclusive",
    };
    object([
        ("failed", json!(one.failed.len())),
        ("missing", json!(one.missing.len())),
        ("outcome", json!(outcome)),
        ("unsettled", json!(one.unsettled.len())),
    ])
}
