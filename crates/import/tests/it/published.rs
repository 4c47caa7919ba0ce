//! The published tables of the article "IO Benchmark" themselves (Aditya Ramesh, CC BY 4.0), which
//! are not part of this repository: `WHICHOS_IO_ARTICLE` names the folder that holds `results/` and
//! `history/`. What they must give was computed apart, by a script that knows nothing of this
//! crate, and stands here as numbers.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use analysis::{AdvicePoint, AdviceTable};
use import::{Input, Options};

use crate::shelf::{Shelf, value};

const SKIPPED: &str = "skipped: WHICHOS_IO_ARTICLE does not name the published tables";

fn folder() -> Option<PathBuf> {
    std::env::var_os("WHICHOS_IO_ARTICLE").map(PathBuf::from)
}

fn options() -> Options {
    Options { trials: Some(5), label: Some("julie".to_owned()), ..Options::default() }
}

const SIZES: [u64; 8] = [8, 16, 32, 64, 80, 96, 112, 256];

/// The tables of each size, and the one of all sizes.
fn tables(folder: &Path, operation: &str) -> Vec<(String, Vec<u8>)> {
    let names = SIZES.iter().map(|size| format!("{operation}_{size}.csv"));
    names
        .chain([format!("{operation}_results.csv")])
        .map(|name| {
            let path = folder.join("results/julie").join(operation).join(&name);
            let text =
                std::fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
            (name, text)
        })
        .collect()
}

fn shelf(tables: &[(String, Vec<u8>)]) -> Shelf {
    let inputs: Vec<Input<'_>> = tables.iter().map(|(name, text)| Input { name, text }).collect();
    Shelf::new(&inputs, &options())
}

