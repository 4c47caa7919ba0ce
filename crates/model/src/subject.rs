//! What is compared: where a case runs, and under what settings.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::Value;

/// Where and under what settings a case runs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Subject {
    /// What tables and charts call it.
    pub label: String,
    /// `local`, or another target's name.
    pub target: String,
    /// The directory under test, as the target sees it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub place: Option<String>,
    /// Which target runs a role that the subject does not run itself.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub partners: BTreeMap<String, String>,
    /// States that a person set (`label`), and a foreign `program` where one replaces our own.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub settings: BTreeMap<String, Value>,
    /// SHA-256 of the executable that ran the trials, in hexadecimal.
    pub binary: String,
}
