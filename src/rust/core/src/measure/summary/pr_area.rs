//! The area under the curve of precision over recall, with what lies between two thresholds.

use super::precision::{sum_of_steps, Added};
use super::{Derivatives, Summary};
use crate::error::Result;
use crate::poll::Pace;
use crate::shape::Shape;

/// The sum of the mean precision along each step times the share of the positives in it. An observation
/// moves the end of its own step, and both ends of all that follow.
pub(super) fn differentiate(
    shape: &Shape,
    prior: Option<f64>,
    derivatives: &mut [Derivatives],
    pace: &mut Pace<'_>,
) -> Result<Summary> {
    sum_of_steps(shape, prior, derivatives, pace, |step, shares, shifted| {
        let (precision, means) = (step.mean_precision(), step.means());
        let by_class = [shares[1] * step.unit[0], step.rise[1]];
        let [less, more] = shifted.values();
        shifted.add([by_class[0] * means.x, by_class[1] * means.y]);
        Added {
            value: precision,
            by_prior: means.xy,
            derivative: [
                -(less + by_class[0] * means.x_gone),
                precision + more + by_class[1] * means.y_gone,
            ],
        }
    })
}
