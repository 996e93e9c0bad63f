//! Places of a curve, and measures there.

use super::choice::{Choice, ChosenRow};
use super::point::{point_of_rate, point_of_share, row_at};
use crate::bound::At;
use crate::error::{Argument, Error};
use crate::measure::{Criterion, Measure};
use crate::probability::check_probabilities;
use crate::shape::Rates;

/// A place of a curve.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Place {
    /// Scores from this one on are called positive; without it not even an infinite one.
    Threshold(Option<f64>),
    /// Where the false positive rate is this: on a vertical step of the curve at the upper end.
    Fpr(f64),
    /// Where the true positive rate is this: on a horizontal step at the left end.
    Tpr(f64),
    /// Where this share of all, greater than 0, is called positive: on a vertical step at the upper end.
    Share(f64),
    /// At the threshold that a measure or bounds choose.
    Chosen(Choice),
}

/// A measure at a place of a curve.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AtPlace {
    /// Which one.
    pub measure: Measure,
    /// Where.
    pub place: Place,
    /// The probability of the positive class. Without it, its share in the weights, which varies then, too. It does not
    /// matter for rates and numbers made of both.
    pub prior: Option<f64>,
}

impl AtPlace {
    pub(super) fn check(&self) -> Result<(), Error> {
        match self.place {
            Place::Threshold(threshold) if threshold.is_some_and(f64::is_nan) => {
                return Err(Error::Missing {
                    argument: Argument::Threshold,
                    position: 0,
                });
            }
            Place::Threshold(_) => {}
            Place::Fpr(at) | Place::Tpr(at) | Place::Share(at) => check_probabilities(&[at])?,
            Place::Chosen(choice) => choice.check()?,
        }
        self.criterion().check()
    }

    /// The measure, wherever it is.
    pub(crate) fn criterion(&self) -> Criterion {
        Criterion {
            measure: self.measure,
            prior: self.prior,
        }
    }

    /// FPR and TPR, TNR and FNR at the place; NaN where it has to be chosen among all rows.
    pub(crate) fn rates(&self, rates: &impl Rates) -> ([f64; 2], [f64; 2]) {
        let point = match self.place {
            Place::Threshold(threshold) => {
                let row = row_at(rates, threshold);
                return (rates.called(row), rates.not_called(row));
            }
            Place::Fpr(at) => point_of_rate(rates, 0, At::bound(at)),
            Place::Tpr(at) => point_of_rate(rates, 1, At::bound(at)),
            Place::Share(share) => {
                point_of_share(rates, At::bound(share), rates.priors(self.prior))
            }
            Place::Chosen(_) => return ([f64::NAN; 2], [f64::NAN; 2]),
        };
        (point.called(rates), point.not_called(rates))
    }

    /// The value at the place, in the unit of influences.
    pub(crate) fn value(&self, rates: &impl Rates) -> f64 {
        let (called, not_called) = self.rates(rates);
        self.criterion().value(called, not_called, rates.parts())
    }

    /// The value at a chosen row, likewise; NaN without one.
    pub(crate) fn at_row(&self, chosen: Option<ChosenRow>) -> f64 {
        chosen.map_or(f64::NAN, |row| row.value(&self.criterion()))
    }
}
