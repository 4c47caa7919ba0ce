//! From figures to places: linear and logarithmic scales with ticks at round figures.

use model::{Metric, Unit};

/// Figures that span more than this stand on a logarithmic scale.
pub(super) const DECADES: f64 = 30.0;

/// A scale of an axis.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Scale {
    pub(super) logarithmic: bool,
    low: f64,
    high: f64,
    from: f64,
    to: f64,
}

/// The range of some figures.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Range {
    pub(super) low: f64,
    pub(super) high: f64,
}

impl Range {
    /// The range of all that are finite; `None` without any.
    pub(super) fn of(values: impl IntoIterator<Item = f64>) -> Option<Self> {
        values.into_iter().filter(|value| value.is_finite()).fold(None, |range, value| {
            Some(range.map_or(Self { low: value, high: value }, |range: Self| Self {
                low: range.low.min(value),
                high: range.high.max(value),
            }))
        })
    }

    /// Whether the figures span decades.
    pub(super) fn spans_decades(self) -> bool {
        self.low > 0.0 && self.high / self.low > DECADES
    }
}

impl Scale {
    /// A linear scale from zero (or the least, where that is below).
    pub(super) fn from_zero(range: Range, from: f64, to: f64) -> Self {
        let low = range.low.min(0.0);
        let high = if range.high > low { range.high } else { low + 1.0 };
        Self { logarithmic: false, low, high, from, to }
    }

    /// A linear scale around the figures.
    pub(super) fn around(range: Range, from: f64, to: f64) -> Self {
        let width = range.high - range.low;
        let margin = if width > 0.0 { 0.04 * width } else { (0.05 * range.high.abs()).max(0.5) };
        let (low, high) = (range.low - margin, range.high + margin);
        Self { logarithmic: false, low, high, from, to }
    }

    /// A logarithmic scale around the figures, which are positive.
    pub(super) fn logarithmic(range: Range, from: f64, to: f64) -> Self {
        let low = range.low.max(f64::MIN_POSITIVE);
        let high = range.high.max(low);
        let margin = (high / low).powf(0.04).max(1.05);
        Self { logarithmic: true, low: low / margin, high: high * margin, from, to }
    }

    /// The place of a figure.
    pub(super) fn at(&self, value: f64) -> f64 {
        let share = if self.logarithmic {
            (value.max(self.low * 1e-3) / self.low).ln() / (self.high / self.low).ln()
        } else {
            (value - self.low) / (self.high - self.low)
        };
        let share = if share.is_finite() { share.clamp(-0.02, 1.02) } else { 0.0 };
        self.from + share * (self.to - self.from)
    }

    /// Round figures within the scale, at most about `wanted`.
    pub(super) fn ticks(&self, wanted: usize, base: Base) -> Vec<f64> {
        let wanted = wanted.max(2);
        if self.logarithmic && self.high / self.low > 4.0 {
            self.logarithmic_ticks(wanted, base)
        } else {
            self.linear_ticks(wanted, base)
        }
    }

    fn linear_ticks(&self, wanted: usize, base: Base) -> Vec<f64> {
        let rough = (self.high - self.low) / wanted as f64;
        if rough <= 0.0 || !rough.is_finite() {
            return Vec::new();
        }
        let step = base.step(rough);
        let first = (self.low / step).ceil() as i64;
        let last = (self.high / step * (1.0 + 1e-12)).floor() as i64;
        (first..=last.min(first + 40)).map(|place| place as f64 * step).collect()
    }

