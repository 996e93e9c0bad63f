//! The fate of an observation at a time.

use super::outcome::{Controls, Outcome};
use crate::error::{Argument, Class, Error};
use crate::memory::{push, reserve};
use crate::poll::Pace;

/// The fate of an observation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum OutcomeStatus {
    /// It has no weight.
    Absent,
    /// Nobody knows.
    Censored,
    /// It has had the event.
    Case,
    /// It has had another event.
    Competing,
    /// Nothing has happened.
    Free,
}

impl OutcomeStatus {
    pub fn is_case(self) -> bool {
        self == OutcomeStatus::Case
    }

    pub fn is_censored(self) -> bool {
        self == OutcomeStatus::Censored
    }

    /// Returns whether it is known what has become of it: its weight depends on G then.
    pub fn is_known(self) -> bool {
        !matches!(self, OutcomeStatus::Absent | OutcomeStatus::Censored)
    }

    /// Returns whether it is a control.
    pub fn is_control(self, controls: Controls) -> bool {
        match self {
            OutcomeStatus::Free => true,
            OutcomeStatus::Competing => controls == Controls::All,
            _ => false,
        }
    }
}

impl Outcome<'_> {
    /// The fate of each observation.
    pub(super) fn outcome_statuses(
        &self,
        pace: &mut Pace<'_>,
    ) -> Result<Vec<OutcomeStatus>, Error> {
        self.check_lengths()?;
        if self.at.is_nan() || self.at <= 0.0 {
            return Err(Error::Parameter {
                name: "t",
                value: self.at,
            });
        }
        let mut outcome_statuses = reserve(self.times.len())?;
        for position in 0..self.times.len() {
            pace.step()?;
            push(&mut outcome_statuses, self.outcome_status(position)?)?;
        }
        Ok(outcome_statuses)
    }

    /// Returns an error unless there are cases and controls.
    pub(super) fn check_classes(&self, outcome_statuses: &[OutcomeStatus]) -> Result<(), Error> {
        if !outcome_statuses
            .iter()
            .any(|outcome_status| outcome_status.is_case())
        {
            return Err(self.none_of(Class::Positive));
        }
        if !outcome_statuses
            .iter()
            .any(|outcome_status| outcome_status.is_control(self.controls))
        {
            return Err(self.none_of(Class::Negative));
        }
        Ok(())
    }

    fn check_lengths(&self) -> Result<(), Error> {
        let expected = self.times.len();
        if expected == 0 {
            return Err(Error::Empty);
        }
        let weights = self.weights.column().map(|weights| weights.len());
        let lengths = [
            (Argument::Status, self.status.len()),
            (Argument::Weights, weights.unwrap_or(expected)),
        ];
        match lengths.into_iter().find(|(_, length)| *length != expected) {
            None => Ok(()),
            Some((argument, length)) => Err(Error::Length {
                argument,
                length,
                expected,
            }),
        }
    }

    fn outcome_status(&self, position: usize) -> Result<OutcomeStatus, Error> {
        let weight = self.weights.value(position);
        if weight == 0.0 {
            return Ok(OutcomeStatus::Absent);
        }
        let missing = |argument| Err(Error::Missing { argument, position });
        if weight.is_nan() {
            return missing(Argument::Weights);
        }
        if !(0.0..=f64::MAX).contains(&weight) {
            return Err(Error::Weight {
                position,
                value: weight,
            });
        }
        let time = self.times[position];
        if time.is_nan() {
            return missing(Argument::Times);
        }
        if time < 0.0 {
            return Err(Error::Time {
                position,
                value: time,
            });
        }
        let outcome_status = match self.status[position] {
            0 => OutcomeStatus::Censored,
            1 => OutcomeStatus::Case,
            2 => OutcomeStatus::Competing,
            value => return Err(Error::Status { position, value }),
        };
        // An observation that is censored at t has had no event by then. Behind all times nothing is known.
        let is_free = time > self.at
            || outcome_status.is_censored() && time == self.at && time < f64::INFINITY;
        Ok(if is_free {
            OutcomeStatus::Free
        } else {
            outcome_status
        })
    }
}
