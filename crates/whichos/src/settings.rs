//! The user's configuration: `whichos/config.toml` in the configuration folder, if it is there.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use analysis::Thresholds;
use anyhow::{Context as _, Result, ensure};
use etcetera::BaseStrategy as _;
use model::Id;
use serde::Deserialize;
use toml::Spanned;

/// The whole file.
#[derive(Deserialize, Default)]
#[serde(deny_unknown_fields)]
struct Settings {
    #[serde(default)]
    thresholds: Limits,
}

/// Smallest differences that a verdict may rest on, in percent.
#[derive(Deserialize, Default)]
#[serde(deny_unknown_fields)]
struct Limits {
    processor: Option<Spanned<f64>>,
    system: Option<Spanned<f64>>,
    #[serde(default)]
    benchmarks: BTreeMap<String, Spanned<f64>>,
}

/// The thresholds that the user has set, the defaults for the rest.
pub(crate) fn thresholds() -> Result<Thresholds> {
    let file = file()?;
    match std::fs::read_to_string(&file) {
        Ok(text) => read(&file, &text),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(Thresholds::default()),
        Err(error) => Err(error).with_context(|| format!("reading {}", file.display())),
    }
}

/// `$XDG_CONFIG_HOME/whichos/config.toml`, or the system's own place for it.
fn file() -> Result<PathBuf> {
    let strategy = etcetera::choose_base_strategy().context("finding the home directory")?;
    Ok(strategy.config_dir().join("whichos/config.toml"))
}

fn read(file: &Path, text: &str) -> Result<Thresholds> {
    let settings: Settings =
        toml::from_str(text).with_context(|| format!("{} cannot be used", file.display()))?;
    let share = |percent: &Spanned<f64>| {
        let value = *percent.get_ref();
        let before = text.get(..percent.span().start).unwrap_or_default();
        ensure!(
            value.is_finite() && value > 0.0 && value < 100.0,
            "{}, line {}: {value} is no percentage between 0 and 100",
            file.display(),
            before.matches('\n').count() + 1
        );
        Ok(value / 100.0)
    };
    let limits = settings.thresholds;
    let mut thresholds = Thresholds::default();
    if let Some(processor) = &limits.processor {
        thresholds.processor = share(processor)?;
    }
    if let Some(system) = &limits.system {
        thresholds.system = share(system)?;
    }
    for (benchmark, percent) in &limits.benchmarks {
        thresholds.benchmarks.insert(Id(benchmark.clone()), share(percent)?);
    }
    Ok(thresholds)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(text: &str) -> Result<Thresholds> {
        read(Path::new("/home/ann/config.toml"), text)
    }

    #[test]
    fn what_is_set_replaces_the_default() {
        assert_eq!(of("").unwrap(), Thresholds::default());
        let text = "[thresholds]\nprocessor = 1.5\n[thresholds.benchmarks]\n\"io.read\" = 3\n";
        let found = of(text).unwrap();
        assert!((found.processor - 0.015).abs() < 1e-12);
        assert!((found.system - Thresholds::default().system).abs() < 1e-12);
        assert!((found.benchmarks[&Id("io.read".to_owned())] - 0.03).abs() < 1e-12);
    }

    #[test]
    fn what_is_wrong_is_named_with_its_line() {
        for (text, wanted) in [
            ("[thresholds]\n\nsystem = -1\n", "line 3: -1 is no percentage"),
            ("[thresholds]\nsystem = 100.0\n", "line 2: 100 is no percentage"),
            ("[thresholds]\nsystem = nan\n", "line 2: NaN is no percentage"),
            ("[thresholds]\nsistem = 1\n", "line 2"),
            ("[threshold]\nsystem = 1\n", "line 1"),
            ("[thresholds]\nsystem = \"much\"\n", "line 2"),
            ("[thresholds\n", "line 1"),
        ] {
            let error = format!("{:#}", of(text).unwrap_err());
            assert!(error.contains(wanted) && error.contains("config.toml"), "{text}: {error}");
        }
    }
}
