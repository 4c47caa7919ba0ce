//! Files that nobody should trust: cut off, changed, of other programs, contradictory. Whatever a
//! file holds, the reader refuses it in words, or everything that reads it goes on.

use std::io::{Seek as _, Write as _};
use std::path::Path;

use analysis::{Options, Source};
use model::{ReadError, RunRecord};
use proptest::prelude::*;
use serde_json::{Value, json};

use crate::bench::{Bench, printed};

const GOOD: &str = include_str!("../documents/good.json");

fn good() -> Value {
    serde_json::from_str(GOOD).unwrap()
}

/// Texts that are no document, and what is said of them.
const TEXTS: &[(&str, &str)] = &[
    ("", "cut off"),
    ("{\"format\":1", "cut off"),
    ("[1,2]", "not a whichos result"),
    ("\u{feff}{}", "not a whichos result"),
    ("{}", "no format number"),
    ("{\"results\":[{\"command\":\"sleep 1\",\"mean\":1.0}]}", "try `whichos import`"),
    ("{\"format\":\"1\"}", "not a whichos result"),
    ("{\"format\":-1}", "not a whichos result"),
    ("{\"format\":99,\"new\":true}", "newer whichos"),
];

const BATCHES: &str = "/sessions/0/trials/0/outcome/measured/observations/0/values/batches";
const VALUES: &str = "/sessions/0/trials/0/outcome/measured/observations/0/values";

/// One change to a good document, and what is said of it.
fn changes() -> Vec<(&'static str, String, Value, &'static str)> {
    let good = good();
    let at = |pointer: &str| good.pointer(pointer).unwrap().clone();
    let appended = |pointer: &str, item: Value| {
        let mut list = at(pointer);
        list.as_array_mut().unwrap().push(item);
        list
    };
    let histogram = |count: [u64; 2]| {
        json!({"histogram":
            {"lower": [1, 2], "width": [1, 1], "count": count, "max": 2, "sum": 3}})
    };
    let mut fact = at("/sessions/0/facts/0/start/0");
    fact["value"] = json!({"text": "another"});
    let place = |field: &str| format!("{BATCHES}/{field}");
    vec![
        ("a newer format", "/format".into(), json!(2), "newer whichos"),
        ("no such format", "/format".into(), json!(0), "counted from 1"),
        ("a zero sample", place("elapsed_ns/0"), json!(0), "trials[0]: a timed batch of zero"),
        ("a negative sample", place("elapsed_ns/0"), json!(-5), "line 1 column"),
        ("no number", place("elapsed_ns/0"), json!(null), "line 1 column"),
        ("a fraction", place("elapsed_ns/0"), json!(1.5), "line 1 column"),
        ("no sample", place("elapsed_ns"), json!([]), "none at all"),
        ("unequal columns", place("start_ns"), json!([1]), "unequal length"),
        ("no operation", place("operations"), json!(0), "zero operations"),
        ("an empty histogram", VALUES.into(), histogram([0, 0]), "without a value"),
        ("too full a histogram", VALUES.into(), histogram([u64::MAX, 2]), "can be counted"),
        ("no session", "/sessions".into(), json!([]), "sessions: there is none"),
        ("a session twice", "/sessions".into(), appended("/sessions", at("/sessions/0")), "its id"),
        ("a cell twice", "/sessions/0/cells/1/case".into(), json!(0), "cells[1]: its case"),
        ("a case twice", "/cases/1".into(), at("/cases/0"), "cases[1]: it is there twice"),
        (
            "a definition twice",
            "/definitions".into(),
            appended("/definitions", at("/definitions/0")),
            "it is there twice",
        ),
        ("no such cell", "/sessions/0/trials/0/cell".into(), json!(999), "trials[0]: no such cell"),
        ("no such case", "/sessions/0/cells/0/case".into(), json!(999), "no such case"),
        ("no such subject", "/sessions/0/cells/0/subject".into(), json!(9), "no such subject"),
        ("another revision", "/cases/0/revision".into(), json!(9), "is not defined here"),
        (
            "contradictory facts",
            "/sessions/0/facts/0/start".into(),
            appended("/sessions/0/facts/0/start", fact),
            "facts[0]: a fact has two values",
        ),
    ]
}

fn changed(pointer: &str, value: Value) -> Vec<u8> {
    let mut document = good();
    *document.pointer_mut(pointer).unwrap() = value;
    serde_json::to_vec(&document).unwrap()
}

