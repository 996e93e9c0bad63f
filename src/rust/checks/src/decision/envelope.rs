//! The least cost at every operating condition: the lower envelope of one straight line a row.

use crate::curve::Curve;
use crate::definition::ExactCurve;
use crate::exact::{power_of_two, whole};
use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{One, Zero};

/// The cost of a row: FPR where the probability-cost of the positive class is 0, FNR where it is 1.
struct Line {
    fpr: BigInt,
    fnr: BigInt,
}

/// The lines of all rows, in a common unit.
pub struct Lines {
    lines: Vec<Line>,
    one: BigInt,
}

impl Lines {
    pub fn by_columns(curve: &Curve) -> Lines {
        let (below, _) = whole(&curve.false_negative);
        let (fpr, exponent) = whole(&curve.fpr);
        let one = (power_of_two(-exponent)).to_integer();
        let positives = &below[below.len() - 1];
        let lines = fpr.iter().zip(&below).map(|(fpr, below)| Line {
            fpr: fpr * positives,
            fnr: below * &one,
        });
        Lines {
            lines: lines.collect(),
            one: &one * positives,
        }
    }

    pub fn by_weights(exact: &ExactCurve) -> Lines {
        let (positives, negatives) = (exact.positives(), exact.negatives());
        let columns = exact.false_positive.iter().zip(&exact.false_negative);
        let lines = columns.map(|(above, below)| Line {
            fpr: above * positives,
            fnr: below * negatives,
        });
        Lines {
            lines: lines.collect(),
            one: positives * negatives,
        }
    }

    /// Returns the cost of a row, as a multiple of the inverse of [`Lines::unit`].
    fn multiple(&self, row: usize, pc: &BigRational) -> BigInt {
        let Line { fpr, fnr } = &self.lines[row];
        fnr * pc.numer() + fpr * (pc.denom() - pc.numer())
    }

    fn unit(&self, pc: &BigRational) -> BigInt {
        &self.one * pc.denom()
    }

    pub fn cost(&self, row: usize, pc: &BigRational) -> BigRational {
        BigRational::new(self.multiple(row, pc), self.unit(pc))
    }

    pub fn least(&self, pc: &BigRational) -> BigRational {
        let costs = (0..self.lines.len()).map(|row| self.multiple(row, pc));
        BigRational::new(costs.min().expect("two rows at least"), self.unit(pc))
    }

    /// The only row of least cost, if there is one.
    pub fn best(&self, pc: &BigRational) -> Option<usize> {
        let cost = |row| self.multiple(row, pc);
        let rows = 0..self.lines.len();
        let least = rows.clone().map(cost).min().expect("two rows at least");
        let mut best = rows.filter(|&row| cost(row) == least);
        best.next().filter(|_| best.next().is_none())
    }

    /// Where two lines meet, if that is between 0 and 1.
    fn meet(&self, row: usize, other: usize) -> Option<BigRational> {
        let (a, b) = (&self.lines[row], &self.lines[other]);
        let run = &a.fpr - &b.fpr;
        let both = &run + (&b.fnr - &a.fnr);
        let pc = (!both.is_zero()).then(|| BigRational::new(run, both))?;
        (BigRational::zero() < pc && pc < BigRational::one()).then_some(pc)
    }

    /// Where the best row changes, with 0 and 1, in cubic time.
    pub fn vertices(&self) -> Vec<BigRational> {
        let rows = 0..self.lines.len();
        let mut vertices = vec![BigRational::zero(), BigRational::one()];
        for (a, b) in rows.flat_map(|a| (0..a).map(move |b| (a, b))) {
            vertices.extend(
                self.meet(a, b)
                    .filter(|pc| self.cost(a, pc) == self.least(pc)),
            );
        }
        vertices.sort();
        vertices.dedup();
        vertices
    }
}
