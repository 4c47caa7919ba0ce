//! Comparison inside one file: subjects whose trials were interleaved, methods on one subject.

use std::collections::BTreeMap;

use super::Refusal;
use super::draft::{Judge, Seat, Slot};
use super::findings::{Contestant, Findings, Kind};
use super::options::Options;
use super::overall::overall;
use super::pairing::Matched;
use super::source::Source;
use crate::confounders::{Sides, attribution};

/// Compares the subjects of one file: each with the baseline, at equal workload and method.
pub fn compare_subjects(source: Source<'_>, options: &Options) -> Result<Findings, Refusal> {
    let order = subjects(&source, options.baseline.as_deref())?;
    if order.len() < 2 {
        return Err(Refusal::FewerThanTwo);
    }
    let contestant_of: BTreeMap<usize, usize> =
        order.iter().enumerate().map(|(place, &subject)| (subject, place)).collect();
    let contestants: Vec<Contestant> = order
        .iter()
        .map(|&subject| Contestant {
            label: source.subject_label(subject).to_owned(),
            source: 0,
            subject: Some(subject),
        })
        .collect();
    let mut slots = Vec::new();
    for (group, known) in source.summary.groups.iter().enumerate() {
        let mut by_case: BTreeMap<usize, Vec<Seat>> = BTreeMap::new();
        for (index, member) in known.members.iter().enumerate() {
            let contestant = contestant_of[&member.subject];
            by_case.entry(member.case).or_default().push(Seat {
                contestant,
                source: 0,
                group,
                member: index,
                matched: Matched::Same,
                label: contestants[contestant].label.clone(),
            });
        }
        let mut cases: Vec<Vec<Seat>> = by_case.into_values().collect();
        cases.sort_by_key(|seats| seats[0].member);
        for mut seats in cases {
            seats.sort_by_key(|seat| seat.contestant);
            if seats.len() > 1 && seats[0].contestant == 0 {
                slots.push(Slot { subject: String::new(), seats });
            }
        }
    }
    let sources = [source];
    let (contests, family) = Judge::new(&sources, options).judge(&slots);
    let attributions = (1..order.len())
        .map(|candidate| {
            let sides = Sides {
                baseline: (&source, Some(order[0])),
                candidate: (&source, Some(order[candidate])),
                labels: (&contestants[0].label, &contestants[candidate].label),
                contestant: candidate,
            };
            attribution(&sides, options.factor, &contests)
        })
        .collect();
    Ok(Findings {
        kind: Kind::Subjects,
        overall: overall(&contestants, &contests),
        contestants,
        thresholds: options.thresholds.clone(),
        family,
        contests,
        unpaired: Vec::new(),
        attributions,
    })
}

/// The subjects that have cells, baseline first.
fn subjects(source: &Source<'_>, baseline: Option<&str>) -> Result<Vec<usize>, Refusal> {
    let members = source.summary.groups.iter().flat_map(|group| &group.members);
    let mut order: Vec<usize> = members.map(|member| member.subject).collect();
    order.sort_unstable();
    order.dedup();
    if let Some(name) = baseline {
        let label = |subject: &usize| source.subject_label(*subject);
        let place = order.iter().position(|subject| label(subject) == name).ok_or_else(|| {
            Refusal::NoSuchBaseline {
                name: name.to_owned(),
                known: order.iter().map(|subject| label(subject).to_owned()).collect(),
            }
        })?;
        order[..=place].rotate_right(1);
    }
    Ok(order)
}

/// Compares the methods of each group and subject: each with the baseline, by default the
/// simplest that has a figure.
pub fn compare_methods(source: Source<'_>, options: &Options) -> Result<Findings, Refusal> {
    let baseline = options.baseline.as_deref();
    let mut slots = Vec::new();
    let mut known: Vec<String> = Vec::new();
    let mut contestants: Vec<Contestant> = Vec::new();
    for (group, content) in source.summary.groups.iter().enumerate() {
        let mut by_subject: BTreeMap<usize, Vec<Seat>> = BTreeMap::new();
        for (index, member) in content.members.iter().enumerate() {
            known.push(member.method.clone());
            by_subject.entry(member.subject).or_default().push(Seat {
                contestant: 0,
                source: 0,
                group,
                member: index,
                matched: Matched::Same,
                label: label(&source, group, index),
            });
        }
        for (subject, mut seats) in by_subject {
            let method = |seat: &Seat| content.members[seat.member].method.as_str();
            let figures = |seat: &Seat| {
                let row = content.members[seat.member].rows.start;
                source.at(row).estimate.is_some()
            };
            let first = match baseline {
                Some(name) => seats.iter().position(|seat| names(method(seat), name)),
                None => seats.iter().position(figures).or(Some(0)),
            };
            let Some(first) = first.filter(|_| seats.len() > 1) else { continue };
            seats[..=first].rotate_right(1);
            let contestant = place_of(&mut contestants, &source, subject);
            for seat in &mut seats {
                seat.contestant = contestant;
            }
            slots.push(Slot { subject: contestants[contestant].label.clone(), seats });
        }
    }
    if slots.is_empty() {
        return Err(match baseline {
            Some(name) if !known.iter().any(|method| names(method, name)) => {
                known.sort();
                known.dedup();
                Refusal::NoSuchBaseline { name: name.to_owned(), known }
            }
            _ => Refusal::FewerThanTwo,
        });
    }
    if contestants.len() == 1 {
        for slot in &mut slots {
            slot.subject.clear();
        }
    }
    let sources = [source];
    let (contests, family) = Judge::new(&sources, options).judge(&slots);
    Ok(Findings {
        kind: Kind::Methods,
        overall: overall(&[], &contests),
        contestants,
        thresholds: options.thresholds.clone(),
        family,
        contests,
        unpaired: Vec::new(),
        attributions: Vec::new(),
    })
}

/// Whether a person's word means a method: all of it, or one of its values.
fn names(method: &str, wanted: &str) -> bool {
    method == wanted
        || method
            .split(' ')
            .any(|part| part.split_once('=').is_some_and(|(_, name)| name == wanted))
}

fn place_of(contestants: &mut Vec<Contestant>, source: &Source<'_>, subject: usize) -> usize {
    if let Some(place) = contestants.iter().position(|known| known.subject == Some(subject)) {
        return place;
    }
    let label = source.subject_label(subject).to_owned();
    contestants.push(Contestant { label, source: 0, subject: Some(subject) });
    contestants.len() - 1
}

/// A method as sentences say it.
fn label(source: &Source<'_>, group: usize, member: usize) -> String {
    let words = &source.summary.groups[group].members[member].method_words;
    if words.is_empty() { "the only method".to_owned() } else { words.clone() }
}
