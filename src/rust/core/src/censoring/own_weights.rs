//! The weights that observations have of themselves.

use super::outcome::Outcome;
use super::outcome_status::OutcomeStatus;
use crate::error::Error;
use crate::memory::filled;
use crate::poll::Pace;
use crate::sum::scale::scale_of;

/// The own weights, times a power of two.
pub(super) fn scaled(
    outcome: &Outcome<'_>,
    outcome_statuses: &[OutcomeStatus],
    pace: &mut Pace<'_>,
) -> Result<Vec<f64>, Error> {
    let mut own = filled(outcome_statuses.len(), 0.0)?;
    let mut total = 0.0;
    for (row, own) in own.iter_mut().enumerate() {
        pace.step()?;
        *own = outcome.weights.value(row);
        total += *own;
    }
    let scale = scale_of(total);
    own.iter_mut().for_each(|own| *own *= scale);
    Ok(own)
}
