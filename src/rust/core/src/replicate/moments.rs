//! How numbers vary among replicates.

use crate::error::{Argument, Error};
use crate::memory::{collect, filled, push, reserve};
use crate::poll::{Pace, Poll};

/// Sums over replicates, of how far numbers are from those of the first one.
pub(crate) struct ReplicateMoments {
    /// The numbers whose covariances are wanted.
    pairs: Vec<[usize; 2]>,
    /// The first replicate; empty before there is one.
    first: Vec<f64>,
    away: Vec<f64>,
    sums: Vec<f64>,
    products: Vec<f64>,
    /// How many replicates there are.
    pub number: usize,
}

impl ReplicateMoments {
    /// Returns those of no replicates of `width` numbers.
    pub fn new(width: usize, pairs: Vec<[usize; 2]>) -> Result<ReplicateMoments, Error> {
        Ok(ReplicateMoments {
            first: Vec::new(),
            away: filled(width, 0.0)?,
            sums: filled(width, 0.0)?,
            products: filled(pairs.len(), 0.0)?,
            pairs,
            number: 0,
        })
    }

    /// One more replicate, unless it has NaN: it lacks a class.
    pub fn add(&mut self, replicate: &[f64]) -> Result<(), Error> {
        if replicate.iter().any(|value| value.is_nan()) {
            return Ok(());
        }
        if self.number == 0 {
            self.first = collect(replicate.iter().copied())?;
        }
        self.number += 1;
        let values = replicate.iter().zip(&self.first);
        for ((away, sum), (value, first)) in self.away.iter_mut().zip(&mut self.sums).zip(values) {
            *away = value - first;
            *sum += *away;
        }
        for (product, &[i, j]) in self.products.iter_mut().zip(&self.pairs) {
            *product += self.away[i] * self.away[j];
        }
        Ok(())
    }

    /// The covariances of the pairs; NaN of fewer than two replicates.
    pub fn covariances(mut self) -> Vec<f64> {
        let number = self.number as f64;
        for (product, &[i, j]) in self.products.iter_mut().zip(&self.pairs) {
            let covariance = (*product - self.sums[i] * self.sums[j] / number) / (number - 1.0);
            // Rounding must not lead below 0, and what is not known stays so.
            *product = if number < 2.0 {
                f64::NAN
            } else if i == j && covariance < 0.0 {
                0.0
            } else {
                covariance
            };
        }
        self.products
    }
}

/// The covariance matrix among replicates of `width` numbers each, column by column; replicates with NaN do not
/// count.
///
/// ```
/// use weighted_roc_core::replicate::replicate_covariance;
///
/// let result = replicate_covariance(&[1.0, 2.0, 3.0, 6.0, f64::NAN, 1.0], 2, &mut || false)?;
/// assert_eq!(result, [2.0, 4.0, 4.0, 8.0]);
/// # Ok::<(), weighted_roc_core::Error>(())
/// ```
///
/// # Errors
/// [`Error::Length`] for what is no whole number of replicates; [`Error::Memory`], [`Error::Interrupted`].
pub fn replicate_covariance(
    replicates: &[f64],
    width: usize,
    poll: Poll<'_>,
) -> Result<Vec<f64>, Error> {
    let number = replicates.len().checked_div(width).unwrap_or(0);
    if number * width != replicates.len() {
        return Err(Error::Length {
            argument: Argument::Replicates,
            length: replicates.len(),
            expected: number * width,
        });
    }
    let mut pairs = reserve(width.saturating_mul(width))?;
    for i in 0..width {
        for j in 0..width {
            push(&mut pairs, [i, j])?;
        }
    }
    let mut pace = Pace::new(poll);
    let mut moments = ReplicateMoments::new(width, pairs)?;
    for replicate in replicates.chunks_exact(width.max(1)) {
        pace.steps(width * width)?;
        moments.add(replicate)?;
    }
    Ok(moments.covariances())
}
