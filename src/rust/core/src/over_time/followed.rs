//! Observations in the order of their times.

use crate::censoring::{Censoring, Covariates, Known, KnownStrata, Outcome};
use crate::error::Error;
use crate::memory::{collect, filled, push, reserve, resize};
use crate::observations::record::Record;
use crate::observations::source::Positions;
use crate::observations::{Observations, Scores, Weights};
use crate::options::Options;
use crate::poll::Pace;
use crate::sort::rank_any;
use crate::sort::sample::Sample;
use crate::sort::ties::runs;
use crate::sum::scale::{scale_of, LARGE};
use crate::Labels;
use std::cmp::Ordering;
use std::ops::Range;

/// The observations of positive weight by ascending time; at the same time those with the event come first, then those with
/// another one, and last those that are censored there.
pub(crate) struct Followed {
    /// Where each of them stands among all observations.
    pub positions: Vec<u32>,
    pub times: Vec<f64>,
    pub status: Vec<i32>,
    /// The weights that they have of themselves, times a power of two that brings their sum near 1.
    pub own: Vec<f64>,
    /// The strata of censoring, if there are any.
    codes: Vec<i32>,
    pub strata: usize,
    /// The covariates of a model of censoring, one after the other.
    covariates: Vec<f64>,
    /// How many observations there are, with those of weight 0.
    pub observations: usize,
    pub moments: Vec<TimeGroup>,
}

/// The rows of one time that have an event, or those that are censored then, which come next.
#[derive(Clone, Copy, Debug)]
pub(super) struct TimeGroup {
    start: u32,
    /// The end of those with the event.
    middle: u32,
    end: u32,
}

impl TimeGroup {
    pub fn rows(&self) -> Range<usize> {
        self.start as usize..self.end as usize
    }

    pub fn cases(&self) -> Range<usize> {
        self.start as usize..self.middle as usize
    }

    pub fn others(&self) -> Range<usize> {
        self.middle as usize..self.end as usize
    }
}

impl Followed {
    /// Made of observations that were checked. O(n log n) time at worst.
    pub fn new(outcome: &Outcome<'_>, mut options: Options<'_>) -> Result<Followed, Error> {
        let observations = outcome.times.len();
        if observations >= u32::MAX as usize {
            return Err(Error::TooMany { observations });
        }
        let (positions, moments) = by_time(outcome, options.reborrow())?;
        let mut pace = Pace::new(options.poll);
        let mut total = 0.0f64;
        let mut own = reserve(positions.len())?;
        for &position in &positions {
            pace.step()?;
            let weight = outcome.weights.value(position as usize);
            total += weight * HALF;
            push(&mut own, weight)?;
        }
        let scale = to_one(total) * HALF;
        own.iter_mut().for_each(|weight| *weight *= scale);
        let at = |position: &u32| *position as usize;
        let strata = match outcome.censoring {
            Censoring::Strata(codes, number) => Some((codes, number)),
            Censoring::Known(known) => known.strata.map(|of| (of.observations, of.number)),
            Censoring::Cox(covariates) => covariates.strata,
            Censoring::ProductLimit => None,
        };
        let values = match outcome.censoring {
            Censoring::Cox(covariates) => covariates.values,
            _ => &[],
        };
        let columns = values.len() / observations.max(1);
        let mut covariates = reserve(columns.saturating_mul(positions.len()))?;
        for column in values.chunks_exact(observations.max(1)) {
            for position in &positions {
                push(&mut covariates, column[at(position)])?;
            }
        }
        Ok(Followed {
            times: collect(positions.iter().map(|p| outcome.times[at(p)]))?,
            status: collect(positions.iter().map(|p| outcome.status[at(p)]))?,
            codes: match strata {
                Some((codes, _)) => collect(positions.iter().map(|p| codes[at(p)]))?,
                None => Vec::new(),
            },
            strata: strata.map_or(1, |(_, number)| number),
            covariates,
            own,
            positions,
            observations,
            moments,
        })
    }

    pub fn number(&self) -> usize {
        self.positions.len()
    }

    /// The stratum of a row.
    #[inline(always)]
    pub fn stratum(&self, row: usize) -> usize {
        self.codes.get(row).map_or(0, |code| *code as usize)
    }

    /// The same observations, in this order, until the end of all times.
    pub fn outcome<'a>(&'a self, given: &Outcome<'a>) -> Outcome<'a> {
        let mut outcome = Outcome::new(&self.times, &self.status, f64::INFINITY);
        outcome.weights = Weights::F64(&self.own);
        outcome.controls = given.controls;
        outcome.censoring = match given.censoring {
            Censoring::Strata(_, number) => Censoring::Strata(&self.codes, number),
            Censoring::Known(known) => Censoring::Known(Known {
                strata: known.strata.map(|of| KnownStrata {
                    observations: &self.codes,
                    ..of
                }),
                ..known
            }),
            Censoring::Cox(of) => Censoring::Cox(Covariates {
                values: &self.covariates,
                strata: of.strata.map(|(_, number)| (&self.codes[..], number)),
            }),
            Censoring::ProductLimit => Censoring::ProductLimit,
        };
        outcome
    }

