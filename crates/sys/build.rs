//! Compiles the C shims where a C compiler for the target exists.
//!
//! Without one the build succeeds all the same: what C gives is then unsupported in that build.
use std::process::Command;

fn main() {
    println!("cargo:rerun-if-changed=c");
    println!("cargo:rustc-check-cfg=cfg(c_shims)");
    if std::env::var_os("CARGO_CFG_UNIX").is_none() || !has_compiler() {
        return;
    }
    let built = cc::Build::new()
        .file("c/vfork.c")
        .opt_level(2)
        .warnings_into_errors(true)
        .cargo_metadata(true)
        .try_compile("whichos_shims");
    match built {
        Ok(()) => println!("cargo:rustc-cfg=c_shims"),
        Err(error) => println!("cargo:warning=C shims left out: {error}"),
    }
}

/// Whether a compiler for the target answers; asked first, because `cc` reports a missing one
/// as a failed build.
fn has_compiler() -> bool {
    let target = std::env::var("TARGET").unwrap_or_default();
    let host = std::env::var("HOST").unwrap_or_default();
    let os = |triple: &str| triple.split('-').skip(1).collect::<Vec<_>>().join("-");
    let native = target.split('-').next() == host.split('-').next()
        && os(&target).contains("linux") == os(&host).contains("linux");
    cc::Build::new().cargo_metadata(false).try_get_compiler().is_ok_and(|tool| {
        let named = std::env::var_os("CC").is_some()
            || std::env::var_os(format!("CC_{}", target.replace('-', "_"))).is_some()
            || tool.path().to_string_lossy().contains(target.split('-').next().unwrap_or("?"));
        (native || named) && Command::new(tool.path()).arg("--version").output().is_ok()
    })
}
