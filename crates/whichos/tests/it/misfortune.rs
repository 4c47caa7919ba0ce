//! Directories that cannot be written, fill up, go away or fail: a clear row or a refusal, and
//! nothing is left behind.
#![expect(clippy::print_stdout, reason = "a test that cannot run here says so")]

use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

use model::Status;

use crate::bench::{Bench, PROGRAM, printed};

/// Small commits.
const COMMITS: &str = "journal.commit --param technique=fdatasync --param file=append \
                       --param commits=64 --quick --budget 20s";
/// The same with small files beside them.
const WORK: &str = "journal.commit file.phases --param technique=fdatasync --param file=append \
                    --param commits=512 --param files=500 --quick --budget 20s";
/// How long something may take to begin.
const PATIENCE: Duration = Duration::from_mins(1);

/// What a script says that runs where it may mount over the directory under test, which nobody
/// else sees; `None` where that is not possible. In it `mounted OPTIONS` mounts memory there, and
/// `run ARGUMENTS` is `whichos run` with a result file.
fn in_private(bench: &Bench, script: &str) -> Option<Output> {
    let may = |program: &str| {
        let mut trial = Command::new("unshare");
        trial.args(["--mount", "sh", "-c", program]).stdout(Stdio::null()).stderr(Stdio::null());
        trial.status().is_ok_and(|status| status.success())
    };
    if !may("mount -t tmpfs none /mnt") {
        println!("skipped: nothing can be mounted here (needs root and util-linux)");
        return None;
    }
    let (result, place) = (bench.result(), bench.place());
    let (result, place) = (result.display(), place.display());
    let script = format!(
        "run() {{ {PROGRAM} run --output {result} \"$@\"; }}
         mounted() {{ mount -t tmpfs -o \"$1\" none {place}; cd {place}; }}
         {script}"
    );
    Some(bench.other("unshare").args(["--mount", "sh", "-ec", &script]).output().unwrap())
}

/// The reasons of the cells that were not measured whole.
fn reasons(bench: &Bench) -> Vec<String> {
    let record = bench.record();
    let cells = record.sessions[0].cells.iter();
    cells
        .filter_map(|cell| match &cell.status {
            Status::Failed { reason } | Status::Skipped { reason } => Some(reason.clone()),
            _ => None,
        })
        .collect()
}

#[test]
fn a_directory_that_cannot_be_written_is_refused() {
    let bench = Bench::new();
    let script = "mounted size=16m; mount -o remount,ro .; run file.phases --in .";
    let Some(output) = in_private(&bench, script) else { return };
    let said = printed(&output);
    assert_eq!(output.status.code(), Some(1), "{said}");
    assert!(said.contains("Read-only file system") && said.contains("--in DIR"), "{said}");
    assert!(!bench.result().exists() && !bench.path("result.json.partial").exists());
}

#[test]
fn a_steady_state_without_room_is_refused() {
    let bench = Bench::new();
    let script = "mounted size=40m; run journal.commit --quick --sustained --in .";
    let Some(output) = in_private(&bench, script) else { return };
    let said = printed(&output);
    assert_eq!(output.status.code(), Some(1), "{said}");
    assert!(said.contains("--sustained needs 64 MiB of free room in"), "{said}");
    assert!(!bench.result().exists(), "{said}");
}

#[test]
fn what_does_not_fit_is_refused_with_its_numbers() {
    for (options, lacking) in
        [("size=6m", "of space, 6 MiB free"), ("size=400m,nr_inodes=60", "of inodes,")]
    {
        let bench = Bench::new();
        let named = format!("mounted {options}; run file.create");
        let Some(output) = in_private(&bench, &named) else { return };
        let said = printed(&output);
        assert_eq!(output.status.code(), Some(1), "{said}");
        assert!(said.contains("file.create: needs") && said.contains(lacking), "{said}");
        assert!(!bench.result().exists(), "{said}");
    }
}

/// Everything is checked before, but others may fill a disk too.
#[test]
fn a_disk_that_fills_up_fails_the_trial_and_is_emptied() {
    let bench = Bench::new();
    let script = format!(
        "mounted size=48m; mkdir under; cd under
         run {WORK} & run=$!
         until grep -q '\"trial\"' ../../result.json.partial; do sleep 0.05; done 2>/dev/null
         head -c 60M /dev/zero > ../filler || true
         wait $run || echo ended with $?; ls -A"
    );
    let Some(output) = in_private(&bench, &script) else { return };
    let said = printed(&output);
    assert!(said.contains("ended with 4"), "{said}");
    assert!(!said.contains(".whichos-"), "{said}");
    let reasons = reasons(&bench);
    assert!(reasons.iter().any(|one| one.contains("No space left on device")), "{reasons:?}");
    assert!(bench.processes().is_empty());
}

#[test]
fn a_directory_that_goes_away_fails_what_is_left_of_the_run() {
    let bench = Bench::new();
    let under = bench.path("under");
    std::fs::create_dir(&under).unwrap();
    let under_text = under.display().to_string();
    let mut arguments: Vec<&str> = WORK.split_whitespace().collect();
    arguments.extend(["--in", &under_text]);
    let mut run = bench.start(&arguments);
    let start = Instant::now();
    let partial = bench.path("result.json.partial");
    let begun = || std::fs::read_to_string(&partial).is_ok_and(|text| text.contains("\"trial\""));
    while !begun() {
        assert!(start.elapsed() < PATIENCE, "no trial comes");
        std::thread::sleep(Duration::from_millis(20));
    }
    // Files may come while others are removed.
    while under.exists() && std::fs::remove_dir_all(&under).is_err() {
        assert!(start.elapsed() < PATIENCE, "the directory cannot be removed");
    }
    assert_eq!(run.wait().unwrap().code(), Some(4));
    let reasons = reasons(&bench);
    assert!(reasons.iter().any(|one| one.contains("No such file or directory")), "{reasons:?}");
    assert!(bench.processes().is_empty() && bench.left_in_place().is_empty());
    assert!(!under.exists());
}

/// A sync that failed is not tried again, since the kernel may have dropped what it was for.
#[test]
fn a_disk_that_fails_ends_the_trial_at_once() {
    for (call, error, said) in
        [("fdatasync", "EIO", "Input/output error"), ("pwrite64", "EDQUOT", "Disk quota exceeded")]
    {
        let bench = Bench::new();
        let trace = bench.path("trace").display().to_string();
        let inject = format!("inject={call}:error={error}:when=20+");
        let result = bench.result().display().to_string();
        let mut strace = bench.other("strace");
        strace.args(["-f", "-o", &trace, "-e", &format!("trace={call}"), "-e", &inject]);
        strace.args([PROGRAM, "run", "--output", &result]);
        let Ok(output) = strace.args(COMMITS.split_whitespace()).output() else {
            println!("skipped: there is no strace");
            return;
        };
        let Ok(trace) = std::fs::read_to_string(&trace) else {
            println!("skipped: strace cannot trace here: {}", printed(&output));
            return;
        };
        assert_eq!(output.status.code(), Some(4), "{}", printed(&output));
        let reasons = reasons(&bench);
        assert!(reasons.iter().all(|one| one.contains(said)), "{reasons:?}");
        assert_eq!(reasons.len(), 1, "{reasons:?}");
        let failed: Vec<&str> = trace
            .lines()
            .filter(|line| line.contains(error))
            .filter_map(|line| line.split_whitespace().next())
            .collect();
        let mut processes = failed.clone();
        processes.dedup();
        assert!(!failed.is_empty() && processes.len() == failed.len(), "tried again: {failed:?}");
        assert!(bench.left_in_place().is_empty() && bench.processes().is_empty());
    }
}
