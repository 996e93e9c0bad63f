//! A probability of not being censored that is known from other observations.

use super::outcome::{Known, Outcome};
use super::outcome_status::OutcomeStatus;
use crate::error::{Argument, Error};
use crate::memory::{filled, push, reserve};
use crate::poll::Pace;
use std::ops::Range;

impl Known<'_> {
    /// The probability of each observation not to have been censored before its time or t, whichever is first.
    pub(super) fn survival(
        &self,
        outcome: &Outcome<'_>,
        outcome_statuses: &[OutcomeStatus],
        pace: &mut Pace<'_>,
    ) -> Result<Vec<f64>, Error> {
        let firsts = self.check(outcome_statuses, pace)?;
        let result = self.before_each(outcome, outcome_statuses, &firsts, pace)?;
        for (position, (outcome_status, result)) in outcome_statuses.iter().zip(&result).enumerate()
        {
            pace.step()?;
            let counts = outcome_status.is_case() || outcome_status.is_control(outcome.controls);
            if counts && *result == 0.0 {
                return Err(Error::NeverFollowed {
                    position,
                    time: outcome.times[position].min(outcome.at),
                    last: self.end(self.steps_of(position, &firsts)),
                });
            }
        }
        Ok(result)
    }

    /// The same, which may be 0.
    pub(super) fn before_each(
        &self,
        outcome: &Outcome<'_>,
        outcome_statuses: &[OutcomeStatus],
        firsts: &[usize],
        pace: &mut Pace<'_>,
    ) -> Result<Vec<f64>, Error> {
        let mut result = filled(outcome_statuses.len(), 1.0)?;
        for (position, (outcome_status, result)) in
            outcome_statuses.iter().zip(&mut result).enumerate()
        {
            pace.step()?;
            if *outcome_status != OutcomeStatus::Absent {
                let time = outcome.times[position].min(outcome.at);
                *result = self.before(time, self.steps_of(position, firsts));
            }
        }
        Ok(result)
    }

    /// The steps of the stratum of an observation.
    fn steps_of(&self, position: usize, firsts: &[usize]) -> Range<usize> {
        let code = self
            .strata
            .map_or(0, |strata| strata.observations[position]);
        firsts[code as usize]..firsts[code as usize + 1]
    }

    /// The last time before which the probability is not 0, by some steps.
    pub(super) fn end(&self, steps: Range<usize>) -> f64 {
        let positive = self.survival[steps.clone()].partition_point(|survival| *survival > 0.0);
        let zero = self.times[steps].get(positive);
        zero.map_or(f64::INFINITY, |time| *time)
    }

    /// The probability before a time, by some steps.
    pub(super) fn before(&self, time: f64, steps: Range<usize>) -> f64 {
        let passed = self.times[steps.clone()].partition_point(|step| *step < time);
        match passed {
            0 => 1.0,
            _ => self.survival[steps.start + passed - 1],
        }
    }

    /// Where the steps of each stratum begin, and where those of the last end.
    pub(super) fn check(
        &self,
        outcome_statuses: &[OutcomeStatus],
        pace: &mut Pace<'_>,
    ) -> Result<Vec<usize>, Error> {
        let check = |argument, length, expected| {
            if length == expected {
                Ok(())
            } else {
                Err(Error::Length {
                    argument,
                    length,
                    expected,
                })
            }
        };
        let length = self.times.len();
        check(Argument::Survival, self.survival.len(), length)?;
        if let Some(strata) = &self.strata {
            check(Argument::Strata, strata.steps.len(), length)?;
            super::steps::check_strata(strata.observations, strata.number, outcome_statuses)?;
        }
        let number = self.strata.map_or(1, |strata| strata.number);
        let mut firsts = reserve(number.saturating_add(1))?;
        push(&mut firsts, 0)?;
        let mut last = (0, f64::NEG_INFINITY);
        for (position, &value) in self.survival.iter().enumerate() {
            pace.step()?;
            crate::range::Range::PROBABILITY.check_at("survival", position, value)?;
            let time = self.times[position];
            if time.is_nan() {
                let argument = Argument::Times;
                return Err(Error::Missing { argument, position });
            }
            let stratum = self.strata.map_or(0, |strata| strata.steps[position]);
            if !(last.0..number as i64).contains(&i64::from(stratum)) {
                return Err(Error::Stratum {
                    position,
                    value: stratum,
                    strata: number,
                });
            }
            if i64::from(stratum) == last.0 && time < last.1 {
                return Err(Error::NotAscending {
                    argument: Argument::Times,
                    position,
                    from: last.1,
                    to: time,
                });
            }
            while firsts.len() <= stratum as usize {
                push(&mut firsts, position)?;
            }
            last = (i64::from(stratum), time);
        }
        while firsts.len() <= number {
            push(&mut firsts, length)?;
        }
        Ok(firsts)
    }
}
