//! A request for a chosen threshold.

use crate::decision::Bounds;
use crate::error::{Error, Result};
use crate::interval::Level;
use crate::quantity::{self, Measure, OfOptimum, Quantity};
use crate::sampling::Sampling;

/// A request for the threshold that is the best by a measure.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Request<'a> {
    /// How the observations were sampled. Halves keep estimated weights as they are. A survey design has the covariance
    /// of FPR, FNR and the measure at the chosen threshold, the measure in the unit of its influences.
    pub sampling: Sampling<'a>,
    /// The measure that chooses the threshold. In a risk an error costs at least what the right answer does.
    pub by: Measure,
    /// If there are any, they choose the threshold, and the criterion is the measure there.
    pub bounds: Bounds,
    /// The probability of the positive class. Without it, its share in the weights, which varies then, too.
    pub prior: Option<f64>,
    /// The probability of the intervals.
    pub level: Level,
    /// The number of random halves, 1 at least.
    pub halves: usize,
    /// The seed of the random numbers.
    pub seed: u64,
}

impl Request<'_> {
    /// A request for independent observations, by the prior of their weights and 500 halves.
    pub fn new(by: Measure) -> Self {
        Request {
            sampling: Sampling::default(),
            by,
            bounds: Bounds::NONE,
            prior: None,
            level: Level::default(),
            halves: 500,
            seed: 1,
        }
    }

    pub(super) fn chooses(&self, of: OfOptimum) -> quantity::Optimum {
        quantity::Optimum {
            of,
            by: self.by,
            prior: self.prior,
            bounds: self.bounds,
        }
    }

    pub(super) fn check(&self) -> Result<()> {
        Quantity::Optimum(self.chooses(OfOptimum::Criterion)).check()?;
        if self.halves == 0 {
            return Err(Error::Parameter {
                name: "halves",
                value: 0.0,
            });
        }
        Ok(())
    }
}
