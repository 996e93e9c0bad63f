//! Bands of a reliability diagram: how far calibrated probabilities may be from forecasts.

mod neighbours;
mod blocks;
mod request;
mod sample;
#[cfg(test)]
mod tests;

pub use request::ReliabilityRequest;

use crate::error::Error;
use crate::inference::RankedObservations;
use crate::memory::{push, reserve};
use crate::observations::Observations;
use crate::options::Options;
use crate::poll::Pace;
use crate::sampling::{check_counts, Unit};
use blocks::{AtForecast, Blocks};
use neighbours::Neighbours;
use sample::Sample;

/// A forecast, and what it stands for.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Reliability {
    /// The forecast.
    pub forecast: f64,
    /// The share in the weight of the forecasts up to it that are above the one before.
    pub share: f64,
    /// The pooled probability.
    pub probability: f64,
    /// Where that is found if the forecasts are right.
    pub consistency: [f64; 2],
    /// Where that of the population is.
    pub confidence: [f64; 2],
}

/// The bands at the distinct forecasts, or at some of them that share the weight evenly.
///
/// Consistency: labels are drawn by the forecasts, with weights that are to each other as those of the classes,
/// and pooled. Deviations are multiplied by the root of the dispersion: by what the residuals of clusters
/// vary more than if each label were one.
///
/// Confidence: the probabilities that the likelihood ratio of a monotone curve leaves (Banerjee and Wellner
/// 2001). Its unit is the weight of a label, by the squares of the weights that are moved: that
/// of a positive counts for errors of the negatives, and the other way round. All in terms of the dispersion.
///
/// One sort; O(n) for each replicate and O(steps) for each place.
///
/// ```
/// use weighted_roc_core::reliability::{reliability, ReliabilityRequest};
/// use weighted_roc_core::{Labels, Observations, Options, Scores, Weights};
///
/// let forecasts = Observations {
///     scores: Scores::F64(&[0.1, 0.2, 0.4, 0.6, 0.7, 0.9]),
///     labels: Labels::I32(&[0, 0, 1, 0, 1, 1]),
///     weights: Weights::Unit,
/// };
/// let result = reliability(&forecasts, &ReliabilityRequest::default(), Options::default())?;
/// assert_eq!(result[2].probability, 0.5);
/// let [low, high] = result[2].confidence;
/// assert!(low < 0.4 && 0.6 < high);
/// # Ok::<(), weighted_roc_core::Error>(())
/// ```
///
/// # Errors
/// [`Error::Parameter`] without places or replicates; as [`Ranking::new`](crate::curve::Ranking::new), for clusters
/// and counts as [`Bootstrap::new`](crate::replicate::Bootstrap::new), and [`Error::Forecast`] for a score that is no
/// probability.
pub fn reliability(
    observations: &Observations<'_>,
    request: &ReliabilityRequest<'_>,
    options: Options<'_>,
) -> Result<Vec<Reliability>, Error> {
    request.check()?;
    within_critical_value(observations, request, request.critical_value()?, options)
}

/// The same for likelihood ratios up to a reach.
fn within_critical_value(
    observations: &Observations<'_>,
    request: &ReliabilityRequest<'_>,
    critical_value: [f64; 2],
    mut options: Options<'_>,
) -> Result<Vec<Reliability>, Error> {
    let ranking = RankedObservations::in_clusters(
        observations,
        request.sampling.clusters,
        options.reborrow(),
    )?;
    let mut pace = Pace::new(options.poll);
    if request.sampling.unit == Unit::Count {
        let length = observations.labels.len();
        check_counts(&observations.weights, length, ranking.weights, &mut pace)?;
    }
    let sample = Sample::new(ranking, request.sampling.unit, &mut pace)?;
    let pooled = sample.pooled(&mut pace)?;
    let dispersion = match request.sampling.clusters {
        None => 1.0,
        Some((codes, number)) => sample.dispersion(codes, number, &pooled, &mut pace)?,
    };
    let places = sample.places(request.places, &mut pace)?;
    let tail = 0.5 * (1.0 - request.level.get());
    let consistency = sample.consistency(&places, dispersion, tail, request, &mut pace)?;
    let mut result = reserve(places.len())?;
    let mut blocks = Blocks::default();
    blocks.fill(sample.levels.iter().copied(), &mut pace)?;
    let whole = blocks.likelihood();
    let (above, starts) = sample.pooled_above(&places, &mut pace)?;
    let mut below = Blocks::default();
    let mut known = 0;
    let weight_of = |levels: &[AtForecast]| levels.iter().map(|level| level.weight).sum::<f64>();
    let all = weight_of(&sample.levels);
    let mut next = 0;
    for ((&place, consistency), start) in places.iter().zip(consistency).zip(starts) {
        let probability = pooled[place];
        below.extend(sample.levels[known..place].iter().copied(), &mut pace)?;
        known = place;
        blocks.fill(above[start..].iter().copied(), &mut pace)?;
        let neighbours = Neighbours::new(&sample, place, whole, [&below, &blocks])?;
        let critical_value = critical_value.map(|critical_value| critical_value * dispersion);
        let end = |extreme| neighbours.end(probability, extreme, critical_value);
        let confidence = [end(0.0), end(1.0)];
        push(
            &mut result,
            Reliability {
                forecast: sample.levels[place].forecast,
                share: weight_of(&sample.levels[next..=place]) / all,
                probability,
                consistency,
                confidence,
            },
        )?;
        next = place + 1;
    }
    Ok(result)
}
