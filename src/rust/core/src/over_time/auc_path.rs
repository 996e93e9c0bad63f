//! Areas at many times, such as all at which there is an event, without the rows of each.
//!
//! From one time to the next few observations change: those whose time has come are no controls any more, and those with
//! an event are cases from then on. Trees of sums by score have the weight of all that one of them is compared with:
//!
//! ```text
//! E, of each stratum    the weight of the pairs of a case and a free one of it, of which the case scores higher
//! one is free no more   E loses its weight times that of the cases above it
//! one is a case         E gains its weight times that of the free ones below it
//! area                  (sum of E / G + the same of those with another event) / (weight of cases, weight of controls)
//! ```
//!
//! The free ones become few in the end. Their sums are computed anew whenever their number has fallen by this
//! factor, so that rounding errors of larger sums do not stay.

use super::at_times::TIMES;
use super::fenwick::Fenwick;
use super::followed::{Followed, TimeGroup};
use crate::censoring::{CensoringFit, Controls, End, Outcome};
use crate::error::{Class, Error};
use crate::memory::{collect, filled, push, reserve};
use crate::observations::Scores;
use crate::options::Options;
use crate::poll::Pace;
use crate::sum::Sum;

/// Areas at many times.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct AreasOverTime {
    /// The times.
    pub times: Vec<f64>,
    /// The areas of the first score at all times, then those of the second one, and so on.
    pub values: Vec<f64>,
}

/// The areas of scores at given times, or at all times at which there is an event, a control is left and somebody of each
/// stratum is followed. O(n log n) time a score, whatever the number of times.
///
/// ```
/// use weighted_roc_core::censoring::Outcome;
/// use weighted_roc_core::over_time::areas_over_time;
/// use weighted_roc_core::{Options, Scores};
///
/// let outcome = Outcome::new(&[1.0, 2.0, 3.0, 4.0], &[1, 0, 1, 0], f64::INFINITY);
/// let scores = [Scores::F64(&[4.0, 1.0, 2.0, 3.0])];
/// let result = areas_over_time(&scores, &outcome, None, Options::default())?;
/// assert_eq!((&result.times[..], &result.values[..]), (&[1.0, 3.0][..], &[1.0, 0.4][..]));
/// # Ok::<(), weighted_roc_core::Error>(())
/// ```
///
/// # Errors
/// The errors of [`areas_at_times`](super::areas_at_times); without times [`Error::NoneAtTime`] where no time has cases and
/// controls.
pub fn areas_over_time(
    scores: &[Scores<'_>],
    outcome: &Outcome<'_>,
    times: Option<&[f64]>,
    mut options: Options<'_>,
) -> Result<AreasOverTime, Error> {
    outcome.check_rows(0.0, options.poll)?;
    let followed = Followed::new(outcome, options.reborrow())?;
    let grid = Grid::new(&followed, outcome, times, options.reborrow())?;
    let mut values = reserve(scores.len().saturating_mul(grid.times.len()))?;
    for (k, score) in scores.iter().enumerate() {
        let ranked = followed.ranks(*score, options.reborrow());
        let (ranks, number) = ranked.map_err(|error| error.in_score(k, scores.len()))?;
        let mut course = AucPath::new(&grid, &ranks, number)?;
        course.run(&mut Pace::new(options.poll), |_, area, _| {
            push(&mut values, area)
        })?;
    }
    Ok(AreasOverTime {
        times: grid.times,
        values,
    })
}

/// The times, and what does not depend on scores.
pub(super) struct Grid<'a> {
    pub followed: &'a Followed,
    pub whole: CensoringFit<'a>,
    /// Until when each stratum is followed.
    ends: Vec<End>,
    pub times: Vec<f64>,
    /// The number of moments that are over at each time.
    over: Vec<usize>,
    /// The weights of rows with an event from then on, 0 where they do not count.
    pub weights: Vec<f64>,
    /// For each time and stratum, the place behind all steps of censoring that are over.
    pub bins: Vec<usize>,
    /// For each time and stratum the own weight of those who are free, for each time that of cases and of controls.
    pub free: Vec<f64>,
    pub cases: Vec<f64>,
    pub controls: Vec<f64>,
}

