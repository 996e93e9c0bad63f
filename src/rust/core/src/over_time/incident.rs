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

use super::at_times::{check_times, TimesAreas};
use super::fenwick::Fenwick;
use super::followed::{Followed, Moment};
use super::units::SampledRows;
use crate::censoring::Outcome;
use crate::covariance::Blocks;
use crate::covariance::Kish;
use crate::error::{Class, Error};
use crate::memory::{append, filled, push, reserve};
use crate::observations::Scores;
use crate::options::Options;
use crate::poll::Pace;
use crate::rounding::without_rounding;
use crate::sampling::Sampling;

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
/// let found = incident_areas(&scores, &request, Options::default())?;
/// // The second one scores as high as one of two.
/// assert_eq!((found.spreads[0].values[0], found.spreads[1].values[0]), (1.0, 0.25));
/// # Ok::<(), weighted_roc_core::Error>(())
/// ```
///
/// # Errors
/// Those of [`areas_at_times`](super::areas_at_times); [`Error::NoneAtTime`] for a time without events within the
/// bandwidth after which somebody is followed, [`Error::Parameter`] for a bandwidth that is not above 0.
pub fn incident_areas(
    scores: &[Scores<'_>],
    request: &IncidentRequest<'_>,
    mut options: Options<'_>,
) -> Result<TimesAreas, Error> {
    let outcome = &request.outcome;
    check_times(request.times)?;
    outcome.check_rows(0.0, options.poll)?;
    let followed = Followed::new(outcome, options.again())?;
    let rows = SampledRows::new(&followed, &request.sampling, options.poll)?;
    let mut pace = Pace::new(&mut *options.poll);
    let events = Events::new(&followed, request.bandwidth, &mut pace)?;
    let mut placed = reserve(scores.len())?;
    for (k, score) in scores.iter().enumerate() {
        let ranked = followed.ranks(*score, options.again());
        let (ranks, number) = ranked.map_err(|error| error.of_score(k))?;
        let mut pace = Pace::new(&mut *options.poll);
        push(&mut placed, events.place(ranks, number, &mut pace)?)?;
    }
    let mut pace = Pace::new(options.poll);
    let mut found = TimesAreas::blank(request.times.len())?;
    let mut all = Blocks::default();
    for (place, &time) in request.times.iter().enumerate() {
        let parts = events.at(time, outcome, &mut pace)?;
        let as_controls = events.as_controls(&parts, &mut pace)?;
        let (mut values, mut columns) = (reserve(scores.len())?, Vec::new());
        for placed in &mut placed {
            let (area, influences) = events.area(&parts, placed, &mut pace)?;
            push(&mut values, area)?;
            append(&mut columns, &influences)?;
            if request.influences {
                followed.append(&influences, &mut found.influences)?;
            }
        }
        let weights = as_controls.iter().zip(&parts).map(|(a, b)| [*a, *b]);
        let influences = rows.of_weights((values, &columns), weights, &mut pace)?;
        let all = request.covariance.then_some(&mut all);
        let spread = rows.spread(&influences, (place, request.times.len()), all, &mut pace)?;
        push(&mut found.spreads, spread)?;
    }
    if request.covariance {
        found.covariance = all.covariance(&mut pace)?;
    }
    Ok(found)
}

/// The events, and whom each is compared with.
struct Events<'a> {
    followed: &'a Followed,
    bandwidth: f64,
    /// R, 0 for rows without an event.
    compared: Vec<f64>,
}

/// A score: P of each event.
struct Placed {
    ranks: Vec<u32>,
    places: Vec<f64>,
    tree: Fenwick,
}

/// Returns whether a row of a moment is free of the event then.
fn is_free(followed: &Followed, row: usize) -> bool {
    followed.status[row] == 0
}

