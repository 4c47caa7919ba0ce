//! Before the first trial: the device of every directory is written to until it keeps its speed.
//!
//! A new or rested drive takes the first gigabytes into a fast cache; what it can sustain shows
//! only afterwards. How much is written follows from what the run may write and how long it may
//! take: a cache larger than that is not seen, and the page of methods says so.

use model::Conditioning;
use sys::clock::now_ns;

use super::crew::Crew;
use super::session::Running;
use super::{RunError, Stop};
use crate::plan::{Request, SubjectPlan};
use crate::protocol::{PieceWritten, Reply, Request as Ask};
use crate::steady::{WINDOW, is_steady};

/// Part of what the run may write, and of its time, that all devices together may take.
const SHARE: u64 = 2;
/// Bytes of a message: between two of them a person may stop the run.
const PIECE: u64 = 16 << 20;
/// Slices that the share is cut into: the first window, and some to settle before it.
const SLICES: u64 = 16;
/// A slice takes seconds on a fast drive; longer ones would tell no more.
const LARGEST_SLICE: u64 = 4 << 30;
/// Part of the free room that the file may take.
const ROOM: u64 = 4;

/// What one device may take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Allowance {
    slice_bytes: u64,
    /// The file that is written again and again.
    file_bytes: u64,
    written_bytes: u64,
    ns: u64,
}

impl Allowance {
    /// Of what all devices may take; `None` where the room does not suffice for a piece.
    fn new(written_bytes: u64, ns: u64, devices: u64, free_bytes: u64) -> Option<Self> {
        let written_bytes = written_bytes / SHARE / devices.max(1);
        let pieces = |bytes: u64| bytes / PIECE * PIECE;
        let room = pieces(free_bytes / ROOM);
        let slice_bytes = pieces(written_bytes / SLICES).clamp(PIECE, LARGEST_SLICE).min(room);
        let file_bytes = room.min(written_bytes.max(slice_bytes)).checked_div(slice_bytes)?;
        let file_bytes = file_bytes * slice_bytes;
        Some(Self { slice_bytes, file_bytes, written_bytes, ns: ns / SHARE / devices.max(1) })
    }
}

/// The first subject of every directory of every target.
fn devices(subjects: &[SubjectPlan]) -> Vec<usize> {
    let seen = |index: usize| {
        let key = |one: &SubjectPlan| (one.target, one.place);
        subjects[..index].iter().any(|one| key(one) == key(&subjects[index]))
    };
    let has_place = |index: &usize| subjects[*index].place.is_some();
    (0..subjects.len()).filter(has_place).filter(|&index| !seen(index)).collect()
}

/// Refuses what cannot be brought to a steady state, before anything is touched.
pub(super) fn refuse_what_cannot_be(
    request: &Request,
    subjects: &[SubjectPlan],
    crew: &Crew,
) -> Result<(), RunError> {
    let devices = devices(subjects);
    if !request.sustained {
        return Ok(());
    }
    if devices.is_empty() {
        let what = "--sustained is about benchmarks that use a directory; none is chosen";
        return Err(RunError::Refused(what.to_owned()));
    }
    for index in devices {
        let free = free_bytes(crew, &subjects[index]);
        if Allowance::new(u64::MAX, u64::MAX, 1, free).is_none() {
            let place = subjects[index].subject.place.as_deref().unwrap_or_default();
            return Err(RunError::Refused(format!(
                "--sustained needs {} MiB of free room in {place}; {} MiB are free; choose another \
                 directory with --in DIR",
                (PIECE * ROOM) >> 20,
                free >> 20
            )));
        }
    }
    Ok(())
}

fn free_bytes(crew: &Crew, subject: &SubjectPlan) -> u64 {
    let opened = subject.place.and_then(|place| crew.opened()[subject.target].get(place));
    opened.map_or(0, |opened| opened.free_bytes)
}

