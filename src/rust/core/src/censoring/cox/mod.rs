//! Cox's model of censoring, whose probability depends on covariates.
//!
//! ```text
//! r_i   exp(b' z_i) of the covariates z_i of observation i
//! S_v   the sum of s r over those at risk at v, which are known until v at least
//! L(v)  the sum of C_u / S_u over the times u < v of censorings (Breslow 1974)
//! G_i   exp(-L r_i)
//! ```
//!
//! The coefficients b have the largest partial likelihood, by all censorings, also those after t. As in other software
//! those who have an event when others are censored are at risk there; what has happened to them is not yet in L.

mod fit;
mod influences;

pub(crate) use influences::Sums;

use super::outcome::{Covariates, Outcome};
use super::outcome_status::OutcomeStatus;
use super::own_weights::scaled;
use super::steps::Steps;
use crate::cholesky::Cholesky;
use crate::error::{Argument, Error};
use crate::memory::filled;
use crate::options::Options;
use crate::poll::Pace;

/// The model, and the observations that it is fitted to.
#[derive(Debug)]
pub(super) struct Cox {
    /// The steps of all times.
    steps: Steps,
    /// The bin by what is passed before the own time or t, whichever is first.
    passed: Vec<u32>,
    /// The first step at which it is not at risk any more.
    until: Vec<u32>,
    is_censored: Vec<bool>,
    /// The observations by `until`, ascending; and where those of each begin.
    order: Vec<u32>,
    starts: Vec<u32>,
    /// The covariates row by row, with a mean of 0 and a mean square of 1.
    covariates: Vec<f64>,
    /// How many there are.
    number: usize,
    fit: Fit,
}

/// The estimates.
#[derive(Debug)]
pub(in crate::censoring) struct Fit {
    /// The own weights, times a power of two.
    own: Vec<f64>,
    /// r of each observation.
    ratios: Vec<f64>,
    /// C and S of each step, and the mean of the covariates of those at risk by s r.
    censored: Vec<f64>,
    at_risk: Vec<f64>,
    means: Vec<f64>,
    /// L behind all steps before a bin, and the sum of C / S times the means.
    hazard: Vec<f64>,
    moments: Vec<f64>,
    /// The information on the coefficients.
    information: Cholesky,
}

impl Fit {
    fn blank([rows, bins, number]: [usize; 3]) -> Result<Fit, Error> {
        Ok(Fit {
            own: filled(rows, 0.0)?,
            ratios: filled(rows, 0.0)?,
            censored: filled(bins, 0.0)?,
            at_risk: filled(bins, 0.0)?,
            means: filled(bins.saturating_mul(number), 0.0)?,
            hazard: filled(bins, 0.0)?,
            moments: filled(bins.saturating_mul(number), 0.0)?,
            information: Cholesky::factorize(Vec::new(), 0)?,
        })
    }

    /// C / S of a step.
    fn part(&self, bin: usize) -> f64 {
        if self.censored[bin] > 0.0 {
            self.censored[bin] / self.at_risk[bin]
        } else {
            0.0
        }
    }
}

impl Cox {
    pub fn new(
        outcome: &Outcome<'_>,
        covariates: &Covariates<'_>,
        mut options: Options<'_>,
    ) -> Result<Cox, Error> {
        let at_all_times = Outcome {
            at: f64::INFINITY,
            ..*outcome
        };
        let outcome_statuses = at_all_times.outcome_statuses(&mut Pace::new(&mut *options.poll))?;
        let steps = Steps::new(&at_all_times, &outcome_statuses, options.reborrow())?;
        let mut pace = Pace::new(options.poll);
        let times = steps.times(outcome, &outcome_statuses, &mut pace)?;
        let own = scaled(outcome, &outcome_statuses, &mut pace)?;
        let rows = outcome.times.len();
        let number = covariates.values.len() / rows;
        let bins = steps.number();
        let mut cox = Cox {
            passed: filled(rows, 0)?,
            until: filled(rows, 0)?,
            is_censored: filled(rows, false)?,
            order: Vec::new(),
            starts: filled(bins + 1, 0)?,
            covariates: covariates.standardized(&outcome_statuses, &own, &mut pace)?,
            number,
            fit: Fit::blank([0; 3])?,
            steps,
        };
        cox.place(outcome, &outcome_statuses, &times, &mut pace)?;
        let mut fit = cox.buffer()?;
        fit.own = own;
        cox.estimate(&mut fit, &mut pace)?;
        cox.fit = fit;
        Ok(cox)
    }

