//! The independent units of the observations of several scores.

use super::spread::Unit;
use crate::error::Error;
use crate::memory::{collect, filled};
use crate::poll::Pace;
use crate::rounding::{difference, exponent_of_tiny};

/// The influence of each unit on the AUC of each score.
pub(crate) struct UnitsOfScores {
    /// The influences of an observation on each area, one observation after the other. When clusters
    /// are gathered, their first observation has the sums and the others have zeros.
    values: Vec<f64>,
    /// Of an observation the weight divided by that of its class, the negative and the positive
    /// one; sums and zeros as in `values`.
    shares: Vec<[f64; 2]>,
    /// The sums of the squared shares of observations, in the order in which these came.
    pub squared: [f64; 2],
    /// The weights of the classes.
    pub weights: [f64; 2],
    /// The unit of sampling.
    pub unit: Unit,
    /// How many units each observation is, where that is not its weight.
    pub counts: Option<Vec<f64>>,
    width: usize,
}

/// A unit, or several equal ones.
#[derive(Clone, Copy)]
pub(crate) struct Units<'a> {
    /// The influences on each area, added up.
    pub values: &'a [f64],
    /// The shares of the weights of the negatives and of the positives, added up.
    pub shares: [f64; 2],
    /// How many units they are.
    pub number: f64,
}

impl UnitsOfScores {
    /// Room for `width` scores of some observations.
    pub fn blank(width: usize, observations: usize) -> Result<UnitsOfScores, Error> {
        Ok(UnitsOfScores {
            values: filled(observations.saturating_mul(width), 0.0)?,
            shares: filled(observations, [0.0; 2])?,
            squared: [0.0; 2],
            weights: [0.0; 2],
            unit: Unit::Row,
            counts: None,
            width,
        })
    }

    /// Sets, for an observation: its influence on the area of score k, and its share, minus for
    /// negatives.
    pub fn set(&mut self, position: usize, k: usize, value: f64, share: f64) {
        self.values[position * self.width + k] = value;
        self.shares[position] = [(-share).max(0.0), share.max(0.0)];
        if k == 0 {
            self.squared[usize::from(share > 0.0)] += share * share;
        }
    }

    /// Adds to an observation's influence on the area of score k, and to its share if that `is_new`.
    pub fn add(&mut self, position: usize, k: usize, value: f64, share: f64, is_new: bool) {
        self.values[position * self.width + k] += value;
        if is_new {
            self.shares[position][usize::from(share > 0.0)] += share.abs();
        }
    }

    /// Multiplies tiny influences on an estimate by a power of two, so that their squares and fourth powers are
    /// numbers. Gives the exponents, 0 for estimates of other sizes.
    pub fn enlarge(&mut self, pace: &mut Pace<'_>) -> Result<Vec<i32>, Error> {
        let mut exponents = filled(self.width, 0)?;
        for (k, exponent) in exponents.iter_mut().enumerate() {
            pace.steps(self.shares.len())?;
            *exponent = exponent_of_tiny(self.values.iter().skip(k).step_by(self.width));
        }
        if exponents.iter().any(|&exponent| exponent != 0) {
            for values in self.values.chunks_exact_mut(self.width) {
                pace.steps(self.width)?;
                for (value, &exponent) in values.iter_mut().zip(&exponents) {
                    *value = libm::scalbn(*value, exponent);
                }
            }
        }
        Ok(exponents)
    }

    /// The influences that an observation has.
    pub fn values(&self, position: usize) -> &[f64] {
        &self.values[position * self.width..][..self.width]
    }

    /// The number of observations.
    pub fn number(&self) -> usize {
        self.shares.len()
    }

    /// The number of estimates.
    pub fn width(&self) -> usize {
        self.width
    }

    /// The weights of observations.
    pub fn weights_of_rows(&self) -> Result<Vec<f64>, Error> {
        let [negatives, positives] = self.weights;
        let weight = |shares: &[f64; 2]| shares[0] * negatives + shares[1] * positives;
        collect(self.shares.iter().map(weight))
    }

    /// The units that have weight.
    pub fn iter(&self) -> impl Iterator<Item = Units<'_>> + Clone {
        let rows = self.values.chunks_exact(self.width).zip(&self.shares);
        let rows = rows.enumerate();
        let rows = rows.filter(|(_, (_, shares))| **shares != [0.0; 2]);
        rows.map(|(position, (values, &shares))| Units {
            values,
            shares,
            number: match (self.unit, &self.counts) {
                (Unit::Row, _) => 1.0,
                (Unit::Count, Some(counts)) => counts[position],
                (Unit::Count, None) => shares[0] * self.weights[0] + shares[1] * self.weights[1],
            },
        })
    }

    /// The numbers of the units of both classes, and their effective numbers, where observations are several.
    pub fn numbers_of_counts(&self) -> [[f64; 2]; 2] {
        let Some(counts) = &self.counts else {
            return [self.weights; 2];
        };
        let (mut numbers, mut squares) = ([0.0; 2], [0.0; 2]);
        for (shares, count) in self.shares.iter().zip(counts) {
            for class in 0..2 {
                if shares[class] > 0.0 {
                    numbers[class] += count;
                    squares[class] += shares[class] * shares[class] / count;
                }
            }
        }
        [numbers, squares.map(|square| 1.0 / square)]
    }

    /// The sums of the squared shares.
    pub fn shares_squared(&self) -> [f64; 2] {
        self.shares.iter().fold([0.0; 2], |sums, shares| {
            [0, 1].map(|class| sums[class] + shares[class] * shares[class])
        })
    }

    /// Adds up each class of each cluster where its first observation stands. Gives the positions,
    /// counted from 1, of the first negative and the first positive of each cluster, 0 for none.
    pub fn gather_classes(
        &mut self,
        codes: &[i32],
        clusters: usize,
        pace: &mut Pace<'_>,
    ) -> Result<Vec<[usize; 2]>, Error> {
        let mut firsts = filled(clusters, [0usize; 2])?;
        for (i, &code) in codes.iter().enumerate() {
            if self.shares[i] == [0.0; 2] {
                continue;
            }
            pace.steps(self.width)?;
            let first = &mut firsts[code as usize][usize::from(self.shares[i][1] > 0.0)];
            match first.checked_sub(1) {
                None => *first = i + 1,
                Some(first) => self.add_to(first, i),
            }
        }
        Ok(firsts)
    }

    /// Adds up both classes of a cluster where the first of them stands.
    pub fn gather_cluster(&mut self, firsts: [Option<usize>; 2]) {
        if let [Some(negatives), Some(positives)] = firsts {
            self.add_to(negatives.min(positives), negatives.max(positives));
        }
    }

    /// Adds an observation to one before it, and leaves zeros.
    fn add_to(&mut self, first: usize, other: usize) {
        let (before, from) = self.values.split_at_mut(other * self.width);
        let sums = before[first * self.width..].iter_mut().take(self.width);
        for (sum, value) in sums.zip(from) {
            // Values that cancel in a cluster leave 0.
            *sum = difference(*sum, -std::mem::take(value));
        }
        let shares = std::mem::take(&mut self.shares[other]);
        (0..2).for_each(|class| self.shares[first][class] += shares[class]);
    }
}
