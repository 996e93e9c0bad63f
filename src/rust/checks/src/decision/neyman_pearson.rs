//! The best under a bound on one rate of errors.

use crate::curve::Curve;
use crate::exact::rational;
use num_rational::BigRational;
use num_traits::{One, Zero};
use weighted_roc_core::decision::Bound;

/// What is bounded and what the other errors are, row by row, so that less is better of both. Among
/// rates that are rounded the bound 0.3 is that of 3 in 10: FNR is FN over its last value, rounded.
pub struct Errors {
    pub bounded: Vec<BigRational>,
    pub other: Vec<BigRational>,
    pub bound: BigRational,
}

impl Errors {
    /// For some rows of a curve.
    pub fn new(curve: &Curve, rows: &[usize], bound: Bound) -> Errors {
        let positives = curve.positives();
        let fpr = |&row: &usize| rational(curve.fpr[row]);
        let fnr = |&row: &usize| rational(curve.false_negative[row] / positives);
        let missed = |&row: &usize| BigRational::one() - rational(curve.tpr[row]);
        match bound {
            Bound::Fpr(bound) => Errors {
                bounded: rows.iter().map(fpr).collect(),
                other: rows.iter().map(missed).collect(),
                bound: rational(bound),
            },
            Bound::Fnr(bound) => Errors {
                bounded: rows.iter().map(fnr).collect(),
                other: rows.iter().map(fpr).collect(),
                bound: rational(bound),
            },
            Bound::Tpr(bound) => Errors {
                bounded: rows.iter().map(missed).collect(),
                other: rows.iter().map(fpr).collect(),
                bound: BigRational::one() - rational(bound),
            },
        }
    }

    /// The least other error of a row that keeps the bound, and the least bounded error with that.
    pub fn best(&self) -> [&BigRational; 2] {
        let errors = self.other.iter().zip(&self.bounded);
        let kept = errors.filter(|(_, bounded)| **bounded <= self.bound);
        let (other, bounded) = kept.min().expect("an end of the curve keeps every bound");
        [other, bounded]
    }

    /// Whether a row is at the bound.
    pub fn is_reached(&self) -> bool {
        self.bounded.contains(&self.bound)
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

    /// The least other error at the bound that neighbours reach together.
    pub fn least_at_bound(&self) -> BigRational {
        let pairs = (1..self.bounded.len()).map(|i| (i - 1, i));
        let ends = pairs.flat_map(|(i, j)| [(i, j), (i, i), (j, j)]);
        let around = |&(i, j): &(usize, usize)| {
            let (a, b) = (&self.bounded[i], &self.bounded[j]);
            a.min(b) <= &self.bound && &self.bound <= a.max(b)
        };
        let mixed = |(i, j)| self.mixed(i, j, &self.probability(i, j));
        let values = ends.filter(around).map(mixed);
        values
            .min()
            .expect("the ends of the curve are around every bound")
    }
}
