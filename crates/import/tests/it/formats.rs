//! What each format becomes.

use import::{Format, Options};
use model::{Origin, Role, Status};

use crate::shelf::{FIXTURES, Shelf, value, withstand};

#[test]
fn every_fixture_is_recognized_and_legal() {
    for fixture in FIXTURES {
        for format in [None, Some(fixture.format)] {
            let found = import::import(fixture.text, format, &Options::default());
            let found = found.unwrap_or_else(|error| panic!("{}: {error}", fixture.name));
            assert_eq!(found.format, fixture.format, "{}", fixture.name);
            assert!(matches!(found.record.origin, Origin::Foreign(_)));
            withstand(&found.record);
        }
    }
}

#[test]
fn equal_files_are_equal_sessions() {
    let id = |text: &[u8]| {
        let found = import::import(text, None, &Options::default()).expect("importable");
        found.record.sessions[0].id.clone()
    };
    assert_eq!(id(FIXTURES[0].text), id(FIXTURES[0].text));
    assert_ne!(id(FIXTURES[0].text), id(FIXTURES[1].text));
}

#[test]
fn a_result_of_ours_needs_no_import() {
    let shelf = Shelf::of("hyperfine.json", &Options::default());
    let text = shelf.record().to_json().expect("serializes");
    let error = import::import(text.as_bytes(), None, &Options::default()).unwrap_err();
    assert!(error.to_string().contains("needs no import"), "{error}");
}

#[test]
fn a_person_names_the_system() {
    let options = Options { label: Some("laptop".to_owned()), ..Options::default() };
    assert_eq!(Shelf::of("benchfmt.txt", &options).record().subjects[0].label, "laptop");
}

#[test]
fn hyperfine_runs_are_trials_and_commands_are_methods() {
    let shelf = Shelf::of("hyperfine.json", &Options::default());
    let record = shelf.record();
    let figures = shelf.figures("time_ns");
    let found: Vec<(String, String, usize)> = figures
        .iter()
        .map(|(case, figures)| (value(case, "command"), value(case, "n"), figures.len()))
        .collect();
    let row = |command: &str, n: &str, count| (command.to_owned(), n.to_owned(), count);
    assert_eq!(
        found,
        [
            row("seq {n}", "1", 12),
            row("printf {n}", "1", 12),
            row("seq {n}", "2", 12),
            row("printf {n}", "2", 11),
        ]
    );
    assert_eq!(figures[0].1[..1], [2_377_600.0]);
    assert_eq!(shelf.figures("time_ns_sd")[0].1.len(), 1);
    let cells = &record.sessions[0].cells;
    assert!(matches!(cells[0].status, Status::Measured { .. }));
    assert_eq!(cells[0].notes["trials"], "12");
    let failed =
        record.sessions[0].trials.iter().filter(|trial| trial.outcome.measured().is_none());
    assert_eq!(failed.count(), 1, "an exit code that is not zero is a failed trial");
    let advice = shelf.advice();
    assert_eq!(advice.tables[0].axis.as_deref(), Some("n"));
}

#[test]
fn hyperfine_means_without_runs_are_one_trial() {
    let text = br#"{"results": [{"command": "a", "mean": 0.5, "stddev": 0.01},
                                {"command": "none", "mean": 0.25, "stddev": null}]}"#;
    let options = Options { trials: Some(10), ..Options::default() };
    let found = import::import(text, None, &options).expect("importable");
    withstand(&found.record);
    let session = &found.record.sessions[0];
    assert_eq!(session.trials.len(), 2);
    assert_eq!(session.cells[0].notes["trials"], "10");
    assert_eq!(value(&found.record.cases[1], "command"), "(none)");
}

#[test]
fn gbench_repetitions_are_trials_and_errors_are_failures() {
    let shelf = Shelf::of("gbench_repetitions.json", &Options::default());
    let record = shelf.record();
    let ids: Vec<&str> = record.definitions.iter().map(|known| known.id.as_str()).collect();
    assert_eq!(ids, ["google-benchmark.sum_million", "google-benchmark.skipping"]);
    let figures = shelf.figures("time_ns");
    assert_eq!(value(figures[0].0, "argument"), "8");
    assert_eq!(figures[0].1.len(), 3);
    assert!((figures[0].1[0] - 544.582_446_117_083).abs() < 1e-6);
    assert_eq!(shelf.figures("counter_items")[0].1, [8.0; 3]);
    let last = record.sessions[0].cells.last().expect("a cell");
    assert_eq!(last.status, Status::Failed { reason: "no such device".to_owned() });
    assert_eq!(record.sessions[0].time_unix_ms.start, 1_795_299_697_000);
    assert_eq!(record.subjects[0].label, "example");
}

#[test]
fn gbench_aggregates_are_a_mean_and_its_deviation() {
    let shelf = Shelf::of("gbench_aggregates.json", &Options::default());
    let [(_, means), ..] = &shelf.figures("time_ns")[..] else { panic!("rows") };
    let [(_, spreads), ..] = &shelf.figures("time_ns_sd")[..] else { panic!("rows") };
    assert_eq!((means.len(), spreads.len()), (1, 1));
    assert!((spreads[0] - 205.577_936_868_964_7).abs() < 1e-6);
    assert_eq!(shelf.record().sessions[0].cells[0].notes["trials"], "3");
}

