//! Ten thousand files in one directory, each written and read back.

use std::path::PathBuf;

use model::{
    Better, Case, Definition, Id, Metric, Parameter, Role, Scale, Shape, Tally, ThresholdClass,
    Unit, Uses, Value,
};
use sys::clock::now_ns;
use sys::data::sync_directory;
use sys::file::Name;

use super::{FILES, LARGEST, SIZES, file_names, room};
use crate::choice::{integers, names};
use crate::data::{fill, stamp};
use crate::parameters::{end, files, named, size};
use crate::suites::io::cold::bring;
use crate::{
    Benchmark, Choice, Context, Cost, Entry, Error, Findings, Leaves, Pass, Planned, Profile,
    Result, Workload,
};

const ID: &str = "tree.roundtrip";

pub(super) const BENCHMARK: Benchmark =
    Benchmark { leaves: Leaves::EmptyFiles, ..Benchmark::new(ID, definition, cases, prepare) };

fn definition() -> Definition {
    let metric = |name: &str, summary: &str| Metric {
        name: name.into(),
        summary: summary.into(),
        amount: Unit::Nanoseconds,
        per: Unit::count("file"),
        better: Better::Less,
        class: ThresholdClass::System,
    };
    Definition {
        id: Id(ID.into()),
        revision: 1,
        summary: "Write 10,000 files in one directory and read each back.".into(),
        timed: "For each file of a fresh directory: open(O_CREAT | O_EXCL | O_WRONLY), one write \
                of all its bytes, close; open(O_RDONLY), read of all its bytes, close. Between \
                two files, off the clock, what was read is compared and the next file's number \
                is put into the data. Durable: fsync before the first close, and of the \
                directory after the last file. Apart: all are written; off the clock they are \
                synced and their pages dropped, and it is looked whether any is resident; then \
                all are read."
            .into(),
        caveats: "Closed files are in memory, and are read from there unless they were made cold, \
                  which leaves names and inodes in memory. Each time includes one reading of \
                  the clock. The files stay, emptied, until the run's last trial: \
                  ext4 without a journal is up to twenty times slower where files were just \
                  deleted."
            .into(),
        source: "\"Which OS is fastest for high-performance network applications\", its \
                 file-system test."
            .into(),
        shape: Shape::Once,
        uses: Uses::Directory,
        metrics: vec![
            metric("time_ns", "Time of one file, written and read back."),
            metric("write_ns", "Time of creating, writing and closing one file."),
            metric("read_ns", "Time of opening, reading and closing one file."),
        ],
        parameters: vec![
            size(),
            files(),
            end(vec![
                named("closed", "each file is closed"),
                named("durable", "each file is synced, and the directory at the end"),
            ]),
            Parameter {
                name: "order".into(),
                summary: "When a file is read back.".into(),
                role: Role::Workload,
                scale: Scale::Named(vec![
                    named("together", "before the next one is written"),
                    named("apart", "after all were written and made cold"),
                ]),
            },
        ],
        roles: vec!["worker".into()],
    }
}

fn cases(choice: &Choice<'_>) -> Vec<Planned> {
    let sizes = if choice.wants(Profile::Standard) { &SIZES[..] } else { &SIZES[..1] };
    let ends: &[&str] =
        if choice.wants(Profile::Standard) { &["closed", "durable"] } else { &["closed"] };
    let asked = |name| choice.overrides.contains_key(name) || choice.wants(Profile::Full);
    let orders: &[&str] =
        if choice.wants(Profile::Standard) { &["together", "apart"] } else { &["together"] };
    choice
        .product(
            &definition(),
            &[&integers(sizes), &integers(&[FILES]), &names(ends), &names(orders)],
        )
        .into_iter()
        .filter(|case| {
            let number = |name| case.integer(name).unwrap_or(0);
            let possible = (1..=LARGEST).contains(&number("size")) && number("files") >= 1;
            // The variants are about the number of files more than about their size.
            let usual = number("size") == SIZES[0];
            let variants = u8::from(durable(case)) + u8::from(apart(case));
            let wanted = variants == 0 || (variants == 1 && usual);
            possible && (wanted || (asked("end") && asked("order")))
        })
        .map(plan)
        .collect()
}

fn durable(case: &Case) -> bool {
    case.values.get("end") == Some(&Value::name("durable"))
}

