//! Numbers that sum a whole curve up, and their derivatives.

mod average_precision;
mod corners;
mod forecast;
mod found;
mod h;
mod pr_area;
mod precision;
mod precision_areas;
mod prg_area;
#[cfg(test)]
mod tests;
mod youden;

pub use forecast::{decompose, Decomposition, ForecastLoss};
pub(crate) use found::{Derivatives, Found};
pub use h::{Density, Loss};
pub(crate) use h::{OfLoss, Part, RoughH};
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

/// A number that sums a curve up.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Summary {
    /// Which one.
    pub measure: Measure,
    /// The probability of the positive class. Without it, its share in the weights, which varies
    /// then, too.
    pub prior: Option<f64>,
}

/// A summary of a curve.
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
    /// The mean of the least expected costs, of which H is the share that is saved.
    LeastCost(Density),
    /// The same where everybody is called the same, whichever is better: it does not depend on the score.
    TrivialCost(Density),
    /// The mean over the lower envelope of the cost curve (Drummond and Holte 2006), where the share of the costs that
    /// the positive class has is Beta(a, b). It takes no prior.
    ExpectedCost([f64; 2]),
    /// The same where everybody is called the same.
    TrivialExpectedCost([f64; 2]),
    /// The share of that which the score saves.
    SavedExpectedCost([f64; 2]),
    /// The mean loss of scores that are forecasts.
    MeanLoss(ForecastLoss),
    /// The loss of forecasts beyond that of the calibrated ones.
    Miscalibration(ForecastLoss),
    /// The gain of calibrated forecasts over the share of the positives as the forecast for all.
    Discrimination(ForecastLoss),
    /// The loss of the share of the positives as the forecast for all.
    Uncertainty(ForecastLoss),
    /// The share of the uncertainty that forecasts do not lose.
    Skill(ForecastLoss),
    /// The precision of each threshold, weighted by the share of the positives that have it as score.
    AveragePrecision,
    /// The area under precision over recall, interpolated between thresholds as the curve is.
    PrecisionRecall,
    /// The area under precision gain over recall gain, from a recall gain of 0 on.
    PrecisionRecallGain,
}

impl Measure {
    /// Returns whether it is an area of precision.
    pub(crate) fn is_precision(self) -> bool {
        matches!(
            self,
            Measure::AveragePrecision | Measure::PrecisionRecall | Measure::PrecisionRecallGain
        )
    }

    /// Returns whether it is the best value over thresholds.
    pub(crate) fn is_best(self) -> bool {
        match self.kind() {
            Kind::Youden | Kind::HullArea | Kind::LeastError => true,
            Kind::Cost(of_loss) => of_loss.part != Part::Trivial,
            _ => false,
        }
    }

    /// Returns whether it can only rise when a negative moves up.
    pub(crate) fn rises(self) -> bool {
        matches!(
            self,
            Measure::LeastError | Measure::LeastCost(_) | Measure::ExpectedCost(_)
        )
    }

    /// Returns whether its variance is available.
    pub(crate) fn has_spread(self) -> bool {
        !matches!(self.kind(), Kind::PartOfLoss(..))
    }

    /// On a cost curve costs are those of both classes divided by their sum: they are twice those of H where both classes
    /// are as frequent.
    fn kind(self) -> Kind {
        // There the cost is that of a false positive.
        let mirrored = |[a, b]: [f64; 2]| Density::Beta([b, a]);
        let of_loss = |part, density, factor| {
            Kind::Cost(OfLoss {
                part,
                density,
                factor,
            })
        };
        let of_forecast = |part, loss| Kind::PartOfLoss(part, loss);
        match self {
            Measure::LargestYouden => Kind::Youden,
            Measure::HullArea => Kind::HullArea,
            Measure::LeastError => Kind::LeastError,
            Measure::H(density) => of_loss(Part::Saved, density, 1.0),
            Measure::LeastCost(density) => of_loss(Part::Least, density, 1.0),
            Measure::TrivialCost(density) => of_loss(Part::Trivial, density, 1.0),
            Measure::SavedExpectedCost(beta) => of_loss(Part::Saved, mirrored(beta), 2.0),
            Measure::ExpectedCost(beta) => of_loss(Part::Least, mirrored(beta), 2.0),
            Measure::TrivialExpectedCost(beta) => of_loss(Part::Trivial, mirrored(beta), 2.0),
            Measure::MeanLoss(loss) => Kind::MeanLoss(loss),
            Measure::Miscalibration(loss) => of_forecast(forecast::Part::Miscalibration, loss),
            Measure::Discrimination(loss) => of_forecast(forecast::Part::Discrimination, loss),
            Measure::Skill(loss) => of_forecast(forecast::Part::Skill, loss),
            Measure::Uncertainty(loss) => Kind::Uncertainty(loss),
            Measure::AveragePrecision => Kind::AveragePrecision,
            Measure::PrecisionRecall => Kind::PrecisionRecall,
            Measure::PrecisionRecallGain => Kind::PrecisionRecallGain,
        }
    }

