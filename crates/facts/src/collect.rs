//! All facts of a system.

use std::path::Path;

use model::Facts;

use crate::sheet::Sheet;
use crate::{Source, topics};

/// What a system is, and, where a directory is given, the file system and the disk below it.
///
/// The facts are in order of keys. Those of the program that measured are not among them; they
/// are made by [`crate::build`].
pub fn collect(source: &Source, place: Option<&Path>) -> Facts {
    let mut sheet = Sheet::default();
    for topic in topics::ALL {
        topic(source, &mut sheet);
    }
    topics::processes::collect(source, &mut sheet);
    if let Some(place) = place {
        topics::filesystem::collect(source, place, &mut sheet);
    }
    sheet.finish()
}
