//! The threshold that reaches a rate or a predictive value.

use super::{point_of_rate, Criterion, Measure};
use crate::bound::At;
use crate::error::Error;
use crate::poll::Pace;
use crate::probability::check_probabilities;
use crate::shape::Rates;

/// The threshold that reaches a goal, infinite where only calling nothing positive does. A comparison with the goal allows
/// for rounding.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Reaching {
    /// The goal to be reached.
    pub goal: Goal,
    /// Its value.
    pub at: f64,
    /// For [`Goal::Ppv`] the probability of the positive class. Without it, its share in the weights.
    pub prior: Option<f64>,
}

/// The goal of a threshold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Goal {
    /// A true positive rate of at least this, at the largest threshold: a sensitivity.
    Tpr,
    /// A false positive rate of at most this, at the smallest threshold: a specificity is 1 less it.
    Fpr,
    /// A positive predictive value of at least this, at the smallest threshold.
    Ppv,
}

impl Reaching {
    pub(super) fn check(&self) -> Result<(), Error> {
        check_probabilities(&[self.at])?;
        check_probabilities(self.prior.as_slice())
    }

    /// The class whose rate is the goal.
    pub(crate) fn class(&self) -> Option<usize> {
        match self.goal {
            Goal::Tpr => Some(1),
            Goal::Fpr => Some(0),
            Goal::Ppv => None,
        }
    }

    /// The row of the threshold. O(log rows) for a rate, O(rows) for a predictive value, which is not monotone.
    pub(crate) fn row(&self, rates: &impl Rates, pace: &mut Pace<'_>) -> Result<usize, Error> {
        match self.goal {
            Goal::Tpr => Ok(point_of_rate(rates, 1, At::bound(self.at)).upper()),
            Goal::Fpr => Ok(point_of_rate(rates, 0, At::bound(self.at)).row),
            Goal::Ppv => self.first_precise(rates, pace),
        }
    }

    fn first_precise(&self, rates: &impl Rates, pace: &mut Pace<'_>) -> Result<usize, Error> {
        let goal = At::bound(self.at);
        let parts = rates.parts();
        let [precision, rest] =
            [Measure::Ppv, Measure::FalseDiscoveryRate].map(|measure| Criterion {
                measure,
                prior: self.prior,
            });
        for row in 0..rates.steps() {
            pace.step()?;
            let (called, not_called) = (rates.called(row), rates.not_called(row));
            let of = |measure: &Criterion| measure.value(called, not_called, parts);
            let precision = of(&precision);
            // The share is NaN where nothing is called positive.
            if precision.is_nan() || !goal.is_missed_by([precision, of(&rest)]) {
                return Ok(row);
            }
        }
        Ok(rates.steps())
    }

    /// The threshold itself.
    pub(crate) fn threshold(&self, rates: &impl Rates, pace: &mut Pace<'_>) -> Result<f64, Error> {
        let row = self.row(rates, pace)?;
        Ok(if row < rates.steps() {
            rates.score(row)
        } else {
            f64::INFINITY
        })
    }
}
