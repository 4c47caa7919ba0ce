//! Rust source with everything blanked that is no code, so that a rule about code does not trip
//! over a comment or a message. Offsets and lines stay as they were.

/// Blanks comments and the insides of literals.
pub(super) fn code_only(source: &str) -> String {
    let bytes = source.as_bytes();
    let mut out = bytes.to_vec();
    let mut at = 0;
    while at < bytes.len() {
        let end = not_code(bytes, at);
        blank(&mut out[at..end]);
        at = end.max(at + 1);
    }
    text(out)
}

/// Blanks the modules that only tests see, in what `code_only` returned.
pub(super) fn without_tests(code: &str) -> String {
    const MARK: &str = "#[cfg(test)]";
    let mut out = code.as_bytes().to_vec();
    for (start, _) in code.match_indices(MARK) {
        let rest = &code[start..];
        let Some(open) = rest.find('{') else { continue };
        if rest[..open].contains(';') {
            continue;
        }
        let length = closing(&rest[open..], '{', '}').map_or(rest.len(), |end| open + end + 1);
        blank(&mut out[start..start + length]);
    }
    text(out)
}

/// Where the bracket that `code` starts with is closed.
pub(super) fn closing(code: &str, open: char, close: char) -> Option<usize> {
    let mut depth = 0_usize;
    code.char_indices().find_map(|(at, c)| {
        if c == open {
            depth += 1;
        } else if c == close {
            depth -= 1;
        }
        (depth == 0).then_some(at)
    })
}

/// Each identifier or keyword with its offset.
pub(super) fn words(code: &str) -> impl Iterator<Item = (usize, &str)> {
    let part_of_word = |c: char| c == '_' || c.is_alphanumeric();
    let mut at = 0;
    std::iter::from_fn(move || {
        at += code[at..].find(part_of_word)?;
        let rest = &code[at..];
        let length = rest.find(|c| !part_of_word(c)).unwrap_or(rest.len());
        let word = (at, &rest[..length]);
        at += length;
        Some(word)
    })
}

/// The line of an offset, counted from 1.
pub(super) fn line(code: &str, offset: usize) -> usize {
    code[..offset].matches('\n').count() + 1
}

fn blank(bytes: &mut [u8]) {
    for byte in bytes.iter_mut().filter(|byte| **byte != b'\n') {
        *byte = b' ';
    }
}

fn text(bytes: Vec<u8>) -> String {
    // Only whole literals and comments are blanked, so no character is cut.
    String::from_utf8(bytes).unwrap_or_default()
}

/// Where the comment or literal ends that starts at `at`; `at` itself where none does.
fn not_code(bytes: &[u8], at: usize) -> usize {
    let rest = &bytes[at..];
    if rest.starts_with(b"//") {
        return at + rest.iter().position(|&byte| byte == b'\n').unwrap_or(rest.len());
    }
    if rest.starts_with(b"/*") {
        return at + comment(rest);
    }
    match rest[0] {
        b'"' => at + quoted(rest, b'"'),
        b'\'' if is_character(rest) => at + quoted(rest, b'\''),
        b'r' if !continues_word(bytes, at) => at + raw(rest).unwrap_or(0),
        _ => at,
    }
}

/// Whether the byte before belongs to the same word, but for the `b` and `c` of `br""`, `cr""`.
fn continues_word(bytes: &[u8], at: usize) -> bool {
    let letter = |byte: u8| byte == b'_' || byte.is_ascii_alphanumeric();
    match at.checked_sub(1).map(|before| bytes[before]) {
        Some(b'b' | b'c') => at >= 2 && letter(bytes[at - 2]),
        Some(byte) => letter(byte),
        None => false,
    }
}

/// The length of a comment, in which others may lie.
fn comment(rest: &[u8]) -> usize {
    let mut depth = 0_usize;
    let mut at = 0;
    while at < rest.len() {
        if rest[at..].starts_with(b"/*") {
            depth += 1;
            at += 2;
        } else if rest[at..].starts_with(b"*/") {
            depth -= 1;
            at += 2;
            if depth == 0 {
                return at;
            }
        } else {
            at += 1;
        }
    }
    at
}

/// The length of a literal between two quotes, with escapes.
fn quoted(rest: &[u8], quote: u8) -> usize {
    let mut at = 1;
    while at < rest.len() && rest[at] != quote {
        at += if rest[at] == b'\\' { 2 } else { 1 };
    }
    (at + 1).min(rest.len())
}

/// `'a'` and `'\n'` are characters, `'a` is a lifetime.
fn is_character(rest: &[u8]) -> bool {
    match rest.get(1) {
        Some(b'\\') => true,
        // A character of more than one byte is no lifetime here.
        Some(byte) if !byte.is_ascii() => true,
        Some(_) => rest.get(2) == Some(&b'\''),
        None => false,
    }
}

/// The length of a raw literal.
fn raw(rest: &[u8]) -> Option<usize> {
    let marks = rest[1..].iter().take_while(|&&byte| byte == b'#').count();
    let body = 1 + marks + 1;
    (rest.get(1 + marks) == Some(&b'"')).then_some(())?;
    let mut end = vec![b'"'];
    end.resize(1 + marks, b'#');
    let length = rest[body..].windows(end.len()).position(|window| window == end);
    Some(length.map_or(rest.len(), |length| body + length + end.len()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(source: &str, wanted: &str) {
        let code = code_only(source);
        assert_eq!(code.len(), source.len(), "{source}");
        assert_eq!(code.split_whitespace().collect::<Vec<_>>().join(" "), wanted, "{source}");
    }

    #[test]
    fn only_code_stays() {
        check("a // b\nc", "a c");
        check("a /* b /* c */ d */ e", "a e");
        check(r#"f("un\"safe", g)"#, "f( , g)");
        check(r##"f(r#"un"safe"#, br"x", r"y\", r)"##, "f( , b , , r)");
        check("let c = '\"'; let l: &'a str; 'é'; '\\''", "let c = ; let l: &'a str; ;");
        check("var\"x\"", "var");
        check("\"open", "");
    }

    #[test]
    fn tests_can_be_left_out() {
        let code = "fn a() {}\n#[cfg(test)]\nmod tests {\n fn b() { {} }\n}\nfn c() {}";
        let left = without_tests(code);
        assert_eq!(left.split_whitespace().collect::<Vec<_>>().join(" "), "fn a() {} fn c() {}");
        assert_eq!(left.matches('\n').count(), code.matches('\n').count());
        let elsewhere = "#[cfg(test)]\nmod tests;\nfn a() {}";
        assert_eq!(without_tests(elsewhere), elsewhere);
    }

    #[test]
    fn words_have_their_places() {
        let words: Vec<_> = words("a_1::b! (ccc)").collect();
        assert_eq!(words, [(0, "a_1"), (5, "b"), (9, "ccc")]);
        assert_eq!(line("a\nb\nc", 4), 3);
    }
}
