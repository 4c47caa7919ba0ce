//! fork grows with its parent's memory: page tables are copied (rust-lang/rust#77455; Wine merge
//! request 3734).

use model::Value;

use super::Hint;
use super::view::{View, steepest};

/// How much longer fork must take from a large parent.
const TIMES: f64 = 2.0;

pub(super) fn look(view: &View<'_>) -> Option<Hint> {
    // With huge pages there is little to copy, and another cause is more likely.
    let huge = view.fact("memory.thp").filter(|setting| setting != "always")?;
    let small = |value: &Value| *value == Value::Integer(0);
    let large = |value: &Value| matches!(value, Value::Integer(bytes) if *bytes > 0);
    let of_call = |call: &str| {
        let wanted = format!("call={call}");
        let pairs = view.contrasted("process.create", "parent-memory", small, large);
        let of_call = pairs.into_iter().filter(|pair| pair.what.contains(&wanted));
        steepest(of_call.collect())
    };
    let fork = of_call("fork").filter(|pair| pair.times() > TIMES)?;
    // Where vfork grows as well, something else does.
    if of_call("vfork").is_some_and(|vfork| vfork.times() > TIMES) {
        return None;
    }
    Some(view.hint(
        "page-tables",
        format!(
            "fork from a large parent takes {:.1} times as long as from a small one",
            fork.times()
        ),
        format!("transparent huge pages are {huge}"),
        "the copying of the parent's page tables",
        "run process.create with --param call=fork,vfork at --param parent-memory=1GiB; in \
         programs that start others, use posix_spawn or vfork",
    ))
}
