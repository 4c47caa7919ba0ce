//! Laws that hold whatever the figures are.

use analysis::{Findings, Options, Verdict, compare_files};
use proptest::prelude::*;

use crate::lab::{Lab, Noise, Shelf, definition, one_case, time};

fn compared(a: &Shelf, b: &Shelf) -> Findings {
    compare_files(&[a.source(), b.source()], &Options::default()).unwrap()
}

fn file(name: &str, minute: u64, figures: &[f64]) -> Shelf {
    one_case(name, &[(minute, figures.to_vec())])
}

fn mirrored(verdict: &Verdict) -> Verdict {
    match verdict.clone() {
        Verdict::Faster { clearly } => Verdict::Slower { clearly },
        Verdict::Slower { clearly } => Verdict::Faster { clearly },
        other => other,
    }
}

/// An odd number of figures of one side: center, spread, skew.
fn figures() -> impl Strategy<Value = Vec<f64>> {
    (0..3_usize, 1..2_000_u64, 50.0..200.0_f64, 0.0..0.2_f64).prop_map(
        |(look, seed, center, sigma)| Noise::new(seed).around(center, sigma, [11, 21, 31][look]),
    )
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn exchanging_the_sides_mirrors_everything(one in figures(), other in figures()) {
        let (a, b) = (file("A", 1, &one), file("B", 2, &other));
        let (there, back) = (compared(&a, &b), compared(&b, &a));
        let (there, back) = (&there.contests[0].pairs[0], &back.contests[0].pairs[0]);
        prop_assert_eq!(mirrored(&there.verdict), back.verdict.clone());
        let product = there.ratio.unwrap().value * back.ratio.unwrap().value;
        prop_assert!((product - 1.0).abs() < 1e-9);
        let (low, high) = there.ratio.unwrap().interval.unwrap();
        let (back_low, back_high) = back.ratio.unwrap().interval.unwrap();
        prop_assert!((low * back_high - 1.0).abs() < 1e-9 && (high * back_low - 1.0).abs() < 1e-9);
        prop_assert!((there.evidence.unwrap().cost.p - back.evidence.unwrap().cost.p).abs() < 1e-12);
    }

    #[test]
    fn another_unit_changes_nothing(one in figures(), other in figures()) {
        let larger = |figures: &[f64]| figures.iter().map(|figure| (figure * 1e3).round() * 1e3).collect::<Vec<_>>();
        let fine = |figures: &[f64]| figures.iter().map(|figure| (figure * 1e3).round()).collect::<Vec<_>>();
        let small = compared(&file("A", 1, &fine(&one)), &file("B", 2, &fine(&other)));
        let large = compared(&file("A", 1, &larger(&one)), &file("B", 2, &larger(&other)));
        let (small, large) = (&small.contests[0].pairs[0], &large.contests[0].pairs[0]);
        prop_assert_eq!(&small.verdict, &large.verdict);
        prop_assert!((small.evidence.unwrap().cost.p - large.evidence.unwrap().cost.p).abs() < 1e-9);
    }

    #[test]
    fn the_order_of_trials_and_samples_changes_nothing(one in figures(), other in figures(), seed in 1..1000_u64) {
        let shuffled = |shelf: &Shelf| {
            let mut record = shelf.record.clone();
            let mut noise = Noise::new(seed);
            let session = &mut record.sessions[0];
            session.trials.sort_by_cached_key(|_| (noise.uniform() * 1e9) as u64);
            for trial in &mut session.trials {
                let model::Outcome::Measured(measured) = &mut trial.outcome else { continue };
                if let model::Values::Batches { elapsed_ns, .. } = &mut measured.observations[0].values {
                    elapsed_ns.rotate_left((noise.uniform() * 5.0) as usize % 5);
                }
            }
            Shelf::new(&shelf.name, &Lab(record))
        };
        let (a, b) = (file("A", 1, &one), file("B", 2, &other));
        let before = compared(&a, &b);
        let after = compared(&shuffled(&a), &shuffled(&b));
        let (before, after) = (&before.contests[0].pairs[0], &after.contests[0].pairs[0]);
        prop_assert_eq!(before.evidence.unwrap().cost, after.evidence.unwrap().cost);
        prop_assert_eq!(&before.verdict, &after.verdict);
    }

    #[test]
    fn equal_figures_never_differ(one in figures()) {
        let findings = compared(&file("A", 1, &one), &file("B", 2, &one));
        let verdict = &findings.contests[0].pairs[0].verdict;
        prop_assert!(!verdict.differs(), "{:?}", verdict);
    }

    #[test]
    fn another_benchmark_never_turns_open_into_faster(one in figures(), other in figures()) {
        let with = |name: &str, minute: u64, figures: &[f64]| {
            let lab = Lab::new()
                .define(definition("clock.read", vec![time()], vec![]))
                .define(definition("x.same", vec![time()], vec![]))
                .subject(name)
                .session(name, minute)
                .times("clock.read", &[], 0, figures)
                .times("x.same", &[], 0, &Noise::new(9).around(100.0, 0.01, 21));
            Shelf::new(name, &lab)
        };
        let alone = compared(&file("A", 1, &one), &file("B", 2, &other));
        let both = compared(&with("A", 1, &one), &with("B", 2, &other));
        prop_assert_eq!(both.family, 2);
        let (alone, both) = (&alone.contests[0].pairs[0], &both.contests[0].pairs[0]);
        prop_assert!(alone.verdict.differs() || !both.verdict.differs());
    }
}

#[test]
fn forty_equal_cells_have_no_false_verdict() {
    let file = |name: &str, minute: u64| {
        let mut lab = Lab::new().subject(name).session(name, minute);
        for cell in 0..40 {
            let id = format!("x.case{cell}");
            let figures = Noise::new(minute * 1000 + cell).around(100.0, 0.03, 21);
            lab = lab.define(definition(&id, vec![time()], vec![])).times(&id, &[], 0, &figures);
        }
        Shelf::new(name, &lab)
    };
    let findings = compared(&file("A", 1), &file("B", 2));
    assert_eq!((findings.family, findings.contests.len()), (40, 40));
    let counts = &findings.overall.counts[0];
    assert_eq!((counts.faster, counts.slower), (0, 0), "{counts:?}");
    assert!((counts.mean_ratio.unwrap() - 1.0).abs() < 0.01);
}
