//! Which method for which workload.

use analysis::{AdviceTable, Ruling, TOLERANCE, advice_document, advise};
use model::{Better, Definition, Foreign, Named, Origin, Parameter, Role, Scale, Unit, Value};

use crate::lab::{Lab, Noise, Shelf, call, definition, metric, single, size, time};

const CALLS: [&str; 3] = ["read", "mmap", "splice"];

fn reading() -> Definition {
    definition("io.read", vec![time()], vec![call(&CALLS), size()])
}

/// A file of `io.read`: figures by call for each size in KiB.
fn reads(sizes: &[(u64, &[(&str, f64)])], sigma: f64, trials: usize) -> Shelf {
    let mut lab = Lab::new().define(reading()).subject("here").session("s", 1);
    for (kib, figures) in sizes {
        for (index, (name, center)) in figures.iter().enumerate() {
            let seed = kib * 10 + index as u64;
            let values = [("call", Value::name(name)), ("size", Value::Integer(kib << 10))];
            let figures = Noise::new(seed).around(*center, sigma, trials);
            lab = lab.times("io.read", &values, 0, &figures);
        }
    }
    Shelf::new("here", &lab)
}

fn only(shelf: &Shelf) -> AdviceTable {
    let advice = advise(shelf.source(), TOLERANCE);
    let [table] = advice.tables.as_slice() else { panic!("one table: {advice:?}") };
    table.clone()
}

fn methods(ruling: &Ruling) -> Vec<&str> {
    ruling.picks().iter().map(|pick| pick.method.as_str()).collect()
}

#[test]
fn ranges_merge_and_cross_over() {
    let table = only(&reads(
        &[
            (4, &[("read", 10.0), ("mmap", 20.0)]),
            (16, &[("read", 12.0), ("mmap", 20.0)]),
            (64, &[("read", 30.0), ("mmap", 20.0)]),
            (256, &[("read", 90.0), ("mmap", 20.0)]),
        ],
        0.005,
        21,
    ));
    assert_eq!(table.axis.as_deref(), Some("size"));
    let spans: Vec<(&str, Vec<&str>)> = table
        .ranges
        .iter()
        .map(|range| (range.span_text.as_str(), methods(&range.ruling)))
        .collect();
    assert_eq!(
        spans,
        [("4 KiB to 16 KiB", vec!["call=read"]), ("64 KiB to 256 KiB", vec!["call=mmap"])]
    );
    assert_eq!(table.ranges[0].sentence, "read is best.");
    let [crossover] = table.crossovers.as_slice() else { panic!("one crossover") };
    assert_eq!((crossover.from.as_str(), crossover.to.as_str()), ("read", "mmap"));
    assert_eq!((crossover.after, crossover.before), (Some(16 << 10), Some(64 << 10)));
    let estimate = crossover.estimate.unwrap();
    assert!((f64::from(16 << 10)..f64::from(64 << 10)).contains(&estimate), "{estimate}");
}

#[test]
fn a_crossover_is_as_uncertain_as_its_ties() {
    let table = only(&reads(
        &[
            (4, &[("read", 10.0), ("mmap", 20.0)]),
            (16, &[("read", 20.0), ("mmap", 20.0)]),
            (64, &[("read", 30.0), ("mmap", 20.0)]),
        ],
        0.002,
        41,
    ));
    // The tie joins the first range, but the take-over is known only beyond it.
    assert_eq!(table.ranges.len(), 2);
    assert_eq!(table.ranges[0].span_text, "4 KiB to 16 KiB");
    assert!(table.ranges[0].sentence.starts_with("read is as good as the best throughout"));
    let crossover = &table.crossovers[0];
    assert_eq!((crossover.after, crossover.before), (Some(4 << 10), Some(64 << 10)));
}

#[test]
fn a_tie_is_told_simplest_first() {
    let figures: &[(&str, f64)] = &[("splice", 10.0), ("mmap", 15.0), ("read", 10.0)];
    let table = only(&reads(&[(4, figures)], 0.002, 41));
    let Ruling::Tie(picks) = &table.ranges[0].ruling else { panic!("{table:?}") };
    assert_eq!(picks.len(), 2);
    assert_eq!(methods(&table.ranges[0].ruling), ["call=read", "call=splice"]);
    assert!(table.ranges[0].sentence.contains("Take read, the simplest"));
    assert_eq!(table.ranges[0].points[0].picks.last().unwrap().method, "call=mmap");
}

#[test]
fn too_much_noise_is_inconclusive() {
    let figures: &[(&str, f64)] = &[("read", 10.0), ("mmap", 10.3)];
    let table = only(&reads(&[(4, figures)], 0.3, 11));
    let Ruling::Inconclusive { candidates, more } = &table.ranges[0].ruling else {
        panic!("{table:?}")
    };
    assert_eq!(candidates.len(), 2);
    assert!(more.unwrap() > 11);
    assert!(table.ranges[0].sentence.starts_with("Inconclusive between"));
}

