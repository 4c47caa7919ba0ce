//! Whether a difference may be put down to what a person says is being compared.

use std::collections::{BTreeMap, BTreeSet};

use model::{FactKind, Flag, Uses};

use super::factor::Factor;
use super::sheet::{Known, facts};
use crate::{Contest, Note, SessionNoise, Source};

/// What differs between a candidate and the baseline, and what follows from it.
#[derive(Clone, Debug, PartialEq)]
pub struct Attribution {
    /// Index of the candidate among the contestants.
    pub candidate: usize,
    /// What is being compared, as a person said.
    pub factor: Option<Factor>,
    /// Whether a difference may be put down to it; `None` where no factor was named.
    pub attributable: Option<bool>,
    /// Facts that differ or are unknown, confounders first, then by kind and key.
    pub differences: Vec<Difference>,
    /// Why not, beside confounders: the design of the measurement.
    pub reasons: Vec<String>,
    /// All this in a sentence.
    pub sentence: String,
}

impl Attribution {
    /// The differences that the factor does not explain.
    pub fn confounders(&self) -> impl Iterator<Item = &Difference> {
        self.differences.iter().filter(|difference| !difference.implied)
    }
}

/// A fact that differs, or is not known to be equal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// The fact.
    pub key: String,
    /// What part it plays.
    pub kind: FactKind,
    /// The baseline's value, or `unknown`.
    pub baseline: String,
    /// The candidate's value, or `unknown`.
    pub candidate: String,
    /// Whether it comes with the factor.
    pub implied: bool,
    /// Whether both values are known.
    pub known: bool,
}

/// Two sides: a source and, within it, a subject.
pub(crate) struct Sides<'a> {
    pub(crate) baseline: (&'a Source<'a>, Option<usize>),
    pub(crate) candidate: (&'a Source<'a>, Option<usize>),
    pub(crate) labels: (&'a str, &'a str),
    /// Index of the candidate among the contestants.
    pub(crate) contestant: usize,
}

/// What the differences of two sides in these contests may be put down to.
pub(crate) fn attribution(
    sides: &Sides<'_>,
    factor: Option<Factor>,
    contests: &[Contest],
) -> Attribution {
    let own: Vec<&Contest> = contests
        .iter()
        .filter(|contest| contest.pairs.iter().any(|pair| of(contest, pair, sides.contestant)))
        .collect();
    let sheets =
        (facts(sides.baseline.0, sides.baseline.1), facts(sides.candidate.0, sides.candidate.1));
    let mut differences = differences(sides, &sheets, directory_used(sides, &own));
    mark(&mut differences, factor);
    differences.sort_by(|one, other| {
        (one.implied, one.kind, &one.key).cmp(&(other.implied, other.kind, &other.key))
    });
    let mut reasons = design(sides, &own);
    if let Some(factor) = factor
        && !differences.iter().any(|one| one.known && factor.is_principal(&one.key))
    {
        reasons.push(format!("{} does not differ, as far as is known", factor.words()));
    }
    let confounded = differences.iter().any(|difference| !difference.implied);
    let attributable = factor.map(|_| reasons.is_empty() && !confounded);
    let sentence = sentence(sides, factor, &differences, &reasons, &sheets);
    Attribution {
        candidate: sides.contestant,
        factor,
        attributable,
        differences,
        reasons,
        sentence,
    }
}

fn of(contest: &Contest, pair: &crate::Pair, contestant: usize) -> bool {
    contest.entries[pair.candidate].contestant == contestant
}

/// Whether any of the contests uses a directory: facts of file system and disk matter then only.
fn directory_used(sides: &Sides<'_>, contests: &[&Contest]) -> bool {
    let record = sides.baseline.0.record;
    let ids: BTreeSet<&str> = contests.iter().map(|contest| contest.benchmark.as_str()).collect();
    record
        .definitions
        .iter()
        .any(|known| known.uses == Uses::Directory && ids.contains(known.id.as_str()))
}

type Sheet = BTreeMap<String, Known>;

