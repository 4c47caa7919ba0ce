//! `whichos advise FILE…`: which method for which work.

use anyhow::Result;
use serde_json::Value;

use crate::cli::{Advise, AdviseFormat};
use crate::files::{ResultFile, read_all};
use crate::{Exit, output};

pub(crate) fn advise(arguments: &Advise) -> Result<Exit> {
    let files = read_all(&arguments.files)?;
    let sources: Vec<_> = files.iter().map(ResultFile::source).collect();
    let advice: Vec<_> =
        sources.iter().map(|one| analysis::advise(*one, arguments.tolerance)).collect();
    let each = sources.iter().zip(&advice);
    let text = match arguments.format {
        AdviseFormat::Text => each
            .map(|(source, one)| report::terminal::advice(source, one, output::screen()))
            .collect(),
        AdviseFormat::Md => {
            each.map(|(source, one)| report::markdown::advice_report(source, one)).collect()
        }
        AdviseFormat::C => each.map(|(source, one)| report::header::advice(source, one)).collect(),
        AdviseFormat::Json => {
            let documents: Vec<Value> = advice.iter().map(analysis::advice_document).collect();
            let document = match <[Value; 1]>::try_from(documents) {
                Ok([one]) => one,
                Err(several) => Value::Array(several),
            };
            serde_json::to_string_pretty(&document)? + "\n"
        }
    };
    let text: String = text;
    output::data(&text)?;
    Ok(Exit::Ok)
}
