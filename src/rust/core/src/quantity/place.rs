//! Places of a curve.

use super::choice::Choice;
use crate::error::Error;
use crate::probability::check_interval;
use crate::range::Range;

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

impl Rate {
    pub(super) fn name(self) -> &'static str {
        match self {
            Rate::Fpr => "fpr",
            Rate::Tpr => "tpr",
        }
    }
}

impl Place {
    pub(super) fn check(&self) -> Result<(), Error> {
        match *self {
            Place::Curve => Ok(()),
            Place::Between(by, interval) => check_interval(by.name(), interval),
            Place::Threshold(at) => Range::NUMBER.check("threshold", at.as_slice()),
            Place::Fpr(at) => Range::PROBABILITY.check("fpr", &[at]),
            Place::Tpr(at) => Range::PROBABILITY.check("tpr", &[at]),
            Place::Share(at) => Range::SHARE.check("share", &[at]),
            Place::Ppv(at) => Range::PROBABILITY.check("ppv", &[at]),
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
