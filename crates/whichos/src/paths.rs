//! The user's data folder, and nothing outside it.

use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result};
use etcetera::BaseStrategy as _;

/// `$XDG_DATA_HOME/whichos`, or the system's own place for it.
pub(crate) fn data_folder() -> Result<PathBuf> {
    let strategy = etcetera::choose_base_strategy().context("finding the home directory")?;
    Ok(strategy.data_dir().join("whichos"))
}

/// The file that lists the directories that were measured in, so that `clean` knows them.
fn places_file() -> Result<PathBuf> {
    Ok(data_folder()?.join("places.txt"))
}

/// The file that remembers what `doctor net --apply` has set.
pub(crate) fn tuning_file() -> Result<PathBuf> {
    Ok(data_folder()?.join("doctor-net.json"))
}

/// Remembers a directory under test.
pub(crate) fn remember_place(place: &Path) -> Result<()> {
    let mut places = remembered_places()?;
    if places.iter().any(|known| known == place) {
        return Ok(());
    }
    places.push(place.to_owned());
    write_places(&places)
}

/// The directories that were measured in.
pub(crate) fn remembered_places() -> Result<Vec<PathBuf>> {
    match std::fs::read_to_string(places_file()?) {
        Ok(text) => Ok(text.lines().map(PathBuf::from).collect()),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(Vec::new()),
        Err(error) => Err(error).context("reading the list of measured directories"),
    }
}

/// Replaces the list of measured directories.
pub(crate) fn write_places(places: &[PathBuf]) -> Result<()> {
    let file = places_file()?;
    let folder = file.parent().unwrap_or(&file);
    std::fs::create_dir_all(folder).with_context(|| format!("creating {}", folder.display()))?;
    let text: Vec<String> = places.iter().map(|place| format!("{}\n", place.display())).collect();
    std::fs::write(&file, text.concat()).with_context(|| format!("writing {}", file.display()))
}

/// A new result file's path, named by the time in UTC.
pub(crate) fn new_result(now: jiff::Timestamp) -> Result<PathBuf> {
    let folder = data_folder()?.join("results");
    std::fs::create_dir_all(&folder).with_context(|| format!("creating {}", folder.display()))?;
    let name = now.strftime("%Y-%m-%dT%H-%M-%SZ").to_string();
    let free = |path: &PathBuf| !path.exists() && !harness::partial::path_of(path).exists();
    let numbered = (2..).map(|number| folder.join(format!("{name}-{number}.json")));
    std::iter::once(folder.join(format!("{name}.json")))
        .chain(numbered)
        .find(free)
        .context("no free name for a result")
}
