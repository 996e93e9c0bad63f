//! Whatever the observations, the core gives the right curve or the right error.

#![no_main]

mod input;

use input::Input;
use libfuzzer_sys::fuzz_target;
use weighted_roc_checks::case::Case;
use weighted_roc_checks::check::{agrees, well_formed};
use weighted_roc_checks::curve::Curve;
use weighted_roc_checks::definition::by_definition;
use weighted_roc_checks::verdict::{same, verdict};

/// The largest curve that the quadratic definition is asked for.
const SMALL: usize = 40;

fuzz_target!(|input: Input| {
    let Input(case) = input;
    match (verdict(&case), Curve::of(&case)) {
        (Ok(()), Ok(curve)) => check(&case, &curve),
        (Err(expected), Err(found)) => assert!(same(&expected, &found), "{found}, not {expected}"),
        (expected, found) => panic!("{found:?}, not {expected:?}"),
    }
});

fn check(case: &Case, curve: &Curve) {
    well_formed(curve).unwrap();
    assert!((0.0..=1.0).contains(&curve.area()));
    let rows = case.rows();
    if rows.len() <= SMALL {
        agrees(curve, &by_definition(&rows)).unwrap();
    }
}