#[test]
fn a_noisy_method_does_not_hide_a_tie() {
    let mut shelf = reads(&[(4, &[("read", 10.0), ("mmap", 10.0), ("splice", 10.2)])], 0.002, 41);
    let mut noise = Noise::new(77);
    for trial in shelf.record.sessions[0].trials.iter_mut().filter(|trial| trial.cell == 2) {
        let model::Outcome::Measured(measured) = &mut trial.outcome else { continue };
        measured.observations = vec![crate::lab::batches(0, 10.2 * (0.5 * noise.normal()).exp())];
    }
    shelf.summary = analysis::summarize(&shelf.record);
    let range = &only(&shelf).ranges[0];
    assert_eq!(methods(&range.ruling), ["call=read", "call=mmap"]);
    assert_eq!(range.open, ["call=splice"]);
    assert!(range.sentence.ends_with("Of one more it cannot be told."), "{}", range.sentence);
}

#[test]
fn one_method_alone_is_told_as_such() {
    let table = only(&reads(&[(4, &[("read", 10.0)])], 0.01, 11));
    assert!(matches!(table.ranges[0].ruling, Ruling::OnlyOne(_)));
    assert_eq!(table.ranges[0].sentence, "Only one method was measured: read.");
}

#[test]
fn no_usable_figure_is_no_data() {
    let table = only(&reads(&[(4, &[("read", 10.0), ("mmap", 11.0)])], 0.01, 5));
    assert!(matches!(table.ranges[0].ruling, Ruling::NoData { .. }));
    assert!(table.ranges[0].sentence.contains("preliminary"), "{}", table.ranges[0].sentence);
    assert_eq!(table.ranges[0].points[0].left_out.len(), 2);
}

#[test]
fn unequal_conditions_are_never_ranked() {
    let mut lab = Lab::new().define(reading()).subject("here").session("s", 1);
    for (name, center, class) in
        [("read", 10.0, "none"), ("mmap", 90.0, "medium"), ("splice", 80.0, "medium")]
    {
        let values = [("call", Value::name(name)), ("size", Value::Integer(4096))];
        let figures = Noise::new(center as u64).around(center, 0.005, 21);
        lab = lab.times("io.read", &values, 0, &figures).condition("durability", class);
    }
    let shelf = Shelf::new("here", &lab);
    let advice = advise(shelf.source(), TOLERANCE);
    let rulings: Vec<(&Value, &str)> = advice
        .tables
        .iter()
        .map(|table| (&table.conditions["durability"][0], table.ranges[0].ruling.name()))
        .collect();
    assert_eq!(
        rulings,
        [(&Value::name("medium"), "best"), (&Value::name("none"), "only one method was measured")]
    );
    assert_eq!(methods(&advice.tables[0].ranges[0].ruling), ["call=splice"]);
}

#[test]
fn benchmarks_without_methods_have_no_advice() {
    let lab = Lab::new()
        .define(definition("clock.read", vec![time()], vec![size()]))
        .subject("here")
        .session("s", 1)
        .times("clock.read", &[("size", Value::Integer(1))], 0, &[1.0; 11]);
    assert_eq!(advise(Shelf::new("x", &lab).source(), TOLERANCE).tables, []);
}

fn buffer() -> Parameter {
    Parameter {
        name: "buffer".to_owned(),
        summary: String::new(),
        role: Role::Method,
        scale: Scale::Ordered(Unit::Bytes),
    }
}

