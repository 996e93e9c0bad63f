//! The area under the curve of precision over recall, with what lies between two thresholds.

use super::precision::Step;
use super::{Derivatives, Found, Shape};
use crate::error::Error;
use crate::poll::{Pace, BLOCK};
use crate::sum::{Sum, Sums};

/// The sum of the mean precision along each step times the share of the positives in it. An observation
/// moves the end of its own step, and both ends of all that follow.
pub(super) fn differentiate(
    shape: &Shape,
    prior: Option<f64>,
    derivatives: &mut [Derivatives],
    pace: &mut Pace<'_>,
) -> Result<Found, Error> {
    let priors = shape.priors(prior);
    let (mut value, mut by_prior) = (Sum::default(), Sum::default());
    let mut moved = Sums::default();
    for (index, derivative) in derivatives.iter_mut().enumerate() {
        pace.step()?;
        if index % BLOCK == 0 {
            moved.settle();
            value.settle();
        }
        let shares = shape.shares(index);
        let ends = [shape.called(index + 1), shape.called(index)];
        let Some(step) = Step::new(ends[0], ends[1], shares, priors) else {
            *derivative = [0.0; 2];
            continue;
        };
        let (precision, means) = (step.mean_precision(), step.means());
        let by_class = [shares[1] * step.unit[0], step.rise[1]];
        let [less, more] = moved.values();
        *derivative = [
            -(less + by_class[0] * means.x_gone),
            precision + more + by_class[1] * means.y_gone,
        ];
        moved.add([by_class[0] * means.x, by_class[1] * means.y]);
        value.add(shares[1] * precision);
        by_prior.add(shares[1] * means.xy);
    }
    Ok(Found {
        value: value.value().min(1.0),
        by_prior: by_prior.value() / (priors[0] * priors[1]),
    })
}
