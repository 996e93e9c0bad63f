//! The fate of an observation at a time.

use super::outcome::{Controls, Outcome};
use crate::error::{Argument, Class, Error};
use crate::memory::{push, reserve};
use crate::poll::Pace;

/// The fate of an observation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fate {
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

impl Fate {
    pub fn is_case(self) -> bool {
        self == Fate::Case
    }

    pub fn is_censored(self) -> bool {
        self == Fate::Censored
    }

    /// Returns whether it is known what has become of it: its weight depends on G then.
    pub fn is_known(self) -> bool {
        !matches!(self, Fate::Absent | Fate::Censored)
    }

    /// Returns whether it is a control.
    pub fn is_control(self, controls: Controls) -> bool {
        match self {
            Fate::Free => true,
            Fate::Competing => controls == Controls::All,
            _ => false,
        }
    }
}

impl Outcome<'_> {
    /// The fate of each observation.
    pub(super) fn fates(&self, pace: &mut Pace<'_>) -> Result<Vec<Fate>, Error> {
        self.check_lengths()?;
        if self.at.is_nan() || self.at <= 0.0 {
            return Err(Error::Parameter {
                name: "t",
                value: self.at,
            });
        }
        let mut fates = reserve(self.times.len())?;
        for position in 0..self.times.len() {
            pace.step()?;
            push(&mut fates, self.fate(position)?)?;
        }
        Ok(fates)
    }

    /// Returns whether there are cases and controls.
    pub(super) fn check_classes(&self, fates: &[Fate]) -> Result<(), Error> {
        if !fates.iter().any(|fate| fate.is_case()) {
            return Err(self.none_of(Class::Positive));
        }
        if !fates.iter().any(|fate| fate.is_control(self.controls)) {
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

    fn fate(&self, position: usize) -> Result<Fate, Error> {
        let weight = self.weights.at(position);
        if weight == 0.0 {
            return Ok(Fate::Absent);
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
        let fate = match self.status[position] {
            0 => Fate::Censored,
            1 => Fate::Case,
            2 => Fate::Competing,
            value => return Err(Error::Status { position, value }),
        };
        // An observation that is censored at t has had no event by then. Behind all times nothing is known.
        let is_free =
            time > self.at || fate.is_censored() && time == self.at && time < f64::INFINITY;
        Ok(if is_free { Fate::Free } else { fate })
    }
}
