//! The area of the observations to 1e-14 of itself, however small it is.
//!
//! No function of the rates as doubles can pass: 1 - FPR is a multiple of 2^-53 where FPR is above
//! 1/2, so that even rates rounded to nearest are too coarse for these areas.

use num_traits::Signed;
use weighted_roc_checks::case::{Case, Row};
use weighted_roc_checks::check::area::tolerance;
use weighted_roc_checks::curve::Curve;
use weighted_roc_checks::exact::{rational, rounded};
use weighted_roc_checks::sorting::by_sorting;

fn row(score: f64, positive: bool, weight: f64) -> Row {
    Row {
        score,
        positive,
        weight,
    }
}

fn assert_area_is_right(rows: &[Row]) {
    let found = Curve::of(&Case::of(rows)).unwrap().area();
    let exact = by_sorting(rows).area;
    let error = (rational(found) - &exact).abs() / &exact;
    let (expected, off) = (rounded(&exact), rounded(&error));
    assert!(
        error <= tolerance(),
        "{found:e}, not {expected:e}: off by {off:e} of itself"
    );
}

#[test]
fn an_area_of_1e_10_is_right() {
    assert_area_is_right(&[
        row(0.0, false, 1e-10),
        row(1.0, true, 1.0),
        row(2.0, false, 1.0),
    ]);
}

#[test]
fn an_area_of_1_in_185_is_right() {
    let mut rows = vec![row(2.0, false, 1.0); 184];
    rows.extend([row(0.0, false, 1.0), row(1.0, true, 1.0)]);
    assert_area_is_right(&rows);
}
