//! Whatever things are called, every format stays what it is.

use analysis::summarize;
use model::{Better, RunRecord, Scale, Status, Unit, Value};
use proptest::prelude::*;

use super::record::record;
use crate::export::Format;

/// Texts that some format gives a meaning to, and any others.
fn text() -> impl Strategy<Value = String> {
    let known = [
        "",
        "none",
        " ",
        "a b",
        "a\nb",
        "\r\n",
        "\t",
        "\"",
        "\\",
        "\\n",
        "<a>",
        "&amp;",
        "]]>",
        "{}",
        "#",
        "# EOF",
        "=",
        "/",
        "-1",
        "x-1",
        ",",
        "\u{0}",
        "\u{1b}[1m",
        "\u{7f}",
        "\u{85}",
        "\u{2028}",
        "\u{ffff}",
        "é",
        "_total",
        "le",
        "subject",
        "benchmark",
        "time_ns",
        "ns",
        "1e9",
        "NaN",
    ];
    prop_oneof![prop::sample::select(known.map(str::to_owned).to_vec()), any::<String>()]
}

/// The record under other names.
fn renamed(texts: &[String; 8]) -> RunRecord {
    let [label, parameter, value, metric, benchmark, reason, noun, condition] = texts;
    let mut record = record();
    label.clone_into(&mut record.subjects[1].label);
    let definition = &mut record.definitions[0];
    definition.id.0.clone_from(benchmark);
    definition.metrics[0].name.clone_from(metric);
    definition.metrics[1].amount = Unit::Count(noun.clone());
    definition.metrics[1].better = Better::Less;
    let known = std::mem::replace(&mut definition.parameters[1].name, parameter.clone());
    if let Scale::Named(names) = &mut definition.parameters[1].scale {
        names[0].name.clone_from(value);
    }
    for case in record.cases.iter_mut().filter(|case| case.values.contains_key(&known)) {
        case.benchmark.0.clone_from(benchmark);
        let mut old = case.values.remove(&known).expect("the parameter");
        if old == Value::name("fork") {
            old = Value::name(value);
        }
        case.values.insert(parameter.clone(), old);
    }
    let session = &mut record.sessions[0];
    for cell in &mut session.cells {
        if let Status::Skipped { reason: why } | Status::Unsupported { reason: why } =
            &mut cell.status
        {
            why.clone_from(reason);
        }
    }
    for trial in &mut session.trials {
        trial.conditions.insert(condition.clone(), Value::name(value));
    }
    record
}

/// Rows of comma-separated values, each with its count of cells.
fn rows(text: &str) -> Vec<usize> {
    let (mut rows, mut cells, mut quoted) = (Vec::new(), 1, false);
    for line in text.split_inclusive("\r\n") {
        for c in line.chars() {
            match c {
                '"' => quoted = !quoted,
                ',' if !quoted => cells += 1,
                _ => {}
            }
        }
        if !quoted {
            rows.push(std::mem::replace(&mut cells, 1));
        }
    }
    rows
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn every_format_stays_what_it_is(texts in prop::array::uniform8(text())) {
        prop_assume!(texts[1] != "size" && texts[4] != "net.respond");
        let record = renamed(&texts);
        let summary = summarize(&record);
        for format in Format::all().filter(|format| format.is_text()) {
            let content = format.render(&record, &summary).expect("an export").content;
            let text = String::from_utf8(content).expect("text");
            match format.extension() {
                "json" => drop(serde_json::from_str::<serde_json::Value>(&text).expect("JSON")),
                "xml" => {
                    let document = roxmltree::Document::parse(&text).expect("XML");
                    let cases = document.descendants().filter(|node| node.has_tag_name("testcase"));
                    prop_assert_eq!(cases.count(), 8);
                }
                "csv" => {
                    let rows = rows(&text);
                    prop_assert_eq!(rows.len(), 1 + 24 * 3 + 22 * 2 + 2 + 24 * 3 + 2);
                    prop_assert!(rows.iter().all(|cells| *cells == rows[0]), "{:?}", rows);
                }
                _ if format == Format::Benchfmt => {
                    let lines = text.split('\n').filter(|line| line.starts_with("Benchmark"));
                    prop_assert_eq!(lines.count(), 48, "{}", text);
                }
                _ => {
                    for line in text.split('\n').filter(|line| !line.is_empty()) {
                        let known = ["# HELP whichos_", "# TYPE whichos_", "# UNIT whichos_", "# EOF", "whichos_"];
                        prop_assert!(known.iter().any(|start| line.starts_with(start)), "{line:?}");
                    }
                }
            }
        }
    }
}