/// As in the article: two families, buffers, and one method without a buffer.
#[test]
fn each_family_has_its_own_advice_beside_that_of_all() {
    let calls = call(&["pread/synchronous", "threads/asynchronous", "map/mapped"]);
    let reading = definition("io.read", vec![time()], vec![size(), calls, buffer()]);
    let mut lab = Lab::new().define(reading).subject("here").session("s", 1);
    for size in [8_u64, 64] {
        let rows = [
            ("pread", Some(4), 150.0),
            ("pread", Some(64), 100.0),
            ("pread", Some(1_024), 100.0),
            ("threads", Some(64), 90.0),
            ("threads", Some(1_024), if size == 8 { 90.0 } else { 60.0 }),
            ("map", None, 120.0),
        ];
        for (place, (name, kib, center)) in rows.into_iter().enumerate() {
            let kib = kib.map_or_else(Value::none, |kib| Value::Integer(kib << 10));
            let size = Value::Integer(size << 20);
            let values = [("size", size), ("call", Value::name(name)), ("buffer", kib)];
            let figures = Noise::new(place as u64 + 3).around(center, 0.002, 41);
            lab = lab.times("io.read", &values, 0, &figures);
        }
    }
    let shelf = Shelf::new("here", &lab);
    let advice = advise(shelf.source(), TOLERANCE);
    let told: Vec<(Option<&str>, &str, String)> = advice
        .tables
        .iter()
        .flat_map(|table| {
            table.ranges.iter().map(|range| {
                let family = table.family.as_deref();
                (family, range.span_text.as_str(), range.sentence.clone())
            })
        })
        .collect();
    let tie = "A tie of 2 methods: pread buffer 64 KiB to 1 MiB. Take pread \
               buffer 64 KiB, the simplest.";
    let shared = "threads buffer 1 MiB is as good as the best throughout; in parts of the \
                  range others are too.";
    assert_eq!(
        told,
        [
            (None, "8 MiB to 64 MiB", shared.to_owned()),
            (Some("synchronous"), "8 MiB to 64 MiB", tie.to_owned()),
            (Some("asynchronous"), "8 MiB to 64 MiB", shared.to_owned()),
            (
                Some("mapped"),
                "8 MiB to 64 MiB",
                "Only one method of the family was measured: map.".to_owned()
            ),
        ]
    );
    let picks = advice.tables[1].ranges[0].ruling.picks();
    let cases = picks.iter().map(|pick| &shelf.record.cases[pick.case]);
    let choices = analysis::choices(&shelf.record, cases);
    let [choice] = choices.as_slice() else { panic!("one choice: {choices:?}") };
    assert_eq!((choice.method.as_str(), choice.spans.as_str()), ("pread", "64 KiB to 1 MiB"));
    let document = advice_document(&advice);
    assert_eq!(document["tables"][0]["family"], serde_json::Value::Null);
    assert_eq!(document["tables"][2]["family"], "asynchronous");
}

/// A foreign file: mean, deviation and trials by call and buffer.
fn foreign(rows: &[(&str, u64, f64, f64)], trials: Option<usize>) -> Shelf {
    let metrics = vec![time(), metric("time_ns_sd", Unit::Nanoseconds, Better::Diagnostic)];
    let named = |name: &str| Named {
        name: name.to_owned(),
        summary: String::new(),
        family: None,
        systems: vec![],
    };
    let mut call = call(&[]);
    call.scale = Scale::Named(["plain", "fadvise"].into_iter().map(named).collect());
    let mut lab = Lab::new()
        .define(definition("io.read", metrics, vec![call, buffer()]))
        .subject("julie")
        .session("s", 1);
    lab.0.origin = Origin::Foreign(Foreign {
        tool: "io_benchmark".to_owned(),
        limits: "mean and standard deviation only".to_owned(),
    });
    for (name, kib, mean, deviation) in rows {
        let values = [("call", Value::name(name)), ("buffer", Value::Integer(kib << 10))];
        lab =
            lab.trials("io.read", &values, 0, vec![vec![single(0, *mean), single(1, *deviation)]]);
        if let Some(trials) = trials {
            let cell = lab.last().cells.last_mut().unwrap();
            cell.notes.insert("trials".to_owned(), trials.to_string());
        }
    }
    Shelf::new("julie", &lab)
}

#[test]
fn means_and_deviations_of_others_are_advised_on_with_their_limits() {
    let rows: &[(&str, u64, f64, f64)] = &[
        ("plain", 4, 120.0, 0.6),
        ("plain", 64, 100.2, 0.3),
        ("fadvise", 4, 118.0, 0.6),
        ("fadvise", 16, 100.3, 0.3),
        ("fadvise", 64, 100.0, 0.3),
    ];
    let shelf = foreign(rows, Some(5));
    let advice = advise(shelf.source(), TOLERANCE);
    assert!(advice.limits.as_ref().unwrap().contains("mean and standard deviation only"));
    let range = &advice.tables[0].ranges[0];
    assert!(matches!(range.ruling, Ruling::Tie(_)), "{range:?}");
    assert_eq!(
        range.sentence,
        "A tie of 3 methods: plain buffer 64 KiB, fadvise buffer 16 KiB to 64 KiB. \
         Take plain buffer 64 KiB, the simplest."
    );
}

#[test]
fn means_alone_cannot_separate() {
    let shelf = foreign(&[("plain", 4, 120.0, 0.6), ("fadvise", 4, 100.0, 0.6)], None);
    let advice = advise(shelf.source(), TOLERANCE);
    let ruling = &advice.tables[0].ranges[0].ruling;
    assert!(matches!(ruling, Ruling::Inconclusive { more: None, .. }), "{ruling:?}");
}

#[test]
fn the_document_has_sorted_keys() {
    let shelf = reads(&[(4, &[("read", 10.0), ("mmap", 20.0)])], 0.01, 21);
    let document = advice_document(&advise(shelf.source(), TOLERANCE));
    assert_eq!(document["tables"][0]["ranges"][0]["ruling"], "best");
    assert_eq!(document["tables"][0]["ranges"][0]["methods"][0]["method"], "call=read");
    crate::documents::sorted(&document);
}
