//! Intervals of what is made of both rates at a threshold and of the share of the positives.
//!
//! The squared shifts of an estimate by the ends of the rates, which are correlated, [add up](distances) with those by the
//! share of the positives where that is not known.

use super::places::Where;
use super::range::Type;
use super::sample::{PredictedShares, Sample};
use super::threshold::ends_at_places;
use crate::error::Error;
use crate::interval::distances;
use crate::measure::{Cells, Dual, IntervalForm, Measure};
use crate::poll::{Pace, Poll};
use crate::range::Range;

/// Both rates at a threshold, and their intervals.
pub(crate) struct RatesAtThreshold {
    pub rates: PredictedShares,
    /// The ends of FPR and of TPR.
    pub ends: [[f64; 2]; 2],
    pub correlation: f64,
    /// The shares of the negatives and of the positives, or by a prior.
    pub priors: [f64; 2],
    /// The ends of the share of the positives, if no prior is given.
    pub ends_of_positives: Option<[f64; 2]>,
}

impl RatesAtThreshold {
    /// # Errors
    /// [`Error::Missing`] for a threshold that is NaN; [`Error::Memory`], [`Error::Interrupted`].
    pub fn new(
        sample: &Sample<'_>,
        threshold: f64,
        prior: Option<f64>,
        poll: Poll<'_>,
    ) -> Result<RatesAtThreshold, Error> {
        Range::PROBABILITY.check("prior", prior.as_slice())?;
        let places = sample.places(Where::Thresholds(&[threshold]), &mut *poll)?;
        let mut pace = Pace::new(poll);
        let known = sample.known_at(&places, &mut pace)?;
        let ends = ends_at_places(sample, &places, &known, Type::Pointwise, &mut pace)?;
        Ok(RatesAtThreshold {
            rates: sample.predicted_at(threshold)?,
            ends: [ends[0][0], ends[1][0]],
            correlation: known.correlations[0],
            priors: sample.priors(prior),
            ends_of_positives: match prior {
                Some(_) => None,
                None => Some(sample.ends_of_positives(&mut pace)?),
            },
        })
    }

    /// The ends of a measure around its estimate, in the unit of influences.
    pub fn ends(&self, measure: Measure, estimate: f64) -> [f64; 2] {
        match measure.interval_form() {
            Some(IntervalForm::Mean) => self.ends_of_mean(measure, estimate),
            Some(IntervalForm::Logarithmic) => self.ends_by_logarithms(measure, estimate),
            Some(IntervalForm::Imbalance) => self.ends_of_imbalance(),
            _ => {
                let shifted = self.shifted(measure, |value| value - estimate);
                added_up(estimate, &shifted, measure.limits(), self.correlation)
            }
        }
    }

    /// By how much the ends of FPR, of TPR and of the share of the positives move a measure.
    fn shifted(&self, measure: Measure, by: impl Fn(f64) -> f64) -> [[f64; 2]; 3] {
        let [fpr, tpr] = self.rates.predicted_positive;
        let at = |rates, priors| by(value_of_rates(measure, rates, priors));
        [
            self.ends[0].map(|end| at([end, tpr], self.priors)),
            self.ends[1].map(|end| at([fpr, end], self.priors)),
            self.ends_of_positives.map_or([0.0; 2], |ends| {
                ends.map(|positive| at([fpr, tpr], [1.0 - positive, positive]))
            }),
        ]
    }

    /// The ends of a mean cost, of which no digit of a small difference is lost: of accuracies, net benefits and
    /// differences of rates, too.
    fn ends_of_mean(&self, measure: Measure, estimate: f64) -> [f64; 2] {
        let PredictedShares {
            predicted_positive,
            predicted_negative,
        } = self.rates;
        let Dual { slopes, .. } = measure.derivatives(&Cells::by_rates(
            predicted_positive,
            predicted_negative,
            self.priors,
        ));
        let by_rate = |class: usize| {
            self.ends[class].map(|end| slopes[class] * (end - predicted_positive[class]))
        };
        let by_prior = |ends: [f64; 2]| ends.map(|end| slopes[2] * (end - self.priors[1]));
        let shifted = [
            by_rate(0),
            by_rate(1),
            self.ends_of_positives.map_or([0.0; 2], by_prior),
        ];
        let classes = match self.ends_of_positives {
            Some(_) => [[1.0, 0.0], [0.0, 1.0]],
            None => [self.priors; 2],
        };
        let corners = [[0.0, 0.0], [0.0, 1.0], [1.0, 0.0], [1.0, 1.0]];
        let possible = range_of(
            classes
                .into_iter()
                .flat_map(|priors| corners.map(|rates| value_of_rates(measure, rates, priors))),
        );
        added_up(estimate, &shifted, possible, self.correlation)
    }

    /// The ends of the size of TPR - TNR = TPR + FPR - 1, by those of the difference.
    fn ends_of_imbalance(&self) -> [f64; 2] {
        let PredictedShares {
            predicted_positive,
            predicted_negative,
        } = self.rates;
        let shifted =
            [0, 1].map(|class| self.ends[class].map(|end| end - predicted_positive[class]));
        let difference =
            Cells::new(predicted_positive, predicted_negative, self.priors).imbalance();
        let [low, high] = added_up(difference, &shifted, [-1.0, 1.0], self.correlation);
        let largest = high.max(-low);
        if low <= 0.0 && high >= 0.0 {
            [0.0, largest]
        } else {
            [low.abs().min(high.abs()), largest]
        }
    }

