//! Outcomes at several times, from what is known of observations until the end of all times.

use super::cox::{Cox, Sums};
use super::operator::Fitted;
use super::outcome::{Censoring, Known, Outcome};
use super::outcome_status::OutcomeStatus;
use super::steps::Strata;
use crate::error::Error;
use crate::memory::{collect, filled};
use crate::options::Options;
use crate::poll::{Pace, Poll};
use std::ops::Range;

impl Outcome<'_> {
    /// Checks all but the time, and a known G for events until a time. By Cox's model nothing is known of all times
    /// together.
    pub(crate) fn check_rows(&self, until: f64, poll: Poll<'_>) -> Result<(), Error> {
        if let Censoring::Cox(_) = self.censoring {
            return Err(Error::Parameter {
                name: "censoring",
                value: f64::NAN,
            });
        }
        self.check_rows_until(until, poll)
    }

    /// The same with any model.
    pub(crate) fn check_rows_until(&self, until: f64, poll: Poll<'_>) -> Result<(), Error> {
        let whole = Outcome {
            at: f64::INFINITY,
            ..*self
        };
        let mut pace = Pace::new(poll);
        let outcome_statuses = whole.outcome_statuses(&mut pace)?;
        match &whole.censoring {
            Censoring::Known(_) => self.check_known(until, &mut pace),
            Censoring::Cox(covariates) => {
                covariates.check(&outcome_statuses)?;
                Strata::new(&whole, &outcome_statuses).map(drop)
            }
            _ => Strata::new(&whole, &outcome_statuses).map(drop),
        }
    }

    /// Checks a known G, and that it is above 0 before the events until a time.
    pub(crate) fn check_known(&self, until: f64, pace: &mut Pace<'_>) -> Result<(), Error> {
        let Censoring::Known(known) = self.censoring else {
            return Ok(());
        };
        let whole = Outcome {
            at: f64::INFINITY,
            ..*self
        };
        let mut outcome_statuses = whole.outcome_statuses(pace)?;
        known.check(&outcome_statuses, pace)?;
        for (outcome_status, time) in outcome_statuses.iter_mut().zip(self.times) {
            if *time > until {
                *outcome_status = OutcomeStatus::Censored;
            }
        }
        known.survival(&whole, &outcome_statuses, pace).map(drop)
    }
}

/// G of observations until a time, or the end of all times, and how it depends on their own weights.
pub(crate) struct CensoringFit<'a> {
    outcome_statuses: Vec<OutcomeStatus>,
    model: Model<'a>,
}

enum Model<'a> {
    ProductLimit(Fitted),
    Cox(Box<Cox>),
    Known {
        known: Known<'a>,
        /// Where the steps of each stratum begin, and where those of the last end.
        firsts: Vec<usize>,
        /// G before the time of each observation.
        survival: Vec<f64>,
    },
}

