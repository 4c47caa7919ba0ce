//! Sixty-five thousand small files in one directory, created and deleted, as published.

use model::{Better, Definition, Id, Metric, Shape, ThresholdClass, Unit, Uses};
use sys::file::Name;

use crate::{Benchmark, Choice, Context, Cost, Entry, Pass, Planned, Result, Workload};

const ID: &str = "file.create";

pub(super) const BENCHMARK: Benchmark = Benchmark::new(ID, definition, cases, prepare);

/// Files in the published definition: names `0000` to `fffd`.
const FILES: u64 = 65_534;
/// Files of the pilot.
const PILOT: u64 = 512;

fn definition() -> Definition {
    Definition {
        id: Id(ID.into()),
        revision: 1,
        summary: "Create 65,534 files of 32 bytes in one directory and delete them.".into(),
        timed: "65,534 × (fopen \"wb\", fwrite of 32 bytes, fclose), then 65,534 × remove in the \
                same order, in one empty directory, under one pair of clock readings."
            .into(),
        caveats: "Durability: nothing is synced, so this is the file system's work in memory. \
                  Creating and deleting are one figure: see file.phases for its parts. A virus \
                  scanner that acts on closing is part of it."
            .into(),
        source: "osbench create_files (\"Benchmarking OS primitives\").".into(),
        shape: Shape::Batches,
        uses: Uses::Directory,
        metrics: vec![Metric {
            name: "time_ns".into(),
            summary: "Time of one file, created, written, closed and deleted.".into(),
            amount: Unit::Nanoseconds,
            per: Unit::count("file"),
            better: Better::Less,
            class: ThresholdClass::System,
        }],
        parameters: Vec::new(),
        roles: vec!["worker".into()],
    }
}

fn cases(choice: &Choice<'_>) -> Vec<Planned> {
    choice
        .product(&definition(), &[])
        .into_iter()
        .map(|case| Planned {
            case,
            rank: 4,
            pass: Pass::once(FILES, PILOT),
            entry: Entry::Always,
            cost: Cost {
                ns: 2_500_000_000,
                // A block each, and the directory.
                space_bytes: FILES * 4096 + (4 << 20),
                bytes_written: FILES * 32,
                inodes: FILES + 1,
                ..Cost::default()
            },
        })
        .collect()
}

fn prepare(context: &Context) -> Result<Workload> {
    let directory = context.directory()?.clone();
    let names: Vec<Name> = (0..context.operations)
        .map(|number| Name::new(&directory.join(format!("{number:04x}"))))
        .collect::<sys::Result<_>>()?;
    let data: [u8; 32] = std::array::from_fn(|index| index as u8);
    Ok(Workload::batches(move |operations| {
        let names = &names[..operations as usize];
        for name in names {
            name.create_stdio(&data)?;
        }
        let mut removed = 0;
        for name in names {
            name.remove()?;
            removed += 1;
        }
        Ok(removed)
    })
    .verified_by(move || super::must_be_empty(&directory)))
}