#[test]
fn what_is_no_document_is_refused_in_words() {
    assert!(RunRecord::from_json(GOOD.as_bytes()).is_ok());
    let refused = |what: &str, text: &[u8], wanted: &str| {
        let error = RunRecord::from_json(text).expect_err(what).to_string();
        assert!(error.contains(wanted), "{what}: {error}");
    };
    for (text, wanted) in TEXTS {
        refused(text, text.as_bytes(), wanted);
    }
    for (what, pointer, value, wanted) in changes() {
        refused(what, &changed(&pointer, value), wanted);
    }
    let huge = GOOD.replacen("\"elapsed_ns\":[", "\"elapsed_ns\":[1e400,", 1);
    refused("a number beyond all", huge.as_bytes(), "line 1 column");
    refused("half a document", &GOOD.as_bytes()[..GOOD.len() / 2], "cut off");
}

/// What mutation once found.
#[test]
fn odd_numbers_are_read() {
    for part in ["timed_ns", "settling_ns"] {
        let pointer = format!("/sessions/0/spent/{part}");
        let record = RunRecord::from_json(&changed(&pointer, json!(u64::MAX))).unwrap();
        read_in_every_way(&record);
    }
}

#[test]
fn commands_name_the_file_that_they_refuse() {
    let bench = Bench::new();
    let (good, bad) = (bench.path("good.json"), bench.path("bad.json"));
    std::fs::write(&good, GOOD).unwrap();
    std::fs::write(&bad, changed("/sessions/0/trials/0/cell", json!(999))).unwrap();
    let (good, bad) = (good.display().to_string(), bad.display().to_string());
    let commands: [&[&str]; 5] = [
        &["compare", &good, &bad],
        &["report", &bad],
        &["advise", &bad],
        &["export", &bad, "--format", "csv"],
        &["merge", &good, &bad, "-o", "merged.json"],
    ];
    for words in commands {
        let output = bench.output(words);
        let said = printed(&output);
        assert_eq!(output.status.code(), Some(1), "{words:?}: {said}");
        for part in ["bad.json", "sessions[0].trials[0]", "use the file as it was written"] {
            assert!(said.contains(part), "{words:?}: {said}");
        }
        assert!(!bench.place().join("merged.json").exists());
    }
    // A file of holes is large at once; it is refused before it is read.
    let mut file = std::fs::File::create(&bad).unwrap();
    file.seek(std::io::SeekFrom::Start(257 << 20)).unwrap();
    file.write_all(b"}").unwrap();
    drop(file);
    let output = bench.output(&["report", &bad]);
    let said = printed(&output);
    assert!(output.status.code() == Some(1) && said.contains("files of up to 256 MiB"), "{said}");
}

/// `whichos compare` on the golden pair gives the golden document, byte by byte.
#[test]
fn the_golden_pair_has_its_golden_document() {
    let bench = Bench::new();
    let documents = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/documents");
    let pair = ["A.json", "B.json"].map(|name| documents.join(name).display().to_string());
    let gate = ["--factor", "os", "--fail-on", "slower", "--json"];
    let output = bench.output(&[&["compare", &pair[0], &pair[1]][..], &gate].concat());
    let golden = include_str!("../../../analysis/tests/it/golden_single.json");
    assert_eq!(output.status.code(), Some(3), "{}", printed(&output));
    assert_eq!(String::from_utf8(output.stdout).unwrap(), golden);
}

#[test]
fn thresholds_come_from_the_configuration_unless_named() {
    let bench = Bench::new();
    let documents = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/documents");
    let pair = ["A.json", "B.json"].map(|name| documents.join(name).display().to_string());
    let folder = bench.path("config/whichos");
    std::fs::create_dir_all(&folder).unwrap();
    let file = folder.join("config.toml");
    std::fs::write(&file, "[thresholds]\nprocessor = 7\nbenchmarks.\"x.y\" = 3\n").unwrap();
    let thresholds = |more: &[&str]| {
        let output = bench.output(&[&["compare", &pair[0], &pair[1], "--json"], more].concat());
        let document: Value = serde_json::from_slice(&output.stdout).expect("a document");
        document["thresholds"].clone()
    };
    let found = json!({"benchmarks": {"x.y": 0.03}, "processor": 0.07, "system": 0.05});
    assert_eq!(thresholds(&[]), found);
    let found = json!({"benchmarks": {}, "processor": 0.1, "system": 0.1});
    assert_eq!(thresholds(&["--threshold", "10%"]), found);

    std::fs::write(&file, "[thresholds]\nprocessor = 0\n").unwrap();
    for words in [&["report", &pair[0]][..], &["run", "clock.read"]] {
        let output = bench.output(words);
        let said = printed(&output);
        assert_eq!(output.status.code(), Some(1), "{said}");
        assert!(said.contains("config.toml, line 2: 0 is no percentage"), "{said}");
    }
}

