//! The mean of the precision over the positives, in steps.

use super::precision::{sum_of_steps, Added};
use super::{Derivatives, Summary};
use crate::error::Result;
use crate::poll::Pace;
use crate::shape::Shape;

/// The sum of the precision of each row times the share of the positives at its threshold. A positive
/// of a score adds the precision there, and moves that of all rows from there on.
pub(super) fn differentiate(
    shape: &Shape,
    prior: Option<f64>,
    derivatives: &mut [Derivatives],
    pace: &mut Pace<'_>,
) -> Result<Summary> {
    sum_of_steps(shape, prior, derivatives, pace, |step, shares, shifted| {
        let [y, x] = step.to;
        shifted.add([shares[1] * step.unit[0] * x, step.rise[1] * y]);
        let [less, more] = shifted.values();
        Added {
            value: x,
            by_prior: x * y,
            derivative: [-less, x + more],
        }
    })
}
