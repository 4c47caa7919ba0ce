//! A large file, written from beginning to end by every method.

use std::path::Path;

use model::{Case, Definition, Id, Named, Shape, System, Uses, Value};
use sys::data::Create;
use sys::file::Name;

use super::content::{Content, Kind};
use super::ending::End;
use super::parameters::{
    ASYNCHRONOUS, BUFFERS, DEPTHS, MAPPED, POSIX_AIO, SYNCHRONOUS, USUAL_BUFFER, buffer, data,
    depth, direct, end, entry, onto, preallocate, queue, room, work,
};
use super::tiers::{self, Seen, none_or, offered};
use super::writing::{Call, Plan, Target, method};
use super::{metrics, verify};
use crate::choice::{integers, names};
use crate::parameters::{UNIX, call, method as named_method, size};
use crate::{Benchmark, Choice, Context, Cost, Error, Pass, Planned, Profile, Result, Workload};

const ID: &str = "io.write";

pub(super) const BENCHMARK: Benchmark = Benchmark::new(ID, definition, cases, prepare).searched();

/// Calls of the quick profile.
const QUICK: [&str; 1] = ["pwrite"];
/// Size of the quick profile's file.
const SMALL: u64 = 8 << 20;
/// Size of the standard profile's file.
const USUAL: u64 = 64 << 20;

fn definition() -> Definition {
    Definition {
        id: Id(ID.into()),
        revision: 1,
        summary: "Write a large file from beginning to end.".into(),
        timed: "open, the call that asks for room, every write, unmapping, and what the end point \
                demands: close (closed); sync_file_range of all, close (flushed); fsync, close, \
                fsync of the directory of a new file (durable; a mapping by msync). Data lie in \
                memory before, or are generated between the writes (work=produce). Buffers, rings \
                and threads are there before. thread: a second thread writes one buffer while the \
                first fills the other; both sleep while they wait. A mapping needs its size \
                before: ftruncate unless room is asked for otherwise."
            .into(),
        caveats: "closed is the speed of the page cache and promises nothing. A file system \
                  without a journal, or a device that absorbs flushes, makes durable cheap: see \
                  doctor. A short write measures a burst: drives slow down when their cache is \
                  full or they get hot."
            .into(),
        source: "IO Benchmark (adityaramesh/io_benchmark), its write methods without their \
                 defects: every byte is checked, no random numbers are made in the timed part \
                 unless asked for, and the end point is a parameter."
            .into(),
        shape: Shape::Once,
        uses: Uses::Directory,
        metrics: metrics::metrics(),
        parameters: vec![
            call(calls()),
            size(),
            end(),
            onto(),
            work(),
            data(),
            buffer(),
            direct(&["destination"]),
            preallocate(),
            depth(),
        ],
        roles: vec!["worker".into()],
    }
}

fn calls() -> Vec<Named> {
    let (linux, windows) = ([System::Linux], [System::Windows]);
    let named = named_method;
    vec![
        named("pwrite", "pwrite", SYNCHRONOUS, &UNIX),
        named("write-file", "WriteFile", SYNCHRONOUS, &windows),
        named("mmap", "mmap of the whole file", MAPPED, &UNIX),
        named("map-view", "MapViewOfFile of the whole file", MAPPED, &windows),
        named("pwritev2-dontcache", "pwritev2 with RWF_DONTCACHE", SYNCHRONOUS, &linux),
        named("thread", "a second thread writes while data are generated", ASYNCHRONOUS, &UNIX),
        named("posix-aio", "aio_write, aio_suspend", ASYNCHRONOUS, &POSIX_AIO),
        named("linux-aio", "io_submit, io_getevents", ASYNCHRONOUS, &linux),
        named("io-uring", "io_uring", ASYNCHRONOUS, &linux),
        named("io-uring-fixed", "io_uring with registered memory and file", ASYNCHRONOUS, &linux),
        named("overlapped", "WriteFile with OVERLAPPED", ASYNCHRONOUS, &windows),
        named("io-ring", "IoRing", ASYNCHRONOUS, &windows),
        named("write-file-gather", "WriteFileGather", ASYNCHRONOUS, &windows),
    ]
}

