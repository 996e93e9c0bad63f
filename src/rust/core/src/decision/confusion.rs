//! The cells of the confusion matrix, and the measures that are made of them: the one place that says how.
//!
//! A measure is a quotient of two sums over the cells, or a coefficient of agreement. The sums are written once, for
//! anything that can be added up: weights of cells give the measure, and counts of cells ([`Cells`]) its derivatives.

use super::risk::Costs;
use std::ops::{Add, Mul};

/// A measure of what happens at a threshold.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum Measure {
    /// True positive rate, sensitivity.
    Tpr,
    /// False positive rate.
    Fpr,
    /// True negative rate, specificity.
    Tnr,
    /// False negative rate.
    Fnr,
    /// Positive predictive value.
    Ppv,
    /// Negative predictive value.
    Npv,
    /// Accuracy.
    Accuracy,
    /// Error rate.
    ErrorRate,
    /// The harmonic mean of PPV and TPR.
    F1,
    /// The expected cost.
    Risk(Costs),
    /// 1 - PPV.
    FalseDiscoveryRate,
    /// 1 - NPV.
    FalseOmissionRate,
    /// The share that is called positive.
    Share,
    /// The mean of TPR and TNR.
    BalancedAccuracy,
    /// Youden's J = TPR - FPR.
    Youden,
    /// TPR / FPR.
    PositiveLikelihoodRatio,
    /// FNR / TNR.
    NegativeLikelihoodRatio,
    /// Cohen's kappa.
    Kappa,
    /// Matthews' correlation coefficient, NaN where all or nothing is called positive.
    Correlation,
    /// The net benefit: the share of true positives less that of false positives, of which each counts as much as the
    /// odds of this probability, less than 1.
    NetBenefit(f64),
    /// The net benefit divided by the share of the positives.
    StandardizedNetBenefit(f64),
}

/// A number for each cell of the confusion matrix: its weight, or how often it counts.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Cells {
    pub true_positive: f64,
    pub false_positive: f64,
    pub false_negative: f64,
    pub true_negative: f64,
}

impl Cells {
    /// By class, and whether it is called positive.
    pub fn by_class(&self) -> [[f64; 2]; 2] {
        [
            [self.true_negative, self.false_positive],
            [self.false_negative, self.true_positive],
        ]
    }

    /// In the order TP, FP, FN, TN.
    pub const fn new(counts: [f64; 4]) -> Cells {
        let [true_positive, false_positive, false_negative, true_negative] = counts;
        Cells {
            true_positive,
            false_positive,
            false_negative,
            true_negative,
        }
    }

    fn map(self, other: Cells, f: impl Fn(f64, f64) -> f64) -> Cells {
        Cells {
            true_positive: f(self.true_positive, other.true_positive),
            false_positive: f(self.false_positive, other.false_positive),
            false_negative: f(self.false_negative, other.false_negative),
            true_negative: f(self.true_negative, other.true_negative),
        }
    }
}

impl Add for Cells {
    type Output = Cells;

    fn add(self, other: Cells) -> Cells {
        self.map(other, |a, b| a + b)
    }
}

impl Mul<f64> for Cells {
    type Output = Cells;

    fn mul(self, by: f64) -> Cells {
        self.map(self, |a, _| a * by)
    }
}

/// The cells, and the sums of the classes, of which more digits may be known than the cells add up to.
#[derive(Clone, Copy)]
pub(crate) struct Confusion<T> {
    pub true_positive: T,
    pub false_positive: T,
    pub false_negative: T,
    pub true_negative: T,
    /// The negatives and the positives.
    pub classes: [T; 2],
}

/// How often each cell counts in a sum over them.
pub(crate) const COUNTS: Confusion<Cells> = Confusion {
    true_positive: Cells::new([1.0, 0.0, 0.0, 0.0]),
    false_positive: Cells::new([0.0, 1.0, 0.0, 0.0]),
    false_negative: Cells::new([0.0, 0.0, 1.0, 0.0]),
    true_negative: Cells::new([0.0, 0.0, 0.0, 1.0]),
    classes: [
        Cells::new([0.0, 1.0, 0.0, 1.0]),
        Cells::new([1.0, 0.0, 1.0, 0.0]),
    ],
};

