//! Each rule fires on pattern and fact together, and on neither alone.

use analysis::{Hint, Options, compare_files, hints, hints_between};
use model::FactKind::{Identity, State, Treatment};
use model::{Better, Fact, FactValue, Flag, Named, Parameter, Role, Scale, Unit, Value};

use crate::lab::{Lab, Noise, Shelf, call, definition, fact, metric, single, time};

fn list(key: &str, items: &[&str]) -> Fact {
    let items = items.iter().map(|item| (*item).to_owned()).collect();
    Fact { key: key.to_owned(), kind: State, value: FactValue::List(items) }
}

fn workload(name: &str, values: &[&str]) -> Parameter {
    let named = |value: &&str| Named {
        name: (*value).to_owned(),
        summary: String::new(),
        family: None,
        systems: Vec::new(),
    };
    Parameter {
        name: name.to_owned(),
        summary: String::new(),
        role: Role::Workload,
        scale: Scale::Named(values.iter().map(named).collect()),
    }
}

fn count(name: &str) -> Parameter {
    let scale = Scale::Ordered(Unit::count("thing"));
    Parameter { name: name.to_owned(), summary: String::new(), role: Role::Workload, scale }
}

/// Figures of a benchmark under some facts.
struct Scene {
    benchmark: &'static str,
    parameters: Vec<Parameter>,
    rows: Vec<(Vec<(&'static str, Value)>, f64)>,
}

impl Scene {
    fn under(&self, facts: &[Fact]) -> Vec<Hint> {
        let mut lab = Lab::new()
            .define(definition(self.benchmark, vec![time()], self.parameters.clone()))
            .subject("here")
            .session("s", 1)
            .facts(0, facts.to_vec(), vec![]);
        for (index, (values, center)) in self.rows.iter().enumerate() {
            let figures = Noise::new(index as u64 + 1).around(*center, 0.01, 11);
            lab = lab.times(self.benchmark, values, 0, &figures);
        }
        hints(Shelf::new("here", &lab).source())
    }

    fn flat(&self) -> Self {
        let rows = self.rows.iter().map(|(values, _)| (values.clone(), 10.0)).collect();
        Self { benchmark: self.benchmark, parameters: self.parameters.clone(), rows }
    }

    /// Fires under these facts, not under the others, and not on flat figures.
    fn check(&self, rule: &str, facts: &[Fact], others: &[Fact]) -> Hint {
        let found = self.under(facts);
        let [hint] = found.as_slice() else { panic!("one hint: {found:?}") };
        assert_eq!(hint.rule, rule);
        let text = hint.to_string();
        assert!(text.contains("likely") && text.contains("To tell: "), "{text}");
        assert_eq!(self.under(others), [], "without the fact");
        assert_eq!(self.under(&[]), [], "with nothing known");
        assert_eq!(self.flat().under(facts), [], "without the pattern");
        hint.clone()
    }
}

#[test]
fn a_scanner_at_close() {
    let build = |close: f64, facts: Vec<Fact>| {
        let phase = |name: &str| metric(name, Unit::Nanoseconds, Better::Less);
        let metrics = vec![phase("close_ns"), phase("open_ns"), phase("write_ns")];
        let trial = |index: u32| {
            let near = 1.0 + 0.001 * f64::from(index);
            vec![single(0, close * near), single(1, 20.0 * near), single(2, 5.0 * near)]
        };
        let lab = Lab::new()
            .define(definition("file.phases", metrics, vec![]))
            .subject("here")
            .session("s", 1)
            .facts(0, facts, vec![])
            .trials("file.phases", &[], 0, (0..11).map(trial).collect());
        hints(Shelf::new("here", &lab).source())
    };
    let agents = || vec![list("processes.security_agents", &["MsMpEng"])];
    let found = build(100.0, agents());
    assert_eq!(found[0].rule, "close-scan");
    assert!(found[0].to_string().contains("4.0 times"), "{}", found[0]);
    assert_eq!(build(100.0, vec![list("processes.security_agents", &[])]), []);
    assert_eq!(build(20.0, agents()), []);
}

#[test]
fn a_lock_of_ending_processes() {
    let scene = Scene {
        benchmark: "program.launch",
        parameters: vec![workload("shape", &["batch", "serial"]), call(&["create-process"])],
        rows: vec![
            (vec![("shape", Value::name("serial")), ("call", Value::name("create-process"))], 10.0),
            (vec![("shape", Value::name("batch")), ("call", Value::name("create-process"))], 30.0),
        ],
    };
    scene.check(
        "launch-batch",
        &[fact("os.name", Treatment, "Windows 11 Pro")],
        &[fact("os.name", Treatment, "Debian 12")],
    );
}

#[test]
fn a_check_at_first_launch() {
    let scene = Scene {
        benchmark: "program.launch",
        parameters: vec![workload("launch", &["warm", "first"])],
        rows: vec![
            (vec![("launch", Value::name("warm"))], 10.0),
            (vec![("launch", Value::name("first"))], 90.0),
        ],
    };
    scene.check(
        "first-launch",
        &[fact("kernel.name", Treatment, "Darwin")],
        &[fact("kernel.name", Treatment, "Linux")],
    );
}

#[test]
fn copied_page_tables() {
    let rows = |vfork: f64| {
        let row = |call: &str, bytes: u64, center: f64| {
            (vec![("call", Value::name(call)), ("parent-memory", Value::Integer(bytes))], center)
        };
        vec![
            row("fork", 0, 10.0),
            row("fork", 1 << 30, 100.0),
            row("vfork", 0, 10.0),
            row("vfork", 1 << 30, vfork),
        ]
    };
    let scene = |vfork: f64| Scene {
        benchmark: "process.create",
        parameters: vec![call(&["fork", "vfork"]), count("parent-memory")],
        rows: rows(vfork),
    };
    let (madvise, always) =
        ([fact("memory.thp", State, "madvise")], [fact("memory.thp", State, "always")]);
    let hint = scene(10.0).check("page-tables", &madvise, &always);
    assert!(hint.pattern.starts_with("fork from a large parent"), "{}", hint.pattern);
    assert_eq!(scene(100.0).under(&madvise), [], "where vfork grows too, something else does");
}

#[test]
fn a_clock_behind_a_system_call() {
    let scene = Scene {
        benchmark: "clock.read",
        parameters: vec![workload("clock", &["monotonic"])],
        rows: vec![(vec![("clock", Value::name("monotonic"))], 800.0)],
    };
    let hint = scene.check(
        "clock-source",
        &[fact("clock.source", State, "acpi_pm"), list("clock.sources", &["tsc", "acpi_pm"])],
        &[fact("clock.source", State, "tsc")],
    );
    assert!(hint.fact.contains("tsc, acpi_pm"), "{}", hint.fact);
}

#[test]
fn one_lock_of_an_allocator() {
    let scene = Scene {
        benchmark: "memory.alloc",
        parameters: vec![count("threads")],
        rows: vec![
            (vec![("threads", Value::Integer(1))], 10.0),
            (vec![("threads", Value::Integer(4))], 50.0),
        ],
    };
    scene.check(
        "allocator-lock",
        &[fact("allocator.name", Treatment, "musl malloc")],
        &[fact("allocator.name", Treatment, "glibc malloc")],
    );
}

#[test]
fn other_guests() {
    let build = |sigma: f64, steal: u64, hypervisor: bool| {
        let facts = if hypervisor {
            vec![fact("virtualization.hypervisor", Identity, "kvm")]
        } else {
            vec![]
        };
        let lab = Lab::new()
            .define(definition("x.y", vec![time()], vec![]))
            .subject("here")
            .session("s", 1)
            .facts(0, facts, vec![])
            .times("x.y", &[], 0, &Noise::new(4).around(100.0, sigma, 21))
            .with(|trial| trial.flags.push(Flag::Steal { ppm: steal }));
        hints(Shelf::new("here", &lab).source())
    };
    assert_eq!(build(0.2, 30_000, true)[0].rule, "noisy-neighbor");
    assert_eq!(build(0.01, 30_000, true), []);
    assert_eq!(build(0.2, 1_000, true), []);
    assert_eq!(build(0.2, 30_000, false), []);
}

/// Two files of these benchmarks, the second slower by a factor.
fn peers(ids: &[&str], factor: f64, one: &[Fact], other: &[Fact]) -> Vec<Hint> {
    let file = |name: &str, minute: u64, center: f64, facts: &[Fact]| {
        let mut lab =
            Lab::new().subject(name).session(name, minute).facts(0, facts.to_vec(), vec![]);
        for (index, id) in ids.iter().enumerate() {
            let figures = Noise::new(minute * 50 + index as u64).around(center, 0.01, 21);
            lab = lab.define(definition(id, vec![time()], vec![])).times(id, &[], 0, &figures);
        }
        Shelf::new(name, &lab)
    };
    let (a, b) = (file("A", 1, 100.0, one), file("B", 2, 100.0 * factor, other));
    let sources = [a.source(), b.source()];
    let findings = compare_files(&sources, &Options::default()).unwrap();
    hints_between(&sources, &findings)
}

#[test]
fn the_file_systems_own_work() {
    let none = list("processes.security_agents", &[]);
    let ntfs = [fact("filesystem.type", Treatment, "NTFS"), none.clone()];
    let scanned =
        [fact("filesystem.type", Treatment, "NTFS"), list("processes.security_agents", &["x"])];
    let ext4 = [fact("filesystem.type", Treatment, "ext4"), none];
    let found = peers(&["file.create"], 4.0, &ext4, &ntfs);
    assert_eq!((found[0].rule, found[0].subject.as_str()), ("ntfs-metadata", "B"));
    assert_eq!(peers(&["file.create"], 4.0, &ext4, &scanned), []);
    assert_eq!(peers(&["file.create"], 1.0, &ext4, &ntfs), []);
    assert_eq!(peers(&["file.create"], 4.0, &ext4, &ext4), []);
}

#[test]
fn dear_entries_to_the_kernel() {
    let ids = ["syscall.null", "process.create", "thread.create", "clock.read"];
    let off = [fact("mitigations.meltdown", State, "Not affected")];
    let on = [fact("mitigations.meltdown", State, "Mitigation: PTI")];
    let found = peers(&ids, 1.6, &off, &on);
    assert_eq!(found[0].rule, "kernel-overhead");
    assert!(found[0].fact.contains("Mitigation: PTI"), "{}", found[0]);
    assert_eq!(peers(&ids, 1.6, &on, &on), []);
    assert_eq!(peers(&ids, 1.1, &off, &on), []);
    assert_eq!(peers(&["clock.read"], 1.6, &off, &on), []);
}
