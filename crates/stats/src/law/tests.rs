//! The laws against the numbers of `tests/reference/make.py` and, more densely, statrs.

use statrs::distribution::{Binomial, ContinuousCDF, DiscreteCDF, StudentsT};

use super::{binomial, chi_squared, normal, student};

const REFERENCE: &str = include_str!("../../tests/reference/laws.txt");

#[track_caller]
fn assert_close(got: f64, wanted: f64, tolerance: f64, what: &str) {
    let error = (got - wanted).abs() / wanted.abs().max(f64::MIN_POSITIVE);
    assert!(error <= tolerance, "{what}: {got:e}, not {wanted:e}");
}

#[test]
fn laws_are_those_of_scipy() {
    for line in REFERENCE.lines() {
        let mut fields = line.split(' ');
        let law = fields.next().unwrap();
        let numbers: Vec<f64> = fields.map(|field| field.parse().unwrap()).collect();
        let (&wanted, arguments) = numbers.split_last().unwrap();
        let (got, tolerance) = match (law, arguments) {
            ("binomial_at_most", &[k, n, p]) => {
                (binomial::at_most(k as usize, n as usize, p), 1e-11)
            }
            ("binomial_at_least", &[k, n, p]) => {
                (binomial::at_least(k as usize, n as usize, p), 1e-11)
            }
            ("student_two_sided", &[t, freedom]) => (student::two_sided(t, freedom), 1e-11),
            ("student_quantile", &[p, freedom]) => (student::quantile(p, freedom), 1e-11),
            ("normal_two_sided", &[z]) => (normal::two_sided(z), 1e-13),
            // Bisection stops at 40/2⁶⁰, which at z = 0 is no relative error at all.
            ("normal_quantile", &[1.0]) => (normal::two_sided_quantile(1.0).round(), 0.0),
            ("normal_quantile", &[p]) => (normal::two_sided_quantile(p), 1e-12),
            ("chi_squared_at_least", &[x, freedom]) => {
                (chi_squared::at_least(x, freedom as usize), 1e-12)
            }
            _ => panic!("a law without a check: {line}"),
        };
        assert_close(got, wanted, tolerance, line);
    }
}

#[test]
fn the_binomial_law_is_that_of_statrs() {
    for n in [1, 2, 11, 12, 61, 200] {
        for percent in [1, 9, 37, 50, 77, 99] {
            let p = f64::from(percent) / 100.0;
            let law = Binomial::new(p, n).unwrap();
            for k in 0..=n {
                let what = format!("{k} {n} {p}");
                let (k, n) = (k as usize, n as usize);
                assert!((binomial::at_most(k, n, p) - law.cdf(k as u64)).abs() < 1e-12, "{what}");
                assert!(
                    (binomial::at_least(k + 1, n, p) - law.sf(k as u64)).abs() < 1e-12,
                    "{what}"
                );
            }
        }
    }
}

#[test]
fn the_t_law_is_that_of_statrs() {
    for freedom in [1.0, 2.0, 3.7, 9.0, 61.0] {
        let law = StudentsT::new(0.0, 1.0, freedom).unwrap();
        for tenths in 0..60 {
            let t = f64::from(tenths) / 10.0;
            assert!(
                (student::two_sided(t, freedom) - 2.0 * law.sf(t)).abs() < 1e-12,
                "{t} {freedom}"
            );
        }
        for p in [0.6, 0.95, 0.975, 0.995] {
            let (got, wanted) = (student::quantile(p, freedom), law.inverse_cdf(p));
            assert_close(got, wanted, 1e-8, &format!("{p} {freedom}"));
        }
    }
}

#[test]
fn ways_to_choose_are_counted() {
    assert_close(binomial::choose(5, 2), 10.0, 0.0, "5 over 2");
    assert_close(binomial::choose(22, 11), 705_432.0, 1e-15, "22 over 11");
    assert!(binomial::choose(4000, 2000).is_infinite());
}
