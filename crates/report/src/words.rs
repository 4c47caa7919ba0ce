//! What things are called: values, cases, statuses.

use model::{Case, Definition, Parameter, Role, Scale, Status, Unit, Value};

use crate::number;

/// Stands where a parameter does not apply or nothing is known.
pub(crate) const NOTHING: &str = "–";

/// A parameter's value as a cell of a table: `64 MiB`, `65,534`, `fork`.
pub(crate) fn value(parameter: &Parameter, value: &Value) -> String {
    match (value, &parameter.scale) {
        (Value::Name(name), _) if name == Value::NONE => NOTHING.to_owned(),
        (Value::Integer(number), Scale::Ordered(Unit::Count(_) | Unit::Nanoseconds)) => {
            number::count(*number)
        }
        (other, scale) => other.display(scale),
    }
}

/// What applies of a case's values of one role, in words: `fork, parent-memory 64 MiB`.
pub(crate) fn values(case: &Case, definition: &Definition, role: Role) -> String {
    let parts: Vec<String> = case
        .values_of(definition, role)
        .filter(|(_, found)| **found != Value::none())
        .map(|(parameter, found)| named_value(parameter, found))
        .collect();
    parts.join(", ")
}

/// A value that says of itself what it is: numbers with their parameter's name.
pub(crate) fn named_value(parameter: &Parameter, found: &Value) -> String {
    match found {
        Value::Name(name) => name.clone(),
        Value::Integer(_) => format!("{} {}", parameter.name, value(parameter, found)),
    }
}

/// A status in one word, and why.
pub(crate) fn status(status: &Status) -> (&'static str, String) {
    match status {
        Status::Measured { .. } => ("measured", String::new()),
        Status::Preliminary { trials, .. } => ("preliminary", format!("{trials} trials")),
        Status::Dropped { look } => {
            ("dropped", format!("too far behind the best after {look} trials"))
        }
        Status::Unsupported { reason } => ("unsupported", reason.clone()),
        Status::Skipped { reason } => ("skipped", reason.clone()),
        Status::Failed { reason } => ("failed", reason.clone()),
    }
}

/// A status as a line about cases without figures begins.
pub(crate) fn of_status(word: &'static str) -> &'static str {
    if word == "unsupported" { "not on this system" } else { word }
}

/// Text of others (labels, reasons, facts) without what would move the cursor or break a line.
pub(crate) fn clean(text: &str) -> String {
    let visible = |c: char| if c.is_control() || is_direction(c) { ' ' } else { c };
    let text: String = text.chars().map(visible).collect();
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Whether a character turns the direction of what follows it.
fn is_direction(c: char) -> bool {
    matches!(c, '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn others_text_cannot_move_the_cursor() {
        assert_eq!(clean("a\u{1b}[2Jb\r\n\tc \u{202e}d"), "a [2Jb c d");
    }
}
