//! A large file, copied by every method.

use model::{Case, Definition, Id, Named, Shape, System, Uses, Value};
use sys::data::{Access, File};
use sys::file::Name;

use super::content::Kind;
use super::copying::{Call, Mechanism, Plan, Target, method};
use super::ending::End;
use super::parameters::{
    BUFFERS, DEPTHS, USUAL_BUFFER, buffer, cache, data, depth, direct, end, entry, preallocate,
    queue, room,
};
use super::tiers::{self, Seen, none_or, offered};
use super::{cold, metrics, source, verify};
use crate::choice::{integers, names};
use crate::parameters::{UNIX, call, method as named_method, size};
use crate::{Benchmark, Choice, Context, Cost, Pass, Planned, Profile, Result, Workload};

const ID: &str = "io.copy";

pub(super) const BENCHMARK: Benchmark = Benchmark::new(ID, definition, cases, prepare).searched();

/// Calls of the quick profile.
const QUICK: [&str; 5] = ["read-write", "copy-file-range", "sendfile", "mmap", "reflink"];
/// Size of the quick profile's file.
const SMALL: u64 = 8 << 20;
/// Size of the standard profile's file.
const USUAL: u64 = 64 << 20;

fn definition() -> Definition {
    Definition {
        id: Id(ID.into()),
        revision: 1,
        summary: "Copy a large file to a new one beside it.".into(),
        timed: "open of both files, the call that asks for room, every call that copies, \
                unmapping, and what the end point demands: close (closed); sync_file_range of the \
                copy, close (flushed); fsync, close, fsync of its directory (durable; a mapping \
                by msync). Buffers, rings and the pipe are there before. The pipe of splice holds \
                as much as the buffer says."
            .into(),
        caveats: "A clone copies no data: it is never compared with a copy that does, and a \
                  copy_file_range that shares blocks counts as one. closed is the speed of the \
                  page cache. Cold concerns the source."
            .into(),
        source: "IO Benchmark (adityaramesh/io_benchmark), its copy methods without their \
                 defects; copy_file_range, FICLONE, larger pipes and io_uring are new."
            .into(),
        shape: Shape::Once,
        uses: Uses::Directory,
        metrics: metrics::metrics(),
        parameters: vec![
            call(calls()),
            size(),
            cache(),
            end(),
            data(),
            buffer(),
            direct(&["source", "destination", "both"]),
            preallocate(),
            depth(),
        ],
        roles: vec!["worker".into()],
    }
}

fn calls() -> Vec<Named> {
    const LOOP: &str = "user-loop";
    const KERNEL: &str = "in-kernel";
    const CLONE: &str = "clone";
    let (linux, windows, macos) = ([System::Linux], [System::Windows], [System::MacOs]);
    let ranges = [System::Linux, System::FreeBsd];
    let named = named_method;
    vec![
        named("read-write", "pread, pwrite", LOOP, &UNIX),
        named("read-file-write-file", "ReadFile, WriteFile", LOOP, &windows),
        named("copy-file-range", "copy_file_range", KERNEL, &ranges),
        named("sendfile", "sendfile", KERNEL, &linux),
        named("fcopyfile", "fcopyfile with COPYFILE_DATA", KERNEL, &macos),
        named("copy-file", "CopyFile2", KERNEL, &windows),
        named("mmap", "from one mapping to another", LOOP, &UNIX),
        named("splice", "splice through a pipe", KERNEL, &linux),
        named("io-uring", "io_uring, each piece read and then written", LOOP, &linux),
        named("io-uring-fixed", "io_uring with registered memory and files", LOOP, &linux),
        named("reflink", "FICLONE", CLONE, &linux),
        named("clonefile", "clonefile", CLONE, &macos),
        named("duplicate-extents", "FSCTL_DUPLICATE_EXTENTS_TO_FILE", CLONE, &windows),
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
    const ENDS: &[&str] = &["source", "destination", "both"];
    let Value::Name(call) = call else { return Choices::of(&[], &[], &[], None) };
    match call.as_str() {
        "read-write" => Choices::of(&BUFFERS, ROOM, ENDS, None),
        "io-uring" | "io-uring-fixed" => Choices::of(&BUFFERS, ROOM, ENDS, Some(8)),
        "mmap" | "copy-file-range" | "sendfile" => Choices::of(&[], ROOM, &[], None),
        // The sizes that an unprivileged user's pipe may have.
        "splice" => Choices::of(&BUFFERS, ROOM, &[], None),
        "read-file-write-file" => Choices::of(&BUFFERS, &["set-end-of-file"], ENDS, None),
        _ => Choices::of(&[], &[], &[], None),
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

    fn of(
        buffers: &'static [Value],
        room: &'static [&'static str],
        direct: &'static [&'static str],
        depth: Option<u64>,
    ) -> Self {
        let depths: &[Value] = if depth.is_some() { &DEPTHS } else { &[] };
        Self { buffers, direct, room, depths, depth: depth.map_or(Value::none(), Value::Integer) }
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
            choice.values("cache", &names(&["warm", "cold"])),
            choice.values("end", &names(&["closed", "flushed", "durable"])),
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
                .filter(pipe_may_be)
                .filter_map(|case| Some((tier(&Seen { case: &case, choice }, &known)?, case)))
                .filter(|(tier, _)| choice.wants(*tier))
                .map(|(tier, case)| plan(case, tier)),
        );
    }
    planned
}

