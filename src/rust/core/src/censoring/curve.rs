//! The product limit as a curve, for the weights of other observations.

use super::outcome::Outcome;
use super::own_weights::scaled;
use super::product_limit::ProductLimit;
use super::steps::Steps;
use crate::error::Error;
use crate::memory::{push, reserve};
use crate::options::Options;
use crate::poll::Pace;

/// The probability of not having been censored behind each time at which somebody is, stratum by stratum.
#[derive(Clone, Debug, PartialEq)]
pub struct CensoringCurve {
    /// These times, ascending within a stratum.
    pub times: Vec<f64>,
    /// The probability.
    pub survival: Vec<f64>,
    /// The stratum.
    pub strata: Vec<i32>,
}

/// The product limit of censoring at all times, whatever the outcome's own time is. O(n log n) time at worst, 40 bytes
/// an observation.
///
/// ```
/// use weighted_roc_core::censoring::{censoring_curve, Outcome};
/// use weighted_roc_core::Options;
///
/// let outcome = Outcome::new(&[1.0, 2.0, 3.0, 6.0], &[0, 0, 1, 0], f64::INFINITY);
/// let result = censoring_curve(&outcome, Options::default())?;
/// assert_eq!(result.times, [1.0, 2.0, 6.0]);
/// assert_eq!(result.survival, [0.75, 0.5, 0.0]);
/// # Ok::<(), weighted_roc_core::Error>(())
/// ```
///
/// # Errors
/// The errors of [`outcome_weights`](super::outcome_weights()) but for the time.
pub fn censoring_curve(
    outcome: &Outcome<'_>,
    mut options: Options<'_>,
) -> Result<CensoringCurve, Error> {
    let outcome = &Outcome {
        at: f64::INFINITY,
        ..*outcome
    };
    let outcome_statuses = outcome.outcome_statuses(&mut Pace::new(&mut *options.poll))?;
    let steps = Steps::new(outcome, &outcome_statuses, options.reborrow())?;
    let mut pace = Pace::new(options.poll);
    let own = scaled(outcome, &outcome_statuses, &mut pace)?;
    let mut limit = ProductLimit::blank(steps.number())?;
    limit.fit(&steps, &outcome_statuses, |row| own[row], &mut pace)?;
    let times = steps.times(outcome, &outcome_statuses, &mut pace)?;
    let number = steps.number() - steps.strata().count();
    let mut result = CensoringCurve {
        times: reserve(number)?,
        survival: reserve(number)?,
        strata: reserve(number)?,
    };
    for (stratum, bins) in steps.strata().enumerate() {
        let behind = &limit.survival[bins.start + 1..bins.end];
        for (time, survival) in times[bins].iter().zip(behind) {
            pace.step()?;
            push(&mut result.times, *time)?;
            push(&mut result.survival, *survival)?;
            push(&mut result.strata, stratum as i32)?;
        }
    }
    Ok(result)
}
