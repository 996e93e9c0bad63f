//! Areas at several times, from one sort by time and one by each score.
//!
//! ```text
//! at each time, from one to the next:
//!     weights of cases and controls, with their sign          (censoring)
//!     for each score: its records with these weights, their influences
//!     influences through censoring
//! ```
//!
//! A row of a time is what an outcome at that time alone gives, see [`WeightModel::Outcome`](crate::sampling::WeightModel::Outcome).

use super::followed::Followed;
use super::units::SampledRows;
use crate::censoring::{CensoringAt, CensoringFit, Controls, End, Outcome};
use crate::covariance::{Blocks, Covariance, InfluenceMatrix, Sink, NONE};
use crate::error::{Class, Error};
use crate::inference::RankedObservations;
use crate::memory::{collect, filled, push, reserve, resize};
use crate::observations::record::Record;
use crate::observations::Scores;
use crate::options::Options;
use crate::poll::Pace;
use crate::range::Range;
use crate::rounding::without_rounding;
use crate::sampling::Sampling;
use crate::setters::setters;
use crate::sum::totals::Totals;
use std::mem::take;

/// The times of areas.
pub(super) const TIMES: Range = Range::at_least(0.0).without_least();

/// Which times, and what is known of the observations.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct TimesRequest<'a> {
    /// The outcome, whatever its time.
    pub outcome: Outcome<'a>,
    /// Times, ascending.
    pub times: &'a [f64],
    /// How the observations were sampled: their clusters count, the correction, and a survey design, whose covariances
    /// of all estimates take the place of those of influences.
    pub sampling: Sampling<'a>,
    /// True if the covariances of the areas at all times are wanted.
    pub covariance: bool,
    /// True if the influences of the observations are wanted.
    pub influences: bool,
}

setters! {
    TimesRequest<'a> {
        with_sampling: sampling = Sampling<'a>;
        with_covariance: covariance = bool;
        with_influences: influences = bool;
    }
}

impl<'a> TimesRequest<'a> {
    /// Areas and their variances.
    pub fn new(outcome: Outcome<'a>, times: &'a [f64]) -> TimesRequest<'a> {
        TimesRequest {
            outcome,
            times,
            sampling: Sampling::default(),
            covariance: false,
            influences: false,
        }
    }
}

/// Areas at several times.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct TimesAreas {
    /// How the areas of all scores vary at each time.
    pub covariances: Vec<Covariance>,
    /// The covariances of all scores at the first time, at the second one, and so on, column by column; empty if nobody
    /// asked.
    pub covariance: Vec<f64>,
    /// The influences of all observations on each of these; empty if nobody asked.
    pub influences: Vec<f64>,
}