impl<'a> Events<'a> {
    fn new(
        followed: &'a Followed,
        bandwidth: Option<f64>,
        pace: &mut Pace<'_>,
    ) -> Result<Events<'a>, Error> {
        let mut compared = filled(followed.number(), 0.0)?;
        let mut sum = 0.0;
        for moment in followed.moments.iter().rev() {
            pace.steps(moment.rows().len())?;
            let own = |rows: &mut dyn Iterator<Item = usize>| -> f64 {
                rows.map(|row| followed.own[row]).sum()
            };
            sum += own(&mut moment.rows().filter(|&row| is_free(followed, row)));
            compared[moment.cases()].fill(sum);
            sum += own(&mut moment.rows().filter(|&row| !is_free(followed, row)));
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
            compared,
        })
    }

    fn place(&self, ranks: Vec<u32>, number: usize, pace: &mut Pace<'_>) -> Result<Placed, Error> {
        let followed = self.followed;
        let mut tree = Fenwick::blank(number)?;
        let mut places = filled(followed.number(), 0.0)?;
        for moment in followed.moments.iter().rev() {
            pace.steps(20 * moment.rows().len())?;
            add_rows(followed, moment, true, &ranks, &mut tree);
            for row in moment.cases().filter(|&row| self.compared[row] > 0.0) {
                places[row] = tree.below(ranks[row] as usize) / self.compared[row];
            }
            add_rows(followed, moment, false, &ranks, &mut tree);
        }
        Ok(Placed {
            ranks,
            places,
            tree,
        })
    }

    /// The part of each event in the mean at a time.
    fn at(&self, time: f64, outcome: &Outcome<'_>, pace: &mut Pace<'_>) -> Result<Vec<f64>, Error> {
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

    /// The part of all controls that each row is.
    fn as_controls(&self, parts: &[f64], pace: &mut Pace<'_>) -> Result<Vec<f64>, Error> {
        let followed = self.followed;
        let mut found = filled(parts.len(), 0.0)?;
        let mut sum = 0.0;
        for moment in &followed.moments {
            pace.steps(moment.rows().len())?;
            let added = self.sum_of(moment, |row| parts[row]);
            for row in moment.rows() {
                let before = if is_free(followed, row) {
                    sum + added
                } else {
                    sum
                };
                found[row] = followed.own[row] * before;
            }
            sum += added;
        }
        Ok(found)
    }

    /// Over the events of a moment, divided by R.
    fn sum_of(&self, moment: &Moment, part: impl Fn(usize) -> f64) -> f64 {
        let cases = moment.cases().filter(|&row| part(row) > 0.0);
        cases.map(|row| part(row) / self.compared[row]).sum()
    }

    /// The area, and the influences on it.
    fn area(
        &self,
        parts: &[f64],
        placed: &mut Placed,
        pace: &mut Pace<'_>,
    ) -> Result<(f64, Vec<f64>), Error> {
        let followed = self.followed;
        let Placed {
            ranks,
            places,
            tree,
        } = placed;
        let area: f64 = parts.iter().zip(&*places).map(|(part, p)| part * p).sum();
        let area = area.min(1.0);
        let mut influences = filled(parts.len(), 0.0)?;
        tree.clear();
        // The sum over all events so far: parts times P over R.
        let mut expected = 0.0;
        for moment in &followed.moments {
            pace.steps(if tree.total() > 0.0 { 40 } else { 1 } * moment.rows().len())?;
            for is_after in [false, true] {
                if tree.total() > 0.0 {
                    for row in moment
                        .rows()
                        .filter(|&row| is_free(followed, row) == is_after)
                    {
                        let won = tree.above(ranks[row] as usize);
                        let away = without_rounding(won - expected, tree.total());
                        influences[row] += followed.own[row] * away;
                    }
                }
                if is_after {
                    continue;
                }
                for row in moment.cases().filter(|&row| parts[row] > 0.0) {
                    let part = parts[row] / self.compared[row];
                    tree.add(ranks[row] as usize, part);
                    expected += part * places[row];
                    influences[row] += parts[row] * without_rounding(places[row] - area, 1.0);
                }
            }
        }
        Ok((area, influences))
    }
}

/// Adds the rows of a moment that are free of the event, or the others.
fn add_rows(followed: &Followed, moment: &Moment, free: bool, ranks: &[u32], tree: &mut Fenwick) {
    for row in moment.rows().filter(|&row| is_free(followed, row) == free) {
        tree.add(ranks[row] as usize, followed.own[row]);
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
