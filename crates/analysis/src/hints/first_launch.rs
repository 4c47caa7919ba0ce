//! The first start of a fresh file is far slower on macOS: it is checked before it may run
//! (`lapcatsoftware.com`, May 2025).

use super::Hint;
use super::view::{View, named, steepest};

/// How much longer a first launch must take.
const TIMES: f64 = 3.0;

pub(super) fn look(view: &View<'_>) -> Option<Hint> {
    if !(view.is_system("Darwin") || view.is_system("macOS")) {
        return None;
    }
    let pairs = view.contrasted("program.launch", "launch", named("warm"), named("first"));
    let worst = steepest(pairs).filter(|pair| pair.times() > TIMES)?;
    Some(view.hint(
        "first-launch",
        format!(
            "the first launch of a fresh file takes {:.1} times as long as later ones ({})",
            worst.times(),
            worst.what
        ),
        "the system is macOS".to_owned(),
        "the check of new programs by Gatekeeper and XProtect",
        "add the terminal to Developer Tools under Privacy & Security, run \
         program.launch --param launch=first again with --label 'developer tools', and compare",
    ))
}
