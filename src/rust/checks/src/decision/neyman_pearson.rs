//! The best under a bound on one rate of errors.

use crate::curve::Curve;
use crate::definition::ExactCurve;
use crate::exact::rational;
use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{One, Zero};
use weighted_roc_core::decision::Bound;

/// What is bounded and what the other errors are, row by row, so that less is better of both.
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

fn rest(rate: &BigRational) -> BigRational {
    BigRational::one() - rate
}

impl Errors {
    /// For some rows of a curve, as its columns say. FNR is FN over its last value, rounded. A rate
    /// is at the bound if it differs by no more than rounding.
    pub fn by_columns(curve: &Curve, rows: &[usize], bound: Bound) -> Errors {
        const ROUNDING: f64 = 16.0 * f64::EPSILON;
        let positives = curve.positives();
        let fpr = |&row: &usize| rational(curve.fpr[row]);
        let fnr = |&row: &usize| rational(curve.false_negative[row] / positives);
        let missed = |&row: &usize| rest(&rational(curve.tpr[row]));
        let (Bound::Fpr(rate) | Bound::Fnr(rate) | Bound::Tpr(rate)) = bound;
        let [from, bound_is, to] =
            [rate * (1.0 - ROUNDING), rate, rate * (1.0 + ROUNDING)].map(rational);
        let (bounded, other, bound, at_bound) = match bound {
            Bound::Fpr(_) => (all(rows, fpr), all(rows, missed), bound_is, [from, to]),
            Bound::Fnr(_) => (all(rows, fnr), all(rows, fpr), bound_is, [from, to]),
            Bound::Tpr(_) => {
                let at_bound = [rest(&to), rest(&from)];
                (all(rows, missed), all(rows, fpr), rest(&bound_is), at_bound)
            }
        };
        Errors {
            bounded,
            other,
            bound,
            at_bound,
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

    /// Whether a row is at the bound.
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
        let around = |&(i, j): &(usize, usize)| {
            let (a, b) = (&self.bounded[i], &self.bounded[j]);
            a.min(b) <= &self.bound && &self.bound <= a.max(b)
        };
        let mixed = |(i, j)| self.mixed(i, j, &self.probability(i, j));
        let values = pairs.filter(around).map(mixed);
        values
            .min()
            .expect("the ends of the curve are around every bound")
    }
}

fn all(rows: &[usize], error: impl Fn(&usize) -> BigRational) -> Vec<BigRational> {
    rows.iter().map(error).collect()
}
