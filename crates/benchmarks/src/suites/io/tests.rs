//! Every way of reading, writing and copying, to the last byte.

use std::ops::Range;
use std::path::Path;

use sys::advice::Advice;
use sys::data::Create;
use sys::file::Name;
use sys::map::Hint;
use sys::queue::Kind as Queue;
use sys::room::Room;

use super::content::{Content, Kind};
use super::ending::End;
use super::{copying, reading, verify, writing};
use crate::{Error, Result};

/// The article's file and buffers: 64 MiB do not divide it, 12 KiB neither.
const LARGE: (u64, [usize; 2]) = (80 << 20, [64 << 20, 12 << 10]);
const SMALL_BUFFER: usize = 12 << 10;
/// Nothing, a byte, and around the edges of buffers and blocks.
const SMALL: [u64; 8] = [0, 1, 4095, 4096, 12_287, 12_288, 12_289, 24_577];
/// A page beyond what 32 bits can count.
const FAR: u64 = (4 << 30) + 4096;

const QUEUES: [Queue; 4] = [Queue::PosixAio, Queue::LinuxAio, Queue::Uring, Queue::UringFixed];

/// Does the work, or says why this system cannot.
fn done<T>(what: &dyn std::fmt::Debug, outcome: Result<T>) -> Option<T> {
    match outcome {
        Ok(value) => Some(value),
        Err(Error::System(sys::Error::Unsupported(why))) => {
            println!("skipped: {what:?}: {why}");
            None
        }
        Err(error) => panic!("{what:?}: {error}"),
    }
}

fn written(path: &Path, content: &Content, part: &Range<u64>) {
    let file = std::fs::File::create(path).unwrap();
    file.set_len(part.start).unwrap();
    let mut data = vec![0; (part.end - part.start) as usize];
    content.fill(part.start, &mut data);
    std::os::unix::fs::FileExt::write_all_at(&file, &data, part.start).unwrap();
}

/// What lies in a part of a file, which ends with it.
fn holds(path: &Path, content: &Content, part: &Range<u64>) {
    if part.start == 0 {
        return verify::holds(path, content, part.end).unwrap();
    }
    let file = std::fs::File::open(path).unwrap();
    assert_eq!(file.metadata().unwrap().len(), part.end);
    let mut data = vec![0; (part.end - part.start) as usize];
    std::os::unix::fs::FileExt::read_exact_at(&file, &mut data, part.start).unwrap();
    assert_eq!(content.differs(part.start, &data), None);
}

fn reads(buffer: usize) -> Vec<reading::Plan> {
    use reading::Call::{DoNotCache, Map, NoWait, Plain, Thread};
    let plan = |call, direct, advice, depth| reading::Plan { call, buffer, advice, direct, depth };
    let mut plans = vec![plan(NoWait, false, None, 1), plan(DoNotCache, false, None, 1)];
    for direct in [false, true] {
        plans.extend([plan(Plain, direct, None, 1), plan(Thread, direct, None, 1)]);
        plans.extend(QUEUES.map(|kind| plan(reading::Call::Queue(kind), direct, None, 3)));
    }
    for advice in [Advice::Sequential, Advice::NoReuse, Advice::WillNeed, Advice::ReadAhead] {
        plans.push(plan(Plain, false, Some(advice), 1));
    }
    let hints = [
        Hint::Nothing,
        Hint::Sequential,
        Hint::WillNeed,
        Hint::HugePage,
        Hint::PopulateRead,
        Hint::MapPopulate,
    ];
    plans.extend(hints.map(|hint| plan(Map(hint), false, None, 1)));
    plans
}

