//! Truncated, foreign, edited and contradictory files: a clear error, never a panic.

use import::{Format, Input, Options};
use proptest::prelude::*;

use crate::shelf::{FIXTURES, fixture, withstand};

/// What each of these was once answered wrongly or might be: file, format if given, a part of the
/// answer.
const CORPUS: [(&[u8], Option<Format>, &str); 24] = [
    (b"", None, "the file is empty"),
    (b"\n\n", Some(Format::Benchfmt), "the file holds no result"),
    (b"[]", None, "no format that whichos imports"),
    (b"{}", Some(Format::Hyperfine), "results: is missing"),
    (b"{\"results\": {}}", None, "results: {} is no list"),
    (b"{\"results\": []}", None, "the file holds no result"),
    (b"{\"results\": [{}]}", None, "results[0].command: is missing"),
    (b"{\"results\": [{\"command\": \"a\", \"times\": []}]}", None, "results[0].times: no run"),
    (b"{\"results\": [{\"command\": \"a\", \"times\": [0]}]}", None, "results[0].times[0]: a figure of zero"),
    (b"{\"results\": [{\"command\": \"a\", \"times\": [-1]}]}", None, "results[0].times[0]: -1 is no measurement"),
    (b"{\"results\": [{\"command\": \"a\", \"times\": [1e400]}]}", None, "line 1, column"),
    (b"{\"results\": [{\"command\": \"a\", \"mean\": 1}, {\"command\": \"a\", \"mean\": 1}]}", None, "results[1]: the command of results[0] again"),
    (b"{\"context\": {}, \"benchmarks\": [{\"name\": \"a\", \"real_time\": NaN}]}", None, "line 1, column"),
    (b"{\"context\": {}, \"benchmarks\": [{\"name\": \"a_median\", \"real_time\": 1}]}", None, "neither a repetition nor a mean"),
    (b"{\"context\": {}, \"benchmarks\": [{\"name\": \"a\", \"real_time\": 1, \"time_unit\": \"h\"}]}", None, "benchmarks[0].time_unit: \"h\" is no unit of time"),
    (b"{\"jobs\": [{\"jobname\": \"a\", \"read\": {\"total_ios\": 1}}]}", None, "jobs[0].read.bw: is missing"),
    (b"{\"jobs\": [{\"jobname\": 1}]}", None, "jobs[0].jobname: 1 is no text"),
    (b"fio: cut\n{\n\"fio version\": \"3\", \"jobs\": [", None, "line 3, column"),
    (b"BenchmarkA 10 1 ns/op extra\n", None, "\"extra\" has no unit"),
    (b"Compare file sync methods using one 8kB write:\n\tfsync many ops/sec\n", None, "line 2, column 8: \"many\" is no rate"),
    (b"Compare file sync methods using one 8kB write:\n", None, "the file holds no result"),
    (b"Method, Mean (ms), Stddev (ms)\nread_plain 4 Kb, 1\n", None, "2 columns instead of 3"),
    (b"Method, Mean (ms), Stddev (ms)\nread_plain 99999999999999999999 Kb, 1, 1\n", None, "is no method and buffer"),
    (b"\xff\xfeM\0e\0t\0", None, "UTF-16"),
];

#[test]
fn each_broken_file_is_answered_with_its_place() {
    for (text, format, wanted) in CORPUS {
        let error = import::import(text, format, &Options::default()).unwrap_err().to_string();
        assert!(error.contains(wanted), "{:?}: {error}", String::from_utf8_lossy(text));
        assert!(error.contains("; "), "no remedy: {error}");
    }
}

#[test]
fn deep_nesting_is_refused() {
    let text = format!("{{\"results\": {}", "[".repeat(200_000));
    assert!(import::import(text.as_bytes(), Some(Format::Hyperfine), &Options::default()).is_err());
    assert!(import::import(text.as_bytes(), None, &Options::default()).is_err());
}

