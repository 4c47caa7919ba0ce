//! Verdicts between files, subjects and methods.

use analysis::{
    Findings, Kind, Lead, Matched, Note, Options, Pair, Refusal, Replicate, SessionNoise, Verdict,
    Why, compare_files, compare_methods, compare_subjects,
};
use model::{Better, Status, Unit, Value};

use crate::lab::{
    Lab, Noise, Shelf, batches, call, definition, metric, one_case, single, size, time,
};

pub(crate) fn files(baseline: &Shelf, candidate: &Shelf) -> Findings {
    compare_files(&[baseline.source(), candidate.source()], &Options::default()).unwrap()
}

pub(crate) fn only(findings: &Findings) -> &Pair {
    let [contest] = findings.contests.as_slice() else { panic!("one contest: {findings:?}") };
    let [pair] = contest.pairs.as_slice() else { panic!("one pair") };
    pair
}

pub(crate) fn around(seed: u64, center: f64, count: usize) -> Vec<f64> {
    Noise::new(seed).around(center, 0.01, count)
}

/// Two files of one session each.
pub(crate) fn single_sessions(baseline: f64, candidate: f64) -> (Shelf, Shelf) {
    (
        one_case("A", &[(1, around(1, baseline, 21))]),
        one_case("B", &[(2, around(2, candidate, 21))]),
    )
}

#[test]
fn a_faster_file_is_faster_in_these_sessions() {
    let (a, b) = single_sessions(100.0, 80.0);
    let findings = files(&a, &b);
    assert_eq!((findings.kind, findings.family), (Kind::Files, 1));
    let pair = only(&findings);
    assert_eq!(pair.verdict, Verdict::Faster { clearly: true });
    let ratio = pair.ratio.unwrap();
    assert!((ratio.value - 0.8).abs() < 0.01, "{ratio:?}");
    let evidence = pair.evidence.unwrap();
    assert_eq!(evidence.noise, SessionNoise::Unmeasured);
    assert_eq!(evidence.cost.replicates, (21, 21));
    assert!(
        pair.sentence.starts_with("clock.read: in these sessions, B was clearly faster than A")
    );
    assert!(pair.sentence.contains("noise between sessions is not measured"), "{}", pair.sentence);
    assert!(pair.notes.contains(&Note::DriftConfounded));
    assert_eq!(findings.overall.lead, Lead::Winner(1));
    assert_eq!(findings.overall.counts[0].faster, 1);
}

#[test]
fn the_other_way_round_it_is_slower() {
    let (a, b) = single_sessions(100.0, 80.0);
    let pair = only(&files(&b, &a)).clone();
    assert_eq!(pair.verdict, Verdict::Slower { clearly: true });
    assert!(pair.sentence.contains("A was clearly slower than B"), "{}", pair.sentence);
}

#[test]
fn equal_files_are_indistinguishable_with_enough_trials() {
    let a = one_case("A", &[(1, around(1, 100.0, 61))]);
    let b = one_case("B", &[(2, around(2, 100.0, 61))]);
    let findings = files(&a, &b);
    assert_eq!(only(&findings).verdict, Verdict::Indistinguishable);
    assert!(only(&findings).sentence.contains("lay within 5 %"));
    assert_eq!(findings.overall.lead, Lead::Tie(vec![0, 1]));
}

#[test]
fn three_sessions_a_side_have_no_cap() {
    let sessions = |seed: u64, center: f64, minutes: [u64; 3]| {
        minutes.map(|minute| {
            let shift = 1.0 + 0.002 * Noise::new(seed + minute).normal();
            (minute, around(seed * 100 + minute, center * shift, 11))
        })
    };
    let a = one_case("A", &sessions(1, 100.0, [1, 4, 5]));
    let b = one_case("B", &sessions(2, 80.0, [2, 3, 6]));
    let findings = files(&a, &b);
    let pair = only(&findings);
    assert_eq!(pair.verdict, Verdict::Faster { clearly: true });
    let evidence = pair.evidence.unwrap();
    assert_eq!(evidence.noise, SessionNoise::Measured);
    assert_eq!(evidence.cost.replicates, (3, 3));
    assert!(!pair.sentence.contains("in these sessions"), "{}", pair.sentence);
    assert!(!pair.notes.contains(&Note::DriftConfounded));
}