impl Measure {
    /// The sums above and below the line; of BACC, J and the likelihood ratios where both classes weigh the same. None
    /// for a coefficient of agreement. The measure is
    /// [`Measure::unit`] times the quotient.
    #[inline(always)]
    pub(crate) fn parts<T: Copy + Add<Output = T> + Mul<f64, Output = T>>(
        self,
        of: &Confusion<T>,
    ) -> Option<[T; 2]> {
        let &Confusion {
            true_positive: tp,
            false_positive: fp,
            false_negative: r#fn,
            true_negative: tn,
            classes: [negatives, positives],
        } = of;
        let all = negatives + positives;
        Some(match self {
            Measure::Tpr => [tp, positives],
            Measure::Fpr => [fp, negatives],
            Measure::Tnr => [tn, negatives],
            Measure::Fnr => [r#fn, positives],
            Measure::Ppv => [tp, tp + fp],
            Measure::Npv => [tn, tn + r#fn],
            Measure::Accuracy | Measure::BalancedAccuracy => [tp + tn, all],
            Measure::ErrorRate => [fp + r#fn, all],
            Measure::F1 => [tp * 2.0, tp * 2.0 + fp + r#fn],
            Measure::FalseDiscoveryRate => [fp, tp + fp],
            Measure::FalseOmissionRate => [r#fn, tn + r#fn],
            Measure::Share => [tp + fp, all],
            Measure::Youden => [tp + fp * -1.0, all],
            Measure::PositiveLikelihoodRatio => [tp, fp],
            Measure::NegativeLikelihoodRatio => [r#fn, tn],
            Measure::Risk(_) | Measure::NetBenefit(_) => {
                let costs = self.costs_in_unit()?;
                [
                    tp * costs.true_positive
                        + fp * costs.false_positive
                        + r#fn * costs.false_negative
                        + tn * costs.true_negative,
                    all,
                ]
            }
            Measure::StandardizedNetBenefit(at) => [tp + fp * -odds(at), positives],
            Measure::Kappa | Measure::Correlation => return None,
        })
    }

    /// Returns the costs of the outcomes, or their gains for a net benefit. None for other measures.
    pub(crate) fn costs(self) -> Option<Costs> {
        match self {
            Measure::Risk(costs) => Some(costs),
            Measure::NetBenefit(at) => Some(Costs {
                false_positive: -odds(at),
                false_negative: 0.0,
                true_positive: 1.0,
                true_negative: 0.0,
            }),
            _ => None,
        }
    }

    /// [`Measure::costs`] in units of [`Measure::unit`].
    pub(crate) fn costs_in_unit(self) -> Option<Costs> {
        let costs = self.costs()?;
        Some(costs.divided_by(costs.unit_of_quotient()))
    }

    /// Returns the factor from the quotient to the measure.
    pub(crate) fn unit(self) -> f64 {
        match self {
            Measure::Youden => 2.0,
            _ => self.costs().map_or(1.0, |costs| costs.unit_of_quotient()),
        }
    }

    /// Returns whether the measure combines rates of both classes, so that both have the same weight.
    pub(crate) fn is_of_both_rates(self) -> bool {
        matches!(
            self,
            Measure::BalancedAccuracy
                | Measure::Youden
                | Measure::PositiveLikelihoodRatio
                | Measure::NegativeLikelihoodRatio
        )
    }
}

/// The odds of a probability.
fn odds(probability: f64) -> f64 {
    probability / (1.0 - probability)
}

/// TPR - FPR, by the smaller rates, which have more digits. FPR and TPR, TNR and FNR.
#[inline(always)]
pub(crate) fn lead([fpr, tpr]: [f64; 2], [tnr, r#fn]: [f64; 2]) -> f64 {
    if tpr.max(fpr) < tnr.max(r#fn) {
        tpr - fpr
    } else {
        tnr - r#fn
    }
}

/// Cohen's kappa, from what the classes and what is called and what is not add up to: 2 TP TN - 2 FP FN over called W1 +
/// not called W0, with the sum below the line so that it does not overflow.
#[inline(always)]
pub(crate) fn kappa(lead: f64, [negatives, positives]: [f64; 2], called: [f64; 2]) -> f64 {
    let [called, not_called] = called;
    let shares = [positives / called, negatives / not_called];
    let (less, more) = (shares[0].min(shares[1]), shares[0].max(shares[1]));
    (2.0 * lead * (less / (1.0 + less / more))).clamp(-1.0, 1.0)
}

/// Matthews' coefficient: TP TN - FP FN = W1 W0 (TPR - FPR) over the root of the product of all four sums. `roots` are
/// those of the classes.
#[inline(always)]
pub(crate) fn correlation(lead: f64, roots: [f64; 2], [called, not_called]: [f64; 2]) -> f64 {
    let factors = [roots[1] / called.sqrt(), roots[0] / not_called.sqrt()];
    // The larger one first: the product does not vanish on the way.
    let product = lead * factors[0].max(factors[1]) * factors[0].min(factors[1]);
    product.clamp(-1.0, 1.0)
}
