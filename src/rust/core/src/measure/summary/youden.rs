//! The largest of TPR - FPR.

use super::{Derivatives, Summary};
#[cfg(doc)]
use crate::error::Error;
use crate::error::Result;
use crate::measure::{best_row, Criterion, Measure};
use crate::poll::{Pace, Poll};
use crate::shape::{Rates, Shape};

/// The largest of TPR - FPR. O(rows).
///
/// ```
/// # use weighted_roc_core::{curve::Ranking, Labels, Observations, Options, Scores, Weights};
/// # let observations = Observations {
/// #     scores: Scores::F64(&[0.1, 0.2, 0.3, 0.4]),
/// #     labels: Labels::I32(&[0, 1, 0, 1]),
/// #     weights: Weights::Unit,
/// # };
/// # let owned = Ranking::new(&observations, Options::default())?.to_curve(&mut || false)?;
/// # let curve = owned.as_curve();
/// use weighted_roc_core::measure::largest_youden;
///
/// assert_eq!(largest_youden(&curve, &mut || false)?, 0.5);
/// # Ok::<(), weighted_roc_core::Error>(())
/// ```
///
/// # Errors
/// [`Error::Interrupted`].
pub fn largest_youden(rates: &impl Rates, poll: Poll<'_>) -> Result<f64> {
    Ok(largest(rates, &mut Pace::new(poll))?.1)
}

fn largest(rates: &impl Rates, pace: &mut Pace<'_>) -> Result<(usize, f64)> {
    let by = Criterion {
        measure: Measure::Youden,
        prior: None,
    };
    // J is 0 at the last row.
    let best = best_row(rates, by, pace)?.unwrap_or(rates.steps());
    let [fpr, tpr] = rates.predicted_positive(best);
    Ok((best, (tpr - fpr).max(0.0)))
}

/// Among several best rows, up to rounding, the last one, which calls the fewest positive, decides. The others would do as well.
pub(super) fn differentiate(
    shape: &Shape,
    derivatives: &mut [Derivatives],
    pace: &mut Pace<'_>,
) -> Result<Summary> {
    let (best, value) = largest(shape, pace)?;
    for (step, derivative) in derivatives.iter_mut().enumerate() {
        pace.step()?;
        let predicted_positive = f64::from(step >= best);
        *derivative = [-predicted_positive, predicted_positive];
    }
    Ok(Summary {
        value,
        by_prior: 0.0,
    })
}
