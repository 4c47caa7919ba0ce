//! The report as Markdown: findings, tables of results, what is absent, facts.

use analysis::{Advice, Findings, Source};

use crate::view::{self, Table};
use crate::{Report, counsel, facts, legend, number, spent, versus, words};

/// The whole report.
pub fn report(report: &Report<'_>) -> String {
    let mut text = String::new();
    paragraph(&mut text, &format!("# {}", escape(&words::clean(report.title))));
    for findings in report.findings {
        comparison(&mut text, findings);
    }
    if !report.hints.is_empty() {
        paragraph(&mut text, "## Likely causes");
        list(&mut text, report.hints.iter().map(ToString::to_string));
    }
    for (source, advice) in report.sources.iter().zip(report.advice) {
        text.push_str(&advice_report(source, advice));
    }
    for source in report.sources {
        let prefix = match report.sources.len() {
            1 => String::new(),
            _ => format!("{}: ", escape(&words::clean(source.name))),
        };
        for suite in view::suites(source.record, source.summary) {
            paragraph(&mut text, &format!("## {prefix}{}", escape(suite.name)));
            for table in &suite.tables {
                results(&mut text, table);
            }
        }
        let spent = spent::sentence(source.record);
        if !spent.is_empty() {
            paragraph(&mut text, &spent);
        }
    }
    flags(&mut text, report);
    facts_table(&mut text, report);
    text
}

/// One comparison: its sentences and the table of verdicts.
pub fn comparison_report(findings: &Findings) -> String {
    let mut text = String::new();
    comparison(&mut text, findings);
    text
}

/// Advice on one file: a table for each benchmark that has methods.
pub fn advice_report(source: &Source<'_>, advice: &Advice) -> String {
    let mut text = String::new();
    for table in counsel::tables(source, advice) {
        paragraph(&mut text, &format!("## {}: which method to take", escape(&table.benchmark)));
        paragraph(&mut text, &escape(&table.quantity));
        let has_what = table.has_what();
        let where_ = has_what.then_some("where");
        let heads = where_.into_iter().chain(table.heads()).chain(["evidence"]);
        let heads: Vec<String> = heads.map(str::to_owned).collect();
        let cells = |row: &counsel::Row| {
            let mut cells: Vec<String> = has_what.then(|| row.what.clone()).into_iter().collect();
            cells.extend(table.cells(row));
            let told = row.remark().map(str::to_owned).into_iter();
            let evidence = Some(row.evidence.join("; ")).filter(|text| !text.is_empty());
            cells.push(told.chain(evidence).collect::<Vec<_>>().join(" "));
            cells
        };
        let rows: Vec<Vec<String>> = table.rows.iter().map(cells).collect();
        write_table(&mut text, &heads, &[], &rows);
        list(&mut text, table.crossovers.into_iter());
    }
    text
}

/// So many cases of one reason are named.
const NAMED: usize = 40;

fn comparison(text: &mut String, findings: &Findings) {
    if findings.contests.is_empty() {
        return;
    }
    paragraph(text, &format!("## {}", escape(&versus::title(findings))));
    if !findings.overall.sentence.is_empty() {
        paragraph(text, &format!("**{}**", escape(&words::clean(&findings.overall.sentence))));
    }
    let (differing, _) = versus::differing(findings);
    list(
        text,
        differing.iter().map(|row| format!("{} {}", row.verdict.mark, versus::sentence(row))),
    );
    for attribution in &findings.attributions {
        paragraph(text, &escape(&words::clean(&attribution.sentence)));
    }
    let heads = [
        "benchmark",
        "case",
        "baseline",
        "median",
        "candidate",
        "median",
        "difference",
        "ratio",
        "95 % interval",
        "verdict",
    ];
    let mut rows = Vec::new();
    for (contest, all) in versus::by_benchmark(findings) {
        for row in &all {
            rows.push(vec![
                contest.benchmark.to_string(),
                row.case.clone(),
                row.baseline.clone(),
                row.baseline_median.clone(),
                row.candidate.clone(),
                row.candidate_median.clone(),
                row.difference.clone(),
                row.ratio.clone(),
                row.interval.clone(),
                row.verdict.to_string(),
            ]);
        }
    }
    let numbers = [3, 5, 6, 7, 8];
    write_table(text, &heads.map(str::to_owned), &numbers, &rows);
    list(text, versus::unmeasured(findings, NAMED).into_iter());
    paragraph(text, &escape(&versus::terms(findings)));
}

