//! From what is known of observations to the label and the weight of each.

use super::operator::Operator;
use super::outcome::Outcome;
use crate::error::Error;
use crate::memory::{filled, push, reserve};
use crate::options::Options;

/// The outcomes of observations at a time.
#[derive(Clone, Debug, PartialEq)]
pub struct OutcomeWeights {
    /// 1 for cases, 0 for all others.
    pub labels: Vec<i32>,
    /// The weights of cases and controls, 0 for all others. Where all that are no cases are controls, they add up in each
    /// stratum to what the own weights do, and without strata those of the cases to the incidence that Aalen and Johansen
    /// estimate.
    pub weights: Vec<f64>,
}

/// The label and the weight of each observation. O(n log n) time at worst, 40 bytes an observation.
///
/// ```
/// use weighted_roc_core::censoring::{outcome_weights, Controls, Outcome};
/// use weighted_roc_core::Options;
///
/// // The third one dies of something else.
/// let mut outcome = Outcome::new(&[1.0, 2.0, 3.0, 6.0], &[1, 0, 2, 0], 5.0);
/// let result = outcome_weights(&outcome, Options::default())?;
/// assert_eq!(result.weights, [1.0, 0.0, 1.5, 1.5]);
/// outcome.controls = Controls::Free;
/// let result = outcome_weights(&outcome, Options::default())?;
/// assert_eq!(result.weights, [1.0, 0.0, 0.0, 1.5]);
/// # Ok::<(), weighted_roc_core::Error>(())
/// ```
///
/// # Errors
/// [`Error::Empty`]; [`Error::Length`] for columns of different lengths; [`Error::Missing`], [`Error::Weight`],
/// [`Error::Time`], [`Error::Status`] and [`Error::Stratum`] for observations of weight; [`Error::Parameter`] for a
/// time that is not above 0; [`Error::NoneAtTime`] where there is no case or no control; [`Error::NotFollowed`] where
/// somebody is censored before the time, and nobody of the stratum is followed to it.
pub fn outcome_weights(
    outcome: &Outcome<'_>,
    mut options: Options<'_>,
) -> Result<OutcomeWeights, Error> {
    let operator = Operator::new(outcome, options.reborrow())?;
    let mut labels = reserve(outcome.times.len())?;
    let mut weights = filled(outcome.times.len(), 0.0)?;
    for (position, (outcome_status, weight)) in operator
        .outcome_statuses()
        .iter()
        .zip(&mut weights)
        .enumerate()
    {
        push(&mut labels, i32::from(outcome_status.is_case()))?;
        if outcome_status.is_case() || outcome_status.is_control(outcome.controls) {
            *weight = outcome.weights.value(position) / operator.survival(position);
        }
    }
    Ok(OutcomeWeights { labels, weights })
}
