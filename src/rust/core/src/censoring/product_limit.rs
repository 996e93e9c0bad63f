//! The product limit of censoring, in strata, from weighted observations.
//!
//! At each time v at which someone is censored the weight that is censored there leaves from the weight that is still
//! followed, which that of events at v has left before:
//!
//! ```text
//! C_v   the weight that is censored at v
//! A_v   the weight that is known for longer than v
//! G     the product of A_v / (A_v + C_v)
//! ```
//!
//! Where the last of all are censored A_v is 0, and there is nobody whose weight has that factor.

use super::outcome_status::OutcomeStatus;
use super::steps::Steps;
use crate::error::Error;
use crate::memory::filled;
use crate::poll::Pace;
use crate::sum::Sum;

/// For each bin, see [`Steps`]: the sums of those who stand at the step at its end, and of those who have passed it.
#[derive(Debug)]
pub(super) struct ProductLimit {
    /// C of the step.
    pub censored: Vec<f64>,
    /// A of the step.
    pub beyond: Vec<f64>,
    /// G behind all steps before.
    pub survival: Vec<f64>,
    /// Room for sums.
    sums: Vec<Sum>,
}

impl ProductLimit {
    /// Room for `bins` bins.
    pub fn blank(bins: usize) -> Result<ProductLimit, Error> {
        Ok(ProductLimit {
            censored: filled(bins, 0.0)?,
            beyond: filled(bins, 0.0)?,
            survival: filled(bins, 1.0)?,
            sums: filled(bins, Sum::default())?,
        })
    }

    /// Estimates G by weights, of which no sum may overflow. O(n), and nothing is allocated.
    pub fn fit(
        &mut self,
        steps: &Steps,
        outcome_statuses: &[OutcomeStatus],
        weight: impl Fn(usize) -> f64,
        pace: &mut Pace<'_>,
    ) -> Result<(), Error> {
        self.sums.fill(Sum::default());
        self.censored.fill(0.0);
        for (row, (&bin, &outcome_status)) in steps.bins.iter().zip(outcome_statuses).enumerate() {
            pace.step()?;
            match outcome_status {
                OutcomeStatus::Absent => {}
                OutcomeStatus::Censored => self.censored[bin as usize] += weight(row),
                _ => self.sums[bin as usize].add(weight(row)),
            }
        }
        for bins in steps.strata() {
            pace.steps(2 * bins.len())?;
            let mut beyond = Sum::default();
            for bin in bins.clone().rev() {
                self.beyond[bin] = beyond.value();
                beyond.add_sum(self.sums[bin]);
                beyond.add(self.censored[bin]);
            }
            let mut survival = 1.0;
            for bin in bins {
                self.survival[bin] = survival;
                survival *= self.kept(bin);
            }
        }
        Ok(())
    }

    /// The weight that is followed at a step when events of its time are over.
    pub fn at_risk(&self, bin: usize) -> f64 {
        self.beyond[bin] + self.censored[bin]
    }

    /// The factor of a step; 1 where nobody is censored.
    fn kept(&self, bin: usize) -> f64 {
        if self.censored[bin] == 0.0 {
            1.0
        } else {
            self.beyond[bin] / self.at_risk(bin)
        }
    }
}