#[test]
fn errors_name_the_file() {
    let text = fixture("benchfmt.txt");
    let inputs = [Input { name: "a.txt", text }, Input { name: "b.txt", text }];
    let error = import::import_all(&inputs, None, &Options::default()).unwrap_err().to_string();
    assert!(error.starts_with("b.txt: a second file"), "{error}");
    let inputs = [Input { name: "a.json", text: b"{" }];
    let error = import::import_all(&inputs, None, &Options::default()).unwrap_err().to_string();
    assert!(error.starts_with("a.json: line 1, column 1"), "{error}");
    assert!(import::import_all(&[], None, &Options::default()).is_err());
}

#[test]
fn every_beginning_of_a_file_is_answered() {
    for fixture in FIXTURES {
        // A step that meets every place of the short ones and many of the long ones.
        for end in (0..fixture.text.len()).step_by(1 + fixture.text.len() / 2_000) {
            let options = Options::default();
            for format in [None, Some(fixture.format)] {
                if let Ok(found) = import::import(&fixture.text[..end], format, &options) {
                    // A text format that is cut between lines is a smaller file.
                    let json = fixture.text.contains(&b'{');
                    let whole = fixture.text[end..].trim_ascii().is_empty();
                    assert!(whole || !json, "{} cut at {end}", fixture.name);
                    if end % 97 == 0 {
                        withstand(&found.record);
                    }
                }
            }
        }
    }
}

/// A change of a file.
#[derive(Clone, Debug)]
enum Edit {
    Replace(usize, u8),
    Remove(usize, usize),
    Repeat(usize, usize),
    Insert(usize, &'static str),
}

/// Texts that mean something to one of the readers.
const WORDS: [&str; 20] = [
    "0",
    "-1",
    "1e308",
    "1e-308",
    "99999999999999999999",
    "null",
    "[]",
    "{}",
    "\"\"",
    "true",
    "none",
    ",",
    "\n",
    " ",
    "/",
    "=",
    "Kb",
    "NaN",
    "n/a",
    "\u{301}",
];

fn edit() -> impl Strategy<Value = Edit> {
    let place = 0_usize..100_000;
    prop_oneof![
        (place.clone(), any::<u8>()).prop_map(|(at, byte)| Edit::Replace(at, byte)),
        (place.clone(), 1_usize..200).prop_map(|(at, count)| Edit::Remove(at, count)),
        (place.clone(), 1_usize..400).prop_map(|(at, count)| Edit::Repeat(at, count)),
        (place, prop::sample::select(&WORDS)).prop_map(|(at, word)| Edit::Insert(at, word)),
    ]
}

fn edited(text: &[u8], edits: &[Edit]) -> Vec<u8> {
    let mut text = text.to_vec();
    for edit in edits {
        let (Edit::Replace(at, _)
        | Edit::Remove(at, _)
        | Edit::Repeat(at, _)
        | Edit::Insert(at, _)) = *edit;
        let at = at % (text.len() + 1);
        match *edit {
            Edit::Replace(_, byte) => {
                if let Some(old) = text.get_mut(at) {
                    *old = byte;
                }
            }
            Edit::Remove(_, count) => drop(text.drain(at..(at + count).min(text.len()))),
            Edit::Repeat(_, count) => {
                let part = text[at..(at + count).min(text.len())].to_vec();
                text.splice(at..at, part);
            }
            Edit::Insert(_, word) => drop(text.splice(at..at, word.bytes())),
        }
    }
    text
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(500))]

    #[test]
    fn edited_files_never_panic(
        which in 0..FIXTURES.len(),
        edits in prop::collection::vec(edit(), 1..6),
        given in any::<bool>(),
        trials in prop::option::of(0_u32..7),
    ) {
        let text = edited(FIXTURES[which].text, &edits);
        let format = given.then_some(FIXTURES[which].format);
        let options = Options { trials, ..Options::default() };
        match import::import(&text, format, &options) {
            Ok(found) => drop(withstand(&found.record)),
            Err(error) => prop_assert!(!error.remedy.is_empty() && !error.what.is_empty()),
        }
    }

    #[test]
    fn any_bytes_never_panic(text in prop::collection::vec(any::<u8>(), 0..300), which in 0..6_usize) {
        let format = Format::all().nth(which);
        if let Ok(found) = import::import(&text, format, &Options::default()) {
            withstand(&found.record);
        }
    }
}