    /// Which number of a mean of least costs it is; None for others.
    pub(crate) fn of_loss(self) -> Option<OfLoss> {
        match self.kind() {
            Kind::Cost(of_loss) => Some(of_loss),
            _ => None,
        }
    }
}

/// How measures are computed: several of one kind alike.
#[derive(Clone, Copy)]
enum Kind {
    Youden,
    HullArea,
    LeastError,
    Cost(OfLoss),
    MeanLoss(ForecastLoss),
    PartOfLoss(forecast::Part, ForecastLoss),
    Uncertainty(ForecastLoss),
    AveragePrecision,
    PrecisionRecall,
    PrecisionRecallGain,
}

impl Summary {
    /// The number of a curve. O(rows) time.
    ///
    /// # Errors
    /// [`Error::Probability`] for a prior that is not in (0, 1), [`Error::Forecast`] for a score that is to be a
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

    /// The probability of the positive class, unless it is its share in the weights.
    pub(crate) fn known_prior(&self) -> Option<f64> {
        match self.measure {
            Measure::ExpectedCost(_)
            | Measure::TrivialExpectedCost(_)
            | Measure::SavedExpectedCost(_) => Some(0.5),
            _ => self.prior,
        }
    }

    /// The value of a summary that does not depend on scores, by the probabilities of the classes; None for others.
    pub(crate) fn of_priors(&self, priors: [f64; 2]) -> Option<f64> {
        match self.measure.kind() {
            Kind::Uncertainty(loss) => Some(forecast::uncertainty(loss, priors)),
            Kind::Cost(of_loss) if of_loss.part == Part::Trivial => {
                Some(of_loss.without_scores(priors))
            }
            _ => None,
        }
    }

    pub(crate) fn of_curve(&self, curve: &Curve<'_>, poll: Poll<'_>) -> Result<f64> {
        match self.at_optimum(curve, &mut *poll)? {
            Some(value) => Ok(value),
            None => self.of(&Shape::of_curve(curve, &mut *poll)?, poll),
        }
    }

    /// The optimum for which thresholds are chosen, or a value that does not depend on scores and needs no
    /// derivatives; None for others.
    pub(crate) fn at_optimum(&self, rates: &impl Rates, poll: Poll<'_>) -> Result<Option<f64>> {
        let priors = rates.priors(self.known_prior());
        if let Some(value) = self.of_priors(priors) {
            return Ok(Some(value));
        }
        match self.measure.kind() {
            Kind::Youden => largest_youden(rates, poll),
            Kind::HullArea => Corners::of(rates, &mut *poll)?.area(poll),
            Kind::LeastError => Corners::of(rates, &mut *poll)?.least_error(priors, poll),
            Kind::Cost(of_loss) => Corners::of(rates, &mut *poll)?
                .loss(of_loss.density, priors, poll)
                .map(|loss| of_loss.of(&loss)),
            _ => return Ok(None),
        }
        .map(Some)
    }

    pub(crate) fn check(&self) -> Result<()> {
        check_probabilities(self.prior.as_slice())?;
        match self.measure.of_loss() {
            Some(of_loss) => of_loss.density.check(),
            None => Ok(()),
        }
    }

    /// Writes the derivatives of all steps.
    pub(crate) fn differentiate(
        &self,
        shape: &Shape,
        derivatives: &mut [Derivatives],
        pace: &mut Pace<'_>,
    ) -> Result<Found> {
        let (prior, priors) = (self.prior, shape.priors(self.known_prior()));
        match self.measure.kind() {
            Kind::Youden => youden::differentiate(shape, derivatives, pace),
            Kind::HullArea => corners::differentiate_area(shape, derivatives, pace),
            Kind::LeastError => corners::differentiate_error(shape, priors, derivatives, pace),
            Kind::Cost(of_loss) => h::differentiate(shape, &of_loss, priors, derivatives, pace),
            Kind::MeanLoss(loss) => forecast::differentiate(shape, loss, priors, derivatives, pace),
            Kind::PartOfLoss(part, loss) => {
                part.without_derivatives(shape, loss, prior, derivatives, pace)
            }
            Kind::Uncertainty(loss) => {
                derivatives.fill([0.0; 2]);
                Ok(forecast::by_prior_alone(loss, priors))
            }
            Kind::AveragePrecision => {
                average_precision::differentiate(shape, prior, derivatives, pace)
            }
            Kind::PrecisionRecall => pr_area::differentiate(shape, prior, derivatives, pace),
            Kind::PrecisionRecallGain => prg_area::differentiate(shape, prior, derivatives, pace),
        }
    }
}
