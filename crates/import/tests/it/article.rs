//! The article's dialects, in tables of our own making.

use import::{Input, Options};

use crate::shelf::{Shelf, fixture, value};

#[test]
fn rows_that_appear_twice_are_taken_once() {
    let shelf = Shelf::of("io_article_sizes.csv", &Options::default());
    assert_eq!(shelf.record().cases.len(), 7);
    assert_eq!(shelf.imported.remarks, ["1 row appears a second time and was taken once"]);
}

#[test]
fn parts_and_their_whole_are_one_result() {
    let text = fixture("io_article_sizes.csv");
    let inputs = [Input { name: "read_8.csv", text }, Input { name: "read_results.csv", text }];
    let shelf = Shelf::new(&inputs, &Options::default());
    assert_eq!(shelf.record().cases.len(), 7);
    assert_eq!(shelf.imported.remarks, ["9 rows appear a second time and were taken once"]);
}

#[test]
fn two_results_are_not_one() {
    let text = "File Size, Method, Mean (ms), Stddev (ms)\n\
                8388608, mmap_plain, 2, 1\n8388608, read_mmap_plain, 3, 1\n";
    let error = import::import(text.as_bytes(), None, &Options::default()).unwrap_err();
    assert_eq!(
        error.to_string(),
        "line 3, column 1: other figures for read_mmap_plain than in line 2; these are two \
         results: import each by itself"
    );
}

#[test]
fn the_advice_is_a_tie_where_trials_are_known() {
    let options = Options { trials: Some(5), ..Options::default() };
    let shelf = Shelf::of("io_article_sizes.csv", &options);
    let advice = shelf.advice();
    let point = &advice.tables[0].ranges[0].points[1];
    assert_eq!(point.value, Some(model::Value::Integer(16 << 20)));
    assert_eq!(point.ruling.name(), "tie");
    let tied: Vec<&str> = point.ruling.picks().iter().map(|pick| pick.method.as_str()).collect();
    assert_eq!(tied, ["call=plain buffer=64 KiB", "call=fadvise buffer=64 KiB"]);
}

#[test]
fn means_alone_separate_nothing() {
    let shelf = Shelf::of("io_article_sizes.csv", &Options::default());
    let advice = shelf.advice();
    assert!(advice.tables[0].ranges.iter().all(|range| range.ruling.name() != "best"));
}

#[test]
fn copies_are_known_by_their_methods_whatever_the_file_is_called() {
    let text = fixture("io_article_copy.csv");
    let shelf = Shelf::new(&[Input { name: "read_results.csv", text }], &Options::default());
    let record = shelf.record();
    assert!(record.cases.iter().all(|case| case.benchmark.as_str() == "io-benchmark.copy"));
    assert!(record.cases.iter().all(|case| value(case, "size") == "none"));
    assert_eq!(shelf.imported.remarks.len(), 1);
}

#[test]
fn sizes_that_cannot_be_kilobytes_are_megabytes() {
    let shelf = Shelf::of("io_article_kb.csv", &Options::default());
    let sizes = |case: &model::Case| (value(case, "call"), value(case, "size"));
    let found: Vec<_> = shelf.record().cases.iter().map(sizes).collect();
    let size = || "16777216".to_owned();
    assert_eq!(found, [("rdahead".to_owned(), size()), ("rdadvise".to_owned(), size())]);
    assert!(shelf.imported.remarks[0].contains("they are taken as MB"));
}

#[test]
fn columns_may_be_filled_up_with_spaces() {
    let text = fixture("io_article_fixed.txt");
    let shelf = Shelf::new(&[Input { name: "read_16.txt", text }], &Options::default());
    assert_eq!(shelf.figures("time_ns")[1].1, [107e6]);
    assert_eq!(shelf.figures("time_ns_sd")[1].1, [4.7e6]);
}

#[test]
fn a_table_without_rows_holds_no_result() {
    let text = b"Method, Mean (ms), Stddev (ms)\n";
    let error = import::import(text, None, &Options::default()).unwrap_err().to_string();
    assert!(error.starts_with("the file holds no result"), "{error}");
    let inputs = [
        Input { name: "read_8.csv", text },
        Input { name: "copy.csv", text: fixture("io_article_copy.csv") },
    ];
    let shelf = Shelf::new(&inputs, &Options::default());
    assert_eq!(shelf.imported.remarks[0], "read_8.csv holds a heading and no row");
}

#[test]
fn definitions_are_the_same_in_every_file() {
    let one = Shelf::of("io_article_sizes.csv", &Options::default());
    let other = Shelf::of("io_article_kb.csv", &Options::default());
    assert_eq!(one.record().definitions, other.record().definitions);
}

#[test]
fn a_last_line_without_an_end_is_told() {
    let text = fixture("io_article_copy.csv");
    let cut = &text[..text.len() - 3];
    let shelf = Shelf::new(&[Input { name: "copy.csv", text: cut }], &Options::default());
    let remark = shelf.imported.remarks.last().expect("a remark");
    assert_eq!(
        remark,
        "copy.csv: the last line has no end; if the file was cut off, its figure is wrong"
    );
}
