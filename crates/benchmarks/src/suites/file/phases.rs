//! The life of a small file, each call timed by itself.

use model::{Better, Definition, Id, Metric, Shape, Tally, ThresholdClass, Unit, Uses};
use sys::clock::now_ns;
use sys::file::Name;

use crate::choice::integers;
use crate::parameters::files;
use crate::{
    Benchmark, Choice, Context, Cost, Entry, Error, Findings, Pass, Planned, Profile, Recorder,
    Result, Workload,
};

const ID: &str = "file.phases";

pub(super) const BENCHMARK: Benchmark = Benchmark::new(ID, definition, cases, prepare);

/// Bytes in each file, as in the published definition of `file.create`.
const SIZE: u64 = 32;
/// The metrics, in the order of a file's life.
const PHASES: [(&str, &str); 5] = [
    ("open_ns", "Time of open with O_CREAT and O_EXCL."),
    ("write_ns", "Time of one write of 32 bytes."),
    ("close_ns", "Time of close, where virus scanners act."),
    ("stat_ns", "Time of stat by path."),
    ("delete_ns", "Time of unlink."),
];

fn definition() -> Definition {
    Definition {
        id: Id(ID.into()),
        revision: 1,
        summary: "Create, write, close, stat and delete files, each call timed apart.".into(),
        timed: "For each file of one empty directory: open(O_CREAT | O_EXCL | O_WRONLY), write of \
                32 bytes, close; then stat of each; then unlink of each. A clock reading stands \
                between every two calls."
            .into(),
        caveats: "Each figure includes one reading of the clock (see clock.read). Nothing is \
                  synced. A trial's figure is its median call; the tail stands beside it."
            .into(),
        source: "\"Benchmarking OS primitives\", its comments on virus scanners; scanning on \
                 close: Szorc 2021."
            .into(),
        shape: Shape::Once,
        uses: Uses::Directory,
        metrics: PHASES
            .iter()
            .map(|(name, summary)| Metric {
                name: (*name).into(),
                summary: (*summary).into(),
                amount: Unit::Nanoseconds,
                per: Unit::count("call"),
                better: Better::Less,
                class: ThresholdClass::System,
            })
            .collect(),
        parameters: vec![files()],
        roles: vec!["worker".into()],
    }
}

fn cases(choice: &Choice<'_>) -> Vec<Planned> {
    let counts: &[u64] = match choice.profile {
        Profile::Quick => &[2_000],
        Profile::Standard => &[2_000, 10_000],
        Profile::Full => &[2_000, 10_000, 65_534],
    };
    choice
        .product(&definition(), &[&integers(counts)])
        .into_iter()
        .map(|case| {
            let files = case.integer("files").unwrap_or(0).max(1);
            Planned {
                case,
                rank: if files <= 2_000 { 14 } else { 34 },
                pass: Pass::once(files, files.min(512)),
                entry: Entry::Always,
                cost: Cost {
                    ns: files.saturating_mul(40_000).saturating_add(20_000_000),
                    space_bytes: files.saturating_mul(4096).saturating_add(1 << 20),
                    bytes_written: files.saturating_mul(SIZE),
                    inodes: files.saturating_add(1),
                    ..Cost::default()
                },
            }
        })
        .collect()
}

fn prepare(context: &Context) -> Result<Workload> {
    let directory = context.directory()?.clone();
    let names: Vec<Name> = (0..context.operations)
        .map(|number| Name::new(&directory.join(format!("{number:05x}"))))
        .collect::<sys::Result<_>>()?;
    let mut recorders: [Recorder; PHASES.len()] = std::array::from_fn(|_| Recorder::new());
    Ok(Workload::once(move |_, findings: &mut Findings| {
        let [open, write, close, stat, delete] = &mut recorders;
        for name in &names {
            let begun = now_ns();
            let file = name.open_new()?;
            let opened = now_ns();
            file.write(&[7; SIZE as usize])?;
            let written = now_ns();
            file.close()?;
            let closed = now_ns();
            open.record(opened - begun);
            write.record(written - opened);
            close.record(closed - written);
        }
        for name in &names {
            let begun = now_ns();
            let size = name.size()?;
            stat.record(now_ns() - begun);
            if size != SIZE {
                return Err(Error::Wrong(format!("a file has {size} bytes, not {SIZE}")));
            }
        }
        let mut deleted = 0;
        for name in &names {
            let begun = now_ns();
            name.unlink()?;
            delete.record(now_ns() - begun);
            deleted += 1;
        }
        for (metric, recorder) in recorders.iter().enumerate() {
            findings.latencies(metric as u16, recorder);
        }
        Ok(Tally { operations: deleted, checksum: 0 })
    })
    .verified_by(move || super::must_be_empty(&directory)))
}