#[test]
fn blocks_of_sessions_are_confounded_with_drift() {
    let sessions = |seed: u64, center: f64, minutes: [u64; 3]| {
        minutes.map(|minute| (minute, around(seed + minute, center, 11)))
    };
    let a = one_case("A", &sessions(1, 100.0, [1, 2, 3]));
    let b = one_case("B", &sessions(20, 80.0, [4, 5, 6]));
    assert!(only(&files(&a, &b)).notes.contains(&Note::DriftConfounded));
}

#[test]
fn a_known_session_noise_widens_the_interval() {
    let (a, b) = single_sessions(100.0, 93.0);
    let options = Options { session_sigma: Some(0.05), ..Options::default() };
    let findings = compare_files(&[a.source(), b.source()], &options).unwrap();
    let pair = only(&findings);
    assert_eq!(pair.evidence.unwrap().noise, SessionNoise::Profile { sigma: 0.05 });
    assert!(matches!(pair.verdict, Verdict::Inconclusive(_)), "{:?}", pair.verdict);
    assert!(files(&a, &b).contests[0].pairs[0].verdict.differs());
}

#[test]
fn inconclusive_says_how_much_more() {
    let a = one_case("A", &[(1, Noise::new(3).around(100.0, 0.15, 11))]);
    let b = one_case("B", &[(2, Noise::new(4).around(100.0, 0.15, 11))]);
    let findings = files(&a, &b);
    let Verdict::Inconclusive(need) = &only(&findings).verdict else { panic!("{findings:?}") };
    assert_eq!(need.of, Replicate::Trials);
    assert!(need.more >= 2 && !need.disturbed);
    // A trial of either side lasts 0.1 s.
    let minutes = need.minutes.unwrap();
    assert!((minutes - need.more as f64 * 0.2 / 60.0).abs() < 1e-9);
    assert!(only(&findings).sentence.contains("inconclusive"));
}

#[test]
fn where_more_is_better_less_is_slower_and_the_ratio_is_of_the_metric() {
    let rate = || metric("rate_per_s", Unit::count("second"), Better::More);
    let file = |name: &str, seed: u64, center: f64| {
        let lab = Lab::new()
            .define(definition("net.respond", vec![rate()], vec![]))
            .subject("here")
            .session(name, seed)
            .counts("net.respond", &[], 0, &around(seed, center, 21));
        Shelf::new(name, &lab)
    };
    let (a, b) = (file("A", 1, 1000.0), file("B", 2, 500.0));
    let findings = files(&a, &b);
    let pair = only(&findings);
    assert_eq!(pair.verdict, Verdict::Slower { clearly: true });
    assert!((pair.ratio.unwrap().value - 0.5).abs() < 0.01);
    let (low, high) = pair.ratio.unwrap().interval.unwrap();
    assert!(low < 0.5 && 0.5 < high);
    assert!((pair.evidence.unwrap().cost.ratio - 2.0).abs() < 0.05);
    assert!(pair.sentence.contains("slower"), "{}", pair.sentence);
}

#[test]
fn bytes_are_lower_and_not_faster() {
    let bytes = || metric("memory_bytes", Unit::Bytes, Better::Less);
    let file = |name: &str, seed: u64, center: f64| {
        let lab = Lab::new()
            .define(definition("net.respond", vec![bytes()], vec![]))
            .subject("here")
            .session(name, seed)
            .counts("net.respond", &[], 0, &around(seed, center, 21));
        Shelf::new(name, &lab)
    };
    let findings = files(&file("A", 1, 1000.0), &file("B", 2, 500.0));
    assert!(only(&findings).sentence.contains("clearly lower"), "{}", only(&findings).sentence);
}

#[test]
fn a_file_is_not_compared_with_itself() {
    let (a, _) = single_sessions(100.0, 80.0);
    let refusal = compare_files(&[a.source(), a.source()], &Options::default()).unwrap_err();
    assert!(matches!(refusal, Refusal::SameSession { .. }));
    let one = compare_files(&[a.source()], &Options::default()).unwrap_err();
    assert_eq!(one, Refusal::FewerThanTwo);
}

