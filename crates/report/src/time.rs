//! Moments as people read them, in universal time.

/// `2026-11-21 21:28 UTC` of milliseconds of Unix time; `unknown` of zero.
pub(crate) fn moment(unix_ms: u64) -> String {
    if unix_ms == 0 {
        return "unknown".to_owned();
    }
    let minutes = unix_ms / 60_000;
    let (days, minute) = (minutes / 1440, minutes % 1440);
    let (year, month, day) = date(days);
    format!("{year:04}-{month:02}-{day:02} {:02}:{:02} UTC", minute / 60, minute % 60)
}

/// The day of the Gregorian calendar so many days after 1970-01-01. Source: H. Hinnant,
/// `chrono`-compatible low-level date algorithms.
fn date(days: u64) -> (u64, u64, u64) {
    let shifted = days + 719_468;
    let (era, day_of_era) = (shifted / 146_097, shifted % 146_097);
    let year_of_era =
        (day_of_era - day_of_era / 1_460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let shifted_month = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * shifted_month + 2) / 5 + 1;
    let month = if shifted_month < 10 { shifted_month + 3 } else { shifted_month - 9 };
    (year_of_era + era * 400 + u64::from(month <= 2), month, day)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_are_found() {
        for (ms, text) in [
            (1, "1970-01-01 00:00 UTC"),
            (951_782_400_000, "2000-02-29 00:00 UTC"),
            (1_795_296_480_000, "2026-11-21 21:28 UTC"),
            (4_102_444_740_000, "2099-12-31 23:59 UTC"),
            (0, "unknown"),
        ] {
            assert_eq!(moment(ms), text);
        }
    }
}
