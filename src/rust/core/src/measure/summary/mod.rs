//! Measures of the whole curve, and their derivatives.

mod average_precision;
mod corners;
mod forecast;
mod value;
mod h;
mod pr_area;
mod precision;
mod precision_areas;
mod precision_at_recall;
mod precision_gain;
mod prg_area;
#[cfg(test)]
mod tests;
mod youden;

pub use forecast::{decompose, Decomposition};
pub use h::Loss;
pub(crate) use h::{MeanLeastCost, Part, RoughH};
pub(crate) use precision_areas::PrecisionSum;
pub use precision_areas::{precision_areas, precision_areas_of_curve, PrecisionAreas};
pub use precision_at_recall::{precision_at_recall, precision_at_row};
pub use precision_gain::{precision_gains, PrecisionGain};
pub(crate) use value::{Derivatives, Summary};
pub use youden::largest_youden;

use super::criterion::Criterion;
use super::parameters::{Density, ForecastLoss};
use super::table::Measure;
use crate::curve::Curve;
use crate::error::Result;
use crate::memory::filled;
use crate::poll::{Pace, Poll};
use crate::shape::{Corners, Rates, Shape};

impl Measure {
    /// The mean of least costs that it is a number of; None for others.
    ///
    /// On a cost curve costs are those of both classes divided by their sum: they are twice those of H where both classes
    /// are as frequent. There the cost is that of a false positive.
    pub(crate) fn least_cost(self) -> Option<MeanLeastCost> {
        let mirrored = |[a, b]: [f64; 2]| Density::Beta([b, a]);
        let (part, density, factor) = match self {
            Measure::H(density) => (Part::Saved, density, 1.0),
            Measure::LeastCost(density) => (Part::Least, density, 1.0),
            Measure::TrivialCost(density) => (Part::Trivial, density, 1.0),
            Measure::SavedExpectedCost(beta) => (Part::Saved, mirrored(beta), 2.0),
            Measure::ExpectedCost(beta) => (Part::Least, mirrored(beta), 2.0),
            Measure::TrivialExpectedCost(beta) => (Part::Trivial, mirrored(beta), 2.0),
            _ => return None,
        };
        Some(MeanLeastCost {
            part,
            density,
            factor,
        })
    }
}

impl Criterion {
    /// The value by the rates of all rows. O(rows) time.
    pub(crate) fn on_shape(&self, shape: &Shape, poll: Poll<'_>) -> Result<f64> {
        let mut derivatives = filled(shape.steps(), [0.0; 2])?;
        Ok(self
            .differentiate(shape, &mut derivatives, &mut Pace::new(poll))?
            .value)
    }

    pub(crate) fn on_curve(&self, curve: &Curve<'_>, poll: Poll<'_>) -> Result<f64> {
        match self.on_rates(curve, &mut Vec::new(), &mut Pace::new(&mut *poll))? {
            Some(value) => Ok(value),
            None => self.on_shape(&Shape::from_curve(curve, &mut *poll)?, poll),
        }
    }

    /// The value of a measure that does not depend on scores, by the probabilities of the classes; None for others.
    pub(crate) fn on_priors(&self, priors: [f64; 2]) -> Option<f64> {
        match (self.measure, self.measure.least_cost()) {
            (Measure::Uncertainty(loss), _) => Some(forecast::uncertainty(loss, priors)),
            (_, Some(cost)) if cost.part == Part::Trivial => Some(cost.without_scores(priors)),
            _ => None,
        }
    }

    /// The value of a measure that needs no derivatives; None for areas of precision. Rows of the hull and of pooled blocks
    /// are in memory that is there: nothing is allocated if that has room for all rows.
    pub(crate) fn on_rates(
        &self,
        rates: &impl Rates,
        rows: &mut Vec<usize>,
        pace: &mut Pace<'_>,
    ) -> Result<Option<f64>> {
        let priors = self.priors(rates.parts());
        if let Some(value) = self.on_priors(priors) {
            return Ok(Some(value));
        }
        match self.measure {
            Measure::LargestYouden => largest_youden(rates, pace.poll()),
            Measure::Brier => forecast::mean_loss(rates, ForecastLoss::Quadratic, priors, pace),
            Measure::LogLoss => forecast::mean_loss(rates, ForecastLoss::Logarithmic, priors, pace),
            Measure::Miscalibration(loss)
            | Measure::Discrimination(loss)
            | Measure::Skill(loss) => {
                Ok(forecast::decompose_in(rates, loss, priors, rows, pace)?.part(self.measure))
            }
            measure => {
                let cost = measure.least_cost();
                if cost.is_none() && !matches!(measure, Measure::HullArea | Measure::LeastError) {
                    return Ok(None);
                }
                let corners = Corners::in_buffer(rates, rows, pace)?;
                let value = match (cost, measure) {
                    (Some(cost), _) => corners
                        .loss(cost.density, priors, pace.poll())
                        .map(|loss| cost.value(&loss)),
                    (None, Measure::HullArea) => corners.area(pace.poll()),
                    _ => corners.least_error(priors, pace.poll()),
                };
                *rows = corners.into_rows();
                value
            }
        }
        .map(Some)
    }

    /// Writes the derivatives of all steps.
    pub(crate) fn differentiate(
        &self,
        shape: &Shape,
        derivatives: &mut [Derivatives],
        pace: &mut Pace<'_>,
    ) -> Result<Summary> {
        let (prior, priors) = (self.prior, self.priors(shape.parts()));
        if let Some(cost) = self.measure.least_cost() {
            return h::differentiate(shape, &cost, priors, derivatives, pace);
        }
        match self.measure {
            Measure::LargestYouden => youden::differentiate(shape, derivatives, pace),
            Measure::HullArea => corners::differentiate_area(shape, derivatives, pace),
            Measure::LeastError => corners::differentiate_error(shape, priors, derivatives, pace),
            Measure::Brier => {
                let loss = ForecastLoss::Quadratic;
                forecast::differentiate(shape, loss, priors, derivatives, pace)
            }
            Measure::LogLoss => {
                let loss = ForecastLoss::Logarithmic;
                forecast::differentiate(shape, loss, priors, derivatives, pace)
            }
            Measure::Miscalibration(loss)
            | Measure::Discrimination(loss)
            | Measure::Skill(loss) => {
                let parts = decompose(shape, loss, prior, pace.poll())?;
                Ok(without_derivatives(parts.part(self.measure), derivatives))
            }
            Measure::Uncertainty(loss) => {
                derivatives.fill([0.0; 2]);
                Ok(forecast::by_prior_only(loss, priors))
            }
            Measure::AveragePrecision => {
                average_precision::differentiate(shape, prior, derivatives, pace)
            }
            Measure::PrecisionRecall => pr_area::differentiate(shape, prior, derivatives, pace),
            Measure::PrecisionRecallGain => {
                prg_area::differentiate(shape, prior, derivatives, pace)
            }
            // An area of the curve, or a number of one place.
            _ => Ok(without_derivatives(f64::NAN, derivatives)),
        }
    }
}

/// A value whose derivatives are not known: NaN.
fn without_derivatives(value: f64, derivatives: &mut [Derivatives]) -> Summary {
    derivatives.fill([f64::NAN; 2]);
    Summary {
        value,
        by_prior: f64::NAN,
    }
}
