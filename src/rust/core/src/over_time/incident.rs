//! Areas of incident cases: those whose event comes at a time, against those who are free of it then.
//!
//! ```text
//! P_i    of an event at T_i: the share of those known for longer, or censored at T_i, that score lower, half of equal ones
//! area   at t: the mean of P_i by s_i K((T_i - t) / b), with Epanechnikov's kernel K
//! h_j    as a case: its part of the mean times (P_j - area)
//!        as a control: the sum over events before of their parts times s_j / R_i (1 where j scores lower - P_i)
//! ```
//!
//! R_i is the weight of those that i is compared with. At one time those at risk stand for all who would be, so nothing of
//! censoring need be estimated (Heagerty and Zheng 2005; Saha-Chaganti and Heagerty 2013).

use super::at_times::{TimesAreas, TIMES};
use super::fenwick::Fenwick;
use super::followed::Followed;
use super::units::SampledRows;
use super::walk::{ascend, descend, First};
use crate::censoring::Outcome;
use crate::covariance::{Blocks, InfluenceMatrix, Kish};
use crate::error::{Class, Error};
use crate::memory::{filled, push, reserve};
use crate::observations::Scores;
use crate::options::Options;
use crate::poll::Pace;
use crate::sampling::Sampling;
use crate::setters::setters;
use crate::sort::ties::deviation;
use std::cell::Cell;

/// Which times, and what is known of the observations.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct IncidentRequest<'a> {
    /// The outcome, whatever its time and its controls.
    pub outcome: Outcome<'a>,
    /// Times, ascending.
    pub times: &'a [f64],
    /// How far events count from a time. If nothing is said, 2.34 standard deviations of the times of events over the fifth
    /// root of their effective number.
    pub bandwidth: Option<f64>,
    /// How the observations were sampled: their clusters count, and a survey design, whose covariances
    /// of all estimates take the place of those of influences. The correction does not: an observation may be of
    /// both classes, so that there is no n / (n - 1) of a class, and the variance is that of the jackknife.
    pub sampling: Sampling<'a>,
    /// True if the covariances of the areas at all times are wanted.
    pub covariance: bool,
    /// True if the influences of the observations are wanted.
    pub influences: bool,
}

setters! {
    IncidentRequest<'a> {
        with_bandwidth: bandwidth = Option<f64>;
        with_sampling: sampling = Sampling<'a>;
        with_covariance: covariance = bool;
        with_influences: influences = bool;
    }
}

impl<'a> IncidentRequest<'a> {
    /// Areas and their variances.
    pub fn new(outcome: Outcome<'a>, times: &'a [f64]) -> IncidentRequest<'a> {
        IncidentRequest {
            outcome,
            times,
            bandwidth: None,
            sampling: Sampling::default(),
            covariance: false,
            influences: false,
        }
    }
}

