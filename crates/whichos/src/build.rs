//! How this program was made, as its build script wrote it down.

/// The build, without the executable's hash.
pub(crate) fn build() -> model::Build {
    let told = |text: &str| (!text.is_empty()).then(|| text.to_owned());
    model::Build {
        version: env!("CARGO_PKG_VERSION").to_owned(),
        revision: env!("WHICHOS_REVISION").to_owned(),
        target: env!("WHICHOS_TARGET").to_owned(),
        compilers: [env!("WHICHOS_RUSTC"), env!("WHICHOS_CC")]
            .into_iter()
            .filter_map(told)
            .collect(),
        options: vec![
            format!("profile={}", env!("WHICHOS_PROFILE")),
            format!("opt-level={}", env!("WHICHOS_OPT_LEVEL")),
            format!("linkage={}", env!("WHICHOS_LINKAGE")),
        ],
        sha256: String::new(),
    }
}
