//! Servers and their loads, as trials by hand: every architecture, honest clients, bad luck.

use std::collections::BTreeMap;
use std::io::{BufRead as _, BufReader, Write as _};
use std::os::unix::process::CommandExt as _;
use std::process::{Child, ChildStdout, Command, Stdio};
use std::time::Duration;

use model::{Definition, Histogram, Scale, System};

/// A process of a trial.
struct Role {
    child: Child,
    from: BufReader<ChildStdout>,
    offer: String,
}

/// What a role has said at its end.
#[derive(Debug, Default)]
struct Said {
    singles: BTreeMap<usize, u64>,
    histograms: BTreeMap<usize, Histogram>,
    tally: u64,
    failed: Option<String>,
    invalid: Option<String>,
}

fn definition() -> Definition {
    benchmarks::find("net.respond").unwrap().1
}

impl Said {
    fn index(name: &str) -> usize {
        definition().metrics.iter().position(|metric| metric.name == name).unwrap()
    }

    fn single(&self, name: &str) -> u64 {
        self.singles
            .get(&Self::index(name))
            .copied()
            .unwrap_or_else(|| panic!("no {name}: {self:?}"))
    }

    fn quantile_ms(&self, name: &str, quantile: f64) -> f64 {
        self.histograms[&Self::index(name)].quantile(quantile).unwrap() / 1e6
    }
}

/// A case; what is not named does not apply or is usual.
fn case(values: &[(&str, &str)]) -> BTreeMap<String, String> {
    let mut case: BTreeMap<String, String> = [
        ("loops", "none"),
        ("connections", "8"),
        ("dialog", "greet"),
        ("hold", "none"),
        ("load", "closed"),
        ("rate", "none"),
        ("backlog", "4096"),
        ("processors", "none"),
    ]
    .into_iter()
    .chain(values.iter().copied())
    .map(|(name, value)| (name.to_owned(), value.to_owned()))
    .collect();
    if case["dialog"] == "hold" {
        case.insert("hold".into(), "5".into());
    }
    case
}

fn start(role: &str, case: &BTreeMap<String, String>, window_ms: u64, server: &str) -> Role {
    let mut command = Command::new(env!("CARGO_BIN_EXE_whichos"));
    command.arg("trial").env_clear().process_group(0);
    for (name, value) in case {
        command.env(format!("WHICHOS_PARAM_{}", name.to_uppercase()), value);
    }
    for (name, value) in [
        ("BENCHMARK", "net.respond"),
        ("ROLE", role),
        ("MODE", "measure"),
        ("OPERATIONS", &window_ms.to_string()),
        ("SAMPLES", "1"),
        ("WARM_UP", "0"),
        ("SEED", "1"),
        ("PEER_SERVER", server),
        ("PARENT", &std::process::id().to_string()),
    ] {
        command.env(format!("WHICHOS_{name}"), value);
    }
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    let from = BufReader::new(child.stdout.take().unwrap());
    Role { child, from, offer: String::new() }
}

impl Role {
    /// Waits for `ready`; `None` where the system cannot do the case.
    fn ready(mut self) -> Option<Self> {
        loop {
            let mut line = String::new();
            self.from.read_line(&mut line).unwrap();
            match line.trim_end().split_once(' ') {
                Some(("offer", offer)) => offer.clone_into(&mut self.offer),
                Some(("unsupported", _)) => {
                    self.child.wait().unwrap();
                    return None;
                }
                None if line == "ready\n" => return Some(self),
                _ => panic!("{line:?}"),
            }
        }
    }

    fn tell(&mut self, word: &str) {
        writeln!(self.child.stdin.as_mut().unwrap(), "{word}").unwrap();
    }

