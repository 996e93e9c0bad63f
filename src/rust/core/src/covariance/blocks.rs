//! Estimates of several sets of observations, or at several times, that the same units move.
//!
//! Each estimate has the variance that its own observations give it, and all have the correlations of the influences
//! of units.

use super::df::Powers;
use super::sampled::{each_pair_df, Mapped, UnitInfluences};
use super::Covariance;
use crate::error::{Argument, Error};
use crate::memory::{collect, filled, push, resize};
use crate::poll::Pace;
use crate::rounding::difference;

/// Blocks of estimates, one beside the other.
#[derive(Debug, Default)]
pub(crate) struct Blocks {
    /// The influences of all units on the first estimate, on the second one, and so on, by the root of how many units each
    /// row is.
    columns: Vec<f64>,
    number: Option<Vec<f64>>,
    units: Option<usize>,
    errors: Vec<f64>,
    /// The largest numbers of coefficients and of units.
    rank: f64,
    all: f64,
}

impl Blocks {
    /// Adds the estimates of the same units as those before.
    pub fn push(
        &mut self,
        influences: &UnitInfluences,
        result: &Covariance,
        pace: &mut Pace<'_>,
    ) -> Result<(), Error> {
        let varying = influences.varying();
        let rows = varying.number_of_units();
        let expected = *self.units.get_or_insert(rows);
        if rows != expected {
            return Err(Error::Length {
                argument: Argument::WeightModels,
                length: rows,
                expected,
            });
        }
        let start = self.columns.len();
        resize(
            &mut self.columns,
            start + rows.saturating_mul(varying.width),
            0.0,
        )?;
        let to = &mut self.columns[start..];
        varying.for_each_corrected(pace, |unit| {
            let root = unit.number.sqrt();
            for (k, value) in unit.values.iter().enumerate() {
                to[k * rows + unit.index] = value / root;
            }
        })?;
        if let (None, Some(number)) = (&self.number, &varying.number) {
            self.number = Some(collect(number.iter().copied())?);
        }
        for k in 0..varying.width {
            push(&mut self.errors, result.std_error(k))?;
        }
        let rank_and_all = |mapped: &Mapped| [mapped.rank, mapped.number];
        let [rank, all] = influences
            .mapped
            .as_ref()
            .map_or([0.0, rows as f64], rank_and_all);
        self.rank = self.rank.max(rank);
        self.all = self.all.max(all);
        Ok(())
    }

    fn column(&self, k: usize) -> &[f64] {
        let rows = self.units.unwrap_or(0);
        &self.columns[k * rows..][..rows]
    }

    /// The covariances of all estimates; 0 of those that do not vary.
    pub fn covariance(&self, pace: &mut Pace<'_>) -> Result<Vec<f64>, Error> {
        let width = self.errors.len();
        let all = self.units.unwrap_or(0);
        let mut result = filled(width.saturating_mul(width), 0.0)?;
        for start in (0..all).step_by(SOME) {
            let some = start..all.min(start + SOME);
            for k in 0..width {
                pace.steps(some.len() * (width - k) / 4)?;
                for l in k..width {
                    let [a, b] = [k, l].map(|k| &self.column(k)[some.clone()]);
                    result[k * width + l] += product(a, b);
                }
            }
        }
        let lengths = collect((0..width).map(|k| result[k * width + k].sqrt()))?;
        for k in 0..width {
            for l in k..width {
                let correlation = if k == l {
                    1.0
                } else if lengths[k] == 0.0 || lengths[l] == 0.0 {
                    0.0
                } else {
                    result[k * width + l] / lengths[k] / lengths[l]
                };
                let covariance = correlation * (self.errors[k] * self.errors[l]);
                (result[k * width + l], result[l * width + k]) = (covariance, covariance);
            }
        }
        Ok(result)
    }

    /// The degrees of freedom of the difference of each pair of estimates of two classes.
    pub fn df_of_pairs(&self, pace: &mut Pace<'_>) -> Result<Vec<f64>, Error> {
        each_pair_df(self.errors.len(), |[k, l]| {
            pace.steps(self.units.unwrap_or(0))?;
            let mut powers = Powers::default();
            for (unit, (a, b)) in self.column(k).iter().zip(self.column(l)).enumerate() {
                let number = self.number.as_ref().map_or(1.0, |number| number[unit]);
                // Columns have been divided by the root of the number.
                powers.add(difference(*a, *b) * number.sqrt(), number);
            }
            Ok(powers.df(self.all, self.rank + 2.0))
        })
    }
}

/// The number of units that are added up at once, while they are near.
const SOME: usize = 1024;

/// The sum of products, some at once.
fn product(a: &[f64], b: &[f64]) -> f64 {
    const LANES: usize = 8;
    let mut sums = [0.0; LANES];
    let (heads, tails) = (a.chunks_exact(LANES), b.chunks_exact(LANES));
    let rest = heads.remainder().iter().zip(tails.remainder());
    let rest: f64 = rest.map(|(a, b)| a * b).sum();
    for (a, b) in heads.zip(tails) {
        for lane in 0..LANES {
            sums[lane] += a[lane] * b[lane];
        }
    }
    sums.iter().sum::<f64>() + rest
}
