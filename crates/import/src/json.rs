//! A JSON document whose every value knows where it stands.

use serde_json::Value;

use crate::{ImportError, number, text};

/// What helps against most broken documents.
const REMEDY: &str = "is the file whole, and as the program wrote it?";

/// A value and its path from the top of the document.
#[derive(Clone)]
pub(crate) struct At<'a> {
    pub(crate) value: &'a Value,
    pub(crate) path: String,
}

/// Reads a document.
pub(crate) fn parse(bytes: &[u8]) -> Result<Value, ImportError> {
    let text = text::whole(bytes)?;
    serde_json::from_str(text).map_err(|error| malformed(text, &error))
}

/// What serde says, with the place put first.
pub(crate) fn malformed(text: &str, error: &serde_json::Error) -> ImportError {
    let what = error.to_string();
    let what = what.split(" at line ").next().unwrap_or(&what).to_owned();
    let lines = text.lines().count().max(1);
    let truncated = error.is_eof();
    let remedy = if truncated { "the file is cut off: write or copy it again" } else { REMEDY };
    ImportError::line(error.line().clamp(1, lines), error.column().max(1), what, remedy)
}

impl<'a> At<'a> {
    /// The top of a document.
    pub(crate) fn top(value: &'a Value) -> Self {
        Self { value, path: String::new() }
    }

    /// A member that may be absent; `null` is absent.
    pub(crate) fn get(&self, key: &str) -> Option<Self> {
        let value = self.value.get(key).filter(|value| !value.is_null())?;
        Some(Self { value, path: self.path_of(key) })
    }

    /// A member that must be there.
    pub(crate) fn need(&self, key: &str) -> Result<Self, ImportError> {
        self.get(key).ok_or_else(|| ImportError::path(&self.path_of(key), "is missing", REMEDY))
    }

    fn path_of(&self, key: &str) -> String {
        if self.path.is_empty() { key.to_owned() } else { format!("{}.{key}", self.path) }
    }

    /// The items of a list.
    pub(crate) fn items(&self) -> Result<Vec<Self>, ImportError> {
        let items = self.value.as_array().ok_or_else(|| self.is_no("list"))?;
        let item = |(index, value)| Self { value, path: format!("{}[{index}]", self.path) };
        Ok(items.iter().enumerate().map(item).collect())
    }

    /// The members of an object.
    pub(crate) fn members(&self) -> Result<Vec<(&'a str, Self)>, ImportError> {
        let members = self.value.as_object().ok_or_else(|| self.is_no("object"))?;
        let member =
            |(key, value): (&'a String, _)| (key.as_str(), Self { value, path: self.path_of(key) });
        Ok(members.iter().map(member).collect())
    }

    /// A text.
    pub(crate) fn text(&self) -> Result<&'a str, ImportError> {
        self.value.as_str().ok_or_else(|| self.is_no("text"))
    }

    /// A number that a measurement can have: not negative.
    pub(crate) fn figure(&self) -> Result<f64, ImportError> {
        let figure = self.value.as_f64().ok_or_else(|| self.is_no("number"))?;
        if number::is_sound(figure) {
            return Ok(figure);
        }
        let what = format!("{figure} is no measurement");
        Err(ImportError::path(&self.path, what, "measure it again, or remove the entry"))
    }

    /// A number that a headline figure can have: more than zero.
    pub(crate) fn positive(&self) -> Result<f64, ImportError> {
        let figure = self.figure()?;
        if figure > 0.0 {
            return Ok(figure);
        }
        let remedy = "the work was too short for the clock: measure more of it at once";
        Err(ImportError::path(&self.path, "a figure of zero is no measurement", remedy))
    }

    /// A count.
    pub(crate) fn count(&self) -> Result<u64, ImportError> {
        let count = self.value.as_u64();
        // Some writers print counts with a decimal point.
        let whole = || self.value.as_f64().filter(|it| it.fract() == 0.0 && number::is_sound(*it));
        count.or_else(|| whole().map(|it| it as u64)).ok_or_else(|| self.is_no("count"))
    }

    /// The error that this value is not of a kind.
    pub(crate) fn is_no(&self, kind: &str) -> ImportError {
        let mut shown = self.value.to_string();
        if shown.chars().count() > 40 {
            shown = shown.chars().take(40).collect::<String>() + "…";
        }
        let path = if self.path.is_empty() { "the document" } else { &self.path };
        ImportError::path(path, format!("{shown} is no {kind}"), REMEDY)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_say_where_they_stand() {
        let value = parse(br#"{"a": [{"b": -1, "c": "x"}]}"#).unwrap();
        let item = At::top(&value).need("a").unwrap().items().unwrap().remove(0);
        let says = |error: ImportError| error.to_string();
        assert!(
            says(item.need("b").unwrap().figure().unwrap_err())
                .starts_with("a[0].b: -1 is no measurement")
        );
        assert!(
            says(item.need("c").unwrap().figure().unwrap_err())
                .starts_with("a[0].c: \"x\" is no number")
        );
        assert!(says(item.need("d").err().unwrap()).starts_with("a[0].d: is missing"));
    }

    #[test]
    fn a_cut_document_says_so() {
        let error = parse(b"{\"a\":\n [1,").unwrap_err().to_string();
        assert!(error.starts_with("line 2, column 4: EOF while parsing"), "{error}");
        assert!(error.contains("the file is cut off"), "{error}");
    }
}
