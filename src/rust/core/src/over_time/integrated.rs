//! The mean of areas over times, and its influences.
//!
//! ```text
//! mean      sum of p_k A_k, with p_k given, or the share of the cases between time k - 1 and k among all up to the last
//! h_j       the sum of p_k h_kj over all times, and what j as a case does to p
//! ```
//!
//! The influence of one row at time k is its weight times a sum over others of which it beats, or which beat it:
//! over all times that is a sum over pairs, each times a sum over the times at which both are compared. The latter
//! is a difference of sums up to a time, and trees by score add up both parts. The contribution through the estimate
//! of censoring needs only the sums over the rows that have left between two censorings, and over those that are
//! free at a time.

use super::auc_path::{AucPath, Grid};
use super::fenwick::Fenwick;
use super::followed::Followed;
use super::units::SampledRows;
use crate::censoring::{Outcome, Sums};
use crate::covariance::{Covariance, InfluenceMatrix};
use crate::error::{Argument, Error};
use crate::memory::{filled, push, reserve};
use crate::observations::Scores;
use crate::options::Options;
use crate::poll::Pace;
use crate::sampling::Sampling;
use crate::setters::setters;

/// How much each time counts.
#[derive(Clone, Copy, Debug, Default)]
#[non_exhaustive]
pub enum TimeWeights<'a> {
    /// As the incidence grows from the time before to it: estimated from the same observations.
    #[default]
    Incidence,
    /// So much, not negative.
    KnownVariances(&'a [f64]),
}

/// Which mean, of what.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct IntegratedRequest<'a> {
    /// The outcome, whatever its time.
    pub outcome: Outcome<'a>,
    /// Times, ascending; none for all at which there is an event and a control is left.
    pub times: Option<&'a [f64]>,
    /// How much each of them counts.
    pub weights: TimeWeights<'a>,
    /// How the observations were sampled: their clusters count, and a survey design, whose covariances
    /// of all estimates take the place of those of influences. The correction does not: an observation may be of
    /// both classes, so that there is no n / (n - 1) of a class, and the variance is that of the jackknife.
    pub sampling: Sampling<'a>,
    /// True if the influences of the observations are wanted.
    pub influences: bool,
}

setters! {
    IntegratedRequest<'a> {
        with_times: times = Option<&'a [f64]>;
        with_weights: weights = TimeWeights<'a>;
        with_sampling: sampling = Sampling<'a>;
        with_influences: influences = bool;
    }
}

impl<'a> IntegratedRequest<'a> {
    /// Over all times, by incidence.
    pub fn new(outcome: Outcome<'a>) -> IntegratedRequest<'a> {
        IntegratedRequest {
            outcome,
            times: None,
            weights: TimeWeights::default(),
            sampling: Sampling::default(),
            influences: false,
        }
    }
}

/// Means of areas over times.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Integrated {
    /// How the means of the scores vary. The effective numbers are those of the mean shares that rows have in a class.
    pub covariance: Covariance,
    /// The influences of all observations on the first score, on the second one, and so on; empty if nobody asked.
    pub influences: Vec<f64>,
}

