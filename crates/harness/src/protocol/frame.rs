//! Messages as lines: `MARK SEQUENCE +|. CHECKSUM PAYLOAD`, `+` where more of the message follows.
//!
//! Anything else on the wire is somebody else's text: it is kept as the guest's log.

use std::fmt::Write as _;
use std::io::Write;

use serde::Serialize;
use serde::de::DeserializeOwned;

/// First word of every line of ours.
const MARK: &str = "whichos/1";
/// Payload bytes of a line, so that the whole line stays below 1 KiB.
const PAYLOAD: usize = 960;

/// Why a message could not be read.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum FrameError {
    #[error("a message was damaged on the way (line {0})")]
    Damaged(u64),
    #[error("a message was lost on the way (line {expected} is missing, line {found} came)")]
    Lost { expected: u64, found: u64 },
    #[error("a message could not be understood: {0}")]
    Meaning(String),
}

/// Writes messages.
#[derive(Debug, Default)]
pub(crate) struct Sender {
    sequence: u64,
}

impl Sender {
    pub(crate) fn send(
        &mut self,
        to: &mut impl Write,
        message: &impl Serialize,
    ) -> std::io::Result<()> {
        let text = serde_json::to_string(message).map_err(std::io::Error::other)?;
        let mut lines = String::with_capacity(text.len() + 64);
        let mut rest = text.as_str();
        loop {
            let (part, more) = split(rest);
            let mark = if more.is_empty() { '.' } else { '+' };
            let sum = checksum(self.sequence, part);
            let _ = writeln!(lines, "{MARK} {} {mark} {sum:08x} {part}", self.sequence);
            self.sequence += 1;
            if more.is_empty() {
                break;
            }
            rest = more;
        }
        to.write_all(lines.as_bytes())?;
        to.flush()
    }
}

/// The first line's worth of a text, and what is left.
fn split(text: &str) -> (&str, &str) {
    let end = (0..=PAYLOAD.min(text.len())).rev().find(|&end| text.is_char_boundary(end));
    text.split_at(end.unwrap_or(text.len()))
}

fn checksum(sequence: u64, payload: &str) -> u32 {
    let mut hasher = crc32fast::Hasher::new();
    hasher.update(&sequence.to_le_bytes());
    hasher.update(payload.as_bytes());
    hasher.finalize()
}

/// What a line turned out to be.
#[derive(Debug, PartialEq)]
pub(crate) enum Received<T> {
    /// The last line of a message.
    Message(T),
    /// A line of a message that goes on.
    Part,
    /// Somebody else's text.
    Foreign,
}

/// Puts messages together again.
#[derive(Debug, Default)]
pub(crate) struct Receiver {
    sequence: u64,
    pending: String,
}

impl Receiver {
    pub(crate) fn receive<T: DeserializeOwned>(
        &mut self,
        line: &str,
    ) -> Result<Received<T>, FrameError> {
        // A console may put text of its own before ours on the same line.
        let Some(start) = line.find(MARK) else { return Ok(Received::Foreign) };
        let mut words = line[start + MARK.len()..].trim_start().splitn(4, ' ');
        let (Some(number), Some(mark), Some(sum), Some(payload)) =
            (words.next(), words.next(), words.next(), words.next())
        else {
            return Err(FrameError::Damaged(self.sequence));
        };
        let payload = payload.trim_end_matches('\r');
        let damaged = FrameError::Damaged(self.sequence);
        let found: u64 = number.parse().map_err(|_| FrameError::Damaged(self.sequence))?;
        if u32::from_str_radix(sum, 16) != Ok(checksum(found, payload)) {
            return Err(damaged);
        }
        if found != self.sequence {
            return Err(FrameError::Lost { expected: self.sequence, found });
        }
        self.sequence += 1;
        self.pending.push_str(payload);
        if mark == "+" {
            return Ok(Received::Part);
        }
        let whole = std::mem::take(&mut self.pending);
        serde_json::from_str(&whole)
            .map(Received::Message)
            .map_err(|error| FrameError::Meaning(error.to_string()))
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn lines(messages: &[String]) -> Vec<String> {
        let (mut sender, mut wire) = (Sender::default(), Vec::new());
        for message in messages {
            sender.send(&mut wire, message).unwrap();
        }
        String::from_utf8(wire).unwrap().lines().map(str::to_owned).collect()
    }

    #[test]
    fn other_text_is_told_apart() {
        let mut receiver = Receiver::default();
        assert_eq!(receiver.receive::<String>("[ 0.1] Booting"), Ok(Received::Foreign));
        let line = &lines(&["hello".into()])[0];
        let received = receiver.receive::<String>(&format!("login: {line}\r"));
        assert_eq!(received, Ok(Received::Message("hello".into())));
    }

    #[test]
    fn a_lost_or_damaged_line_is_noticed() {
        let wire = lines(&["one".into(), "two".into()]);
        let mut receiver = Receiver::default();
        assert_eq!(
            receiver.receive::<String>(&wire[1]),
            Err(FrameError::Lost { expected: 0, found: 1 })
        );
        let damaged = wire[0].replace("one", "0ne");
        assert_eq!(receiver.receive::<String>(&damaged), Err(FrameError::Damaged(0)));
    }

    proptest! {
        #[test]
        fn any_message_arrives_in_lines_of_a_kibibyte(messages in prop::collection::vec(".{0,3000}", 1..4)) {
            let mut receiver = Receiver::default();
            let mut arrived = Vec::new();
            for line in lines(&messages) {
                prop_assert!(line.len() <= 1024);
                if let Received::Message(message) = receiver.receive::<String>(&line).unwrap() {
                    arrived.push(message);
                }
            }
            prop_assert_eq!(arrived, messages);
        }
    }
}