#[test]
fn what_one_side_lacks_is_listed() {
    let file = |name: &str, minute: u64, ids: &[&str]| {
        let mut lab = Lab::new().subject("here").session(name, minute);
        for id in ids {
            lab = lab.define(definition(id, vec![time()], vec![]));
            lab = lab.times(id, &[], 0, &around(minute, 100.0, 11));
        }
        Shelf::new(name, &lab)
    };
    let findings = files(&file("A", 1, &["x.a", "x.b"]), &file("B", 2, &["x.b", "x.c"]));
    assert_eq!(findings.contests.len(), 1);
    let left: Vec<(usize, &str)> = findings
        .unpaired
        .iter()
        .map(|unpaired| (unpaired.contestant, unpaired.benchmark.as_str()))
        .collect();
    assert_eq!(left, [(0, "x.a"), (1, "x.c")]);
}

/// Subjects of one file whose trials share rounds and drift together.
fn drifting(factors: &[f64], rounds: usize) -> Shelf {
    let mut lab = Lab::new().define(definition("file.create", vec![time()], vec![]));
    for index in 0..factors.len() {
        lab = lab.subject(["ext4", "xfs", "btrfs"][index]);
    }
    lab = lab.session("s", 1);
    for (subject, factor) in factors.iter().enumerate() {
        let mut noise = Noise::new(subject as u64 + 40);
        let figures: Vec<f64> = (0..rounds)
            .map(|round| 100.0 * factor * (0.02 * round as f64 + 0.005 * noise.normal()).exp())
            .collect();
        lab = lab.times("file.create", &[], subject as u32, &figures);
    }
    Shelf::new("run", &lab)
}

#[test]
fn subjects_of_one_session_are_paired_and_drift_cancels() {
    let shelf = drifting(&[1.0, 1.08], 21);
    let findings = compare_subjects(shelf.source(), &Options::default()).unwrap();
    let pair = only(&findings);
    let evidence = pair.evidence.unwrap();
    assert_eq!(evidence.noise, SessionNoise::Paired);
    assert_eq!(evidence.cost.method, stats::RatioMethod::Paired);
    assert!(matches!(pair.verdict, Verdict::Slower { .. }), "{pair:?}");
    assert!(!pair.sentence.contains("in these sessions"), "{}", pair.sentence);
    assert!(pair.sentence.contains("xfs is"), "{}", pair.sentence);
    assert!(pair.notes.is_empty(), "{:?}", pair.notes);
}

#[test]
fn only_common_rounds_are_paired() {
    let mut shelf = drifting(&[1.0, 1.08], 31);
    let session = &mut shelf.record.sessions[0];
    session.trials.retain(|trial| trial.cell == 0 || trial.round >= 10);
    shelf.summary = analysis::summarize(&shelf.record);
    let findings = compare_subjects(shelf.source(), &Options::default()).unwrap();
    assert_eq!(only(&findings).evidence.unwrap().cost.replicates, (21, 21));
}

#[test]
fn a_baseline_subject_can_be_named() {
    let shelf = drifting(&[1.0, 1.08], 21);
    let options = Options { baseline: Some("xfs".to_owned()), ..Options::default() };
    let findings = compare_subjects(shelf.source(), &options).unwrap();
    assert_eq!(findings.contestants[0].label, "xfs");
    assert!(matches!(only(&findings).verdict, Verdict::Faster { .. }));
    let options = Options { baseline: Some("zfs".to_owned()), ..Options::default() };
    let refusal = compare_subjects(shelf.source(), &options).unwrap_err();
    assert_eq!(refusal.to_string(), "no baseline \"zfs\"; there are ext4, xfs");
}

#[test]
fn a_winner_of_three_is_separated_from_the_runner_up() {
    let shelf = drifting(&[1.2, 1.0, 1.1], 31);
    let findings = compare_subjects(shelf.source(), &Options::default()).unwrap();
    // Two against the baseline, and the best against the other.
    assert_eq!(findings.family, 3);
    let standing = findings.contests[0].standing.clone().unwrap();
    assert_eq!((standing.winner(), standing.behind), (Some(1), vec![0, 2]));
    assert_eq!(findings.overall.lead, Lead::Winner(1));

    let shelf = drifting(&[1.2, 1.0, 1.001], 31);
    let findings = compare_subjects(shelf.source(), &Options::default()).unwrap();
    assert_eq!(findings.contests[0].standing.as_ref().unwrap().winner(), None);
    assert_eq!(findings.overall.lead, Lead::Tie(vec![1, 2]));
    assert!(
        findings.overall.sentence.contains("tie of xfs, btrfs"),
        "{}",
        findings.overall.sentence
    );
}

