//! Rows, estimates and groups.

use analysis::{Bar, Basis, axes};
use model::{
    Better, Failure, Flag, Histogram, Observation, Outcome, Stage, Status, Unit, Value, Values,
};

use crate::lab::{Lab, Noise, batches, call, definition, fact, metric, single, size, time};

fn clock() -> Lab {
    Lab::new().define(definition("clock.read", vec![time()], vec![])).subject("here")
}

#[test]
fn one_session_has_a_median_with_an_exact_interval() {
    let figures: Vec<f64> = (0..11).map(|trial| 100.0 + f64::from(trial)).collect();
    let lab = clock().session("s", 1).times("clock.read", &[], 0, &figures);
    let summary = lab.summary();
    let [row] = summary.rows.as_slice() else { panic!("one row") };
    assert_eq!(row.bar, None);
    let estimate = row.estimate.as_ref().unwrap();
    assert!((estimate.median - 105.0).abs() < 1e-9);
    let interval = estimate.interval.unwrap();
    assert_eq!(interval.basis, Basis::WithinSession);
    // Of 11 trials these are ranks 2 and 10, with 98.8 %.
    assert!((interval.low - 101.0).abs() < 1e-9 && (interval.high - 109.0).abs() < 1e-9);
    assert!((interval.confidence - 0.988).abs() < 0.001);
    assert_eq!((estimate.trials, estimate.samples, estimate.sessions), (11, 55, 1));
    // The best batch lies 0.2 % below its trial's median.
    assert!((estimate.best.value - 99.8).abs() < 1e-9);
    assert_eq!(estimate.best.samples, 55);
    assert_eq!(estimate.points.len(), 11);
    assert_eq!((estimate.points[3].round, estimate.points[3].trial), (3, 3));
}

#[test]
fn three_sessions_have_the_interval_of_their_centers() {
    let mut lab = clock();
    for (minute, center) in [(1, 98.0), (2, 100.0), (3, 102.0)] {
        let figures = Noise::new(minute).around(center, 0.001, 11);
        lab = lab.session(&minute.to_string(), minute).times("clock.read", &[], 0, &figures);
    }
    let summary = lab.summary();
    let estimate = summary.rows[0].estimate.as_ref().unwrap();
    assert_eq!(estimate.sessions, 3);
    assert!((estimate.median - 100.0).abs() < 0.2);
    let interval = estimate.interval.unwrap();
    assert_eq!(interval.basis, Basis::Sessions);
    // t(2) = 4.30 on a deviation of 2 % over √3.
    assert!((interval.high / interval.low - 1.10).abs() < 0.02, "{interval:?}");
    let noise = estimate.noise.unwrap();
    assert!(noise.sessions.unwrap() > 0.015, "{noise:?}");
}

#[test]
fn where_more_is_better_the_best_is_the_most() {
    let rate = metric("rate_per_s", Unit::count("answer"), Better::More);
    let lab = Lab::new()
        .define(definition("net.respond", vec![rate], vec![]))
        .subject("here")
        .session("s", 1)
        .counts("net.respond", &[], 0, &[5.0, 7.0, 6.0]);
    let summary = lab.summary();
    let estimate = summary.rows[0].estimate.as_ref().unwrap();
    assert!((estimate.best.value - 7.0).abs() < 1e-9);
    assert!((estimate.median - 6.0).abs() < 1e-9);
    assert_eq!(summary.rows[0].bar, Some(Bar::Preliminary { trials: 3 }));
}

#[test]
fn a_failed_trial_leaves_the_figures_and_takes_the_verdict() {
    let figures = Noise::new(1).around(100.0, 0.01, 21);
    let lab = clock().session("s", 1).times("clock.read", &[], 0, &figures).with(|trial| {
        if trial.round == 4 {
            trial.outcome = Outcome::Failed(Failure {
                role: "work".to_owned(),
                stage: Stage::Check,
                reason: "the checksum is wrong".to_owned(),
            });
        }
    });
    let summary = lab.summary();
    assert_eq!(summary.rows[0].estimate.as_ref().unwrap().trials, 20);
    let Some(Bar::FailedTrial { reason }) = &summary.rows[0].bar else { panic!("no bar") };
    assert!(reason.contains("the checksum is wrong"), "{reason}");
}