#[test]
fn fio_directions_are_benchmarks_and_clones_are_one_trial() {
    let shelf = Shelf::of("fio.json", &Options::default());
    let record = shelf.record();
    let ids: Vec<&str> = record.definitions.iter().map(|known| known.id.as_str()).collect();
    assert_eq!(ids, ["fio.read", "fio.write"]);
    let bandwidth = shelf.figures("bandwidth_bytes_per_s");
    let found: Vec<(String, String, String, f64)> = bandwidth
        .iter()
        .map(|(case, figures)| {
            (case.benchmark.to_string(), value(case, "job"), value(case, "block-size"), figures[0])
        })
        .collect();
    let row =
        |id: &str, job: &str, block: &str, figure| (id.into(), job.into(), block.into(), figure);
    assert_eq!(
        found,
        [
            row("fio.read", "a", "4096", 405_027.0),
            row("fio.read", "b", "65536", 800_003.0),
            row("fio.write", "a", "4096", 431_157.0),
        ]
    );
    assert_eq!(shelf.figures("accesses_per_s")[1].1, [181.0]);
    assert_eq!(shelf.figures("completion_ns_p99")[2].1, [41_216.0]);
    assert_eq!(shelf.figures("completion_ns_p99")[1].1, [0.0; 0], "clones have no percentiles");
    let write = &record.sessions[0].trials[2];
    assert_eq!(write.conditions["sync"], model::Value::name("fdatasync=1"));
    assert_eq!(record.sessions[0].cells[1].notes["clones"], "2");
}

#[test]
fn go_lines_are_trials_by_parameters() {
    let shelf = Shelf::of("benchfmt.txt", &Options::default());
    let record = shelf.record();
    let ids: Vec<&str> = record.definitions.iter().map(|known| known.id.as_str()).collect();
    assert_eq!(ids, ["go.Join", "go.Empty"]);
    let roles: Vec<(&str, Role)> = record.definitions[0]
        .parameters
        .iter()
        .map(|known| (known.name.as_str(), known.role))
        .collect();
    let wanted = [("size", Role::Workload), ("how", Role::Method), ("processors", Role::Workload)];
    assert_eq!(roles, wanted);
    assert_eq!(shelf.figures("time_ns")[0].1, [32.69, 34.13, 28.15]);
    assert_eq!(shelf.figures("bandwidth_bytes_per_s")[0].1[..1], [244.73e6]);
    assert_eq!(shelf.figures("time_ns_sd")[0].1.len(), 1);
    let advice = shelf.advice();
    assert_eq!(advice.tables[0].axis.as_deref(), Some("size"));
    assert_eq!(Format::parse("benchfmt"), Some(Format::Benchfmt));
}

#[test]
fn go_units_and_failures_are_understood() {
    let text = b"pkg: a/x\nUnit widgets/s better=higher\nBenchmarkW 10 5 ns/op 7 widgets/s\n\
                 --- FAIL: BenchmarkBroken\npkg: b/y\nBenchmarkW 10 6 ns/op\nPASS\n";
    let found = import::import(text, None, &Options::default()).expect("importable");
    withstand(&found.record);
    let ids: Vec<&str> = found.record.definitions.iter().map(|known| known.id.as_str()).collect();
    assert_eq!(ids, ["x.W", "x.Broken", "y.W"]);
    assert_eq!(found.record.definitions[0].metrics[1].better, model::Better::More);
    assert!(matches!(found.record.sessions[0].cells[1].status, Status::Failed { .. }));
}

#[test]
fn sync_techniques_are_methods() {
    let shelf = Shelf::of("pg_test_fsync.txt", &Options::default());
    let record = shelf.record();
    let ids: Vec<&str> = record.definitions.iter().map(|known| known.id.as_str()).collect();
    assert_eq!(
        ids,
        [
            "pg-test-fsync.sync",
            "pg-test-fsync.write-size",
            "pg-test-fsync.descriptor",
            "pg-test-fsync.unsynced"
        ]
    );
    assert_eq!(record.cases.len(), 18);
    let figures = shelf.figures("operations_per_s");
    assert_eq!(
        (value(figures[0].0, "technique"), figures[0].1[0]),
        ("open_datasync".to_owned(), 215.945)
    );
    assert_eq!(value(figures[5].0, "writes"), "2");
    let cells = &record.sessions[0].cells;
    assert!(matches!(cells[3].status, Status::Unsupported { .. }), "n/a is told, not left out");
    assert_eq!(value(figures[11].0, "write-size"), "8192");
    let advice = shelf.advice();
    let said: Vec<&str> = advice
        .tables
        .iter()
        .flat_map(|table| &table.ranges)
        .map(|range| range.ruling.name())
        .collect();
    assert!(!said.contains(&"best"), "single rates separate nothing: {said:?}");
}
