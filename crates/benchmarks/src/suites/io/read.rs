//! A large file, read from beginning to end by every method.

use std::cell::RefCell;
use std::rc::Rc;

use model::{
    Better, Case, Definition, Id, Metric, Named, Shape, System, ThresholdClass, Unit, Uses, Value,
};
use sys::advice::Advice;
use sys::file::Name;
use sys::map::Hint;
use sys::queue::Kind as QueueKind;

use super::content::{Content, Kind, count};
use super::parameters::{
    BUFFERS, DEPTHS, MOST_MEMORY, THINNED, USUAL_BUFFER, advice, buffer, cache, data, depth,
    direct, work,
};
use super::reading::{Call, Plan, Read, Target, method};
use super::{cold, metrics, source};
use crate::choice::{integers, names};
use crate::parameters::{UNIX, call, method as named_method, size};
use crate::{Benchmark, Choice, Context, Cost, Error, Pass, Planned, Profile, Result, Workload};

const ID: &str = "io.read";

pub(super) const BENCHMARK: Benchmark = Benchmark::new(ID, definition, cases, prepare).searched();

/// Families of calls.
const SYNCHRONOUS: &str = "synchronous";
const ASYNCHRONOUS: &str = "asynchronous";
const MAPPED: &str = "memory-mapped";

fn definition() -> Definition {
    let mut metrics = metrics::metrics();
    metrics.push(Metric {
        name: "fallbacks".into(),
        summary: "Reads that preadv2-nowait made again by pread, since data were not in memory."
            .into(),
        amount: Unit::count("read"),
        per: Unit::count("file"),
        better: Better::Diagnostic,
        class: ThresholdClass::System,
    });
    Definition {
        id: Id(ID.into()),
        revision: 1,
        summary: "Read a large file from beginning to end.".into(),
        timed: "open, the advice, every read, unmapping, close. Buffers, rings and threads are \
                there before and were used once. A mapping reads one byte of each page, all of \
                them with work=consume. thread: a second thread reads one buffer while the first \
                uses the other; both sleep while they wait. io-uring-fixed: memory is registered \
                before, the file after it was opened."
            .into(),
        caveats: "Cold is cold for this system: a host, a controller or a drive below it may \
                  still hold the file. Processor time of the kernel's own threads is nobody's \
                  here. Without work, data are not looked at: a mapping then spares a copy that \
                  every other method makes."
            .into(),
        source: "IO Benchmark (adityaramesh/io_benchmark), its read methods without their \
                 defects; preadv2, readahead, MADV_POPULATE_READ and io_uring are new."
            .into(),
        shape: Shape::Once,
        uses: Uses::Directory,
        metrics,
        parameters: vec![
            call(calls()),
            size(),
            cache(),
            work(),
            data(),
            buffer(),
            advice(),
            direct(&["source"]),
            depth(),
        ],
        roles: vec!["worker".into()],
    }
}

fn calls() -> Vec<Named> {
    let linux = [System::Linux];
    let windows = [System::Windows];
    let posix_aio = [
        System::Linux,
        System::MacOs,
        System::FreeBsd,
        System::NetBsd,
        System::DragonFly,
        System::Illumos,
    ];
    vec![
        named_method("pread", "pread", SYNCHRONOUS, &UNIX),
        named_method("read-file", "ReadFile", SYNCHRONOUS, &windows),
        named_method("mmap", "mmap of the whole file", MAPPED, &UNIX),
        named_method("map-view", "MapViewOfFile of the whole file", MAPPED, &windows),
        named_method(
            "preadv2-nowait",
            "preadv2 with RWF_NOWAIT, pread where data are not in memory",
            SYNCHRONOUS,
            &linux,
        ),
        named_method("preadv2-dontcache", "preadv2 with RWF_DONTCACHE", SYNCHRONOUS, &linux),
        named_method("thread", "a second thread reads ahead by one buffer", ASYNCHRONOUS, &UNIX),
        named_method("posix-aio", "aio_read, aio_suspend", ASYNCHRONOUS, &posix_aio),
        named_method("linux-aio", "io_submit, io_getevents", ASYNCHRONOUS, &linux),
        named_method("io-uring", "io_uring", ASYNCHRONOUS, &linux),
        named_method(
            "io-uring-fixed",
            "io_uring with registered memory and file",
            ASYNCHRONOUS,
            &linux,
        ),
        named_method("overlapped", "ReadFile with OVERLAPPED", ASYNCHRONOUS, &windows),
        named_method("io-ring", "IoRing", ASYNCHRONOUS, &windows),
        named_method("read-file-scatter", "ReadFileScatter", ASYNCHRONOUS, &windows),
    ]
}

/// What can be chosen about a call.
struct Choices {
    advice: &'static [&'static str],
    buffer: bool,
    direct: bool,
    /// The depth that others differ from.
    depth: Option<u64>,
}

