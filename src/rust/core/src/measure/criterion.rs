//! A measure, by a probability of the positive class.

use super::cells::Cells;
use super::number::{Dual, Sizing};
use super::table::Measure;
use crate::error::Error;
use crate::range::Range;
use crate::shape::Rates;

/// A measure, by a probability of the positive class.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Criterion {
    /// Which one.
    pub measure: Measure,
    /// The probability of the positive class. Without it, its share in the weights, which varies then, too. It does not
    /// matter for rates and numbers made of both.
    pub prior: Option<f64>,
}

impl Criterion {
    pub(crate) fn check(&self) -> Result<(), Error> {
        self.measure.check()?;
        Range::PROBABILITY.check("prior", self.prior.as_slice())
    }

    /// Its value at a row, in its own unit.
    pub(crate) fn at_row(&self, rates: &impl Rates, row: usize) -> f64 {
        let (predicted_positive, predicted_negative) =
            (rates.predicted_positive(row), rates.predicted_negative(row));
        self.measure.unit() * self.value(predicted_positive, predicted_negative, rates.parts())
    }

    /// The prior on which it depends: none of what rates alone make, which varies with no share of the positives.
    pub(crate) fn known_prior(&self) -> Option<f64> {
        if self.measure.takes_prior() {
            self.prior
        } else {
            Some(0.5)
        }
    }

    pub(crate) fn priors(&self, in_weights: [f64; 2]) -> [f64; 2] {
        self.known_prior()
            .map_or(in_weights, |prior| [1.0 - prior, prior])
    }

    /// The weights of the classes in the cells.
    fn classes(&self, in_weights: [f64; 2]) -> [f64; 2] {
        Cells::scaled(self.priors(in_weights))
    }

    /// In the unit of influences, from FPR and TPR, TNR and FNR, and the shares of the classes in the weights.
    #[inline]
    pub(crate) fn value(
        &self,
        predicted_positive: [f64; 2],
        predicted_negative: [f64; 2],
        in_weights: [f64; 2],
    ) -> f64 {
        let cells = Cells::new(
            predicted_positive,
            predicted_negative,
            self.classes(in_weights),
        );
        self.measure.value(&cells)
    }

    /// The value, and the size of the numbers that it is made of: it is rounded as a share of that.
    #[inline]
    pub(crate) fn value_and_size(
        &self,
        predicted_positive: [f64; 2],
        predicted_negative: [f64; 2],
        in_weights: [f64; 2],
    ) -> Sizing {
        let exact = |values: [f64; 2]| values.map(|value| Sizing { value, size: value });
        let classes = self.classes(in_weights);
        let cells = Cells::new(
            exact(predicted_positive),
            exact(predicted_negative),
            exact(classes),
        );
        self.measure.value_and_size(&cells)
    }

    /// The value, and how far an observation of each class that is not called positive, or is, is from it: its influence
    /// per its share of the weight of its class. NaN unless the value is finite.
    pub(crate) fn deviations(
        &self,
        predicted_positive: [f64; 2],
        predicted_negative: [f64; 2],
        in_weights: [f64; 2],
    ) -> (f64, [[f64; 2]; 2]) {
        let classes = self.classes(in_weights);
        let is_known = self.known_prior().is_some();
        let cells = Cells::by_cells(predicted_positive, predicted_negative, classes, is_known);
        let Dual { value, slopes } = self.measure.derivatives(&cells);
        if !value.is_finite() {
            return (value, [[f64::NAN; 2]; 2]);
        }
        let is_there = [
            predicted_negative[0] > 0.0,
            predicted_positive[0] > 0.0,
            predicted_negative[1] > 0.0,
            predicted_positive[1] > 0.0,
        ];
        let of = |cell: usize| if is_there[cell] { slopes[cell] } else { 0.0 };
        (value, [[of(0), of(1)], [of(2), of(3)]])
    }

    /// The value and its derivatives by FPR, by TPR and by the prior.
    pub(crate) fn gradient(
        &self,
        predicted_positive: [f64; 2],
        predicted_negative: [f64; 2],
        in_weights: [f64; 2],
    ) -> Dual {
        let priors = self.priors(in_weights);
        self.measure.derivatives(&Cells::by_rates(
            predicted_positive,
            predicted_negative,
            priors,
        ))
    }
}