/// The areas of scores at several times, as cumulative cases and dynamic controls have them, and how they vary.
/// O(n log n) time a score, and O(n) a score and time.
///
/// ```
/// use weighted_roc_core::censoring::Outcome;
/// use weighted_roc_core::over_time::{areas_at_times, TimesRequest};
/// use weighted_roc_core::{Options, Scores};
///
/// let outcome = Outcome::new(&[1.0, 2.0, 3.0, 4.0, 5.0], &[1, 0, 1, 1, 0], f64::INFINITY);
/// let scores = [Scores::F64(&[5.0, 1.0, 4.0, 2.0, 3.0])];
/// let result = areas_at_times(&scores, &TimesRequest::new(outcome, &[1.0, 4.0]), Options::default())?;
/// assert_eq!(result.covariances[0].values, [1.0]);
/// // The cases have weights of 1, 4/3 and 4/3, and the last one scores less than the only control.
/// assert!((result.covariances[1].values[0] - 7.0 / 11.0).abs() < 1e-15);
/// # Ok::<(), weighted_roc_core::Error>(())
/// ```
///
/// # Errors
/// [`Error::Empty`] without a score; the errors of [`outcome_weights`](crate::censoring::outcome_weights),
/// [`Error::NoneAtTime`] of the first time that has one;
/// those of scores with their number; [`Error::Range`] for times that are not above 0, or do not ascend.
pub fn areas_at_times(
    scores: &[Scores<'_>],
    request: &TimesRequest<'_>,
    mut options: Options<'_>,
) -> Result<TimesAreas, Error> {
    let outcome = &request.outcome;
    if scores.is_empty() {
        return Err(Error::Empty);
    }
    TIMES.check_ascending("at_times", request.times)?;
    let last = request.times.last().map_or(0.0, |last| *last);
    outcome.check_rows(last, options.poll)?;
    let followed = Followed::new(outcome, options.reborrow())?;
    let rows = SampledRows::new(&followed, &request.sampling, options.poll)?;
    let mut at = AtTime::new(&followed, outcome, options.reborrow())?;
    let mut sorted = reserve(scores.len())?;
    for (k, score) in scores.iter().enumerate() {
        let records = followed.sorted(*score, options.reborrow());
        let records = records.map_err(|error| error.in_score(k, scores.len()))?;
        push(&mut sorted, at.sorted(&records)?)?;
    }
    let mut result = TimesAreas::blank(request.times.len())?;
    let mut all = Blocks::default();
    let threads = options.threads;
    let mut pace = Pace::new(options.poll);
    for (place, &time) in request.times.iter().enumerate() {
        at.advance(time, &mut pace)?;
        let mut matrix = InfluenceMatrix::blank(scores.len(), followed.number(), 2)?;
        for (k, sorted) in sorted.iter().enumerate() {
            let poll = pace.poll();
            at.find(
                k,
                sorted,
                &mut matrix,
                Options::new(poll).with_threads(threads),
            )?;
        }
        let through = at.through_censoring(&matrix, &mut pace)?;
        if request.influences {
            let values = through.as_ref().unwrap_or(&matrix.values);
            for k in 0..scores.len() {
                let column = values.iter().skip(k).step_by(scores.len());
                followed.append(column, &mut result.influences)?;
            }
        }
        let influences = rows.by_class(matrix, through, &mut pace)?;
        let all = request.covariance.then_some(&mut all);
        let covariance =
            rows.covariance(&influences, (place, request.times.len()), all, &mut pace)?;
        push(&mut result.covariances, covariance)?;
    }
    if request.covariance {
        result.covariance = all.covariance(&mut pace)?;
    }
    Ok(result)
}

impl TimesAreas {
    pub(super) fn blank(times: usize) -> Result<TimesAreas, Error> {
        Ok(TimesAreas {
            covariances: reserve(times)?,
            covariance: Vec::new(),
            influences: Vec::new(),
        })
    }
}

/// A row in the order of a score, with all that its weight at a time depends on: rows of other orders are far.
#[derive(Clone, Copy)]
struct SortedRow {
    score: f64,
    row: u32,
    stratum: u32,
    /// See [`AtTime::over`].
    over: f64,
    own: f64,
}

/// The rows at a time.
struct AtTime<'a> {
    followed: &'a Followed,
    given: &'a Outcome<'a>,
    moving: CensoringAt<'a>,
    /// Until when each stratum is followed.
    ends: Vec<End>,
    /// G of each stratum before the time.
    survival: Vec<f64>,
    /// The weights of rows with an event, which they have from then on, minus for controls.
    over: Vec<f64>,
    /// The number of rows that are over.
    rows_over: usize,
    /// The weight of each row, minus for controls.
    signed: Vec<f64>,
    /// Memory for the records of positive weight of a score, and for their rows.
    records: Vec<Record>,
    rows: Vec<u32>,
}

