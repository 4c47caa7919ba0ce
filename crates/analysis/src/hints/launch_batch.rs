//! Starting programs in a batch is slower on Windows than one by one: ending processes that have
//! loaded user32 and gdi32 wait for one lock (B. Dawson, "Taking a picture of a lock", 2018).

use super::Hint;
use super::view::{View, named, steepest};

/// How much more a program of a batch must take than one by itself. Side by side it should take
/// less.
const TIMES: f64 = 1.1;

pub(super) fn look(view: &View<'_>) -> Option<Hint> {
    if !view.is_system("Windows") {
        return None;
    }
    let pairs = view.contrasted("program.launch", "shape", named("serial"), named("batch"));
    let worst = steepest(pairs).filter(|pair| pair.times() > TIMES)?;
    Some(view.hint(
        "launch-batch",
        format!(
            "starting programs side by side takes {:.1} times as long a program as one by one ({})",
            worst.times(),
            worst.what
        ),
        "the system is Windows".to_owned(),
        "a lock of user32 and gdi32 that ending processes wait for",
        "run program.launch with --param child=static, which loads neither, beside \
         child=dynamic; in builds, use tools that do not load shell32 and user32",
    ))
}
