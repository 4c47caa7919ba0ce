//! What the processor says of itself, past the kernel.

use crate::Result;

/// What the processor's own identification answers. A kernel that lies about the processor, or a
/// program that plays one, shows by the difference to what the kernel tells.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Processor {
    /// Its name for itself.
    pub brand: String,
    /// Whether it says that a hypervisor is below.
    pub hypervisor: bool,
    /// The hypervisor's signature: `KVMKVMKVM`, `Microsoft Hv`, `TCGTCGTCGTCG`; empty if hidden.
    pub signature: String,
}

/// What the processor's own identification answers.
#[cfg(target_arch = "x86_64")]
pub fn processor() -> Result<Processor> {
    use std::arch::x86_64::__cpuid;

    const HYPERVISOR: u32 = 0x4000_0000;
    const BRAND: u32 = 0x8000_0002;

    // Every x86-64 processor has the instruction, and the first two leaves always exist.
    let hypervisor = __cpuid(1).ecx & (1 << 31) != 0;
    let signature = if hypervisor {
        let found = __cpuid(HYPERVISOR);
        text(&[found.ebx, found.ecx, found.edx])
    } else {
        String::new()
    };
    let brand = if __cpuid(0x8000_0000).eax >= BRAND + 2 {
        let words = (BRAND..BRAND + 3).flat_map(|leaf| {
            let found = __cpuid(leaf);
            [found.eax, found.ebx, found.ecx, found.edx]
        });
        text(&words.collect::<Vec<_>>())
    } else {
        String::new()
    };
    Ok(Processor { brand, hypervisor, signature })
}

/// What the processor's own identification answers.
#[cfg(not(target_arch = "x86_64"))]
pub fn processor() -> Result<Processor> {
    Err(crate::Error::Unsupported("this processor has no such instruction"))
}

/// The printable text in registers, without the zeroes and blanks around it.
#[cfg(target_arch = "x86_64")]
fn text(registers: &[u32]) -> String {
    let bytes = registers.iter().flat_map(|register| register.to_le_bytes());
    let text: String = bytes
        .map(char::from)
        .filter(|letter| letter.is_ascii_graphic() || *letter == ' ')
        .collect();
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
