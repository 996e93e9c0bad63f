//! Outcomes at a time, some of which are censored before it.
//!
//! The outcome at a time t is a label with a weight. The data of an observation are its time T and its status there,
//! and G(t) is the probability of not having been censored by t:
//!
//! ```text
//! case         T <= t, the event            1 / G(T-)
//! competing    T <= t, another event        1 / G(T-) as a control, or 0
//! free         T > t, or censored at t      1 / G(t-)
//! censored     T < t, neither               0
//! ```
//!
//! times the weight that the observation has of itself (Blanche, Dartigues and Jacqmin-Gadda 2013). At the same time
//! events come before censorings, so that an observation that is censored at t is free of events by t. G is estimated from
//! the same observations with their own weights, so that each of them moves the weights of others: an
//! [`Operator`](operator::Operator) leads from influences with the weights as they are to those with G estimated anew.
//! It knows nothing of scores, nor of the number that the influences are on.

mod cox;
mod curve;
mod fate;
mod follow_up;
mod known;
mod operator;
mod outcome;
mod product_limit;
mod refit;
mod steps;
#[cfg(test)]
pub(crate) mod tests;
mod whole;

pub use cox::Covariates;
pub(crate) use cox::Sums;
pub use curve::{censoring_curve, CensoringCurve};
pub(crate) use follow_up::{End, FollowUp};
pub use known::{Known, KnownStrata};
pub(crate) use operator::Operator;
pub use outcome::{outcome_weights, OutcomeWeights};
pub(crate) use refit::Refit;
pub(crate) use whole::{Moving, Whole};

use crate::observations::Weights;

/// The times and statuses of observations, and how G is estimated.
///
/// ```
/// use weighted_roc_core::censoring::{outcome_weights, Outcome};
/// use weighted_roc_core::Options;
///
/// // Four are followed; the second one is lost at time 2.
/// let outcome = Outcome::new(&[1.0, 2.0, 3.0, 6.0], &[1, 0, 1, 0], 5.0);
/// let found = outcome_weights(&outcome, Options::default())?;
/// assert_eq!(found.labels, [1, 0, 1, 0]);
/// // Those who are left at time 2 stand for it.
/// assert_eq!(found.weights, [1.0, 0.0, 1.5, 1.5]);
/// # Ok::<(), weighted_roc_core::Error>(())
/// ```
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Outcome<'a> {
    /// Until when each observation is known, 0 or more.
    pub times: &'a [f64],
    /// The end of this time: 0 for censoring, 1 for the event, 2 for any competing event.
    pub status: &'a [i32],
    /// The weights that the observations have of themselves. Nothing is read of observations without weight.
    pub weights: Weights<'a>,
    /// The time t of the outcome.
    pub at: f64,
    /// Who the controls are.
    pub controls: Controls,
    /// How G is estimated.
    pub censoring: Censoring<'a>,
}

impl<'a> Outcome<'a> {
    /// The outcome of observations of weight 1, against all others, with one G for all.
    pub fn new(times: &'a [f64], status: &'a [i32], at: f64) -> Outcome<'a> {
        Outcome {
            times,
            status,
            weights: Weights::Unit,
            at,
            controls: Controls::default(),
            censoring: Censoring::default(),
        }
    }
}

/// Who the controls are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Controls {
    /// All that have not had the event by t, whatever else has happened to them.
    #[default]
    All,
    /// Observations without any event by t.
    Free,
}

/// How the probability of not being censored is estimated.
#[derive(Clone, Copy, Debug, Default)]
#[non_exhaustive]
pub enum Censoring<'a> {
    /// By the product limit (Kaplan and Meier 1958), in which events come before censorings at the same time.
    #[default]
    ProductLimit,
    /// The same within each stratum: a number below that of all strata for each observation, and that number.
    Strata(&'a [i32], usize),
    /// By Cox's model, with covariates.
    Cox(Covariates<'a>),
    /// It is known, from other observations.
    Known(Known<'a>),
}

impl Outcome<'_> {
    /// Whether G is estimated from the observations, and somebody is censored before the time: otherwise influences are
    /// those with the weights as they are.
    ///
    /// ```
    /// use weighted_roc_core::censoring::Outcome;
    ///
    /// let outcome = |status| Outcome::new(&[1.0, 2.0, 6.0], status, 5.0);
    /// assert!(outcome(&[1, 0, 0]).moves_weights());
    /// assert!(!outcome(&[1, 1, 0]).moves_weights());
    /// ```
    pub fn moves_weights(&self) -> bool {
        let is_censored = |(position, (status, time)): (usize, (&i32, &f64))| {
            *status == 0 && *time < self.at && self.weights.at(position) != 0.0
        };
        let mut rows = self.status.iter().zip(self.times).enumerate();
        !self.is_known() && rows.any(is_censored)
    }

    /// Returns whether G is known.
    ///
    /// ```
    /// use weighted_roc_core::censoring::Outcome;
    ///
    /// assert!(!Outcome::new(&[1.0, 2.0, 6.0], &[1, 0, 0], 5.0).is_known());
    /// ```
    pub fn is_known(&self) -> bool {
        matches!(self.censoring, Censoring::Known(_))
    }

    /// Writes the weights that the observations have of themselves.
    pub(crate) fn write_weights(&self, to: &mut [f64]) {
        for (position, weight) in to.iter_mut().enumerate() {
            *weight = self.weights.at(position);
        }
    }
}
