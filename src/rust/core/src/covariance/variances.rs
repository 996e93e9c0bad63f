//! How each of some estimates varies by itself.

use super::{Covariance, DegreesOfFreedom, Sizes};
use crate::error::Error;
use crate::memory::{collect, push};

/// Estimates with what their intervals take of a covariance. Estimates of one sample are appended to each other.
#[derive(Debug)]
pub(crate) struct Variances {
    pub values: Vec<f64>,
    pub variances: Vec<f64>,
    /// Their roots, also where a variance is too small for a number.
    pub std_errors: Vec<f64>,
    pub df: Vec<DegreesOfFreedom>,
    /// See [`Covariance::placement_factor`].
    pub placement_factor: Vec<f64>,
    pub sizes: Sizes,
}

impl Variances {
    /// Returns those of a covariance.
    pub fn new(covariance: &Covariance) -> Result<Variances, Error> {
        let copy = |of: &[f64]| collect(of.iter().copied());
        let mut result = Variances {
            values: Vec::new(),
            variances: Vec::new(),
            std_errors: Vec::new(),
            df: Vec::new(),
            placement_factor: Vec::new(),
            sizes: Sizes {
                numbers: copy(&covariance.numbers)?,
                units: copy(&covariance.units)?,
                effective: copy(&covariance.effective)?,
                effective_units: copy(&covariance.effective_units)?,
                powers: Vec::new(),
            },
        };
        result.append(covariance)?;
        Ok(result)
    }

    /// Appends other estimates of the same sample.
    pub fn append(&mut self, covariance: &Covariance) -> Result<(), Error> {
        for (k, &value) in covariance.values.iter().enumerate() {
            push(&mut self.values, value)?;
            push(&mut self.variances, covariance.variance(k))?;
            push(&mut self.std_errors, covariance.std_error(k))?;
            push(&mut self.df, covariance.df_of(k))?;
            push(&mut self.placement_factor, covariance.placement_factor[k])?;
        }
        Ok(())
    }
}
