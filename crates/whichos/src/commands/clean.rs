//! `whichos clean`: removes scratch directories that nobody holds any more.

use std::path::PathBuf;

use anyhow::{Context as _, Result};

use crate::cli::Clean;
use crate::{Exit, output, paths};

pub(crate) fn clean(arguments: &Clean) -> Result<Exit> {
    let known = paths::remembered_places()?;
    let mut removed = Vec::new();
    let mut kept = Vec::new();
    for place in known.iter().chain(&arguments.places) {
        if !place.is_dir() {
            // It may be on a disk that is not mounted today.
            kept.push(place.clone());
            continue;
        }
        let gone = harness::scratch::remove_abandoned(place)
            .with_context(|| format!("cleaning {}", place.display()))?;
        removed.extend(gone);
        if known.contains(place) && !kept.contains(place) {
            kept.push(place.clone());
        }
    }
    if kept != known {
        paths::write_places(&kept)?;
    }
    let lines: Vec<String> =
        removed.iter().map(|path: &PathBuf| format!("removed {}\n", path.display())).collect();
    output::data(&lines.concat())?;
    if removed.is_empty() {
        output::say("nothing was left behind");
    }
    Ok(Exit::Ok)
}
