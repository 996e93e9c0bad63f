//! What a replicate is asked for.

use crate::decision::Costs;
use crate::error::{Argument, Error};
use crate::probability::{check_costs, check_interval, check_probabilities};
use crate::summary::Summary;

/// What is computed in each replicate.
///
/// Rates, the probability of the positive class and the ends of intervals, the lower one first, are
/// in [0, 1]: [`Error::Probability`]. A threshold is not NaN: [`Error::Missing`]. Costs are
/// finite: [`Error::Cost`].
#[derive(Clone, Debug)]
pub enum Statistic {
    /// The area.
    Area,
    /// The area in an interval of false positive rates.
    PartialByFpr([f64; 2]),
    /// The area beside an interval of true positive rates.
    PartialByTpr([f64; 2]),
    /// The true positive rates at false positive rates.
    TprAt(Vec<f64>),
    /// The false positive rates at true positive rates.
    FprAt(Vec<f64>),
    /// The true positive rates at thresholds, then the false positive rates there.
    RatesAt(Vec<f64>),
    /// The threshold of least risk, its true positive rate, its false positive rate and its risk,
    /// by costs and by the probability of the positive class or its share in the weights.
    Optimal(Costs, Option<f64>),
    /// What the whole curve is summed up by.
    Summary(Summary),
}

impl Statistic {
    /// How many numbers a replicate gives.
    pub fn width(&self) -> usize {
        match self {
            Statistic::Area
            | Statistic::PartialByFpr(_)
            | Statistic::PartialByTpr(_)
            | Statistic::Summary(_) => 1,
            Statistic::TprAt(at) | Statistic::FprAt(at) => at.len(),
            Statistic::RatesAt(at) => 2 * at.len(),
            Statistic::Optimal(..) => 4,
        }
    }

    /// Whether all is as it must be.
    pub(super) fn check(&self) -> Result<(), Error> {
        match self {
            Statistic::Area => Ok(()),
            Statistic::PartialByFpr(interval) | Statistic::PartialByTpr(interval) => {
                check_interval(*interval)
            }
            Statistic::TprAt(at) | Statistic::FprAt(at) => check_probabilities(at),
            Statistic::RatesAt(at) => match at.iter().position(|at| at.is_nan()) {
                None => Ok(()),
                Some(position) => Err(Error::Missing {
                    argument: Argument::Threshold,
                    position,
                }),
            },
            Statistic::Optimal(costs, prior) => {
                check_costs(&costs.all())?;
                check_probabilities(prior.as_slice())
            }
            Statistic::Summary(summary) => summary.check(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const COSTS: Costs = Costs {
        false_positive: 1.0,
        false_negative: 0.0,
        true_positive: 0.0,
        true_negative: 0.0,
    };

    #[test]
    fn what_can_be_asked_for_passes() {
        let statistics = [
            Statistic::Area,
            Statistic::PartialByFpr([0.0, 1.0]),
            Statistic::PartialByTpr([0.5, 0.5]),
            Statistic::TprAt(vec![0.0, 1.0, 0.3]),
            Statistic::FprAt(vec![]),
            Statistic::RatesAt(vec![f64::NEG_INFINITY, f64::INFINITY]),
            Statistic::Optimal(COSTS, None),
            Statistic::Optimal(COSTS, Some(1.0)),
        ];
        for statistic in statistics {
            assert_eq!(statistic.check(), Ok(()), "{statistic:?}");
        }
    }

    #[test]
    fn what_is_no_rate_is_named_with_its_place() {
        for value in [-1e-300, 1.0 + f64::EPSILON, f64::INFINITY] {
            let at = |position| Err(Error::Probability { position, value });
            assert_eq!(Statistic::PartialByFpr([0.0, value]).check(), at(1));
            assert_eq!(Statistic::PartialByTpr([value, 1.0]).check(), at(0));
            assert_eq!(Statistic::TprAt(vec![0.5, value]).check(), at(1));
            assert_eq!(Statistic::FprAt(vec![value]).check(), at(0));
            assert_eq!(Statistic::Optimal(COSTS, Some(value)).check(), at(0));
        }
        let found = Statistic::TprAt(vec![f64::NAN]).check();
        assert!(matches!(found, Err(Error::Probability { position: 0, .. })));
        let found = Statistic::PartialByFpr([0.5, 0.25]).check();
        let (position, value) = (1, 0.25);
        assert_eq!(found, Err(Error::Probability { position, value }));
    }

    #[test]
    fn thresholds_are_numbers_and_costs_are_finite() {
        let found = Statistic::RatesAt(vec![1.0, f64::NAN]).check();
        let argument = Argument::Threshold;
        let position = 1;
        assert_eq!(found, Err(Error::Missing { argument, position }));
        for value in [f64::NEG_INFINITY, f64::INFINITY, f64::NAN] {
            let costs = [
                Costs {
                    false_positive: value,
                    ..COSTS
                },
                Costs {
                    false_negative: value,
                    ..COSTS
                },
                Costs {
                    true_positive: value,
                    ..COSTS
                },
                Costs {
                    true_negative: value,
                    ..COSTS
                },
            ];
            for costs in costs {
                let found = Statistic::Optimal(costs, None).check();
                assert!(matches!(found, Err(Error::Cost { .. })), "{costs:?}");
            }
        }
    }
}
