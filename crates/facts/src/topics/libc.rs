//! The C library and the allocator that this process uses.

use crate::sheet::Sheet;
use crate::{Found, Source, redact};

/// Parts of file names by which allocators are known once they are loaded.
const ALLOCATORS: &[(&str, &str)] = &[
    ("jemalloc", "jemalloc"),
    ("mimalloc", "mimalloc"),
    ("tcmalloc", "tcmalloc"),
    ("snmalloc", "snmalloc"),
    ("hardened_malloc", "hardened_malloc"),
    ("rpmalloc", "rpmalloc"),
    ("scudo", "scudo"),
    ("libhoard", "hoard"),
    ("tbbmalloc", "tbbmalloc"),
];

/// Variables by which the allocator of a C library is set.
const SETTINGS: &[&str] = &[
    "GLIBC_TUNABLES",
    "MALLOC_ARENA_MAX",
    "MALLOC_ARENA_TEST",
    "MALLOC_CHECK_",
    "MALLOC_MMAP_MAX_",
    "MALLOC_MMAP_THRESHOLD_",
    "MALLOC_PERTURB_",
    "MALLOC_TOP_PAD_",
    "MALLOC_TRIM_THRESHOLD_",
    "MALLOC_CONF",
    "LD_BIND_NOW",
];

pub(crate) fn collect(source: &Source, sheet: &mut Sheet) {
    let library = source.calls().library();
    sheet.treatment("libc.name", library.clone().map(|library| library.name));
    let version = library.clone().and_then(|library| {
        let silent = || format!("{} does not tell its version at run time", library.name);
        library.version.ok_or_else(silent)
    });
    sheet.treatment("libc.version", version.clone());
    let linkage = source.calls().dynamically_linked();
    let linkage = linkage.map(|yes| if yes { "dynamic" } else { "static" }.to_owned());
    sheet.treatment("libc.linkage", linkage);
    sheet.state("libc.preloaded", preloaded(source));

    let foreign = foreign_allocator(source);
    let name = foreign.or_else(|_| library.map(|library| format!("{} malloc", library.name)));
    let of_library = name.as_ref().is_ok_and(|name| name.ends_with(" malloc"));
    sheet.treatment("allocator.name", name);
    let version = if of_library { version } else { Err("it does not tell".to_owned()) };
    sheet.treatment("allocator.version", version);
    sheet.state("allocator.settings", settings(source));
}

/// The names of libraries that are put before all others.
fn preloaded(source: &Source) -> Found<Vec<String>> {
    let environment = environment(source)?;
    let of_all = source.text("etc/ld.so.preload").unwrap_or_default();
    let of_this = environment.iter().find_map(|pair| pair.strip_prefix("LD_PRELOAD="));
    let separators = |letter: char| letter == ':' || letter.is_whitespace();
    let all = of_all.split(separators).chain(of_this.unwrap_or_default().split(separators));
    Ok(all.filter(|path| !path.is_empty()).map(redact::file_name).collect())
}

/// What this process was started with.
fn environment(source: &Source) -> Found<Vec<String>> {
    let bytes = source.bytes("proc/self/environ")?;
    Ok(bytes
        .split(|byte| *byte == 0)
        .map(|pair| String::from_utf8_lossy(pair).into_owned())
        .collect())
}

fn settings(source: &Source) -> Found<Vec<String>> {
    let is_setting =
        |pair: &String| pair.split_once('=').is_some_and(|(name, _)| SETTINGS.contains(&name));
    Ok(environment(source)?
        .into_iter()
        .filter(is_setting)
        .map(|pair| match pair.split_once('=') {
            // The tunables themselves hold `=`; their names and numbers tell nothing private.
            Some((name, value)) if name == "GLIBC_TUNABLES" || name == "MALLOC_CONF" => {
                let safe =
                    |letter: char| letter.is_ascii_alphanumeric() || "._:=,-".contains(letter);
                format!(
                    "{name}={}",
                    value.chars().filter(|letter| safe(*letter)).collect::<String>()
                )
            }
            _ => redact::option(&pair),
        })
        .collect())
}

/// An allocator that was loaded in place of the C library's.
fn foreign_allocator(source: &Source) -> Found<String> {
    let maps = source.text("proc/self/maps")?;
    let loaded = maps.lines().filter_map(|line| line.split_whitespace().nth(5));
    let mut names = loaded.map(redact::file_name);
    let found = names.find_map(|file| {
        ALLOCATORS.iter().find(|(part, _)| file.contains(part)).map(|(_, name)| *name)
    });
    found.map(str::to_owned).ok_or_else(|| "none was loaded".to_owned())
}
