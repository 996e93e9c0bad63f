//! The statistic is the area of the observations and that under their curve.

use super::area::{is_statistic, SMALLEST_DETERMINED_AREA};
use super::{require, Verdict};
use crate::curve::Curve;
use crate::definition::ExactCurve;

/// How far the statistic may be from the area under the curve, relative to it.
const MIN_DISTANCE: f64 = 1e-14;

pub fn agrees(result: f64, curve: &Curve, exact: &ExactCurve) -> Verdict {
    is_statistic(result, exact)?;
    is_area(result, curve)
}

/// The area under a curve, as far as its rates determine it, is the statistic.
pub fn is_area(result: f64, curve: &Curve) -> Verdict {
    let area = curve.area();
    let apart = (result - area).abs() / area.max(SMALLEST_DETERMINED_AREA);
    require(apart <= MIN_DISTANCE, || {
        format!("the statistic is {result:e}, the area under the curve {area:e}")
    })
}

/// Returns whether two statistics can both be right, for observations that have the same one.
pub fn same_statistic(a: f64, b: f64) -> bool {
    (a - b).abs() <= 2.0 * MIN_DISTANCE * a.max(b) + 2.0 * f64::from_bits(1)
}
