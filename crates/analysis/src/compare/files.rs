//! Comparison of files: systems that could not be interleaved.

use std::collections::BTreeMap;

use model::Metric;

use super::draft::{Judge, Seat, Slot};
use super::findings::{Contestant, Findings, Kind, Unpaired};
use super::options::Options;
use super::overall::overall;
use super::pairing::{Choice, Matched, pair};
use super::source::Source;
use super::{GroupKey, Refusal};
use crate::Group;
use crate::confounders::{Sides, attribution};

/// Compares two or more files, the first being the baseline.
pub fn compare_files(sources: &[Source<'_>], options: &Options) -> Result<Findings, Refusal> {
    if sources.len() < 2 {
        return Err(Refusal::FewerThanTwo);
    }
    refuse_same_session(sources)?;
    let contestants: Vec<Contestant> = sources
        .iter()
        .enumerate()
        .map(|(source, known)| Contestant { label: known.name.to_owned(), source, subject: None })
        .collect();
    let keys: Vec<_> = sources.iter().map(Source::groups_by_key).collect();
    let mut seating = Seating { sources, keys: &keys, slots: Vec::new(), unpaired: Vec::new() };
    seating.seat_all();
    let Seating { slots, unpaired, .. } = seating;
    let (contests, family) = Judge::new(sources, options).judge(&slots);
    let attributions = (1..sources.len())
        .map(|candidate| {
            let sides = Sides {
                baseline: (&sources[0], None),
                candidate: (&sources[candidate], None),
                labels: (sources[0].name, sources[candidate].name),
                contestant: candidate,
            };
            attribution(&sides, options.factor, &contests)
        })
        .collect();
    Ok(Findings {
        kind: Kind::Files,
        overall: overall(&contestants, &contests),
        contestants,
        thresholds: options.thresholds.clone(),
        family,
        contests,
        unpaired,
        attributions,
    })
}

/// A session in two files is one measurement: compared with itself it would be "the same", and
/// beside others it would not be independent.
fn refuse_same_session(sources: &[Source<'_>]) -> Result<(), Refusal> {
    let mut owners: BTreeMap<&str, usize> = BTreeMap::new();
    for (index, source) in sources.iter().enumerate() {
        for session in source.record.sessions.iter().filter(|session| !session.id.is_empty()) {
            let owner = *owners.entry(&session.id).or_insert(index);
            if owner != index {
                return Err(Refusal::SameSession {
                    one: sources[owner].name.to_owned(),
                    other: source.name.to_owned(),
                });
            }
        }
    }
    Ok(())
}

/// Who sits where.
struct Seating<'a> {
    sources: &'a [Source<'a>],
    keys: &'a [BTreeMap<GroupKey, usize>],
    slots: Vec<Slot>,
    unpaired: Vec<Unpaired>,
}

