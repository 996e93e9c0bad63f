//! The influences of observations on both rates at places: what a survey design makes variances of.

use super::place::Mixture;
use super::sample::Sample;
use crate::error::{Argument, Error};
use crate::inference::RankedObservations;
use crate::memory::{filled, push, reserve};
use crate::observations::Observations;
use crate::options::Options;
use crate::poll::Pace;
use crate::range::Range;
use crate::sum::Sums;

/// A place by its thresholds, which other weights leave where they are: scores from `threshold` on are called
/// positive, or only those from `next` on, with the probability `share`. Without a threshold none is, not even an
/// infinite one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ByThresholds {
    /// The threshold of the row.
    pub threshold: Option<f64>,
    /// The rate of the next row.
    pub next: Option<f64>,
    /// How often it is the next row.
    pub share: f64,
}

impl Sample<'_> {
    /// Places by their thresholds.
    ///
    /// # Errors
    /// [`Error::Memory`].
    pub fn thresholds_of(&self, places: &[f64]) -> Result<Vec<ByThresholds>, Error> {
        let curve = self.curve();
        let threshold = |row: usize| (row < curve.last()).then(|| curve.threshold(row));
        let mut result = reserve(places.len())?;
        for &place in places {
            let Mixture { row, next, share } = Mixture::at_place(place, curve.last());
            let by_thresholds = ByThresholds {
                threshold: threshold(row),
                next: threshold(next),
                share,
            };
            push(&mut result, by_thresholds)?;
        }
        Ok(result)
    }
}

/// Both rates at places, and the influence of each observation on them.
#[derive(Clone, Debug, PartialEq)]
pub struct RateInfluences {
    /// The false positive rates at all places, then the true positive rates.
    pub values: Vec<f64>,
    /// The influences by position on the first of these, then those on the second one, and so on. 0 where the
    /// weight is 0.
    pub influences: Vec<f64>,
}

/// The influences of observations on both rates at places: with s the share of an observation in the weight of its
/// class, y the probability of its being called positive and p the rate, s (y - p). One sort, and O(n) a place.
///
/// ```
/// use weighted_roc_core::band::{rate_influences, ByThresholds};
/// use weighted_roc_core::{Labels, Observations, Options, Scores, Weights};
///
/// let observations = Observations {
///     scores: Scores::F64(&[1.0, 2.0, 3.0, 4.0]),
///     labels: Labels::I32(&[0, 1, 0, 1]),
///     weights: Weights::Unit,
/// };
/// let place = ByThresholds { threshold: Some(2.0), next: Some(3.0), share: 0.5 };
/// let result = rate_influences(&observations, &[place], Options::new(&mut || false))?;
/// assert_eq!(result.values, [0.5, 0.75]);
/// assert_eq!(result.influences, [-0.25, 0.0, 0.25, 0.0, 0.0, -0.125, 0.0, 0.125]);
/// # Ok::<(), weighted_roc_core::Error>(())
/// ```
///
/// # Errors
/// The errors of [`Ranking::new`](crate::curve::Ranking::new); [`Error::Missing`] for a threshold that is NaN,
/// [`Error::Range`] for a share that is not in [0, 1].
pub fn rate_influences(
    observations: &Observations<'_>,
    places: &[ByThresholds],
    mut options: Options<'_>,
) -> Result<RateInfluences, Error> {
    for (position, place) in places.iter().enumerate() {
        if [place.threshold, place.next]
            .iter()
            .flatten()
            .any(|at| at.is_nan())
        {
            let argument = Argument::Threshold;
            return Err(Error::Missing { argument, position });
        }
        Range::PROBABILITY.check("share", &[place.share])?;
    }
    let ranking = RankedObservations::with_positions(observations, options.reborrow())?;
    let mut pace = Pace::new(options.poll);
    let length = observations.labels.len();
    let width = 2 * places.len();
    let mut result = RateInfluences {
        values: filled(width, 0.0)?,
        influences: filled(width.saturating_mul(length), 0.0)?,
    };
    for (k, place) in places.iter().enumerate() {
        let from = |threshold: Option<f64>| match threshold {
            Some(at) => ranking.records.partition_point(|record| record.score < at),
            None => ranking.records.len(),
        };
        // The shares that are never called, called by chance, and always called.
        let ends = [
            0,
            from(place.threshold),
            from(place.next),
            ranking.records.len(),
        ];
        let ends = [ends[0], ends[1].min(ends[2]), ends[2], ends[3]];
        let mut parts = [[0.0; 2]; 3];
        for part in 0..3 {
            let mut sums = Sums::default();
            for index in ends[part]..ends[part + 1] {
                pace.step()?;
                if index % crate::poll::BLOCK == 0 {
                    sums.settle();
                }
                sums.add(ranking.records[index].weights());
            }
            let sums = sums.values();
            parts[part] = [0, 1].map(|class| sums[class] / ranking.weights[class]);
        }
        let probability = 1.0 - place.share;
        let mut deviations = [[0.0; 2]; 3];
        for class in 0..2 {
            let [never, by_chance, always] = parts.map(|part| part[class]);
            let predicted_positive = always + probability * by_chance;
            let predicted_negative = never + place.share * by_chance;
            result.values[class * places.len() + k] = predicted_positive;
            deviations[0][class] = -predicted_positive;
            deviations[1][class] =
                probability * predicted_negative - place.share * predicted_positive;
            deviations[2][class] = predicted_negative;
        }
        for part in 0..3 {
            for index in ends[part]..ends[part + 1] {
                pace.step()?;
                let position = ranking.positions[index];
                let shares = ranking.shares(index);
                let class = usize::from(shares[1] > 0.0);
                let column = class * places.len() + k;
                result.influences[column * length + position] =
                    shares[class] * deviations[part][class];
            }
        }
    }
    Ok(result)
}