fn choices(call: &str) -> Choices {
    const ADVICE: &[&str] =
        &["sequential", "noreuse", "willneed", "readahead", "f-rdahead", "f-rdadvise"];
    const HINTS: &[&str] = &["sequential", "willneed", "hugepage", "populate-read", "map-populate"];
    let (advice, buffer, direct, depth) = match call {
        "mmap" => (HINTS, false, false, None),
        "pread" | "thread" => (ADVICE, true, true, None),
        "posix-aio" => (ADVICE, true, true, Some(2)),
        "linux-aio" | "io-uring" | "io-uring-fixed" => (ADVICE, true, true, Some(8)),
        "preadv2-nowait" | "preadv2-dontcache" => (ADVICE, true, false, None),
        "map-view" => (&[] as &[&str], false, false, None),
        "overlapped" | "io-ring" => (&["sequential-scan"] as _, true, true, Some(8)),
        _ => (&["sequential-scan"] as _, true, true, None),
    };
    Choices { advice, buffer, direct, depth }
}

fn cases(choice: &Choice<'_>) -> Vec<Planned> {
    let definition = definition();
    let sizes: &[u64] = match choice.profile {
        Profile::Quick => &[64 << 20],
        Profile::Standard => &[64 << 20, 256 << 20],
        Profile::Full => &[8 << 20, 64 << 20, 256 << 20, 1 << 30],
    };
    let works = [Value::none(), Value::name("consume")];
    let all: Vec<String> = calls().into_iter().map(|named| named.name).collect();
    let all: Vec<&str> = all.iter().map(String::as_str).collect();
    let mut planned = Vec::new();
    for one in choice.values("call", &names(&all)) {
        let Value::Name(name) = &one else { continue };
        let known = choices(name);
        let or_none = |applies: bool, values: Vec<Value>| {
            if applies { values } else { vec![Value::none()] }
        };
        let with_none = |list: &[&str]| [vec![Value::none()], names(list)].concat();
        let allowed = with_none(known.advice);
        let mut advice = choice.values("advice", &allowed);
        advice.retain(|value| allowed.contains(value));
        let lists = [
            vec![one.clone()],
            choice.values("size", &integers(sizes)),
            choice.values("cache", &names(&["cold", "warm"])),
            choice.values("work", &works),
            choice.values("data", &names(&["random"])),
            or_none(known.buffer, choice.values("buffer", &integers(&BUFFERS))),
            advice,
            or_none(known.direct, choice.values("direct", &with_none(&["source"]))),
            or_none(known.depth.is_some(), choice.values("depth", &integers(&DEPTHS))),
        ];
        planned.extend(
            super::product(&definition, &lists)
                .into_iter()
                .filter(fits)
                .filter_map(|case| Some((tier(&case, choice, &known)?, case)))
                .filter(|(tier, _)| choice.wants(*tier))
                .map(|(tier, case)| plan(case, tier)),
        );
    }
    planned
}

/// Whether the buffers are no larger than the file and than memory.
fn fits(case: &Case) -> bool {
    let size = case.integer("size").unwrap_or(0);
    let buffer = case.integer("buffer").unwrap_or(1);
    let depth = case.integer("depth").unwrap_or(1);
    size > 0
        && (1..=size).contains(&buffer)
        && (1..=MOST_MEMORY).contains(&buffer.saturating_mul(depth))
}

/// The smallest profile that a case belongs to; what the person chose does not count.
fn tier(case: &Case, choice: &Choice<'_>, known: &Choices) -> Option<Profile> {
    let free = |parameter: &str| !choice.overrides.contains_key(parameter);
    let is = |parameter: &str, value: &Value| case.values.get(parameter) == Some(value);
    let buffer = case.integer("buffer").unwrap_or(USUAL_BUFFER);
    let advised = !is("advice", &Value::none());
    let direct = !is("direct", &Value::none());
    let distance = usize::from(free("buffer") && buffer != USUAL_BUFFER)
        + usize::from(free("advice") && advised)
        + usize::from(free("direct") && direct)
        + usize::from(free("depth") && case.integer("depth") != known.depth);
    let call = case.name("call").unwrap_or_default();
    let cold = case.name("cache") == Some("cold");
    let headline = match call {
        "pread" | "mmap" => true,
        "thread" => cold,
        _ => !free("call"),
    };
    let large_direct = call == "pread" && cold && direct && !advised && buffer == 1 << 20;
    // Only work makes a mapping and a read comparable.
    let plain = is("work", &Value::name("consume")) || !free("work");
    let quick = (distance == 0 && headline) || (free("direct") && large_direct);
    let small = !free("size") || case.integer("size") == Some(64 << 20);
    let usual = !free("size") || case.integer("size") == Some(256 << 20);
    let thinned = !free("buffer") || buffer == USUAL_BUFFER || THINNED.contains(&buffer);
    if quick && plain && small {
        Some(Profile::Quick)
    } else if usual && (quick || (plain && distance <= 1 && thinned)) {
        Some(Profile::Standard)
    } else {
        (distance <= 2).then_some(Profile::Full)
    }
}

