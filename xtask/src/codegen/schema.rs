//! The JSON Schema of the result format.

use anyhow::Result;

/// The schema, as a person would read it.
pub(super) fn render() -> Result<String> {
    Ok(serde_json::to_string_pretty(&model::schema())? + "\n")
}