impl Running<'_> {
    /// Brings the device of every directory to a steady state, as far as the run may.
    pub(super) fn condition(&mut self, crew: &mut Crew) -> Result<(), Stop> {
        let begun_ns = now_ns();
        let subjects = self.subjects;
        let devices = devices(subjects);
        let (written_bytes, ns) = (self.writes.left().written_bytes, self.left_ns());
        for &index in &devices {
            let free = free_bytes(crew, &subjects[index]);
            let count = devices.len() as u64;
            let Some(allowance) = Allowance::new(written_bytes, ns, count, free) else { continue };
            let place = subjects[index].subject.place.clone().unwrap_or_default();
            self.watch.note(&format!(
                "writing up to {} MiB in {place}, for at most {} s, to bring its device to a \
                 steady state",
                allowance.written_bytes >> 20,
                allowance.ns / 1_000_000_000
            ));
            let (found, stopped) = self.condition_one(crew, &subjects[index], allowance);
            self.watch.note(&format!("{place}: {}", told(&found)));
            let same = |one: &SubjectPlan| {
                (one.target, one.place) == (subjects[index].target, subjects[index].place)
            };
            for facts in &mut self.session_mut().facts {
                if same(&subjects[facts.subject as usize]) {
                    facts.conditioning = Some(found.clone());
                }
            }
            self.keep_facts()?;
            if stopped {
                return Err(Stop::Interrupted);
            }
        }
        self.set_up_ns += now_ns() - begun_ns;
        Ok(())
    }

    /// What came of one device, and whether a person asked to stop.
    fn condition_one(
        &mut self,
        crew: &mut Crew,
        subject: &SubjectPlan,
        allowance: Allowance,
    ) -> (Conditioning, bool) {
        let mut found =
            Conditioning { slice_bytes: allowance.slice_bytes, ..Conditioning::default() };
        let begun_ns = now_ns();
        let (mut speeds, mut written, mut stopped) = (Vec::new(), 0, false);
        let mut slice_ns = 0;
        while !found.steady && found.reason.is_empty() {
            if self.interrupt.count() > self.asked {
                (found.reason, stopped) = ("a person stopped it".to_owned(), true);
            } else if written + PIECE > allowance.written_bytes {
                found.reason = "it may write no more; raise that with --max-write".into();
            } else if now_ns() - begun_ns > allowance.ns {
                found.reason = "it may take no longer; raise that with --budget".into();
            } else {
                match write_piece(crew, subject, written % allowance.file_bytes) {
                    Ok(piece) => {
                        written += PIECE;
                        slice_ns += piece.elapsed_ns;
                        found.direct = piece.direct;
                        self.writes.count(PIECE, piece.counted_bytes);
                    }
                    Err(reason) => found.reason = reason,
                }
            }
            if found.reason.is_empty() && written % allowance.slice_bytes == 0 {
                speeds.push(1.0 / slice_ns as f64);
                found.slices_ns.push(std::mem::take(&mut slice_ns));
                found.steady = is_steady(&speeds);
            }
        }
        let ended = crew.link(subject.target).and_then(|link| link.ask(&Ask::EndPieces));
        if let Err(error) = ended {
            found.reason = error.to_string();
            if !matches!(error, crate::target::LinkError::Refused(_)) {
                crew.replace(subject.target);
            }
        }
        (found, stopped)
    }
}

fn write_piece(crew: &mut Crew, subject: &SubjectPlan, at: u64) -> Result<PieceWritten, String> {
    let place = subject.place.unwrap_or_default();
    let link = crew.link(subject.target).map_err(|error| error.to_string())?;
    match link.ask(&Ask::WritePiece { place, at, bytes: PIECE }) {
        Ok(Reply::PieceWritten(piece)) => Ok(piece),
        Ok(_) => Err("an answer of another kind".to_owned()),
        Err(error) => Err(error.to_string()),
    }
}

/// What a person is told of it.
fn told(found: &Conditioning) -> String {
    let mib = found.bytes() >> 20;
    if !found.steady {
        return format!(
            "a steady state was not reached after {mib} MiB: {}; figures of writing may be bursts",
            found.reason
        );
    }
    let last = &found.slices_ns[found.slices_ns.len() - WINDOW..];
    let seconds = last.iter().sum::<u64>() as f64 / 1e9;
    let speed = (found.slice_bytes >> 20) as f64 * WINDOW as f64 / seconds;
    format!("steady at {speed:.0} MiB/s after {mib} MiB")
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const MIB: u64 = 1 << 20;

    #[test]
    fn a_share_is_cut_into_slices() {
        let one = Allowance::new(2048 * MIB, 90, 1, u64::MAX).unwrap();
        let file_bytes = 1024 * MIB;
        let wanted =
            Allowance { slice_bytes: 64 * MIB, file_bytes, written_bytes: 1024 * MIB, ns: 45 };
        assert_eq!(one, wanted);
        let tiny = Allowance::new(64 * MIB, 90, 1, u64::MAX).unwrap();
        assert_eq!((tiny.slice_bytes, tiny.written_bytes), (16 * MIB, 32 * MIB));
        assert_eq!(Allowance::new(2048 * MIB, 90, 1, 63 * MIB), None);
    }

    proptest! {
        #[test]
        fn no_allowance_exceeds_what_there_is(
            written in any::<u64>(), devices in 1_u64..9, free in any::<u64>(),
        ) {
            if let Some(one) = Allowance::new(written, 1 << 40, devices, free) {
                prop_assert!(one.file_bytes <= free / ROOM);
                prop_assert!(one.written_bytes * devices <= written / SHARE);
                prop_assert!(one.slice_bytes >= PIECE && one.slice_bytes % PIECE == 0);
                prop_assert!(one.file_bytes >= one.slice_bytes);
                prop_assert!(one.file_bytes % one.slice_bytes == 0);
            } else {
                prop_assert!(free < PIECE * ROOM);
            }
        }
    }
}