fn differences(sides: &Sides<'_>, sheets: &(Sheet, Sheet), directory: bool) -> Vec<Difference> {
    let hash =
        |sheet: &Sheet| sheet.get("build.sha256").and_then(Known::settled).map(str::to_owned);
    let same_file = hash(&sheets.0).is_some() && hash(&sheets.0) == hash(&sheets.1);
    let keys: BTreeSet<&String> = sheets.0.keys().chain(sheets.1.keys()).collect();
    keys.into_iter()
        .filter(|key| directory || !of_directory(key))
        .filter(|key| !(same_file && key.starts_with("build.")))
        .filter(|key| !(same_machine(sides) && unknown_in_both(sheets, key) && !of_directory(key)))
        .filter_map(|key| difference(key, sheets.0.get(key), sheets.1.get(key)))
        .collect()
}

/// Facts that only matter where files are used.
fn of_directory(key: &str) -> bool {
    ["filesystem.", "disk.", "mounts."].iter().any(|prefix| key.starts_with(prefix))
}

/// Two subjects of one target in one file share a machine, whether its facts are known or not. So
/// do two files of this machine's own target that were measured on one boot.
fn same_machine(sides: &Sides<'_>) -> bool {
    same_target(sides) || same_boot(sides.baseline.0, sides.candidate.0)
}

fn same_boot(one: &Source<'_>, other: &Source<'_>) -> bool {
    let local = |source: &Source<'_>| {
        source.record.subjects.iter().all(|subject| subject.target == "local")
    };
    let mut sessions = one.record.sessions.iter().chain(&other.record.sessions);
    let Some(boot) = sessions.next().map(|session| session.boot.as_str()) else { return false };
    !boot.is_empty()
        && local(one)
        && local(other)
        && sessions.all(|session| session.boot.as_str() == boot)
}

fn same_target(sides: &Sides<'_>) -> bool {
    let target = |side: (&Source<'_>, Option<usize>)| {
        side.1.map(|subject| side.0.record.subjects[subject].target.clone())
    };
    std::ptr::eq(sides.baseline.0.record, sides.candidate.0.record)
        && target(sides.baseline) == target(sides.candidate)
}

fn unknown_in_both(sheets: &(Sheet, Sheet), key: &str) -> bool {
    let unknown = |sheet: &Sheet| sheet.get(key).is_none_or(|known| known.values.is_empty());
    unknown(&sheets.0) && unknown(&sheets.1)
}

/// The difference of a fact; `None` where it is known and equal.
fn difference(key: &str, one: Option<&Known>, other: Option<&Known>) -> Option<Difference> {
    let settled = |known: Option<&Known>| known.and_then(Known::settled).map(str::to_owned);
    if let (Some(one), Some(other)) = (settled(one), settled(other))
        && one == other
    {
        return None;
    }
    // A setting that only one side has is a known difference; a fact that only one has is not.
    let absent = if key.starts_with("subject.") { "none" } else { "unknown" };
    let describe = |known: Option<&Known>| known.map_or(absent.to_owned(), Known::describe);
    let (baseline, candidate) = (describe(one), describe(other));
    let kind = one.or(other)?.kind;
    let known = ![&baseline, &candidate].iter().any(|text| text.as_str() == "unknown");
    Some(Difference { key: key.to_owned(), kind, baseline, candidate, implied: false, known })
}

/// Marks what comes with the factor.
///
/// Nobody can tell from a label what it stands for. Where the states that people switch differ in
/// one topic only (security software, power, mitigations), that is taken for what it names; where
/// they differ in several, all are listed.
fn mark(differences: &mut [Difference], factor: Option<Factor>) {
    let Some(factor) = factor else { return };
    for difference in differences.iter_mut() {
        difference.implied = factor.implies(&difference.key);
    }
    if factor != Factor::Label {
        return;
    }
    let switched = |one: &Difference| one.kind == FactKind::State && one.known;
    let topic = |key: &str| key.split('.').next().unwrap_or(key).to_owned();
    let topics: BTreeSet<String> =
        differences.iter().filter(|one| switched(one)).map(|one| topic(&one.key)).collect();
    if topics.len() == 1 {
        differences.iter_mut().filter(|one| switched(one)).for_each(|one| one.implied = true);
    }
}

