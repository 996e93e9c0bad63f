//! The largest of TPR - FPR.

use super::{Derivatives, Found, Shape};
use crate::error::Error;
use crate::poll::Pace;

/// Of several best rows the last, which calls the fewest positive, decides. The others would do as well.
pub(super) fn differentiate(
    shape: &Shape,
    derivatives: &mut [Derivatives],
    pace: &mut Pace<'_>,
) -> Result<Found, Error> {
    let (mut best, mut value) = (0, 0.0);
    for row in 0..=shape.steps() {
        pace.step()?;
        let [fpr, tpr] = shape.called(row);
        if tpr - fpr >= value {
            (best, value) = (row, tpr - fpr);
        }
    }
    for (step, derivative) in derivatives.iter_mut().enumerate() {
        pace.step()?;
        let called = f64::from(step >= best);
        *derivative = [-called, called];
    }
    Ok(Found {
        value,
        by_prior: 0.0,
    })
}