    /// Returns whether the time of a row has come: at the same time events come before censorings.
    pub fn is_over(&self, row: usize, time: f64) -> bool {
        self.times[row] < time || self.times[row] == time && self.status[row] != 0
    }

    /// The order of two rows by what the probability of not being censored depends on: stratum and covariates.
    pub fn compare_censoring(&self, row: usize, other: usize) -> Ordering {
        let columns = self.covariates.chunks_exact(self.number());
        let by_covariates = columns.map(|column| column[row].total_cmp(&column[other]));
        self.stratum(row).cmp(&self.stratum(other)).then_with(|| {
            let mut unequal = by_covariates.filter(|order| order.is_ne());
            unequal.next().unwrap_or(Ordering::Equal)
        })
    }

    /// A row from `first` on of a stratum in which nobody can be free at a time, as G is known to be 0 behind the last
    /// one.
    pub fn never_followed(&self, first: usize, stratum: usize, [time, last]: [f64; 2]) -> Error {
        let row = (first..self.number()).find(|&row| self.stratum(row) == stratum);
        Error::NeverFollowed {
            position: row.map_or(0, |row| self.positions[row] as usize),
            time,
            last,
        }
    }

    /// The rows by ascending score, as weights of records.
    pub fn sorted(
        &self,
        scores: Scores<'_>,
        mut options: Options<'_>,
    ) -> Result<Vec<Record>, Error> {
        let labels = filled(self.observations, 1i32)?;
        let observations = Observations {
            scores,
            labels: Labels::I32(&labels),
            weights: Weights::Unit,
        };
        let source = observations.source_of_chunk()?;
        let sample = Sample::draw(&source)?;
        let mut records =
            rank_any(&Positions(&source), sample.as_ref(), options.reborrow())?.records;
        Pace::new(options.poll).steps(2 * records.len())?;
        let mut rows = filled(self.observations, NO_ROW)?;
        for (row, &position) in self.positions.iter().enumerate() {
            rows[position as usize] = row as u32;
        }
        records.retain_mut(|record| {
            let row = rows[record.weight.abs() as usize - 1];
            record.weight = f64::from(row);
            row != NO_ROW
        });
        Ok(records)
    }

    /// The ranks of some scores, equal ones the same, and how many there are.
    pub fn ranks(
        &self,
        scores: Scores<'_>,
        mut options: Options<'_>,
    ) -> Result<(Vec<u32>, usize), Error> {
        let records = self.sorted(scores, options.reborrow())?;
        let mut pace = Pace::new(options.poll);
        let mut ranks = filled(self.number(), 0u32)?;
        let mut number = 0;
        for run in runs(&records) {
            pace.steps(run.len())?;
            for record in run {
                ranks[record.weight as usize] = number as u32;
            }
            number += 1;
        }
        Ok((ranks, number))
    }

    /// Adds behind what there is what belongs to each row, where it stands among all observations, and 0 for others.
    pub fn append<'a>(
        &self,
        of_rows: impl IntoIterator<Item = &'a f64>,
        to: &mut Vec<f64>,
    ) -> Result<(), Error> {
        let start = to.len();
        resize(to, start + self.observations, 0.0)?;
        for (value, &position) in of_rows.into_iter().zip(&self.positions) {
            to[start + position as usize] = *value;
        }
        Ok(())
    }
}

/// An observation without weight has none.
const NO_ROW: u32 = u32::MAX;

const HALF: f64 = 1.0 / (1u64 << 52) as f64;

/// A power of two that brings a positive number near 1.
fn to_one(total: f64) -> f64 {
    scale_of(total) / LARGE
}

/// Where the observations of positive weight stand, by time, and those of each time.
fn by_time(
    outcome: &Outcome<'_>,
    mut options: Options<'_>,
) -> Result<(Vec<u32>, Vec<TimeGroup>), Error> {
    let labels = filled(outcome.times.len(), 1i32)?;
    let observations = Observations {
        scores: Scores::F64(outcome.times),
        labels: Labels::I32(&labels),
        weights: outcome.weights,
    };
    let source = observations.source_of_chunk()?;
    let sample = Sample::draw(&source)?;
    let ranked = rank_any(&Positions(&source), sample.as_ref(), options.reborrow())?;
    let mut pace = Pace::new(options.poll);
    let mut positions = reserve(ranked.records.len())?;
    let mut moments = reserve(ranked.distinct)?;
    for run in runs(&ranked.records) {
        pace.steps(3 * run.len())?;
        let mut start = positions.len() as u32;
        let mut middle = start;
        for status in [1, 2, 0] {
            for record in run {
                let position = record.weight.abs() as usize - 1;
                if outcome.status[position] == status {
                    push(&mut positions, position as u32)?;
                }
            }
            let end = positions.len() as u32;
            if status == 1 {
                middle = end;
            } else if end > start {
                push(&mut moments, TimeGroup { start, middle, end })?;
                (start, middle) = (end, end);
            }
        }
    }
    Ok((positions, moments))
}
