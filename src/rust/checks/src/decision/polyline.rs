//! A function that is straight between points, and jumps where two of them are above each other.

use crate::curve::Curve;
use crate::definition::ExactCurve;
use crate::exact::rational;
use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::One;

/// Points from left to right, neither coordinate falling.
#[derive(Clone, Debug)]
pub struct Polyline {
    pub x: Vec<BigRational>,
    pub y: Vec<BigRational>,
}

fn ascending(column: &[f64]) -> Vec<BigRational> {
    column.iter().rev().copied().map(rational).collect()
}

/// The shares of the whole that is the first of the weights.
fn shares<'a>(weights: impl DoubleEndedIterator<Item = BigInt> + 'a) -> Vec<BigRational> {
    let weights: Vec<BigInt> = weights.collect();
    let share = |weight: &BigInt| BigRational::new(weight.clone(), weights[0].clone());
    weights.iter().rev().map(share).collect()
}

impl Polyline {
    /// TPR by FPR, as the columns of a curve say.
    pub fn tpr_by_fpr(curve: &Curve) -> Polyline {
        Polyline {
            x: ascending(&curve.fpr),
            y: ascending(&curve.tpr),
        }
    }

    /// FPR by TPR, as the columns of a curve say: 1 - [`Curve::tnr`].
    pub fn fpr_by_tpr(curve: &Curve) -> Polyline {
        let fpr = |row| BigRational::one() - curve.tnr(row);
        Polyline {
            x: ascending(&curve.tpr),
            y: (0..curve.rows()).rev().map(fpr).collect(),
        }
    }

    /// TPR by FPR, as the observations say.
    pub fn by_weights(exact: &ExactCurve) -> Polyline {
        let right = |below| exact.positives() - below;
        Polyline {
            x: shares(exact.false_positive.iter().cloned()),
            y: shares(exact.false_negative.iter().map(right)),
        }
    }

    /// The highest of the points at this place.
    pub fn upper(&self, x: &BigRational) -> BigRational {
        let after = self.x.partition_point(|other| other <= x);
        match &self.x[after - 1] == x {
            true => self.y[after - 1].clone(),
            false => self.between(after, x),
        }
    }

    /// The lowest of the points at this place.
    pub fn lower(&self, x: &BigRational) -> BigRational {
        let at = self.x.partition_point(|other| other < x);
        match &self.x[at] == x {
            true => self.y[at].clone(),
            false => self.between(at, x),
        }
    }

    /// The value at a place between a point and the one before it.
    fn between(&self, after: usize, x: &BigRational) -> BigRational {
        let [left, right] = [&self.x[after - 1], &self.x[after]];
        let [low, high] = [&self.y[after - 1], &self.y[after]];
        low + (x - left) / (right - left) * (high - low)
    }

    pub fn integral(&self, from: &BigRational, to: &BigRational) -> BigRational {
        let mut corners = vec![from.clone()];
        corners.extend(self.x.iter().filter(|&x| from < x && x < to).cloned());
        corners.dedup();
        corners.push(to.clone());
        let piece = |ends: &[BigRational]| {
            let heights = self.upper(&ends[0]) + self.lower(&ends[1]);
            (&ends[1] - &ends[0]) * heights
        };
        let pair_correction: BigRational =
            corners.windows(2).filter(|e| e[0] < e[1]).map(piece).sum();
        pair_correction / BigInt::from(2)
    }
}

/// The area below a curve between two false positive rates.
pub fn area_by_fpr(curve: &Curve, [from, to]: [f64; 2]) -> BigRational {
    Polyline::tpr_by_fpr(curve).integral(&rational(from), &rational(to))
}

/// The area to the right of a curve between two true positive rates.
pub fn area_by_tpr(curve: &Curve, [from, to]: [f64; 2]) -> BigRational {
    let (from, to) = (rational(from), rational(to));
    &to - &from - Polyline::fpr_by_tpr(curve).integral(&from, &to)
}