fn results(text: &mut String, table: &Table<'_>) {
    let definition = table.definition;
    paragraph(text, &format!("### {}", escape(&words::clean(definition.id.as_str()))));
    let quantity = number::quantity(definition.headline());
    paragraph(text, &format!("{} ({})", escape(&definition.summary), escape(&quantity)));
    let mut heads: Vec<String> = table.heads.iter().map(|head| head.name.clone()).collect();
    let labels = heads.len();
    heads.extend(["median", "95 % interval", "best", "n", "flags"].map(str::to_owned));
    let numbers: Vec<usize> = (labels..labels + 4).collect();
    let rows: Vec<Vec<String>> = table
        .lines
        .iter()
        .map(|line| {
            let (estimate, format) = (line.estimate, &line.format);
            let mut cells = line.labels.clone();
            cells.push(format.figure(estimate.median));
            cells.push(estimate.interval.map_or_else(
                || words::NOTHING.to_owned(),
                |interval| format.range(interval.low, interval.high),
            ));
            cells.push(format.figure(estimate.best.value));
            cells.push(view::trials(estimate));
            cells.push(view::marks(line.row).join(" "));
            cells
        })
        .collect();
    if !rows.is_empty() {
        write_table(text, &heads, &numbers, &rows);
    }
    let folded = view::folded(&table.absent, usize::MAX);
    list(text, folded.into_iter().map(|fold| fold.text));
}

fn flags(text: &mut String, report: &Report<'_>) {
    let rows = report.sources.iter().flat_map(|source| &source.summary.rows);
    let legend = legend::legend(rows.filter(|row| row.estimate.is_some()));
    if !legend.is_empty() {
        paragraph(text, "## Flags");
        list(text, legend.iter().map(|entry| format!("{}: {}", entry.name, entry.meaning)));
    }
}

fn facts_table(text: &mut String, report: &Report<'_>) {
    let (columns, sections) = facts::table(report.sources);
    if sections.is_empty() {
        return;
    }
    paragraph(text, "## Facts");
    let mut heads = vec!["fact".to_owned()];
    heads.extend(columns);
    let rows: Vec<Vec<String>> = sections
        .into_iter()
        .flat_map(|section| section.rows)
        .map(|row| {
            let values = row.values.into_iter().map(|cell| cell.text);
            std::iter::once(row.key).chain(values).collect()
        })
        .collect();
    write_table(text, &heads, &[], &rows);
}

fn paragraph(text: &mut String, line: &str) {
    text.push_str(line);
    text.push_str("\n\n");
}

fn list(text: &mut String, items: impl Iterator<Item = String>) {
    let mut any = false;
    for item in items {
        text.push_str("- ");
        text.push_str(&escape(&words::clean(&item)));
        text.push('\n');
        any = true;
    }
    if any {
        text.push('\n');
    }
}

/// A table; the columns in `numbers` are set flush right.
fn write_table(text: &mut String, heads: &[String], numbers: &[usize], rows: &[Vec<String>]) {
    let write_row = |text: &mut String, cells: &[String]| {
        text.push('|');
        for cell in cells {
            text.push(' ');
            text.push_str(&escape(&words::clean(cell)));
            text.push_str(" |");
        }
        text.push('\n');
    };
    write_row(text, heads);
    text.push('|');
    for column in 0..heads.len() {
        text.push_str(if numbers.contains(&column) { " ---: |" } else { " --- |" });
    }
    text.push('\n');
    for row in rows {
        write_row(text, row);
    }
    text.push('\n');
}

