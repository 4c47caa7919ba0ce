//! Exports in the hands of the programs that they are for. Where a program is not here the test
//! says so and proves nothing.
//!
//! - `benchstat` and `promtool` are looked for on the path.
//! - Google Benchmark's `compare.py` is `WHICHOS_GBENCH_COMPARE`, or where Debian's package
//!   `libbenchmark-tools` puts it.
//! - Python with the modules `prometheus_client`, `junitparser`, `pyarrow`, `numpy` and `scipy`, as
//!   far as there, is `WHICHOS_PYTHON`, or `python3`.

use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Stdio};

use analysis::summarize;
use model::RunRecord;

use super::record::record;
use crate::export::Format;

/// What a program said, or why it could not be asked.
struct Asked {
    ok: bool,
    out: String,
    err: String,
}

/// Runs a program; `None` where there is none.
fn ask(command: &mut Command, input: &[u8]) -> Option<Asked> {
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().ok()?;
    // A program that reads nothing closes the pipe.
    child.stdin.take()?.write_all(input).ok();
    let output = child.wait_with_output().ok()?;
    let text = |bytes: Vec<u8>| String::from_utf8_lossy(&bytes).into_owned();
    Some(Asked { ok: output.status.success(), out: text(output.stdout), err: text(output.stderr) })
}

fn python() -> Command {
    Command::new(std::env::var_os("WHICHOS_PYTHON").unwrap_or_else(|| "python3".into()))
}

/// Whether Python has a module.
fn has_module(module: &str) -> bool {
    let asked = ask(python().args(["-c", &format!("import {module}")]), b"");
    asked.is_some_and(|asked| asked.ok)
}

fn export(format: Format, record: &RunRecord) -> Vec<u8> {
    format.render(record, &summarize(record)).expect("an export").content
}

/// The same record with every time 20 % longer.
fn slower() -> RunRecord {
    let mut record = record();
    for trial in &mut record.sessions[0].trials {
        let model::Outcome::Measured(measured) = &mut trial.outcome else { continue };
        for observation in &mut measured.observations {
            if let model::Values::Batches { elapsed_ns, .. } = &mut observation.values {
                for ns in elapsed_ns {
                    *ns += *ns / 5;
                }
            }
        }
    }
    record
}

/// A file that is removed with its folder.
struct Kept {
    folder: PathBuf,
}

