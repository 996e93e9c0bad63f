//! The sums over units that variances are made of.

use super::{Covariance, Sizes};
use crate::error::{Argument, Error};
use crate::memory::{collect, filled};
use crate::rounding::without_rounding;
use crate::sampling::Correction;

/// Estimates, and sums over units of products of the influences on them, as [`covariance`](crate::inference::covariance()) makes
/// them from observations or a database does.
///
/// With a_c and b_c the sums of the influences of the negatives and of the positives of unit c, the matrices
/// hold, for each pair of estimates (k, l), column by column, the sums over c of a_ck a_cl, of b_ck b_cl, and of
/// a_ck b_cl + b_ck a_cl.
#[derive(Clone, Debug, PartialEq)]
pub struct UnitSums {
    /// The estimates.
    pub values: Vec<f64>,
    /// The sums of products of the negatives.
    pub negatives: Vec<f64>,
    /// The sums of products of the positives.
    pub positives: Vec<f64>,
    /// The sums of products of both classes of the same cluster; 0 without clusters.
    pub both: Vec<f64>,
    /// See [`Covariance::df`].
    pub df: Vec<f64>,
    /// The numbers of negatives and positives of positive weight.
    pub numbers: [f64; 2],
    /// The numbers of units with negatives, with positives, and with any of them.
    pub units: [f64; 3],
    /// See [`Covariance::effective`].
    pub effective: [f64; 2],
    /// The same of the units: of clusters whose weights are sums, where there are any.
    pub effective_clusters: [f64; 2],
}

impl UnitSums {
    /// Returns the variances and covariances by a correction.
    ///
    /// ```
    /// use weighted_roc_core::covariance::UnitSums;
    /// use weighted_roc_core::sampling::Correction;
    ///
    /// let sums = UnitSums {
    ///     values: vec![0.75],
    ///     negatives: vec![1.0 / 32.0],
    ///     positives: vec![1.0 / 32.0],
    ///     both: vec![3.0 / 64.0],
    ///     df: vec![2.0],
    ///     numbers: [2.0, 2.0],
    ///     units: [2.0, 2.0, 4.0],
    ///     effective: [2.0, 2.0],
    ///     effective_clusters: [2.0, 2.0],
    /// };
    /// assert_eq!(sums.covariance(Correction::Jackknife)?.matrix, [7.0 / 64.0]);
    /// // Two units of each class, and four of both.
    /// assert_eq!(sums.covariance(Correction::DeLong)?.matrix, [1.0 / 8.0 + 1.0 / 16.0]);
    /// # Ok::<(), weighted_roc_core::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Length`] for matrices or degrees of freedom of another number than there are estimates.
    pub fn covariance(&self, correction: Correction) -> Result<Covariance, Error> {
        self.check_lengths()?;
        let copy = |sums: &[f64]| collect(sums.iter().copied());
        let sizes = Sizes {
            numbers: copy(&self.numbers)?,
            units: copy(&self.units)?,
            effective: copy(&self.effective)?,
            effective_units: copy(&self.effective_clusters)?,
            powers: Vec::new(),
        };
        let df = self.df.iter().copied();
        Covariance::independent(&self.values, self.matrix(correction)?, df, &sizes)
    }

    /// The covariance matrix alone.
    pub(crate) fn matrix(&self, correction: Correction) -> Result<Vec<f64>, Error> {
        let divisors = correction.divisors(&self.units)?;
        let mut sums = Corrected::blank(self.values.len())?;
        sums.add(&self.both, divisors[2]);
        sums.add(&self.negatives, divisors[0]);
        sums.add(&self.positives, divisors[1]);
        Ok(sums.covariance())
    }

    fn check_lengths(&self) -> Result<(), Error> {
        let width = self.values.len();
        let square = width.saturating_mul(width);
        let expected = [square, square, square, width];
        let parts = [&self.negatives, &self.positives, &self.both, &self.df];
        match parts
            .iter()
            .zip(expected)
            .find(|(part, expected)| part.len() != *expected)
        {
            None => Ok(()),
            Some((part, expected)) => Err(Error::Length {
                argument: Argument::Covariance,
                length: part.len(),
                expected,
            }),
        }
    }
}

/// The covariances of some estimates: sums of products within classes and between them, each divided by what its
/// [correction](Correction::divisors) says.
pub(super) struct Corrected {
    sums: Vec<f64>,
    /// The sums of their absolute values.
    terms: Vec<f64>,
}

impl Corrected {
    /// Returns the sums of so many estimates, before anything is added.
    pub fn blank(width: usize) -> Result<Corrected, Error> {
        let square = width.saturating_mul(width);
        Ok(Corrected {
            sums: filled(square, 0.0)?,
            terms: filled(square, 0.0)?,
        })
    }

    pub fn add(&mut self, products: &[f64], divisor: f64) {
        for ((sum, terms), product) in self.sums.iter_mut().zip(&mut self.terms).zip(products) {
            *sum += product / divisor;
            *terms += (product / divisor).abs();
        }
    }

    pub fn covariance(mut self) -> Vec<f64> {
        for (sum, terms) in self.sums.iter_mut().zip(self.terms) {
            *sum = without_rounding(*sum, terms);
        }
        self.sums
    }
}
