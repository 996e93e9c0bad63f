//! Intervals of what is made of both rates at a threshold and of the share of the positives.
//!
//! The squared shifts of an estimate by the ends of the rates add up, with those by the share of the positives where
//! that is not known (Zou, Huang and Zhang 2009); so does twice the product of the shifts by both rates, times their
//! correlation.

use super::places::Where;
use super::range::Type;
use super::sample::{Called, Sample};
use super::threshold::ends_at_places;
use crate::error::Error;
use crate::measure::confusion::{imbalance, Cells, Function};
use crate::poll::{Pace, Poll};
use crate::probability::check_probabilities;
use crate::quantity::Smooth;
use crate::rounding::exponent_of_tiny;

/// Both rates at a threshold, and their intervals.
pub(crate) struct AtThreshold {
    pub rates: Called,
    /// The ends of FPR and of TPR.
    pub ends: [[f64; 2]; 2],
    pub correlation: f64,
    /// The shares of the negatives and of the positives, or by a prior.
    pub priors: [f64; 2],
    /// The ends of the share of the positives, if no prior is given.
    pub ends_of_positives: Option<[f64; 2]>,
}

impl AtThreshold {
    /// # Errors
    /// [`Error::Missing`] for a threshold that is NaN; [`Error::Memory`], [`Error::Interrupted`].
    pub fn new(
        sample: &Sample<'_>,
        threshold: f64,
        prior: Option<f64>,
        poll: Poll<'_>,
    ) -> Result<AtThreshold, Error> {
        check_probabilities(prior.as_slice())?;
        let places = sample.places(Where::Thresholds(&[threshold]), &mut *poll)?;
        let mut pace = Pace::new(poll);
        let known = sample.at(&places, &mut pace)?;
        let ends = ends_at_places(sample, &places, &known, Type::Pointwise, &mut pace)?;
        Ok(AtThreshold {
            rates: sample.called_at(threshold, &mut pace)?,
            ends: [ends[0][0], ends[1][0]],
            correlation: known.correlations[0],
            priors: sample.priors(prior),
            ends_of_positives: match prior {
                Some(_) => None,
                None => Some(sample.ends_of_positives(&mut pace)?),
            },
        })
    }

    /// The ends of the expected cost, by what each cell costs: of accuracies, net benefits and differences of
    /// rates, too.
    pub fn ends_of_risk(&self, costs: &Cells, estimate: f64) -> [f64; 2] {
        let by_class = costs.by_class();
        let [fpr, tpr] = self.rates.called;
        let [negative, positive] = self.priors;
        let excess = by_class.map(|[not_called, called]| called - not_called);
        let by_fpr = self.ends[0].map(|end| negative * excess[0] * (end - fpr));
        let by_tpr = self.ends[1].map(|end| positive * excess[1] * (end - tpr));
        let cheapest = by_class.map(|[a, b]| a.min(b));
        let dearest = by_class.map(|[a, b]| a.max(b));
        match self.ends_of_positives {
            Some(ends) => {
                let means = [
                    by_class[0][0] + excess[0] * fpr,
                    by_class[1][0] + excess[1] * tpr,
                ];
                let by_prior = ends.map(|end| (means[1] - means[0]) * (end - positive));
                let possible = [cheapest[0].min(cheapest[1]), dearest[0].max(dearest[1])];
                added_up(
                    estimate,
                    &[by_fpr, by_tpr, by_prior],
                    possible,
                    self.correlation,
                )
            }
            None => {
                let possible = [cheapest, dearest]
                    .map(|extreme| positive * extreme[1] + negative * extreme[0]);
                added_up(estimate, &[by_fpr, by_tpr], possible, self.correlation)
            }
        }
    }

