//! How worn a disk is, by its own account.

use crate::{Error, Result};

/// How worn a disk is, by its own account.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Wear {
    /// How much of the life that its maker expects is used; may be over 100.
    pub used_percent: u64,
    /// How much of its spare blocks is left.
    pub spare_percent: u64,
    /// What was ever written to it, rounded up to 512,000 bytes.
    pub written_bytes: u64,
}

/// Bytes of the log page.
pub(super) const LOG_BYTES: usize = 512;

/// How worn the `NVMe` disk of a controller, such as `nvme0`, is. Administrators only are told.
///
/// Manual: NVM Express base specification, "SMART / Health Information" (log page 02h).
pub fn wear(controller: &str) -> Result<Wear> {
    let plain = controller.bytes().all(|byte| byte.is_ascii_alphanumeric());
    if !plain || !controller.starts_with("nvme") {
        return Err(Error::Unsupported("the disk is no NVMe controller"));
    }
    super::imp::wear_log(controller).map(|log| read(&log))
}

fn read(log: &[u8; LOG_BYTES]) -> Wear {
    /// Bytes of a data unit.
    const UNIT: u128 = 512_000;

    let mut units = [0; 16];
    // Behind the units read, at 32; numbers are little-endian whatever the processor is.
    units.copy_from_slice(&log[48..64]);
    let written = u128::from_le_bytes(units).saturating_mul(UNIT);
    Wear {
        used_percent: u64::from(log[5]),
        spare_percent: u64::from(log[3]),
        written_bytes: u64::try_from(written).unwrap_or(u64::MAX),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_log_page_is_read() {
        let mut log = [0; LOG_BYTES];
        (log[3], log[5], log[32], log[48], log[49]) = (100, 7, 9, 2, 1);
        let wanted = Wear { used_percent: 7, spare_percent: 100, written_bytes: 258 * 512_000 };
        assert_eq!(read(&log), wanted);
        assert_eq!(read(&[0xff; LOG_BYTES]).written_bytes, u64::MAX);
    }

    #[test]
    fn only_names_of_controllers_are_asked() {
        for odd in ["sda", "nvme0/../sda", "", "nvme-subsys0"] {
            assert!(matches!(wear(odd), Err(Error::Unsupported(_))), "{odd}");
        }
    }
}