#[test]
fn what_was_not_measured_has_a_row_with_its_reason() {
    let reason = "no such call".to_owned();
    let lab = clock().session("s", 1).absent(
        "clock.read",
        &[],
        0,
        Status::Unsupported { reason: reason.clone() },
    );
    let summary = lab.summary();
    assert_eq!(summary.rows[0].estimate, None);
    assert_eq!(summary.rows[0].bar, Some(Bar::NotMeasured { status: "unsupported", reason }));
}

#[test]
fn what_was_left_out_midway_is_skipped_and_not_preliminary() {
    let mut lab = clock().session("s", 1).times("clock.read", &[], 0, &[100.0, 101.0, 99.0]);
    let reason = "budget: --standard runs it".to_owned();
    lab.0.sessions[0].cells[0].status = Status::Skipped { reason: reason.clone() };
    let summary = lab.summary();
    assert!(summary.rows[0].estimate.is_some());
    assert_eq!(summary.rows[0].bar, Some(Bar::LeftOut { trials: 3, reason }));
}

#[test]
fn the_figures_of_others_say_what_is_known_of_them() {
    let mut lab = clock().session("s", 1).times("clock.read", &[], 0, &[100.0]);
    lab.0.origin =
        model::Origin::Foreign(model::Foreign { tool: "fio".to_owned(), limits: String::new() });
    assert_eq!(lab.summary().rows[0].bar, Some(Bar::Foreign { known: "mean only" }));
    let spread = metric("time_ns_sd", model::Unit::Nanoseconds, model::Better::Diagnostic);
    lab.0.definitions[0].metrics.push(spread);
    let model::Outcome::Measured(measured) = &mut lab.0.sessions[0].trials[0].outcome else {
        panic!("a trial without figures")
    };
    measured.observations.push(single(1, 2.0));
    assert_eq!(lab.summary().rows[0].bar, Some(Bar::Foreign { known: "mean and sd only" }));
}

fn calls() -> Lab {
    let definition = definition("io.read", vec![time()], vec![call(&["read", "mmap"])]);
    Lab::new().define(definition).subject("here")
}

#[test]
fn what_chose_a_method_does_not_speak_for_it() {
    let later = (0..11).map(|trial| 100.0 + f64::from(trial));
    let figures: Vec<f64> = std::iter::repeat_n(50.0, 11).chain(later).collect();
    let read: &[(&str, Value)] = &[("call", Value::name("read"))];
    let mmap: &[(&str, Value)] = &[("call", Value::name("mmap"))];
    let mut lab = calls().session("s", 1).times("io.read", read, 0, &figures).times(
        "io.read",
        mmap,
        0,
        &[400.0; 11],
    );
    lab.last().cells[0].search_rounds = 11;
    lab.last().cells[1].status = Status::Dropped { look: 11 };
    let summary = lab.summary();
    let survivor = summary.rows[0].estimate.as_ref().unwrap();
    assert_eq!((survivor.trials, survivor.median), (11, 105.0));
    assert_eq!(summary.rows[0].bar, None);
    let dropped = summary.rows[1].estimate.as_ref().unwrap();
    assert_eq!((dropped.trials, dropped.median), (11, 400.0));
    assert_eq!(summary.rows[1].bar, Some(Bar::Dropped { look: 11 }));
}

#[test]
fn a_method_that_one_session_dropped_is_told_by_the_others() {
    let read: &[(&str, Value)] = &[("call", Value::name("read"))];
    let mut lab = calls().session("one", 1).times("io.read", read, 0, &[400.0; 11]);
    lab.last().cells[0].status = Status::Dropped { look: 11 };
    let lab = lab.session("two", 2).times("io.read", read, 0, &[100.0; 11]);
    let summary = lab.summary();
    let estimate = summary.rows[0].estimate.as_ref().unwrap();
    assert_eq!((estimate.trials, estimate.median), (11, 100.0));
}

