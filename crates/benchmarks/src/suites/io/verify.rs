//! Whether a file holds what it should, to the last byte.

use std::fs::File;
use std::io::Read;
use std::path::Path;

use super::content::Content;
use crate::{Error, Result};

/// Reads a file and compares every byte of it; it is exactly as long as `size`.
pub(super) fn holds(path: &Path, content: &Content, size: u64) -> Result<()> {
    let failed =
        |source| Error::Prepare { what: "reading back what was written".to_owned(), source };
    let mut file = File::open(path).map_err(failed)?;
    let mut piece = vec![0; 1 << 20];
    let mut at = 0;
    loop {
        let count = file.read(&mut piece).map_err(failed)?;
        if count == 0 {
            break;
        }
        if let Some(wrong) = content.differs(at, &piece[..count]) {
            return Err(Error::Wrong(format!("what was written is wrong from byte {wrong}")));
        }
        at += count as u64;
    }
    if at == size {
        Ok(())
    } else {
        Err(Error::Wrong(format!("{at} bytes are in the file, {size} were to be written")))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::suites::io::content::Kind;

    #[test]
    fn a_byte_too_few_or_wrong_is_found() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("file");
        let content = Content::new(Kind::Random, 3);
        let mut data = vec![0; 3_000_000];
        content.fill(0, &mut data);
        std::fs::write(&path, &data).unwrap();
        holds(&path, &content, 3_000_000).unwrap();
        assert!(holds(&path, &content, 3_000_001).is_err());
        assert!(holds(&path, &content, 2_999_999).is_err());
        data[2_999_999] ^= 1;
        std::fs::write(&path, &data).unwrap();
        let said = holds(&path, &content, 3_000_000).unwrap_err().to_string();
        assert!(said.contains("byte 2999999"), "{said}");
    }
}