    /// The ends of a measure that is no quotient of sums.
    pub fn ends_of_smooth(&self, smooth: &Smooth, estimate: f64) -> [f64; 2] {
        match smooth.of {
            Function::OddsRatio => self.ends_of_odds_ratio(estimate),
            Function::NumberToDiagnose => reciprocals(
                self.ends_of_difference([-1.0, 1.0], 1.0 / estimate),
                estimate,
            ),
            Function::Imbalance => self.ends_of_imbalance(),
            _ => self.ends_by_parts(smooth, estimate),
        }
    }

    fn ends_by_parts(&self, smooth: &Smooth, estimate: f64) -> [f64; 2] {
        // An end of a rate is 0 where the rate is known to be almost that.
        let possible = |rate: f64| rate.max(f64::MIN_POSITIVE);
        let at = |rates: [f64; 2], priors: [f64; 2]| {
            let mut rest = rates.map(|rate| 1.0 - rate);
            let mut rates = rates;
            if smooth.of == Function::Dependence {
                (rates, rest) = (rates.map(possible), rest.map(possible));
            }
            smooth.value(rates, rest, priors) - estimate
        };
        let [fpr, tpr] = self.rates.called;
        let by_fpr = self.ends[0].map(|end| at([end, tpr], self.priors));
        let by_tpr = self.ends[1].map(|end| at([fpr, end], self.priors));
        let by_prior = self.ends_of_positives.map_or([0.0; 2], |ends| {
            ends.map(|positive| at([fpr, tpr], [1.0 - positive, positive]))
        });
        let moved = [by_fpr, by_tpr, by_prior];
        added_up(estimate, &moved, smooth.of.limits(), self.correlation)
    }

    /// The ends of a sum of both rates with these signs.
    fn ends_of_difference(&self, signs: [f64; 2], estimate: f64) -> [f64; 2] {
        let moved = [0, 1].map(|class| {
            self.ends[class].map(|end| signs[class] * (end - self.rates.called[class]))
        });
        added_up(estimate, &moved, [-1.0, 1.0], self.correlation)
    }

    /// The ends of the size of TPR - TNR = TPR + FPR - 1, by those of the difference.
    fn ends_of_imbalance(&self) -> [f64; 2] {
        let Called { called, not_called } = self.rates;
        let [low, high] = self.ends_of_difference([1.0; 2], imbalance(called, not_called));
        let largest = high.max(-low);
        if low <= 0.0 && high >= 0.0 {
            [0.0, largest]
        } else {
            [low.abs().min(high.abs()), largest]
        }
    }

    /// The ends of the quotient of the odds of both rates, by logarithms, as of
    /// [`AtThreshold::ends_of_likelihood_ratio`].
    fn ends_of_odds_ratio(&self, estimate: f64) -> [f64; 2] {
        let odds = |class: usize| {
            let [low, high] = self.ends[class].map(|end| end / (1.0 - end));
            [
                low,
                self.rates.called[class] / self.rates.not_called[class],
                high,
            ]
        };
        self.ends_of_quotient(odds(1), odds(0), estimate)
    }

    /// The ends of a quotient of rates of both classes, that of the positives above the line: both of what is
    /// called, or both of what is not. On the logarithmic scale the squares add up. Where a rate is 0 both are as
    /// far off as they may be at once.
    pub fn ends_of_likelihood_ratio(&self, of_called: bool, estimate: f64) -> [f64; 2] {
        // The lower end, the rate and the upper end.
        let rates = |class: usize| {
            let [low, high] = self.ends[class];
            if of_called {
                [low, self.rates.called[class], high]
            } else {
                [1.0 - high, self.rates.not_called[class], 1.0 - low]
            }
        };
        self.ends_of_quotient(rates(1), rates(0), estimate)
    }