fn apart(case: &Case) -> bool {
    case.values.get("order") == Some(&Value::name("apart"))
}

fn plan(case: Case) -> Planned {
    let number = |name| case.integer(name).unwrap_or(1);
    let (files, size) = (number("files"), number("size"));
    let variant = |is, ns| if is { ns } else { 0 };
    let each_ns =
        size / 2 + 20_000 + variant(durable(&case), 300_000) + variant(apart(&case), 100_000);
    Planned {
        rank: match (size == SIZES[0], durable(&case) || apart(&case)) {
            (true, false) => 8,
            (false, false) => 38,
            (_, true) => 48,
        },
        pass: Pass::once(files, files.min(512)),
        entry: Entry::Always,
        cost: Cost {
            ns: files.saturating_mul(each_ns),
            space_bytes: room(files, size),
            bytes_written: files.saturating_mul(size),
            memory_bytes: size.saturating_mul(2),
            inodes: files.saturating_add(1),
            ..Cost::default()
        },
        case,
    }
}

fn prepare(context: &Context) -> Result<Workload> {
    let mut trip = Trip {
        directory: context.directory()?.clone(),
        names: file_names(context)?,
        data: vec![0; context.integer("size")? as usize],
        found: vec![1; context.integer("size")? as usize],
        durable: context.name("end")? == "durable",
        write_ns: 0,
        read_ns: 0,
    };
    fill(&mut trip.data, context.seed);
    let apart = context.name("order")? == "apart";
    Ok(Workload::once(move |_, findings| {
        if apart {
            trip.write_all()?;
            findings.condition("cache", trip.make_cold()?);
            trip.read_all()?;
        } else {
            trip.each()?;
        }
        Ok(trip.tell(findings))
    }))
}

/// The files, and what they have taken so far.
struct Trip {
    directory: PathBuf,
    names: Vec<Name>,
    data: Vec<u8>,
    found: Vec<u8>,
    durable: bool,
    write_ns: u64,
    read_ns: u64,
}

impl Trip {
    fn each(&mut self) -> Result<()> {
        for number in 0..self.names.len() {
            self.write(number)?;
            self.read(number)?;
        }
        self.sync_directory()
    }

    fn write_all(&mut self) -> Result<()> {
        for number in 0..self.names.len() {
            self.write(number)?;
        }
        self.sync_directory()
    }

    fn read_all(&mut self) -> Result<()> {
        for number in 0..self.names.len() {
            self.read(number)?;
        }
        Ok(())
    }

    /// Takes all files out of the cache and says what was proven of all.
    fn make_cold(&self) -> Result<&'static str> {
        sys::file::settle(&self.directory)?;
        let mut state = "cold";
        for name in &self.names {
            let proven = bring(name, self.data.len() as u64, "cold")?;
            if proven.state != "cold" {
                state = proven.state;
            }
        }
        Ok(state)
    }

    fn tell(&self, findings: &mut Findings) -> Tally {
        let files = self.names.len() as u64;
        findings.single(0, self.write_ns + self.read_ns, files);
        findings.single(1, self.write_ns, files);
        findings.single(2, self.read_ns, files);
        Tally { operations: files, checksum: 0 }
    }

    fn sync_directory(&mut self) -> Result<()> {
        if let (true, Some(last)) = (self.durable, self.names.last()) {
            let begun = now_ns();
            sync_directory(last)?;
            self.write_ns += now_ns() - begun;
        }
        Ok(())
    }

    #[inline]
    fn write(&mut self, number: usize) -> Result<()> {
        stamp(&mut self.data, number as u64);
        let begun = now_ns();
        let file = self.names[number].open_new()?;
        file.write(&self.data)?;
        if self.durable {
            file.sync()?;
        }
        file.close()?;
        self.write_ns += now_ns() - begun;
        Ok(())
    }

    #[inline]
    fn read(&mut self, number: usize) -> Result<()> {
        stamp(&mut self.data, number as u64);
        let begun = now_ns();
        let file = self.names[number].open_to_read()?;
        file.read(&mut self.found)?;
        file.close()?;
        self.read_ns += now_ns() - begun;
        if self.found == self.data {
            Ok(())
        } else {
            Err(Error::Wrong(format!("file {number} is not what was written")))
        }
    }
}
