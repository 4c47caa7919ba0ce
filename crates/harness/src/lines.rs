//! Lines from a pipe, read only when there is something, so that one thread can serve several.

use std::io::{self, Read};

/// Longest line that is kept whole; the rest of a longer one is thrown away.
const LONGEST: usize = 64 * 1024;

/// A pipe that is read line by line.
pub(crate) struct Lines<R> {
    source: R,
    buffer: Vec<u8>,
    ended: bool,
}

impl<R: Read> Lines<R> {
    pub(crate) fn new(source: R) -> Self {
        Self { source, buffer: Vec::new(), ended: false }
    }

    /// Reads once; call it when the pipe is known to be readable.
    pub(crate) fn read_some(&mut self) -> io::Result<()> {
        let mut chunk = [0; 8192];
        match self.source.read(&mut chunk) {
            Ok(0) => self.ended = true,
            Ok(count) => self.buffer.extend_from_slice(&chunk[..count]),
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
        Ok(())
    }

    /// The next whole line that was read, without its end; at the pipe's end also what is left.
    pub(crate) fn next_line(&mut self) -> Option<String> {
        let (line, used) = match self.buffer.iter().position(|&byte| byte == b'\n') {
            Some(end) => (end, end + 1),
            None if self.buffer.len() > LONGEST => (LONGEST, self.buffer.len()),
            None if self.ended && !self.buffer.is_empty() => (self.buffer.len(), self.buffer.len()),
            None => return None,
        };
        let text = String::from_utf8_lossy(&self.buffer[..line.min(LONGEST)]).into_owned();
        self.buffer.drain(..used);
        Some(text)
    }

    /// Whether the other side has closed the pipe and everything was taken.
    pub(crate) fn at_end(&self) -> bool {
        self.ended && self.buffer.is_empty()
    }

    pub(crate) fn source(&self) -> &R {
        &self.source
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_come_whole_and_the_last_may_lack_its_end() {
        let mut lines = Lines::new(&b"one\ntwo"[..]);
        lines.read_some().unwrap();
        assert_eq!(lines.next_line().as_deref(), Some("one"));
        assert_eq!(lines.next_line(), None);
        lines.read_some().unwrap();
        assert_eq!(lines.next_line().as_deref(), Some("two"));
        assert!(lines.at_end());
    }
}