    /// The ends of a quotient, from a lower end, a value and an upper end above and below the line.
    fn ends_of_quotient(&self, above: [f64; 3], below: [f64; 3], estimate: f64) -> [f64; 2] {
        let reach = |i: usize, j: usize| {
            let by = [
                libm::log(above[i] / above[1]),
                libm::log(below[j] / below[1]),
            ];
            let both = 2.0 * self.correlation * (by[0] * by[1]).abs();
            (by[0] * by[0] + by[1] * by[1] - both).sqrt()
        };
        let are_known = |value: f64| value > 0.0 && value < f64::INFINITY;
        if are_known(above[1]) && are_known(below[1]) {
            return [-reach(0, 2), reach(2, 0)].map(|by| estimate * libm::exp(by));
        }
        [
            if above[1] > 0.0 && below[1] < f64::INFINITY {
                above[0] / below[2]
            } else {
                0.0
            },
            if below[1] > 0.0 && above[1] < f64::INFINITY {
                above[2] / below[0]
            } else {
                f64::INFINITY
            },
        ]
    }

    /// The ends of a share of those who are called positive, or of those who are not, where the prior is given:
    /// of the ones of a class among both.
    pub fn ends_of_predictive(&self, share: PredictiveShare, estimate: f64) -> [f64; 2] {
        let odds = self.priors[1] / self.priors[0];
        let PredictiveShare {
            of_called,
            of_positives,
        } = share;
        let of_rates = |[negative, positive]: [f64; 2]| {
            let [negative, positive] = [negative, odds * positive];
            (if of_positives { positive } else { negative }) / (positive + negative) - estimate
        };
        let (rates, ends) = if of_called {
            (self.rates.called, self.ends)
        } else {
            (
                self.rates.not_called,
                self.ends.map(|ends| ends.map(|end| 1.0 - end)),
            )
        };
        let by_tpr = ends[1].map(|end| of_rates([rates[0], end]));
        let by_fpr = ends[0].map(|end| of_rates([end, rates[1]]));
        added_up(estimate, &[by_tpr, by_fpr], [0.0, 1.0], self.correlation)
    }
}

/// The ends of 1 divided by a number, on the side of 0 on which it is itself: infinite where the ends of the number are
/// on both sides.
pub(crate) fn reciprocals([low, high]: [f64; 2], estimate: f64) -> [f64; 2] {
    let is_negative = estimate < 0.0;
    [
        if is_negative && high >= 0.0 {
            f64::NEG_INFINITY
        } else {
            1.0 / high
        },
        if !is_negative && low <= 0.0 {
            f64::INFINITY
        } else {
            1.0 / low
        },
    ]
}

/// Which of those who are called alike: PPV is the share of positives among the called, NPV that of negatives
/// among the others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct PredictiveShare {
    pub of_called: bool,
    pub of_positives: bool,
}

