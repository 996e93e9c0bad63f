//! From sums over units to a covariance matrix.

use super::joint::JointSpread;
use super::rounding::without_rounding;
use crate::error::Error;
use crate::memory::filled;

/// What the sums of squared influences are multiplied by.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Variance {
    /// n / (n - 1) for the n units of each class: DeLong (1988), with clusters Obuchowski (1997).
    #[default]
    Delong,
    /// Nothing.
    Jackknife,
}

impl JointSpread {
    /// Whether each class has two independent units at least.
    pub fn has_units(&self) -> bool {
        self.units[0] > 1.0 && self.units[1] > 1.0
    }

    /// The covariance matrix of all areas; NaN where one unit of a class says nothing of how units vary.
    ///
    /// # Errors
    /// [`Error::Memory`].
    pub fn covariance(&self, variance: Variance) -> Result<Vec<f64>, Error> {
        let shares = self.shares_that_vary(variance);
        let mut covariance = filled(self.negatives.len(), 0.0)?;
        for (i, entry) in covariance.iter_mut().enumerate() {
            let sums = [self.negatives[i], self.positives[i], self.both[i]];
            let parts = [0, 1, 2].map(|k| sums[k] / shares[k]);
            let size = parts.iter().map(|part| part.abs()).sum();
            *entry = without_rounding(parts.iter().sum(), size);
        }
        Ok(covariance)
    }

    /// What the sums are divided by: NaN where nothing is known.
    fn shares_that_vary(&self, variance: Variance) -> [f64; 3] {
        match variance {
            Variance::Jackknife if self.has_units() => [1.0; 3],
            Variance::Jackknife => [f64::NAN; 3],
            Variance::Delong => self.units.map(|units| {
                let share = 1.0 - 1.0 / units;
                if share > 0.0 {
                    share
                } else {
                    f64::NAN
                }
            }),
        }
    }
}