/// What in the measurement itself keeps a verdict from being put down to anything.
fn design(sides: &Sides<'_>, contests: &[&Contest]) -> Vec<String> {
    let pairs = contests.iter().flat_map(|contest| {
        let own = contest.pairs.iter().filter(|pair| of(contest, pair, sides.contestant));
        own.filter_map(move |pair| Some((*contest, pair, pair.evidence?.noise)))
    });
    let mut reasons = BTreeSet::new();
    for (contest, pair, noise) in pairs {
        // What happens to both sides of a pair cancels.
        if noise == SessionNoise::Paired {
            continue;
        }
        if noise == SessionNoise::Unmeasured {
            reasons
                .insert("noise between sessions is not measured (three a side would)".to_owned());
        }
        if pair.notes.contains(&Note::DriftConfounded) {
            reasons.insert(
                "sessions did not alternate, so a drift of the machine would look the same"
                    .to_owned(),
            );
        }
        let rows = [
            sides.baseline.0.at(contest.entries[0].row),
            sides.candidate.0.at(contest.entries[pair.candidate].row),
        ];
        for flag in rows.iter().flat_map(|row| &row.flags).map(|row| &row.flag) {
            match flag {
                Flag::Drift { .. } => {
                    reasons.insert("figures drift within a session".to_owned());
                }
                Flag::StateChanged { fact } => {
                    reasons.insert(format!("{fact} changed during a session"));
                }
                _ => {}
            }
        }
    }
    reasons.into_iter().collect()
}

fn sentence(
    sides: &Sides<'_>,
    factor: Option<Factor>,
    differences: &[Difference],
    reasons: &[String],
    sheets: &(Sheet, Sheet),
) -> String {
    let (baseline, candidate) = sides.labels;
    let confounders: Vec<&Difference> = differences.iter().filter(|one| !one.implied).collect();
    let Some(factor) = factor else {
        return match confounders.len() {
            0 => format!("Nothing that is known differs between {baseline} and {candidate}."),
            count => format!(
                "{} between {baseline} and {candidate}: {}.",
                facts_differ(count),
                keys(&confounders)
            ),
        };
    };
    let words = factor.words();
    if confounders.is_empty() && reasons.is_empty() {
        return format!(
            "What differs between {baseline} and {candidate} may be put down to {words}."
        );
    }
    let mut why: Vec<String> = reasons.to_vec();
    if !confounders.is_empty() {
        why.push(format!("{}: {}", facts_differ(confounders.len()), keys(&confounders)));
    }
    let why = why.join("; ");
    let other_machine = confounders.iter().any(|one| one.kind == FactKind::Identity && one.known);
    if other_machine {
        return format!(
            "{baseline} is {} and {candidate} is {}: what differs is not attributable to {words} \
             alone, since {why}.",
            machine(&sheets.0),
            machine(&sheets.1),
        );
    }
    format!(
        "What differs between {baseline} and {candidate} is not attributable to {words} alone: \
         {why}."
    )
}

fn facts_differ(count: usize) -> String {
    match count {
        1 => "one fact differs or is unknown".to_owned(),
        count => format!("{count} facts differ or are unknown"),
    }
}

/// The first few keys, and how many more.
fn keys(differences: &[&Difference]) -> String {
    const SHOWN: usize = 6;
    let shown: Vec<&str> =
        differences.iter().take(SHOWN).map(|difference| difference.key.as_str()).collect();
    match differences.len().saturating_sub(SHOWN) {
        0 => shown.join(", "),
        more => format!("{} and {more} more", shown.join(", ")),
    }
}

/// A machine in words: its processor and its system.
fn machine(sheet: &Sheet) -> String {
    let text = |key: &str| sheet.get(key).and_then(Known::settled);
    let system = text("os.name").or_else(|| text("kernel.name")).unwrap_or("an unknown system");
    let cpu = text("cpu.model").unwrap_or("an unknown processor");
    format!("a machine ({cpu}) with {system}")
}