    fn logarithmic_ticks(&self, wanted: usize, base: Base) -> Vec<f64> {
        let choices: &[&[f64]] = match base {
            Base::Ten { .. } => &[
                &[1.0, 1.2, 1.5, 2.0, 2.5, 3.0, 4.0, 5.0, 6.0, 8.0],
                &[1.0, 1.5, 2.0, 3.0, 5.0, 7.0],
                &[1.0, 2.0, 5.0],
                &[1.0, 3.0],
                &[1.0],
            ],
            Base::Two => &[&[1.0]],
        };
        let root: f64 = match base {
            Base::Ten { .. } => 10.0,
            Base::Two => 2.0,
        };
        for stride in 1_i32..=12 {
            let choices = if stride == 1 { choices } else { &choices[choices.len() - 1..] };
            for multiples in choices {
                let ticks = self.powers(root, stride, multiples, base.unit());
                if ticks.len() <= wanted + 1 {
                    return if ticks.len() < 2 { self.linear_ticks(wanted, base) } else { ticks };
                }
            }
        }
        Vec::new()
    }

    fn powers(&self, root: f64, stride: i32, multiples: &[f64], unit: f64) -> Vec<f64> {
        let first = (self.low / unit).log(root).floor() as i32 - 1;
        let last = (self.high / unit).log(root).ceil() as i32 + 1;
        (first..=last)
            .filter(|power| power.rem_euclid(stride) == 0)
            .flat_map(|power| multiples.iter().map(move |factor| factor * unit * root.powi(power)))
            .filter(|tick| (self.low..=self.high).contains(tick))
            .collect()
    }
}

/// What round figures are.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Base {
    /// Powers of ten of this unit.
    Ten {
        /// Base units in one.
        unit: f64,
    },
    /// Powers of two, for sizes.
    Two,
}

impl Base {
    /// Powers of ten.
    pub(super) const TEN: Self = Self::Ten { unit: 1.0 };

    /// What is round for a metric.
    pub(super) fn of(metric: &Metric) -> Self {
        match (&metric.amount, &metric.per) {
            (Unit::Bytes, Unit::Count(noun)) if noun != "second" => Self::Two,
            (_, Unit::Nanoseconds) => Self::Ten { unit: 1e-9 },
            _ => Self::TEN,
        }
    }

    fn unit(self) -> f64 {
        match self {
            Self::Ten { unit } => unit,
            Self::Two => 1.0,
        }
    }

    /// The round step next to a rough one.
    fn step(self, rough: f64) -> f64 {
        match self {
            Self::Two => 2_f64.powf(rough.log2().ceil()),
            Self::Ten { unit } => {
                let rough = rough / unit;
                let power = 10_f64.powf(rough.log10().floor());
                let factor = [1.0, 2.0, 2.5, 5.0, 10.0]
                    .into_iter()
                    .find(|factor| factor * power >= rough * (1.0 - 1e-9));
                factor.unwrap_or(10.0) * power * unit
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn ticks_are_round() {
        let range = Range { low: 0.0, high: 87.0 };
        let ticks = Scale::from_zero(range, 0.0, 1.0).ticks(5, Base::TEN);
        assert_eq!(ticks, [0.0, 20.0, 40.0, 60.0, 80.0]);
        let range = Range { low: 40.0, high: 3500.0 };
        let ticks = Scale::logarithmic(range, 0.0, 1.0).ticks(7, Base::TEN);
        assert_eq!(ticks, [50.0, 100.0, 200.0, 500.0, 1000.0, 2000.0]);
    }

    proptest! {
        #[test]
        fn ticks_are_few_and_inside(low in 1e-9_f64..1e9, factor in 1.0_f64..1e9, wanted in 2_usize..12, log in any::<bool>()) {
            let range = Range { low, high: low * factor };
            let scale = if log { Scale::logarithmic(range, 0.0, 1.0) } else { Scale::from_zero(range, 0.0, 1.0) };
            for base in [Base::TEN, Base::Two, Base::Ten { unit: 1e-9 }] {
                let ticks = scale.ticks(wanted, base);
                prop_assert!(ticks.len() <= 2 * wanted + 2, "{}", ticks.len());
                prop_assert!(ticks.is_sorted());
                for tick in ticks {
                    let place = scale.at(tick);
                    prop_assert!((-0.001..=1.001).contains(&place), "{place}");
                }
            }
        }
    }
}
