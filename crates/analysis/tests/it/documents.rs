//! The machine-readable documents: one text for one pair of files, on every system.

use analysis::{Factor, FailOn, Options, compare_files, gate, verdict_document};
use model::{FactKind, Value};

use crate::lab::{Lab, Noise, Shelf, call, definition, fact, one_case, size, time};

/// Fails where an object's keys are not in alphabetical order.
pub(crate) fn sorted(value: &serde_json::Value) {
    match value {
        serde_json::Value::Object(map) => {
            assert!(map.keys().is_sorted(), "{:?}", map.keys().collect::<Vec<_>>());
            map.values().for_each(sorted);
        }
        serde_json::Value::Array(items) => items.iter().for_each(sorted),
        _ => {}
    }
}

/// One of the golden pair. Its figures need no logarithm or exponential to make, so that the
/// input is the same on every system.
fn golden(name: &str, minutes: &[u64], slower: u64) -> Shelf {
    let figures = |start: u64, step: u64, shift: u64| -> Vec<f64> {
        (0..21).map(|trial| (start + shift + (trial * 8 % 21) * step) as f64).collect()
    };
    let parameters = vec![call(&["fork/copy", "vfork/borrow"]), size()];
    let mut lab = Lab::new()
        .define(definition("clock.read", vec![time()], vec![]))
        .define(definition("process.create", vec![time()], parameters))
        .define(definition("journal.commit", vec![time()], vec![]))
        .subject(name);
    for &minute in minutes {
        let facts = vec![
            fact("cpu.model", FactKind::Identity, name),
            fact("os.name", FactKind::Treatment, "Debian 12"),
        ];
        let fork = [("call", Value::name("fork")), ("size", Value::Integer(64 << 20))];
        let shift = minute;
        lab = lab
            .session(&format!("{name} {minute}"), minute)
            .facts(0, facts, vec![])
            .times("clock.read", &[], 0, &figures(1_000 + slower, 3, shift))
            .times("process.create", &fork, 0, &figures(50_000 + slower, 2_000, shift))
            .times("journal.commit", &[], 0, &figures(9_000, 5, shift))
            .condition("durability", if slower > 0 { "medium" } else { "none" });
    }
    Shelf::new(name, &lab)
}

fn document(a: &Shelf, b: &Shelf) -> String {
    let options = Options { factor: Some(Factor::Os), ..Options::default() };
    let findings = compare_files(&[a.source(), b.source()], &options).unwrap();
    let result = gate(&findings, FailOn { slower: None });
    let document = verdict_document(&findings, Some(&result));
    sorted(&document);
    serde_json::to_string_pretty(&document).unwrap() + "\n"
}

#[test]
fn the_golden_pairs_have_their_golden_documents() {
    let text = document(&golden("A", &[1], 0), &golden("B", &[2], 200));
    assert_eq!(text, include_str!("golden_single.json"), "{text}");
    let text = document(&golden("A", &[1, 4, 5], 0), &golden("B", &[2, 3, 6], 200));
    assert_eq!(text, include_str!("golden_sessions.json"), "{text}");
}

#[test]
fn sentences_and_figures_reach_the_document() {
    let a = one_case("A", &[(1, Noise::new(1).around(100.0, 0.01, 7))]);
    let b = one_case("B", &[(2, Noise::new(2).around(100.0, 0.01, 21))]);
    let findings = compare_files(&[a.source(), b.source()], &Options::default()).unwrap();
    let document = verdict_document(&findings, None);
    let pair = &document["contests"][0]["pairs"][0];
    assert_eq!(pair["verdict"]["is"], "not comparable");
    assert!(pair["verdict"]["why"].as_str().unwrap().contains("preliminary"));
    assert!(pair["ratio"].is_f64() && pair["low"].is_null() && pair["evidence"].is_null());
    assert!(document["gate"].is_null());
}
