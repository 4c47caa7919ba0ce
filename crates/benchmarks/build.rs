//! Builds the child programs that `program.launch` and `net.respond` launch and embeds them, each
//! with its size, its libraries and its SHA-256. Without a C compiler for the target they are left
//! out, and the benchmarks say so.
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;

use sha2::{Digest, Sha256};

/// Name, source and options of each program.
const CHILDREN: [(&str, &str, &[&str]); 3] = [
    ("STATIC", "c/child.c", &["-static"]),
    ("DYNAMIC", "c/child.c", &[]),
    ("ANSWERING", "c/answer.c", &[]),
];

fn main() {
    println!("cargo:rerun-if-changed=c");
    let out = PathBuf::from(std::env::var_os("OUT_DIR").expect("cargo sets OUT_DIR"));
    let mut code = String::new();
    for (name, source, options) in CHILDREN {
        let file = out.join(name.to_lowercase());
        let built = build(&file, source, options).and_then(|()| describe(&file));
        let value = built.unwrap_or_else(|| "None".to_owned());
        writeln!(code, "pub(super) const {name}: Option<Child> = {value};")
            .expect("a String grows");
    }
    std::fs::write(out.join("children.rs"), code).expect("OUT_DIR can be written");
}

/// Compiles the child; `None` where that cannot be done for the target.
fn build(file: &Path, source: &str, options: &[&str]) -> Option<()> {
    let (target, host) = (std::env::var("TARGET").ok()?, std::env::var("HOST").ok()?);
    let family =
        |triple: &str| (triple.split('-').next().map(str::to_owned), triple.contains("linux"));
    let named = std::env::var_os(format!("CC_{}", target.replace('-', "_"))).is_some();
    if std::env::var_os("CARGO_CFG_UNIX").is_none() || (family(&target) != family(&host) && !named)
    {
        return None;
    }
    let compiler = cc::Build::new().cargo_metadata(false).try_get_compiler().ok()?;
    let status = Command::new(compiler.path())
        .args(["-O2", "-s", "-o"])
        .arg(file)
        .args(options)
        .arg(source)
        .status()
        .ok()?;
    status.success().then_some(())
}

/// The child as a Rust expression.
fn describe(file: &Path) -> Option<String> {
    let bytes = std::fs::read(file).ok()?;
    let mut digest = String::new();
    for byte in Sha256::digest(&bytes) {
        write!(digest, "{byte:02x}").ok()?;
    }
    let libraries = libraries(&bytes)?;
    Some(format!(
        "Some(Child {{ bytes: include_bytes!({:?}), sha256: {digest:?}, libraries: {:?} }})",
        file.to_str()?,
        libraries.join(" ")
    ))
}

/// The shared libraries that an executable asks for by name.
fn libraries(bytes: &[u8]) -> Option<Vec<&str>> {
    match goblin::Object::parse(bytes).ok()? {
        goblin::Object::Elf(elf) => Some(elf.libraries),
        // The first library of a Mach-O file is the file itself.
        goblin::Object::Mach(goblin::mach::Mach::Binary(binary)) => {
            Some(binary.libs.into_iter().skip(1).collect())
        }
        _ => None,
    }
}