/// Everything that is said of a record; what comes of it does not matter, that it ends does.
fn read_in_every_way(record: &RunRecord) {
    let summary = analysis::summarize(record);
    let source = Source { name: "odd", record, summary: &summary };
    let other = RunRecord::from_json(GOOD.as_bytes()).unwrap();
    let other_summary = analysis::summarize(&other);
    let good = Source { name: "good", record: &other, summary: &other_summary };
    let options = Options::default();
    let found = [
        analysis::compare_files(&[good, source], &options).ok(),
        analysis::compare_methods(source, &options).ok(),
        analysis::compare_subjects(source, &options).ok(),
    ];
    let findings: Vec<_> = found.into_iter().flatten().collect();
    for one in &findings {
        let _ = analysis::verdict_document(one, None);
    }
    let advice = [analysis::advise(source, 0.01)];
    let hints = analysis::hints(source);
    let report = report::Report {
        title: "odd",
        sources: &[source],
        hashes: &[],
        findings: &findings,
        advice: &advice,
        hints: &hints,
    };
    let _ = report::html::page(&report);
    let _ = report::markdown::report(&report);
    for format in report::export::Format::all() {
        let _ = format.render(record, &summary);
    }
}

/// What a value may be replaced with.
fn replacement() -> impl Strategy<Value = Value> {
    prop_oneof![
        Just(json!(0)),
        Just(json!(1)),
        Just(json!(-1)),
        Just(json!(u64::MAX)),
        Just(json!(u32::MAX)),
        Just(json!(1e300)),
        Just(json!([])),
        Just(json!({})),
        Just(json!(null)),
        Just(json!("")),
        Just(json!("none")),
    ]
}

/// Replaces the value at a place that a number chooses; of lists also repeats or drops an item.
fn mutate(document: &mut Value, mut choice: u64, replacement: &Value) {
    let below = |count: usize, choice: &mut u64| {
        let picked = (*choice % count as u64) as usize;
        *choice = (*choice / count as u64).rotate_left(17) ^ 0x9e37_79b9;
        picked
    };
    match document {
        Value::Array(items) if !items.is_empty() => {
            let (what, place) = (below(8, &mut choice), below(items.len(), &mut choice));
            match what {
                0 => *document = replacement.clone(),
                1 => {
                    let twice = items[place].clone();
                    items.push(twice);
                }
                2 => drop(items.remove(place)),
                _ => mutate(&mut items[place], choice, replacement),
            }
        }
        Value::Object(map) if !map.is_empty() => {
            let place = below(map.len(), &mut choice);
            let item = map.values_mut().nth(place).unwrap();
            mutate(item, choice, replacement);
        }
        _ => *document = replacement.clone(),
    }
}

proptest! {
    #[test]
    fn changed_documents_are_refused_or_read(
        choices in prop::collection::vec((any::<u64>(), replacement()), 1..4),
    ) {
        let mut document = good();
        for (choice, replacement) in &choices {
            mutate(&mut document, *choice, replacement);
        }
        match RunRecord::from_json(&serde_json::to_vec(&document).unwrap()) {
            Ok(record) => read_in_every_way(&record),
            Err(ReadError::Contradictory { place, what }) => {
                prop_assert!(!place.is_empty() && !what.is_empty());
            }
            Err(error) => prop_assert!(!error.to_string().is_empty()),
        }
    }

    #[test]
    fn flipped_and_cut_bytes_never_panic(
        flips in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..6),
        end in any::<prop::sample::Index>(),
        cut in any::<bool>(),
    ) {
        let mut text = GOOD.as_bytes().to_vec();
        for (place, byte) in flips {
            let place = place.index(text.len());
            text[place] ^= byte;
        }
        if cut {
            text.truncate(end.index(text.len()));
        }
        if let Ok(record) = RunRecord::from_json(&text) {
            read_in_every_way(&record);
        }
    }
}
