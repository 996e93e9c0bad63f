//! The area between a curve and the line on which a classifier costs what the random one costs.

use super::polyline::Polyline;
use crate::exact::rational;
use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{One, Signed, Zero};

/// The line intercept + slope x, or an upright one.
#[derive(Debug)]
pub enum Line {
    Sloping {
        intercept: BigRational,
        slope: BigRational,
    },
    Upright {
        at: BigRational,
    },
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
    /// and the positive class; both pairs count as if they added up to 1. Towards no cost of false
    /// negatives the line falls below the origin and stands up.
    pub fn new(costs: [f64; 2], priors: [f64; 2]) -> Line {
        let [_, missed] = shares(costs);
        let [negative, positive] = shares(priors);
        let one = BigRational::one();
        match missed.is_zero() {
            true => Line::Upright { at: positive },
            false => Line::Sloping {
                intercept: &one - &negative / &missed,
                slope: (&one - &missed) / &missed * &negative / positive,
            },
        }
    }

    /// Returns the area below a curve, above the line and above 0; left of an upright line.
    pub fn area_below(&self, curve: &Polyline) -> BigRational {
        match self {
            Line::Sloping { intercept, slope } => above(intercept, slope, curve),
            Line::Upright { at } => curve.integral(&BigRational::zero(), at),
        }
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

fn above(intercept: &BigRational, slope: &BigRational, curve: &Polyline) -> BigRational {
    let zero = BigRational::zero();
    let mut corners = curve.x.clone();
    if !slope.is_zero() {
        corners.push(-intercept / slope);
    }
    corners.retain(|x| !x.is_negative() && *x <= BigRational::one());
    corners.sort();
    corners.dedup();
    let height = |x: &BigRational, y| y - (intercept + slope * x).max(zero.clone());
    let piece = |ends: &[BigRational]| {
        let left = height(&ends[0], curve.upper(&ends[0]));
        let right = height(&ends[1], curve.lower(&ends[1]));
        (&ends[1] - &ends[0]) * positive_mean(&left, &right)
    };
    sum(corners.windows(2).map(piece))
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
