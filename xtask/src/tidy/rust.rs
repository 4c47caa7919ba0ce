//! Rules about Rust code: what may be done in which crate.

use super::code::{closing, code_only, line, without_tests, words};
use super::{File, Finding};

/// Something that only some places may do.
struct Rule {
    what: &'static str,
    /// The offsets in code where it is done.
    find: fn(&str) -> Vec<usize>,
    /// The paths that may, by their beginning.
    allowed: &'static [&'static str],
    /// Whether tests and build scripts may as well.
    tests_may: bool,
    remedy: &'static str,
}

const RULES: [Rule; 5] = [
    Rule {
        what: "code for one system only",
        find: platform_conditions,
        allowed: &["crates/sys/", "benches/"],
        tests_may: true,
        remedy: "write it as a function of the same name in every back end of crates/sys",
    },
    Rule {
        what: "unsafe code",
        find: |code| words_of(code, &["unsafe"]),
        allowed: &["crates/sys/"],
        tests_may: false,
        remedy: "put the call behind a safe function of crates/sys",
    },
    Rule {
        what: "printing",
        find: |code| macros(code, &["println", "eprintln", "print", "eprint"]),
        allowed: &["crates/whichos/", "xtask/"],
        tests_may: true,
        remedy: "return the text, or write to a `Write` that the caller hands in",
    },
    Rule {
        what: "a serialized type",
        find: serialized,
        allowed: &["crates/model/", "crates/harness/src/protocol"],
        tests_may: true,
        remedy: "put the type into crates/model: what is written to files is a promise",
    },
    Rule {
        what: "reading a clock",
        find: clock_readings,
        allowed: &["crates/sys/", "xtask/"],
        tests_may: true,
        remedy: "use sys::clock, so that there is one clock for everything",
    },
];

pub(super) fn check(file: &File, findings: &mut Vec<Finding>) {
    let code = code_only(&file.text);
    let shipped = without_tests(&code);
    for rule in &RULES {
        if rule.allowed.iter().any(|&start| file.path.starts_with(start)) {
            continue;
        }
        if rule.tests_may && is_test_or_build_script(&file.path) {
            continue;
        }
        let code = if rule.tests_may { &shipped } else { &code };
        findings.extend((rule.find)(code).into_iter().map(|offset| Finding {
            path: file.path.clone(),
            line: line(code, offset),
            what: format!("{} outside {}", rule.what, rule.allowed.join(", ")),
            remedy: rule.remedy,
        }));
    }
}

fn is_test_or_build_script(path: &str) -> bool {
    path.contains("/tests/") || path.ends_with("/tests.rs") || path.ends_with("/build.rs")
}

fn words_of(code: &str, wanted: &[&str]) -> Vec<usize> {
    words(code).filter(|(_, word)| wanted.contains(word)).map(|(at, _)| at).collect()
}

fn macros(code: &str, names: &[&str]) -> Vec<usize> {
    let is_macro = |&(at, word): &(usize, &str)| {
        names.contains(&word) && code[at + word.len()..].starts_with('!')
    };
    words(code).filter(is_macro).map(|(at, _)| at).collect()
}

/// Offsets of calls such as `name(…)` or `name!(…)` that hold one of the words.
fn groups_with(code: &str, names: &[&str], wanted: &[&str]) -> Vec<usize> {
    let holds = |&(at, word): &(usize, &str)| {
        if !names.contains(&word) {
            return false;
        }
        let rest = code[at + word.len()..].trim_start_matches('!');
        let Some(end) = closing(rest, '(', ')').filter(|&end| end > 0) else { return false };
        words(&rest[..end]).any(|(_, inner)| wanted.contains(&inner))
    };
    words(code).filter(holds).map(|(at, _)| at).collect()
}

fn platform_conditions(code: &str) -> Vec<usize> {
    const SYSTEMS: [&str; 6] =
        ["target_os", "target_family", "target_env", "target_vendor", "unix", "windows"];
    groups_with(code, &["cfg", "cfg_attr"], &SYSTEMS)
}

fn serialized(code: &str) -> Vec<usize> {
    groups_with(code, &["derive"], &["Serialize"])
}

fn clock_readings(code: &str) -> Vec<usize> {
    let now = |&(at, word): &(usize, &str)| {
        ["Instant", "SystemTime"].contains(&word) && code[at + word.len()..].starts_with("::now")
    };
    words(code).filter(now).map(|(at, _)| at).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(path: &str, text: &str) -> Vec<usize> {
        let mut findings = Vec::new();
        check(&File { path: path.to_owned(), text: text.to_owned() }, &mut findings);
        findings.iter().map(|finding| finding.line).collect()
    }

    #[test]
    fn platform_code_belongs_to_sys() {
        for text in [
            "#[cfg(target_os = \"linux\")]",
            "#[cfg(any(feature = \"x\", unix))]",
            "if cfg!(windows) {}",
            "#[cfg_attr(not(target_env = \"gnu\"), path = \"x.rs\")]",
        ] {
            assert_eq!(lines("crates/harness/src/a.rs", text), [1], "{text}");
            assert!(lines("crates/sys/src/a.rs", text).is_empty(), "{text}");
        }
        for text in ["#[cfg(test)]", "#[cfg(feature = \"unix\")]", "// cfg(unix)", "fn unix() {}"] {
            assert!(lines("crates/harness/src/a.rs", text).is_empty(), "{text}");
        }
    }

    #[test]
    fn unsafe_code_belongs_to_sys_even_in_tests() {
        let text = "#![forbid(unsafe_code)]\n#[cfg(test)]\nmod tests {\n  fn a() { unsafe {} }\n}";
        assert_eq!(lines("crates/model/src/a.rs", text), [4]);
        assert!(lines("crates/sys/src/a.rs", text).is_empty());
    }

    #[test]
    fn printing_clocks_and_formats_have_their_crates() {
        let text = "fn a() { println!(\"\"); }\n#[derive(Clone, serde::Serialize)]\nstruct A;\n\
            fn b() { Instant::now(); writeln!(out, \"println!\"); }";
        assert_eq!(lines("crates/report/src/a.rs", text), [1, 2, 4]);
        assert_eq!(lines("crates/whichos/src/a.rs", text), [2, 4]);
        assert_eq!(lines("crates/harness/src/protocol/line.rs", text), [1, 4]);
        assert!(lines("crates/harness/tests/it/main.rs", text).is_empty());
    }
}