/// A file of `program.launch` with these calls and figures.
fn launch(name: &str, minute: u64, calls: &[&str], figures: &[(&str, f64)]) -> Shelf {
    let mut lab = Lab::new()
        .define(definition("program.launch", vec![time()], vec![call(calls)]))
        .subject("here")
        .session(name, minute);
    for (index, (call, center)) in figures.iter().enumerate() {
        let seed = minute * 10 + index as u64;
        lab = lab.times(
            "program.launch",
            &[("call", Value::name(call))],
            0,
            &around(seed, *center, 21),
        );
    }
    Shelf::new(name, &lab)
}

#[test]
fn methods_are_matched_by_name_then_family_then_best() {
    let calls = ["fork-exec/launch", "posix-spawn/launch", "create-process/launch", "odd"];
    let linux = launch("Linux", 1, &calls, &[("fork-exec", 100.0), ("posix-spawn", 80.0)]);
    let freebsd = launch("FreeBSD", 2, &calls, &[("fork-exec", 90.0)]);
    let windows = launch("Windows", 3, &calls, &[("create-process", 900.0)]);
    let other = launch("Odd", 4, &calls, &[("odd", 50.0)]);

    let findings = files(&linux, &freebsd);
    assert_eq!(findings.contests[0].entries[1].matched, Matched::Same);
    assert_eq!(findings.contests[0].method, "call=fork-exec");
    assert_eq!(findings.unpaired.len(), 1);

    let findings = files(&linux, &windows);
    let entries = &findings.contests[0].entries;
    assert_eq!(entries[1].matched, Matched::Family("launch".to_owned()));
    assert_eq!(entries[0].method, "call=posix-spawn");
    let sentence = &findings.contests[0].pairs[0].sentence;
    assert!(sentence.contains("Windows with create-process"), "{sentence}");

    let findings = files(&linux, &other);
    assert_eq!(findings.contests[0].entries[1].matched, Matched::Best);
    assert_eq!(findings.contests[0].entries[0].method, "call=posix-spawn");
}

#[test]
fn methods_of_one_system_are_compared_with_the_simplest() {
    let calls = ["fork-exec", "vfork-exec", "posix-spawn"];
    let figures = [("posix-spawn", 79.0), ("vfork-exec", 80.0), ("fork-exec", 100.0)];
    let shelf = launch("Linux", 1, &calls, &figures);
    let findings = compare_methods(shelf.source(), &Options::default()).unwrap();
    let contest = &findings.contests[0];
    let labels: Vec<&str> = contest.entries.iter().map(|entry| entry.label.as_str()).collect();
    assert_eq!(labels, calls);
    assert!(contest.pairs.iter().all(|pair| matches!(pair.verdict, Verdict::Faster { .. })));
    assert_eq!(contest.pairs[0].evidence.unwrap().noise, SessionNoise::Paired);
    assert_eq!(contest.standing.as_ref().unwrap().tied, [1]);
    let options = Options { baseline: Some("posix-spawn".to_owned()), ..Options::default() };
    let findings = compare_methods(shelf.source(), &options).unwrap();
    assert_eq!(findings.contests[0].entries[0].label, "posix-spawn");
}

#[test]
fn the_next_valid_metric_decides_where_the_headline_is_invalid() {
    let metrics = || {
        vec![
            metric("rate_per_s", Unit::count("answer"), Better::More),
            metric("errors", Unit::count("error"), Better::Diagnostic),
            metric("cpu_ns", Unit::Nanoseconds, Better::Less),
        ]
    };
    let file = |name: &str, minute: u64, cpu: f64, bound: bool| {
        let mut noise = Noise::new(minute);
        let trials = (0..21)
            .map(|_| {
                let mut headline = single(0, 1000.0);
                if bound {
                    headline.invalid = Some("client-bound".to_owned());
                }
                let figure = cpu * (0.01 * noise.normal()).exp();
                vec![headline, single(1, 0.0), batches(2, figure)]
            })
            .collect();
        let lab = Lab::new()
            .define(definition("net.respond", metrics(), vec![]))
            .subject("here")
            .session(name, minute)
            .trials("net.respond", &[], 0, trials);
        Shelf::new(name, &lab)
    };
    let findings = files(&file("A", 1, 100.0, false), &file("B", 2, 70.0, true));
    let contest = &findings.contests[0];
    assert!(contest.instead_of_headline);
    assert_eq!(contest.metric.name, "cpu_ns");
    assert!(matches!(contest.pairs[0].verdict, Verdict::Faster { .. }));
    assert!(contest.pairs[0].sentence.contains("by cpu_ns"), "{}", contest.pairs[0].sentence);
    let findings = files(&file("A", 1, 100.0, false), &file("B", 2, 70.0, false));
    assert_eq!(findings.contests[0].metric.name, "rate_per_s");
}