/// Reads twice, as a trial does, and compares each byte; how many methods did.
fn read_all(directory: &Path, part: &Range<u64>, buffer: usize) -> usize {
    let path = directory.join("source");
    let content = Content::new(Kind::Random, part.end);
    written(&path, &content, part);
    let mut methods = 0;
    for plan in reads(buffer) {
        let target = reading::Target { name: Name::new(&path).unwrap(), part: part.clone() };
        let Some(mut reader) = done(&plan, reading::method(&plan, target)) else { continue };
        let length = part.end - part.start;
        let Some(first) = done(&plan, reader.read(None)) else { continue };
        assert_eq!(first.bytes, length, "{plan:?} {part:?}");
        let (mut seen, mut wrong) = (0, None);
        let mut compare = |at: u64, piece: &[u8]| {
            seen += piece.len() as u64;
            wrong = wrong.or_else(|| content.differs(at, piece));
        };
        reader.read(Some(&mut compare)).unwrap();
        assert_eq!((seen, wrong), (length, None), "{plan:?} {part:?}");
        methods += 1;
    }
    methods
}

fn writes(buffer: usize) -> Vec<writing::Plan> {
    use writing::Call::{DoNotCache, Map, Plain, Thread};
    let plain = writing::Plan {
        call: Plain,
        buffer: Some(buffer),
        direct: false,
        room: None,
        depth: 1,
        create: Create::New,
        end: End::Closed,
        produce: false,
    };
    let mut plans = vec![writing::Plan { call: DoNotCache, ..plain }];
    for (direct, room, end) in [
        (false, None, End::Durable),
        (true, None, End::Closed),
        (false, Some(Room::Fallocate), End::Flushed),
        (true, Some(Room::Fallocate), End::Durable),
        (false, Some(Room::PosixFallocate), End::Closed),
        (false, Some(Room::Truncate), End::Closed),
    ] {
        let like = writing::Plan { direct, room, end, ..plain };
        plans.extend([like, writing::Plan { produce: true, ..like }]);
        plans.push(writing::Plan { call: Thread, produce: true, ..like });
        if room.is_some() && !direct {
            let map = writing::Plan { call: Map, buffer: None, ..like };
            plans.extend([map, writing::Plan { produce: true, ..map }]);
        }
        if room.is_none() {
            for kind in QUEUES {
                let queue = writing::Plan { call: writing::Call::Queue(kind), depth: 3, ..like };
                plans.extend([queue, writing::Plan { produce: true, ..queue }]);
            }
        }
    }
    plans
}

/// Writes and compares each byte; how many methods did.
fn write_all(directory: &Path, part: &Range<u64>, plans: &[writing::Plan]) -> usize {
    let path = directory.join("written");
    let content = Content::new(Kind::Random, 7);
    let mut methods = 0;
    for plan in plans {
        if plan.create != Create::New {
            written(&path, &Content::new(Kind::Random, 8), part);
        }
        let name = Name::new(&path).unwrap();
        let target = writing::Target { name, part: part.clone(), content };
        if let Some((mut writer, content)) = done(&plan, writing::method(plan, target))
            && let Some(outcome) = done(&plan, writer.write())
        {
            assert_eq!(outcome.bytes, part.end - part.start, "{plan:?} {part:?}");
            holds(&path, &content, part);
            methods += 1;
        }
        let _ = std::fs::remove_file(&path);
    }
    methods
}

fn copies(buffer: usize) -> Vec<copying::Plan> {
    use copying::Call::{Map, Range, ReadWrite, Send, Share, Splice};
    let plain = copying::Plan {
        call: ReadWrite,
        buffer,
        direct_source: false,
        direct_destination: false,
        room: None,
        depth: 1,
        end: End::Closed,
    };
    let mut plans = Vec::new();
    for (direct_source, direct_destination) in
        [(false, false), (true, false), (false, true), (true, true)]
    {
        let like = copying::Plan { direct_source, direct_destination, ..plain };
        plans.push(like);
        plans.extend([Queue::Uring, Queue::UringFixed].map(|kind| copying::Plan {
            call: copying::Call::Queue(kind),
            depth: 3,
            ..like
        }));
    }
    let calls = [Range, Send, Share, Splice, ReadWrite];
    plans.extend(calls.map(|call| copying::Plan {
        call,
        buffer: buffer.min(64 << 10),
        end: End::Durable,
        ..plain
    }));
    for room in [Room::Fallocate, Room::Truncate] {
        let like = copying::Plan { room: Some(room), end: End::Flushed, ..plain };
        plans.extend([Map, Send].map(|call| copying::Plan { call, ..like }));
    }
    plans
}

