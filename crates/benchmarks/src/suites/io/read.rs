//! A large file, read from beginning to end by every method.

use std::cell::RefCell;
use std::rc::Rc;

use model::{
    Better, Case, Definition, Id, Metric, Named, Shape, System, ThresholdClass, Unit, Uses, Value,
};
use sys::advice::Advice;
use sys::file::Name;
use sys::map::Hint;

use super::content::{Content, Kind, count};
use super::parameters::{
    ASYNCHRONOUS, BUFFERS, DEPTHS, MAPPED, POSIX_AIO, SYNCHRONOUS, USUAL_BUFFER, advice, buffer,
    cache, data, depth, direct, queue, work,
};
use super::reading::{Call, Plan, Read, Target, method};
use super::tiers::{self, Seen, none_or, offered};
use super::{cold, metrics, source};
use crate::choice::{integers, names};
use crate::parameters::{UNIX, call, method as named_method, size};
use crate::{Benchmark, Choice, Context, Cost, Error, Pass, Planned, Profile, Result, Workload};

const ID: &str = "io.read";

pub(super) const BENCHMARK: Benchmark = Benchmark::new(ID, definition, cases, prepare).searched();

/// Calls of the quick profile.
const QUICK: [&str; 3] = ["pread", "mmap", "thread"];
/// Size of the quick profile's file.
const SMALL: u64 = 64 << 20;
/// Size of the standard profile's file.
const USUAL: u64 = 256 << 20;

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
        named_method("posix-aio", "aio_read, aio_suspend", ASYNCHRONOUS, &POSIX_AIO),
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
    buffers: &'static [Value],
    advice: &'static [&'static str],
    direct: &'static [&'static str],
    depths: &'static [Value],
    /// The depth that others differ from.
    depth: Value,
}

fn choices(call: &Value) -> Choices {
    const ADVICE: &[&str] =
        &["sequential", "noreuse", "willneed", "readahead", "f-rdahead", "f-rdadvise"];
    const HINTS: &[&str] = &["sequential", "willneed", "hugepage", "populate-read", "map-populate"];
    const SCAN: &[&str] = &["sequential-scan"];
    let Value::Name(call) = call else { return Choices::of(&[], false, false, None) };
    match call.as_str() {
        "mmap" => Choices::of(HINTS, false, false, None),
        "map-view" => Choices::of(&[], false, false, None),
        "pread" | "thread" => Choices::of(ADVICE, true, true, None),
        "preadv2-nowait" | "preadv2-dontcache" => Choices::of(ADVICE, true, false, None),
        "posix-aio" => Choices::of(ADVICE, true, true, Some(2)),
        "linux-aio" | "io-uring" | "io-uring-fixed" => Choices::of(ADVICE, true, true, Some(8)),
        "overlapped" | "io-ring" => Choices::of(SCAN, true, true, Some(8)),
        _ => Choices::of(SCAN, true, true, None),
    }
}

impl Choices {
    /// What other methods of the same call differ from.
    fn usual(&self) -> [(&'static str, Value); 4] {
        [
            ("buffer", Value::Integer(USUAL_BUFFER)),
            ("advice", Value::none()),
            ("direct", Value::none()),
            ("depth", self.depth.clone()),
        ]
    }

    fn of(advice: &'static [&'static str], buffer: bool, direct: bool, depth: Option<u64>) -> Self {
        Self {
            buffers: if buffer { &BUFFERS } else { &[] },
            advice,
            direct: if direct { &["source"] } else { &[] },
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
            choice.values("cache", &names(&["cold", "warm"])),
            choice.values("work", &none_or(&["consume"])),
            choice.values("data", &names(&["random"])),
            offered(choice, "buffer", known.buffers),
            offered(choice, "advice", &none_or(known.advice)),
            offered(choice, "direct", &none_or(known.direct)),
            offered(choice, "depth", known.depths),
        ];
        planned.extend(
            tiers::product(&definition, &lists, near)
                .into_iter()
                .filter(tiers::fits)
                .filter_map(|case| Some((tier(&Seen { case: &case, choice }, &known)?, case)))
                .filter(|(tier, _)| choice.wants(*tier))
                .map(|(tier, case)| plan(case, tier)),
        );
    }
    planned
}

/// The smallest profile that a case belongs to.
fn tier(seen: &Seen<'_>, known: &Choices) -> Option<Profile> {
    let direct = Value::name("source");
    let distance = seen.distance(&known.usual());
    let cold = seen.case.name("cache") == Some("cold");
    let call = seen.case.name("call").unwrap_or_default();
    let headline = !seen.free("call") || (QUICK.contains(&call) && (cold || call != "thread"));
    let directly = call == "pread" && cold && seen.case.values.get("direct") == Some(&direct);
    // Only work makes a mapping and a read comparable.
    let work = seen.is("work", &Value::name("consume"));
    let quick = (distance == 0 && headline) || (distance == 1 && directly);
    let usual_size = seen.is("size", &Value::Integer(USUAL));
    if quick && work && seen.is("size", &Value::Integer(SMALL)) {
        Some(Profile::Quick)
    } else if usual_size && (quick || (work && distance <= usize::from(cold) && seen.thinned())) {
        Some(Profile::Standard)
    } else {
        let small_step = distance <= 1 && (work || usual_size);
        let crossed = usual_size && work && seen.is("direct", &direct);
        (small_step || crossed).then_some(Profile::Full)
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
        "mmap" => Call::Map(match advice {
            "none" => Hint::Nothing,
            "sequential" => Hint::Sequential,
            "willneed" => Hint::WillNeed,
            "hugepage" => Hint::HugePage,
            "populate-read" => Hint::PopulateRead,
            "map-populate" => Hint::MapPopulate,
            _ => return Err(Error::Wrong(format!("a mapping knows no advice {advice}"))),
        }),
        call => {
            Call::Queue(queue(call).ok_or(sys::Error::Unsupported("this system has no such call"))?)
        }
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
