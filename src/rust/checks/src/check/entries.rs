//! Thresholds are the scores, and all else is right to a few ulp.

use super::{require, Verdict};
use crate::curve::Curve;
use crate::definition::ExactCurve;
use crate::exact::{rounded, Fraction};
use num_bigint::BigInt;
use num_traits::One;

/// Units in the last place by which an entry may be off.
const ULPS: u8 = 4;

pub fn agree(curve: &Curve, exact: &ExactCurve) -> Verdict {
    thresholds(curve, exact)?;
    let one = &BigInt::one();
    let (positives, negatives) = (exact.positives(), exact.negatives());
    for i in 0..curve.threshold.len() {
        let (below, above) = (&exact.false_negative[i], &exact.false_positive[i]);
        let true_positive = positives - below;
        let false_negative = fraction(below, one, exact.exponent);
        let false_positive = fraction(above, one, exact.exponent);
        entry("FN", i, curve.false_negative[i], false_negative)?;
        entry("FP", i, curve.false_positive[i], false_positive)?;
        entry(
            "TPR",
            i,
            curve.tpr[i],
            fraction(&true_positive, positives, 0),
        )?;
        entry("FPR", i, curve.fpr[i], fraction(above, negatives, 0))?;
    }
    Ok(())
}

fn thresholds(curve: &Curve, exact: &ExactCurve) -> Verdict {
    require(curve.threshold == exact.threshold, || {
        let (result, expected) = (curve.threshold.len(), exact.threshold.len());
        format!("thresholds differ: {result} rows, {expected} expected")
    })
}

fn fraction<'a>(numerator: &'a BigInt, denominator: &'a BigInt, exponent: i32) -> Fraction<'a> {
    Fraction {
        numerator,
        denominator,
        exponent,
    }
}

fn entry(name: &str, row: usize, result: f64, exact: Fraction) -> Verdict {
    require(exact.is_within(ULPS, result), || {
        let expected = rounded(&exact.rational());
        format!("{name} in row {row} is {result:e}, not {expected:e}")
    })
}