impl<'a> Grid<'a> {
    pub fn new(
        followed: &'a Followed,
        outcome: &Outcome<'a>,
        times: Option<&[f64]>,
        mut options: Options<'_>,
    ) -> Result<Grid<'a>, Error> {
        let of_rows = followed.outcome(outcome);
        let mut grid = Grid {
            followed,
            whole: CensoringFit::new(&of_rows, options.reborrow())?,
            ends: of_rows.ends(&mut Pace::new(&mut *options.poll))?,
            times: Vec::new(),
            over: Vec::new(),
            weights: Vec::new(),
            bins: Vec::new(),
            free: Vec::new(),
            cases: Vec::new(),
            controls: Vec::new(),
        };
        let mut pace = Pace::new(options.poll);
        match times {
            Some(times) => {
                TIMES.check_ascending("at_times", times)?;
                grid.times = collect(times.iter().copied())?;
            }
            None => grid.take_events(outcome.controls, &mut pace)?,
        }
        let last = grid.times.last().map_or(0.0, |last| *last);
        outcome.check_known(last, &mut pace)?;
        grid.weights = collect((0..followed.number()).map(|row| {
            if counts(followed, row, outcome.controls) && followed.times[row] <= last {
                followed.own[row] / grid.whole.survival(row)
            } else {
                0.0
            }
        }))?;
        grid.fill(outcome, &mut pace)?;
        Ok(grid)
    }

    pub fn strata(&self) -> usize {
        self.followed.strata
    }

    pub fn is_case(&self, row: usize) -> bool {
        self.followed.status[row] == 1
    }

    /// All times above 0 at which someone has the event, a control is left and there is an estimate; the first one also
    /// where there is none.
    fn take_events(&mut self, controls: Controls, pace: &mut Pace<'_>) -> Result<(), Error> {
        let followed = self.followed;
        let mut competing = false;
        let mut last = f64::INFINITY;
        for (stratum, end) in self.ends.iter().enumerate() {
            if end.is_censored {
                last = last.min(end.time);
            }
            if end.time > self.whole.end(stratum) {
                last = last.min(self.whole.end(stratum));
            }
        }
        for moment in &followed.moments {
            pace.steps(moment.rows().len())?;
            competing |= moment.others().any(|row| counts(followed, row, controls));
            let time = followed.times[moment.rows().start];
            if time > last && !self.times.is_empty() {
                break;
            }
            let has_controls = competing || moment.rows().end < followed.number();
            if !moment.cases().is_empty() && has_controls && time > 0.0 {
                push(&mut self.times, time)?;
            }
        }
        Ok(())
    }

    fn fill(&mut self, outcome: &Outcome<'_>, pace: &mut Pace<'_>) -> Result<(), Error> {
        let (followed, strata) = (self.followed, self.strata());
        let none_at = |class: Class, at: f64| Outcome { at, ..*outcome }.none_of(class);
        if self.times.is_empty() {
            return Err(none_at(Class::Positive, f64::INFINITY));
        }
        let size = self.times.len().saturating_mul(strata);
        (self.bins, self.free) = (reserve(size)?, reserve(size)?);
        // The free ones, from the last one: sums of few are not differences of large ones.
        let mut left = filled(strata, Sum::default())?;
        let mut moments = followed.moments.len();
        let mut free = filled(size, 0.0)?;
        for (k, &time) in self.times.iter().enumerate().rev() {
            while moments > 0 && !followed.is_over(followed.moments[moments - 1].rows().start, time)
            {
                moments -= 1;
                for row in followed.moments[moments].rows() {
                    pace.step()?;
                    left[followed.stratum(row)].add(followed.own[row]);
                }
            }
            for (stratum, left) in left.iter().enumerate() {
                free[k * strata + stratum] = left.value();
            }
        }
        self.free = free;
        let mut bins = collect((0..strata).map(|stratum| self.whole.first_bin(stratum)))?;
        let (mut cases, mut competing) = (Sum::default(), Sum::default());
        let mut moments = 0;
        for k in 0..self.times.len() {
            let time = self.times[k];
            while moments < followed.moments.len()
                && followed.is_over(followed.moments[moments].rows().start, time)
            {
                for row in followed.moments[moments].rows() {
                    pace.step()?;
                    match followed.status[row] {
                        0 => bins[followed.stratum(row)] = self.whole.bin(row) + 1,
                        1 => cases.add(self.weights[row]),
                        _ => competing.add(self.weights[row]),
                    }
                }
                moments += 1;
            }
            push(&mut self.over, moments)?;
            let mut controls = competing;
            for (stratum, &bin) in bins.iter().enumerate() {
                push(&mut self.bins, bin)?;
                controls.add(self.inverse(k, stratum) * self.free[k * strata + stratum]);
            }
            self.check_survival(k, moments)?;
            if cases.value() == 0.0 {
                return Err(none_at(Class::Positive, time));
            }
            if controls.value() == 0.0 {
                return Err(none_at(Class::Negative, time));
            }
            let outcome = Outcome {
                at: time,
                ..followed.outcome(outcome)
            };
            outcome.check_follow_up(&self.ends, |row| self.whole.survival(row))?;
            push(&mut self.cases, cases.value())?;
            push(&mut self.controls, controls.value())?;
        }
        Ok(())
    }

    /// Checks that nobody is free who could not be by a known G.
    fn check_survival(&self, time: usize, moments: usize) -> Result<(), Error> {
        for stratum in 0..self.strata() {
            if self.inverse(time, stratum) == f64::INFINITY {
                let first = moments_end(&self.followed.moments, moments);
                let times = [self.times[time], self.whole.end(stratum)];
                return Err(self.followed.never_followed(first, stratum, times));
            }
        }
        Ok(())
    }

    /// 1 / G of a stratum at a time, 0 where nobody is free.
    pub fn inverse(&self, time: usize, stratum: usize) -> f64 {
        let at = time * self.strata() + stratum;
        if self.free[at] == 0.0 {
            0.0
        } else {
            1.0 / self
                .whole
                .survival_by(self.times[time], stratum, self.bins[at])
        }
    }
}

