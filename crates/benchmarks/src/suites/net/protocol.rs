//! What server and client say to each other: the same for every architecture.

use sys::socket::{Stream, Transfer};

use crate::{Context, Error, Result};

/// What every client is told, as published; the server closes the connection afterwards.
pub(super) const ANSWER: &[u8] = b"450 too busy\r\n";

/// What a client says where the dialog begins with it; a line feed ends it.
pub(super) const REQUEST: &[u8] = b"hello\r\n";

/// The longest piece that is read at once.
pub(super) const PIECE: usize = 64;

/// How a connection goes on from being accepted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Dialog {
    /// The answer comes at once.
    Greet,
    /// The answer is held back.
    Hold {
        /// For so long.
        ns: u64,
    },
    /// The client says a line first.
    Request,
    /// The answer comes at once; the connection stays open until the client has finished writing.
    Stay,
}

impl Dialog {
    /// The dialog of a case.
    pub(super) fn of(context: &Context) -> Result<Self> {
        Ok(match context.name("dialog")? {
            "greet" => Self::Greet,
            "hold" => Self::Hold { ns: context.integer("hold")? * 1_000_000 },
            "request" => Self::Request,
            "stay" => Self::Stay,
            other => return Err(Error::Wrong(format!("no dialog {other}"))),
        })
    }

    /// How long the answer is held back.
    pub(super) fn hold_ns(self) -> u64 {
        if let Self::Hold { ns } = self { ns } else { 0 }
    }

    /// As the carried program is told.
    pub(super) fn argument(self) -> String {
        match self {
            Self::Greet => "greet".to_owned(),
            Self::Hold { ns } => format!("hold:{}", ns / 1_000_000),
            Self::Request => "request".to_owned(),
            Self::Stay => "stay".to_owned(),
        }
    }
}

/// Gives the answer; whether all of it went out. It is so short that a connection which can not
/// take it at once is lost.
#[inline]
pub(super) fn answer(stream: &Stream) -> bool {
    matches!(stream.write(ANSWER), Transfer::Done(count) if count == ANSWER.len())
}

/// What reading from a client has come to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Said {
    /// A line has ended.
    Line,
    /// It has finished writing.
    End,
    /// Nothing more for now.
    Later,
    /// The connection is lost.
    Lost,
}

/// Reads until a line or the writing has ended.
#[inline]
pub(super) fn listen(stream: &Stream) -> Said {
    let mut piece = [0; PIECE];
    loop {
        match stream.read(&mut piece) {
            Transfer::Done(0) => return Said::End,
            Transfer::Done(count) if piece[..count].contains(&b'\n') => return Said::Line,
            Transfer::Done(_) => {}
            Transfer::Later => return Said::Later,
            Transfer::Failed(_) => return Said::Lost,
        }
    }
}

/// The whole dialog on a connection that waits in reading; whether it was answered.
#[inline]
pub(super) fn converse(dialog: Dialog, stream: &Stream) -> bool {
    match dialog {
        Dialog::Greet => answer(stream),
        Dialog::Hold { ns } => {
            sys::clock::sleep(ns);
            answer(stream)
        }
        Dialog::Request => listen(stream) == Said::Line && answer(stream),
        Dialog::Stay => {
            answer(stream)
                && loop {
                    match listen(stream) {
                        Said::Line | Said::Later => {}
                        said => break said == Said::End,
                    }
                }
        }
    }
}
