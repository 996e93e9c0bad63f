//! The influence of each observation on quantities of the curve.

use super::placements::Placed;
use super::steps::Steps;
use crate::covariance::InfluenceMatrix;
use crate::error::{Argument, Error};
use crate::memory::filled;
use crate::observations::Observations;
use crate::options::Options;
use crate::poll::{check, Pace, Poll};
use crate::quantity::Quantity;
use crate::sampling::{Sampling, Unit};
use crate::sort::ties::Place;

/// Quantities, and the influence of each observation on each of them, in the units of [`Quantity::scale`].
#[derive(Clone, Debug, PartialEq)]
pub struct QuantityInfluences {
    /// The quantities.
    pub values: Vec<f64>,
    /// The influences by position on the first quantity, then those on the second one, and so on. 0
    /// where the weight is 0.
    pub influences: Vec<f64>,
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
/// let found = quantity_influences(&observations, &half, Options::new(&mut || false))?;
/// assert_eq!(found.values, [0.75, 0.125]);
/// assert_eq!(found.influences[4..], [0.0, -0.0625, 0.0, 0.0625]);
/// # Ok::<(), weighted_roc_core::Error>(())
/// ```
///
/// # Errors
/// As [`Ranking::new`](crate::curve::Ranking::new), and those of [`Quantity`].
pub fn quantity_influences(
    observations: &Observations<'_>,
    quantities: &[Quantity],
    mut options: Options<'_>,
) -> Result<QuantityInfluences, Error> {
    let length = observations.labels.len();
    let mut found = filled(quantities.len().saturating_mul(length), 0.0)?;
    let mut values = filled(quantities.len(), 0.0)?;
    let placed = Placed::in_classes(Quantity::needed(quantities), observations, options.again())?;
    visit_placed(
        &placed,
        quantities,
        Unit::Row,
        &mut values,
        options.poll,
        |position, k, value, _| {
            found[k * length + position] = value;
        },
    )?;
    Ok(QuantityInfluences {
        values,
        influences: found,
    })
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
            let placed = Placed::counted_in(
                Quantity::needed(quantities),
                score,
                sampling.counts(),
                options.again(),
            )?;
            matrix.add_score(
                k * quantities.len(),
                &placed,
                quantities,
                sampling.unit,
                &mut *options.poll,
            )
        };
        add().map_err(|error: Error| error.of_score(k))?;
    }
    Ok(matrix)
}

impl InfluenceMatrix {
    /// Sets the estimates of one score, the first of which is estimate `first`, and the influences on them.
    pub(crate) fn add_score(
        &mut self,
        first: usize,
        placed: &Placed,
        quantities: &[Quantity],
        unit: Unit,
        poll: Poll<'_>,
    ) -> Result<(), Error> {
        if first == 0 {
            self.totals.copy_from_slice(&placed.weights);
            for index in 0..placed.records.len() {
                for (class, share) in placed.shares(index).into_iter().enumerate() {
                    self.add_share(placed.positions[index], class, share);
                }
            }
        }
        let mut values = filled(quantities.len(), 0.0)?;
        visit_placed(
            placed,
            quantities,
            unit,
            &mut values,
            poll,
            |position, k, value, _| {
                self.set(position, first + k, value);
            },
        )?;
        self.estimates[first..][..values.len()].copy_from_slice(&values);
        Ok(())
    }
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
        .of_score(other)),
    }
}

/// Writes the quantities, and hands to `visit` for each observation of positive weight its position, the index of a
/// quantity, its influence on that and its share of the weight of its class, minus for negatives. `unit` says how a
/// standard error is made where a quantity takes one.
pub(super) fn visit_placed(
    placed: &Placed,
    quantities: &[Quantity],
    unit: Unit,
    values: &mut [f64],
    poll: Poll<'_>,
    mut visit: impl FnMut(usize, usize, f64, f64),
) -> Result<(), Error> {
    for quantity in quantities {
        quantity.check()?;
    }
    if quantities == [Quantity::AREA] {
        values[0] = placed.area;
        return placed.deviations(poll, |index, [negative, positive], away| {
            let value = negative * away[0] + positive * away[1];
            visit(placed.positions[index], 0, value, positive - negative);
        });
    }
    let steps = Steps::new(&placed.records, placed.weights, &mut *poll)?;
    let mut deviations = filled(steps.number(), [0.0; 2])?;
    let mut pace = Pace::new(poll);
    for (k, (quantity, value)) in quantities.iter().zip(values).enumerate() {
        *value = steps.deviations(quantity, unit, placed, &mut deviations, &mut pace)?;
        let mut place = Place::first(&placed.records[0]);
        let placements = placed.records.iter().zip(&placed.positions);
        for (index, (record, &position)) in placements.enumerate() {
            pace.step()?;
            let step = place.up(record);
            let class = usize::from(record.weight > 0.0);
            let share = placed.shares(index)[class];
            let signed = if class == 1 { share } else { -share };
            visit(position, k, share * deviations[step][class], signed);
        }
    }
    Ok(())
}