#[test]
fn groups_hold_methods_and_subjects_of_one_workload() {
    let parameters = vec![call(&["read", "mmap"]), size()];
    let mut lab = Lab::new()
        .define(definition("io.read", vec![time()], parameters))
        .subject("ext4")
        .subject("xfs")
        .session("s", 1);
    for (bytes, name, subject) in [
        (8192, "mmap", 1),
        (4096, "mmap", 0),
        (4096, "read", 1),
        (4096, "read", 0),
        (8192, "read", 0),
    ] {
        let values = [("call", Value::name(name)), ("size", Value::Integer(bytes))];
        lab = lab.times("io.read", &values, subject, &[10.0; 3]);
    }
    let summary = lab.summary();
    let texts: Vec<&str> =
        summary.groups.iter().map(|group| group.workload_text.as_str()).collect();
    assert_eq!(texts, ["size=4 KiB", "size=8 KiB"]);
    let members: Vec<(&str, usize)> = summary.groups[0]
        .members
        .iter()
        .map(|member| (member.method.as_str(), member.subject))
        .collect();
    assert_eq!(members, [("call=read", 0), ("call=read", 1), ("call=mmap", 0)]);
    assert_eq!(summary.suites().len(), 1);
    assert_eq!(summary.headlines(&summary.groups[1]).count(), 2);
    let axes: Vec<&str> = axes(&lab.0.definitions[0], &lab.0.cases)
        .into_iter()
        .map(|parameter| parameter.name.as_str())
        .collect();
    assert_eq!(axes, ["size"]);
}

#[test]
fn histograms_are_merged_for_percentiles_and_compared_by_trial() {
    let latency = metric("open_ns", Unit::Nanoseconds, Better::Less);
    let trial = |low: u64| {
        let histogram = Histogram {
            lower: vec![low, 1_000],
            width: vec![10, 10],
            count: vec![99, 1],
            max: 1_005,
            sum: 0,
        };
        vec![Observation { metric: 0, values: Values::Histogram(histogram), invalid: None }]
    };
    let lab = Lab::new()
        .define(definition("file.phases", vec![latency], vec![]))
        .subject("here")
        .session("s", 1)
        .trials("file.phases", &[], 0, (0..11).map(|index| trial(100 + 10 * index)).collect());
    let summary = lab.summary();
    let estimate = summary.rows[0].estimate.as_ref().unwrap();
    assert!((estimate.median - 155.0).abs() < 1.0, "{}", estimate.median);
    let percentiles = estimate.percentiles.unwrap();
    assert_eq!(percentiles.count, 1_100);
    assert!(percentiles.p99_9 >= 1_000.0 && percentiles.p90 < 210.0);
    assert!(percentiles.max <= 1_005.0);
}

#[test]
fn a_second_metric_has_its_own_row_and_a_diagnostic_may_be_zero() {
    let metrics = vec![time(), metric("errors", Unit::count("error"), Better::Diagnostic)];
    let observations =
        (0..11).map(|trial| vec![batches(0, 100.0 + f64::from(trial)), single(1, 0.0)]);
    let lab = Lab::new()
        .define(definition("net.respond", metrics, vec![]))
        .subject("here")
        .session("s", 1)
        .trials("net.respond", &[], 0, observations.collect());
    let summary = lab.summary();
    assert_eq!(summary.rows.len(), 2);
    assert_eq!(summary.rows[1].bar, None);
    assert_eq!(summary.groups[0].members[0].rows, 0..2);
}

#[test]
fn zero_has_no_verdict_where_a_ratio_is_formed() {
    let mut figures = [5.0; 11];
    figures[3] = 0.0;
    let lab = Lab::new()
        .define(definition("x.y", vec![metric("size_bytes", Unit::Bytes, Better::Less)], vec![]))
        .subject("here")
        .session("s", 1)
        .counts("x.y", &[], 0, &figures);
    assert_eq!(lab.summary().rows[0].bar, Some(Bar::Zero));
}

fn names(lab: &Lab) -> Vec<&'static str> {
    lab.summary().rows[0].flags.iter().map(|row| row.flag.name()).collect()
}

#[test]
fn steady_noise_has_no_flags() {
    let figures = Noise::new(7).around(100.0, 0.01, 41);
    assert_eq!(names(&clock().session("s", 1).times("clock.read", &[], 0, &figures)), [""; 0]);
}

