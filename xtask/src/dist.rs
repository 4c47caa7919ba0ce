//! The one file to install: a Linux binary that needs nothing from the system but its kernel.

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, ensure};

use crate::{elf, shell, workspace};

/// No loader, no libraries, and no relocation: a page that was relocated is dirty, and every fork
/// copies it.
const FLAGS: [&str; 4] = ["-C", "target-feature=+crt-static", "-C", "relocation-model=static"];

/// Builds the binary, proves that it is static, and puts it into `dist` of the target folder.
pub(crate) fn run() -> Result<PathBuf> {
    build(&[])
}

/// The same from an environment that asks for the opposite.
pub(crate) fn run_in_hostile_environment() -> Result<()> {
    build(&HOSTILE).map(|_| ())
}

/// What an environment may hold that would make a dynamic binary.
const HOSTILE: [(&str, &str); 2] = [
    ("RUSTFLAGS", "-C target-feature=-crt-static -C relocation-model=pic"),
    ("CARGO_BUILD_RUSTFLAGS", "-C target-feature=-crt-static"),
];

fn build(environment: &[(&str, &str)]) -> Result<PathBuf> {
    let triple = workspace::host()?;
    ensure!(triple.ends_with("-linux-gnu"), "the binary is made on Linux with glibc, not {triple}");
    let target = workspace::metadata()?.target;
    let mut command = static_build(workspace::cargo(), &triple);
    command.args(["--locked", "--package", "whichos", "--all-features"]);
    command.envs(environment.iter().copied());
    shell::run(&mut command)?;
    let built = target.join(&triple).join("release/whichos");
    demand_static(&built)?;
    demand_golden(&built)?;
    let place = target.join("dist").join("whichos");
    std::fs::create_dir_all(target.join("dist"))?;
    std::fs::copy(&built, &place).with_context(|| format!("cannot write {}", place.display()))?;
    println!("{}: static, no loader, no libraries", place.display());
    Ok(place)
}

/// A release build with our flags. Cargo takes flags from the first of four places that has any,
/// and this variable is the first: what an environment or a configuration adds cannot undo them.
/// With a target named, build scripts and macros are built without them.
fn static_build(mut cargo: Command, triple: &str) -> Command {
    cargo.args(["build", "--release", "--target", triple]);
    cargo.env("CARGO_ENCODED_RUSTFLAGS", FLAGS.join("\u{1f}"));
    cargo
}

/// The verdict document of the golden pair is the same bytes from every build: here the one that
/// is handed out, with its own C library and its own code for the processor.
fn demand_golden(program: &Path) -> Result<()> {
    let root = workspace::root();
    let mut command = shell::program(program);
    command.arg("compare");
    command.args(
        ["A", "B"].map(|name| {
            root.join("crates/whichos/tests/documents").join(name).with_extension("json")
        }),
    );
    command.args(["--factor", "os", "--fail-on", "slower", "--json"]);
    let output = command.output().with_context(|| shell::line(&command))?;
    let golden = root.join("crates/analysis/tests/it/golden_single.json");
    let wanted = std::fs::read(&golden).with_context(|| format!("reading {}", golden.display()))?;
    ensure!(
        output.status.code() == Some(3) && output.stdout == wanted,
        "`{}` ends with {} and does not print {}",
        shell::line(&command),
        output.status,
        golden.display()
    );
    println!("{}: the golden pair has its golden document", program.display());
    Ok(())
}

fn demand_static(program: &Path) -> Result<()> {
    let name = program.display();
    let file = std::fs::read(program).with_context(|| format!("cannot read {name}"))?;
    let needs = elf::needs(&file).with_context(|| format!("cannot tell what {name} needs"))?;
    ensure!(!needs.loader, "{name} asks for a loader (PT_INTERP): it is not static");
    ensure!(needs.libraries == 0, "{name} asks for {} shared libraries", needs.libraries);
    ensure!(needs.fixed, "{name} is relocated when it starts");
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Builds a crate of nothing but `main` and says whether it is static.
    fn small_crate(build: impl FnOnce(Command, &str) -> Command) -> Result<()> {
        let folder = tempfile::tempdir().unwrap();
        let write =
            |name: &str, text: &str| std::fs::write(folder.path().join(name), text).unwrap();
        std::fs::create_dir(folder.path().join("src")).unwrap();
        write("Cargo.toml", "[package]\nname = \"small\"\nedition = \"2024\"\n[workspace]\n");
        write("src/main.rs", "fn main() {}");
        let triple = workspace::host().unwrap();
        let mut command = build(workspace::cargo(), &triple);
        command.current_dir(folder.path()).arg("--quiet").arg("--target-dir").arg("out");
        command.envs(HOSTILE);
        assert!(command.status().unwrap().success());
        demand_static(&folder.path().join("out").join(triple).join("release/small"))
    }

    #[test]
    fn a_hostile_environment_cannot_make_it_dynamic() {
        small_crate(static_build).unwrap();
    }

    #[test]
    fn the_hostile_environment_is_hostile() {
        let plain = |mut cargo: Command, triple: &str| {
            cargo.args(["build", "--release", "--target", triple]);
            cargo.env_remove("CARGO_ENCODED_RUSTFLAGS");
            cargo
        };
        let error = small_crate(plain).unwrap_err().to_string();
        assert!(error.contains("PT_INTERP"), "{error}");
    }
}
