//! The mean of the precision over the positives, in steps.

use super::precision::Step;
use super::{Derivatives, Found, Shape};
use crate::error::Error;
use crate::poll::{Pace, BLOCK};
use crate::sum::{Sum, Sums};

/// The sum of the precision of each row times the share of the positives at its threshold. A positive
/// of a score adds the precision there, and moves that of all rows from there on.
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
        let [y, x] = step.to;
        moved.add([shares[1] * step.unit[0] * x, step.rise[1] * y]);
        let [less, more] = moved.values();
        *derivative = [-less, x + more];
        value.add(shares[1] * x);
        by_prior.add(shares[1] * x * y);
    }
    Ok(Found {
        value: value.value().min(1.0),
        by_prior: by_prior.value() / (priors[0] * priors[1]),
    })
}
