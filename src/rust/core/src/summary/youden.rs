//! The largest of TPR - FPR.

use super::{Derivatives, Found};
#[cfg(doc)]
use crate::error::Error;
use crate::error::Result;
use crate::poll::{Pace, Poll};
use crate::shape::{Rates, Shape};

/// The largest of TPR - FPR. O(rows).
///
/// # Errors
/// [`Error::Interrupted`].
pub fn largest_youden(rates: &impl Rates, poll: Poll<'_>) -> Result<f64> {
    Ok(largest(rates, &mut Pace::new(poll))?.1)
}

fn largest(rates: &impl Rates, pace: &mut Pace<'_>) -> Result<(usize, f64)> {
    let (mut best, mut value) = (0, 0.0);
    for row in 0..=rates.steps() {
        pace.step()?;
        let [fpr, tpr] = rates.called(row);
        if tpr - fpr >= value {
            (best, value) = (row, tpr - fpr);
        }
    }
    Ok((best, value))
}

/// Of several best rows the last, which calls the fewest positive, decides. The others would do as well.
pub(super) fn differentiate(
    shape: &Shape,
    derivatives: &mut [Derivatives],
    pace: &mut Pace<'_>,
) -> Result<Found> {
    let (best, value) = largest(shape, pace)?;
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
