//! Loops around `io_uring(7)`: one order accepts all connections, and what follows is a chain
//! that the kernel goes through by itself.

use sys::socket::{Event, Listener, Ring};

use super::super::protocol::{ANSWER, Dialog};
use super::super::scene::Scene;
use super::event_loop::on_each;
use crate::Result;

pub(super) fn serve(scene: &'static Scene) -> Result<()> {
    on_each(scene, run)
}

fn run(scene: &'static Scene, listener: &'static Listener) -> Result<()> {
    let board = &scene.board;
    let room = u32::try_from(scene.connections).unwrap_or(u32::MAX);
    let mut ring = Ring::new(room, ANSWER, scene.dialog.hold_ns())?;
    ring.accept_all(listener)?;
    loop {
        match ring.wait()? {
            Event::Accepted(stream) => {
                board.enter();
                match scene.dialog {
                    Dialog::Greet | Dialog::Hold { .. } => {
                        // The kernel closes it by itself, and no answer may be uncounted by then.
                        board.answered();
                        ring.answer_and_close(stream)?;
                    }
                    Dialog::Request => ring.receive(stream)?,
                    Dialog::Stay => ring.answer_and_receive(stream)?,
                }
            }
            Event::Received(stream, count) => match scene.dialog {
                Dialog::Request if ring.received(&stream, count).contains(&b'\n') => {
                    board.answered();
                    ring.answer_and_close(stream)?;
                }
                _ if count > 0 => ring.receive(stream)?,
                dialog => {
                    if dialog == Dialog::Stay {
                        board.answered();
                    }
                    drop(stream);
                    board.leave();
                }
            },
            Event::Closed | Event::Lost => board.leave(),
            Event::NotAnswered => {
                board.unanswered();
                board.leave();
            }
            Event::NotAccepted(error) => scene.pause(&error),
            Event::Shut => return Ok(()),
        }
    }
}
