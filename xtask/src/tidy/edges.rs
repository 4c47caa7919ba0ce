//! Which crate may use which. A new edge is a decision about the architecture, so it is made here,
//! where it is seen.

use super::Finding;
use crate::workspace::Member;

/// Every crate and the crates of this workspace that it may use; `*` is any.
const ALLOWED: [(&str, &[&str]); 15] = [
    ("model", &[]),
    ("stats", &[]),
    ("sys", &[]),
    ("openmp", &[]),
    ("analysis", &["model", "stats"]),
    ("report", &["model", "analysis"]),
    ("benchmarks", &["model", "sys", "openmp"]),
    ("facts", &["model", "sys"]),
    ("harness", &["model", "stats", "sys", "facts", "benchmarks"]),
    ("import", &["model", "analysis"]),
    ("inspect", &["model", "sys", "benchmarks"]),
    ("store", &["model", "analysis", "report"]),
    ("server", &["model", "analysis", "report", "store"]),
    ("whichos", &["*"]),
    ("xtask", &["model", "stats", "sys", "benchmarks", "whichos"]),
];

const REMEDY: &str = "move what is shared to where both may reach it, or, if the architecture is to \
     change, change it in ARCHITECTURE.md and in xtask/src/tidy/edges.rs";

pub(super) fn check(members: &[Member]) -> Vec<Finding> {
    members.iter().flat_map(check_member).collect()
}

fn check_member(member: &Member) -> Vec<Finding> {
    let name = &member.name;
    let folder = if name == "xtask" { "xtask".to_owned() } else { format!("crates/{name}") };
    let finding =
        |what| Finding { path: format!("{folder}/Cargo.toml"), line: 1, what, remedy: REMEDY };
    let Some((_, allowed)) = ALLOWED.iter().find(|(known, _)| known == name) else {
        return vec![finding(format!("crate `{name}` is not in the table of crates"))];
    };
    member
        .uses
        .iter()
        .filter(|used| !allowed.contains(&"*") && !allowed.contains(&used.as_str()))
        .map(|used| finding(format!("`{name}` may not use `{used}`")))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check_one(name: &str, uses: &[&str]) -> Vec<String> {
        let uses = uses.iter().map(|&used| used.to_owned()).collect();
        let findings = check(&[Member { name: name.to_owned(), uses }]);
        findings.iter().map(ToString::to_string).collect()
    }

    #[test]
    fn only_edges_of_the_table_pass() {
        assert!(check_one("analysis", &["model", "stats"]).is_empty());
        assert!(check_one("whichos", &["sys", "report"]).is_empty());
        let findings = check_one("report", &["model", "sys"]);
        assert_eq!(findings.len(), 1);
        assert!(findings[0].starts_with("crates/report/Cargo.toml:1: `report` may not use `sys`"));
        assert!(check_one("gadget", &[])[0].contains("not in the table"));
    }
}
