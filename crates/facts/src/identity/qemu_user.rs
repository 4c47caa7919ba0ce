//! QEMU's user mode: programs are translated, and the kernel below answers through it.

use super::clues::Clues;
use super::{Identity, Marks};

pub(super) fn identify(clues: &Clues) -> Option<Identity> {
    let translated = clues.translator().is_some();
    let whole_machine = clues.maker == "QEMU";
    if !translated || whole_machine || clues.cpu("vendor_id") == "VirtualApple" {
        return None;
    }
    let mut marks = Marks::default();
    let foreign = !clues.names.machine.is_empty() && !clues.on_x86();
    marks.unique(foreign, "/proc/cpuinfo is of another kind of processor than programs are for");
    let model = clues.cpu("model name");
    let differs = !clues.brand.is_empty() && !model.is_empty() && clues.brand != model;
    marks.weak(
        !foreign && differs,
        "the processor's name for itself is not the one in /proc/cpuinfo",
    );
    marks.weak(clues.vdso == Some(false), "no code for reading clocks was given");
    let missing = clues.missing_calls();
    let lacks = format!("calls that its release has are missing: {}", missing.join(" "));
    marks.weak(!missing.is_empty(), &lacks);
    let mut identity = marks.identity("qemu-user")?;
    // What it calls itself is what the kernel below calls itself.
    identity.host = Some(format!("{} {}", clues.names.system, clues.names.release));
    Some(identity)
}
