//! The sums over units that variances are made of.

use super::freedom::{of_effective, of_model};
use super::Spread;
use crate::error::{Argument, Error};
use crate::memory::{collect, filled};
use crate::rounding::without_rounding;
use crate::sampling::Correction;

/// Estimates, and sums over units of products of the influences on them, as [`spread`](crate::inference::spread()) makes
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
    /// See [`Spread::freedom`].
    pub freedom: Vec<f64>,
    /// The numbers of negatives and positives of positive weight.
    pub numbers: [f64; 2],
    /// The numbers of units with negatives, with positives, and with any of them.
    pub units: [f64; 3],
    /// See [`Spread::effective`].
    pub effective: [f64; 2],
    /// The same of the units: of clusters whose weights are sums, where there are any.
    pub of_units: [f64; 2],
}

impl UnitSums {
    /// The variances and covariances by an correction.
    ///
    /// ```
    /// use weighted_roc_core::covariance::UnitSums;
    /// use weighted_roc_core::sampling::Correction;
    ///
    /// let sums = UnitSums {
    ///     values: vec![0.75],
    ///     negatives: vec![1.0 / 32.0],
    ///     positives: vec![1.0 / 32.0],
    ///     both: vec![0.0],
    ///     freedom: vec![2.0],
    ///     numbers: [2.0, 2.0],
    ///     units: [2.0, 2.0, 4.0],
    ///     effective: [2.0, 2.0],
    ///     of_units: [2.0, 2.0],
    /// };
    /// assert_eq!(sums.spread(Correction::Jackknife)?.covariance, [1.0 / 16.0]);
    /// assert_eq!(sums.spread(Correction::DeLong)?.covariance, [1.0 / 8.0]);
    /// # Ok::<(), weighted_roc_core::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Length`] for matrices or degrees of freedom of another number than there are estimates.
    pub fn spread(&self, correction: Correction) -> Result<Spread, Error> {
        let width = self.values.len();
        self.check_lengths()?;
        let [negatives, positives] = self.effective.map(|number| 1.0 / number);
        Ok(Spread {
            values: collect(self.values.iter().copied())?,
            covariance: self.covariance(correction)?,
            freedom: collect(
                self.freedom
                    .iter()
                    .map(|&of| of_effective(of, &self.of_units)),
            )?,
            model: of_model(&self.effective, &self.of_units),
            most: f64::INFINITY,
            numbers: collect(self.numbers.into_iter())?,
            units: collect(self.units.into_iter())?,
            effective: collect(self.effective.into_iter())?,
            expected: filled(width, positives + negatives)?,
            pairs: Vec::new(),
            std_errors: Vec::new(),
        })
    }

    fn check_lengths(&self) -> Result<(), Error> {
        let width = self.values.len();
        let square = width.saturating_mul(width);
        let expected = [square, square, square, width];
        let parts = [&self.negatives, &self.positives, &self.both, &self.freedom];
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

    fn covariance(&self, correction: Correction) -> Result<Vec<f64>, Error> {
        let divisors = correction.divisors(&self.units)?;
        let mut covariance = filled(self.negatives.len(), 0.0)?;
        for (i, covariance) in covariance.iter_mut().enumerate() {
            let sums = [self.negatives[i], self.positives[i], self.both[i]];
            let parts = [0, 1, 2].map(|part| sums[part] / divisors[part]);
            let terms = parts.iter().map(|part| part.abs()).sum();
            *covariance = without_rounding(parts.iter().sum(), terms);
        }
        Ok(covariance)
    }
}