    /// Where each observation stands among the steps.
    fn place(
        &mut self,
        outcome: &Outcome<'_>,
        outcome_statuses: &[OutcomeStatus],
        times: &[f64],
        pace: &mut Pace<'_>,
    ) -> Result<(), Error> {
        // The bin behind all steps of the stratum that t has passed.
        let mut by_t = filled(times.len(), 0u32)?;
        for bins in self.steps.strata() {
            let steps = &times[bins.start..bins.end - 1];
            let passed = bins.start + steps.partition_point(|time| *time < outcome.at);
            by_t[bins].fill(passed as u32);
        }
        for (row, outcome_status) in outcome_statuses.iter().enumerate() {
            pace.step()?;
            if *outcome_status == OutcomeStatus::Absent {
                continue;
            }
            let (bin, time) = (self.steps.bins[row], outcome.times[row]);
            self.is_censored[row] = outcome_status.is_censored();
            self.passed[row] = if time > outcome.at {
                by_t[bin as usize]
            } else {
                bin
            };
            self.until[row] = bin + u32::from(times[bin as usize] == time);
            self.starts[self.until[row] as usize + 1] += 1;
        }
        for bin in 1..self.starts.len() {
            self.starts[bin] += self.starts[bin - 1];
        }
        let present = self.starts.last().map_or(0, |last| *last as usize);
        self.order = filled(present, 0)?;
        let mut next = filled(self.starts.len(), 0u32)?;
        next.copy_from_slice(&self.starts);
        for (row, outcome_status) in outcome_statuses.iter().enumerate() {
            pace.step()?;
            if *outcome_status != OutcomeStatus::Absent {
                let place = &mut next[self.until[row] as usize];
                self.order[*place as usize] = row as u32;
                *place += 1;
            }
        }
        Ok(())
    }

    /// Room for estimates.
    pub fn buffer(&self) -> Result<Fit, Error> {
        Fit::blank([self.until.len(), self.steps.number(), self.number])
    }

    /// Makes the own weights of other estimates those of the first ones, times multiples.
    pub fn multiply(&self, multiples: &[f64], fit: &mut Fit) {
        let own = self.fit.own.iter().zip(multiples);
        let rows = fit.own.iter_mut().zip(own);
        rows.for_each(|(to, (own, multiple))| *to = own * multiple);
    }

    /// The steps of all times.
    pub fn steps(&self) -> &Steps {
        &self.steps
    }

    /// The bin of an observation by what is passed before its time, or before t.
    pub fn bin(&self, position: usize) -> usize {
        self.passed[position] as usize
    }

    /// The probability of an observation not to have been censored behind all steps before a bin.
    pub fn survival_at(&self, position: usize, bin: usize) -> f64 {
        libm::exp(-self.fit.hazard[bin] * self.fit.ratios[position])
    }

    /// The probability of an observation not to have been censored before its time or t, whichever is first.
    pub fn survival(&self, position: usize) -> f64 {
        self.survival_by(&self.fit, position)
    }

    /// The same by other estimates.
    pub fn survival_by(&self, fit: &Fit, position: usize) -> f64 {
        let hazard = fit.hazard[self.passed[position] as usize];
        libm::exp(-hazard * fit.ratios[position])
    }

    fn covariates_of(&self, row: usize) -> &[f64] {
        &self.covariates[row * self.number..][..self.number]
    }
}

impl Covariates<'_> {
    /// Checks that each observation of weight has finite covariates.
    pub(super) fn check(&self, outcome_statuses: &[OutcomeStatus]) -> Result<(), Error> {
        let (argument, rows) = (Argument::Covariates, outcome_statuses.len());
        if self.values.len() % rows != 0 {
            return Err(Error::Length {
                argument,
                length: self.values.len(),
                expected: rows,
            });
        }
        for column in self.values.chunks_exact(rows) {
            let mut values = column.iter().zip(outcome_statuses);
            let fault = values.position(|(value, outcome_status)| {
                *outcome_status != OutcomeStatus::Absent && !value.is_finite()
            });
            if let Some(position) = fault {
                let value = column[position];
                return Err(if value.is_nan() {
                    Error::Missing { argument, position }
                } else {
                    Error::Infinite {
                        argument,
                        position,
                        value,
                    }
                });
            }
        }
        Ok(())
    }

    /// Row by row, with a mean of 0 and a mean square of 1 by the weights; zeros for one that is constant and for
    /// observations without weight.
    fn standardized(
        &self,
        outcome_statuses: &[OutcomeStatus],
        own: &[f64],
        pace: &mut Pace<'_>,
    ) -> Result<Vec<f64>, Error> {
        self.check(outcome_statuses)?;
        let rows = outcome_statuses.len();
        let number = self.values.len() / rows;
        let total: f64 = own.iter().sum();
        let mut result = filled(self.values.len(), 0.0)?;
        for (k, column) in self.values.chunks_exact(rows).enumerate() {
            pace.steps(3 * rows)?;
            let present =
                || (0..rows).filter(|&row| outcome_statuses[row] != OutcomeStatus::Absent);
            let largest = present().map(|row| column[row].abs()).fold(0.0, f64::max);
            let unit = if largest > 0.0 { largest } else { 1.0 };
            let mean: f64 = present()
                .map(|row| own[row] / total * (column[row] / unit))
                .sum();
            let away = |row: usize| column[row] / unit - mean;
            let square: f64 = present()
                .map(|row| own[row] / total * away(row) * away(row))
                .sum();
            // The remainder of a constant is rounding.
            if square.sqrt() > CONSTANT {
                for row in present() {
                    result[row * number + k] = away(row) / square.sqrt();
                }
            }
        }
        Ok(result)
    }
}

/// A covariate that varies less, beside its largest value, is a constant.
const CONSTANT: f64 = 1e-12;
