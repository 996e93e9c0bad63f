//! The influence of each observation on quantities of the curve.

use super::influence::{influences, Whole};
use super::link::Counts;
use super::placements::Placed;
use super::spread::Unit;
use super::steps::Steps;
use crate::error::Error;
use crate::memory::filled;
use crate::observations::Observations;
use crate::options::Options;
use crate::poll::{Pace, Poll};
use crate::quantity::Quantity;
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
/// On [`Quantity::AtRate`], which jumps, the slope of the curve is that between
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
/// let half = [Quantity::Area, Quantity::partial_by_fpr([0.0, 0.25])];
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
    options: Options<'_>,
) -> Result<QuantityInfluences, Error> {
    let length = observations.labels.len();
    let mut found = filled(quantities.len().saturating_mul(length), 0.0)?;
    let mut values = filled(quantities.len(), 0.0)?;
    visit_influences(
        observations,
        quantities,
        (Unit::Row, None),
        &mut values,
        options,
        |position, quantity, value, _| found[quantity * length + position] = value,
    )?;
    Ok(QuantityInfluences {
        values,
        influences: found,
    })
}

/// Writes the quantities, and hands to `visit` for each observation of positive weight its position,
/// the index of a quantity, its influence on that and its share of the weight of its class, minus for
/// negatives. `unit` says how a standard error is made where a quantity takes one, and `counts` how many units
/// observations are where weights do not.
pub(super) fn visit_influences(
    observations: &Observations<'_>,
    quantities: &[Quantity],
    (unit, counts): (Unit, Option<Counts<'_>>),
    values: &mut [f64],
    mut options: Options<'_>,
    mut visit: impl FnMut(usize, usize, f64, f64),
) -> Result<Whole, Error> {
    if quantities == [Quantity::Area] {
        let whole = influences(observations, options, |position, value, share| {
            visit(position, 0, value, share);
        })?;
        values[0] = whole.area;
        return Ok(whole);
    }
    let placed = Placed::counted(observations, counts, options.again())?;
    visit_placed(&placed, quantities, unit, values, options.poll, visit)?;
    Ok(Whole {
        area: placed.area,
        weights: placed.weights,
        numbers: placed.numbers,
    })
}

/// [`visit_influences`] of observations with their positions.
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
            let [negative, positive] = placed.shares(index);
            let class = usize::from(positive > 0.0);
            let influence = (negative + positive) * deviations[step][class];
            visit(position, k, influence, positive - negative);
        }
    }
    Ok(())
}
