//! The influence of each observation on quantities of the curve.

use super::placements::RankedObservations;
use super::share_sums::ShareSums;
use super::steps::Steps;
use crate::covariance::{InfluenceMatrix, Sink};
use crate::error::{Argument, Error};
use crate::memory::filled;
use crate::observations::Observations;
use crate::options::Options;
use crate::poll::{check, Pace, Poll};
use crate::quantity::Quantity;
use crate::sampling::{Sampling, Unit};
use crate::sort::ties::RowCursor;

/// Quantities, and the influence of each observation on each of them, in the units of [`Quantity::scale`].
#[derive(Clone, Debug, PartialEq)]
pub struct QuantityInfluences {
    /// The quantities.
    pub values: Vec<f64>,
    /// The influences by position on the first quantity, then those on the second one, and so on. 0
    /// where the weight is 0.
    pub influences: Vec<f64>,
    /// The number of observations.
    pub observations: usize,
}

/// The influences of observations on quantities: one sort, then O(n) for each quantity. 32 bytes an
/// observation and 48 a distinct score, beside the influences.
///
/// The influence of observation i is the derivative of the quantity by its weight, times the
/// weight: what is lost of it, but for terms of higher order, without the observation. They sum to 0.
/// On a measure where a rate is given, which jumps, the slope of the curve is that between
/// both sides of the place, one standard error of the given rate away. Where a partial area has a
/// kink, an end of its interval being a corner of the curve, the influence is half way between those
/// of both sides.
///
/// ```
/// use weighted_roc_core::inference::quantity_influences;
/// use weighted_roc_core::quantity::Quantity;
/// use weighted_roc_core::{Labels, Observations, Options, Scores, Weights};
///
/// let observations = Observations {
///     scores: Scores::F64(&[1.0, 2.0, 3.0, 4.0]),
///     labels: Labels::I32(&[0, 1, 0, 1]),
///     weights: Weights::Unit,
/// };
/// let half = [Quantity::AREA, Quantity::partial_by_fpr([0.0, 0.25])];
/// let result = quantity_influences(&observations, &half, Options::new(&mut || false))?;
/// assert_eq!(result.values, [0.75, 0.125]);
/// assert_eq!(result.influences[4..], [0.0, -0.0625, 0.0, 0.0625]);
/// # Ok::<(), weighted_roc_core::Error>(())
/// ```
///
/// # Errors
/// The errors of [`Ranking::new`](crate::curve::Ranking::new), and those of [`Quantity`].
pub fn quantity_influences(
    observations: &Observations<'_>,
    quantities: &[Quantity],
    mut options: Options<'_>,
) -> Result<QuantityInfluences, Error> {
    let length = observations.labels.len();
    let mut result = QuantityInfluences {
        values: filled(quantities.len(), 0.0)?,
        influences: filled(quantities.len().saturating_mul(length), 0.0)?,
        observations: length,
    };
    let needed = Quantity::needed(quantities);
    let ranking = RankedObservations::in_classes(needed, observations, options.reborrow())?;
    add_score(
        &ranking,
        (0, quantities),
        Unit::Row,
        &mut result,
        options.poll,
    )?;
    Ok(result)
}

impl Sink for QuantityInfluences {
    fn add_estimate(&mut self, k: usize, value: f64) {
        self.values[k] += value;
    }

    #[inline(always)]
    fn set(&mut self, position: usize, k: usize, value: f64) {
        self.influences[k * self.observations + position] = value;
    }

    fn add(&mut self, position: usize, k: usize, value: f64) {
        self.influences[k * self.observations + position] += value;
    }

    fn add_share(&mut self, _: usize, _: usize, _: f64) {}
}

/// The influences of the observations of several scores on quantities: all of the first score, then those of the second
/// one, and so on.
pub(crate) fn influence_matrix(
    scores: &[Observations<'_>],
    quantities: &[Quantity],
    sampling: &Sampling<'_>,
    mut options: Options<'_>,
) -> Result<InfluenceMatrix, Error> {
    let observations = check_lengths(scores)?;
    sampling.check(observations, options.poll)?;
    let width = scores.len().saturating_mul(quantities.len());
    let mut matrix = InfluenceMatrix::blank(width, observations, 2)?;
    for (k, score) in scores.iter().enumerate() {
        let mut add = || {
            check(options.poll)?;
            let ranking = RankedObservations::counted_in(
                Quantity::needed(quantities),
                score,
                sampling.counts(),
                options.reborrow(),
            )?;
            matrix.totals.copy_from_slice(&ranking.weights);
            let of_score = (k * quantities.len(), quantities);
            add_score(&ranking, of_score, sampling.unit, &mut matrix, options.poll)
        };
        add().map_err(|error: Error| error.in_score(k, scores.len()))?;
    }
    Ok(matrix)
}

/// The number of observations, the same for each score.
pub(crate) fn check_lengths(scores: &[Observations<'_>]) -> Result<usize, Error> {
    let expected = scores.first().ok_or(Error::Empty)?.labels.len();
    let mut lengths = scores.iter().map(|score| score.labels.len());
    match lengths.position(|length| length != expected) {
        None => Ok(expected),
        Some(other) => Err(Error::Length {
            argument: Argument::Labels,
            length: scores[other].labels.len(),
            expected,
        }
        .in_score(other, scores.len())),
    }
}

/// Returns an error for a quantity that there cannot be.
pub(super) fn checked(quantities: &[Quantity]) -> Result<(), Error> {
    quantities.iter().try_for_each(Quantity::check)
}

/// Adds the quantities of a score, of which the first one is estimate `first`, and the influences on them; with the first
/// estimate of all the shares of the observations. `unit` says how a standard error is made where a quantity takes one.
pub(crate) fn add_score(
    ranking: &RankedObservations,
    (first, quantities): (usize, &[Quantity]),
    unit: Unit,
    sink: &mut impl Sink,
    poll: Poll<'_>,
) -> Result<(), Error> {
    checked(quantities)?;
    if first == 0 {
        for (index, &position) in ranking.positions.iter().enumerate() {
            let class = usize::from(ranking.records[index].weight > 0.0);
            sink.add_share(position, class, ranking.shares(index)[class]);
        }
    }
    if quantities == [Quantity::AREA] {
        ranking.deviations(poll, |index, shares, away| {
            let value = shares[0] * away[0] + shares[1] * away[1];
            sink.set(ranking.positions[index], first, value);
        })?;
        sink.add_estimate(first, ranking.area);
        return Ok(());
    }
    let steps = Steps::new(&ranking.records, ranking.weights, &mut *poll)?;
    let mut deviations = filled(steps.number(), [0.0; 2])?;
    let mut pace = Pace::new(poll);
    let sums = ShareSums::new(ranking, unit, &mut pace)?;
    for (k, quantity) in quantities.iter().enumerate() {
        let value = steps.deviations(quantity, (ranking, &sums), &mut deviations, &mut pace)?;
        sink.add_estimate(first + k, value);
        let mut place = RowCursor::first(&ranking.records[0]);
        for (index, record) in ranking.records.iter().enumerate() {
            pace.step()?;
            let class = usize::from(record.weight > 0.0);
            let value = ranking.shares(index)[class] * deviations[place.up(record)][class];
            sink.set(ranking.positions[index], first + k, value);
        }
    }
    Ok(())
}
