//! G of other weights of the same observations, in the same memory: for replicates.

use super::cox::Fit;
use super::operator::{Model, Operator};
use super::outcome_status::OutcomeStatus;
use super::product_limit::ProductLimit;
use crate::error::Error;
use crate::poll::Pace;

/// Room for one G at a time.
pub(crate) struct Refit(Buffer);

enum Buffer {
    ProductLimit(ProductLimit),
    Cox {
        fit: Box<Fit>,
        /// True if there is an estimate.
        is_known: bool,
    },
    /// G does not depend on the observations.
    Known,
}

impl Operator {
    /// Room for G of other weights.
    pub fn buffer(&self) -> Result<Refit, Error> {
        Ok(Refit(match &self.model {
            Model::ProductLimit(of) => {
                Buffer::ProductLimit(ProductLimit::blank(of.steps.number())?)
            }
            Model::Cox(cox) => Buffer::Cox {
                fit: Box::new(cox.buffer()?),
                is_known: false,
            },
            Model::Known(_) => Buffer::Known,
        }))
    }

    /// Returns whether an observation has weight.
    pub fn is_present(&self, row: usize) -> bool {
        self.outcome_statuses[row] != OutcomeStatus::Absent
    }

    /// Estimates G with the own weights times `multiples`. O(n), and the product limit allocates nothing.
    pub fn refit(
        &self,
        multiples: &[f64],
        refit: &mut Refit,
        pace: &mut Pace<'_>,
    ) -> Result<(), Error> {
        match (&self.model, &mut refit.0) {
            (Model::ProductLimit(of), Buffer::ProductLimit(limit)) => {
                let weight = |row: usize| of.own[row] * multiples[row];
                limit.fit(&of.steps, &self.outcome_statuses, weight, pace)
            }
            (Model::Cox(cox), Buffer::Cox { fit, is_known }) => {
                pace.steps(multiples.len())?;
                cox.multiply(multiples, fit);
                let result = cox.estimate(fit, pace);
                *is_known = result.is_ok();
                match result {
                    Err(Error::Divergence) => Ok(()),
                    result => result,
                }
            }
            _ => Ok(()),
        }
    }

    /// The factor of the weight of an observation with an outcome, where its own weight is multiplied by `multiple`;
    /// 0 where G has no estimate.
    pub fn multiple(&self, row: usize, multiple: f64, refit: &Refit) -> f64 {
        let before = self.survival(row);
        let after = match (&self.model, &refit.0) {
            (Model::ProductLimit(of), Buffer::ProductLimit(limit)) => {
                limit.survival[of.steps.bins[row] as usize]
            }
            (
                Model::Cox(_),
                Buffer::Cox {
                    is_known: false, ..
                },
            ) => return 0.0,
            (Model::Cox(cox), Buffer::Cox { fit, .. }) => cox.survival_by(fit, row),
            _ => before,
        };
        if multiple == 0.0 {
            0.0
        } else {
            multiple * (before / after)
        }
    }
}
