//! Numbers that sum a whole curve up, and their derivatives.

mod average_precision;
mod corners;
mod forecast;
mod h;
mod pr_area;
mod precision;
mod precision_areas;
mod prg_area;
#[cfg(test)]
mod tests;
mod youden;

pub use forecast::{decompose, Decomposition, ForecastLoss};
pub(crate) use h::RoughH;
pub use h::{Density, Loss};
pub(crate) use precision_areas::PrecisionSum;
pub use precision_areas::{precision_areas, precision_areas_of_curve, PrecisionAreas};
pub use youden::largest_youden;

use crate::curve::{Curve, Ranking};
#[cfg(doc)]
use crate::error::Error;
use crate::error::Result;
use crate::memory::filled;
use crate::observations::Observations;
use crate::options::Options;
use crate::poll::{Pace, Poll};
use crate::probability::check_probabilities;
use crate::shape::{Corners, Rates, Shape};

/// The derivatives of a number by the shares of the negatives and of the positives in a step of the
/// curve, but for a constant for each class.
pub(crate) type Derivatives = [f64; 2];

/// A number that sums a curve up.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Summary {
    /// Which one.
    pub measure: Measure,
    /// The probability of the positive class. Without it, its share in the weights, which varies
    /// then, too.
    pub prior: Option<f64>,
}

/// What a curve is summed up by.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum Measure {
    /// The largest J = TPR - FPR, the distance of Kolmogorov and Smirnov. It takes no prior.
    LargestYouden,
    /// The area under the upper convex hull. It takes no prior.
    HullArea,
    /// The least rate of errors.
    LeastError,
    /// Hand's H: the share of the least expected cost without the score that the score saves, of means
    /// over the costs of errors.
    H(Density),
    /// What scores lose that are forecasts, on average.
    MeanLoss(ForecastLoss),
    /// The precision of each threshold, weighted by the share of the positives that have it as score.
    AveragePrecision,
    /// The area under precision over recall, interpolated between thresholds as the curve is.
    PrecisionRecall,
    /// The area under precision gain over recall gain, from a recall gain of 0 on.
    PrecisionRecallGain,
}

/// A number, and what it is moved by.
pub(crate) struct Found {
    pub value: f64,
    /// The derivative by the probability of the positive class.
    pub by_prior: f64,
}

impl Measure {
    /// Whether it is an area of precision.
    pub(crate) fn is_precision(self) -> bool {
        matches!(
            self,
            Measure::AveragePrecision | Measure::PrecisionRecall | Measure::PrecisionRecallGain
        )
    }

    /// Whether it is the best over thresholds.
    pub(crate) fn is_best(self) -> bool {
        matches!(
            self,
            Measure::LargestYouden | Measure::HullArea | Measure::LeastError | Measure::H(_)
        )
    }
}

impl Summary {
    /// The number of a curve. O(rows) time.
    ///
    /// # Errors
    /// [`Error::Probability`] for a prior that is none, [`Error::Forecast`] for a score that is to be a
    /// probability, [`Error::Memory`] and [`Error::Interrupted`].
    pub fn of(&self, shape: &Shape, poll: Poll<'_>) -> Result<f64> {
        self.check()?;
        let mut derivatives = filled(shape.steps(), [0.0; 2])?;
        Ok(self
            .differentiate(shape, &mut derivatives, &mut Pace::new(poll))?
            .value)
    }

    /// The number of observations. One sort, then O(n).
    ///
    /// ```
    /// # use weighted_roc_core::{curve::Ranking, Labels, Observations, Options, Scores, Weights};
    /// # let observations = Observations {
    /// #     scores: Scores::F64(&[0.1, 0.2, 0.3, 0.4]),
    /// #     labels: Labels::I32(&[0, 1, 0, 1]),
    /// #     weights: Weights::Unit,
    /// # };
    /// use weighted_roc_core::summary::{Measure, Summary};
    ///
    /// let summary = Summary {
    ///     measure: Measure::LargestYouden,
    ///     prior: None,
    /// };
    /// assert_eq!(summary.of_observations(&observations, Options::default())?, 0.5);
    /// # Ok::<(), weighted_roc_core::Error>(())
    /// ```
    ///
    /// # Errors
    /// As [`Ranking::new`] and [`Summary::of`].
    pub fn of_observations(
        &self,
        observations: &Observations<'_>,
        mut options: Options<'_>,
    ) -> Result<f64> {
        self.check()?;
        let ranking = Ranking::new(observations, options.again())?;
        let curve = ranking.to_curve(options.poll)?;
        self.of_curve(&curve.as_curve(), options.poll)
    }

    pub(crate) fn of_curve(&self, curve: &Curve<'_>, poll: Poll<'_>) -> Result<f64> {
        match self.at_optimum(curve, &mut *poll)? {
            Some(value) => Ok(value),
            None => self.of(&Shape::of_curve(curve, &mut *poll)?, poll),
        }
    }

    /// What thresholds are chosen for, which needs no derivatives; None for others.
    pub(crate) fn at_optimum(&self, rates: &impl Rates, poll: Poll<'_>) -> Result<Option<f64>> {
        let priors = rates.priors(self.prior);
        match self.measure {
            Measure::LargestYouden => largest_youden(rates, poll),
            Measure::HullArea => Corners::of(rates, &mut *poll)?.area(poll),
            Measure::LeastError => Corners::of(rates, &mut *poll)?.least_error(priors, poll),
            Measure::H(density) => Corners::of(rates, &mut *poll)?
                .loss(density, priors, poll)
                .map(|loss| loss.saved),
            _ => return Ok(None),
        }
        .map(Some)
    }

    pub(crate) fn check(&self) -> Result<()> {
        check_probabilities(self.prior.as_slice())?;
        match self.measure {
            Measure::H(density) => density.check(),
            _ => Ok(()),
        }
    }

    /// Writes the derivatives of all steps.
    pub(crate) fn differentiate(
        &self,
        shape: &Shape,
        derivatives: &mut [Derivatives],
        pace: &mut Pace<'_>,
    ) -> Result<Found> {
        let prior = self.prior;
        match self.measure {
            Measure::LargestYouden => youden::differentiate(shape, derivatives, pace),
            Measure::HullArea => corners::differentiate_area(shape, derivatives, pace),
            Measure::LeastError => {
                let priors = shape.priors(self.prior);
                corners::differentiate_error(shape, priors, derivatives, pace)
            }
            Measure::H(density) => {
                let priors = shape.priors(self.prior);
                h::differentiate(shape, density, priors, derivatives, pace)
            }
            Measure::MeanLoss(loss) => {
                let priors = shape.priors(self.prior);
                forecast::differentiate(shape, loss, priors, derivatives, pace)
            }
            Measure::AveragePrecision => {
                average_precision::differentiate(shape, prior, derivatives, pace)
            }
            Measure::PrecisionRecall => pr_area::differentiate(shape, prior, derivatives, pace),
            Measure::PrecisionRecallGain => {
                prg_area::differentiate(shape, prior, derivatives, pace)
            }
        }
    }
}