#[test]
fn drift_is_flagged() {
    let mut figures = Noise::new(7).around(100.0, 0.01, 41);
    for (trial, figure) in figures.iter_mut().enumerate() {
        *figure *= 1.0 + 0.002 * trial as f64;
    }
    let flagged = names(&clock().session("s", 1).times("clock.read", &[], 0, &figures));
    assert!(flagged.contains(&"drift"), "{flagged:?}");
}

#[test]
fn two_modes_are_flagged() {
    let mut figures = Noise::new(7).around(100.0, 0.005, 41);
    for figure in figures.iter_mut().step_by(3) {
        *figure *= 1.3;
    }
    let flagged = names(&clock().session("s", 1).times("clock.read", &[], 0, &figures));
    assert!(flagged.contains(&"modes"), "{flagged:?}");
}

#[test]
fn a_coarse_clock_is_flagged_and_has_no_verdict() {
    let figures: Vec<f64> = (0..21).map(|trial| f64::from(15 + 15 * (trial % 2))).collect();
    let lab = clock().session("s", 1).times("clock.read", &[], 0, &figures);
    assert!(names(&lab).contains(&"ties"));
    assert!(matches!(lab.summary().rows[0].bar, Some(Bar::Flagged(Flag::Ties { .. }))));
}

#[test]
fn equal_figures_of_a_fine_clock_are_no_ties() {
    // Steps of 40 ns in a batch of 100,000: equal by chance, and known to 0.04 %.
    let figures: Vec<f64> = (0..41).map(|trial| 100.0 + 0.04 * f64::from(trial % 10)).collect();
    assert!(
        !names(&clock().session("s", 1).times("clock.read", &[], 0, &figures)).contains(&"ties")
    );
}

#[test]
fn a_short_warm_up_is_cut_in_every_trial_alike() {
    let mut noise = Noise::new(3);
    let trial = |noise: &mut Noise| {
        let elapsed_ns: Vec<u64> = (0..20)
            .map(|batch| {
                let cold = if batch < 3 { 1.5 } else { 1.0 };
                (100_000.0 * cold * (0.002 * noise.normal()).exp()) as u64
            })
            .collect();
        let values = Values::Batches {
            start_ns: (0..20).collect(),
            elapsed_ns,
            operations: 1_000,
            warm_up: 0,
        };
        vec![Observation { metric: 0, values, invalid: None }]
    };
    let trials = (0..11).map(|_| trial(&mut noise)).collect();
    let lab = clock().session("s", 1).trials("clock.read", &[], 0, trials);
    let summary = lab.summary();
    let estimate = summary.rows[0].estimate.as_ref().unwrap();
    // The rule may cut a little more than was cold, never less.
    assert!((3..10).contains(&estimate.cut), "{}", estimate.cut);
    assert_eq!(estimate.samples, 11 * (20 - estimate.cut as u64));
    assert!((estimate.median - 100.0).abs() < 0.2);
    let cut = Flag::WarmUpShort { batches: estimate.cut as u32 };
    assert!(summary.rows[0].flags.iter().any(|row| row.flag == cut));
}

#[test]
fn in_a_group_of_many_members_carry_over_names_the_method_that_ran_before() {
    const ROUNDS: usize = 21;
    let buffer = model::Parameter { name: "buffer".into(), role: model::Role::Method, ..size() };
    let definition = definition("io.read", vec![time()], vec![call(&["read", "mmap"]), buffer]);
    for slows in [true, false] {
        let mut noise = Noise::new(7);
        let rounds: Vec<Vec<usize>> = (0..ROUNDS)
            .map(|_| {
                let mut order: Vec<(u64, usize)> =
                    (0..8).map(|member| ((noise.uniform() * 1e9) as u64, member)).collect();
                order.sort_unstable();
                order.into_iter().map(|(_, member)| member).collect()
            })
            .collect();
        // Members 4 to 7 map their files, and whatever runs after them is slower by a fifth.
        let mut figures = vec![Vec::new(); 8];
        let mut last = 0;
        for &member in rounds.iter().flatten() {
            let slowed = if slows && last >= 4 { 1.2 } else { 1.0 };
            figures[member].push(100.0 * slowed * (0.01 * noise.normal()).exp());
            last = member;
        }
        let mut lab = Lab::new().define(definition.clone()).subject("here").session("s", 1);
        for (member, figures) in figures.iter().enumerate() {
            let call = Value::name(if member < 4 { "read" } else { "mmap" });
            let buffer = Value::Integer(4096 << (member % 4));
            lab = lab.times("io.read", &[("call", call), ("buffer", buffer)], 0, figures);
        }
        let trials = std::mem::take(&mut lab.last().trials);
        let place = |member: usize, round: usize| trials[member * ROUNDS + round].clone();
        lab.last().trials = rounds
            .iter()
            .enumerate()
            .flat_map(|(round, order)| order.iter().map(move |&member| (member, round)))
            .map(|(member, round)| place(member, round))
            .collect();
        let flagged = |row: &&analysis::Row| {
            row.flags.iter().any(|one| {
                matches!(&one.flag, Flag::CarryOver { after, .. } if after.starts_with("call="))
            })
        };
        let count = lab.summary().rows.iter().filter(flagged).count();
        assert_eq!(count, if slows { 8 } else { 0 });
    }
}

