//! The load against servers that behave by script.

use std::io::{Read as _, Write as _};
use std::net::{Ipv4Addr, SocketAddr, TcpListener, TcpStream};
use std::time::Duration;

use super::super::protocol::ANSWER;
use super::plan::{Pace, Window};
use super::*;

/// What a scripted server does with the connection of a number.
type Script = fn(u64, TcpStream);

/// Lets a script serve, in a thread for each connection, as long as the test runs.
fn serve(script: Script) -> std::net::SocketAddrV4 {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
    let SocketAddr::V4(address) = listener.local_addr().unwrap() else { panic!("not IPv4") };
    std::thread::spawn(move || {
        for (number, stream) in (0..).zip(listener.incoming().flatten()) {
            std::thread::spawn(move || script(number, stream));
        }
    });
    address
}

fn plan(to: std::net::SocketAddrV4, dialog: Dialog, pace: Pace) -> Plan {
    Plan { to, dialog, connections: 4, backlog: 16, pace }
}

fn closed(script: Script, dialog: Dialog) -> Counts {
    let plan = plan(serve(script), dialog, Pace::Closed);
    client::drive(&plan, Window::new(now_ns(), 60)).unwrap()
}

fn count(counts: &Counts, kind: Found) -> u64 {
    counts.errors().find(|(found, _)| *found == kind).unwrap().1
}

fn pause(ms: u64) {
    std::thread::sleep(Duration::from_millis(ms));
}

#[test]
fn complete_answers_are_counted_and_slow_ones_are_slow() {
    let counts = closed(
        |_, mut stream| {
            pause(10);
            let (first, rest) = ANSWER.split_at(5);
            stream.write_all(first).unwrap();
            pause(2);
            stream.write_all(rest).unwrap();
        },
        Dialog::Greet,
    );
    assert!(counts.answers > 0 && counts.counted <= counts.answers);
    assert_eq!(counts.wrong + counts.errors().map(|(_, count)| count).sum::<u64>(), 0);
    let least = counts.latencies.histogram().quantile(0.0).unwrap();
    assert!(least >= 11_900_000.0, "{least}");
}

#[test]
fn half_answers_wrong_ones_and_resets_are_told_apart() {
    let counts = closed(
        |number, mut stream| {
            if number % 4 == 2 {
                // Closing with something unread breaks the connection off.
                pause(2);
                return;
            }
            let _ = stream.read(&mut [0; 64]);
            let _ = match number % 4 {
                0 => stream.write_all(&ANSWER[..7]),
                1 => stream.write_all(b"250 welcome in\r\n"),
                _ => stream.write_all(ANSWER),
            };
        },
        Dialog::Request,
    );
    assert!(counts.answers > 0 && counts.wrong > 0, "{}", counts.troubles());
    assert!(count(&counts, Found::Reset) > 0, "{}", counts.troubles());
    assert!(count(&counts, Found::Short) > 0, "{}", counts.troubles());
}

#[test]
fn a_server_that_never_answers_leaves_its_clients_unfinished() {
    let counts = closed(|_, _stream| pause(1_000), Dialog::Greet);
    assert_eq!((counts.answers, counts.unfinished), (0, 4));
    assert_eq!(counts.troubles(), "4 unfinished");
}

#[test]
fn nobody_there_is_refused_and_tried_again_at_leisure() {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
    let SocketAddr::V4(address) = listener.local_addr().unwrap() else { panic!("not IPv4") };
    drop(listener);
    let plan = plan(address, Dialog::Greet, Pace::Closed);
    let counts = client::drive(&plan, Window::new(now_ns(), 30)).unwrap();
    assert!(count(&counts, Found::Refused) > 0);
    assert_eq!(counts.answers, 0);
}

#[test]
fn the_open_loop_counts_from_the_plan() {
    // The first clients find nobody who accepts: the others wait with them.
    let script: Script = |number, mut stream| {
        if number < 4 {
            pause(100);
        }
        stream.write_all(ANSWER).unwrap();
    };
    let pace = Pace::Open { interval_ns: 1_000_000, offset_ns: 0 };
    let plan = plan(serve(script), Dialog::Greet, pace);
    let counts = client::drive(&plan, Window::new(now_ns(), 200)).unwrap();
    assert!(counts.late > 20, "{} late of {}", counts.late, counts.answers);
    let slow = counts.latencies.histogram().quantile(0.9).unwrap();
    assert!(slow > 10_000_000.0, "{slow}");
}

#[test]
fn connections_stay_and_end_in_order() {
    let script: Script = |_, mut stream| {
        stream.write_all(ANSWER).unwrap();
        let mut rest = Vec::new();
        let _ = stream.read_to_end(&mut rest);
    };
    let plan = plan(serve(script), Dialog::Stay, Pace::Closed);
    let counts = stay::hold(&plan, 5).unwrap();
    assert_eq!((counts.answers, counts.counted, counts.unfinished), (4, 4, 0));
    assert!(counts.counted_ns > 0);
}
