//! Bytes as text, line by line.

use crate::ImportError;

/// The whole file as text, without a byte order mark.
pub(crate) fn whole(bytes: &[u8]) -> Result<&str, ImportError> {
    if bytes.starts_with(&[0xff, 0xfe]) || bytes.starts_with(&[0xfe, 0xff]) {
        return Err(ImportError::whole(
            "text in UTF-16",
            "save it as UTF-8; Windows PowerShell needs `| Out-File -Encoding utf8`",
        ));
    }
    let text = std::str::from_utf8(bytes).map_err(|error| {
        let before = &bytes[..error.valid_up_to()];
        let line = before.split(|&byte| byte == b'\n').count();
        let column = before.iter().rev().take_while(|&&byte| byte != b'\n').count() + 1;
        ImportError::line(line, column, "no text in UTF-8", "is this the file that was meant?")
    })?;
    Ok(text.strip_prefix('\u{feff}').unwrap_or(text))
}

/// The lines of a text with their numbers, counted from 1.
pub(crate) fn lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    text.lines().enumerate().map(|(index, line)| (index + 1, line))
}

/// The column of a slice of a line, in characters counted from 1.
pub(crate) fn column(line: &str, part: &str) -> usize {
    let offset = (part.as_ptr() as usize).wrapping_sub(line.as_ptr() as usize);
    line.get(..offset).map_or(1, |before| before.chars().count() + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_are_dropped_and_other_encodings_named() {
        assert_eq!(whole(b"\xef\xbb\xbfMethod").unwrap(), "Method");
        assert!(whole(b"\xff\xfeM\0").unwrap_err().to_string().contains("UTF-16"));
        let error = whole(b"a\nbc\xff").unwrap_err().to_string();
        assert!(error.starts_with("line 2, column 3: no text"), "{error}");
    }

    #[test]
    fn columns_count_characters() {
        let line = "é, b";
        assert_eq!(column(line, &line[4..]), 4);
        assert_eq!(column(line, line), 1);
    }
}