    /// What it says until it has left; nothing that it has started may be there afterwards.
    fn over(mut self) -> Said {
        let mut said = Said::default();
        for line in self.from.lines().map_while(Result::ok) {
            let words: Vec<&str> = line.split(' ').collect();
            let number = |place: usize| words[place].parse::<u64>().unwrap();
            match words[0] {
                "single" => {
                    said.singles.insert(number(1) as usize, number(2));
                }
                "bucket" => {
                    let histogram = said.histograms.entry(number(1) as usize).or_default();
                    histogram.lower.push(number(2));
                    histogram.width.push(number(3));
                    histogram.count.push(number(4));
                }
                "histogram" => {
                    said.histograms.entry(number(1) as usize).or_default().max = number(2);
                }
                "tally" => {
                    assert_eq!(number(2), 0, "wrong answers");
                    said.tally = number(1);
                }
                "failed" => said.failed = Some(line),
                "invalid" => said.invalid = Some(line),
                _ => {}
            }
        }
        self.child.wait().unwrap();
        // Whoever has just been killed may be on the way out.
        let group = format!("-{}", self.child.id());
        for _ in 0..1_000 {
            if !signal("-0", &[&group]) {
                return said;
            }
            pause(2);
        }
        panic!("processes of the group are left")
    }

    /// The processes that serve: all but the control.
    fn servers(&self) -> Vec<String> {
        let family = sys::process::family_of(self.child.id() as i32);
        family.iter().skip(1).map(ToString::to_string).collect()
    }
}

fn signal(what: &str, whom: &[&str]) -> bool {
    let mut kill = Command::new("kill");
    kill.arg(what).arg("--").args(whom).stderr(Stdio::null()).status().unwrap().success()
}

fn pause(ms: u64) {
    std::thread::sleep(Duration::from_millis(ms));
}

/// Runs a trial; `meanwhile` is done while it works. `None` where the system cannot do it.
fn trial(
    values: &[(&str, &str)],
    window_ms: u64,
    meanwhile: impl FnOnce(&mut Role, &mut Role),
) -> Option<(Said, Said)> {
    let case = case(values);
    let mut server = start("server", &case, window_ms, "").ready()?;
    let offer = server.offer.clone();
    let mut load = start("load", &case, window_ms, &offer).ready().unwrap();
    server.tell("go");
    load.tell("go");
    meanwhile(&mut server, &mut load);
    let load = load.over();
    server.tell("stop");
    Some((server.over(), load))
}

#[test]
fn every_architecture_serves_every_dialog_and_leaves_nothing() {
    let definition = definition();
    let Scale::Named(architectures) = &definition.parameter("architecture").unwrap().scale else {
        panic!("architectures have names")
    };
    let here = |systems: &[System]| systems.is_empty() || systems.contains(&System::Linux);
    let mut served = 0;
    for one in architectures.iter().filter(|one| here(&one.systems)) {
        for dialog in ["greet", "hold", "request", "stay"] {
            // Who takes one client at a time, or is given clients by chance, can keep one.
            let pools = ["iterative", "prefork", "prefork-reuseport", "thread-pool"];
            let alone = pools.contains(&one.name.as_str()) && dialog == "stay";
            let connections = if alone { "1" } else { "8" };
            let values = [
                ("architecture", one.name.as_str()),
                ("dialog", dialog),
                ("connections", connections),
                ("loops", "8"),
            ];
            let Some((server, load)) = trial(&values, 40, |_, _| {}) else { continue };
            let what = format!("{} {dialog}: {server:?} {load:?}", one.name);
            assert_eq!((&server.failed, &load.failed), (&None, &None), "{what}");
            assert!(server.tally >= load.tally && load.tally > 0, "{what}");
            assert!(server.single("server_cpu_ns") > 0, "{what}");
            for error in ["refused", "reset", "short", "timed_out", "no_address", "other_errors"] {
                assert_eq!(load.single(error), 0, "{error}: {what}");
            }
            served += 1;
        }
    }
    assert!(served >= 13 * 4, "{served}");
}

