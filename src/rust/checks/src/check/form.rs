//! Properties of every curve, whatever the observations.

use super::{require, Verdict};
use crate::curve::Curve;

/// Rates from 1 to 0, columns monotone, no negative zero, thresholds ascending to infinity.
pub fn well_formed(curve: &Curve) -> Verdict {
    let rows = curve.threshold.len();
    require(rows >= 2, || format!("{rows} rows"))?;
    descends("TPR", &curve.tpr)?;
    descends("FPR", &curve.fpr)?;
    descends("FP", &curve.false_positive)?;
    descends("the reverse of FN", &reversed(&curve.false_negative))?;
    for rate in curve.rates() {
        let ends = (rate[0], rate[rows - 1]);
        require(ends == (1.0, 0.0), || format!("a rate goes from {ends:?}"))?;
    }
    let (last, scores) = curve.threshold.split_last().expect("two rows at least");
    require(*last == f64::INFINITY, || {
        format!("the last threshold is {last:e}")
    })?;
    require(scores.is_sorted_by(|a, b| a < b), || {
        "thresholds do not ascend".into()
    })
}

fn descends(name: &str, column: &[f64]) -> Verdict {
    let sound = |value: f64| value.is_finite() && value.is_sign_positive();
    let good = |i: usize| sound(column[i]) && (i == 0 || column[i - 1] >= column[i]);
    let bad = (0..column.len()).find(|&i| !good(i));
    bad.map_or(Ok(()), |i| {
        let until = &column[i.saturating_sub(1)..=i];
        Err(format!(
            "{name} is not descending, finite and >= 0: {until:?} until {i}"
        ))
    })
}

fn reversed(column: &[f64]) -> Vec<f64> {
    column.iter().rev().copied().collect()
}