/// The mean area of each score over times. O(n log n) time a score, whatever the number of times.
///
/// ```
/// use weighted_roc_core::censoring::Outcome;
/// use weighted_roc_core::over_time::{integrated_areas, IntegratedRequest};
/// use weighted_roc_core::{Options, Scores};
///
/// // Areas of 1 and 0.4 at times 1 and 3, at which 1 and 1.5 of the weight have the event.
/// let outcome = Outcome::new(&[1.0, 2.0, 3.0, 4.0], &[1, 0, 1, 0], f64::INFINITY);
/// let scores = [Scores::F64(&[4.0, 1.0, 2.0, 3.0])];
/// let result = integrated_areas(&scores, &IntegratedRequest::new(outcome), Options::default())?;
/// assert!((result.covariance.values[0] - (1.0 + 0.4 * 1.5) / 2.5).abs() < 1e-15);
/// # Ok::<(), weighted_roc_core::Error>(())
/// ```
///
/// # Errors
/// The errors of [`areas_over_time`](super::areas_over_time); [`Error::Length`] and [`Error::Weight`] for weights of times.
pub fn integrated_areas(
    scores: &[Scores<'_>],
    request: &IntegratedRequest<'_>,
    mut options: Options<'_>,
) -> Result<Integrated, Error> {
    let outcome = &request.outcome;
    outcome.check_rows(0.0, options.poll)?;
    let followed = Followed::new(outcome, options.reborrow())?;
    let rows = SampledRows::new(&followed, &request.sampling, options.poll)?;
    let grid = Grid::new(&followed, outcome, request.times, options.reborrow())?;
    let mean = Mean::new(&grid, request.weights, &mut Pace::new(options.poll))?;
    let mut matrix = InfluenceMatrix::blank(scores.len(), followed.number(), 2)?;
    let mut influences = Vec::new();
    for (k, score) in scores.iter().enumerate() {
        let ranked = followed.ranks(*score, options.reborrow());
        let (ranks, number) = ranked.map_err(|error| error.in_score(k, scores.len()))?;
        let mut of_score = OfScore::new(&mean, &ranks, number, &mut Pace::new(options.poll))?;
        of_score.find(&mut Pace::new(options.poll))?;
        matrix.set_column(k, of_score.value, &of_score.influences);
        if request.influences {
            followed.append(&of_score.influences, &mut influences)?;
        }
    }
    let mut pace = Pace::new(options.poll);
    let shares = (0..followed.number()).map(|row| mean.shares(row));
    let units = rows.by_weights(matrix, shares, &mut pace)?;
    let covariance = rows.covariance(&units, (0, 1), None, &mut pace)?;
    Ok(Integrated {
        covariance,
        influences,
    })
}

/// Times with their weights, and sums over times.
struct Mean<'a> {
    grid: &'a Grid<'a>,
    /// p.
    weights: Vec<f64>,
    /// The weight of all cases up to the last time where p is their share, otherwise none.
    incidence: Option<f64>,
    /// The index of the first time at which each row's own has come.
    from: Vec<u32>,
    /// Sums over all times before: of p / cases, p / controls, p / (cases controls).
    of_cases: Vec<f64>,
    of_controls: Vec<f64>,
    of_pairs: Vec<f64>,
    /// By stratum, one after the other: of p / (controls G), and of p / (cases controls G).
    of_free: Vec<f64>,
    of_free_pairs: Vec<f64>,
}

/// Sums of the first 0, 1, 2, ... terms.
fn sums_before(terms: impl Iterator<Item = f64>, to: &mut Vec<f64>) -> Result<(), Error> {
    let mut sum = 0.0;
    push(to, sum)?;
    for term in terms {
        sum += term;
        push(to, sum)?;
    }
    Ok(())
}

impl<'a> Mean<'a> {
    fn new(
        grid: &'a Grid<'a>,
        weights: TimeWeights<'_>,
        pace: &mut Pace<'_>,
    ) -> Result<Mean<'a>, Error> {
        let number = grid.times.len();
        let rows = grid.followed.number();
        let mut from = reserve(rows)?;
        let mut at = 0;
        for row in 0..rows {
            pace.step()?;
            while at < number && !grid.followed.is_over(row, grid.times[at]) {
                at += 1;
            }
            push(&mut from, at as u32)?;
        }
        let mut mean = Mean {
            grid,
            weights: filled(number, 0.0)?,
            incidence: None,
            from,
            of_cases: Vec::new(),
            of_controls: Vec::new(),
            of_pairs: Vec::new(),
            of_free: Vec::new(),
            of_free_pairs: Vec::new(),
        };
        mean.weigh(weights)?;
        let Mean {
            weights,
            of_cases,
            of_controls,
            of_pairs,
            of_free,
            of_free_pairs,
            ..
        } = &mut mean;
        let weights = &*weights;
        let parts = || weights.iter().zip(&grid.cases).zip(&grid.controls);
        sums_before(parts().map(|((p, a), _)| p / a), of_cases)?;
        sums_before(parts().map(|((p, _), n)| p / n), of_controls)?;
        sums_before(parts().map(|((p, a), n)| p / a / n), of_pairs)?;
        for stratum in 0..grid.strata() {
            pace.steps(2 * number)?;
            let parts = || parts().enumerate();
            let inverse = |k: usize| grid.inverse(k, stratum);
            let terms = parts().map(|(k, ((p, _), n))| p / n * inverse(k));
            sums_before(terms, of_free)?;
            let terms = parts().map(|(k, ((p, a), n))| p / a / n * inverse(k));
            sums_before(terms, of_free_pairs)?;
        }
        Ok(mean)
    }

    fn weigh(&mut self, weights: TimeWeights<'_>) -> Result<(), Error> {
        let number = self.weights.len();
        match weights {
            TimeWeights::Incidence => {
                for row in 0..self.from.len() {
                    let at = self.from[row] as usize;
                    if self.grid.is_case(row) && at < number {
                        self.weights[at] += self.grid.weights[row];
                    }
                }
            }
            TimeWeights::KnownVariances(given) => {
                if given.len() != number {
                    return Err(Error::Length {
                        argument: Argument::Weights,
                        length: given.len(),
                        expected: number,
                    });
                }
                for (position, &value) in given.iter().enumerate() {
                    if !(0.0..=f64::MAX).contains(&value) {
                        return Err(Error::Weight { position, value });
                    }
                }
                self.weights.copy_from_slice(given);
            }
        }
        let most = self.weights.iter().fold(0.0f64, |most, of| most.max(*of));
        let total: f64 = self.weights.iter().map(|of| of / most).sum();
        if total.is_nan() || total == 0.0 {
            return Err(Error::Weight {
                position: 0,
                value: 0.0,
            });
        }
        let of_all = total * most;
        self.weights
            .iter_mut()
            .for_each(|of| *of = *of / most / total);
        if let TimeWeights::Incidence = weights {
            self.incidence = Some(of_all);
        }
        Ok(())
    }

    /// From the sums over times of a stratum.
    fn stratum_of<'b>(&self, sums: &'b [f64], stratum: usize) -> &'b [f64] {
        let length = self.weights.len() + 1;
        &sums[stratum * length..][..length]
    }

    fn behind(&self, sums: &[f64], from: usize) -> f64 {
        sums[self.weights.len()] - sums[from]
    }

    /// The mean parts of all controls and of all cases that a row is.
    fn shares(&self, row: usize) -> [f64; 2] {
        let (grid, from) = (self.grid, self.from[row] as usize);
        let stratum = grid.followed.stratum(row);
        let free = grid.followed.own[row] * self.stratum_of(&self.of_free, stratum)[from];
        let weight = grid.weights[row];
        if grid.is_case(row) {
            [free, weight * self.behind(&self.of_cases, from)]
        } else {
            [free + weight * self.behind(&self.of_controls, from), 0.0]
        }
    }
}

