//! The cells of the confusion matrix, and the measures that are made of them: the one place that says how.
//!
//! A measure is a quotient of two sums over the cells, or another function of both rates and the prior. The sums are written once, for
//! anything that can be added up: weights of cells give the measure, and counts of cells ([`Cells`]) its derivatives.

use super::costs::Costs;
use crate::rounding::difference;
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
    /// Their weighted harmonic mean: TPR counts beta times as much as PPV. Beta is finite and not negative.
    F(f64),
    /// The threat score TP / (TP + FP + FN).
    Jaccard,
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
    /// The diagnostic odds ratio (TP TN) / (FP FN).
    OddsRatio,
    /// 1 / J, how many are tested for one more right answer than wrong ones by chance.
    NumberToDiagnose,
    /// 1 / PPV, how many are called positive for one that is.
    NumberToEvaluate,
    /// The symmetric extremal dependence index of Ferro and Stephenson (2011), NaN where a rate is 0 or 1.
    Dependence,
    /// The distance of the point (FPR, TPR) from (0, 1).
    Distance,
    /// The geometric mean of TPR and TNR.
    GeometricMean,
    /// The size of TPR - TNR, 0 where both kinds of errors are as frequent.
    Imbalance,
    /// PPV + NPV - 1.
    Markedness,
    /// The product of PPV and NPV.
    PredictiveProduct,
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

/// A measure that is no quotient of sums, see [`Measure`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Function {
    Kappa,
    Correlation,
    OddsRatio,
    NumberToDiagnose,
    Dependence,
    Distance,
    GeometricMean,
    Imbalance,
    Markedness,
    PredictiveProduct,
}

