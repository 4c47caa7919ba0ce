//! Advice for programs.

use model::Value as Parameter;
use serde_json::{Map, Value, json};

use super::{Advice, AdvicePoint, AdviceRange, AdviceTable, Crossover, Pick};
use crate::document::{list, number, object};

/// Version of the document.
const ADVICE_FORMAT: u32 = 1;

/// The advice as a document: keys in alphabetical order, figures to nine significant digits.
pub fn advice_document(advice: &Advice) -> Value {
    object([
        ("format", json!(ADVICE_FORMAT)),
        ("limits", json!(advice.limits)),
        ("tables", list(&advice.tables, table)),
        ("tolerance", number(advice.tolerance)),
    ])
}

fn table(one: &AdviceTable) -> Value {
    let conditions = one.conditions.iter();
    let conditions: Map<String, Value> =
        conditions.map(|(name, values)| (name.clone(), list(values, parameter))).collect();
    object([
        ("axis", json!(one.axis)),
        ("benchmark", json!(one.benchmark.as_str())),
        ("conditions", Value::Object(conditions)),
        ("crossovers", list(&one.crossovers, crossover)),
        ("family", json!(one.family)),
        ("fixed", json!(one.fixed)),
        ("metric", json!(one.metric.name)),
        ("ranges", list(&one.ranges, range)),
        ("subject", json!(one.subject)),
    ])
}

fn parameter(value: &Parameter) -> Value {
    match value {
        Parameter::Integer(number) => json!(number),
        Parameter::Name(name) => json!(name),
    }
}

fn range(one: &AdviceRange) -> Value {
    let ends = one.span.as_ref();
    object([
        ("from", ends.map_or(Value::Null, |(from, _)| parameter(from))),
        ("methods", list(one.ruling.picks(), pick)),
        ("open", json!(one.open)),
        ("points", list(&one.points, point)),
        ("ruling", json!(one.ruling.name())),
        ("sentence", json!(one.sentence)),
        ("to", ends.map_or(Value::Null, |(_, to)| parameter(to))),
    ])
}

fn point(one: &AdvicePoint) -> Value {
    object([
        (
            "left_out",
            list(&one.left_out, |(method, why)| {
                object([("method", json!(method)), ("why", json!(why))])
            }),
        ),
        ("methods", list(&one.picks, pick)),
        ("open", list(&one.open, |each| json!(each.method))),
        ("ruling", json!(one.ruling.name())),
        ("value", one.value.as_ref().map_or(Value::Null, parameter)),
    ])
}

fn pick(one: &Pick) -> Value {
    let end = |end: Option<f64>| end.map_or(Value::Null, number);
    object([
        ("cost", number(one.cost)),
        ("high", end(one.interval.map(|(_, high)| high))),
        ("low", end(one.interval.map(|(low, _)| low))),
        ("median", number(one.median)),
        ("method", json!(one.method)),
    ])
}

fn crossover(one: &Crossover) -> Value {
    object([
        ("after", json!(one.after)),
        ("before", json!(one.before)),
        ("estimate", one.estimate.map_or(Value::Null, number)),
        ("from", json!(one.from)),
        ("to", json!(one.to)),
    ])
}