/// The ends of what is moved by the lower and the upper ends of its parts, within what is possible. The first two
/// are those of the rates if these have a correlation. A rate without a known effect does not count.
pub(super) fn added_up(
    estimate: f64,
    moved: &[[f64; 2]],
    possible: [f64; 2],
    correlation: f64,
) -> [f64; 2] {
    let direction = |by: [f64; 2]| {
        let change = by[1] - by[0];
        f64::from(i8::from(change > 0.0) - i8::from(change < 0.0))
    };
    let both = if correlation == 0.0 {
        0.0
    } else {
        correlation * direction(moved[0]) * direction(moved[1])
    };
    let beyond = |extreme: fn(f64, f64) -> f64| {
        let exponent = exponent_of_tiny(moved.iter().flatten());
        let by = |part: &[f64; 2]| libm::scalbn(extreme(extreme(part[0], part[1]), 0.0), exponent);
        let squares: f64 = moved.iter().map(|part| by(part) * by(part)).sum();
        let of_both = if both == 0.0 {
            0.0
        } else {
            2.0 * both * by(&moved[0]) * by(&moved[1])
        };
        libm::scalbn((squares + of_both).max(0.0).sqrt(), -exponent)
    };
    [
        (estimate - beyond(f64::min)).max(possible[0]),
        (estimate + beyond(f64::max)).min(possible[1]),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(called: [f64; 2], ends: [[f64; 2]; 2]) -> AtThreshold {
        AtThreshold {
            rates: Called {
                called,
                not_called: called.map(|rate| 1.0 - rate),
            },
            ends,
            correlation: 0.0,
            priors: [0.5; 2],
            ends_of_positives: None,
        }
    }

    fn ends(of: Function, at: &AtThreshold) -> [f64; 2] {
        let Called { called, not_called } = at.rates;
        let smooth = Smooth {
            of,
            prior: Some(0.5),
        };
        let value = smooth.value(called, not_called, at.priors);
        at.ends_of_smooth(&smooth, value)
    }

    /// On the scale of logarithms the squares of what moves the odds add up.
    #[test]
    fn the_interval_of_an_odds_ratio_is_made_of_the_odds_of_the_rates() {
        let [low, high] = ends(
            Function::OddsRatio,
            &at([0.2, 0.75], [[0.1, 0.5], [0.5, 0.9]]),
        );
        // 12 by 3^2 and 2.25^2, 3^2 and 4^2.
        let ln = f64::ln;
        assert!(
            (low - 12.0 * (-ln(3.0).hypot(ln(4.0))).exp()).abs() < 1e-13,
            "{low}"
        );
        assert!(
            (high - 12.0 * ln(3.0).hypot(ln(2.25)).exp()).abs() < 1e-12,
            "{high}"
        );
        // All are as far off as they may be at once.
        let none = at([0.0, 1.0], [[0.0, 0.5], [0.75, 1.0]]);
        assert_eq!(ends(Function::OddsRatio, &none), [3.0, f64::INFINITY]);
        let all = at([1.0, 0.5], [[0.5, 1.0], [0.25, 0.75]]);
        assert_eq!(ends(Function::OddsRatio, &all), [0.0, 3.0]);
    }

    #[test]
    fn the_interval_of_an_imbalance_is_that_of_the_difference_without_its_sign() {
        // TPR - TNR is 1/8 and varies by 1/4 on both sides, or by 1/16.
        let wide = at([0.5, 0.625], [[0.5; 2], [0.375, 0.875]]);
        assert_eq!(ends(Function::Imbalance, &wide), [0.0, 0.375]);
        let narrow = at([0.5, 0.625], [[0.5; 2], [0.5625, 0.6875]]);
        assert_eq!(ends(Function::Imbalance, &narrow), [0.0625, 0.1875]);
        let below = at([0.5, 0.375], [[0.5; 2], [0.3125, 0.4375]]);
        assert_eq!(ends(Function::Imbalance, &below), [0.0625, 0.1875]);
    }

    /// Where a rate may be 0 the index goes to 1.
    #[test]
    fn the_interval_of_the_dependence_reaches_to_its_limits() {
        let [low, high] = ends(
            Function::Dependence,
            &at([0.1, 0.5], [[0.0, 0.3], [0.3, 0.7]]),
        );
        assert!(
            low > 0.0 && low < 0.6 && high > 0.95 && high <= 1.0,
            "{low} {high}"
        );
    }

    #[test]
    fn squares_add_up_within_what_is_possible() {
        let wide = [-9.0, 9.0];
        let moved = [[-3.0, 2.0], [4.0, -1.0]];
        assert_eq!(
            added_up(0.0, &moved, wide, 0.0),
            [-10f64.sqrt(), 20f64.sqrt()]
        );
        assert_eq!(added_up(0.0, &moved, [-1.0, 1.0], 0.0), [-1.0, 1.0]);
        // They move it to different sides: what is common to both takes away.
        let [low, high] = added_up(0.0, &moved, wide, 0.5);
        assert_eq!([low, high], [-7f64.sqrt(), 12f64.sqrt()]);
        assert_eq!(
            added_up(1.0, &[[f64::NAN; 2], [-2.0, 2.0]], wide, 0.3),
            [-1.0, 3.0]
        );
    }
}