/// The areas of scores at several times, as incident cases and dynamic controls have them, and how they vary with this
/// bandwidth. O(n log n) time a score and time.
///
/// ```
/// use weighted_roc_core::censoring::Outcome;
/// use weighted_roc_core::over_time::{incident_areas, IncidentRequest};
/// use weighted_roc_core::{Options, Scores};
///
/// let outcome = Outcome::new(&[1.0, 2.0, 3.0, 4.0], &[1, 1, 0, 0], f64::INFINITY);
/// let scores = [Scores::F64(&[4.0, 1.0, 2.0, 1.0])];
/// let mut request = IncidentRequest::new(outcome, &[1.0, 2.0]);
/// request.bandwidth = Some(0.5);
/// let result = incident_areas(&scores, &request, Options::default())?;
/// // The second one scores as high as one of two.
/// assert_eq!((result.covariances[0].values[0], result.covariances[1].values[0]), (1.0, 0.25));
/// # Ok::<(), weighted_roc_core::Error>(())
/// ```
///
/// # Errors
/// The errors of [`areas_at_times`](super::areas_at_times); [`Error::NoneAtTime`] for a time without events within the
/// bandwidth after which somebody is followed, [`Error::Parameter`] for a bandwidth that is not above 0.
pub fn incident_areas(
    scores: &[Scores<'_>],
    request: &IncidentRequest<'_>,
    mut options: Options<'_>,
) -> Result<TimesAreas, Error> {
    let outcome = &request.outcome;
    TIMES.check_ascending("at_times", request.times)?;
    outcome.check_rows(0.0, options.poll)?;
    let followed = Followed::new(outcome, options.reborrow())?;
    let rows = SampledRows::new(&followed, &request.sampling, options.poll)?;
    let mut pace = Pace::new(&mut *options.poll);
    let events = Events::new(&followed, request.bandwidth, &mut pace)?;
    let mut ranking = reserve(scores.len())?;
    for (k, score) in scores.iter().enumerate() {
        let ranked = followed.ranks(*score, options.reborrow());
        let (ranks, number) = ranked.map_err(|error| error.in_score(k, scores.len()))?;
        let mut pace = Pace::new(&mut *options.poll);
        push(&mut ranking, events.place(ranks, number, &mut pace)?)?;
    }
    let mut pace = Pace::new(options.poll);
    let mut result = TimesAreas::blank(request.times.len())?;
    let mut all = Blocks::default();
    for (place, &time) in request.times.iter().enumerate() {
        let parts = events.influences_at(time, outcome, &mut pace)?;
        let mut matrix = InfluenceMatrix::blank(scores.len(), followed.number(), 2)?;
        let mut as_controls = filled(followed.number(), 0.0)?;
        for (k, ranking) in ranking.iter_mut().enumerate() {
            let (area, influences) = events.area(&parts, ranking, &mut as_controls, &mut pace)?;
            matrix.set_column(k, area, &influences);
            if request.influences {
                followed.append(&influences, &mut result.influences)?;
            }
        }
        let weights = as_controls.iter().zip(&parts).map(|(a, b)| [*a, *b]);
        let influences = rows.by_weights(matrix, weights, &mut pace)?;
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

/// The events, and whom each is compared with.
struct Events<'a> {
    followed: &'a Followed,
    bandwidth: f64,
    /// Those that are compared with somebody.
    firsts: Vec<First>,
    /// R, 0 for other rows.
    compared: Vec<f64>,
}

/// A score: P of each event.
struct RankedObservations {
    ranks: Vec<u32>,
    places: Vec<f64>,
    tree: Fenwick,
}

impl<'a> Events<'a> {
    fn new(
        followed: &'a Followed,
        bandwidth: Option<f64>,
        pace: &mut Pace<'_>,
    ) -> Result<Events<'a>, Error> {
        let mut compared = filled(followed.number(), 0.0)?;
        let mut left = 0.0;
        for moment in followed.moments.iter().rev() {
            pace.steps(moment.rows().len())?;
            compared[moment.cases()].fill(left);
            left += followed.own[moment.rows()].iter().sum::<f64>();
        }
        let mut firsts = Vec::new();
        for moment in &followed.moments {
            for row in moment.cases().filter(|&row| compared[row] > 0.0) {
                let (row, seconds) = (row as u32, moment.rows().end as u32);
                push(&mut firsts, First { row, seconds })?;
            }
        }
        let bandwidth = match bandwidth {
            Some(bandwidth) => bandwidth,
            None => usual_bandwidth(followed, &compared),
        };
        if bandwidth.is_nan() || bandwidth <= 0.0 {
            return Err(Error::Parameter {
                name: "bandwidth",
                value: bandwidth,
            });
        }
        Ok(Events {
            followed,
            bandwidth,
            firsts,
            compared,
        })
    }

    fn place(
        &self,
        ranks: Vec<u32>,
        number: usize,
        pace: &mut Pace<'_>,
    ) -> Result<RankedObservations, Error> {
        let mut tree = Fenwick::blank(number)?;
        let mut places = filled(ranks.len(), 0.0)?;
        let rows = (0..ranks.len()).rev();
        let second = |row: usize| (ranks[row] as usize, self.followed.own[row]);
        descend(rows, &self.firsts, &mut tree, pace, second, |case, tree| {
            places[case] = tree.below(ranks[case] as usize) / self.compared[case];
            Ok(())
        })?;
        Ok(RankedObservations {
            ranks,
            places,
            tree,
        })
    }

    /// The part of each event in the mean at a time.
    fn influences_at(
        &self,
        time: f64,
        outcome: &Outcome<'_>,
        pace: &mut Pace<'_>,
    ) -> Result<Vec<f64>, Error> {
        let followed = self.followed;
        let mut parts = filled(followed.number(), 0.0)?;
        let mut sum = 0.0;
        for (row, part) in parts.iter_mut().enumerate() {
            pace.step()?;
            let away = (followed.times[row] - time) / self.bandwidth;
            if self.compared[row] > 0.0 && away.abs() < 1.0 {
                *part = followed.own[row] * (1.0 - away * away);
                sum += *part;
            }
        }
        if sum == 0.0 {
            let at_time = Outcome {
                at: time,
                ..*outcome
            };
            return Err(at_time.none_of(Class::Positive));
        }
        parts.iter_mut().for_each(|part| *part /= sum);
        Ok(parts)
    }

    /// The area, and the influences on it; and the part of all controls that each row is.
    fn area(
        &self,
        parts: &[f64],
        ranking: &mut RankedObservations,
        as_controls: &mut [f64],
        pace: &mut Pace<'_>,
    ) -> Result<(f64, Vec<f64>), Error> {
        let RankedObservations {
            ranks,
            places,
            tree,
        } = ranking;
        let area: f64 = parts.iter().zip(&*places).map(|(part, p)| part * p).sum();
        let area = area.min(1.0);
        let mut influences = filled(parts.len(), 0.0)?;
        // The kernel leaves out those before and behind.
        let is_far = |first: &&First| parts[first.row as usize] == 0.0;
        let before = self.firsts.iter().take_while(is_far).count();
        let near = &self.firsts[before..];
        let near = &near[..near.len() - near.iter().rev().take_while(is_far).count()];
        let start = near
            .first()
            .map_or(parts.len(), |first| first.seconds as usize);
        for first in near {
            let row = first.row as usize;
            influences[row] = parts[row] * deviation(places[row], area, 1.0);
        }
        tree.clear();
        // The sum over all events so far: parts times P over R.
        let expected = Cell::new(0.0);
        let first = |row: usize| {
            let part = parts[row] / self.compared[row];
            expected.set(expected.get() + part * places[row]);
            Ok((ranks[row] as usize, part))
        };
        ascend(start..parts.len(), near, tree, pace, first, |row, tree| {
            let own = self.followed.own[row];
            let won = tree.above(ranks[row] as usize);
            influences[row] += own * deviation(won, expected.get(), tree.total());
            as_controls[row] = own * tree.total();
        })?;
        Ok((area, influences))
    }
}

/// Silverman's rule (1986) for Epanechnikov's kernel; NaN without events.
fn usual_bandwidth(followed: &Followed, compared: &[f64]) -> f64 {
    let rows = || (0..followed.number()).filter(|&row| compared[row] > 0.0);
    let (mut kish, mut total, mut sum) = (Kish::default(), 0.0, 0.0);
    for row in rows() {
        kish.add(followed.own[row]);
        total += followed.own[row];
        sum += followed.own[row] * followed.times[row];
    }
    let mean = sum / total;
    let squares = rows().map(|row| followed.own[row] * (followed.times[row] - mean).powi(2));
    let deviation = (squares.sum::<f64>() / total).sqrt();
    let bandwidth = 2.34 * deviation * libm::pow(kish.number(), -0.2);
    // Events at one time alone; without any none is near to a time.
    if bandwidth == 0.0 {
        mean
    } else if total == 0.0 {
        1.0
    } else {
        bandwidth
    }
}
