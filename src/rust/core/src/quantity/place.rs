//! Places of a curve.

use super::choice::Choice;
use crate::error::{Argument, Error};
use crate::probability::{check_interval, check_probabilities};

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
