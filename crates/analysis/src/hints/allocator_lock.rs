//! Allocation collapses with threads on musl: its allocator has one lock (sharkdp/fd#710;
//! web-infra-dev/rspack#6072).

use model::Value;

use super::Hint;
use super::view::{View, steepest};

/// How much more a block must take with several threads. With no lock it takes less, since the
/// threads share the work.
const TIMES: f64 = 1.5;

pub(super) fn look(view: &View<'_>) -> Option<Hint> {
    let allocator = view.fact("allocator.name").filter(|name| name.contains("musl"))?;
    let one = |value: &Value| *value == Value::Integer(1);
    let several = |value: &Value| matches!(value, Value::Integer(threads) if *threads > 1);
    let pairs = view.contrasted("memory.alloc", "threads", one, several);
    let worst = steepest(pairs).filter(|pair| pair.times() > TIMES)?;
    Some(view.hint(
        "allocator-lock",
        format!(
            "with several threads a block takes {:.1} times as long as with one",
            worst.times()
        ),
        format!("the allocator is {allocator}"),
        "the one lock of this allocator",
        "run memory.alloc again with another allocator preloaded and --label naming it, and \
         compare",
    ))
}