/// Size in MiB, call, buffer in KiB, mean in nanoseconds.
type Winner = (u64, &'static str, u64, f64);

/// The row of the least mean at each size, whatever else is known of it.
fn winners(shelf: &Shelf, keep: impl Fn(&str) -> bool) -> Vec<(u64, String, u64, f64)> {
    let mut best: BTreeMap<u64, (u64, String, u64, f64)> = BTreeMap::new();
    for (case, figures) in shelf.figures("time_ns") {
        let [mean] = figures[..] else { panic!("one mean a row") };
        let call = value(case, "call");
        let size = case.integer("size").expect("a size") >> 20;
        let row = (size, call, case.integer("buffer").unwrap_or(0) >> 10, mean);
        let known = best.get(&size);
        if keep(&row.1) && known.is_none_or(|(.., known)| mean < *known) {
            best.insert(size, row);
        }
    }
    best.into_values().collect()
}

fn check(found: &[(u64, String, u64, f64)], wanted: &[Winner]) {
    let found: Vec<(u64, &str, u64, f64)> = found
        .iter()
        .map(|(size, call, buffer, mean)| (*size, call.as_str(), *buffer, *mean))
        .collect();
    assert_eq!(found, wanted);
}

fn points(table: &AdviceTable) -> impl Iterator<Item = &AdvicePoint> {
    table.ranges.iter().flat_map(|range| &range.points)
}

#[test]
fn all_rows_are_read_and_duplicates_recognized() {
    let Some(folder) = folder() else {
        println!("{SKIPPED}");
        return;
    };
    let mut all = tables(&folder, "read");
    all.extend(tables(&folder, "write"));
    let shelf = shelf(&all);
    let of =
        |id: &str| shelf.record().cases.iter().filter(|case| case.benchmark.as_str() == id).count();
    assert_eq!((of("io-benchmark.read"), of("io-benchmark.write")), (960, 960));
    assert_eq!(shelf.imported.remarks, ["1920 rows appear a second time and were taken once"]);
}

#[test]
fn every_fastest_read_is_right() {
    let Some(folder) = folder() else {
        println!("{SKIPPED}");
        return;
    };
    let shelf = shelf(&tables(&folder, "read"));
    check(
        &winners(&shelf, |_| true),
        &[
            (8, "fadvise", 24, 23_183_583.0),
            (16, "fadvise", 16, 47_327_074.0),
            (32, "fadvise", 16, 94_722_098.0),
            (64, "fadvise", 40, 186_216_031.0),
            (80, "aio-fadvise", 24, 253_531_708.0),
            (96, "async-fadvise", 16, 280_014_821.0),
            (112, "async-fadvise", 40, 327_012_062.0),
            (256, "async-fadvise", 64, 760_268_698.0),
        ],
    );
}

#[test]
fn every_fastest_write_is_right() {
    let Some(folder) = folder() else {
        println!("{SKIPPED}");
        return;
    };
    let shelf = shelf(&tables(&folder, "write"));
    let all = winners(&shelf, |_| true);
    let at = |size: u64| all.iter().find(|row| row.0 == size).expect("a size").clone();
    assert_eq!(at(80), (80, "async-preallocate".to_owned(), 65_536, 2_168_043_514.0));
    assert_eq!(at(96), (96, "async-preallocate".to_owned(), 65_536, 2_609_551_516.0));
    check(
        &winners(&shelf, |call| !call.starts_with("async")),
        &[
            (8, "mmap-preallocate-direct", 0, 217_578_872.0),
            (16, "preallocate", 16_384, 436_541_268.0),
            (32, "preallocate", 16_384, 873_073_642.0),
            (64, "preallocate", 16_384, 1_744_601_176.0),
            (80, "preallocate", 16_384, 2_180_161_015.0),
            (96, "preallocate", 16_384, 2_616_980_774.0),
            (112, "preallocate", 4_096, 3_052_105_097.0),
            (256, "preallocate", 4_096, 6_969_562_088.0),
        ],
    );
}

/// The article says: read with `read_fadvise` and buffers of 40 to 256 KB. The figures say: 7 to 37
/// rows tie at each size, and buffers from 4 KB on are as good.
#[test]
fn the_advice_on_reading_is_a_tie_of_many() {
    let Some(folder) = folder() else {
        println!("{SKIPPED}");
        return;
    };
    let shelf = shelf(&tables(&folder, "read"));
    let advice = shelf.advice();
    assert!(
        advice.limits.as_ref().is_some_and(|limits| limits.contains("mean and standard deviation"))
    );
    let families: Vec<Option<&str>> =
        advice.tables.iter().map(|table| table.family.as_deref()).collect();
    assert_eq!(families, [None, Some("synchronous"), Some("mapped"), Some("asynchronous")]);
    let table = &advice.tables[0];
    let ties: Vec<(&str, usize)> =
        points(table).map(|point| (point.ruling.name(), point.ruling.picks().len())).collect();
    let wanted = [11, 7, 33, 12, 22, 35, 30, 37].map(|count| ("tie", count));
    assert_eq!(ties, wanted);
    let calls = |name: &str| {
        points(table).all(|point| {
            point
                .ruling
                .picks()
                .iter()
                .any(|pick| pick.method.starts_with(&format!("call={name} ")))
        })
    };
    assert!(calls("fadvise"), "the published method is among the best at every size");
    let spans: Vec<&str> = table.ranges.iter().map(|range| range.span_text.as_str()).collect();
    assert_eq!(spans, ["8 MiB to 32 MiB", "64 MiB", "80 MiB to 256 MiB"]);
    assert!(
        table.ranges[2]
            .sentence
            .starts_with("A tie of 10 methods: call=fadvise buffer=4 KiB to 12 KiB")
    );
}

/// The article says: write with `write_preallocate` and buffers from 4 MB on. What wrote another
/// amount than the file's size is not ranked with what wrote all of it; among the latter the claim
/// holds from 16 MiB on, and at 8 MiB it ties with a mapped file.
#[test]
fn the_advice_on_writing_leaves_out_what_did_not_write_all() {
    let Some(folder) = folder() else {
        println!("{SKIPPED}");
        return;
    };
    let shelf = shelf(&tables(&folder, "write"));
    let advice = shelf.advice();
    let written = |table: &AdviceTable| format!("{:?}", table.conditions["written"]);
    let all: Vec<&AdviceTable> =
        advice.tables.iter().filter(|table| table.family.is_none()).collect();
    let conditions: Vec<String> = all.iter().map(|table| written(table)).collect();
    assert_eq!(conditions, ["[Name(\"all\")]", "[Name(\"less\")]", "[Name(\"more\")]"]);
    let best: Vec<String> = points(all[0]).map(|it| it.picks[0].method.clone()).collect();
    assert_eq!(
        best,
        [
            "call=mmap-preallocate-direct",
            "call=preallocate buffer=16 MiB",
            "call=preallocate buffer=16 MiB",
            "call=preallocate buffer=16 MiB",
            "call=preallocate buffer=16 MiB",
            "call=preallocate buffer=16 MiB",
            "call=preallocate buffer=4 MiB",
            "call=preallocate buffer=4 MiB",
        ]
    );
    assert!(points(all[0]).all(|point| point.ruling.name() == "tie"));
    assert!(points(all[2]).all(|point| point.ruling.name() == "inconclusive"));
}

/// The article says: copy with `copy_sendfile`. The only table of copies contradicts it: alone it
/// takes 16 times as long as with preallocation and advice.
#[test]
fn the_advice_on_copying_contradicts_the_article() {
    let Some(folder) = folder() else {
        println!("{SKIPPED}");
        return;
    };
    let text = std::fs::read(folder.join("history/e19db18_results.csv")).expect("the table");
    let shelf = Shelf::new(&[Input { name: "e19db18_results.csv", text: &text }], &options());
    assert_eq!(shelf.record().cases.len(), 104);
    assert!(shelf.imported.remarks[0].starts_with("104 rows do not say the size of the file"));
    let advice = shelf.advice();
    let range = &advice.tables[0].ranges[0];
    assert_eq!(
        range.sentence,
        "A tie of 7 methods: call=sendfile-preallocate-fadvise, call=splice-preallocate \
         buffer=56 KiB, call=splice-preallocate-fadvise buffer=56 KiB to 1 MiB or 16 MiB. Take \
         call=sendfile-preallocate-fadvise, the simplest. Of 11 more it cannot be told."
    );
    let cost = |method: &str| {
        let picks = &range.points[0].picks;
        picks.iter().find(|pick| pick.method == method).map(|pick| pick.cost)
    };
    assert!(cost("call=sendfile").is_some_and(|cost| cost > 16.0));
}
