//! Figures are spread widely and the hypervisor takes time away: other guests of the same host
//! (ColinIanKing/stress-ng#391).

use model::Flag;

use super::Hint;
use super::view::View;

/// Spread of the middle half of a row's trials from which it counts as wide.
const WIDE: f64 = 0.1;

/// Share of the processors that the hypervisor takes from which it matters.
const STOLEN_PPM: u64 = 10_000;

pub(super) fn look(view: &View<'_>) -> Option<Hint> {
    let hypervisor = view.fact("virtualization.hypervisor")?;
    let mut wide = 0;
    let mut stolen = 0;
    for row in view.rows().filter(|row| row.metric == 0) {
        let Some(estimate) = &row.estimate else { continue };
        let steal = row.flags.iter().filter_map(|row| match row.flag {
            Flag::Steal { ppm } => Some(ppm),
            _ => None,
        });
        let steal = steal.max().unwrap_or(0);
        if (estimate.p75 - estimate.p25) / estimate.median > WIDE && steal > STOLEN_PPM {
            wide += 1;
            stolen = stolen.max(steal);
        }
    }
    (wide > 0).then(|| {
        view.hint(
            "noisy-neighbor",
            format!("the middle half of the trials is spread by more than 10 % in {wide} rows"),
            format!(
                "the hypervisor ({hypervisor}) took up to {:.1} % of the processors",
                stolen as f64 / 1e4
            ),
            "other guests of the same host",
            "repeat the run at another hour, or on a host of its own, and compare the files",
        )
    })
}
