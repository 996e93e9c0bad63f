//! The parameters that measures take.

use super::costs::Costs;
use crate::error::Result;
use crate::range::Range;

/// The parameters that some measures have.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Parameters {
    /// How many times as much TPR counts as PPV.
    pub beta: f64,
    /// The cost of each outcome.
    pub costs: Costs,
    /// The probability from which a decision is positive, less than 1.
    pub probability: f64,
    /// How probable the costs of errors are.
    pub density: Density,
    /// The parameters of the beta distribution of the share of the costs that the positive class has.
    pub cost_density: [f64; 2],
    /// The loss of a forecast.
    pub loss: ForecastLoss,
    /// How a partial area is standardized.
    pub standardize: Standardize,
}

impl Default for Parameters {
    /// F1, errors that cost the same, a decision at 1/2, densities as R has them by default, Brier's loss and areas as they
    /// are.
    fn default() -> Parameters {
        Parameters {
            beta: 1.0,
            costs: Costs::OF_ERRORS,
            probability: 0.5,
            density: Density::ByPriors,
            cost_density: [1.0; 2],
            loss: ForecastLoss::Quadratic,
            standardize: Standardize::None,
        }
    }
}

/// How a partial area is standardized.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Standardize {
    /// It is not.
    None,
    /// The mean height: the area divided by the width of the interval.
    Range,
    /// McClish's: 1/2 for the chance line, 1 for a perfect curve. Below the chance line the value is NaN.
    McClish,
}

/// Parameters beyond these take too long, or leave too few digits.
const LEAST: f64 = 1e-3;
const MOST: f64 = 1e6;

/// How probable the costs of errors are: the cost c of a false positive, where that of a false negative
/// is 1 - c.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum Density {
    /// Beta(1 + p, 1 + (1 - p)), with p the probability of the positive class (Hand and
    /// Anagnostopoulos 2014). It is the highest at c = p.
    ByPriors,
    /// Beta(2, 1 + (1 - p) / p), the default of R package hmeasure. It is the highest there, too.
    ByRatio,
    /// Beta(a, b).
    Beta([f64; 2]),
}

impl Density {
    /// Parameters are between 0.001 and 1e6.
    ///
    /// # Errors
    /// [`Error::Range`].
    pub fn check(&self) -> Result<()> {
        let Density::Beta(parameters) = self else {
            return Ok(());
        };
        Range::between(LEAST, MOST).check("density", parameters)
    }

    pub(super) fn parameters(&self, priors: [f64; 2]) -> [f64; 2] {
        match *self {
            Density::ByPriors => [1.0 + priors[1], 1.0 + priors[0]],
            Density::ByRatio => [2.0, 1.0 + (priors[0] / priors[1].abs()).min(1e300)],
            Density::Beta(parameters) => parameters,
        }
    }
}

/// The loss of a forecast.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum ForecastLoss {
    /// The square of what the probability of what happened lacks of 1: Brier's score.
    Quadratic,
    /// Minus the natural logarithm of the probability of what happened.
    Logarithmic,
}
