//! Figures as integers: an amount and the power of ten that it is per.

/// The largest figure that is taken; greater ones are no measurement.
const LARGEST: f64 = 1e18;

/// Significant digits that are kept where a figure is no whole number.
const DIGITS: f64 = 1e12;

/// Whether a figure can be a measurement: finite, not negative, not absurd.
pub(crate) fn is_sound(figure: f64) -> bool {
    figure.is_finite() && (0.0..=LARGEST).contains(&figure)
}

/// The least power of ten by which all figures become whole, or twelve digits long.
pub(crate) fn per(figures: &[f64]) -> u64 {
    let fits = |per: u64| {
        figures.iter().all(|&figure| {
            let scaled = figure * per as f64;
            (scaled - scaled.round()).abs() <= 1e-9 * scaled || scaled >= DIGITS
        })
    };
    let room = |per: &u64| figures.iter().all(|&figure| figure * (*per as f64) <= LARGEST);
    let powers = (0..=12).map(|power| 10_u64.pow(power));
    let possible: Vec<u64> = powers.take_while(room).collect();
    let found = possible.iter().copied().find(|&per| fits(per));
    found.or(possible.last().copied()).unwrap_or(1)
}

/// A figure as an amount per `per`.
pub(crate) fn amount(figure: f64, per: u64) -> u64 {
    (figure * per as f64).round() as u64
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn whole_figures_stay_whole() {
        assert_eq!(per(&[23_953_938.0, 1.0]), 1);
        assert_eq!(per(&[0.0]), 1);
        assert_eq!(per(&[12.5, 3.0]), 10);
        assert_eq!(per(&[215.945]), 1000);
        assert_eq!(per(&[]), 1);
        assert_eq!(per(&[1e18, 0.1]), 1);
    }

    proptest! {
        #[test]
        fn a_figure_is_kept_to_eleven_digits(figure in 1e-3_f64..1e15) {
            let per = per(&[figure]);
            let back = amount(figure, per) as f64 / per as f64;
            prop_assert!((back / figure - 1.0).abs() < 1e-9, "{figure} {back}");
        }
    }
}
