//! What a terminal shows.

use analysis::Findings;
use model::{Role, RunRecord, Scale, ThresholdClass, Unit, Value};

use super::*;
use crate::sample;

fn plain(width: u16) -> Screen {
    Screen { width: Some(width), styled: false }
}

fn shown(record: &RunRecord, screen: Screen) -> String {
    results(record, &analysis::summarize(record), screen)
}

fn compared(record: &RunRecord) -> Vec<Findings> {
    sample::with_report(record, |report| report.findings.to_vec())
}

#[test]
fn the_table_of_one_machine() {
    insta::assert_snapshot!(shown(&sample::one_machine(), plain(80)), @"
    SYSCALL                 median     95 % interval     minimum      n  flags
    ───────────────────────────────────────────────────────────────────
    syscall.null             98.24 ns  97.83 – 98.77 ns    95.43 ns  21
      time per call

    THREAD                  median     95 % interval     minimum      n  flags
    ───────────────────────────────────────────────────────────────────
    thread.create  time per thread
      shape   stack
      single  default         21.4 µs   21.2 –  21.6 µs     20.5 µs  21
              small           19.8 µs   19.6 –  20.1 µs     19.1 µs  21
      batch   default         11.9 µs   11.8 –  12.0 µs     11.4 µs  21
              small           11.1 µs   11.0 –  11.2 µs     10.6 µs  21  busy
      skipped: stream (budget: 100,000 threads take 1 min 12 s; --standard runs
        it)

    PROCESS                 median     95 % interval     minimum      n  flags
    ───────────────────────────────────────────────────────────────────
    process.create  time per process
      parent-memory  call
      0              fork     68.5 µs   67.7 –  69.1 µs     63.8 µs  31
                     vfork    40.9 µs   40.6 –  41.4 µs     39.0 µs  31  steal
                     clone    65.3 µs   64.7 –  66.8 µs     62.7 µs  31
      64 MiB         fork      544 µs    538 –   553 µs      519 µs  31
                     vfork    40.8 µs   40.2 –  41.6 µs     38.3 µs  31
                     clone     552 µs    542 –   558 µs      516 µs  30  failed
                       a trial failed: worker failed while working: child 17 ended
                         with signal 11
      skipped: parent-memory 1 GiB (memory: needs 1.1 GiB, 0.9 GiB are free)

    FILE                    median     95 % interval     minimum      n  flags
    ───────────────────────────────────────────────────────────────────
    file.phases  time per call
      files   metric
      10,000  close            303 ns    300 –   310 ns      205 ns  21
                p50 304 ns  p90 469 ns  p99 1.83 µs  max 5.76 µs
              open            8.33 µs   8.24 –  8.38 µs     5.62 µs  21
                p50 8.21 µs  p90 12.6 µs  p99 52.6 µs  max 155 µs
              write           4.11 µs   4.02 –  4.17 µs     2.70 µs  21
                p50 4.09 µs  p90 6.16 µs  p99 25.9 µs  max 77.0 µs
              stat             611 ns    601 –   623 ns      414 ns  21
                p50 610 ns  p90 931 ns  p99 3.96 µs  max 11.6 µs
              delete          5.30 µs   5.21 –  5.37 µs     3.56 µs  21
                p50 5.23 µs  p90 8.04 µs  p99 32.0 µs  max 101 µs

    The median of n trials and where it lies within one session with at least 95 %
    confidence. The minimum is of single samples: it moves with their number, and no
    verdict uses it.
      failed  a trial failed; the figures of the others stand, without a verdict
        (1 row)
      busy    other programs ran during a trial (1 row)
      steal   the hypervisor took processor time away during a trial (1 row)
    ");
}

#[test]
fn a_narrow_screen_gets_sentences() {
    let mut builder = sample::Builder::new(&["ext4", "xfs"]);
    sample::thread(&mut builder, &[1.0, 1.2]);
    insta::assert_snapshot!(shown(&builder.finish(), plain(40)), @"
    THREAD
    ──────────────────────────
    thread.create  time per thread
      single, default, ext4
        21.4 µs (21.2 – 21.5 µs),
          minimum 20.5 µs, n 21
      single, default, xfs
        25.8 µs (25.6 – 26.0 µs),
          minimum 24.7 µs, n 21
      single, small, ext4
        19.9 µs (19.7 – 20.1 µs),
          minimum 19.0 µs, n 21
      single, small, xfs
        23.9 µs (23.6 – 24.1 µs),
          minimum 22.9 µs, n 21
      batch, default, ext4
        11.8 µs (11.7 – 12.0 µs),
          minimum 11.4 µs, n 21
      batch, default, xfs
        14.2 µs (14.1 – 14.3 µs),
          minimum 13.6 µs, n 21
      batch, small, ext4
        11.0 µs (11.0 – 11.1 µs),
          minimum 10.6 µs, n 21
        flags: busy
      batch, small, xfs
        13.3 µs (13.2 – 13.5 µs),
          minimum 12.8 µs, n 21
        flags: busy
      skipped: stream (budget: 100,000
        threads take 1 min 12 s; --standard
        runs it)

    The median of n trials and where it lies
    within one session with at least 95 %
    confidence. The minimum is of single
    samples: it moves with their number, and
    no verdict uses it.
      busy  other programs ran during a
        trial (2 rows)
    ");
}

#[test]
fn findings_are_sentences_and_tables() {
    let mut builder = sample::Builder::new(&["ext4", "xfs"]);
    sample::process(&mut builder, &[1.0, 1.3]);
    let record = builder.finish();
    let mut text = String::new();
    for found in compared(&record) {
        for part in [
            findings(&found, Some(3), plain(80)),
            comparison(&found, plain(80)),
            medians(&found, plain(80)),
            attributions(&found, plain(80)),
        ] {
            text.push_str(&part);
            text.push('\n');
        }
    }
    insta::assert_snapshot!(text, @"
    xfs against ext4
    ext4 leads: ahead in 5 of 5 cases, behind in none.
    ▼ process.create parent-memory 64 MiB, vfork: xfs is clearly slower than ext4
      (ratio 1.313, 95 % interval 1.284 to 1.353).
    … and 4 more differences.
    xfs: 5 worse, 1 not comparable, 3 not measured.

    xfs against ext4
    case                           ratio  95 % interval  verdict
    ─────────────────────────────────────────────────────────────────────
    process.create  time per process
    parent-memory 0, fork          1.300  1.284 – 1.325  ▼ clearly slower
    parent-memory 0, vfork         1.296  1.269 – 1.315  ▼ clearly slower
    parent-memory 0, clone         1.290  1.278 – 1.309  ▼ clearly slower
    parent-memory 64 MiB, fork     1.305  1.282 – 1.325  ▼ clearly slower
    parent-memory 64 MiB, vfork    1.313  1.284 – 1.353  ▼ clearly slower
    parent-memory 64 MiB, clone    1.314  –              ∅ not comparable

    Verdicts are guarded together over a family of 5 comparisons (Holm, 5 %);
    differences below the threshold do not matter: 2 % for processor work, 5 % for
    the system.
    A ratio is candidate over baseline of the metric itself.

    case                              ext4      xfs  difference
    ───────────────────────────────────────────────────────────
    process.create  time per process
    parent-memory 0, fork          68.7 µs  88.9 µs     +30 % ▼
    parent-memory 0, vfork         41.1 µs  53.3 µs     +30 % ▼
    parent-memory 0, clone         66.3 µs  85.4 µs     +29 % ▼
    parent-memory 64 MiB, fork      548 µs   716 µs     +31 % ▼
    parent-memory 64 MiB, vfork    40.6 µs  53.7 µs     +31 % ▼
    parent-memory 64 MiB, clone     543 µs   713 µs     +31 % ∅

    ▲ better, ▼ worse, ≈ indistinguishable, ? inconclusive, ∅ not comparable.
    Medians; the difference is of the metric itself.

    2 facts differ or are unknown between ext4 and xfs: fs.mount_options, fs.type.
      fs.mount_options (confounder): ext4 rw relatime data=0; xfs rw relatime
        data=1
      fs.type (confounder): ext4 ext4; xfs xfs


    Methods, each against the simplest
    ▲ ext4, process.create parent-memory 64 MiB: vfork is clearly faster than fork
      (ratio 0.074, 95 % interval 0.074 to 0.076).
    … and 3 more differences.
    In all: 4 better, 2 indistinguishable, 2 not comparable, 4 not measured.

    Methods, each against the simplest
    case                           method  ratio  95 % interval  verdict
    ────────────────────────────────────────────────────────────────────────────────
    process.create  time per process
    ext4, parent-memory 0,         vfork   0.602  0.597 – 0.606  ▲ clearly faster
    against fork
                                   clone   0.969  0.953 – 0.980  ≈ indistinguishable
    xfs, parent-memory 0, against  vfork   0.594  0.586 – 0.609  ▲ clearly faster
    fork
                                   clone   0.961  0.947 – 0.977  ≈ indistinguishable
    ext4, parent-memory 64 MiB,    vfork   0.074  0.074 – 0.076  ▲ clearly faster
    against fork
                                   clone   0.990  –              ∅ not comparable
    xfs, parent-memory 64 MiB,     vfork   0.075  0.074 – 0.077  ▲ clearly faster
    against fork
                                   clone   0.996  –              ∅ not comparable

    Verdicts are guarded together over a family of 8 comparisons (Holm, 5 %);
    differences below the threshold do not matter: 2 % for processor work, 5 % for
    the system.
    A ratio is candidate over baseline of the metric itself.
    ");
}

#[test]
fn advice_is_a_range_and_a_sentence() {
    let mut builder = sample::Builder::new(&["ext4"]);
    sample::reading(&mut builder);
    let text = sample::with_report(&builder.finish(), |report| {
        advice(&report.sources[0], &report.advice[0], plain(80))
    });
    insta::assert_snapshot!(text, @"
    io.read  bytes per second, by size
      size              method  ruling
      16 KiB to 64 KiB  read    tie of 2
          A tie of 2 methods: read, pread. Take read, the simplest.
          16 KiB: read 1.09 GB/s, pread +0.9 %, io-uring +57 %, mmap ×2.72 (cost)
          64 KiB: read 1.65 GB/s, pread +0.8 %, io-uring +11 %, mmap +21 % (cost)
      256 KiB                   inconclusive
          Inconclusive between read, pread, mmap, io-uring; about 23954 more trials
          of each would tell.
          256 KiB: io-uring 2.32 GB/s, mmap +0.9 %, read +1.7 %, pread +5.9 % (cost)
      1 MiB to 256 MiB  mmap    best
          1 MiB: mmap 3.25 GB/s, io-uring +4.4 %, read +19 %, pread +20 % (cost)
          256 MiB: mmap 7.03 GB/s, io-uring +13 %, read +43 %, pread +44 % (cost)

    As good as the best: within 1 % of its cost, as far as the figures tell.
    ");
}

/// In the shape of the table of an article on methods of input and output: what is done, its
/// kind, the file's size, the method, its buffer.
#[test]
fn families_and_ranges_of_buffers_are_columns() {
    let mut builder = sample::Builder::new(&["ext4"]);
    let mut call = sample::named("call", Role::Method, &["pread", "uring"]);
    let Scale::Named(names) = &mut call.scale else { panic!("it has names") };
    for (named, family) in names.iter_mut().zip(["synchronous", "asynchronous"]) {
        named.family = Some(family.to_owned());
    }
    let buffer = sample::ordered("buffer", Role::Method, Unit::Bytes);
    let size = sample::ordered("size", Role::Workload, Unit::Bytes);
    let cache = sample::named("cache", Role::Workload, &["cold"]);
    let time = vec![sample::time("time_ns", "file", ThresholdClass::System)];
    let read = builder.benchmark("io.read", "Read a file.", time, vec![size, cache, call, buffer]);
    for mib in [8_u64, 64] {
        for (call, kib, cost) in
            [("pread", 4, 1.5), ("pread", 64, 1.5), ("uring", 4, 3.0), ("uring", 64, 1.0)]
        {
            let values = [mib << 20, kib << 10].map(Value::Integer);
            let [size, buffer] = values;
            let values = [size, Value::name("cold"), Value::name(call), buffer];
            let figures = sample::figures(cost * mib as f64 * 1e6, 0.004, 21);
            builder.measured(read, 0, &values, figures);
        }
    }
    let text = sample::with_report(&builder.finish(), |report| {
        advice(&report.sources[0], &report.advice[0], plain(80))
    });
    insta::assert_snapshot!(text, @"
    io.read  time per file, by size
      family        size             method  buffer           ruling
    cold
      any           8 MiB to 64 MiB  uring   64 KiB           best
          8 MiB: uring buffer 64 KiB 7.99 ms, pread buffer 4 KiB +50 %, pread buffer
          64 KiB +51 %, uring buffer 4 KiB ×3.00 (cost)
          64 MiB: uring buffer 64 KiB 64.0 ms, pread buffer 64 KiB +50 %, pread
          buffer 4 KiB +50 %, uring buffer 4 KiB ×2.99 (cost)
      synchronous   8 MiB to 64 MiB  pread   4 KiB to 64 KiB  tie of 2
          A tie of 2 methods: pread buffer 4 KiB to 64 KiB. Take pread buffer 4 KiB,
          the simplest.
          8 MiB: pread buffer 4 KiB 12.0 ms, pread buffer 64 KiB +0.3 % (cost)
          64 MiB: pread buffer 64 KiB 95.9 ms, pread buffer 4 KiB +0.1 % (cost)
      asynchronous  8 MiB to 64 MiB  uring   64 KiB           best
          8 MiB: uring buffer 64 KiB 7.99 ms, uring buffer 4 KiB ×3.00 (cost)
          64 MiB: uring buffer 64 KiB 64.0 ms, uring buffer 4 KiB ×2.99 (cost)

    As good as the best: within 1 % of its cost, as far as the figures tell.
    ");
}

#[test]
fn trials_of_several_sessions_are_told() {
    let mut builder = sample::Builder::new(&["ext4"]);
    sample::thread(&mut builder, &[1.0]);
    let mut record = builder.finish();
    record.sessions = vec![record.sessions[0].clone(); 3];
    let text = shown(&record, plain(100));
    assert!(text.contains("63/3") && text.contains("n: trials/sessions"), "{text}");
}

#[test]
fn lines_keep_to_the_width() {
    for record in [sample::one_machine(), sample::three_subjects()] {
        for columns in [40, 60, 80, 100, 160] {
            for line in shown(&record, plain(columns)).lines() {
                assert!(text::width(line) <= usize::from(columns), "{columns}: {line}");
            }
        }
    }
}

#[test]
fn styles_change_nothing_but_styles() {
    let record = sample::three_subjects();
    let mut plain_text = shown(&record, plain(100));
    let mut styled = shown(&record, Screen { width: Some(100), styled: true });
    for found in compared(&record) {
        plain_text += &findings(&found, None, plain(100));
        styled += &findings(&found, None, Screen { width: Some(100), styled: true });
    }
    let mut stripped = String::new();
    let mut rest = styled.as_str();
    while let Some((before, after)) = rest.split_once('\u{1b}') {
        stripped.push_str(before);
        rest = after.split_once('m').expect("an escape sequence ends").1;
    }
    stripped.push_str(rest);
    let trimmed = |text: &str| {
        text.lines().map(|line| line.trim_end().to_owned()).collect::<Vec<_>>().join("\n")
    };
    assert_ne!(plain_text, styled);
    assert_eq!(trimmed(&stripped), trimmed(&plain_text));
}

#[test]
fn odd_records_show_something_or_nothing() {
    let empty = sample::Builder::new(&[]).finish();
    assert_eq!(shown(&empty, plain(80)), "");
    let none = RunRecord { sessions: Vec::new(), ..empty };
    assert_eq!(shown(&none, plain(80)), "");
    assert_eq!(spent(&none, plain(80)), "");
    let mut builder = sample::Builder::new(&["a"]);
    sample::thread(&mut builder, &[1.0]);
    let mut failed = builder.finish();
    for cell in &mut failed.sessions[0].cells {
        cell.status = model::Status::Failed { reason: "no\u{1b}[31m such device".into() };
    }
    failed.sessions[0].trials.clear();
    let text = shown(&failed, plain(80));
    assert!(text.contains("failed") && text.contains("no [31m such device"), "{text}");
    assert!(!text.contains('\u{1b}'));
}

#[test]
fn methods_of_other_systems_are_one_line_and_no_rows() {
    let mut builder = sample::Builder::new(&["ext4"]);
    let create = builder.benchmark(
        "process.create",
        "Create processes.",
        vec![sample::time("time_ns", "process", model::ThresholdClass::System)],
        vec![
            sample::ordered("parent-memory", model::Role::Workload, model::Unit::Bytes),
            sample::named("call", model::Role::Method, &["fork", "create-process", "nt", "rfork"]),
        ],
    );
    for memory in [0_u64, 64 << 20] {
        let values = |call: &str| [model::Value::Integer(memory), model::Value::name(call)];
        builder.measured(create, 0, &values("fork"), sample::figures(69_000.0, 0.02, 21));
        for (call, reason) in
            [("create-process", "windows only"), ("nt", "windows only"), ("rfork", "freebsd only")]
        {
            let status = model::Status::Unsupported { reason: reason.to_owned() };
            builder.cell(create, 0, &values(call), status);
        }
    }
    let record = builder.finish();
    let results = shown(&record, plain(100));
    let line = "not on this system: create-process, nt (windows only); rfork (freebsd only)\n";
    assert!(results.contains(line), "{results}");
    let verdicts =
        sample::with_report(&record, |report| comparison(&report.findings[0], plain(200)));
    assert!(verdicts.contains(&format!("process.create: {line}")), "{verdicts}");
    assert!(!verdicts.contains('∅'), "{verdicts}");
}
