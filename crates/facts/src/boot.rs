//! Which boot this is, told so that it tells nothing but equality.

use sha2::{Digest, Sha256};

use crate::Source;

/// What is hashed before the boot's identifier, so that no other program's hash of it is equal.
const SALT: &str = "whichos boot 1:";

/// Which boot of the running system this is: equal texts are one boot, and nothing else can be
/// read from them. Empty where the system does not tell.
pub fn boot_identity() -> String {
    boot_identity_of(&Source::here())
}

/// Which boot of a system it is.
pub fn boot_identity_of(source: &Source) -> String {
    let Ok(id) = source.text("proc/sys/kernel/random/boot_id") else { return String::new() };
    let digest = Sha256::digest(format!("{SALT}{id}"));
    let short = digest.iter().take(8).fold(0_u64, |sum, byte| sum << 8 | u64::from(*byte));
    format!("{short:016x}")
}
