//! The values that a quantity can have.

use super::{Measure, OfCostArea, Place, Quantity, Summarized};
use crate::summary::ForecastLoss;

const SHARE: [f64; 2] = [0.0, 1.0];
const ABOVE_0: [f64; 2] = [0.0, f64::INFINITY];
const ANY: [f64; 2] = [f64::NEG_INFINITY, f64::INFINITY];

impl Quantity {
    /// Returns the least and the largest value of the quantity, in its own unit.
    ///
    /// ```
    /// use weighted_roc_core::quantity::{Measure, Quantity};
    ///
    /// assert_eq!(Quantity::Gini.limits(), [-1.0, 1.0]);
    /// assert_eq!(Quantity::partial_by_fpr([0.0, 0.25]).limits(), [0.0, 0.25]);
    /// let ratio = Quantity::at_threshold(Measure::PositiveLikelihoodRatio, 2.0);
    /// assert_eq!(ratio.limits(), [0.0, f64::INFINITY]);
    /// ```
    pub fn limits(&self) -> [f64; 2] {
        match self {
            Quantity::Area | Quantity::Prevalence => SHARE,
            Quantity::Gini => [-1.0, 1.0],
            Quantity::Concentration(None) => [-1.0, 1.0],
            Quantity::Concentration(Some(_)) => self.scaled(SHARE),
            Quantity::CostArea(wanted) => match wanted.of {
                OfCostArea::Ratio => SHARE,
                _ => ABOVE_0,
            },
            Quantity::Partial(_) => self.scaled([0.0, self.widest()]),
            Quantity::At(wanted) => match (wanted.measure, wanted.place) {
                // All of the positives may be among them.
                (Measure::Lift, Place::Share(share)) => [0.0, 1.0 / share],
                (measure, _) => measure.limits(),
            },
            Quantity::Summary(summary) => match summary.measure {
                Summarized::MeanLoss(ForecastLoss::Logarithmic)
                | Summarized::Miscalibration(ForecastLoss::Logarithmic)
                | Summarized::Discrimination(ForecastLoss::Logarithmic)
                | Summarized::ExpectedCost(_)
                | Summarized::TrivialExpectedCost(_)
                | Summarized::LeastCost(_)
                | Summarized::TrivialCost(_) => ABOVE_0,
                Summarized::Uncertainty(ForecastLoss::Quadratic) => [0.0, 0.25],
                Summarized::Uncertainty(ForecastLoss::Logarithmic) => [0.0, std::f64::consts::LN_2],
                Summarized::SavedExpectedCost(_) => ANY,
                Summarized::Skill(_) | Summarized::PrecisionRecallGain => [f64::NEG_INFINITY, 1.0],
                _ => SHARE,
            },
            Quantity::Threshold(_) | Quantity::Chosen(_) => ANY,
        }
    }

    fn scaled(&self, limits: [f64; 2]) -> [f64; 2] {
        let [a, b] = limits.map(|limit| self.scale().of(limit));
        [a.min(b), a.max(b)]
    }
}