/// Copies and compares each byte; how many methods did.
fn copy_all(directory: &Path, part: &Range<u64>, plans: &[copying::Plan]) -> usize {
    let (from, to) = (directory.join("from"), directory.join("to"));
    let content = Content::new(Kind::Random, 5);
    written(&from, &content, part);
    let mut methods = 0;
    for plan in plans {
        let target = copying::Target {
            from: Name::new(&from).unwrap(),
            to: Name::new(&to).unwrap(),
            part: part.clone(),
        };
        if let Some(mut copier) = done(&plan, copying::method(plan, target))
            && let Some(outcome) = done(&plan, copier.copy())
        {
            assert_eq!(outcome.bytes, part.end - part.start, "{plan:?} {part:?}");
            holds(&to, &content, part);
            methods += 1;
        }
        let _ = std::fs::remove_file(&to);
    }
    methods
}

#[test]
fn every_way_reads_every_byte() {
    let directory = tempfile::tempdir().unwrap();
    for size in SMALL {
        assert!(read_all(directory.path(), &(0..size), SMALL_BUFFER) > 3);
    }
    let (size, buffers) = LARGE;
    for buffer in buffers {
        assert!(read_all(directory.path(), &(0..size), buffer) > 3);
    }
    assert!(read_all(directory.path(), &(FAR..FAR + 70_001), SMALL_BUFFER) > 3);
}

#[test]
fn every_way_writes_every_byte() {
    let directory = tempfile::tempdir().unwrap();
    for size in SMALL {
        assert!(write_all(directory.path(), &(0..size), &writes(SMALL_BUFFER)) > 3);
    }
    assert!(write_all(directory.path(), &(FAR..FAR + 70_001), &writes(SMALL_BUFFER)) > 3);
    for create in [Create::Truncate, Create::No] {
        let plans: Vec<_> =
            writes(SMALL_BUFFER).into_iter().map(|plan| writing::Plan { create, ..plan }).collect();
        assert!(write_all(directory.path(), &(0..70_001), &plans) > 3);
    }
    let (size, buffers) = LARGE;
    for buffer in buffers {
        // Room and end point do not change how pieces are cut.
        let mut plans = writes(buffer);
        plans.retain(|plan| plan.call == writing::Call::Map || plan.room.is_none());
        plans.retain(|plan| plan.produce == (plan.call == writing::Call::Thread));
        let plans: Vec<_> =
            plans.into_iter().map(|plan| writing::Plan { end: End::Closed, ..plan }).collect();
        assert!(write_all(directory.path(), &(0..size), &plans) > 3);
    }
}

#[test]
fn every_way_copies_every_byte() {
    let directory = tempfile::tempdir().unwrap();
    for size in SMALL {
        assert!(copy_all(directory.path(), &(0..size), &copies(SMALL_BUFFER)) > 3);
    }
    let (size, buffers) = LARGE;
    for buffer in buffers {
        let mut plans = copies(buffer);
        plans.retain(|plan| plan.direct_source == plan.direct_destination);
        plans.retain(|plan| plan.end != End::Flushed || plan.call == copying::Call::Map);
        let plans: Vec<_> =
            plans.into_iter().map(|plan| copying::Plan { end: End::Closed, ..plan }).collect();
        assert!(copy_all(directory.path(), &(0..size), &plans) > 3);
    }
    assert!(copy_all(directory.path(), &(FAR..FAR + 70_001), &copies(SMALL_BUFFER)) > 3);
}

#[test]
fn a_file_that_was_made_shorter_is_a_failure() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("short");
    std::fs::write(&path, vec![1; 40_000]).unwrap();
    for plan in reads(SMALL_BUFFER) {
        if matches!(plan.call, reading::Call::Map(_)) {
            continue;
        }
        let target = reading::Target { name: Name::new(&path).unwrap(), part: 0..50_000 };
        let Some(mut reader) = done(&plan, reading::method(&plan, target)) else { continue };
        let Err(error) = reader.read(None) else { panic!("{plan:?}") };
        let said = error.to_string();
        assert!(said.contains("made shorter") || said.contains("O_DIRECT"), "{plan:?}: {said}");
    }
}
