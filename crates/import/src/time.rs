//! Moments as other programs write them.

/// Milliseconds of Unix time of `2026-11-21T22:21:37+00:00`, or of the same with `Z`.
pub(crate) fn unix_ms(text: &str) -> Option<u64> {
    let (date, rest) = text.split_once('T')?;
    let clock = rest.get(..8)?;
    let offset = rest.get(8..)?.trim_start_matches(|c: char| c == '.' || c.is_ascii_digit());
    let [year, month, day] = three(date, '-')?;
    let [hour, minute, second] = three(clock, ':')?;
    let valid = (1970..=9999).contains(&year)
        && (1..=12).contains(&month)
        && (1..=31).contains(&day)
        && hour < 24
        && minute < 60
        && second <= 60;
    if !valid {
        return None;
    }
    let seconds = days(year, month, day) * 86_400 + hour * 3_600 + minute * 60 + second;
    u64::try_from(seconds - offset_seconds(offset)?).ok()?.checked_mul(1_000)
}

fn three(text: &str, separator: char) -> Option<[i64; 3]> {
    let parts: Vec<i64> =
        text.split(separator).map(|part| part.parse().ok()).collect::<Option<_>>()?;
    parts.try_into().ok()
}

fn offset_seconds(text: &str) -> Option<i64> {
    if text.is_empty() || text == "Z" {
        return Some(0);
    }
    let sign = if text.starts_with('-') { -1 } else { 1 };
    let (hours, minutes) = text.strip_prefix(['+', '-'])?.split_once(':')?;
    let (hours, minutes) = (hours.parse::<u8>().ok()?, minutes.parse::<u8>().ok()?);
    Some(sign * (i64::from(hours) * 3_600 + i64::from(minutes) * 60))
}

/// Days from 1970-01-01, by counting leap years.
fn days(year: i64, month: i64, day: i64) -> i64 {
    const BEFORE: [i64; 12] = [0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334];
    let leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    let leaps = |year: i64| year / 4 - year / 100 + year / 400;
    let whole = (year - 1970) * 365 + leaps(year - 1) - leaps(1969);
    whole + BEFORE[(month - 1) as usize] + i64::from(leap && month > 2) + day - 1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moments_are_read() {
        assert_eq!(unix_ms("1970-01-01T00:00:00Z"), Some(0));
        assert_eq!(unix_ms("2000-02-29T12:00:00+00:00"), Some(951_825_600_000));
        assert_eq!(unix_ms("2026-11-21T22:21:37+01:00"), Some(1_795_296_097_000));
        assert_eq!(unix_ms("2024-12-31T23:59:59.125Z"), Some(1_735_689_599_000));
        for wrong in [
            "",
            "yesterday",
            "2024-13-01T00:00:00Z",
            "1969-01-01T00:00:00Z",
            "2024-01-01T00:00:00+99",
        ] {
            assert_eq!(unix_ms(wrong), None, "{wrong}");
        }
    }
}
