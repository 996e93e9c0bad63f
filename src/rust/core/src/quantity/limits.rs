//! The values that a quantity can have.

use super::{Place, Quantity};
use crate::measure::Measure;

impl Quantity {
    /// Returns the least and the largest value of the quantity, in its own unit: those of the measure, but where the place
    /// or the prior narrow them.
    ///
    /// ```
    /// use weighted_roc_core::quantity::{Measure, Quantity};
    ///
    /// assert_eq!(Quantity::GINI.limits(), [-1.0, 1.0]);
    /// assert_eq!(Quantity::partial_by_fpr([0.0, 0.25]).limits(), [0.0, 0.25]);
    /// let ratio = Quantity::at_threshold(Measure::PositiveLikelihoodRatio, 2.0);
    /// assert_eq!(ratio.limits(), [0.0, f64::INFINITY]);
    /// ```
    pub fn limits(&self) -> [f64; 2] {
        match (self.measure, self.place) {
            (Measure::Concentration, _) if self.prior.is_some() => self.scaled([0.0, 1.0]),
            (_, Place::Between(_, [low, high])) => self.scaled([0.0, high - low]),
            // All of the positives may be among them.
            (Measure::Lift, Place::Share(share)) => [0.0, 1.0 / share],
            (measure, _) => measure.limits(),
        }
    }

    fn scaled(&self, limits: [f64; 2]) -> [f64; 2] {
        let [a, b] = limits.map(|limit| self.scale().apply(limit));
        [a.min(b), a.max(b)]
    }
}
