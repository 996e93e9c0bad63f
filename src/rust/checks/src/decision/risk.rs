//! The expected cost of an observation.

use crate::curve::Curve;
use crate::definition::ExactCurve;
use crate::exact::rational;
use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::One;
use weighted_roc_core::decision::Costs;

/// The shares of each class that get the right answer and the wrong one.
#[derive(Debug)]
pub struct Rates {
    pub tpr: BigRational,
    pub fnr: BigRational,
    pub fpr: BigRational,
    pub tnr: BigRational,
}

impl Rates {
    /// As the columns of a curve say; FNR is FN over its last value, TNR is [`Curve::tnr`].
    pub fn by_columns(curve: &Curve, row: usize) -> Rates {
        Rates {
            tpr: rational(curve.tpr[row]),
            fnr: rational(curve.false_negative[row]) / rational(curve.positives()),
            fpr: rational(curve.fpr[row]),
            tnr: curve.tnr(row),
        }
    }

    /// As the observations say.
    pub fn by_weights(exact: &ExactCurve, row: usize) -> Rates {
        let ratio = |part: &BigInt, whole: &BigInt| BigRational::new(part.clone(), whole.clone());
        let fnr = ratio(&exact.false_negative[row], exact.positives());
        let fpr = ratio(&exact.false_positive[row], exact.negatives());
        Rates {
            tpr: BigRational::one() - &fnr,
            tnr: BigRational::one() - &fpr,
            fnr,
            fpr,
        }
    }

    /// The risk of predicting positive with a probability, whatever the score.
    pub fn chance(positive: &BigRational) -> Rates {
        let negative = BigRational::one() - positive;
        Rates {
            tpr: positive.clone(),
            fpr: positive.clone(),
            fnr: negative.clone(),
            tnr: negative,
        }
    }

    /// TPR - FPR, by the smaller rates where they disagree.
    pub fn lead(&self) -> BigRational {
        match (&self.tpr).max(&self.fpr) < (&self.tnr).max(&self.fnr) {
            true => &self.tpr - &self.fpr,
            false => &self.tnr - &self.fnr,
        }
    }

    pub fn risk(&self, costs: &Costs, prior: &BigRational) -> BigRational {
        let of_positive =
            rational(costs.true_positive) * &self.tpr + rational(costs.false_negative) * &self.fnr;
        let of_negative =
            rational(costs.false_positive) * &self.fpr + rational(costs.true_negative) * &self.tnr;
        prior * of_positive + (BigRational::one() - prior) * of_negative
    }
}

/// The probability of the positive class: as it is given, or its share in the weights.
pub fn prior(given: Option<f64>, curve: &Curve) -> BigRational {
    let by_weight = || {
        let positives = rational(curve.positives());
        &positives / (&positives + rational(curve.negatives()))
    };
    given.map_or_else(by_weight, rational)
}