impl<'a> CensoringFit<'a> {
    /// Made of observations that were checked. There need not be cases and controls.
    pub fn new(outcome: &Outcome<'a>, options: Options<'_>) -> Result<CensoringFit<'a>, Error> {
        let pace = &mut Pace::new(&mut *options.poll);
        let outcome_statuses = outcome.outcome_statuses(pace)?;
        let model = match outcome.censoring {
            Censoring::Known(known) => {
                let firsts = known.check(&outcome_statuses, pace)?;
                Model::Known {
                    survival: known.before_each(outcome, &outcome_statuses, &firsts, pace)?,
                    known,
                    firsts,
                }
            }
            Censoring::Cox(covariates) => {
                Model::Cox(Box::new(Cox::new(outcome, &covariates, options)?))
            }
            _ => Model::ProductLimit(Fitted::new(outcome, &outcome_statuses, options)?),
        };
        Ok(CensoringFit {
            outcome_statuses,
            model,
        })
    }

    /// The probability of an observation not to have been censored before its time.
    pub fn survival(&self, position: usize) -> f64 {
        match &self.model {
            Model::ProductLimit(fitted) => {
                fitted.limit.survival[fitted.steps.bins[position] as usize]
            }
            Model::Cox(cox) => cox.survival(position),
            Model::Known { survival, .. } => survival[position],
        }
    }

    /// The probability of an observation not to have been censored before a time, whose place among the steps of the
    /// stratum of the observation is `bin`.
    pub fn survival_before(&self, position: usize, time: f64, bin: usize) -> f64 {
        match &self.model {
            Model::ProductLimit(fitted) => fitted.limit.survival[bin],
            Model::Cox(cox) => cox.survival_at(position, bin),
            Model::Known { known, firsts, .. } => {
                let stratum = known
                    .strata
                    .map_or(0, |of| of.observations[position] as usize);
                known.before(time, firsts[stratum]..firsts[stratum + 1])
            }
        }
    }

    /// The places of a stratum; one where G is known.
    pub fn bins_of(&self, stratum: usize) -> Range<usize> {
        let steps = match &self.model {
            Model::ProductLimit(fitted) => &fitted.steps,
            Model::Cox(cox) => cox.steps(),
            Model::Known { .. } => return 0..1,
        };
        steps.firsts[stratum]..steps.firsts[stratum + 1]
    }

    /// The time of the step at the end of each place, NaN at the last of a stratum and where G is known.
    pub fn step_times(
        &self,
        outcome: &Outcome<'_>,
        pace: &mut Pace<'_>,
    ) -> Result<Vec<f64>, Error> {
        match &self.model {
            Model::ProductLimit(fitted) => {
                fitted.steps.times(outcome, &self.outcome_statuses, pace)
            }
            Model::Cox(cox) => {
                let outcome_statuses = Outcome {
                    at: f64::INFINITY,
                    ..*outcome
                };
                let outcome_statuses = outcome_statuses.outcome_statuses(pace)?;
                cox.steps().times(outcome, &outcome_statuses, pace)
            }
            Model::Known { .. } => filled(1, f64::NAN),
        }
    }

    /// The probability not to have been censored before a time, of a stratum in which the place behind all steps that are over
    /// is `bin`.
    pub fn survival_by(&self, time: f64, stratum: usize, bin: usize) -> f64 {
        match &self.model {
            Model::ProductLimit(fitted) => fitted.limit.survival[bin],
            // It is not the same for all of a stratum: `check_rows()` refuses the model.
            Model::Cox(_) => f64::NAN,
            Model::Known { known, firsts, .. } => {
                known.before(time, firsts[stratum]..firsts[stratum + 1])
            }
        }
    }

    /// The last time before which a stratum has a probability above 0.
    pub fn end(&self, stratum: usize) -> f64 {
        match &self.model {
            Model::ProductLimit(_) | Model::Cox(_) => f64::INFINITY,
            Model::Known { known, firsts, .. } => known.end(firsts[stratum]..firsts[stratum + 1]),
        }
    }

    /// Between which of the steps of its stratum an observation is, and how many such places there are.
    pub fn bin(&self, position: usize) -> usize {
        match &self.model {
            Model::ProductLimit(fitted) => fitted.steps.bins[position] as usize,
            Model::Cox(cox) => cox.bin(position),
            Model::Known { .. } => 0,
        }
    }

    /// Sums of influences, which are 0.
    pub fn sums(&self) -> Result<Sums, Error> {
        match &self.model {
            Model::ProductLimit(fitted) => Sums::with_bins(fitted.steps.number()),
            Model::Cox(cox) => cox.sums(1),
            Model::Known { .. } => Sums::with_bins(2),
        }
    }

    /// Adds an influence that depends on the probability of a row at a place.
    pub fn add(&self, row: usize, bin: usize, influence: f64, to: &mut Sums) {
        match &self.model {
            Model::Cox(cox) => cox.add(row, bin, &[influence], to),
            _ => to.of_bins[bin] += influence,
        }
    }

    /// The first place of a stratum.
    pub fn first_bin(&self, stratum: usize) -> usize {
        self.bins_of(stratum).start
    }

    /// Adds to influences what they are through G.
    pub fn apply_sums(
        &self,
        sums: Sums,
        influences: &mut [f64],
        pace: &mut Pace<'_>,
    ) -> Result<(), Error> {
        match &self.model {
            Model::ProductLimit(fitted) => {
                fitted.apply_sums(&self.outcome_statuses, sums.of_bins, influences, pace)
            }
            Model::Cox(cox) => cox.apply_sums(&self.outcome_statuses, sums, influences, pace),
            Model::Known { .. } => Ok(()),
        }
    }
}

