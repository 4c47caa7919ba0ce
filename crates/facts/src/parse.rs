//! Small readings that several topics share.

/// The value of the first `name : value` line whose name is one of `names`.
pub(crate) fn field<'text>(text: &'text str, names: &[&str]) -> Option<&'text str> {
    names.iter().find_map(|name| {
        text.lines().find_map(|line| {
            let (key, value) = line.split_once(':')?;
            (key.trim() == *name && !value.trim().is_empty()).then(|| value.trim())
        })
    })
}

/// The value of a `NAME=value` line, without quotes.
pub(crate) fn assignment(text: &str, name: &str) -> Option<String> {
    text.lines().find_map(|line| {
        let (key, value) = line.trim().split_once('=')?;
        let value = value.trim().trim_matches(['"', '\'']);
        (key == name && !value.is_empty()).then(|| value.to_owned())
    })
}

/// A number with a decimal point, in thousandths.
pub(crate) fn milli(text: &str) -> Option<u64> {
    let value: f64 = text.trim().parse().ok()?;
    // Beyond this bound no load, share or temperature is one.
    (value.is_finite() && (0.0..1e12).contains(&value)).then(|| (value * 1_000.0).round() as u64)
}

/// How many numbers a list such as `0-3,8` names.
pub(crate) fn listed(text: &str) -> Option<u64> {
    text.trim().split(',').filter(|part| !part.is_empty()).try_fold(0_u64, |sum, part| {
        let (first, last) = part.split_once('-').unwrap_or((part, part));
        let (first, last): (u64, u64) = (first.trim().parse().ok()?, last.trim().parse().ok()?);
        sum.checked_add(last.checked_sub(first)?.checked_add(1)?)
    })
}

/// The first two numbers of a version: `6.1.0-23-amd64` is `(6, 1)`.
pub(crate) fn version(text: &str) -> Option<(u32, u32)> {
    let mut numbers = text.split(|letter: char| !letter.is_ascii_digit());
    Some((numbers.next()?.parse().ok()?, numbers.next()?.parse().ok()?))
}

/// Bytes as the kernel writes them: `32K`, `16 M`, `512 kB`, `4096`.
pub(crate) fn bytes(text: &str) -> Option<u64> {
    let text = text.trim();
    let end = text.find(|letter: char| !letter.is_ascii_digit()).unwrap_or(text.len());
    let number: u64 = text[..end].parse().ok()?;
    let scale = match text[end..].trim() {
        "" | "B" => 1,
        "K" | "kB" | "KB" => 1 << 10,
        "M" | "MB" => 1 << 20,
        "G" | "GB" => 1 << 30,
        _ => return None,
    };
    number.checked_mul(scale)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn odd_texts_are_no_numbers() {
        assert_eq!(listed("0-3,8"), Some(5));
        assert_eq!(listed("3-0"), None);
        assert_eq!(listed("0-18446744073709551615"), None);
        assert_eq!(milli("0.33"), Some(330));
        assert_eq!(milli("NaN"), None);
        assert_eq!(milli("-1"), None);
        assert_eq!(version("6.1.0-23-amd64"), Some((6, 1)));
        assert_eq!(version("next"), None);
        assert_eq!(bytes("32K"), Some(32_768));
        assert_eq!(bytes("24684084 kB"), Some(25_276_502_016));
        assert_eq!(bytes("99999999999999999999"), None);
        assert_eq!(bytes("4X"), None);
    }

    #[test]
    fn fields_are_found_by_name() {
        assert_eq!(field("a : 1\nb:\nb : 2", &["b"]), Some("2"));
        assert_eq!(field("a : 1", &["b", "a"]), Some("1"));
        assert_eq!(assignment("A=1\nB=\"two words\"", "B").as_deref(), Some("two words"));
    }
}