impl Kept {
    fn new(name: &str) -> Self {
        let folder = std::env::temp_dir().join(format!("whichos-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&folder).expect("a folder");
        Self { folder }
    }

    fn file(&self, name: &str, content: &[u8]) -> PathBuf {
        let path = self.folder.join(name);
        std::fs::write(&path, content).expect("a file");
        path
    }
}

impl Drop for Kept {
    fn drop(&mut self) {
        std::fs::remove_dir_all(&self.folder).ok();
    }
}

#[test]
fn benchstat_compares_benchfmt() {
    let kept = Kept::new("benchstat");
    let old = kept.file("old.txt", &export(Format::Benchfmt, &record()));
    let new = kept.file("new.txt", &export(Format::Benchfmt, &slower()));
    let mut command = Command::new("benchstat");
    let Some(asked) =
        ask(command.args(["-col", ".file", "-row", ".fullname,subject"]).args([&old, &new]), b"")
    else {
        println!("skipped: benchstat is not here");
        return;
    };
    assert!(asked.ok, "{}", asked.err);
    assert!(asked.out.contains("Process.create/size=4096/call=fork"), "{}", asked.out);
    assert!(asked.out.contains("+20.0") && asked.out.contains("n=12"), "{}", asked.out);
    assert!(
        asked.out.contains("answer/s") && asked.out.contains("latency-p50-sec/op"),
        "{}",
        asked.out
    );
    for line in asked.err.lines() {
        assert!(!line.contains("parsing") && !line.contains("syntax"), "{}", asked.err);
    }
    let mut command = Command::new("benchstat");
    let by_subject = ask(command.args(["-col", "subject"]).arg(&old), b"").expect("benchstat");
    assert!(by_subject.ok && by_subject.out.contains("vs base"), "{}", by_subject.out);
}

#[test]
fn compare_py_compares_gbench() {
    let given = std::env::var_os("WHICHOS_GBENCH_COMPARE").map(PathBuf::from);
    let tool = given.unwrap_or_else(|| "/usr/share/benchmark/compare.py".into());
    if !tool.exists() || !has_module("scipy") {
        println!("skipped: Google Benchmark's compare.py, or scipy which it needs, is not here");
        return;
    }
    let kept = Kept::new("gbench");
    let old = kept.file("old.json", &export(Format::Gbench, &record()));
    let new = kept.file("new.json", &export(Format::Gbench, &slower()));
    let asked = ask(python().arg(&tool).args(["--no-color", "benchmarks"]).args([&old, &new]), b"");
    let asked = asked.expect("python");
    assert!(asked.ok, "{}", asked.err);
    assert!(asked.out.contains("+0.2000"), "{}", asked.out);
    assert!(asked.out.contains("U Test, Repetitions: 12 vs 12"), "{}", asked.out);
}

#[test]
fn promtool_accepts_prometheus() {
    let text = export(Format::Prometheus, &record());
    let Some(asked) = ask(Command::new("promtool").args(["check", "metrics"]), &text) else {
        println!("skipped: promtool is not here");
        return;
    };
    assert!(asked.ok && asked.out.is_empty() && asked.err.is_empty(), "{}{}", asked.out, asked.err);
}

#[test]
fn prometheus_client_reads_both_text_formats() {
    if !has_module("prometheus_client") {
        println!("skipped: Python with prometheus_client is not here");
        return;
    }
    for (format, parser) in
        [(Format::OpenMetrics, "openmetrics.parser"), (Format::Prometheus, "parser")]
    {
        let script = format!(
            "import sys\nfrom prometheus_client.{parser} import text_string_to_metric_families as f\n\
             for m in f(sys.stdin.read()):\n  for s in m.samples: print(m.type, m.unit, s.name, s.labels['subject'] if 'subject' in s.labels else '', s.value)"
        );
        let asked =
            ask(python().args(["-c", &script]), &export(format, &record())).expect("python");
        assert!(asked.ok, "{}", asked.err);
        let wanted = "whichos_time_seconds say \"hi\" & <bye>, \\n 1.0";
        assert!(asked.out.contains(wanted), "{}", asked.out);
        assert!(asked.out.contains("whichos_answers_per_second Linux 26"), "{}", asked.out);
    }
}

#[test]
fn junit_is_read_by_parsers() {
    let text = export(Format::Junit, &record());
    let document = std::str::from_utf8(&text).expect("text");
    let document = roxmltree::Document::parse(document).expect("XML");
    let cases = document.descendants().filter(|node| node.has_tag_name("testcase")).count();
    assert_eq!(cases, 8);
    if !has_module("junitparser") {
        println!("skipped: Python with junitparser is not here");
        return;
    }
    let script = "import sys\nfrom junitparser import JUnitXml\nx = JUnitXml.fromstring(sys.stdin.buffer.read())\n\
                  print(x.tests, x.failures, x.skipped, sum(len(list(s)) for s in x))\n\
                  print([c.name for s in x for c in s if not c.is_passed])";
    let asked = ask(python().args(["-c", script]), &text).expect("python");
    assert!(asked.ok, "{}", asked.err);
    assert!(asked.out.starts_with("8 2 2 8\n"), "{}", asked.out);
    assert!(
        asked.out.contains("size=4096 call=vfork subject=say \"hi\" & <bye>, \\\\n"),
        "{}",
        asked.out
    );
}

#[test]
fn hyperfine_scripts_find_what_they_need() {
    // The scripts that come with hyperfine are no package; what they read is these members.
    let record = record();
    let text = export(Format::Hyperfine, &record);
    let document: serde_json::Value = serde_json::from_slice(&text).expect("JSON");
    for result in document["results"].as_array().expect("a list") {
        let times = result["times"].as_array().expect("times");
        assert_eq!(times.len(), result["exit_codes"].as_array().expect("codes").len());
        for member in ["mean", "stddev", "median", "min", "max"] {
            assert!(result[member].as_f64().is_some_and(|figure| figure > 0.0), "{member}");
        }
        assert!(result["command"].is_string() && result["parameters"].is_object());
    }
}

#[test]
fn bmf_is_as_its_schema_says() {
    // Bencher's program is in no package registry. Its schema is: names, measures, and of each a
    // number `value`, with numbers `lower_value` and `upper_value` where there are bounds.
    let text = export(Format::Bmf, &record());
    let document: serde_json::Value = serde_json::from_slice(&text).expect("JSON");
    let cases = document.as_object().expect("an object");
    assert_eq!(cases.len(), 4);
    for (name, measures) in cases {
        assert!(name.chars().count() <= 1_024);
        for (measure, metric) in measures.as_object().expect("an object") {
            assert!(measure.chars().count() <= 64);
            let members = metric.as_object().expect("an object");
            assert!(metric["value"].is_number());
            assert!(
                members
                    .keys()
                    .all(|key| ["value", "lower_value", "upper_value"].contains(&key.as_str()))
            );
            assert!(members.values().all(serde_json::Value::is_number));
        }
    }
}

#[test]
fn csv_is_read_by_python() {
    let text = export(Format::Csv, &record());
    let script = "import csv, sys\nrows = list(csv.DictReader(sys.stdin))\n\
                  print(len(rows), sum(r['status'] == 'measured' for r in rows))\n\
                  print({r['subject'] for r in rows})\n\
                  print(max(len(r) for r in rows), any(None in r for r in rows))";
    let Some(asked) = ask(python().env("PYTHONIOENCODING", "utf-8").args(["-c", script]), &text)
    else {
        println!("skipped: Python is not here");
        return;
    };
    assert!(asked.ok, "{}", asked.err);
    assert!(asked.out.contains("say \"hi\" & <bye>, \\\\n"), "{}", asked.out);
    assert!(asked.out.ends_with("29 False\n"), "{}", asked.out);
}

#[cfg(feature = "parquet")]
#[test]
fn parquet_is_read_by_itself_and_by_pyarrow() {
    use parquet::file::reader::{FileReader, SerializedFileReader};

    let record = record();
    let content = export(Format::Parquet, &record);
    let csv = String::from_utf8(export(Format::Csv, &record)).expect("text");
    let lines = csv.lines().count() - 1;
    let kept = Kept::new("parquet");
    let path = kept.file("samples.parquet", &content);
    let reader = SerializedFileReader::new(std::fs::File::open(&path).expect("a file"));
    let reader = reader.expect("a Parquet file");
    assert_eq!(reader.metadata().file_metadata().num_rows() as usize, lines);
    assert_eq!(reader.get_row_iter(None).expect("rows").count(), lines);
    if !has_module("pyarrow") {
        println!("skipped: Python with pyarrow is not here");
        return;
    }
    let script = "import sys, pyarrow.parquet as p\nt = p.read_table(sys.argv[1])\n\
                  print(t.num_rows, t.num_columns, t.schema.field('value').type, t.schema.field('subject').type)\n\
                  print(t.column('value').drop_null()[0], set(t.column('subject').to_pylist()))";
    let asked = ask(python().args(["-c", script]).arg(&path), b"").expect("python");
    assert!(asked.ok, "{}", asked.err);
    assert!(asked.out.starts_with(&format!("{lines} 29 double string\n")), "{}", asked.out);
}