/// Observations that come by ascending time, and go from one time to a later one.
pub(crate) struct CensoringAt<'a> {
    whole: CensoringFit<'a>,
    /// The final fate of each observation, and its place then.
    outcome_statuses: Vec<OutcomeStatus>,
    bins: Vec<u32>,
    /// The place behind all steps that are over, of each stratum.
    passed: Vec<u32>,
    /// The number of rows that are over.
    over: usize,
    /// True if any of them is censored.
    is_censored: bool,
}

impl<'a> CensoringAt<'a> {
    /// Before all times.
    pub fn new(whole: CensoringFit<'a>, strata: usize) -> Result<CensoringAt<'a>, Error> {
        let mut passed = filled(strata, 0u32)?;
        for (stratum, passed) in passed.iter_mut().enumerate() {
            *passed = whole.first_bin(stratum) as u32;
        }
        Ok(CensoringAt {
            outcome_statuses: collect(whole.outcome_statuses.iter().copied())?,
            bins: match &whole.model {
                Model::ProductLimit(fitted) => collect(fitted.steps.bins.iter().copied())?,
                _ => Vec::new(),
            },
            whole,
            passed,
            over: 0,
            is_censored: false,
        })
    }

    /// Goes on to the time at which `over` rows are over.
    pub fn advance(&mut self, over: usize, stratum: impl Fn(usize) -> usize) {
        let Model::ProductLimit(fitted) = &mut self.whole.model else {
            return;
        };
        let (outcome_statuses, bins) = (&mut self.whole.outcome_statuses, &mut fitted.steps.bins);
        for row in self.over..over {
            (outcome_statuses[row], bins[row]) = (self.outcome_statuses[row], self.bins[row]);
            if outcome_statuses[row] == OutcomeStatus::Censored {
                self.passed[stratum(row)] = bins[row] + 1;
                self.is_censored = true;
            }
        }
        for row in over..outcome_statuses.len() {
            outcome_statuses[row] = OutcomeStatus::Free;
            bins[row] = self.passed[stratum(row)];
        }
        self.over = over;
    }

    /// The probability of an observation whose time has come not to have been censored before.
    pub fn survival(&self, row: usize) -> f64 {
        self.whole.survival(row)
    }

    /// The last time before which a stratum has a probability above 0.
    pub fn end(&self, stratum: usize) -> f64 {
        self.whole.end(stratum)
    }

    /// The probability not to have been censored before the time that it has come to.
    pub fn survival_by(&self, time: f64, stratum: usize) -> f64 {
        let bin = self.passed[stratum] as usize;
        self.whole.survival_by(time, stratum, bin)
    }

    /// Returns whether own weights move G.
    pub fn moves_weights(&self) -> bool {
        self.is_censored
    }

    /// Adds to influences, `width` of each row, what they are through G.
    pub fn apply(
        &self,
        influences: &mut [f64],
        width: usize,
        pace: &mut Pace<'_>,
    ) -> Result<(), Error> {
        match &self.whole.model {
            Model::ProductLimit(fitted) => {
                fitted.apply(&self.whole.outcome_statuses, influences, width, pace)
            }
            _ => Ok(()),
        }
    }
}
