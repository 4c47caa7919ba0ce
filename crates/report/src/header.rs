//! Advice as a header of constants for C programs.

use std::fmt::Write as _;

use analysis::{Advice, AdviceRange, AdviceTable, Ruling, Source};
use model::Value;

use crate::words;

/// A header: for every benchmark and range of workload the advised method as a string constant,
/// and the bounds of the range as numbers. Where no method can be advised the constant is left
/// out and a comment says why.
pub fn advice(source: &Source<'_>, advice: &Advice) -> String {
    let guard = format!("WHICHOS_{}_H", identifier(source.name));
    let mut text = format!("/* Advice of whichos from {}. */\n", comment(source.name));
    if let Some(limits) = &advice.limits {
        let _ = writeln!(text, "/* {}. */", comment(limits));
    }
    let _ = writeln!(text, "#ifndef {guard}\n#define {guard}");
    for (number, one) in advice.tables.iter().enumerate() {
        table(&mut text, one, number);
    }
    let _ = writeln!(text, "\n#endif /* {guard} */");
    text
}

fn table(text: &mut String, table: &AdviceTable, number: usize) {
    let fixed = if table.fixed.is_empty() { String::new() } else { format!(", {}", table.fixed) };
    let family = table.family.as_ref().map(|family| format!(", {family} methods"));
    let family = family.unwrap_or_default();
    let title = format!("{} on {}{fixed}{family}", table.benchmark, table.subject);
    let _ = writeln!(text, "\n/* {} */", comment(&title));
    // Tables of one benchmark differ by what a name cannot hold: they are numbered.
    let prefix = format!("WHICHOS_{}_{}", identifier(table.benchmark.as_str()), number + 1);
    for (place, one) in table.ranges.iter().enumerate() {
        range(text, &format!("{prefix}_{}", place + 1), one);
    }
}

fn range(text: &mut String, name: &str, range: &AdviceRange) {
    let _ = writeln!(text, "/* {} */", comment(&range.sentence));
    if let Some((Value::Integer(from), Value::Integer(to))) = &range.span {
        let _ = writeln!(text, "#define {name}_FROM {from}ULL\n#define {name}_TO {to}ULL");
    }
    let advised = match &range.ruling {
        Ruling::Best(pick) => Some(pick),
        Ruling::Tie(picks) => picks.first(),
        Ruling::OnlyOne(_) | Ruling::NoData { .. } | Ruling::Inconclusive { .. } => None,
    };
    if let Some(pick) = advised {
        let _ = writeln!(text, "#define {name}_METHOD {}", string(&pick.method));
    }
}

/// Upper-case letters, digits and underscores; never empty.
fn identifier(text: &str) -> String {
    let kept: String = text
        .chars()
        .map(|c| if c.is_ascii_alphanumeric() { c.to_ascii_uppercase() } else { '_' })
        .collect();
    if kept.is_empty() { "_".to_owned() } else { kept }
}

/// Text that cannot end the comment that it stands in.
fn comment(text: &str) -> String {
    words::clean(text).replace("*/", "* /").replace("/*", "/ *")
}

/// A C string literal: everything but plain ASCII as octal escapes, which take three digits at
/// most and so cannot swallow what follows.
fn string(text: &str) -> String {
    let mut literal = String::from("\"");
    for byte in text.bytes() {
        match byte {
            b'"' | b'\\' => literal.extend(['\\', char::from(byte)]),
            // A question mark could begin a trigraph.
            b'?' => literal.push_str("\\?"),
            b' '..=b'~' => literal.push(char::from(byte)),
            other => {
                let _ = write!(literal, "\\{other:03o}");
            }
        }
    }
    literal.push('"');
    literal
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_breaks_out_of_the_header() {
        assert_eq!(string("a\"b\\c\n?"), r#""a\"b\\c\012\?""#);
        assert_eq!(identifier("io.read@2"), "IO_READ_2");
        assert!(!comment("x */ int y; /*").contains("*/"));
    }
}
