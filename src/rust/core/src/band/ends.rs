//! Intervals of numbers that are made of rates.

use super::partial::{ends_of_partial, ends_of_rate};
use super::path::By;
use super::rates::{AtThreshold, PredictiveShare};
use super::sample::{Sample, Where};
use super::share::ends_at_share;
use super::Type;
use crate::error::Error;
use crate::inference::{Agreement, AtShare, Cells};
use crate::poll::Poll;
use std::slice::from_ref;

/// A number that is made of rates of a curve.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum MadeOfRates {
    /// The rate that is not given, where the other one has a value.
    RateAt(By, f64),
    /// The area in an interval of the rate that is given.
    Partial(By, [f64; 2]),
    /// What is found where a share of all is called positive.
    AtShare(AtShare),
    /// What the cells of a threshold cost in the mean: a risk, an accuracy, a net benefit, a difference of rates.
    Risk {
        /// Scores from this one on are called positive.
        threshold: f64,
        /// What each cell costs.
        costs: Cells,
        /// The probability of the positive class. Without it, its share in the weights, which varies then, too.
        prior: Option<f64>,
    },
    /// Kappa or Matthews' coefficient.
    Agreement(Agreement),
    /// A likelihood ratio: of those who are called positive, or of those who are not.
    LikelihoodRatio {
        /// Scores from this one on are called positive.
        threshold: f64,
        /// TPR / FPR, else FNR / TNR.
        of_called: bool,
    },
    /// A predictive value, or what one lacks of 1, by a prior that is known.
    Predictive {
        /// Scores from this one on are called positive.
        threshold: f64,
        /// The probability of the positive class.
        prior: f64,
        /// Among those who are called positive, else among those who are not.
        of_called: bool,
        /// The share of the positives, else of the negatives.
        of_positives: bool,
    },
}

impl MadeOfRates {
    /// The places whose variances its interval is made of, see [`Sample::places`].
    pub fn places(&self) -> Where<'_> {
        match self {
            MadeOfRates::RateAt(by, at) => Where::Rates(*by, from_ref(at), Type::Pointwise),
            MadeOfRates::Partial(by, interval) => Where::Interval(*by, *interval),
            MadeOfRates::AtShare(wanted) => Where::Share(wanted.share, wanted.prior),
            MadeOfRates::Agreement(agreement) => Where::Thresholds(from_ref(&agreement.threshold)),
            MadeOfRates::Risk { threshold, .. }
            | MadeOfRates::LikelihoodRatio { threshold, .. }
            | MadeOfRates::Predictive { threshold, .. } => Where::Thresholds(from_ref(threshold)),
        }
    }
}

impl Sample<'_> {
    /// The ends of the interval of a number that is made of rates, around its estimate.
    ///
    /// ```
    /// use weighted_roc_core::band::{By, MadeOfRates, Sample, Varying};
    /// use weighted_roc_core::inference::Unit;
    /// use weighted_roc_core::interval::Level;
    /// use weighted_roc_core::{Labels, Observations, Options, Scores, Weights};
    ///
    /// let observations = Observations {
    ///     scores: Scores::F64(&[1.0, 2.0, 3.0, 4.0, 5.0, 6.0]),
    ///     labels: Labels::I32(&[0, 0, 1, 0, 1, 1]),
    ///     weights: Weights::Unit,
    /// };
    /// let (varying, level) = (Varying::by(Unit::Row), Level::default());
    /// let mut never = || false;
    /// let sample = Sample::new(&observations, varying, level, Options::new(&mut never))?;
    /// let tpr_at = MadeOfRates::RateAt(By::Fpr, 0.0);
    /// let [low, high] = sample.ends(&tpr_at, 2.0 / 3.0, &mut never)?;
    /// assert!(low < 0.3 && high == 1.0);
    /// # Ok::<(), weighted_roc_core::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Probability`] for rates, shares and priors that are not in [0, 1], [`Error::Missing`] for a
    /// threshold that is NaN; [`Error::Memory`], [`Error::Interrupted`].
    pub fn ends(&self, of: &MadeOfRates, estimate: f64, poll: Poll<'_>) -> Result<[f64; 2], Error> {
        let mut at = |threshold, prior| AtThreshold::new(self, threshold, prior, &mut *poll);
        match *of {
            MadeOfRates::RateAt(by, at) => ends_of_rate(self, by, at, estimate, poll),
            MadeOfRates::Partial(by, interval) => {
                ends_of_partial(self, by, interval, estimate, poll)
            }
            MadeOfRates::AtShare(wanted) => ends_at_share(self, &wanted, estimate, poll),
            MadeOfRates::Risk {
                threshold,
                costs,
                prior,
            } => Ok(at(threshold, prior)?.ends_of_risk(&costs, estimate)),
            MadeOfRates::Agreement(agreement) => {
                let at = at(agreement.threshold, agreement.prior)?;
                Ok(at.ends_of_agreement(&agreement, estimate))
            }
            // The same at any prior.
            MadeOfRates::LikelihoodRatio {
                threshold,
                of_called,
            } => Ok(at(threshold, Some(0.5))?.ends_of_likelihood_ratio(of_called, estimate)),
            MadeOfRates::Predictive {
                threshold,
                prior,
                of_called,
                of_positives,
            } => {
                let share = PredictiveShare {
                    of_called,
                    of_positives,
                };
                Ok(at(threshold, Some(prior))?.ends_of_predictive(share, estimate))
            }
        }
    }
}