#[test]
fn a_diagnostic_headline_has_no_verdict() {
    let file = |name: &str, minute: u64| {
        let errors = metric("errors", Unit::count("error"), Better::Diagnostic);
        let lab = Lab::new()
            .define(definition("x.y", vec![errors], vec![]))
            .subject("here")
            .session(name, minute)
            .counts("x.y", &[], 0, &around(minute, 5.0, 21));
        Shelf::new(name, &lab)
    };
    let findings = files(&file("A", 1), &file("B", 2));
    assert_eq!(only(&findings).verdict, Verdict::NotComparable(Why::NoMetric));
    assert_eq!(only(&findings).ratio, None);
}

#[test]
fn thresholds_are_those_that_were_asked_for() {
    let (a, b) = single_sessions(100.0, 92.0);
    assert!(only(&files(&a, &b)).verdict.differs());
    let options = Options { thresholds: analysis::Thresholds::all(0.2), ..Options::default() };
    let findings = compare_files(&[a.source(), b.source()], &options).unwrap();
    assert_eq!(only(&findings).verdict, Verdict::Indistinguishable);
    assert!((findings.contests[0].threshold - 0.2).abs() < 1e-12);
}

#[test]
fn subjects_of_several_files_meet_by_label() {
    let file = |name: &str, minute: u64, labels: &[&str]| {
        let mut lab = Lab::new().define(definition("file.create", vec![time()], vec![size()]));
        for label in labels {
            lab = lab.subject(label);
        }
        lab = lab.session(name, minute);
        for subject in 0..labels.len() {
            let figures = around(minute + subject as u64, 100.0, 11);
            let size = [("size", Value::Integer(4096))];
            lab = lab.times("file.create", &size, subject as u32, &figures);
        }
        Shelf::new(name, &lab)
    };
    let labels = |findings: &Findings| -> Vec<(String, String)> {
        let entry =
            |contest: &analysis::Contest, index: usize| contest.entries[index].label.clone();
        findings.contests.iter().map(|contest| (entry(contest, 0), entry(contest, 1))).collect()
    };
    let pair = |one: &str, other: &str| (one.to_owned(), other.to_owned());
    let findings = files(&file("A", 1, &["ext4", "xfs"]), &file("B", 9, &["xfs", "ext4"]));
    assert_eq!(labels(&findings), [pair("A (ext4)", "B (ext4)"), pair("A (xfs)", "B (xfs)")]);
    let findings = files(&file("A", 1, &["ext4", "xfs"]), &file("B", 9, &["ntfs"]));
    assert_eq!(labels(&findings), [pair("A (ext4)", "B"), pair("A (xfs)", "B")]);
    let findings = files(&file("A", 1, &["ext4", "xfs"]), &file("B", 9, &["ntfs", "refs"]));
    assert_eq!((findings.contests.len(), findings.unpaired.len()), (0, 4));
}

#[test]
fn an_unsupported_case_is_told_as_such() {
    let a = one_case("A", &[(1, around(1, 100.0, 21))]);
    let lab = Lab::new()
        .define(definition("clock.read", vec![time()], vec![]))
        .subject("B")
        .session("B", 2)
        .absent("clock.read", &[], 0, Status::Unsupported { reason: "no clock".to_owned() });
    let findings = files(&a, &Shelf::new("B", &lab));
    assert!(only(&findings).sentence.contains("unsupported: no clock"));
    assert_eq!(only(&findings).ratio, None);
}
