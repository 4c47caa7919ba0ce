//! Says how the program was made, and links it so that a trial process is small.
use std::process::Command;

fn main() {
    let env = |name: &str| std::env::var(name).unwrap_or_default();
    let target = env("TARGET");
    let static_c = env("CARGO_CFG_TARGET_FEATURE").split(',').any(|one| one == "crt-static");
    // A position-independent executable relocates its tables when it starts, and every fork of a
    // trial would copy those pages.
    if env("CARGO_CFG_TARGET_OS") == "linux" && env("CARGO_CFG_TARGET_ENV") == "gnu" && !static_c {
        println!("cargo:rustc-link-arg-bins=-no-pie");
        link_unwinder();
    }
    println!("cargo:rustc-env=WHICHOS_TARGET={target}");
    println!("cargo:rustc-env=WHICHOS_RUSTC={}", first_line(&env("RUSTC"), &["--version"]));
    println!("cargo:rustc-env=WHICHOS_CC={}", c_compiler(&target));
    println!("cargo:rustc-env=WHICHOS_PROFILE={}", env("PROFILE"));
    println!("cargo:rustc-env=WHICHOS_OPT_LEVEL={}", env("OPT_LEVEL"));
    println!("cargo:rustc-env=WHICHOS_LINKAGE={}", if static_c { "static" } else { "dynamic" });
    println!("cargo:rustc-env=WHICHOS_REVISION={}", revision());
}

/// Links the compiler's unwinding library into the program, where it can be found: as a shared
/// library it would be mapped, and partly made dirty, in every trial process.
fn link_unwinder() {
    const LIBRARY: &str = "libgcc_eh.a";
    let file = first_line("cc", &[&format!("-print-file-name={LIBRARY}")]);
    let path = std::path::Path::new(&file);
    let native = std::env::var("HOST") == std::env::var("TARGET");
    if let Some(folder) = path.parent().filter(|_| native && path.is_absolute()) {
        println!("cargo:rustc-link-search=native={}", folder.display());
        println!("cargo:rustc-link-lib=static:+verbatim={LIBRARY}");
    }
}

fn c_compiler(target: &str) -> String {
    let name = std::env::var(format!("CC_{}", target.replace('-', "_")))
        .or_else(|_| std::env::var("CC"))
        .unwrap_or_else(|_| "cc".to_owned());
    first_line(&name, &["--version"])
}

/// The revision of the source, where it lies in a repository.
fn revision() -> String {
    for file in ["../../.git/HEAD", "../../.git/logs/HEAD"] {
        println!("cargo:rerun-if-changed={file}");
    }
    first_line("git", &["rev-parse", "--short=12", "HEAD"])
}

fn first_line(program: &str, arguments: &[&str]) -> String {
    Command::new(program)
        .args(arguments)
        .output()
        .ok()
        .filter(|output| output.status.success())
        .and_then(|output| String::from_utf8(output.stdout).ok())
        .and_then(|text| text.lines().next().map(str::to_owned))
        .unwrap_or_default()
}