/// Text that Markdown takes as it is: nothing in it is a mark, a cell's end, HTML or a link.
fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '&' => escaped.push_str("&amp;"),
            '\\' | '`' | '*' | '_' | '[' | ']' | '|' | '~' | '#' | '!' => {
                escaped.push('\\');
                escaped.push(c);
            }
            c => escaped.push(c),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample;

    #[test]
    fn every_row_of_a_table_has_all_its_cells() {
        let text = sample::with_report(&sample::three_subjects(), report);
        for table in text.split("\n\n").filter(|block| block.starts_with('|')) {
            let bars = |line: &str| line.replace("\\|", "").matches('|').count();
            let wanted = table.lines().next().map(bars);
            assert!(table.lines().all(|line| Some(bars(line)) == wanted), "{table}");
        }
        assert!(!text.contains("<ext4>"));
    }

    #[test]
    fn a_small_report() {
        let mut builder = sample::Builder::new(&["a|b", "<script>alert(\"&'\")</script>"]);
        sample::thread(&mut builder, &[1.0, 1.4]);
        let text = sample::with_report(&builder.finish(), report);
        insta::assert_snapshot!(text, @r#"
        # sample

        ## &lt;script&gt;alert("&amp;'")&lt;/script&gt; against a\|b

        **a\|b leads: ahead in 4 of 4 cases, behind in none.**

        - ▼ thread.create single, default: &lt;script&gt;alert("&amp;'")&lt;/script&gt; is clearly slower than a\|b (ratio 1.412, 95 % interval 1.385 to 1.434).
        - ▼ thread.create batch, default: &lt;script&gt;alert("&amp;'")&lt;/script&gt; is clearly slower than a\|b (ratio 1.409, 95 % interval 1.370 to 1.421).
        - ▼ thread.create batch, small: &lt;script&gt;alert("&amp;'")&lt;/script&gt; is clearly slower than a\|b (ratio 1.399, 95 % interval 1.388 to 1.420).
        - ▼ thread.create single, small: &lt;script&gt;alert("&amp;'")&lt;/script&gt; is clearly slower than a\|b (ratio 1.398, 95 % interval 1.377 to 1.429).

        2 facts differ or are unknown between a\|b and &lt;script&gt;alert("&amp;'")&lt;/script&gt;: fs.mount\_options, fs.type.

        | benchmark | case | baseline | median | candidate | median | difference | ratio | 95 % interval | verdict |
        | --- | --- | --- | ---: | --- | ---: | ---: | ---: | ---: | --- |
        | thread.create | single, default | a\|b | 21.4 µs | &lt;script&gt;alert("&amp;'")&lt;/script&gt; | 30.1 µs | +41 % | 1.412 | 1.385 – 1.434 | ▼ clearly slower |
        | thread.create | single, small | a\|b | 19.9 µs | &lt;script&gt;alert("&amp;'")&lt;/script&gt; | 27.8 µs | +40 % | 1.398 | 1.377 – 1.429 | ▼ clearly slower |
        | thread.create | batch, default | a\|b | 11.8 µs | &lt;script&gt;alert("&amp;'")&lt;/script&gt; | 16.5 µs | +41 % | 1.409 | 1.370 – 1.421 | ▼ clearly slower |
        | thread.create | batch, small | a\|b | 11.0 µs | &lt;script&gt;alert("&amp;'")&lt;/script&gt; | 15.5 µs | +40 % | 1.399 | 1.388 – 1.420 | ▼ clearly slower |

        Verdicts are guarded together over a family of 4 comparisons (Holm, 5 %); differences below the threshold do not matter: 2 % for processor work, 5 % for the system.

        ## Methods, each against the simplest

        - ▲ &lt;script&gt;alert("&amp;'")&lt;/script&gt;, thread.create single: small is clearly faster than default (ratio 0.923, 95 % interval 0.913 to 0.943).
        - ▲ a\|b, thread.create single: small is faster than default (ratio 0.927, 95 % interval 0.920 to 0.954).
        - ▲ a\|b, thread.create batch: small is clearly faster than default (ratio 0.929, 95 % interval 0.923 to 0.945).
        - ▲ &lt;script&gt;alert("&amp;'")&lt;/script&gt;, thread.create batch: small is clearly faster than default (ratio 0.937, 95 % interval 0.927 to 0.940).

        | benchmark | case | baseline | median | candidate | median | difference | ratio | 95 % interval | verdict |
        | --- | --- | --- | ---: | --- | ---: | ---: | ---: | ---: | --- |
        | thread.create | a\|b, single | default | 21.4 µs | small | 19.9 µs | −7.3 % | 0.927 | 0.920 – 0.954 | ▲ faster |
        | thread.create | &lt;script&gt;alert("&amp;'")&lt;/script&gt;, single | default | 30.1 µs | small | 27.8 µs | −7.7 % | 0.923 | 0.913 – 0.943 | ▲ clearly faster |
        | thread.create | a\|b, batch | default | 11.8 µs | small | 11.0 µs | −7.1 % | 0.929 | 0.923 – 0.945 | ▲ clearly faster |
        | thread.create | &lt;script&gt;alert("&amp;'")&lt;/script&gt;, batch | default | 16.5 µs | small | 15.5 µs | −6.3 % | 0.937 | 0.927 – 0.940 | ▲ clearly faster |

        Verdicts are guarded together over a family of 4 comparisons (Holm, 5 %); differences below the threshold do not matter: 2 % for processor work, 5 % for the system.

        ## thread.create: which method to take

        time per thread

        | where | method | ruling | evidence |
        | --- | --- | --- | --- |
        | a\|b, single | small | best | small 19.9 µs, default +7.9 % (cost) |
        | &lt;script&gt;alert("&amp;'")&lt;/script&gt;, single | small | best | small 27.8 µs, default +8.3 % (cost) |
        | a\|b, batch | small | best | small 11.0 µs, default +7.6 % (cost) |
        | &lt;script&gt;alert("&amp;'")&lt;/script&gt;, batch | small | best | small 15.5 µs, default +6.8 % (cost) |
        | a\|b, stream |  | no data | No data: skipped: budget: 100,000 threads take 1 min 12 s; --standard runs it. |
        | &lt;script&gt;alert("&amp;'")&lt;/script&gt;, stream |  | no data | No data: skipped: budget: 100,000 threads take 1 min 12 s; --standard runs it. |

        ## thread

        ### thread.create

        Create threads that end at once, and join them. (time per thread)

        | shape | stack | subject | median | 95 % interval | best | n | flags |
        | --- | --- | --- | ---: | ---: | ---: | ---: | --- |
        | single | default | a\|b | 21.4 µs | 21.2 – 21.5 µs | 20.5 µs | 21 |  |
        | single | default | &lt;script&gt;alert("&amp;'")&lt;/script&gt; | 30.1 µs | 29.8 – 30.3 µs | 28.8 µs | 21 |  |
        | single | small | a\|b | 19.9 µs | 19.7 – 20.1 µs | 19.0 µs | 21 |  |
        | single | small | &lt;script&gt;alert("&amp;'")&lt;/script&gt; | 27.8 µs | 27.6 – 28.1 µs | 26.7 µs | 21 |  |
        | batch | default | a\|b | 11.8 µs | 11.7 – 12.0 µs | 11.4 µs | 21 |  |
        | batch | default | &lt;script&gt;alert("&amp;'")&lt;/script&gt; | 16.5 µs | 16.4 – 16.7 µs | 15.8 µs | 21 |  |
        | batch | small | a\|b | 11.0 µs | 11.0 – 11.1 µs | 10.6 µs | 21 | busy |
        | batch | small | &lt;script&gt;alert("&amp;'")&lt;/script&gt; | 15.5 µs | 15.4 – 15.7 µs | 14.9 µs | 21 | busy |

        - skipped: stream (budget: 100,000 threads take 1 min 12 s; --standard runs it)

        Time: 1 min 24 s, of it timed samples 51.4 s (61 %), warm-up 9.20 s (11 %), set-up 14.8 s (18 %), settling 6.10 s (7.3 %), overhead 2.50 s (3.0 %).

        ## Flags

        - busy: other programs ran during a trial

        ## Facts

        | fact | a\|b | &lt;script&gt;alert("&amp;'")&lt;/script&gt; |
        | --- | --- | --- |
        | cpu.count | 2 | 2 |
        | cpu.microcode | unknown (hidden by the hypervisor) | unknown (hidden by the hypervisor) |
        | cpu.model | AMD EPYC 7B13 | AMD EPYC 7B13 |
        | memory.total\_bytes | 15.6 GiB | 15.6 GiB |
        | fs.mount\_options | rw relatime data=0 | rw relatime data=1 |
        | fs.type | a\|b | &lt;script&gt;alert("&amp;'")&lt;/script&gt; |
        | kernel.release | 6.1.0-27-amd64 | 6.1.0-27-amd64 |
        | os.name | Debian GNU/Linux 12 (bookworm) | Debian GNU/Linux 12 (bookworm) |
        | cpu.governor | unknown (no cpufreq in this guest) | unknown (no cpufreq in this guest) |
        | cpu.mitigations | spectre\_v2: Retpolines; IBPB: conditional; IBRS\_FW; STIBP: always-on; meltdown: Not affected | spectre\_v2: Retpolines; IBPB: conditional; IBRS\_FW; STIBP: always-on; meltdown: Not affected |
        | kernel.debug | no | no |
        | load.one\_minute\_milli | 120 | 121 |
        | build.libc | glibc 2.36 | glibc 2.36 |
        "#);
    }
}