/// One score.
struct OfScore<'a> {
    mean: &'a Mean<'a>,
    ranks: &'a [u32],
    number: usize,
    value: f64,
    areas: Vec<f64>,
    /// Sums over times before: of p A / cases, p A / controls, and by stratum p A / (controls G).
    of_cases: Vec<f64>,
    of_controls: Vec<f64>,
    of_free: Vec<f64>,
    /// The contributions through the estimate of censoring, by place.
    sums: Sums,
    influences: Vec<f64>,
    /// The part of that as a case, or with another event.
    as_over: Vec<f64>,
}

impl<'a> OfScore<'a> {
    fn new(
        mean: &'a Mean<'a>,
        ranks: &'a [u32],
        number: usize,
        pace: &mut Pace<'_>,
    ) -> Result<OfScore<'a>, Error> {
        let grid = mean.grid;
        let strata = grid.strata();
        let mut areas = reserve(grid.times.len())?;
        let mut sums = grid.whole.sums()?;
        let mut course = AucPath::new(grid, ranks, number)?;
        course.run(pace, |k, area, pairs| {
            for (stratum, pairs) in pairs.iter().enumerate() {
                let at = k * strata + stratum;
                let away = pairs.value() / grid.cases[k] - area * grid.free[at];
                let part = mean.weights[k] / grid.controls[k] * grid.inverse(k, stratum);
                sums.of_bins[grid.bins[at]] += part * away;
            }
            push(&mut areas, area)
        })?;
        let rows = grid.followed.number();
        let parts = || areas.iter().zip(&mean.weights).map(|(area, p)| area * p);
        let (mut of_cases, mut of_controls, mut of_free) = (Vec::new(), Vec::new(), Vec::new());
        sums_before(parts().zip(&grid.cases).map(|(p, a)| p / a), &mut of_cases)?;
        let by_controls = || parts().zip(&grid.controls).map(|(p, n)| p / n);
        sums_before(by_controls(), &mut of_controls)?;
        for stratum in 0..strata {
            let terms = by_controls().enumerate();
            sums_before(
                terms.map(|(k, p)| p * grid.inverse(k, stratum)),
                &mut of_free,
            )?;
        }
        Ok(OfScore {
            mean,
            ranks,
            number,
            value: parts().sum::<f64>().min(1.0),
            areas,
            of_cases,
            of_controls,
            of_free,
            sums,
            influences: filled(rows, 0.0)?,
            as_over: filled(rows, 0.0)?,
        })
    }

    fn find(&mut self, pace: &mut Pace<'_>) -> Result<(), Error> {
        self.ascend(pace)?;
        self.descend(pace)?;
        self.center();
        for row in 0..self.ranks.len() {
            self.influences[row] += self.as_over[row];
            self.sums.of_bins[self.mean.grid.whole.bin(row)] += self.as_over[row];
        }
        let sums = std::mem::take(&mut self.sums);
        (self.mean.grid.whole).apply_sums(sums, &mut self.influences, pace)
    }

    /// Against those whose time has come before.
    fn ascend(&mut self, pace: &mut Pace<'_>) -> Result<(), Error> {
        let (mean, ranks) = (self.mean, self.ranks);
        let (grid, followed) = (mean.grid, mean.grid.followed);
        let strata = grid.strata();
        let mut cases = Fenwick::blank(self.number)?;
        let mut competing = Fenwick::blank(self.number)?;
        let mut by_stratum = trees(strata, self.number)?;
        for moment in &followed.moments {
            pace.steps(60 * moment.rows().len())?;
            for row in moment.rows().filter(|&row| grid.weights[row] > 0.0) {
                let (weight, rank) = (grid.weights[row], ranks[row] as usize);
                if !grid.is_case(row) {
                    competing.add(rank, weight);
                    continue;
                }
                cases.add(rank, weight);
                for (stratum, tree) in by_stratum.iter_mut().enumerate() {
                    let sums = mean.stratum_of(&mean.of_free_pairs, stratum);
                    tree.add(rank, weight * sums[mean.from[row] as usize]);
                }
            }
            for row in moment.rows() {
                let (from, rank) = (mean.from[row] as usize, ranks[row] as usize);
                let stratum = followed.stratum(row);
                let above = cases.above(rank);
                let sums = mean.stratum_of(&mean.of_free_pairs, stratum);
                let as_free = sums[from] * above - by_stratum[stratum].above(rank);
                self.influences[row] = followed.own[row] * as_free;
                if grid.weights[row] > 0.0 {
                    let others = if grid.is_case(row) {
                        competing.below(rank)
                    } else {
                        above
                    };
                    self.as_over[row] = mean.behind(&mean.of_pairs, from) * others;
                }
            }
        }
        Ok(())
    }

    /// Against those whose time comes later.
    fn descend(&mut self, pace: &mut Pace<'_>) -> Result<(), Error> {
        let (mean, ranks) = (self.mean, self.ranks);
        let (grid, followed) = (mean.grid, mean.grid.followed);
        let mut cases = Fenwick::blank(self.number)?;
        let mut competing = Fenwick::blank(self.number)?;
        let mut free = trees(grid.strata(), self.number)?;
        let mut free_by_time = trees(grid.strata(), self.number)?;
        for moment in followed.moments.iter().rev() {
            pace.steps(80 * moment.rows().len())?;
            for row in moment.rows().filter(|&row| grid.weights[row] > 0.0) {
                let (from, rank) = (mean.from[row] as usize, ranks[row] as usize);
                if !grid.is_case(row) {
                    self.as_over[row] += cases.above(rank);
                    continue;
                }
                let mut won = competing.below(rank);
                for stratum in 0..grid.strata() {
                    let sums = mean.stratum_of(&mean.of_free_pairs, stratum);
                    won +=
                        free_by_time[stratum].below(rank) - sums[from] * free[stratum].below(rank);
                }
                self.as_over[row] += won;
            }
            for row in moment.rows() {
                let (from, rank) = (mean.from[row] as usize, ranks[row] as usize);
                let stratum = followed.stratum(row);
                let sums = mean.stratum_of(&mean.of_free_pairs, stratum);
                free[stratum].add(rank, followed.own[row]);
                free_by_time[stratum].add(rank, followed.own[row] * sums[from]);
                if grid.weights[row] > 0.0 {
                    let tree = if grid.is_case(row) {
                        &mut cases
                    } else {
                        &mut competing
                    };
                    tree.add(rank, grid.weights[row] * mean.behind(&mean.of_pairs, from));
                }
            }
        }
        Ok(())
    }

    /// Subtracts the areas, and adds what cases do to the weights of times.
    fn center(&mut self) {
        let mean = self.mean;
        let grid = mean.grid;
        for row in 0..self.ranks.len() {
            let from = mean.from[row] as usize;
            let stratum = grid.followed.stratum(row);
            self.influences[row] -=
                grid.followed.own[row] * mean.stratum_of(&self.of_free, stratum)[from];
            let weight = grid.weights[row];
            if weight == 0.0 {
                continue;
            }
            let area = if grid.is_case(row) {
                mean.behind(&self.of_cases, from)
            } else {
                mean.behind(&self.of_controls, from)
            };
            self.as_over[row] = weight * (self.as_over[row] - area);
            if let (Some(all), true, Some(area)) =
                (mean.incidence, grid.is_case(row), self.areas.get(from))
            {
                self.as_over[row] += weight * (area - self.value) / all;
            }
        }
    }
}

fn trees(strata: usize, number: usize) -> Result<Vec<Fenwick>, Error> {
    let mut trees = reserve(strata)?;
    for _ in 0..strata {
        push(&mut trees, Fenwick::blank(number)?)?;
    }
    Ok(trees)
}
