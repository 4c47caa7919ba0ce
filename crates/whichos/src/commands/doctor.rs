//! `whichos doctor`: what will spoil figures here, and what to do about it.

use std::fmt::Write as _;
use std::path::Path;

use anyhow::{Context as _, Result, ensure};
use facts::Source;
use facts::doctor::{Finding, Severity};
use harness::scratch::Scratch;
use model::Facts;
use serde_json::json;

use crate::cli::{Doctor, Topic};
use crate::{Exit, output};

pub(crate) fn doctor(arguments: &Doctor) -> Result<Exit> {
    if let Some(Topic::Net(net)) = &arguments.topic {
        return super::tuning::net(net);
    }
    let place = arguments.place.as_deref().unwrap_or(Path::new("."));
    ensure!(place.is_dir(), "{} is no directory; name one with --in DIR", place.display());
    let place = place.canonicalize().with_context(|| format!("finding {}", place.display()))?;
    let facts = look(&place);
    let findings = facts::doctor::examine(&facts);
    let spoiled = findings.iter().any(|finding| finding.severity != Severity::Informs);
    if arguments.json {
        let findings: Vec<_> = findings.iter().map(document).collect();
        let document = json!({ "findings": findings, "facts": facts });
        output::data(&(serde_json::to_string_pretty(&document)? + "\n"))?;
    } else {
        output::data(&text(&findings)?)?;
        if arguments.facts {
            let lines: Vec<String> =
                facts.0.iter().map(|fact| format!("{:<36} {}\n", fact.key, fact.value)).collect();
            output::data(&format!("\nFacts\n{}", lines.concat()))?;
        }
    }
    Ok(if spoiled { Exit::Incomplete } else { Exit::Ok })
}

/// All facts of a place. What flushing costs is measured where it can be written; the file that
/// takes also tells what files there must be aligned to.
fn look(place: &Path) -> Facts {
    let source = Source::here();
    let scratch = Scratch::create(place);
    let directory = scratch.as_ref().map_or(place, Scratch::path);
    let measured = facts::flush(directory);
    let mut facts = facts::collect(&source, Some(directory));
    facts.0.extend(measured);
    facts.0.sort_by(|one, other| one.key.cmp(&other.key));
    facts
}

fn severity(severity: Severity) -> &'static str {
    match severity {
        Severity::Spoils => "spoils",
        Severity::Warns => "warns",
        Severity::Informs => "informs",
    }
}

fn document(finding: &Finding) -> serde_json::Value {
    json!({
        "rule": finding.rule,
        "severity": severity(finding.severity),
        "what": finding.what,
        "evidence": finding.evidence,
        "remedy": finding.remedy,
    })
}

fn text(findings: &[Finding]) -> Result<String> {
    let mut text = String::new();
    for (title, wanted) in [
        ("Spoils figures", Severity::Spoils),
        ("May spoil figures", Severity::Warns),
        ("Good to know", Severity::Informs),
    ] {
        let found: Vec<&Finding> =
            findings.iter().filter(|finding| finding.severity == wanted).collect();
        if found.is_empty() {
            continue;
        }
        writeln!(text, "{title}")?;
        for finding in found {
            writeln!(text, "  {}: {}", finding.rule, finding.what)?;
            writeln!(text, "    seen: {}", finding.evidence)?;
            writeln!(text, "    do:   {}", finding.remedy)?;
        }
        writeln!(text)?;
    }
    if findings.is_empty() {
        writeln!(text, "Nothing was found that would spoil figures.")?;
    }
    Ok(text)
}
