//! The area is right: both that of the points and that of the observations.

use super::{require, Verdict};
use crate::curve::Curve;
use crate::definition::ExactCurve;
use crate::exact::{power_of_two, rational, rounded, whole};
use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{One, Signed};

/// An area is right to 1e-14 of itself, as far as the rates it is computed from can carry that:
/// below this area, rates near 1 that are right to 4 ulp do not determine it so well.
pub const SMALLEST_DETERMINED_AREA: f64 = 0.1;

pub fn agrees(curve: &Curve, exact: &ExactCurve) -> Verdict {
    is_of_points(curve)?;
    is_of_observations(curve, exact)
}

/// The area is that of the points of the curve, but for products below the smallest double.
pub fn is_of_points(curve: &Curve) -> Verdict {
    let exact = trapezoids(&curve.tpr, &curve.fpr);
    let underflow = smallest() * BigInt::from(curve.tpr.len());
    let tolerance = &exact * tolerance() + underflow;
    check("points", curve.area(), &exact, &tolerance)
}

fn is_of_observations(curve: &Curve, exact: &ExactCurve) -> Verdict {
    let determined = rational(SMALLEST_DETERMINED_AREA).max(exact.area.clone());
    check(
        "observations",
        curve.area(),
        &exact.area,
        &(determined * tolerance()),
    )
}

/// The statistic is the area of the observations, but for underflow.
pub fn is_statistic(result: f64, exact: &ExactCurve) -> Verdict {
    let tolerance = &exact.area * tolerance() + smallest();
    check("observations", result, &exact.area, &tolerance)
}

fn check(of: &str, result: f64, exact: &BigRational, tolerance: &BigRational) -> Verdict {
    let right = (rational(result) - exact).abs() <= *tolerance && (0.0..=1.0).contains(&result);
    require(right, || {
        format!(
            "the area of the {of} is {result:e}, not {:e}",
            rounded(exact)
        )
    })
}

/// Returns whether two areas can both be right, for observations that have the same area.
pub fn same_area(a: f64, b: f64) -> bool {
    (a - b).abs() <= 2e-14 * a.max(b).max(SMALLEST_DETERMINED_AREA)
}

/// How far an area may be off, relative to itself.
pub fn tolerance() -> BigRational {
    BigRational::new_raw(BigInt::one(), BigInt::from(10u64.pow(14)))
}

/// The smallest positive double.
fn smallest() -> BigRational {
    power_of_two(-1074)
}

/// The exact area under the piecewise linear curve through the points.
pub fn trapezoids(tpr: &[f64], fpr: &[f64]) -> BigRational {
    let (tpr, tpr_exponent) = whole(tpr);
    let (fpr, fpr_exponent) = whole(fpr);
    let sides = fpr.windows(2).zip(tpr.windows(2));
    let pair_correction: BigInt = sides.map(|(f, t)| (&f[0] - &f[1]) * (&t[0] + &t[1])).sum();
    power_of_two(tpr_exponent + fpr_exponent - 1) * pair_correction
}
