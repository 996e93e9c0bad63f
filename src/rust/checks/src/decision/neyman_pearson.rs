//! The best under a bound on one rate of errors.

use crate::curve::Curve;
use crate::definition::ExactCurve;
use crate::exact::rational;
use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{One, Zero};
use weighted_roc_core::decision::Bound;

/// The bounded errors and the other errors of each row; less is better of both.
pub struct Errors {
    pub bounded: Vec<BigRational>,
    pub other: Vec<BigRational>,
    pub bound: BigRational,
    /// Errors from here to there count as at the bound.
    pub at_bound: [BigRational; 2],
}

/// Whose rate is bounded.
#[derive(Clone, Copy, Debug)]
pub enum Rate {
    Fpr,
    Fnr,
    Tpr,
}

/// 4 units in the last place of the bound or of its complement, and two of 1 for a bound whose complement
/// is exact.
fn rounding_of(bound: f64) -> BigRational {
    let exact = rational(bound);
    let small = rest(&exact).min(exact);
    let is_exact = rational(1.0 - bound) == rest(&rational(bound));
    let ulp = rational(f64::EPSILON);
    match is_exact && !small.is_zero() {
        true => &ulp * rational(4.0) * small + ulp,
        false => ulp * rational(4.0) * small,
    }
}

fn rest(rate: &BigRational) -> BigRational {
    BigRational::one() - rate
}

impl Errors {
    /// For some rows of a curve, as its columns say. FNR is FN over its last value, rounded, and TNR
    /// likewise where FPR is so near 1 that the column says TN. A rate is at the bound if it differs by no
    /// more than rounding, by its complement where the bound is above 1/2.
    pub fn by_columns(curve: &Curve, rows: &[usize], bound: Bound) -> Errors {
        let fpr = |&row: &usize| rational(curve.fpr[row]);
        let missed = |&row: &usize| rest(&rational(curve.tpr[row]));
        let (Bound::Fpr(rate) | Bound::Fnr(rate) | Bound::Tpr(rate)) = bound else {
            unreachable!("{bound:?}")
        };
        // FPR and TPR up to 1/2 are known as such, larger ones by what they lack of 1.
        let is_large = match bound {
            Bound::Fpr(_) | Bound::Tpr(_) => rate > 0.5,
            _ => rate >= 0.5,
        };
        let (errors, other, bound) = match bound {
            Bound::Fpr(_) => {
                let by_rest = |&row: &usize| rest(&rational(curve.given().point(row).unwrap().tnr));
                let errors = match is_large {
                    true => all(rows, by_rest),
                    false => all(rows, fpr),
                };
                (errors, all(rows, missed), rational(rate))
            }
            _ => {
                let is_fnr = matches!(bound, Bound::Fnr(_));
                let fnr = |&row: &usize| rational(curve.given().point(row).unwrap().fnr);
                let errors = match is_large == is_fnr {
                    true => all(rows, missed),
                    false => all(rows, fnr),
                };
                let bound = match (is_fnr, is_large) {
                    (true, true) => rest(&rational(1.0 - rate)),
                    (true, false) => rational(rate),
                    (false, true) => rational(1.0 - rate),
                    (false, false) => rest(&rational(rate)),
                };
                (errors, all(rows, fpr), bound)
            }
        };
        let rounding = rounding_of(rate);
        Errors {
            bounded: errors,
            other,
            at_bound: [&bound - &rounding, &bound + &rounding],
            bound,
        }
    }

    /// For some rows of a curve, as the observations say.
    pub fn by_weights(
        exact: &ExactCurve,
        rows: &[usize],
        rate: Rate,
        bound: &BigRational,
    ) -> Errors {
        let share = |part: &BigInt, whole: &BigInt| BigRational::new(part.clone(), whole.clone());
        let fpr = |&row: &usize| share(&exact.false_positive[row], exact.negatives());
        let fnr = |&row: &usize| share(&exact.false_negative[row], exact.positives());
        let (bounded, other, bound) = match rate {
            Rate::Fpr => (all(rows, fpr), all(rows, fnr), bound.clone()),
            Rate::Fnr => (all(rows, fnr), all(rows, fpr), bound.clone()),
            Rate::Tpr => (all(rows, fnr), all(rows, fpr), rest(bound)),
        };
        Errors {
            bounded,
            other,
            at_bound: [bound.clone(), bound.clone()],
            bound,
        }
    }

    /// The least other error of a row that keeps the bound, and the least bounded error with that.
    pub fn best(&self) -> [&BigRational; 2] {
        let errors = self.other.iter().zip(&self.bounded);
        let kept = errors.filter(|(_, bounded)| **bounded <= self.at_bound[1]);
        let (other, bounded) = kept.min().expect("an end of the curve keeps every bound");
        [other, bounded]
    }

    pub fn is_at_bound(&self, row: usize) -> bool {
        let [from, to] = &self.at_bound;
        *from <= self.bounded[row] && self.bounded[row] <= *to
    }

    /// Returns whether a row is at the bound.
    pub fn is_reached(&self) -> bool {
        (0..self.bounded.len()).any(|row| self.is_at_bound(row))
    }

    /// The probability of the first of two rows that makes the bounded error that of the bound,
    /// 0 if they are the same.
    pub fn probability(&self, first: usize, second: usize) -> BigRational {
        let (a, b) = (&self.bounded[first], &self.bounded[second]);
        match a == b {
            true => BigRational::zero(),
            false => (&self.bound - b) / (a - b),
        }
    }

    /// The other error when the first of two rows is used with a probability, else the second.
    pub fn mixed(&self, first: usize, second: usize, probability: &BigRational) -> BigRational {
        probability * &self.other[first] + (BigRational::one() - probability) * &self.other[second]
    }

    /// The least other error at the bound, which a row is at or neighbours reach together.
    pub fn least_at_bound(&self) -> BigRational {
        if self.is_reached() {
            return self.best()[0].clone();
        }
        let pairs = (1..self.bounded.len()).map(|i| (i - 1, i));
        let neighbours = |&(i, j): &(usize, usize)| {
            let (a, b) = (&self.bounded[i], &self.bounded[j]);
            a.min(b) <= &self.bound && &self.bound <= a.max(b)
        };
        let mixed = |(i, j)| self.mixed(i, j, &self.probability(i, j));
        let values = pairs.filter(neighbours).map(mixed);
        values
            .min()
            .expect("the ends of the curve are around every bound")
    }
}

fn all(rows: &[usize], error: impl Fn(&usize) -> BigRational) -> Vec<BigRational> {
    rows.iter().map(error).collect()
}
