//! The data of an outcome: times, statuses, and how the probability of not being censored is estimated.

use crate::observations::Weights;

/// The times and statuses of observations, and how G is estimated.
///
/// ```
/// use weighted_roc_core::censoring::{outcome_weights, Outcome};
/// use weighted_roc_core::Options;
///
/// // Four are followed; the second one is lost at time 2.
/// let outcome = Outcome::new(&[1.0, 2.0, 3.0, 6.0], &[1, 0, 1, 0], 5.0);
/// let result = outcome_weights(&outcome, Options::default())?;
/// assert_eq!(result.labels, [1, 0, 1, 0]);
/// // Those who are left at time 2 stand for it.
/// assert_eq!(result.weights, [1.0, 0.0, 1.5, 1.5]);
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
    /// Returns whether G is estimated from the observations, and somebody is censored before the time: otherwise influences are
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
            *status == 0 && *time < self.at && self.weights.value(position) != 0.0
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
            *weight = self.weights.value(position);
        }
    }
}

/// Covariates of a model of censoring.
#[derive(Clone, Copy, Debug)]
pub struct Covariates<'a> {
    /// The values of all observations, one covariate after the other. One that says nothing new is left out.
    pub values: &'a [f64],
    /// Strata whose probabilities have nothing in common but the coefficients: see
    /// [`Censoring::Strata`].
    pub strata: Option<(&'a [i32], usize)>,
}

/// A step function, or one for each stratum.
#[derive(Clone, Copy, Debug)]
pub struct Known<'a> {
    /// The times of its steps, ascending within a stratum.
    pub times: &'a [f64],
    /// The probability from each of them on; before the first it is 1.
    pub survival: &'a [f64],
    /// The strata of the observations.
    pub strata: Option<KnownStrata<'a>>,
}

/// The strata of a known probability.
#[derive(Clone, Copy, Debug)]
pub struct KnownStrata<'a> {
    /// The stratum of each step, ascending.
    pub steps: &'a [i32],
    /// The stratum of each observation.
    pub observations: &'a [i32],
    /// How many there are.
    pub number: usize,
}