    /// On the logarithmic scale the squares add up. Where a rate is 0 both are as far off as they may be at once.
    fn ends_by_logarithms(&self, measure: Measure, estimate: f64) -> [f64; 2] {
        if estimate > 0.0 && estimate < f64::INFINITY {
            let shifted = self.shifted(measure, |value| libm::log(value / estimate));
            let ends = added_up(
                0.0,
                &shifted,
                [f64::NEG_INFINITY, f64::INFINITY],
                self.correlation,
            );
            return ends.map(|by| estimate * libm::exp(by));
        }
        let corners = self.ends[0].into_iter().flat_map(|fpr| {
            self.ends[1].map(|tpr| value_of_rates(measure, [fpr, tpr], self.priors))
        });
        let [least, most] = range_of(corners);
        if estimate > 0.0 {
            [least, f64::INFINITY]
        } else {
            [0.0, most]
        }
    }
}

/// A measure by FPR and TPR and by the probabilities of the classes. An end of a rate is 0 where the rate is known to be
/// almost that; SEDI has no value there.
pub(super) fn value_of_rates(measure: Measure, rates: [f64; 2], priors: [f64; 2]) -> f64 {
    let rest = rates.map(|rate| 1.0 - rate);
    let least = match measure {
        Measure::Dependence => f64::MIN_POSITIVE,
        _ => 0.0,
    };
    let [rates, rest] = [rates, rest].map(|rates| rates.map(|rate| rate.max(least)));
    measure.value(&Cells::new(rates, rest, priors))
}

fn range_of(values: impl Iterator<Item = f64>) -> [f64; 2] {
    values.fold(
        [f64::INFINITY, f64::NEG_INFINITY],
        |[least, most], value| [value.min(least), value.max(most)],
    )
}

/// The ends of what is [moved](distances) by those of its parts, within what is possible.
pub(super) fn added_up(
    estimate: f64,
    shifted: &[[f64; 2]],
    possible: [f64; 2],
    correlation: f64,
) -> [f64; 2] {
    let [below, above] = distances(shifted, correlation);
    [
        (estimate - below).max(possible[0]),
        (estimate + above).min(possible[1]),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn with_ends(predicted_positive: [f64; 2], ends: [[f64; 2]; 2]) -> RatesAtThreshold {
        RatesAtThreshold {
            rates: PredictedShares {
                predicted_positive,
                predicted_negative: predicted_positive.map(|rate| 1.0 - rate),
            },
            ends,
            correlation: 0.0,
            priors: [0.5; 2],
            ends_of_positives: None,
        }
    }

    fn ends(measure: Measure, at: &RatesAtThreshold) -> [f64; 2] {
        let PredictedShares {
            predicted_positive,
            predicted_negative,
        } = at.rates;
        let value = measure.value(&Cells::new(
            predicted_positive,
            predicted_negative,
            at.priors,
        ));
        at.ends(measure, value)
    }

    /// On the scale of logarithms the squares of what moves the odds add up.
    #[test]
    fn the_interval_of_an_odds_ratio_is_made_of_the_odds_of_the_rates() {
        let [low, high] = ends(
            Measure::OddsRatio,
            &with_ends([0.2, 0.75], [[0.1, 0.5], [0.5, 0.9]]),
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
        let none = with_ends([0.0, 1.0], [[0.0, 0.5], [0.75, 1.0]]);
        assert_eq!(ends(Measure::OddsRatio, &none), [3.0, f64::INFINITY]);
        let all = with_ends([1.0, 0.5], [[0.5, 1.0], [0.25, 0.75]]);
        assert_eq!(ends(Measure::OddsRatio, &all), [0.0, 3.0]);
    }

    #[test]
    fn the_interval_of_an_imbalance_is_that_of_the_difference_without_its_sign() {
        // TPR - TNR is 1/8 and varies by 1/4 on both sides, or by 1/16.
        let wide = with_ends([0.5, 0.625], [[0.5; 2], [0.375, 0.875]]);
        assert_eq!(ends(Measure::Imbalance, &wide), [0.0, 0.375]);
        let narrow = with_ends([0.5, 0.625], [[0.5; 2], [0.5625, 0.6875]]);
        assert_eq!(ends(Measure::Imbalance, &narrow), [0.0625, 0.1875]);
        let below = with_ends([0.5, 0.375], [[0.5; 2], [0.3125, 0.4375]]);
        assert_eq!(ends(Measure::Imbalance, &below), [0.0625, 0.1875]);
    }

    /// Where a rate may be 0 the index goes to 1.
    #[test]
    fn the_interval_of_the_dependence_reaches_to_its_limits() {
        let [low, high] = ends(
            Measure::Dependence,
            &with_ends([0.1, 0.5], [[0.0, 0.3], [0.3, 0.7]]),
        );
        assert!(
            low > 0.0 && low < 0.6 && high > 0.95 && high <= 1.0,
            "{low} {high}"
        );
    }

    #[test]
    fn squares_add_up_within_what_is_possible() {
        let wide = [-9.0, 9.0];
        let shifted = [[-3.0, 2.0], [4.0, -1.0]];
        assert_eq!(
            added_up(0.0, &shifted, wide, 0.0),
            [-10f64.sqrt(), 20f64.sqrt()]
        );
        assert_eq!(added_up(0.0, &shifted, [-1.0, 1.0], 0.0), [-1.0, 1.0]);
        // They move it to different sides: what is common to both takes away.
        let [low, high] = added_up(0.0, &shifted, wide, 0.5);
        assert_eq!([low, high], [-7f64.sqrt(), 12f64.sqrt()]);
        assert_eq!(
            added_up(1.0, &[[f64::NAN; 2], [-2.0, 2.0]], wide, 0.3),
            [-1.0, 3.0]
        );
    }
}
