//! Comma-separated values in the long form: one sample a row. Quoted as RFC 4180 says.
//!
//! A histogram has a row for each bucket: `value` is its lower bound, `width` its width, `count`
//! how many values lie in it. A cell or a trial without figures has one row that says why.

use analysis::Summary;
use model::RunRecord;

use super::samples::{Datum, Table};

/// All samples of a record under a line of heads.
pub fn render(record: &RunRecord, _: &Summary) -> String {
    let table = Table::new(record);
    let mut text = String::new();
    for (index, (name, _)) in table.columns().iter().enumerate() {
        separate(&mut text, index);
        quote(&mut text, name);
    }
    text.push_str("\r\n");
    table.rows(|row| {
        for (index, datum) in row.iter().enumerate() {
            separate(&mut text, index);
            match datum {
                Datum::Empty => {}
                Datum::Text(value) => quote(&mut text, value),
                Datum::Count(number) => text.push_str(&number.to_string()),
                Datum::Figure(figure) => text.push_str(&figure.to_string()),
            }
        }
        text.push_str("\r\n");
    });
    text
}

fn separate(text: &mut String, index: usize) {
    if index > 0 {
        text.push(',');
    }
}

fn quote(text: &mut String, value: &str) {
    if !value.contains([',', '"', '\n', '\r']) {
        text.push_str(value);
        return;
    }
    text.push('"');
    text.push_str(&value.replace('"', "\"\""));
    text.push('"');
}
