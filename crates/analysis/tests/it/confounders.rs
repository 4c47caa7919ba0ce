//! What a difference may be put down to.

use analysis::{Attribution, Factor, Options, compare_files, compare_subjects};
use model::FactKind::{Identity, State, Treatment};
use model::{Fact, Uses, Value};

use crate::lab::{Lab, Noise, Shelf, definition, fact, time, unknown};

/// A file of three sessions at these minutes.
fn system(name: &str, minutes: [u64; 3], center: f64, facts: &[Fact]) -> Shelf {
    let mut lab =
        Lab::new().define(definition("process.create", vec![time()], vec![])).subject(name);
    for minute in minutes {
        lab = lab
            .session(&format!("{name} {minute}"), minute)
            .facts(0, facts.to_vec(), vec![])
            .times("process.create", &[], 0, &Noise::new(minute).around(center, 0.01, 11));
    }
    Shelf::new(name, &lab)
}

fn facts(cpu: &str, os: &str, kernel: &str, governor: &str) -> Vec<Fact> {
    vec![
        fact("cpu.model", Identity, cpu),
        fact("os.name", Treatment, os),
        fact("kernel.release", Treatment, kernel),
        fact("cpu.governor", State, governor),
        fact("load.1m_milli", State, kernel),
    ]
}

fn between(baseline: &[Fact], candidate: &[Fact], factor: Option<Factor>) -> Attribution {
    let a = system("A", [1, 4, 5], 100.0, baseline);
    let b = system("B", [2, 3, 6], 80.0, candidate);
    let options = Options { factor, ..Options::default() };
    let findings = compare_files(&[a.source(), b.source()], &options).unwrap();
    assert!(findings.contests[0].pairs[0].verdict.differs());
    findings.attributions[0].clone()
}

fn keys(attribution: &Attribution) -> Vec<&str> {
    attribution.confounders().map(|difference| difference.key.as_str()).collect()
}

#[test]
fn what_the_factor_implies_is_no_confounder() {
    let a = facts("Xeon", "Debian 12", "6.1", "performance");
    let b = facts("Xeon", "FreeBSD 14", "14.1", "performance");
    let found = between(&a, &b, Some(Factor::Os));
    assert_eq!((found.attributable, keys(&found)), (Some(true), vec![]));
    assert_eq!(found.differences.len(), 2);
    assert!(
        found.sentence.contains("may be put down to the operating system"),
        "{}",
        found.sentence
    );
    // The kernel is not all that differs between two systems.
    let found = between(&a, &b, Some(Factor::Kernel));
    assert_eq!((found.attributable, keys(&found)), (Some(false), vec!["os.name"]));
}

#[test]
fn another_machine_changes_the_sentence() {
    let a = facts("Xeon", "Debian 12", "6.1", "performance");
    let b = facts("Epyc", "FreeBSD 14", "14.1", "performance");
    let found = between(&a, &b, Some(Factor::Os));
    assert_eq!((found.attributable, keys(&found)), (Some(false), vec!["cpu.model"]));
    assert!(
        found.sentence.starts_with(
            "A is a machine (Xeon) with Debian 12 and B is a machine (Epyc) with FreeBSD 14"
        ),
        "{}",
        found.sentence
    );
    assert!(found.sentence.contains("not attributable to the operating system"));
}

#[test]
fn a_state_that_differs_is_a_confounder() {
    let a = facts("Xeon", "Debian 12", "6.1", "performance");
    let b = facts("Xeon", "FreeBSD 14", "14.1", "powersave");
    assert_eq!(keys(&between(&a, &b, Some(Factor::Os))), ["cpu.governor"]);
}

#[test]
fn unknown_never_equals() {
    let mut a = facts("Xeon", "Debian 12", "6.1", "performance");
    let mut b = facts("Xeon", "FreeBSD 14", "14.1", "performance");
    a.push(unknown("cpu.microcode", Identity));
    b.push(unknown("cpu.microcode", Identity));
    let found = between(&a, &b, Some(Factor::Os));
    assert_eq!((found.attributable, keys(&found)), (Some(false), vec!["cpu.microcode"]));
    // A fact that is merely unknown does not make another machine of it.
    assert!(
        found.sentence.starts_with("What differs between A and B is not"),
        "{}",
        found.sentence
    );
    b.pop();
    assert_eq!(keys(&between(&a, &b, Some(Factor::Os))), ["cpu.microcode"]);
}

#[test]
fn a_factor_that_does_not_differ_explains_nothing() {
    let a = facts("Xeon", "Debian 12", "6.1", "performance");
    let found = between(&a, &a, Some(Factor::Os));
    assert_eq!(found.attributable, Some(false));
    assert!(found.reasons[0].contains("does not differ"), "{:?}", found.reasons);
}

#[test]
fn without_a_factor_nothing_is_claimed() {
    let a = facts("Xeon", "Debian 12", "6.1", "performance");
    let b = facts("Xeon", "FreeBSD 14", "14.1", "performance");
    let found = between(&a, &b, None);
    assert_eq!(found.attributable, None);
    assert!(found.sentence.starts_with("2 facts differ or are unknown"), "{}", found.sentence);
}