impl Function {
    /// The least and the largest value.
    pub fn limits(self) -> [f64; 2] {
        match self {
            Function::Kappa
            | Function::Correlation
            | Function::Dependence
            | Function::Markedness => [-1.0, 1.0],
            Function::OddsRatio => [0.0, f64::INFINITY],
            Function::NumberToDiagnose => [f64::NEG_INFINITY, f64::INFINITY],
            Function::Distance => [0.0, std::f64::consts::SQRT_2],
            Function::GeometricMean | Function::Imbalance | Function::PredictiveProduct => {
                [0.0, 1.0]
            }
        }
    }
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
    /// The name of the measure, as in R's `roc_measure()`.
    pub fn name(self) -> &'static str {
        match self {
            Measure::Tpr => "TPR",
            Measure::Fpr => "FPR",
            Measure::Tnr => "TNR",
            Measure::Fnr => "FNR",
            Measure::Ppv => "PPV",
            Measure::Npv => "NPV",
            Measure::Accuracy => "ACC",
            Measure::ErrorRate => "ERR",
            Measure::F1 => "F1",
            Measure::F(_) => "F",
            Measure::Jaccard => "jaccard",
            Measure::Risk(_) => "risk",
            Measure::FalseDiscoveryRate => "FDR",
            Measure::FalseOmissionRate => "FOR",
            Measure::Share => "share",
            Measure::BalancedAccuracy => "BACC",
            Measure::Youden => "J",
            Measure::PositiveLikelihoodRatio => "LR_pos",
            Measure::NegativeLikelihoodRatio => "LR_neg",
            Measure::OddsRatio => "DOR",
            Measure::NumberToDiagnose => "NND",
            Measure::NumberToEvaluate => "NNE",
            Measure::Dependence => "SEDI",
            Measure::Distance => "distance",
            Measure::GeometricMean => "gmean",
            Measure::Imbalance => "imbalance",
            Measure::Markedness => "markedness",
            Measure::PredictiveProduct => "PPV_NPV",
            Measure::Kappa => "kappa",
            Measure::Correlation => "MCC",
            Measure::NetBenefit(_) => "NB",
            Measure::StandardizedNetBenefit(_) => "sNB",
        }
    }

    /// The sums above and below the line; of BACC, J and the likelihood ratios where both classes weigh the same. None
    /// for what is no quotient of sums. The measure is [`Measure::unit`] times the quotient.
    #[inline(always)]
    pub(crate) fn parts<T: Copy + Add<Output = T> + Mul<f64, Output = T>>(
        self,
        of: &Confusion<T>,
    ) -> Result<[T; 2], Function> {
        let &Confusion {
            true_positive: tp,
            false_positive: fp,
            false_negative: r#fn,
            true_negative: tn,
            classes: [negatives, positives],
        } = of;
        let all = negatives + positives;
        Ok(match self {
            Measure::Tpr => [tp, positives],
            Measure::Fpr => [fp, negatives],
            Measure::Tnr => [tn, negatives],
            Measure::Fnr => [r#fn, positives],
            Measure::Ppv => [tp, tp + fp],
            Measure::Npv => [tn, tn + r#fn],
            Measure::Accuracy | Measure::BalancedAccuracy => [tp + tn, all],
            Measure::ErrorRate => [fp + r#fn, all],
            Measure::F1 => [tp * 2.0, tp * 2.0 + fp + r#fn],
            Measure::F(beta) => {
                // The shares of beta^2 and of 1 in their sum, which may be too large for a number.
                let misses = 1.0 / (1.0 + (1.0 / beta) * (1.0 / beta));
                let alarms = 1.0 / (1.0 + beta * beta);
                [tp, tp + r#fn * misses + fp * alarms]
            }
            Measure::Jaccard => [tp, tp + fp + r#fn],
            Measure::NumberToEvaluate => [tp + fp, tp],
            Measure::FalseDiscoveryRate => [fp, tp + fp],
            Measure::FalseOmissionRate => [r#fn, tn + r#fn],
            Measure::Share => [tp + fp, all],
            Measure::Youden => [tp + fp * -1.0, all],
            Measure::PositiveLikelihoodRatio => [tp, fp],
            Measure::NegativeLikelihoodRatio => [r#fn, tn],
            Measure::Risk(costs) => [cost_of(of, costs.in_quotient()), all],
            Measure::NetBenefit(at) => [cost_of(of, gains(at).in_quotient()), all],
            Measure::StandardizedNetBenefit(at) => [tp + fp * -odds(at), positives],
            Measure::Kappa => return Err(Function::Kappa),
            Measure::Correlation => return Err(Function::Correlation),
            Measure::OddsRatio => return Err(Function::OddsRatio),
            Measure::NumberToDiagnose => return Err(Function::NumberToDiagnose),
            Measure::Dependence => return Err(Function::Dependence),
            Measure::Distance => return Err(Function::Distance),
            Measure::GeometricMean => return Err(Function::GeometricMean),
            Measure::Imbalance => return Err(Function::Imbalance),
            Measure::Markedness => return Err(Function::Markedness),
            Measure::PredictiveProduct => return Err(Function::PredictiveProduct),
        })
    }

    /// Returns the costs of the outcomes, or their gains for a net benefit. None for other measures.
    pub(crate) fn costs(self) -> Option<Costs> {
        match self {
            Measure::Risk(costs) => Some(costs),
            Measure::NetBenefit(at) => Some(gains(at)),
            _ => None,
        }
    }

    /// Returns the factor from the quotient to the measure.
    pub(crate) fn unit(self) -> f64 {
        match self {
            Measure::Youden => 2.0,
            _ => self.costs().map_or(1.0, |costs| costs.unit_of_quotient()),
        }
    }

    /// Returns whether the measure depends on the probability of the positive class.
    ///
    /// ```
    /// use weighted_roc_core::quantity::Measure;
    ///
    /// assert!(Measure::Ppv.takes_prior());
    /// assert!(!Measure::Youden.takes_prior());
    /// ```
    pub fn takes_prior(self) -> bool {
        let is_rate = matches!(
            self,
            Measure::Tpr | Measure::Fpr | Measure::Tnr | Measure::Fnr
        );
        !is_rate && !self.is_of_both_rates()
    }

    /// Returns whether the measure combines rates of both classes, so that both have the same weight.
    pub(crate) fn is_of_both_rates(self) -> bool {
        matches!(
            self,
            Measure::BalancedAccuracy
                | Measure::Youden
                | Measure::PositiveLikelihoodRatio
                | Measure::NegativeLikelihoodRatio
                | Measure::OddsRatio
                | Measure::NumberToDiagnose
                | Measure::Dependence
                | Measure::Distance
                | Measure::GeometricMean
                | Measure::Imbalance
        )
    }
}

/// The sum of what the cells cost.
#[inline(always)]
fn cost_of<T: Copy + Add<Output = T> + Mul<f64, Output = T>>(of: &Confusion<T>, costs: Costs) -> T {
    of.true_positive * costs.true_positive
        + of.false_positive * costs.false_positive
        + of.false_negative * costs.false_negative
        + of.true_negative * costs.true_negative
}

/// The gains of a net benefit.
fn gains(at: f64) -> Costs {
    Costs {
        false_positive: -odds(at),
        false_negative: 0.0,
        true_positive: 1.0,
        true_negative: 0.0,
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

/// The diagnostic odds ratio. FPR and TPR, TNR and FNR.
#[inline(always)]
pub(crate) fn odds_ratio([fpr, tpr]: [f64; 2], [tnr, r#fn]: [f64; 2]) -> f64 {
    (tpr / fpr) * (tnr / r#fn)
}

/// The symmetric extremal dependence index (ln a - ln b) / (ln a + ln b), with a = FPR FNR and b = TPR TNR: a - b is
/// FPR - TPR, which has more digits than the difference of the logarithms where both are close. NaN where a rate is 0.
#[inline(always)]
pub(crate) fn dependence([fpr, tpr]: [f64; 2], [tnr, r#fn]: [f64; 2]) -> f64 {
    let products = [fpr * r#fn, tpr * tnr];
    let (a, b) = if products[0].min(products[1]) >= f64::MIN_POSITIVE {
        (libm::log(products[0]), libm::log(products[1]))
    } else {
        let of = |one: f64, other: f64| libm::log(one) + libm::log(other);
        (of(fpr, r#fn), of(tpr, tnr))
    };
    let off = lead([fpr, tpr], [tnr, r#fn]) / products[0];
    let apart = if off.abs() < 0.5 {
        libm::log1p(off)
    } else {
        b - a
    };
    // Infinite where a rate is 0: then this is NaN.
    -apart / (a + b)
}

/// The distance from the corner in which all answers are right. FPR and FNR.
#[inline(always)]
pub(crate) fn distance(fpr: f64, r#fn: f64) -> f64 {
    libm::hypot(fpr, r#fn)
}

/// The geometric mean of TPR and TNR.
#[inline(always)]
pub(crate) fn geometric_mean(tpr: f64, tnr: f64) -> f64 {
    tpr.sqrt() * tnr.sqrt()
}

/// TPR - TNR = FPR - FNR by the smaller rates, 0 where no digit is left of the difference.
#[inline(always)]
pub(crate) fn imbalance([fpr, tpr]: [f64; 2], [tnr, r#fn]: [f64; 2]) -> f64 {
    if tpr.max(tnr) < fpr.max(r#fn) {
        difference(tpr, tnr)
    } else {
        difference(fpr, r#fn)
    }
}

/// PPV + NPV - 1 = W1 W0 (TPR - FPR) over the product of what is called and what is not. NaN where one of these is 0.
#[inline(always)]
pub(crate) fn markedness(
    lead: f64,
    [negatives, positives]: [f64; 2],
    [called, not_called]: [f64; 2],
) -> f64 {
    let factors = [positives / called, negatives / not_called];
    // The larger one first: the product does not vanish on the way.
    let product = lead * factors[0].max(factors[1]) * factors[0].min(factors[1]);
    product.clamp(-1.0, 1.0)
}
