//! From influences with known weights to influences with weights whose G is estimated.
//!
//! ```text
//! h_i   the influence of observation i on a number, with the weights as they are
//! H_v   the sum of h over all whose weight has the factor A_v / (A_v + C_v)
//! u_j = h_j + s_j ( [j is censored] H_T / (A_T + C_T)  -  sum over v that j has passed  H_v C_v / (A_v (A_v + C_v)) )
//! ```
//!
//! with s the own weights, and T the time of j: for an observation that is censored at T the sum is over the times
//! before, as what is lost there is in the first term already. It is the derivative of the number by s_j, times s_j,
//! through all weights; the sum of h over u is so, too.

use super::cox::Cox;
use super::outcome::{Censoring, Outcome};
use super::outcome_status::OutcomeStatus;
use super::own_weights::scaled;
use super::product_limit::ProductLimit;
use super::steps::Steps;
use crate::error::Error;
use crate::memory::filled;
use crate::options::Options;
use crate::poll::Pace;

/// How the weights of observations at a time depend on the weights that they have of themselves.
#[derive(Debug)]
pub(crate) struct Operator {
    pub(super) outcome_statuses: Vec<OutcomeStatus>,
    pub(super) model: Model,
}

/// The estimate of G.
#[derive(Debug)]
pub(super) enum Model {
    ProductLimit(Fitted),
    Cox(Box<Cox>),
    /// The probability of each observation.
    Known(Vec<f64>),
}

/// A product limit, and what it was fitted to.
#[derive(Debug)]
pub(super) struct Fitted {
    pub steps: Steps,
    pub limit: ProductLimit,
    /// The own weights, times a power of two: no sum of them overflows.
    pub own: Vec<f64>,
}

impl Operator {
    /// O(n log n) time at worst, for one sort of those whose time has come by t.
    pub fn new(outcome: &Outcome<'_>, mut options: Options<'_>) -> Result<Operator, Error> {
        let mut pace = Pace::new(&mut *options.poll);
        let outcome_statuses = outcome.outcome_statuses(&mut pace)?;
        outcome.check_classes(&outcome_statuses)?;
        let model = match &outcome.censoring {
            Censoring::Cox(covariates) => {
                Model::Cox(Box::new(Cox::new(outcome, covariates, options.reborrow())?))
            }
            Censoring::Known(known) => {
                Model::Known(known.survival(outcome, &outcome_statuses, &mut pace)?)
            }
            _ => Model::ProductLimit(Fitted::new(outcome, &outcome_statuses, options.reborrow())?),
        };
        let operator = Operator {
            outcome_statuses,
            model,
        };
        let ends = outcome.ends(&mut Pace::new(options.poll))?;
        outcome.check_follow_up(&ends, |row| operator.survival(row))?;
        Ok(operator)
    }

    pub(super) fn outcome_statuses(&self) -> &[OutcomeStatus] {
        &self.outcome_statuses
    }

    /// The probability of an observation not to have been censored before its time or t, whichever is first.
    pub(super) fn survival(&self, position: usize) -> f64 {
        match &self.model {
            Model::ProductLimit(fitted) => {
                fitted.limit.survival[fitted.steps.bins[position] as usize]
            }
            Model::Cox(cox) => cox.survival(position),
            Model::Known(survival) => survival[position],
        }
    }

    /// Adds to influences, `width` of each observation, what they are through G. O(n) each.
    pub fn apply(
        &self,
        influences: &mut [f64],
        width: usize,
        pace: &mut Pace<'_>,
    ) -> Result<(), Error> {
        match &self.model {
            Model::ProductLimit(fitted) => {
                fitted.apply(&self.outcome_statuses, influences, width, pace)
            }
            Model::Cox(cox) => cox.apply(&self.outcome_statuses, influences, width, pace),
            Model::Known(_) => Ok(()),
        }
    }
}

impl Fitted {
    pub fn new(
        outcome: &Outcome<'_>,
        outcome_statuses: &[OutcomeStatus],
        mut options: Options<'_>,
    ) -> Result<Fitted, Error> {
        let steps = Steps::new(outcome, outcome_statuses, options.reborrow())?;
        let mut pace = Pace::new(options.poll);
        let own = scaled(outcome, outcome_statuses, &mut pace)?;
        let mut limit = ProductLimit::blank(steps.number())?;
        limit.fit(&steps, outcome_statuses, |row| own[row], &mut pace)?;
        Ok(Fitted { steps, limit, own })
    }

    pub fn apply(
        &self,
        outcome_statuses: &[OutcomeStatus],
        influences: &mut [f64],
        width: usize,
        pace: &mut Pace<'_>,
    ) -> Result<(), Error> {
        let size = self.steps.number().saturating_mul(width);
        let mut sums_of_bins = filled(size, 0.0)?;
        let rows = outcome_statuses.iter().zip(&self.steps.bins);
        for ((outcome_status, &bin), row) in rows.zip(influences.chunks_exact(width)) {
            pace.steps(width)?;
            // Without branches, here and below: who is censored is not to be predicted.
            let is_known = outcome_status.is_known();
            let sums = &mut sums_of_bins[bin as usize * width..][..width];
            for (sum, h) in sums.iter_mut().zip(row) {
                *sum += if is_known { *h } else { 0.0 };
            }
        }
        self.apply_sums(outcome_statuses, sums_of_bins, influences, pace)
    }

    /// The same by the sums of the influences in each bin.
    pub fn apply_sums(
        &self,
        outcome_statuses: &[OutcomeStatus],
        sums_of_bins: Vec<f64>,
        influences: &mut [f64],
        pace: &mut Pace<'_>,
    ) -> Result<(), Error> {
        let width = sums_of_bins.len() / self.steps.number();
        // The sums for being censored at the end of each bin, and for having passed all steps before.
        let mut at_step = sums_of_bins;
        let mut passed = filled(at_step.len(), 0.0)?;
        // H / (A + C) of each step, and the sums of H C / (A (A + C)) of all steps before.
        let share = |bin: usize| {
            // Nobody is censored behind the last step.
            if self.limit.censored[bin] > 0.0 {
                1.0 / self.limit.at_risk(bin)
            } else {
                0.0
            }
        };
        let odds = |bin: usize| {
            if self.limit.beyond[bin] > 0.0 {
                self.limit.censored[bin] / self.limit.beyond[bin]
            } else {
                0.0
            }
        };
        let sums = [&mut at_step[..], &mut passed[..]];
        self.steps.pass(sums, [&share, &odds], width, pace)?;
        let rows = outcome_statuses.iter().zip(&self.steps.bins).zip(&self.own);
        for (((outcome_status, &bin), own), row) in rows.zip(influences.chunks_exact_mut(width)) {
            pace.steps(width)?;
            let first = bin as usize * width;
            let is_censored = outcome_status.is_censored();
            let parts = at_step[first..][..width]
                .iter()
                .zip(&passed[first..][..width]);
            for (u, (at, lost)) in row.iter_mut().zip(parts) {
                // The own weight of an observation without weight is 0.
                *u += own * (if is_censored { *at } else { 0.0 } - lost);
            }
        }
        Ok(())
    }
}