/// What can be chosen about a call.
struct Choices {
    buffers: &'static [Value],
    direct: &'static [&'static str],
    room: &'static [&'static str],
    depths: &'static [Value],
    /// The depth that others differ from.
    depth: Value,
}

fn choices(call: &Value) -> Choices {
    const ROOM: &[&str] = &["fallocate", "posix-fallocate", "truncate", "f-preallocate"];
    const WINDOWS: &[&str] = &["set-end-of-file", "set-file-valid-data"];
    let Value::Name(call) = call else { return Choices::of(&[], false, false, None) };
    match call.as_str() {
        "mmap" => Choices::of(ROOM, false, false, None),
        "pwrite" | "thread" => Choices::of(ROOM, true, true, None),
        "pwritev2-dontcache" => Choices::of(ROOM, true, false, None),
        "posix-aio" => Choices::of(ROOM, true, true, Some(2)),
        "linux-aio" | "io-uring" | "io-uring-fixed" => Choices::of(ROOM, true, true, Some(8)),
        "map-view" => Choices::of(WINDOWS, false, false, None),
        "overlapped" | "io-ring" => Choices::of(WINDOWS, true, true, Some(8)),
        _ => Choices::of(WINDOWS, true, true, None),
    }
}

impl Choices {
    /// What other methods of the same call differ from.
    fn usual(&self) -> [(&'static str, Value); 4] {
        [
            ("buffer", Value::Integer(USUAL_BUFFER)),
            ("direct", Value::none()),
            ("preallocate", Value::none()),
            ("depth", self.depth.clone()),
        ]
    }

    fn of(room: &'static [&'static str], buffer: bool, direct: bool, depth: Option<u64>) -> Self {
        Self {
            buffers: if buffer { &BUFFERS } else { &[] },
            direct: if direct { &["destination"] } else { &[] },
            room,
            depths: if depth.is_some() { &DEPTHS } else { &[] },
            depth: depth.map_or(Value::none(), Value::Integer),
        }
    }
}

fn cases(choice: &Choice<'_>) -> Vec<Planned> {
    let definition = definition();
    let sizes = integers(&tiers::sizes(choice.profile, SMALL, USUAL));
    let mut planned = Vec::new();
    for call in tiers::calls(choice, &calls(), &QUICK) {
        let known = choices(&call);
        let usual = known.usual();
        let near =
            |case: &Case| Seen { case, choice }.distance(&usual) <= tiers::most(choice.profile);
        let lists = [
            vec![call],
            choice.values("size", &sizes),
            choice.values("end", &names(&["closed", "flushed", "durable"])),
            choice.values("onto", &names(&["new", "truncated", "existing"])),
            choice.values("work", &none_or(&["produce"])),
            choice.values("data", &names(&["random"])),
            offered(choice, "buffer", known.buffers),
            offered(choice, "direct", &none_or(known.direct)),
            offered(choice, "preallocate", &none_or(known.room)),
            offered(choice, "depth", known.depths),
        ];
        planned.extend(
            tiers::product(&definition, &lists, near)
                .into_iter()
                .filter(tiers::fits)
                .filter(is_possible)
                .filter_map(|case| Some((tier(&Seen { case: &case, choice }, &known)?, case)))
                .filter(|(tier, _)| choice.wants(*tier))
                .map(|(tier, case)| plan(case, tier)),
        );
    }
    planned
}

/// What overwrites has its room; a thread needs a generator to overlap with.
fn is_possible(case: &Case) -> bool {
    let overwrites = case.name("onto") == Some("existing");
    let reserves = case.name("preallocate") != Some(Value::NONE);
    let produces = case.name("work") == Some("produce");
    !(overwrites && reserves) && (produces || case.name("call") != Some("thread"))
}