#[test]
fn a_pause_shows_where_clients_begin_by_a_plan_and_not_where_they_wait() {
    let pause_server = |server: &mut Role, _: &mut Role| {
        pause(1_000);
        let servers = server.servers();
        let servers: Vec<&str> = servers.iter().map(String::as_str).collect();
        assert!(signal("-STOP", &servers));
        pause(1_000);
        assert!(signal("-CONT", &servers));
    };
    let epoll = ("architecture", "epoll");
    let values = [epoll, ("load", "open"), ("rate", "1000"), ("connections", "4000")];
    let (_, open) = trial(&values, 3_000, pause_server).unwrap();
    let p99 = open.quantile_ms("response_ns", 0.99);
    assert!(p99 >= 900.0, "open loop: p99 {p99} ms");
    assert!(!open.histograms.contains_key(&Said::index("service_ns")));

    let (_, closed) = trial(&[epoll, ("connections", "4")], 3_000, pause_server).unwrap();
    // The closed loop's latencies are labelled as what they are.
    assert!(!closed.histograms.contains_key(&Said::index("response_ns")));
    let (p99, longest) =
        (closed.quantile_ms("service_ns", 0.99), closed.quantile_ms("service_ns", 1.0));
    assert!(longest >= 900.0 && p99 < 900.0, "closed loop: p99 {p99} ms, max {longest} ms");
}

#[test]
fn a_short_backlog_is_told() {
    let values = [("architecture", "epoll"), ("connections", "1000"), ("backlog", "16")];
    let (_, load) = trial(&values, 1_500, |_, _| {}).unwrap();
    assert!(load.single("syn_retransmits") > 0, "{load:?}");
    assert!(load.single("listen_overflows") > 0, "{load:?}");
}

#[test]
fn ten_thousand_connections_stay() {
    let limit = sys::limits::raise_open_files().map_or(0, |(_, now)| now);
    if limit < 10_100 {
        eprintln!("skipped: a process may have {limit} files open, 10,100 are needed");
        return;
    }
    let values = [("architecture", "epoll"), ("connections", "10000"), ("dialog", "stay")];
    let (server, load) = trial(&values, 500, |_, _| {}).unwrap();
    assert_eq!((&server.failed, &load.failed), (&None, &None));
    assert_eq!((server.single("peak_connections"), load.tally), (10_000, 10_000));
}

#[test]
fn what_cannot_hold_all_says_how_many_it_held_and_why() {
    let values = [("architecture", "prefork"), ("loops", "3"), ("dialog", "stay")];
    let (server, load) = trial(&values, 50, |_, _| {}).unwrap();
    let failed = server.failed.unwrap();
    assert!(failed.contains("it held 3 of 8 connections"), "{failed}");
    assert!(load.failed.is_none() && load.tally <= 8, "{load:?}");
    let values = [("architecture", "select"), ("connections", "5000")];
    assert!(trial(&values, 50, |_, _| {}).is_none());
}

#[test]
fn a_server_or_a_load_that_is_killed_is_told_and_cleared_away() {
    let values = [("architecture", "fork"), ("dialog", "hold")];
    let (server, load) = trial(&values, 400, |server, _| {
        pause(150);
        let servers = server.servers();
        signal("-KILL", &servers.iter().map(String::as_str).collect::<Vec<_>>());
    })
    .unwrap();
    assert!(server.failed.unwrap().contains("killed by signal 9"));
    assert!(load.tally > 0);
    let (server, load) = trial(&values, 5_000, |_, load| {
        pause(150);
        load.child.kill().unwrap();
    })
    .unwrap();
    assert!(server.failed.is_none() && server.tally > 0, "{server:?}");
    assert_eq!(load.tally, 0);
}

#[test]
fn clients_who_say_half_a_word_keep_nobody() {
    for architecture in ["fork", "thread", "epoll", "exec-fork"] {
        let values = [("architecture", architecture), ("dialog", "request")];
        let mut slow = None;
        let (server, load) = trial(&values, 150, |server, _| {
            let mut stream = std::net::TcpStream::connect(&server.offer).unwrap();
            stream.write_all(b"hel").unwrap();
            slow = Some(stream);
        })
        .unwrap();
        assert_eq!((&server.failed, &load.failed), (&None, &None), "{architecture}");
        assert!(server.tally >= load.tally && load.tally > 0, "{architecture}");
    }
}
