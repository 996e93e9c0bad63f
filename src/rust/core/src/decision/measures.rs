//! The confusion matrix of a threshold, and the measures made of it.

use crate::curve::Curve;

/// What happens at a threshold. A measure that is 0/0 is NaN.
///
/// Each is right to some units in its last place; what is made of true negatives has 12 digits at
/// least, if the curve knows those that are few. But TPR - FPR is a difference: it is off by some
/// units in the last place of the larger of both, or of TNR and FNR if that is smaller. So is the
/// correlation, which is a multiple of it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Measures {
    /// Weight of the true positives.
    pub true_positive: f64,
    /// Weight of the true negatives.
    pub true_negative: f64,
    /// True negative rate, specificity.
    pub tnr: f64,
    /// False negative rate, miss rate.
    pub fnr: f64,
    /// Positive predictive value, precision.
    pub ppv: f64,
    /// Negative predictive value.
    pub npv: f64,
    /// Accuracy.
    pub accuracy: f64,
    /// Error rate.
    pub error_rate: f64,
    /// Balanced accuracy, (TPR + TNR) / 2.
    pub balanced_accuracy: f64,
    /// Youden's J, TPR - FPR.
    pub youden: f64,
    /// The harmonic mean of precision and TPR.
    pub f1: f64,
    /// Matthews' correlation coefficient.
    pub mcc: f64,
}

/// The measures at a row of a curve. O(1).
///
/// # Panics
/// When there is no such row.
pub fn measures(curve: &Curve<'_>, row: usize) -> Measures {
    let (tpr, fpr) = (curve.tpr(row), curve.fpr(row));
    let (fnr, tnr) = (curve.fnr(row), curve.tnr(row));
    let true_positive = true_positive(curve, row);
    let true_negative = curve.true_negative(row);
    // Scaled, so that no sum of two of them overflows.
    let scale = scale(curve);
    let [tp, tn, r#fn, fp] = [
        true_positive,
        true_negative,
        curve.false_negative(row),
        curve.false_positive(row),
    ]
    .map(|weight| weight * scale);
    // TPR - FPR, by the smaller rates, which have more digits.
    let youden = match tpr.max(fpr) < tnr.max(fnr) {
        true => tpr - fpr,
        false => tnr - fnr,
    };
    let [positives, negatives] = [curve.positives() * scale, curve.negatives() * scale];
    // TP TN - FP FN = W1 W0 (TPR - FPR).
    let factors = [
        positives.sqrt() / (tp + fp).sqrt(),
        negatives.sqrt() / (tn + r#fn).sqrt(),
    ];
    // The larger one first: the product does not vanish on the way.
    let mcc = youden * factors[0].max(factors[1]) * factors[0].min(factors[1]);
    Measures {
        true_positive,
        true_negative,
        tnr,
        fnr,
        ppv: tp / (tp + fp),
        npv: tn / (tn + r#fn),
        accuracy: (tp + tn) / (positives + negatives),
        error_rate: (fp + r#fn) / (positives + negatives),
        balanced_accuracy: (tpr + tnr) / 2.0,
        youden,
        f1: 2.0 * tp / (2.0 * tp + fp + r#fn),
        mcc: mcc.clamp(-1.0, 1.0),
    }
}

/// A difference of whole numbers is exact; where they are not whole, the rate has the digits.
fn true_positive(curve: &Curve<'_>, row: usize) -> f64 {
    let (positives, misses) = (curve.positives(), curve.false_negative(row));
    let (rest, by_rate) = (positives - misses, positives * curve.tpr(row));
    let whole = positives.fract() == 0.0 && misses.fract() == 0.0;
    // Whole numbers may have been rounded to be so; then the difference has lost its digits.
    if whole && (rest - by_rate).abs() <= 8.0 * f64::EPSILON * by_rate {
        rest
    } else {
        by_rate
    }
}

fn scale(curve: &Curve<'_>) -> f64 {
    const HUGE: f64 = f64::MAX / 8.0;
    if curve.positives() < HUGE && curve.negatives() < HUGE {
        1.0
    } else {
        0.125
    }
}
