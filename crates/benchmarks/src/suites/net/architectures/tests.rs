//! Every architecture that this system has, through every dialog.

use std::net::{Ipv4Addr, SocketAddrV4};

use sys::socket::{Listener, Listening, Stream, Transfer};

use super::super::board::Board;
use super::super::protocol::{ANSWER, Dialog, REQUEST};
use super::*;
use crate::suites::program::answering;

const DIALOGS: [Dialog; 4] =
    [Dialog::Greet, Dialog::Hold { ns: 5_000_000 }, Dialog::Request, Dialog::Stay];

fn scene(architecture: &Architecture, dialog: Dialog, loops: usize) -> &'static Scene {
    let several = architecture.shares_port && loops > 1;
    let how = Listening { backlog: 64, shares_port: several, waits: architecture.waits };
    let first = Listener::new(SocketAddrV4::new(Ipv4Addr::LOCALHOST, 0), how).unwrap();
    let address = first.address().unwrap();
    let more = if several { loops - 1 } else { 0 };
    let others = (0..more).map(|_| Listener::new(address, how).unwrap());
    let exec = architecture.name.starts_with("exec");
    let program = exec.then(|| answering().unwrap().carried(&dialog.argument()).unwrap());
    let listeners = std::iter::once(first).chain(others).collect();
    let board = Board::new().unwrap();
    Box::leak(Box::new(Scene { listeners, dialog, board, loops, connections: 8, program }))
}

/// Everything until the end; where the server waits for the client to be done, it is.
fn hear(stream: &Stream, dialog: Dialog) -> Vec<u8> {
    let mut all = Vec::new();
    let mut piece = [0; 16];
    loop {
        match stream.read(&mut piece) {
            Transfer::Done(0) => return all,
            Transfer::Done(count) => all.extend_from_slice(&piece[..count]),
            Transfer::Later => std::thread::sleep(std::time::Duration::from_micros(100)),
            Transfer::Failed(error) => panic!("{error}"),
        }
        if dialog == Dialog::Stay && all == ANSWER {
            stream.finish_writing();
        }
    }
}

/// Serves three clients, one of which says its line in two pieces and one leaves without a word.
fn served(architecture: &Architecture, dialog: Dialog, loops: usize) -> u64 {
    let scene = scene(architecture, dialog, loops);
    let serve = architecture.serve.unwrap();
    let server = std::thread::spawn(move || serve(scene));
    let address = scene.listener(0).address().unwrap();
    for number in 0..3 {
        let client = Stream::connect(address, None).unwrap();
        if dialog == Dialog::Request {
            let (first, rest) = REQUEST.split_at(3);
            client.write(first);
            std::thread::sleep(std::time::Duration::from_millis(3));
            if number == 2 {
                continue;
            }
            client.write(rest);
        }
        assert_eq!(hear(&client, dialog), ANSWER, "{} {dialog:?}", architecture.name);
    }
    // The client that has left without a word is noticed, too.
    for _ in 0..1_000 {
        if scene.board.live() == 0 {
            break;
        }
        std::thread::sleep(std::time::Duration::from_millis(1));
    }
    for listener in &scene.listeners {
        listener.shut().unwrap();
    }
    if let Err(error) = server.join().unwrap() {
        panic!("{}: {error}", architecture.name);
    }
    assert_eq!(scene.board.live(), 0, "{} {dialog:?}", architecture.name);
    scene.board.total()
}

#[cfg(target_os = "linux")]
#[test]
fn every_architecture_goes_through_every_dialog() {
    // Forking from a test, which has several threads, and one static for all threads: those are
    // tested as processes of their own, by the trials of the whole program.
    const APART: [&str; 6] =
        ["exec-fork", "exec-spawn", "fork", "prefork", "prefork-reuseport", "thread"];
    for architecture in ALL.iter().filter(|one| one.serve.is_some()) {
        if APART.contains(&architecture.name) {
            continue;
        }
        for dialog in DIALOGS {
            for loops in [1, 2] {
                let wanted = if dialog == Dialog::Request { 2 } else { 3 };
                let answered = served(architecture, dialog, loops);
                assert_eq!(answered, wanted, "{} {dialog:?}", architecture.name);
            }
        }
    }
}

#[test]
fn names_find_their_architectures_in_order_of_family() {
    for one in &ALL {
        assert_eq!(find(one.name).map(|found| found.name), Some(one.name));
    }
    let families: Vec<&str> = ALL.iter().map(|one| one.family).collect();
    assert!(families.is_sorted_by_key(|family| {
        [PROCESS, THREAD, ASYNCHRONOUS].iter().position(|known| known == family)
    }));
}
