//! What there is to tell kernels by.

use sys::host::{Call, Names, Wine};

use crate::{Source, parse};

/// Files and folders that only some kernels have.
const PECULIAR: &[&str] = &[
    "native",
    "proc/exitcode",
    "proc/sys/fs/binfmt_misc/WSLInterop",
    "proc/sys/fs/binfmt_misc/WSLInterop-late",
    "run/WSL",
];

/// What there is to tell kernels by, as far as it could be read.
pub(super) struct Clues {
    pub(super) names: Names,
    /// `/proc/version`.
    pub(super) version: String,
    /// `/proc/cpuinfo`.
    pub(super) cpuinfo: String,
    /// `/proc/cmdline`.
    pub(super) command_line: String,
    /// Whether the kernel's log was readable and says that gVisor starts.
    pub(super) log_of_gvisor: bool,
    /// The processor's own name and its hypervisor's signature.
    pub(super) brand: String,
    pub(super) signature: String,
    /// Who made the machine, says the firmware.
    pub(super) maker: String,
    /// Whether the kernel gave this process code for reading clocks, if that can be told.
    pub(super) vdso: Option<bool>,
    /// System calls that were asked; none where a filter could kill for asking.
    pub(super) calls: Vec<Call>,
    pub(super) wine: Option<Wine>,
    /// Files and folders that only some kernels have.
    pub(super) files: Vec<&'static str>,
}

impl Clues {
    pub(super) fn gather(source: &Source) -> Self {
        let text = |path: &str| source.text(path).unwrap_or_default();
        let calls = source.calls();
        let processor = calls.processor().unwrap_or_default();
        let filtered = parse::field(&text("proc/self/status"), &["Seccomp"]) != Some("0");
        Self {
            names: calls.names().unwrap_or_default(),
            version: text("proc/version"),
            cpuinfo: text("proc/cpuinfo"),
            command_line: text("proc/cmdline"),
            log_of_gvisor: calls.kernel_log().is_ok_and(|log| log.contains("Starting gVisor")),
            brand: processor.brand,
            signature: processor.signature,
            maker: text("sys/class/dmi/id/sys_vendor"),
            vdso: calls.vdso().ok(),
            calls: if filtered { Vec::new() } else { calls.calls().unwrap_or_default() },
            wine: calls.wine().unwrap_or_default(),
            files: PECULIAR.iter().copied().filter(|path| source.has(path)).collect(),
        }
    }

    /// Whether there is a file or folder whose path begins so.
    pub(super) fn has(&self, start: &str) -> bool {
        self.files.iter().any(|path| path.starts_with(start))
    }

    /// Calls that the kernel lacks though its release is of a Linux that has them.
    pub(super) fn missing_calls(&self) -> Vec<&str> {
        let Some(claimed) = parse::version(&self.names.release) else { return Vec::new() };
        let missing = self.calls.iter().filter(|call| claimed >= call.since && !call.present);
        missing.map(|call| call.name.as_str()).collect()
    }

    /// The field of `/proc/cpuinfo`.
    pub(super) fn cpu(&self, field: &str) -> &str {
        parse::field(&self.cpuinfo, &[field]).unwrap_or_default()
    }

    /// Whether programs here are for x86.
    pub(super) fn on_x86(&self) -> bool {
        matches!(
            self.names.machine.as_str(),
            "x86_64" | "amd64" | "i386" | "i486" | "i586" | "i686"
        )
    }

    /// What shows that instructions are translated, if anything does.
    pub(super) fn translator(&self) -> Option<String> {
        if self.signature == "TCGTCGTCGTCG" {
            return Some("the processor answers TCGTCGTCGTCG: QEMU translates it".to_owned());
        }
        if self.cpu("vendor_id") == "VirtualApple" {
            return Some("the processor calls itself VirtualApple: Rosetta translates".to_owned());
        }
        let of_x86 = !self.cpu("vendor_id").is_empty() && !self.cpu("flags").is_empty();
        if !self.names.machine.is_empty() && !self.on_x86() && of_x86 {
            return Some(format!(
                "programs are for {}, the processor is of x86",
                self.names.machine
            ));
        }
        None
    }
}