#[test]
fn single_sessions_and_blocks_are_never_attributable() {
    let a = facts("Xeon", "Debian 12", "6.1", "performance");
    let b = facts("Xeon", "FreeBSD 14", "14.1", "performance");
    let options = Options { factor: Some(Factor::Os), ..Options::default() };
    let blocks = (system("A", [1, 2, 3], 100.0, &a), system("B", [4, 5, 6], 80.0, &b));
    let findings = compare_files(&[blocks.0.source(), blocks.1.source()], &options).unwrap();
    assert_eq!(findings.attributions[0].attributable, Some(false));
    assert!(findings.attributions[0].sentence.contains("did not alternate"));

    let cut = |shelf: &Shelf| {
        let mut record = shelf.record.clone();
        record.sessions.truncate(1);
        Shelf::new(&shelf.name, &Lab(record))
    };
    let (one, other) = (cut(&blocks.0), cut(&blocks.1));
    let findings = compare_files(&[one.source(), other.source()], &options).unwrap();
    assert!(findings.contests[0].pairs[0].verdict.differs());
    assert_eq!(findings.attributions[0].attributable, Some(false));
    assert!(findings.attributions[0].sentence.contains("noise between sessions is not measured"));
}

#[test]
fn drift_and_changed_states_are_never_attributable() {
    let a = facts("Xeon", "Debian 12", "6.1", "performance");
    let b = facts("Xeon", "FreeBSD 14", "14.1", "performance");
    let options = Options { factor: Some(Factor::Os), ..Options::default() };
    let one = system("A", [1, 4, 5], 100.0, &a);
    let other = system("B", [2, 3, 6], 80.0, &b);
    let reasons = |other: &Shelf| {
        let findings = compare_files(&[one.source(), other.source()], &options).unwrap();
        findings.attributions[0].reasons.clone()
    };
    assert_eq!(reasons(&other), [""; 0]);

    let mut record = other.record.clone();
    record.sessions[0].facts[0].end.0 = facts("Xeon", "FreeBSD 14", "14.1", "powersave");
    let changed = Shelf::new("B", &Lab(record));
    assert_eq!(reasons(&changed), ["cpu.governor changed during a session"]);

    let mut record = other.record.clone();
    for (round, trial) in record.sessions[0].trials.iter_mut().enumerate() {
        let model::Outcome::Measured(measured) = &mut trial.outcome else { continue };
        let model::Values::Batches { elapsed_ns, .. } = &mut measured.observations[0].values else {
            continue;
        };
        for ns in elapsed_ns {
            *ns += *ns * round as u64 / 50;
        }
    }
    let drifting = Shelf::new("B", &Lab(record));
    assert_eq!(reasons(&drifting), ["figures drift within a session"]);
}

/// Two subjects of one session, with a fact that differs between them.
fn subjects(uses: Uses, differing: &[(&str, model::FactKind)], factor: Factor) -> Attribution {
    let mut known = definition("file.create", vec![time()], vec![]);
    known.uses = uses;
    let shared = [unknown("cpu.microcode", Identity), fact("cpu.model", Identity, "Xeon")];
    let of = |value: &str| {
        let own = differing.iter().map(|(key, kind)| fact(key, *kind, value));
        shared.iter().cloned().chain(own).collect::<Vec<_>>()
    };
    let mut lab = Lab::new()
        .define(known)
        .subject("one")
        .subject("two")
        .session("s", 1)
        .facts(0, of("first"), vec![])
        .facts(1, of("second"), vec![])
        .times("file.create", &[], 0, &Noise::new(1).around(100.0, 0.01, 21))
        .times("file.create", &[], 1, &Noise::new(2).around(80.0, 0.01, 21));
    if factor == Factor::Label {
        lab.0.subjects[1].settings.insert("label".to_owned(), Value::name("antivirus off"));
    }
    let shelf = Shelf::new("run", &lab);
    let options = Options { factor: Some(factor), ..Options::default() };
    compare_subjects(shelf.source(), &options).unwrap().attributions[0].clone()
}

#[test]
fn interleaved_file_systems_share_their_machine() {
    let found = subjects(Uses::Directory, &[("filesystem.type", Treatment)], Factor::FileSystem);
    assert_eq!((found.attributable, keys(&found)), (Some(true), vec![]));
    let both = [("filesystem.type", Treatment), ("disk.model", Identity)];
    let found = subjects(Uses::Directory, &both, Factor::FileSystem);
    assert_eq!((found.attributable, keys(&found)), (Some(false), vec!["disk.model"]));
}

#[test]
fn file_systems_do_not_matter_where_no_file_is_used() {
    let found = subjects(Uses::Nothing, &[("filesystem.type", Treatment)], Factor::FileSystem);
    assert_eq!(found.attributable, Some(false));
    assert_eq!(found.differences, []);
}

#[test]
fn a_label_stands_for_one_topic_and_no_more() {
    let one = [("processes.security_agents", State)];
    assert_eq!(subjects(Uses::Nothing, &one, Factor::Label).attributable, Some(true));
    let two = [("processes.security_agents", State), ("cpu.governor", State)];
    let found = subjects(Uses::Nothing, &two, Factor::Label);
    assert_eq!(keys(&found), ["cpu.governor", "processes.security_agents"]);
}