/// A pipe of an unprivileged user holds a power of two of pages, and 1 MiB at most.
fn pipe_may_be(case: &Case) -> bool {
    let buffer = case.integer("buffer").unwrap_or(0);
    case.name("call") != Some("splice") || (buffer.is_power_of_two() && buffer <= 1 << 20)
}

/// The smallest profile that a case belongs to.
fn tier(seen: &Seen<'_>, known: &Choices) -> Option<Profile> {
    let distance = seen.distance(&known.usual());
    let closed = seen.is("end", &Value::name("closed"));
    let durable = seen.is("end", &Value::name("durable"));
    let warm = seen.is("cache", &Value::name("warm"));
    let call = seen.case.name("call").unwrap_or_default();
    let headline = !seen.free("call") || QUICK.contains(&call);
    let usual_size = seen.is("size", &Value::Integer(USUAL));
    let stepped = closed && warm && distance <= 1 && seen.thinned();
    let ended = distance == 0 && ((warm && durable) || closed);
    if distance == 0 && headline && closed && warm && seen.is("size", &Value::Integer(SMALL)) {
        Some(Profile::Quick)
    } else if usual_size && (stepped || ended) {
        Some(Profile::Standard)
    } else {
        let direct = seen.case.name("direct") != Some(Value::NONE);
        let crossed = usual_size && warm && closed && direct;
        let small_step = usual_size && distance <= 1;
        (crossed || small_step || distance == 0).then_some(Profile::Full)
    }
}

fn plan(case: Case, tier: Profile) -> Planned {
    let size = case.integer("size").unwrap_or(0);
    let memory = case.integer("buffer").unwrap_or(0) * case.integer("depth").unwrap_or(2);
    let first = matches!(case.name("call"), Some("read-write" | "copy-file-range"));
    Planned {
        rank: match tier {
            Profile::Quick if first => 8,
            Profile::Quick => 28,
            Profile::Standard => 38,
            Profile::Full => 58,
        },
        pass: Pass::once(size, size),
        cost: Cost {
            // Half a gigabyte a second; then it is read and checked.
            ns: size.saturating_mul(5) / 2 + 30_000_000,
            space_bytes: size,
            shared_bytes: size,
            bytes_written: size,
            memory_bytes: memory.saturating_add(64 << 20),
            processes: 1,
            inodes: 2,
        },
        entry: entry(&case),
        case,
    }
}

fn prepare(context: &Context) -> Result<Workload> {
    let size = context.integer("size")?;
    let kind = Kind::named(context.name("data")?)?;
    let from = source::file(context.shared()?, size, kind)?;
    let content = source::content(kind);
    let to = context.directory()?.join("copy");
    let plan = how(context)?;
    let target = Target { from: Name::new(&from)?, to: Name::new(&to)?, part: 0..size };
    let mut copier = method(&plan, target)?;
    let copied = Name::new(&to)?;
    let proven = cold::bring(&Name::new(&from)?, size, context.name("cache")?)?;
    let workload = Workload::once(move |_, findings| {
        let tally = metrics::timed(size, findings, || copier.copy())?;
        let mechanism = found_mechanism(plan.call, &copied)?;
        findings.condition("mechanism", mechanism.name());
        Ok(tally)
    })
    .under("cache-state", proven.state)
    .verified_by(move || verify::holds(&to, &content, size));
    Ok(match proven.resident_ppm {
        Some(ppm) => workload.resident(ppm),
        None => workload,
    })
}

/// How the data got there: `copy_file_range` shares blocks where the file system can.
fn found_mechanism(call: Call, copied: &Name) -> Result<Mechanism> {
    if call != Call::Range {
        return Ok(call.mechanism());
    }
    let file = File::open(copied, Access::reading(false))?;
    let shares = sys::copy::shares_blocks(&file);
    file.close()?;
    Ok(if shares == Some(true) { Mechanism::Clone } else { call.mechanism() })
}

/// How the case wants the file to be copied.
fn how(context: &Context) -> Result<Plan> {
    let mut room = room(context.name("preallocate")?)?;
    let call = match context.name("call")? {
        "read-write" => Call::ReadWrite,
        "copy-file-range" => Call::Range,
        "sendfile" => Call::Send,
        "splice" => Call::Splice,
        "reflink" => Call::Share,
        "mmap" => {
            room = room.or(Some(sys::room::Room::Truncate));
            Call::Map
        }
        call => {
            Call::Queue(queue(call).ok_or(sys::Error::Unsupported("this system has no such call"))?)
        }
    };
    let number = |parameter: &str| context.case.integer(parameter).map(|number| number as usize);
    let direct = context.name("direct")?;
    Ok(Plan {
        call,
        buffer: number("buffer").unwrap_or(0),
        direct_source: matches!(direct, "source" | "both"),
        direct_destination: matches!(direct, "destination" | "both"),
        room,
        depth: number("depth").unwrap_or(1),
        end: End::named(context.name("end")?)?,
    })
}