impl<'a> AtTime<'a> {
    fn new(
        followed: &'a Followed,
        given: &'a Outcome<'a>,
        mut options: Options<'_>,
    ) -> Result<AtTime<'a>, Error> {
        let outcome = followed.outcome(given);
        let whole = CensoringFit::new(&outcome, options.reborrow())?;
        let over = collect((0..followed.number()).map(|row| {
            let weight = followed.own[row] / whole.survival(row);
            match (followed.status[row], given.controls) {
                (1, _) => weight,
                (2, Controls::All) => -weight,
                _ => 0.0,
            }
        }))?;
        Ok(AtTime {
            followed,
            given,
            ends: outcome.ends(&mut Pace::new(options.poll))?,
            moving: CensoringAt::new(whole, followed.strata)?,
            survival: filled(followed.strata, 1.0)?,
            over,
            rows_over: 0,
            signed: filled(followed.number(), 0.0)?,
            records: Vec::new(),
            rows: filled(followed.number(), 0)?,
        })
    }

    fn sorted(&self, records: &[Record]) -> Result<Vec<SortedRow>, Error> {
        collect(records.iter().map(|record| {
            let row = record.weight as usize;
            SortedRow {
                score: record.score,
                row: row as u32,
                stratum: self.followed.stratum(row) as u32,
                over: self.over[row],
                own: self.followed.own[row],
            }
        }))
    }

    /// On to a time.
    fn advance(&mut self, time: f64, pace: &mut Pace<'_>) -> Result<(), Error> {
        let followed = self.followed;
        pace.steps(followed.number())?;
        let over = (followed.moments).partition_point(|of| followed.is_over(of.rows().start, time));
        let over = over
            .checked_sub(1)
            .map_or(0, |last| followed.moments[last].rows().end);
        self.moving.advance(over, |row| followed.stratum(row));
        self.rows_over = over;
        self.signed[..over].copy_from_slice(&self.over[..over]);
        for (stratum, survival) in self.survival.iter_mut().enumerate() {
            *survival = self.moving.survival_by(time, stratum);
        }
        for row in over..followed.number() {
            let stratum = followed.stratum(row);
            if self.survival[stratum] == 0.0 {
                let last = self.moving.end(stratum);
                return Err(followed.never_followed(row, stratum, [time, last]));
            }
            self.signed[row] = -(followed.own[row] / self.survival[stratum]);
        }
        // Controls are last.
        let has_controls = self.signed.iter().rev().any(|&weight| weight < 0.0);
        let has_cases = self.signed.iter().any(|&weight| weight > 0.0);
        for (class, has_any) in [
            (Class::Negative, has_controls),
            (Class::Positive, has_cases),
        ] {
            if !has_any {
                let outcome = Outcome {
                    at: time,
                    ..*self.given
                };
                return Err(outcome.none_of(class));
            }
        }
        let outcome = Outcome {
            at: time,
            ..followed.outcome(self.given)
        };
        outcome.check_follow_up(&self.ends, |row| self.moving.survival(row))
    }

    /// The area of score k and the influences on it, with the weights as they are.
    fn find(
        &mut self,
        k: usize,
        sorted: &[SortedRow],
        matrix: &mut InfluenceMatrix,
        mut options: Options<'_>,
    ) -> Result<(), Error> {
        let mut records = take(&mut self.records);
        resize(&mut records, sorted.len(), Record::default())?;
        let mut totals = Totals::default();
        let mut kept = 0;
        for of in sorted {
            let free = -(of.own / self.survival[of.stratum as usize]);
            let is_over = (of.row as usize) < self.rows_over;
            let weight = if is_over { of.over } else { free };
            let score = of.score;
            records[kept] = Record { score, weight };
            self.rows[kept] = of.row;
            totals.negative += records[kept].negative();
            totals.positive += records[kept].positive();
            // Without a branch, which nothing would predict.
            kept += usize::from(weight != 0.0);
        }
        records.truncate(kept);
        let ranking =
            RankedObservations::from_records(records, Vec::new(), totals, options.reborrow())?;
        matrix.add_estimate(k, ranking.area);
        if k == 0 {
            self.add_shares(ranking.weights, matrix);
        }
        ranking.deviations(options.poll, |index, shares, away| {
            let influence = shares[0] * away[0] + shares[1] * away[1];
            matrix.set(self.rows[index] as usize, k, influence);
        })?;
        self.records = ranking.records;
        Ok(())
    }

    /// The class of each row, and its share of the weight of it.
    fn add_shares(&self, totals: [f64; 2], matrix: &mut InfluenceMatrix) {
        for (row, &weight) in self.signed.iter().enumerate() {
            let class = usize::from(weight > 0.0);
            let share = weight.abs() / totals[class];
            matrix.share[row] = share;
            matrix.class[row] = if share > 0.0 { class as u32 } else { NONE };
        }
    }

    /// Influences with what the estimate of censoring adds, if it adds anything.
    fn through_censoring(
        &self,
        matrix: &InfluenceMatrix,
        pace: &mut Pace<'_>,
    ) -> Result<Option<Vec<f64>>, Error> {
        if !self.moving.moves_weights() {
            return Ok(None);
        }
        let width = matrix.width();
        let mut terms = filled(width, 0.0)?;
        for values in matrix.values.chunks_exact(width) {
            for (terms, value) in terms.iter_mut().zip(values) {
                *terms += value * value;
            }
        }
        terms.iter_mut().for_each(|terms| *terms = terms.sqrt());
        let mut through = collect(matrix.values.iter().copied())?;
        self.moving.apply(&mut through, width, pace)?;
        for values in through.chunks_exact_mut(width) {
            for (value, terms) in values.iter_mut().zip(&terms) {
                *value = without_rounding(*value, *terms);
            }
        }
        Ok(Some(through))
    }
}
