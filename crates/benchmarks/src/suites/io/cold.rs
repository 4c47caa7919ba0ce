//! Whether a file lies in memory before it is read: made so, and proven.

use sys::cache::{Residency, evict, evict_all, residency};
use sys::data::{Access, File};
use sys::file::Name;

use crate::{Error, Result};

/// What the cache was proven to hold.
pub(crate) struct Proven {
    /// `cold`, `warm`, or `warm/unknown`.
    pub(crate) state: &'static str,
    /// Resident share of the file; `None` where the system does not tell.
    pub(crate) resident_ppm: Option<u64>,
}

/// Times that a file is taken out of the cache before it counts as staying there: pages in flight
/// are not dropped.
const TRIES: usize = 5;

/// Brings a file into a state of the cache and looks how much of it is resident.
pub(crate) fn bring(name: &Name, size: u64, wanted: &str) -> Result<Proven> {
    let file = File::open(name, Access::reading(false))?;
    let found = match wanted {
        "warm" => {
            read_through(&file, size)?;
            residency(&file, size)
        }
        "cold" => until_cold(&file, size, || evict(&file)),
        "dropped" => until_cold(&file, size, || evict(&file).and_then(|()| evict_all())),
        other => return Err(Error::Wrong(format!("no state of the cache is called {other}"))),
    };
    file.close()?;
    let found = match found {
        Ok(found) => Some(found),
        Err(sys::Error::Unsupported(_)) => None,
        Err(error) => return Err(error.into()),
    };
    Ok(judged(found, wanted))
}

fn until_cold(
    file: &File,
    size: u64,
    evict: impl Fn() -> sys::Result<()>,
) -> sys::Result<Residency> {
    for _ in 1..TRIES {
        evict()?;
        let found = residency(file, size)?;
        if found.resident == 0 {
            return Ok(found);
        }
    }
    evict()?;
    residency(file, size)
}

fn judged(found: Option<Residency>, wanted: &str) -> Proven {
    let state = match found {
        Some(found) if found.resident == 0 && wanted != "warm" => "cold",
        Some(found) if found.resident == found.pages && wanted == "warm" => "warm",
        _ => "warm/unknown",
    };
    Proven { state, resident_ppm: found.map(Residency::ppm) }
}

/// Reads a file once, so that it lies in memory if the system keeps it there.
fn read_through(file: &File, size: u64) -> Result<()> {
    let mut buffer = sys::buffer::Aligned::new(1 << 20);
    let mut at = 0;
    while at < size {
        match file.read_at(&mut buffer, at)? {
            0 => return Err(super::ended(at, size)),
            count => at += count as u64,
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_was_proven_is_said() {
        let found = |resident| Some(Residency { resident, pages: 8 });
        let state = |resident, wanted| judged(found(resident), wanted).state;
        assert_eq!(state(0, "cold"), "cold");
        assert_eq!(state(0, "dropped"), "cold");
        assert_eq!(state(1, "cold"), "warm/unknown");
        assert_eq!(state(8, "warm"), "warm");
        assert_eq!(state(7, "warm"), "warm/unknown");
        assert_eq!(judged(None, "cold").state, "warm/unknown");
        assert_eq!(judged(found(2), "cold").resident_ppm, Some(250_000));
    }
}
