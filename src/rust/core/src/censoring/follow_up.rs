//! Until when the observations of each stratum are followed.
//!
//! Those who are followed for longer stand for those who are censored. Where the last ones of a stratum are censored
//! before t nobody stands for them, so that no weights estimate the outcome of all. Where the last one has an event the
//! outcome of all is known, however late t is.

use super::outcome::{Censoring, Controls, Outcome};
use crate::error::{Argument, Class, Error};
use crate::memory::{collect, filled};
use crate::poll::Pace;

/// The last time of a stratum, and whether somebody is censored then.
#[derive(Clone, Copy, Debug)]
pub(crate) struct End {
    pub time: f64,
    pub is_censored: bool,
}

impl End {
    /// Nobody is followed.
    const BLANK: End = End {
        time: f64::NEG_INFINITY,
        is_censored: false,
    };

    fn extend(&mut self, other: End) {
        if other.time > self.time {
            *self = other;
        } else if other.time == self.time {
            self.is_censored |= other.is_censored;
        }
    }

    /// Returns whether somebody is censored before a time to which nobody is followed.
    pub fn is_before(&self, time: f64) -> bool {
        self.is_censored && self.time < time
    }
}

/// The times at which there is an estimate: from the first to the last one, which may not be one of them.
struct Range {
    first: f64,
    last: f64,
    is_closed: bool,
}

impl<'a> Outcome<'a> {
    /// The strata of the observations, if there are any, and their number.
    fn strata(&self) -> (Option<&'a [i32]>, usize) {
        let strata = match self.censoring {
            Censoring::Strata(codes, number) => Some((codes, number)),
            Censoring::Cox(covariates) => covariates.strata,
            Censoring::Known(known) => known.strata.map(|of| (of.observations, of.number)),
            Censoring::ProductLimit => None,
        };
        strata.map_or((None, 1), |(codes, number)| (Some(codes), number))
    }

    /// The end of each stratum.
    pub(crate) fn ends(&self, pace: &mut Pace<'_>) -> Result<Vec<End>, Error> {
        let (codes, strata) = self.strata();
        if let Some(length) = codes.map(<[i32]>::len).filter(|n| *n != self.times.len()) {
            return Err(Error::Length {
                argument: Argument::Strata,
                length,
                expected: self.times.len(),
            });
        }
        let mut ends = filled(strata, End::BLANK)?;
        for (position, &time) in self.times.iter().enumerate() {
            pace.step()?;
            if self.weights.value(position) == 0.0 {
                continue;
            }
            let code = codes.map_or(0, |codes| codes[position]);
            let end = usize::try_from(code).ok().and_then(|k| ends.get_mut(k));
            let end = end.ok_or(Error::Stratum {
                position,
                value: code,
                strata,
            })?;
            end.extend(End {
                time,
                is_censored: self.status[position] == 0,
            });
        }
        Ok(ends)
    }

    /// Checks that somebody of each stratum is followed to t, or that nobody is censored behind its last event. G is that
    /// of each observation before its time.
    pub(crate) fn check_follow_up(
        &self,
        ends: &[End],
        survival: impl Fn(usize) -> f64,
    ) -> Result<(), Error> {
        let Some(stratum) = ends.iter().position(|end| end.is_before(self.at)) else {
            return Ok(());
        };
        let codes = self.strata().0;
        let own = |row: usize| self.weights.value(row);
        let rows = || {
            let code = |row| codes.map_or(0, |codes: &[i32]| codes[row] as usize);
            (0..self.times.len()).filter(move |&row| own(row) > 0.0 && code(row) == stratum)
        };
        let most = rows().fold(0.0, |most: f64, row| most.max(own(row)));
        let all: f64 = rows().map(|row| own(row) / most).sum();
        let is_last =
            |row: &usize| self.times[*row] == ends[stratum].time && self.status[*row] == 0;
        let last = rows().filter(is_last);
        let lost: f64 = last.map(|row| own(row) / most / survival(row)).sum();
        let range = self.range(ends);
        Err(Error::NotFollowed {
            stratum,
            time: self.at,
            share: (lost / all).min(1.0),
            first: range.first,
            last: range.last,
        })
    }

    /// There are cases from the first event on, and controls as long as an observation is known, or for ever where those
    /// with another event are controls; and an estimate as long as somebody of each stratum is followed.
    fn range(&self, ends: &[End]) -> Range {
        let present = || (0..self.times.len()).filter(|&row| self.weights.value(row) != 0.0);
        let with = |status| present().filter(move |&row| self.status[row] == status);
        let first = with(1).fold(f64::INFINITY, |first, row| first.min(self.times[row]));
        let mut whole = End::BLANK;
        ends.iter().for_each(|end| whole.extend(*end));
        if self.controls == Controls::All && with(2).next().is_some() {
            whole = End {
                time: f64::INFINITY,
                is_censored: false,
            };
        }
        for end in ends {
            if end.is_before(whole.time) {
                whole = *end;
            }
        }
        Range {
            first,
            last: whole.time.max(0.0),
            is_closed: whole.is_censored,
        }
    }

    /// No observation is in a class.
    pub(crate) fn none_of(&self, class: Class) -> Error {
        match self.ends(&mut Pace::new(&mut || false)) {
            Err(error) => error,
            Ok(ends) => {
                let range = self.range(&ends);
                Error::NoneAtTime {
                    class,
                    time: self.at,
                    first: range.first,
                    last: range.last,
                    is_closed: range.is_closed,
                }
            }
        }
    }
}

/// The follow-up of replicates of the observations.
#[derive(Debug)]
pub(crate) struct FollowUp {
    times: Vec<f64>,
    /// None for one stratum.
    codes: Vec<i32>,
    strata: usize,
    at: f64,
    is_censored: Vec<bool>,
}

impl FollowUp {
    pub fn new(outcome: &Outcome<'_>) -> Result<FollowUp, Error> {
        let (codes, strata) = outcome.strata();
        Ok(FollowUp {
            times: collect(outcome.times.iter().copied())?,
            codes: collect(codes.unwrap_or(&[]).iter().copied())?,
            strata,
            at: outcome.at,
            is_censored: collect(outcome.status.iter().map(|status| *status == 0))?,
        })
    }

    /// Room for the ends of the strata.
    pub fn buffer(&self) -> Result<Vec<End>, Error> {
        filled(self.strata, End::BLANK)
    }

    /// Returns whether these rows have an estimate.
    pub fn reaches(&self, rows: impl Iterator<Item = usize>, ends: &mut [End]) -> bool {
        ends.fill(End::BLANK);
        for row in rows {
            let stratum = self.codes.get(row).map_or(0, |code| *code as usize);
            ends[stratum].extend(End {
                time: self.times[row],
                is_censored: self.is_censored[row],
            });
        }
        !ends.iter().any(|end| end.is_before(self.at))
    }
}
