//! What is suspicious about a trial or a batch: thresholds and their reasons.

use model::{Flag, Measured, TrialState, Values};

use crate::protocol::Calibration;
use crate::trial::{LINEAR_PPM, wanted_ns};

const MILLION: u64 = 1_000_000;

/// The clock's cost is over 1 % of a batch.
pub(crate) fn timer_share(pair_ns: u64, batch_ns: u64) -> Option<Flag> {
    let ppm = pair_ns.saturating_mul(MILLION) / batch_ns.max(1);
    (ppm > 10_000).then_some(Flag::TimerShare { ppm })
}

/// The clock's cost against the median call of each metric that a trial timed call by call: over
/// 1 % of the headline's flags the trial, over 5 % of another's makes that one unusable.
pub(crate) fn timer_share_of_calls(pair_ns: u64, measured: &mut Measured) -> Option<Flag> {
    let mut found = None;
    for observation in &mut measured.observations {
        let Values::Histogram(histogram) = &observation.values else { continue };
        let Some(median) = histogram.quantile(0.5) else { continue };
        let Some(flag) = timer_share(pair_ns, median as u64) else { continue };
        if observation.metric == 0 {
            found = Some(flag);
        } else if flag.forbids_verdict() && observation.invalid.is_none() {
            observation.invalid = Some(flag.to_string().replace("a batch", "a call"));
        }
    }
    found
}

/// The batch is shorter than 1,000 × (resolution + cost) of the clock.
pub(crate) fn short_batch(clock: &Calibration, batch_ns: u64) -> Option<Flag> {
    let wanted_ns = wanted_ns(clock.resolution_ns, clock.pair_ns);
    (batch_ns < wanted_ns).then_some(Flag::BatchShort { batch_ns, wanted_ns })
}

/// 3.5 % more operations did not take 3.5 ± 1 % more time.
pub(crate) fn nonlinear(ppm: u64) -> Option<Flag> {
    (!LINEAR_PPM.contains(&ppm)).then_some(Flag::Nonlinear { ppm })
}

/// What the machine did beside the trial: more than 1 % stolen, or more than an eighth of the
/// processors busy with other things. Kernels count in steps of up to 10 ms, so less than three of
/// them says nothing.
pub(crate) fn machine(state: &TrialState, span_ns: u64, processors: u64) -> Vec<Flag> {
    const STEPS_NS: u64 = 30_000_000;
    let share = |ns: u64| ns.saturating_mul(MILLION) / span_ns.max(1);
    let mut flags = Vec::new();
    if let Some(steal) = state.steal_ns.filter(|&ns| ns >= STEPS_NS) {
        let ppm = share(steal) / processors.max(1);
        if ppm > 10_000 {
            flags.push(Flag::Steal { ppm });
        }
    }
    if let Some(others) = state.others_ns.filter(|&ns| ns >= STEPS_NS) {
        let ppm = share(others);
        if ppm > processors * MILLION / 8 {
            flags.push(Flag::Busy { ppm });
        }
    }
    flags
}

/// The trial's own clock and ours disagree about its length.
///
/// Its span lies within ours, so one that is longer by 2 % and 2 ms runs fast. Ours holds the way
/// there and back besides, which a busy machine may prolong, so one that is shorter runs slow only
/// beyond 20 % and 100 ms.
pub(crate) fn clock_disagrees(own_ns: u64, host_ns: u64) -> Option<Flag> {
    let fast = own_ns.saturating_sub(host_ns);
    let slow = host_ns.saturating_sub(own_ns);
    let runs_fast = fast > 2_000_000 && fast > host_ns / 50;
    let runs_slow = slow > 100_000_000 && slow > host_ns / 5;
    let ppm =
        (own_ns as i64 - host_ns as i64).saturating_mul(MILLION as i64) / host_ns.max(1) as i64;
    (runs_fast || runs_slow).then_some(Flag::ClockDisagrees { ppm })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_flag_fires_beyond_its_threshold_only() {
        assert_eq!(timer_share(50, 1_000_000), None);
        assert_eq!(timer_share(50, 1_000), Some(Flag::TimerShare { ppm: 50_000 }));
        assert_eq!(nonlinear(35_000), None);
        assert!(nonlinear(10_000).is_some() && nonlinear(60_000).is_some());
        assert_eq!(clock_disagrees(1_000_000_000, 1_001_000_000), None);
        assert_eq!(clock_disagrees(50_000_000, 120_000_000), None, "a busy machine");
        assert!(clock_disagrees(500_000_000, 1_000_000_000).is_some(), "a slow clock");
        assert!(clock_disagrees(1_100_000_000, 1_000_000_000).is_some(), "a fast clock");
        let clock = Calibration { resolution_ns: 20, pair_ns: 30, ..Calibration::default() };
        assert_eq!(short_batch(&clock, 50_000), None);
        assert!(short_batch(&clock, 49_999).is_some());
    }

    #[test]
    fn calls_that_the_clock_dwarfs_are_told_by_metric() {
        let calls = |metric, ns| model::Observation {
            metric,
            values: Values::Histogram(model::Histogram {
                lower: vec![ns],
                width: vec![1],
                count: vec![9],
                max: ns,
                sum: 9 * ns,
            }),
            invalid: None,
        };
        let observations = vec![calls(0, 2_000), calls(1, 400), calls(2, 90_000)];
        let mut measured = Measured { observations, ..Measured::default() };
        let flag = timer_share_of_calls(40, &mut measured).unwrap();
        assert!(matches!(flag, Flag::TimerShare { ppm } if (19_900..=20_000).contains(&ppm)));
        let invalid: Vec<bool> =
            measured.observations.iter().map(|one| one.invalid.is_some()).collect();
        assert_eq!(invalid, [false, true, false]);
    }

    #[test]
    fn a_busy_machine_is_noticed() {
        let state = |steal, others| TrialState {
            steal_ns: Some(steal),
            others_ns: Some(others),
            ..TrialState::default()
        };
        assert_eq!(machine(&state(0, 20_000_000), 60_000_000, 2), []);
        assert_eq!(machine(&state(0, 100_000_000), 1_000_000_000, 2), []);
        let busy = machine(&state(50_000_000, 900_000_000), 1_000_000_000, 2);
        assert_eq!(busy, [Flag::Steal { ppm: 25_000 }, Flag::Busy { ppm: 900_000 }]);
    }
}
