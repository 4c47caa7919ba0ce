//! A record under comparison, and how its parts are reached.

use std::collections::BTreeMap;

use model::{Better, Build, Case, Definition, Id, Metric, Origin, RunRecord, Value};

use super::contrast::Side;
use crate::{Bar, Group, Member, Row, Summary};

/// A record under comparison.
#[derive(Clone, Copy, Debug)]
pub struct Source<'a> {
    /// What tables call it, such as the file's name without its ending.
    pub name: &'a str,
    /// The record.
    pub record: &'a RunRecord,
    /// Its summary.
    pub summary: &'a Summary,
}

/// A group is the same on all systems where its benchmark and workload are.
pub(crate) type GroupKey = (Id, BTreeMap<String, Value>);

impl<'a> Source<'a> {
    pub(crate) fn definition(&self, group: &Group) -> &'a Definition {
        &self.record.definitions[group.definition]
    }

    pub(crate) fn case(&self, member: &Member) -> &'a Case {
        &self.record.cases[member.case]
    }

    pub(crate) fn subject_label(&self, subject: usize) -> &'a str {
        &self.record.subjects[subject].label
    }

    /// Groups by what they are. Of several revisions of one benchmark the last is kept.
    pub(crate) fn groups_by_key(&self) -> BTreeMap<GroupKey, usize> {
        let groups = self.summary.groups.iter().enumerate();
        groups
            .map(|(index, group)| ((group.benchmark.clone(), group.workload.clone()), index))
            .collect()
    }

    /// The row of a member for a metric of this name.
    pub(crate) fn row(&self, member: &Member, metric: &str) -> Option<usize> {
        member.rows.clone().find(|&row| self.metric(row).name == metric)
    }

    pub(crate) fn at(&self, row: usize) -> &'a Row {
        &self.summary.rows[row]
    }

    pub(crate) fn metric(&self, row: usize) -> &'a Metric {
        let row = self.at(row);
        &self.record.definitions[self.summary.groups[row.group].definition].metrics[row.metric]
    }

    /// What a member costs by a metric (less is better); `None` where its figure is not usable.
    pub(crate) fn cost(&self, member: &Member, metric: &Metric) -> Option<f64> {
        let row = self.at(self.row(member, &metric.name)?);
        let median = row.estimate.as_ref()?.median;
        let usable = row.bar.is_none() && median > 0.0;
        usable.then_some(if metric.better == Better::More { 1.0 / median } else { median })
    }

    pub(crate) fn side(&self, row: usize) -> Option<Side<'a>> {
        Some(Side { record: self.record, estimate: self.at(row).estimate.as_ref()? })
    }

    /// The program that measured, where it was not ours.
    pub(crate) fn foreign_tool(&self) -> Option<&'a str> {
        match &self.record.origin {
            Origin::Ours(_) => None,
            Origin::Foreign(foreign) => Some(&foreign.tool),
        }
    }

    pub(crate) fn builds(&self) -> impl Iterator<Item = &'a Build> {
        self.record.sessions.iter().map(|session| &session.build)
    }
}

/// Whether a row's metric was marked as not to be used, so that another may decide.
pub(crate) fn marked_invalid(row: &Row) -> bool {
    matches!(row.bar, Some(Bar::Invalid { .. } | Bar::Flagged(model::Flag::ClientBound)))
}
