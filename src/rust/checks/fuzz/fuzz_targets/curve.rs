//! Whatever the observations, the core gives the right curve and statistic, or the right error.

#![no_main]

mod input;

use input::Input;
use libfuzzer_sys::fuzz_target;
use weighted_roc_checks::case::Case;
use weighted_roc_checks::check::{agrees, statistic, well_formed};
use weighted_roc_checks::curve::Curve;
use weighted_roc_checks::definition::by_definition;
use weighted_roc_checks::statistic::statistic;
use weighted_roc_checks::verdict::{same, verdict};
use weighted_roc_core::Error;

/// The largest curve that the quadratic definition is asked for.
const SMALL: usize = 40;

fuzz_target!(|input: Input| {
    let Input(case) = input;
    match (verdict(&case), Curve::from_case(&case), statistic(&case)) {
        (Ok(()), Ok(curve), Ok(statistic)) => check(&case, &curve, statistic),
        (Err(expected), Err(of_curve), Err(of_statistic)) => {
            check_error(&expected, &of_curve);
            check_error(&expected, &of_statistic);
        }
        (expected, curve, statistic) => panic!("{curve:?} and {statistic:?}, not {expected:?}"),
    }
});

fn check_error(expected: &Error, result: &Error) {
    assert!(same(expected, result), "{result}, not {expected}");
}

fn check(case: &Case, curve: &Curve, statistic: f64) {
    well_formed(curve).unwrap();
    assert!((0.0..=1.0).contains(&curve.area()));
    assert!((0.0..=1.0).contains(&statistic));
    statistic::is_area(statistic, curve).unwrap();
    let rows = case.rows();
    if rows.len() <= SMALL {
        let exact = by_definition(&rows);
        agrees(curve, &exact).unwrap();
        statistic::agrees(statistic, curve, &exact).unwrap();
    }
}
