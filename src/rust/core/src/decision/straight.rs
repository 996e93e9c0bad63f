//! Whether three rows of a curve lie on a straight line.

use crate::curve::Curve;
use std::cmp::Ordering;

/// A relative error that the difference of two entries may have, in terms of the larger one: each
/// is within 4 ulp, and a false negative rate is divided once more.
const ROUNDING: f64 = 10.0 * f64::EPSILON;

/// A difference, and the error that it may have.
#[derive(Clone, Copy)]
struct Move {
    by: f64,
    error: f64,
}

impl Move {
    fn between(from: f64, to: f64) -> Move {
        Move {
            by: to - from,
            error: ROUNDING * to,
        }
    }
}

/// How much the false positive rate falls from a row to a later one.
pub fn run(curve: &Curve<'_>, row: usize, later: usize) -> f64 {
    run_of(curve, row, later).by
}

/// How much the true positive rate falls from a row to a later one.
pub fn rise(curve: &Curve<'_>, row: usize, later: usize) -> f64 {
    rise_of(curve, row, later).by
}

fn run_of(curve: &Curve<'_>, row: usize, later: usize) -> Move {
    Move::between(curve.fpr(later), curve.fpr(row))
}

/// By the true positive rates where they are small, by the false negative rates where those are:
/// the smaller ones have more digits after the point.
fn rise_of(curve: &Curve<'_>, row: usize, later: usize) -> Move {
    let (tpr, fnr) = (curve.tpr(row), curve.fnr(later));
    if tpr <= fnr {
        Move::between(curve.tpr(later), tpr)
    } else {
        Move::between(curve.fnr(row), fnr)
    }
}

/// On which side of the straight line from `row` to `after` the row `middle` between them lies:
/// above it is `Greater`; as near as the rounding of the entries is `Equal`.
pub fn side(curve: &Curve<'_>, row: usize, middle: usize, after: usize) -> Ordering {
    let (run, rise) = (run_of(curve, row, middle), rise_of(curve, row, middle));
    let (next_run, next_rise) = (run_of(curve, middle, after), rise_of(curve, middle, after));
    let bulge = next_rise.by * run.by - rise.by * next_run.by;
    let error = next_rise.error * run.by
        + next_rise.by * run.error
        + rise.error * next_run.by
        + rise.by * next_run.error;
    if bulge > error {
        Ordering::Greater
    } else if bulge < -error {
        Ordering::Less
    } else {
        Ordering::Equal
    }
}
