//! Areas of a part of a curve.

use crate::curve::Curve;
use crate::sum::Sum;

/// The area under the curve between two false positive rates, low <= high:
/// the integral of TPR. All terms are >= 0 and their sum is compensated. O(rows).
pub fn partial_by_fpr(curve: &Curve<'_>, interval: [f64; 2]) -> f64 {
    partial(curve, interval, |row| curve.fpr(row), |row| curve.tpr(row))
}

/// The area to the right of the curve between two true positive rates, low <= high:
/// the integral of 1 - FPR. As [`partial_by_fpr`].
pub fn partial_by_tpr(curve: &Curve<'_>, interval: [f64; 2]) -> f64 {
    partial(
        curve,
        interval,
        |row| curve.tpr(row),
        |row| 1.0 - curve.fpr(row),
    )
}

/// The integral of y over x, which falls with the rows.
fn partial(
    curve: &Curve<'_>,
    [low, high]: [f64; 2],
    x: impl Fn(usize) -> f64,
    y: impl Fn(usize) -> f64,
) -> f64 {
    let mut area = Sum::default();
    for row in 1..curve.rows() {
        let [from, to] = [x(row), x(row - 1)];
        let [left, right] = [from.max(low), to.min(high)];
        if left < right {
            let at = |place| between([from, to], [y(row), y(row - 1)], place);
            area.add((right - left) * (0.5 * (at(left) + at(right))));
        }
    }
    area.value()
}

/// The straight line through two points at a place between them, `x[0] < x[1]`.
pub(crate) fn between(x: [f64; 2], y: [f64; 2], place: f64) -> f64 {
    if place == x[0] || y[0] == y[1] {
        y[0]
    } else if place == x[1] {
        y[1]
    } else {
        let width = x[1] - x[0];
        y[0] * ((x[1] - place) / width) + y[1] * ((place - x[0]) / width)
    }
}
