//! The trees that are copied: made once for all trials of a run.

use std::fs;
use std::path::{Path, PathBuf};

use model::Named;

use crate::data::fill;
use crate::parameters::named;
use crate::{Error, Result};

/// A tree: directories in the order in which they are made, and files.
pub(super) struct Tree {
    name: &'static str,
    summary: &'static str,
    /// Directories below each directory.
    breadth: usize,
    depth: u32,
    pub(super) files: usize,
}

const TREES: [Tree; 3] = [
    Tree {
        name: "small",
        summary: "500 files of 1 to 64 KiB in 30 directories, two deep",
        breadth: 5,
        depth: 2,
        files: 500,
    },
    Tree {
        name: "nested",
        summary: "2,000 files of 1 to 64 KiB in 155 directories, three deep",
        breadth: 5,
        depth: 3,
        files: 2_000,
    },
    Tree {
        name: "flat",
        summary: "2,000 files of 1 to 64 KiB in one directory",
        breadth: 1,
        depth: 1,
        files: 2_000,
    },
];

/// The trees as values of the parameter.
pub(super) fn trees() -> Vec<Named> {
    TREES.iter().map(|tree| named(tree.name, tree.summary)).collect()
}

impl Tree {
    /// The tree of a name.
    pub(super) fn find(name: &str) -> Result<&'static Self> {
        TREES
            .iter()
            .find(|tree| tree.name == name)
            .ok_or_else(|| Error::Wrong(format!("no tree {name}")))
    }

    /// All directories, each after the one that it lies in.
    pub(super) fn directories(&self) -> Vec<PathBuf> {
        let mut all = Vec::new();
        let mut above = vec![PathBuf::new()];
        for _ in 0..self.depth {
            above = above
                .iter()
                .flat_map(|parent| (0..self.breadth).map(|own| parent.join(format!("d{own}"))))
                .collect();
            all.extend(above.iter().cloned());
        }
        all
    }

    /// Where a file lies: they are dealt out to all directories.
    pub(super) fn file(directories: &[PathBuf], number: usize) -> PathBuf {
        directories[number % directories.len()].join(format!("f{number:04}"))
    }

    /// Bytes of all files.
    pub(super) fn bytes(&self) -> u64 {
        (0..self.files).map(|number| size(number) as u64).sum()
    }

    /// The tree below `shared`, made by the first trial that needs it. It gets its name when it is
    /// whole.
    pub(super) fn made(&self, shared: &Path) -> Result<PathBuf> {
        let whole = shared.join(format!("tree-{}", self.name));
        if whole.exists() {
            return Ok(whole);
        }
        let begun = shared.join(format!("tree-{}.begun", self.name));
        let failed =
            |source| Error::Prepare { what: format!("making {}", begun.display()), source };
        fs::create_dir_all(&begun).map_err(failed)?;
        let directories = self.directories();
        for directory in &directories {
            fs::create_dir_all(begun.join(directory)).map_err(failed)?;
        }
        for number in 0..self.files {
            fs::write(begun.join(Self::file(&directories, number)), content(number))
                .map_err(failed)?;
        }
        sys::file::settle(&begun)?;
        fs::rename(&begun, &whole).map_err(failed)?;
        Ok(whole)
    }
}

/// Bytes of a file: about 1, 2, 4 … 64 KiB in turn, and seldom whole blocks.
pub(super) fn size(number: usize) -> usize {
    (1024 << (number % 7)) - number % 97
}

/// What a file holds.
pub(super) fn content(number: usize) -> Vec<u8> {
    let mut bytes = vec![0; size(number)];
    fill(&mut bytes, number as u64);
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn trees_are_as_they_say() {
        for (tree, directories) in TREES.iter().zip([30, 155, 1]) {
            let all = tree.directories();
            assert_eq!(all.len(), directories, "{}", tree.name);
            for (place, directory) in all.iter().enumerate() {
                let parent = directory.parent().unwrap();
                assert!(parent == Path::new("") || all[..place].iter().any(|one| one == parent));
            }
        }
    }

    #[test]
    fn a_tree_that_is_there_is_not_made_again() {
        let shared = tempfile::tempdir().unwrap();
        let tree = Tree::find("small").unwrap();
        let made = tree.made(shared.path()).unwrap();
        let file = made.join(Tree::file(&tree.directories(), 7));
        assert_eq!(fs::read(&file).unwrap(), content(7));
        fs::write(&file, "kept").unwrap();
        assert_eq!(tree.made(shared.path()).unwrap(), made);
        assert_eq!(fs::read(&file).unwrap(), b"kept");
    }
}