fn plan(case: Case, tier: Profile) -> Planned {
    let size = case.integer("size").unwrap_or(0);
    let memory = case.integer("buffer").unwrap_or(0) * case.integer("depth").unwrap_or(2);
    let first = case.name("call") == Some("pread") && case.name("cache") == Some("cold");
    Planned {
        rank: match tier {
            Profile::Quick if first => 6,
            Profile::Quick => 16,
            Profile::Standard => 36,
            Profile::Full => 56,
        },
        pass: Pass::once(size, size),
        entry: super::parameters::entry(&case),
        cost: Cost {
            // Cold, at a gigabyte a second; then it is read again and checked.
            ns: size.saturating_mul(3) / 2 + 30_000_000,
            shared_bytes: size,
            memory_bytes: memory.saturating_add(64 << 20),
            processes: 2,
            inodes: 1,
            ..Cost::default()
        },
        case,
    }
}

fn prepare(context: &Context) -> Result<Workload> {
    let size = context.integer("size")?;
    let kind = Kind::named(context.name("data")?)?;
    let path = source::file(context.shared()?, size, kind)?;
    let content = source::content(kind);
    let consume = context.name("work")? == "consume";
    let target = Target { name: Name::new(&path)?, part: 0..size };
    let plan = how(context)?;
    let reader = Rc::new(RefCell::new(method(&plan, target)?));
    let again = Rc::clone(&reader);
    let may_fall_back = plan.call == Call::NoWait;
    let wanted = if consume { content.count(size) } else { 0 };
    let proven = cold::bring(&Name::new(&path)?, size, context.name("cache")?)?;
    let workload = Workload::once(move |_, findings| {
        let mut reader = reader.borrow_mut();
        let (mut found, mut fallbacks) = (0, 0);
        let tally = metrics::timed(size, findings, || {
            let mut counting = |_: u64, piece: &[u8]| found += count(piece);
            let done = reader.read(if consume { Some(&mut counting) } else { None })?;
            fallbacks = done.fallbacks;
            Ok(metrics::Done { bytes: done.bytes, data_ns: done.data_ns })
        })?;
        if may_fall_back {
            findings.single(3, fallbacks, 1);
        }
        if found != wanted {
            return Err(Error::Wrong(format!("{found} bytes 0xFF were read, {wanted} are there")));
        }
        Ok(tally)
    })
    .under("cache-state", proven.state)
    .verified_by(move || reads_what_is_there(&mut **again.borrow_mut(), &content));
    Ok(match proven.resident_ppm {
        Some(ppm) => workload.resident(ppm),
        None => workload,
    })
}

/// Reads once more, by the same calls with the same memory, and compares every byte.
fn reads_what_is_there(reader: &mut dyn Read, content: &Content) -> Result<()> {
    let mut wrong = None;
    let mut compare = |at: u64, piece: &[u8]| wrong = wrong.or_else(|| content.differs(at, piece));
    reader.read(Some(&mut compare))?;
    match wrong {
        None => Ok(()),
        Some(at) => Err(Error::Wrong(format!("what was read is wrong from byte {at}"))),
    }
}

/// How the case wants the file to be read.
fn how(context: &Context) -> Result<Plan> {
    let advice = context.name("advice")?;
    let call = match context.name("call")? {
        "pread" => Call::Plain,
        "preadv2-nowait" => Call::NoWait,
        "preadv2-dontcache" => Call::DoNotCache,
        "thread" => Call::Thread,
        "posix-aio" => Call::Queue(QueueKind::PosixAio),
        "linux-aio" => Call::Queue(QueueKind::LinuxAio),
        "io-uring" => Call::Queue(QueueKind::Uring),
        "io-uring-fixed" => Call::Queue(QueueKind::UringFixed),
        "mmap" => Call::Map(match advice {
            "none" => Hint::Nothing,
            "sequential" => Hint::Sequential,
            "willneed" => Hint::WillNeed,
            "hugepage" => Hint::HugePage,
            "populate-read" => Hint::PopulateRead,
            "map-populate" => Hint::MapPopulate,
            _ => return Err(Error::Wrong(format!("a mapping knows no advice {advice}"))),
        }),
        _ => return Err(sys::Error::Unsupported("this system has no such call").into()),
    };
    let advice = match advice {
        "sequential" => Some(Advice::Sequential),
        "noreuse" => Some(Advice::NoReuse),
        "willneed" => Some(Advice::WillNeed),
        "readahead" => Some(Advice::ReadAhead),
        _ => None,
    };
    let number = |parameter: &str, otherwise| {
        context.case.integer(parameter).map_or(otherwise, |number| number as usize)
    };
    Ok(Plan {
        call,
        buffer: number("buffer", 0),
        advice,
        direct: context.name("direct")? == "source",
        depth: number("depth", 1),
    })
}
