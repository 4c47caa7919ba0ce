//! How the measuring program was made, as the program itself says.

use model::{Build, Facts};

use crate::Found;
use crate::sheet::Sheet;

/// The facts of a build, to be put beside those of a system that it ran on.
pub fn build(build: &Build) -> Facts {
    let told = |text: &str| -> Found<String> {
        if text.is_empty() {
            Err("the build does not tell".to_owned())
        } else {
            Ok(text.to_owned())
        }
    };
    let mut sheet = Sheet::default();
    sheet.build("build.version", told(&build.version));
    sheet.build("build.revision", told(&build.revision));
    sheet.build("build.target", told(&build.target));
    sheet.build("build.compilers", build.compilers.clone());
    sheet.build("build.options", build.options.clone());
    sheet.build("build.sha256", told(&build.sha256));
    sheet.finish()
}
