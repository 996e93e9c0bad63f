//! The weights of right and wrong answers, and the measures made of them.

use super::risk::Rates;
use crate::curve::Curve;
use crate::definition::ExactCurve;
use crate::exact::{power_of_two, rational, whole};
use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{One, Signed, Zero};

/// All weights are multiples of `2^exponent`. Every measure but the error rate grows with the right
/// answers and falls with the wrong ones.
#[derive(Clone, Debug, PartialEq)]
pub struct Confusion {
    pub true_positive: BigInt,
    pub false_positive: BigInt,
    pub true_negative: BigInt,
    pub false_negative: BigInt,
    pub exponent: i32,
}

/// `part / (part + rest)`, nothing if both are 0.
fn share(part: BigInt, rest: BigInt) -> Option<BigRational> {
    let whole = &part + rest;
    (!whole.is_zero()).then(|| BigRational::new_raw(part, whole))
}

impl Confusion {
    /// As the columns of a curve say.
    pub fn by_columns(curve: &Curve, row: usize) -> Confusion {
        let known = curve.true_negative.get(row);
        let (weights, unit) = whole(&[
            curve.positives(),
            curve.negatives(),
            curve.false_negative[row],
            curve.false_positive[row],
            known.copied().unwrap_or(0.0),
        ]);
        let (tpr, rate_unit) = whole(&[curve.tpr[row]]);
        let one = power_of_two(-rate_unit).to_integer();
        let true_negative = match known {
            Some(_) => weights[4].clone(),
            None => &weights[1] - &weights[3],
        };
        Confusion {
            true_positive: &weights[0] * &tpr[0],
            true_negative: true_negative * &one,
            false_negative: &weights[2] * &one,
            false_positive: &weights[3] * &one,
            exponent: unit + rate_unit,
        }
    }

    /// As the observations say.
    pub fn by_weights(exact: &ExactCurve, row: usize) -> Confusion {
        let (below, above) = (&exact.false_negative[row], &exact.false_positive[row]);
        Confusion {
            true_positive: exact.positives() - below,
            true_negative: exact.negatives() - above,
            false_negative: below.clone(),
            false_positive: above.clone(),
            exponent: exact.exponent,
        }
    }

    /// As the rates say of a population with this probability of the positive class.
    pub fn at_prior(rates: &Rates, prior: f64) -> Confusion {
        let positive = rational(prior);
        let negative = BigRational::one() - &positive;
        let cells = [
            &positive * &rates.tpr,
            &negative * &rates.fpr,
            &negative * &rates.tnr,
            &positive * &rates.fnr,
        ];
        // The least common multiple of the denominators.
        let unit = cells.iter().fold(BigInt::one(), |unit, cell| {
            let rest = cell * &unit;
            unit * rest.denom()
        });
        let multiple = |cell: &BigRational| (cell * &unit).to_integer();
        Confusion {
            true_positive: multiple(&cells[0]),
            false_positive: multiple(&cells[1]),
            true_negative: multiple(&cells[2]),
            false_negative: multiple(&cells[3]),
            exponent: 0,
        }
    }

    /// In a smaller unit, for weights that differ a little.
    pub fn finer(&self, bits: i32) -> Confusion {
        Confusion {
            true_positive: &self.true_positive << bits,
            false_positive: &self.false_positive << bits,
            true_negative: &self.true_negative << bits,
            false_negative: &self.false_negative << bits,
            exponent: self.exponent - bits,
        }
    }

    fn weight(&self, multiple: &BigInt) -> BigRational {
        power_of_two(self.exponent) * multiple
    }

    pub fn true_positive(&self) -> BigRational {
        self.weight(&self.true_positive)
    }

    pub fn true_negative(&self) -> BigRational {
        self.weight(&self.true_negative)
    }

    pub fn ppv(&self) -> Option<BigRational> {
        share(self.true_positive.clone(), self.false_positive.clone())
    }

    pub fn npv(&self) -> Option<BigRational> {
        share(self.true_negative.clone(), self.false_negative.clone())
    }

    pub fn accuracy(&self) -> Option<BigRational> {
        share(
            &self.true_positive + &self.true_negative,
            &self.false_positive + &self.false_negative,
        )
    }

    pub fn error_rate(&self) -> Option<BigRational> {
        share(
            &self.false_positive + &self.false_negative,
            &self.true_positive + &self.true_negative,
        )
    }

    pub fn false_discovery_rate(&self) -> Option<BigRational> {
        share(self.false_positive.clone(), self.true_positive.clone())
    }

    pub fn false_omission_rate(&self) -> Option<BigRational> {
        share(self.false_negative.clone(), self.true_negative.clone())
    }

    pub fn share(&self) -> Option<BigRational> {
        share(
            &self.true_positive + &self.false_positive,
            &self.true_negative + &self.false_negative,
        )
    }

    /// Cohen's: how much of the agreement that chance does not give there is.
    pub fn kappa(&self) -> Option<BigRational> {
        let (right, wrong) = (&self.true_positive, &self.false_positive);
        let (missed, spared) = (&self.false_negative, &self.true_negative);
        let (predicted_positive, predicted_negative) = (right + wrong, missed + spared);
        let (positives, negatives) = (right + missed, wrong + spared);
        let all = &predicted_positive + &predicted_negative;
        let agreement = (right + spared) * &all;
        let by_chance = &predicted_positive * &positives + &predicted_negative * &negatives;
        let rest = &all * &all - &by_chance;
        (!rest.is_zero()).then(|| BigRational::new_raw(agreement - by_chance, rest))
    }

    /// By how much kappa is larger than TPR - FPR.
    pub fn kappa_by_lead(&self) -> BigRational {
        let positives = &self.true_positive + &self.false_negative;
        let negatives = &self.false_positive + &self.true_negative;
        let predicted_positive = &self.true_positive + &self.false_positive;
        let predicted_negative = &self.true_negative + &self.false_negative;
        let pair_correction = &positives * &negatives * 2;
        BigRational::new_raw(
            pair_correction,
            predicted_positive * negatives + predicted_negative * positives,
        )
    }

    /// By how much the correlation is larger than TPR - FPR, squared.
    pub fn mcc_by_lead_squared(&self) -> Option<BigRational> {
        let (right, wrong) = (&self.true_positive, &self.false_positive);
        let (missed, spared) = (&self.false_negative, &self.true_negative);
        let said = (right + wrong) * (spared + missed);
        let are = (right + missed) * (spared + wrong);
        (!said.is_zero()).then(|| BigRational::new_raw(are, said))
    }

    pub fn f1(&self) -> Option<BigRational> {
        share(
            &self.true_positive * 2,
            &self.false_positive + &self.false_negative,
        )
    }

    /// Matthews' correlation coefficient times its absolute value, which is rational.
    pub fn mcc_squared(&self) -> Option<BigRational> {
        let (right, wrong) = (&self.true_positive, &self.false_positive);
        let (missed, spared) = (&self.false_negative, &self.true_negative);
        let margins = (right + wrong) * (right + missed) * (spared + wrong) * (spared + missed);
        let covariance = right * spared - wrong * missed;
        let square = &covariance * covariance.abs();
        (!margins.is_zero()).then(|| BigRational::new_raw(square, margins))
    }
}