/// The smallest profile that a case belongs to.
fn tier(seen: &Seen<'_>, known: &Choices) -> Option<Profile> {
    let distance = seen.distance(&known.usual());
    let (closed, durable) = (Value::name("closed"), Value::name("durable"));
    let new = seen.is("onto", &Value::name("new"));
    let idle = seen.is("work", &Value::none());
    let plain = seen.case.name("call") == Some("pwrite") || !seen.free("call");
    let reserved = seen.case.name("preallocate") == Some("fallocate");
    let direct = seen.case.name("direct") == Some("destination");
    let quick = match seen.case.name("end") {
        Some("closed") => plain && (distance == 0 || (distance == 1 && reserved)),
        Some("durable") => plain && (distance == 0 || (distance == 1 && direct)),
        _ => plain && distance == 0 && !seen.free("end"),
    };
    let usual_size = seen.is("size", &Value::Integer(USUAL));
    let usual_end = seen.is("end", &closed) || seen.is("end", &durable);
    let thinned = distance == 0
        || (distance == 1 && seen.is("end", &durable) && seen.thinned() && (plain || direct));
    if quick && new && idle && seen.is("size", &Value::Integer(SMALL)) {
        Some(Profile::Quick)
    } else if usual_size && usual_end && new && ((idle && thinned) || (distance == 0 && !idle)) {
        Some(Profile::Standard)
    } else {
        let changes = usize::from(!new) + usize::from(!idle) + usize::from(!usual_size);
        let crossed = changes == 0 && distance == 2 && direct && seen.is("end", &durable);
        let small_step = changes == 0 && distance <= 1;
        (crossed || small_step || (changes == 1 && distance == 0)).then_some(Profile::Full)
    }
}

fn plan(case: Case, tier: Profile) -> Planned {
    let size = case.integer("size").unwrap_or(0);
    let memory = case.integer("buffer").unwrap_or(0) * case.integer("depth").unwrap_or(2);
    let files = if case.name("onto") == Some("new") { 1 } else { 2 };
    let first = case.name("call") == Some("pwrite") && case.name("end") == Some("durable");
    Planned {
        rank: match tier {
            Profile::Quick if first => 7,
            Profile::Quick => 27,
            Profile::Standard => 37,
            Profile::Full => 57,
        },
        pass: Pass::once(size, size),
        cost: Cost {
            // Half a gigabyte a second; then it is read and checked.
            ns: size.saturating_mul(5 * files) / 2 + 30_000_000,
            space_bytes: size,
            bytes_written: size.saturating_mul(files),
            memory_bytes: memory.max(size.min(1 << 30)).saturating_add(64 << 20),
            processes: 2,
            inodes: 1,
            ..Cost::default()
        },
        entry: entry(&case),
        case,
    }
}

fn prepare(context: &Context) -> Result<Workload> {
    let size = context.integer("size")?;
    let path = context.directory()?.join("written");
    let plan = how(context)?;
    let kind = Kind::named(context.name("data")?)?;
    let content = Content::new(kind, context.seed);
    if plan.create != Create::New {
        // Other bytes, so that a write that was left out is found.
        predecessor(&path, &Content::new(Kind::Random, !context.seed), size)?;
    }
    let target = Target { name: Name::new(&path)?, part: 0..size, content };
    let (mut writer, content) = method(&plan, target)?;
    Ok(Workload::once(move |_, findings| metrics::timed(size, findings, || writer.write()))
        .verified_by(move || verify::holds(&path, &content, size)))
}

/// The file that is there before, at rest.
fn predecessor(path: &Path, content: &Content, size: u64) -> Result<()> {
    super::source::make(path, size, content)
        .map_err(|source| Error::Prepare { what: "making the file to write onto".into(), source })
}

/// How the case wants the file to be written.
fn how(context: &Context) -> Result<Plan> {
    let mut room = room(context.name("preallocate")?)?;
    let call = match context.name("call")? {
        "pwrite" => Call::Plain,
        "pwritev2-dontcache" => Call::DoNotCache,
        "thread" => Call::Thread,
        "mmap" => {
            room = room.or(Some(sys::room::Room::Truncate));
            Call::Map
        }
        call => {
            Call::Queue(queue(call).ok_or(sys::Error::Unsupported("this system has no such call"))?)
        }
    };
    let create = match context.name("onto")? {
        "new" => Create::New,
        "truncated" => Create::Truncate,
        _ => Create::No,
    };
    let number = |parameter: &str| context.case.integer(parameter).map(|number| number as usize);
    Ok(Plan {
        call,
        buffer: number("buffer"),
        direct: context.name("direct")? == "destination",
        room,
        depth: number("depth").unwrap_or(1),
        create,
        end: End::named(context.name("end")?)?,
        produce: context.name("work")? == "produce",
    })
}
