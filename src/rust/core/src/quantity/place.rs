//! Places of a curve, and measures there.

use super::choice::{Choice, ChosenRow};
use super::point::{point_of_rate, point_of_share, row_at};
use super::Quantity;
use crate::bound::At;
use crate::error::{Argument, Error};
use crate::measure::Criterion;
use crate::probability::{check_interval, check_probabilities};
use crate::shape::Rates;

/// A place of a curve, or a part of it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Place {
    /// The whole curve.
    Curve,
    /// Where a rate lies between two ends, the lower one first.
    Between(Rate, [f64; 2]),
    /// Scores from this one on are called positive; without it not even an infinite one.
    Threshold(Option<f64>),
    /// Where the false positive rate is this: on a vertical step of the curve at the upper end. The threshold there is the
    /// smallest one whose rate is at most this.
    Fpr(f64),
    /// Where the true positive rate is this: on a horizontal step at the left end. The threshold there is the largest one
    /// whose rate is at least this.
    Tpr(f64),
    /// Where this share of all, greater than 0, is called positive: on a vertical step at the upper end.
    Share(f64),
    /// Where the positive predictive value is at least this: at the smallest such threshold.
    Ppv(f64),
    /// At the threshold that a measure or bounds choose.
    Chosen(Choice),
}

/// A rate on an axis of the curve.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Rate {
    /// The false positive rate: an area is under the curve.
    Fpr,
    /// The true positive rate: an area is beside the curve.
    Tpr,
}

impl Place {
    pub(super) fn check(&self) -> Result<(), Error> {
        match *self {
            Place::Curve => Ok(()),
            Place::Between(_, interval) => check_interval(interval),
            Place::Threshold(threshold) if threshold.is_some_and(f64::is_nan) => {
                Err(Error::Missing {
                    argument: Argument::Threshold,
                    position: 0,
                })
            }
            Place::Threshold(_) => Ok(()),
            Place::Fpr(at) | Place::Tpr(at) | Place::Share(at) | Place::Ppv(at) => {
                check_probabilities(&[at])
            }
            Place::Chosen(choice) => choice.check(),
        }
    }

    /// The class whose rate is given, and the rate.
    pub(crate) fn rate(&self) -> Option<(usize, f64)> {
        match *self {
            Place::Fpr(at) => Some((0, at)),
            Place::Tpr(at) => Some((1, at)),
            _ => None,
        }
    }
}

/// Measures of the cells at a place.
impl Quantity {
    /// The measure, wherever it is.
    pub(crate) fn criterion(&self) -> Criterion {
        Criterion {
            measure: self.measure,
            prior: self.prior,
        }
    }

    /// FPR and TPR, TNR and FNR at the place; NaN where it has to be chosen among all rows, or is no one place.
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
            Place::Curve | Place::Between(..) | Place::Ppv(_) | Place::Chosen(_) => {
                return ([f64::NAN; 2], [f64::NAN; 2])
            }
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
