//! Where the repository and its build outputs are, and what crates it has.

use std::path::PathBuf;
use std::process::Command;

use anyhow::{Context, Result};
use serde_json::Value;

use crate::shell;

/// The folder of the root manifest.
pub(crate) fn root() -> PathBuf {
    let here = std::env::var_os("CARGO_MANIFEST_DIR")
        .map_or_else(|| PathBuf::from(env!("CARGO_MANIFEST_DIR")), PathBuf::from);
    here.parent().map_or(here.clone(), PathBuf::from)
}

/// The cargo that started us, to be run in the repository's root.
pub(crate) fn cargo() -> Command {
    let program = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let mut command = shell::program(program);
    command.current_dir(root());
    command
}

/// One crate of the workspace.
pub(crate) struct Member {
    /// Its name, which is its folder's.
    pub(crate) name: String,
    /// The crates of this workspace that it uses, for building or testing.
    pub(crate) uses: Vec<String>,
}

/// What cargo knows about the workspace.
pub(crate) struct Metadata {
    /// Every crate.
    pub(crate) members: Vec<Member>,
    /// Where build outputs go.
    pub(crate) target: PathBuf,
}

/// Asks cargo about the workspace.
pub(crate) fn metadata() -> Result<Metadata> {
    let text = shell::output(cargo().args(["metadata", "--no-deps", "--format-version=1"]))?;
    let document: Value = serde_json::from_str(&text).context("cargo metadata is not JSON")?;
    let target = document["target_directory"].as_str().context("no target_directory")?.into();
    let packages = document["packages"].as_array().context("no packages")?;
    let members = packages
        .iter()
        .map(|package| Some(Member { name: name(package)?, uses: uses(package)? }))
        .collect::<Option<_>>()
        .context("a package without name or dependencies")?;
    Ok(Metadata { members, target })
}

fn name(package: &Value) -> Option<String> {
    package["name"].as_str().map(str::to_owned)
}

/// The path dependencies of a package.
fn uses(package: &Value) -> Option<Vec<String>> {
    let dependencies = package["dependencies"].as_array()?;
    dependencies.iter().filter(|known| known["path"].is_string()).map(name).collect()
}

/// The triple of the machine that the compiler runs on.
pub(crate) fn host() -> Result<String> {
    let text = shell::output(Command::new("rustc").arg("-vV"))?;
    text.lines()
        .find_map(|line| line.strip_prefix("host: "))
        .map(str::to_owned)
        .context("rustc -vV names no host")
}