#[test]
fn carry_over_names_what_ran_before() {
    let mut noise = Noise::new(5);
    let mut lab = Lab::new()
        .define(definition("clock.read", vec![time()], vec![]))
        .define(definition("file.create", vec![time()], vec![]))
        .define(definition("memory.alloc", vec![time()], vec![]))
        .subject("here")
        .session("s", 1);
    let others = noise.around(50.0, 0.01, 20);
    lab = lab.times("file.create", &[], 0, &others).times("memory.alloc", &[], 0, &others);
    // After every second of its trials runs a file test, which slows it by a fifth.
    let figures: Vec<f64> = (0..40)
        .map(|trial| 100.0 * if trial % 2 == 0 { 1.2 } else { 1.0 } * (0.01 * noise.normal()).exp())
        .collect();
    lab = lab.times("clock.read", &[], 0, &figures);
    let trials = std::mem::take(&mut lab.last().trials);
    let of = |cell: u32| trials.iter().filter(move |trial| trial.cell == cell).cloned();
    let (mut files, mut memory, mut clocks) = (of(0), of(1), of(2));
    let mut order = Vec::new();
    for _ in 0..20 {
        order.extend(files.next());
        order.extend(clocks.next());
        order.extend(memory.next());
        order.extend(clocks.next());
    }
    lab.last().trials = order;
    let summary = lab.summary();
    let row = summary.rows.iter().find(|row| row.case == 2).unwrap();
    let found = row.flags.iter().find_map(|row| match &row.flag {
        Flag::CarryOver { after, ppm } => Some((after.clone(), *ppm)),
        _ => None,
    });
    let (after, ppm) = found.expect("a carry-over");
    assert!(after == "file.create" && ppm > 150_000 || after == "memory.alloc" && ppm < -100_000);
}

#[test]
fn a_changed_state_is_flagged_but_not_load() {
    use model::FactKind::State;
    let figures = Noise::new(7).around(100.0, 0.01, 21);
    let start = vec![fact("cpu.governor", State, "powersave"), fact("load.1m_milli", State, "1")];
    let end = vec![fact("cpu.governor", State, "performance"), fact("load.1m_milli", State, "9")];
    let lab = clock().session("s", 1).facts(0, start, end).times("clock.read", &[], 0, &figures);
    let summary = lab.summary();
    let flags: Vec<&Flag> = summary.rows[0].flags.iter().map(|row| &row.flag).collect();
    assert_eq!(flags, [&Flag::StateChanged { fact: "cpu.governor".to_owned() }]);
}

#[test]
fn trial_flags_are_counted_and_the_worst_is_kept() {
    let figures = Noise::new(7).around(100.0, 0.01, 21);
    let lab = clock().session("s", 1).times("clock.read", &[], 0, &figures).with(|trial| {
        if trial.round < 3 {
            trial.flags.push(Flag::Steal { ppm: 10_000 * u64::from(trial.round) });
        }
    });
    let summary = lab.summary();
    let [flag] = summary.rows[0].flags.as_slice() else { panic!("one flag") };
    assert_eq!((flag.flag.clone(), flag.trials), (Flag::Steal { ppm: 20_000 }, 3));
}
