//! `whichos man [DIR]`.

use std::path::Path;

use anyhow::{Context as _, Result};
use clap::CommandFactory as _;

use crate::cli::Cli;
use crate::{Exit, output};

pub(crate) fn man(directory: Option<&Path>) -> Result<Exit> {
    if let Some(directory) = directory {
        std::fs::create_dir_all(directory)
            .and_then(|()| clap_mangen::generate_to(Cli::command(), directory))
            .with_context(|| format!("writing manual pages to {}", directory.display()))?;
    } else {
        let mut page = Vec::new();
        clap_mangen::Man::new(Cli::command()).render(&mut page)?;
        output::data(&String::from_utf8_lossy(&page))?;
    }
    Ok(Exit::Ok)
}
