//! The confusion matrix of a threshold, and the measures made of it.

use crate::curve::Curve;
use crate::sum::scale::LARGE;

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
    /// TPR / FPR, the positive likelihood ratio.
    pub positive_likelihood_ratio: f64,
    /// FNR / TNR, the negative likelihood ratio.
    pub negative_likelihood_ratio: f64,
    /// Cohen's kappa.
    pub kappa: f64,
    /// False discovery rate, what the precision lacks of 1.
    pub false_discovery_rate: f64,
    /// False omission rate, what the negative predictive value lacks of 1.
    pub false_omission_rate: f64,
    /// The share called positive.
    pub share: f64,
}

/// The measures at a row of a curve, with a probability of the positive class, greater than 0 and less
/// than 1, or with its share in the weights. The weights of right answers are those of the observations
/// either way. O(1).
///
/// # Panics
/// When there is no such row.
pub fn measures(curve: &Curve<'_>, row: usize, prior: Option<f64>) -> Measures {
    let (tpr, fpr) = (curve.tpr(row), curve.fpr(row));
    let (fnr, tnr) = (curve.fnr(row), curve.tnr(row));
    let Cells {
        cells: [tp, tn, r#fn, fp],
        classes: [negatives, positives],
    } = match prior {
        Some(prior) => Cells::at_prior(curve, row, prior),
        None => Cells::by_weights(curve, row),
    };
    // TPR - FPR, by the smaller rates, which have more digits.
    let youden = match tpr.max(fpr) < tnr.max(fnr) {
        true => tpr - fpr,
        false => tnr - fnr,
    };
    let (called, not_called) = (tp + fp, tn + r#fn);
    // TP TN - FP FN = W1 W0 (TPR - FPR).
    let factors = [
        positives.sqrt() / called.sqrt(),
        negatives.sqrt() / not_called.sqrt(),
    ];
    // The larger one first: the product does not vanish on the way.
    let mcc = youden * factors[0].max(factors[1]) * factors[0].min(factors[1]);
    // 2 TP TN - 2 FP FN over called W0 + not called W1, by a sum that does not overflow.
    let shares = [positives / called, negatives / not_called];
    let (less, more) = (shares[0].min(shares[1]), shares[0].max(shares[1]));
    let kappa = 2.0 * youden * (less / (1.0 + less / more));
    Measures {
        true_positive: true_positive(curve, row),
        true_negative: curve.true_negative(row),
        tnr,
        fnr,
        ppv: tp / called,
        npv: tn / not_called,
        accuracy: (tp + tn) / (positives + negatives),
        error_rate: (fp + r#fn) / (positives + negatives),
        balanced_accuracy: (tpr + tnr) / 2.0,
        youden,
        f1: 2.0 * tp / (2.0 * tp + fp + r#fn),
        mcc: mcc.clamp(-1.0, 1.0),
        positive_likelihood_ratio: tpr / fpr,
        negative_likelihood_ratio: fnr / tnr,
        kappa: kappa.clamp(-1.0, 1.0),
        false_discovery_rate: fp / called,
        false_omission_rate: r#fn / not_called,
        share: called / (positives + negatives),
    }
}

/// The confusion matrix in some unit in which no sum of its cells overflows.
struct Cells {
    /// True positives, true negatives, false negatives and false positives.
    cells: [f64; 4],
    /// Negatives and positives.
    classes: [f64; 2],
}

impl Cells {
    fn by_weights(curve: &Curve<'_>, row: usize) -> Cells {
        let scale = scale(curve);
        let cells = [
            true_positive(curve, row),
            curve.true_negative(row),
            curve.false_negative(row),
            curve.false_positive(row),
        ];
        Cells {
            cells: cells.map(|weight| weight * scale),
            classes: [curve.negatives(), curve.positives()].map(|weight| weight * scale),
        }
    }

    fn at_prior(curve: &Curve<'_>, row: usize, prior: f64) -> Cells {
        let [negatives, positives] = [1.0 - prior, prior].map(|share| share * LARGE);
        Cells {
            cells: [
                positives * curve.tpr(row),
                negatives * curve.tnr(row),
                positives * curve.fnr(row),
                negatives * curve.fpr(row),
            ],
            classes: [negatives, positives],
        }
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