impl Seating<'_> {
    fn seat_all(&mut self) {
        for group in 0..self.sources[0].summary.groups.len() {
            self.seat_group(group);
        }
        for candidate in 1..self.sources.len() {
            for (key, &group) in &self.keys[candidate] {
                if !self.keys[0].contains_key(key) {
                    self.leave(candidate, 0, group, |_| true);
                }
            }
        }
    }

    /// Seats one group of the baseline and the same group of all candidates.
    fn seat_group(&mut self, group: usize) {
        let baseline = &self.sources[0];
        let known = &baseline.summary.groups[group];
        let key = (known.benchmark.clone(), known.workload.clone());
        if self.keys[0].get(&key) != Some(&group) {
            return;
        }
        let mut slots: BTreeMap<usize, Vec<Seat>> = BTreeMap::new();
        for candidate in 1..self.sources.len() {
            let Some(&other) = self.keys[candidate].get(&key) else {
                self.leave(0, candidate, group, |_| true);
                continue;
            };
            let (mut used, mut met) = (Vec::new(), Vec::new());
            for (subject, its) in self.subjects(group, candidate, other) {
                for (member, candidate_member, matched) in
                    self.matches(group, subject, candidate, other, its)
                {
                    met.push(member);
                    used.push(candidate_member);
                    let label = self.label(candidate, other, candidate_member);
                    slots.entry(member).or_default().push(Seat {
                        contestant: candidate,
                        source: candidate,
                        group: other,
                        member: candidate_member,
                        matched,
                        label,
                    });
                }
            }
            self.leave(0, candidate, group, |member| !met.contains(&member));
            self.leave(candidate, 0, other, |member| !used.contains(&member));
        }
        for (member, mut seats) in slots {
            let matched = seats[0].matched.clone();
            let label = self.label(0, group, member);
            seats.insert(0, Seat { contestant: 0, source: 0, group, member, matched, label });
            name_methods(self.sources, &mut seats);
            self.slots.push(Slot { subject: String::new(), seats });
        }
    }

    /// Which subjects of the two files stand against each other: those of one label, else a
    /// single one against all that are left on the other side.
    fn subjects(&self, group: usize, candidate: usize, other: usize) -> Vec<(usize, usize)> {
        let labels = |source: usize, group: usize| {
            let source = &self.sources[source];
            let mut subjects: Vec<usize> =
                source.summary.groups[group].members.iter().map(|member| member.subject).collect();
            subjects.sort_unstable();
            subjects.dedup();
            subjects
        };
        let label = |source: usize, subject: usize| self.sources[source].subject_label(subject);
        let (ours, theirs) = (labels(0, group), labels(candidate, other));
        let equal: Vec<(usize, usize)> = ours
            .iter()
            .filter_map(|&one| {
                let same = |other: &&usize| label(candidate, **other) == label(0, one);
                theirs.iter().find(same).map(|&other| (one, other))
            })
            .collect();
        let left = |all: &[usize], taken: &dyn Fn(usize) -> bool| -> Vec<usize> {
            all.iter().copied().filter(|&subject| !taken(subject)).collect()
        };
        let ours = left(&ours, &|one| equal.iter().any(|pair| pair.0 == one));
        let theirs = left(&theirs, &|other| equal.iter().any(|pair| pair.1 == other));
        let mut pairs = equal;
        if ours.len() == 1 || theirs.len() == 1 {
            pairs
                .extend(ours.iter().flat_map(|&one| theirs.iter().map(move |&other| (one, other))));
        }
        pairs
    }

    /// Members of the two groups that stand against each other, on one subject each.
    fn matches(
        &self,
        group: usize,
        subject: usize,
        candidate: usize,
        other: usize,
        its_subject: usize,
    ) -> Vec<(usize, usize, Matched)> {
        let metric = |source: usize, group: usize| {
            let source = &self.sources[source];
            source.definition(&source.summary.groups[group]).headline()
        };
        let (ours, our_choices) = self.choices(0, group, subject, metric(0, group));
        let (theirs, their_choices) =
            self.choices(candidate, other, its_subject, metric(candidate, other));
        pair(&our_choices, &their_choices)
            .into_iter()
            .map(|(one, other, matched)| (ours[one], theirs[other], matched))
            .collect()
    }

    fn choices(
        &self,
        source: usize,
        group: usize,
        subject: usize,
        metric: &Metric,
    ) -> (Vec<usize>, Vec<Choice>) {
        let source = &self.sources[source];
        let group: &Group = &source.summary.groups[group];
        let definition = source.definition(group);
        let members = group.members.iter().enumerate();
        members
            .filter(|(_, member)| member.subject == subject)
            .map(|(index, member)| {
                let cost = source.cost(member, metric);
                (index, Choice::of(source.case(member), definition, cost))
            })
            .unzip()
    }

    /// The file's name, and the subject's where the group has several in that file.
    fn label(&self, source: usize, group: usize, member: usize) -> String {
        let source = &self.sources[source];
        let members = &source.summary.groups[group].members;
        let subject = members[member].subject;
        if members.iter().all(|other| other.subject == subject) {
            source.name.to_owned()
        } else {
            format!("{} ({})", source.name, source.subject_label(subject))
        }
    }

    /// Notes members that have nobody to stand against.
    fn leave(
        &mut self,
        contestant: usize,
        missing: usize,
        group: usize,
        alone: impl Fn(usize) -> bool,
    ) {
        let source = &self.sources[contestant];
        let group = &source.summary.groups[group];
        for (_, member) in group.members.iter().enumerate().filter(|(index, _)| alone(*index)) {
            let words = [group.workload_words.as_str(), member.method_words.as_str()];
            let what: Vec<&str> = words.into_iter().filter(|word| !word.is_empty()).collect();
            let measured = source.at(member.rows.start).estimate.is_some();
            self.unpaired.push(Unpaired {
                contestant,
                missing,
                benchmark: group.benchmark.clone(),
                what: what.join(", "),
                measured,
            });
        }
    }
}

/// Where methods differ within a slot, labels tell them.
fn name_methods(sources: &[Source<'_>], seats: &mut [Seat]) {
    if seats.iter().all(|seat| seat.matched == Matched::Same) {
        return;
    }
    for seat in seats {
        let member = &sources[seat.source].summary.groups[seat.group].members[seat.member];
        if !member.method.is_empty() {
            seat.label = format!("{} with {}", seat.label, member.method_words);
        }
    }
}
