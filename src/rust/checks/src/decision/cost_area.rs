//! The area between a curve and the line on which a classifier costs what the random one costs.

use super::polyline::Polyline;
use crate::exact::rational;
use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{One, Signed, Zero};

/// The line intercept + slope x.
#[derive(Debug)]
pub struct Line {
    pub intercept: BigRational,
    pub slope: BigRational,
}

/// The sum of terms that are rounded to multiples of `2^-256`: their fractions have too little in
/// common to be added up as they are.
const PLACES: u32 = 256;

fn sum(terms: impl Iterator<Item = BigRational>) -> BigRational {
    let multiple = |term: BigRational| (term.numer() << PLACES) / term.denom();
    let sum: BigInt = terms.map(multiple).sum();
    BigRational::new(sum, BigInt::one() << PLACES)
}

impl Line {
    /// By the costs of a false positive and a false negative, and the probabilities of the negative
    /// and the positive class; both pairs count as if they added up to 1.
    pub fn new(costs: [f64; 2], priors: [f64; 2]) -> Line {
        let [_, missed] = shares(costs);
        let [negative, positive] = shares(priors);
        let one = BigRational::one();
        Line {
            intercept: &one - &negative / &missed,
            slope: (&one - &missed) / &missed * &negative / positive,
        }
    }

    fn at(&self, x: &BigRational) -> BigRational {
        &self.intercept + &self.slope * x
    }

    /// What lies below a curve, above the line and above 0.
    pub fn area_below(&self, curve: &Polyline) -> BigRational {
        let mut corners = curve.x.clone();
        corners.push(-&self.intercept / &self.slope);
        corners.retain(|x| !x.is_negative() && *x <= BigRational::one());
        corners.sort();
        corners.dedup();
        let height = |x: &BigRational, y| y - self.at(x).max(BigRational::zero());
        let piece = |ends: &[BigRational]| {
            let left = height(&ends[0], curve.upper(&ends[0]));
            let right = height(&ends[1], curve.lower(&ends[1]));
            (&ends[1] - &ends[0]) * positive_mean(&left, &right)
        };
        sum(corners.windows(2).map(piece))
    }

    /// The same below the perfect curve.
    pub fn largest(&self) -> BigRational {
        let (zero, one) = (BigRational::zero(), BigRational::one());
        self.area_below(&Polyline {
            x: vec![zero, one.clone()],
            y: vec![one.clone(), one],
        })
    }
}

fn shares([a, b]: [f64; 2]) -> [BigRational; 2] {
    let (a, b) = (rational(a), rational(b));
    let whole = &a + &b;
    [a / &whole, b / whole]
}

/// The mean of the positive part of a value that changes evenly.
fn positive_mean(left: &BigRational, right: &BigRational) -> BigRational {
    let zero = BigRational::zero();
    let (low, high) = (left.min(right), left.max(right));
    let two = BigInt::from(2);
    match (low.is_negative(), high.is_positive()) {
        (false, _) => (low + high) / two,
        (true, true) => high * high / (high - low) / two,
        (true, false) => zero,
    }
}
