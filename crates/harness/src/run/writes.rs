//! What a run writes: what it may, what its trials declared, and what the kernel counted.

use std::collections::{BTreeMap, BTreeSet};

use benchmarks::Leaves;
use model::{Trial, Written};

use super::crew::Crew;
use super::group::{Group, Member};
use super::session::Running;
use crate::budget::{Use, write_limit};
use crate::plan::{PlannedCell, Request, SubjectPlan};

/// Room that an emptied file takes up: its inode and its entry, amply.
const EMPTIED_BYTES: u64 = 1_024;

/// Writes so far, and how much there may be.
pub(crate) struct Writes {
    /// What the run may write, keep and create, in all.
    limit: Use,
    declared_bytes: u64,
    counted_bytes: Option<u64>,
    /// The greater of the two, trial by trial: what the limit is compared with.
    charged_bytes: u64,
    /// What stays on each place: room and files.
    kept: BTreeMap<(usize, Option<usize>), (u64, u64)>,
    /// Shared files that were made: subject, benchmark, size.
    shared: BTreeSet<(usize, usize, u64)>,
}

impl Writes {
    /// The limits of a request on what its agents have found.
    pub(crate) fn new(request: &Request, crew: &Crew, cells: &[PlannedCell]) -> Self {
        let opened = || crew.opened().iter().flatten();
        let free_bytes = opened().map(|place| place.free_bytes).min();
        let one = cells.iter().map(|cell| cell.planned.cost.space_bytes).max().unwrap_or(0);
        let inodes = cells.iter().map(|cell| cell.planned.cost.inodes).max().unwrap_or(0);
        let written = request.written_limit_bytes;
        let limit = Use {
            ns: u64::MAX,
            written_bytes: written.unwrap_or_else(|| write_limit(request.profile, free_bytes)),
            // One trial needs its own room beside what stays.
            kept_bytes: free_bytes.map_or(u64::MAX, |free| free.saturating_sub(one)),
            kept_inodes: opened()
                .filter_map(|place| place.free_inodes)
                .min()
                .map_or(u64::MAX, |free| free.saturating_sub(inodes)),
        };
        Self {
            limit,
            declared_bytes: 0,
            counted_bytes: None,
            charged_bytes: 0,
            kept: BTreeMap::new(),
            shared: BTreeSet::new(),
        }
    }

    /// What may still be used; time is not ours to say.
    pub(crate) fn left(&self) -> Use {
        let most = |part: fn(&(u64, u64)) -> u64| self.kept.values().map(part).max().unwrap_or(0);
        self.limit.less(Use {
            ns: 0,
            written_bytes: self.charged_bytes,
            kept_bytes: most(|kept| kept.0),
            kept_inodes: most(|kept| kept.1),
        })
    }

    pub(crate) fn limit_bytes(&self) -> u64 {
        self.limit.written_bytes
    }

    /// How far the writes are beyond what they may be: declarations may have been too low.
    pub(crate) fn are_spent(&self) -> bool {
        self.charged_bytes > self.limit.written_bytes
    }

    /// Takes in what a trial has done, or a pilot, which does a part of one.
    pub(crate) fn add(
        &mut self,
        cell: &PlannedCell,
        subject: &SubjectPlan,
        declared_bytes: u64,
        counted_bytes: Option<u64>,
    ) {
        let cost = &cell.planned.cost;
        let mut declared_bytes = declared_bytes;
        let kept = self.kept.entry((subject.target, subject.place)).or_default();
        if cost.shared_bytes > 0
            && self.shared.insert((cell.subject, cell.chosen, cost.shared_bytes))
        {
            declared_bytes = declared_bytes.saturating_add(cost.shared_bytes);
            kept.0 = kept.0.saturating_add(cost.shared_bytes);
        }
        if cell.leaves == Leaves::EmptyFiles {
            kept.0 = kept.0.saturating_add(cost.inodes.saturating_mul(EMPTIED_BYTES));
            kept.1 = kept.1.saturating_add(cost.inodes);
        }
        self.count(declared_bytes, counted_bytes);
    }

    /// Takes in what was written, by a trial or to bring a device to a steady state.
    pub(crate) fn count(&mut self, declared_bytes: u64, counted_bytes: Option<u64>) {
        self.declared_bytes = self.declared_bytes.saturating_add(declared_bytes);
        if let Some(counted) = counted_bytes {
            let known = self.counted_bytes.unwrap_or(0);
            self.counted_bytes = Some(known.saturating_add(counted));
        }
        let charged = declared_bytes.max(counted_bytes.unwrap_or(0));
        self.charged_bytes = self.charged_bytes.saturating_add(charged);
    }

    /// What the record says of them.
    pub(crate) fn record(&self) -> Written {
        Written {
            limit_bytes: self.limit.written_bytes,
            declared_bytes: self.declared_bytes,
            counted_bytes: self.counted_bytes,
        }
    }
}

impl Running<'_> {
    /// Takes in the writes of a trial.
    pub(crate) fn charge(&mut self, cell: &PlannedCell, trial: &Trial) {
        let subject = &self.subjects[cell.subject];
        let declared = cell.planned.cost.bytes_written;
        self.writes.add(cell, subject, declared, trial.state.bytes_written);
    }

    /// Takes in the writes of the trials of an earlier part of the session.
    pub(crate) fn charge_earlier(&mut self, work: &[Group]) {
        let members = work.iter().flat_map(|group| &group.members);
        let planned: BTreeMap<usize, &Member> =
            members.map(|member| (member.cell, member)).collect();
        for trial in self.session().trials.clone() {
            if let Some(member) = planned.get(&(trial.cell as usize)) {
                self.charge(&member.planned, &trial);
            }
        }
    }
}

/// What a round of these members uses: time and writes of all, room on the fullest place.
pub(crate) fn of_round<'a>(members: impl Iterator<Item = &'a Member>) -> Use {
    let mut sum = Use::default();
    let mut kept: BTreeMap<usize, u64> = BTreeMap::new();
    for member in members {
        let cost = &member.planned.planned.cost;
        sum.ns = sum.ns.saturating_add(member.trial_ns);
        sum.written_bytes = sum.written_bytes.saturating_add(cost.bytes_written);
        if member.planned.leaves == Leaves::EmptyFiles {
            let inodes = kept.entry(member.planned.subject).or_default();
            *inodes = inodes.saturating_add(cost.inodes);
        }
    }
    sum.kept_inodes = kept.into_values().max().unwrap_or(0);
    sum.kept_bytes = sum.kept_inodes.saturating_mul(EMPTIED_BYTES);
    sum
}
