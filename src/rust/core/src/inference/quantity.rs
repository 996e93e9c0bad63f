//! Quantities of a curve that observations have an influence on.

use super::agreement::Agreement;
use crate::error::{Argument, Error};
use crate::probability::{check_costs, check_interval, check_probabilities};
use crate::summary::Summary;

/// A number that a curve has.
///
/// Rates, the probability of the positive class and the ends of intervals, the lower one first, are
/// in [0, 1]: [`Error::Probability`]. An interval is not a point: likewise. A threshold is not NaN:
/// [`Error::Missing`]. What cells count is finite: [`Error::Cost`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Quantity {
    /// The area.
    Area,
    /// The area under an interval of false positive rates.
    PartialByFpr([f64; 2]),
    /// The area beside an interval of true positive rates.
    PartialByTpr([f64; 2]),
    /// The true positive rate at a false positive rate: on a vertical step the upper end.
    TprAt(f64),
    /// The false positive rate at a true positive rate: on a horizontal step the left end.
    FprAt(f64),
    /// What is found among the highest scores.
    AtShare(AtShare),
    /// What is counted at a threshold.
    Ratio(Ratio),
    /// How calls and classes agree at a threshold.
    Agreement(Agreement),
    /// What the whole curve is summed up by.
    Summary(Summary),
}

/// What is found where a share of all is called positive: on a vertical step the upper end.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AtShare {
    /// The share of all that is called positive.
    pub share: f64,
    /// The probability of the positive class. Without it, its share in the weights, which varies
    /// then, too.
    pub prior: Option<f64>,
    /// What is asked for.
    pub of: OfCalled,
}

/// A number of what is called positive.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum OfCalled {
    /// TPR: the share of the positives that is among them.
    Found,
    /// PPV: the share of positives in them.
    Response,
}

/// The quotient of two sums over the cells of the confusion matrix, each cell being a share of the
/// whole weight: the true positive rate is TP / (TP + FN).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ratio {
    /// Scores from this one on are called positive; without it not even an infinite one.
    pub threshold: Option<f64>,
    /// How often each cell counts above the line.
    pub numerator: Cells,
    /// How often each cell counts below the line.
    pub denominator: Cells,
    /// The probability of the positive class. Without it, its share in the weights, which varies
    /// then, too.
    pub prior: Option<f64>,
}

/// A number for each cell of the confusion matrix.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Cells {
    /// For the positives that are called positive.
    pub true_positive: f64,
    /// For the negatives that are called positive.
    pub false_positive: f64,
    /// For the positives that are called negative.
    pub false_negative: f64,
    /// For the negatives that are called negative.
    pub true_negative: f64,
}

impl Cells {
    /// By class, and whether it is called positive.
    pub(crate) fn by_class(&self) -> [[f64; 2]; 2] {
        [
            [self.true_negative, self.false_positive],
            [self.false_negative, self.true_positive],
        ]
    }
}

impl Quantity {
    /// Whether all is as it must be.
    pub(super) fn check(&self) -> Result<(), Error> {
        match self {
            Quantity::Area => Ok(()),
            Quantity::PartialByFpr(interval) | Quantity::PartialByTpr(interval) => {
                check_interval(*interval)?;
                match interval[0] < interval[1] {
                    true => Ok(()),
                    false => Err(Error::Probability {
                        position: 1,
                        value: interval[1],
                    }),
                }
            }
            Quantity::TprAt(at) | Quantity::FprAt(at) => check_probabilities(&[*at]),
            Quantity::AtShare(wanted) => {
                check_probabilities(&[wanted.share])?;
                check_probabilities(wanted.prior.as_slice())
            }
            Quantity::Summary(summary) => summary.check(),
            Quantity::Agreement(agreement) => {
                check_threshold(agreement.threshold)?;
                check_probabilities(agreement.prior.as_slice())
            }
            Quantity::Ratio(ratio) => {
                check_threshold(ratio.threshold.unwrap_or(0.0))?;
                for counts in [ratio.numerator, ratio.denominator] {
                    let [negatives, positives] = counts.by_class();
                    check_costs(&negatives)?;
                    check_costs(&positives)?;
                }
                check_probabilities(ratio.prior.as_slice())
            }
        }
    }
}

fn check_threshold(threshold: f64) -> Result<(), Error> {
    match threshold.is_nan() {
        false => Ok(()),
        true => Err(Error::Missing {
            argument: Argument::Threshold,
            position: 0,
        }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ratio(threshold: Option<f64>, count: f64, prior: Option<f64>) -> Quantity {
        let cells = Cells {
            false_negative: count,
            ..Cells::default()
        };
        Quantity::Ratio(Ratio {
            threshold,
            numerator: cells,
            denominator: cells,
            prior,
        })
    }

    #[test]
    fn what_can_be_asked_for_passes() {
        let quantities = [
            Quantity::Area,
            Quantity::PartialByFpr([0.0, 1.0]),
            Quantity::PartialByTpr([0.5, 0.75]),
            Quantity::TprAt(1.0),
            Quantity::FprAt(0.0),
            ratio(None, -2.0, None),
            ratio(Some(f64::INFINITY), 1.0, Some(1.0)),
        ];
        for quantity in quantities {
            assert_eq!(quantity.check(), Ok(()), "{quantity:?}");
        }
    }

    #[test]
    fn what_is_no_rate_is_an_error() {
        let outside = |position, value| Err(Error::Probability { position, value });
        assert_eq!(Quantity::PartialByFpr([0.5, 0.5]).check(), outside(1, 0.5));
        assert_eq!(
            Quantity::PartialByTpr([-0.5, 0.5]).check(),
            outside(0, -0.5)
        );
        assert_eq!(Quantity::TprAt(1.5).check(), outside(0, 1.5));
        assert_eq!(Quantity::FprAt(-1.0).check(), outside(0, -1.0));
        assert_eq!(ratio(None, 1.0, Some(2.0)).check(), outside(0, 2.0));
    }

    #[test]
    fn thresholds_are_numbers_and_counts_are_finite() {
        assert!(matches!(
            ratio(Some(f64::NAN), 1.0, None).check(),
            Err(Error::Missing { .. })
        ));
        for count in [f64::INFINITY, f64::NAN] {
            let found = ratio(None, count, None).check();
            assert!(matches!(found, Err(Error::Cost { .. })), "{count}");
        }
    }
}