/// Returns whether a row is a case or a control once its time has come.
fn counts(followed: &Followed, row: usize, controls: Controls) -> bool {
    match followed.status[row] {
        1 => true,
        2 => controls == Controls::All,
        _ => false,
    }
}

/// A walk through the times with one score.
pub(super) struct AucPath<'a> {
    grid: &'a Grid<'a>,
    ranks: &'a [u32],
    cases: Fenwick,
    competing: Option<Fenwick>,
    free: Vec<Fenwick>,
    /// The own weights of those who were free when their sums were made.
    made: Vec<f64>,
    /// E of each stratum, and of those with another event.
    pairs: Vec<Sum>,
    of_competing: Sum,
}

/// The factor by which the number of free ones falls before their sums are computed anew.
const FEWER: f64 = 16.0;

impl<'a> AucPath<'a> {
    pub fn new(grid: &'a Grid<'a>, ranks: &'a [u32], number: usize) -> Result<AucPath<'a>, Error> {
        let strata = grid.strata();
        let mut free = reserve(strata)?;
        for _ in 0..strata {
            push(&mut free, Fenwick::blank(number)?)?;
        }
        let rows = grid.weights.iter().enumerate();
        let has_competing = rows
            .clone()
            .any(|(row, weight)| *weight > 0.0 && !grid.is_case(row));
        let mut course = AucPath {
            grid,
            ranks,
            cases: Fenwick::blank(number)?,
            competing: if has_competing {
                Some(Fenwick::blank(number)?)
            } else {
                None
            },
            free,
            made: filled(strata, 0.0)?,
            pairs: filled(strata, Sum::default())?,
            of_competing: Sum::default(),
        };
        for stratum in 0..strata {
            course.make(stratum, 0);
        }
        Ok(course)
    }

    /// Hands the index of each time, the area there and the weights of pairs by stratum to `visit`.
    pub fn run(
        &mut self,
        pace: &mut Pace<'_>,
        mut visit: impl FnMut(usize, f64, &[Sum]) -> Result<(), Error>,
    ) -> Result<(), Error> {
        let grid = self.grid;
        let mut over = 0;
        for k in 0..grid.times.len() {
            let moments = &grid.followed.moments[over..grid.over[k]];
            over = grid.over[k];
            for moment in moments {
                pace.steps(60 * moment.rows().len())?;
                self.pass(moment);
            }
            let mut won = self.of_competing;
            for stratum in 0..grid.strata() {
                let free = grid.free[k * grid.strata() + stratum];
                if free * FEWER < self.made[stratum] {
                    let row = moments_end(&grid.followed.moments, over);
                    pace.steps(20 * (grid.followed.number() - row))?;
                    self.make(stratum, row);
                }
                won.add(grid.inverse(k, stratum) * self.pairs[stratum].value());
            }
            let area = won.value() / grid.controls[k] / grid.cases[k];
            visit(k, area.clamp(0.0, 1.0), &self.pairs)?;
        }
        Ok(())
    }

    fn pass(&mut self, moment: &TimeGroup) {
        let (grid, ranks) = (self.grid, self.ranks);
        let own = &grid.followed.own;
        for row in moment.rows() {
            let (stratum, rank) = (grid.followed.stratum(row), ranks[row] as usize);
            self.free[stratum].add(rank, -own[row]);
            self.pairs[stratum].add(-own[row] * self.cases.above(rank));
        }
        if let Some(competing) = &mut self.competing {
            for row in moment.others().filter(|&row| grid.weights[row] > 0.0) {
                let rank = ranks[row] as usize;
                competing.add(rank, grid.weights[row]);
                self.of_competing
                    .add(grid.weights[row] * self.cases.above(rank));
            }
        }
        for row in moment.cases() {
            let (weight, rank) = (grid.weights[row], ranks[row] as usize);
            for (free, pairs) in self.free.iter().zip(&mut self.pairs) {
                pairs.add(weight * free.below(rank));
            }
            if let Some(competing) = &self.competing {
                self.of_competing.add(weight * competing.below(rank));
            }
        }
        for row in moment.cases() {
            self.cases.add(ranks[row] as usize, grid.weights[row]);
        }
    }

    /// Makes the sums of a stratum anew, of rows from one on.
    fn make(&mut self, stratum: usize, first: usize) {
        let followed = self.grid.followed;
        let tree = &mut self.free[stratum];
        let mut pairs = Sum::default();
        tree.places_mut().fill(0.0);
        for row in first..followed.number() {
            if followed.stratum(row) == stratum {
                let rank = self.ranks[row] as usize;
                tree.places_mut()[rank] += followed.own[row];
                if first > 0 {
                    pairs.add(followed.own[row] * self.cases.above(rank));
                }
            }
        }
        tree.build();
        self.made[stratum] = tree.total();
        self.pairs[stratum] = pairs;
    }
}

/// The row behind some moments.
fn moments_end(moments: &[TimeGroup], number: usize) -> usize {
    number
        .checked_sub(1)
        .map_or(0, |last| moments[last].rows().end)
}
