//! Intervals of what is made of the rates of errors, where the threshold was chosen on the sample. Arrays of two are of
//! the negatives and of the positives.

use crate::covariance::df::DegreesOfFreedom;
use crate::decision::Costs;
use crate::error::Result;
use crate::interval::{distances, outer_quantile, wilson, Level};
use crate::measure::{Criterion, IntervalForm, Measure, Number};

/// The number that is to be small at the threshold, and in which classes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Problem {
    pub loss: Loss,
    /// The probabilities of the classes.
    pub priors: [f64; 2],
    /// True if these are known, or do not matter; otherwise they are the shares in the sample.
    pub is_known: bool,
}

/// The number that is to be small.
#[derive(Clone, Copy, Debug)]
pub(super) enum Loss {
    Risk {
        /// The cost of the right answer.
        right: [f64; 2],
        /// How much more an error costs.
        excess: [f64; 2],
    },
    /// A measure that is no risk, in the unit of influences, with the other sign where the largest value is the best.
    Measure(Criterion),
    /// The logarithm of such a measure, likewise.
    Logarithm(Criterion),
}

/// A loss, and its derivatives by the rates of both errors and by the probability of the positive class.
pub(super) struct Slopes {
    pub by_errors: [f64; 2],
    pub by_prior: f64,
}

/// How a loss varies.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Covariance {
    pub variance: f64,
    /// The effective degrees of freedom of the variance, and of the model.
    pub df: DegreesOfFreedom,
    /// The degrees of freedom of the quantile of a rate of each class.
    pub rate_df: [f64; 2],
    /// The effective numbers of both classes.
    pub effective: [f64; 2],
}

/// An interval of what is expected on new observations.
#[derive(Clone, Copy, Debug)]
pub(super) struct Interval {
    /// How much larger that is than what the sample shows.
    pub rise: f64,
    pub std_error: f64,
    pub low: f64,
    pub high: f64,
    pub df: f64,
}

impl Loss {
    pub fn from_costs(costs: &Costs) -> Loss {
        let right = [costs.true_negative, costs.true_positive];
        let wrong = [costs.false_positive, costs.false_negative];
        Loss::Risk {
            right,
            excess: [0, 1].map(|class| wrong[class] - right[class]),
        }
    }
}

/// The sign of a measure that is a loss.
pub(super) fn sign_of(measure: Measure) -> f64 {
    if measure.is_best_where_least() {
        1.0
    } else {
        -1.0
    }
}

/// FPR and TPR, TNR and FNR by the rates of the errors.
fn rates_of([fpr, r#fn]: [f64; 2]) -> [[f64; 2]; 2] {
    [[fpr, 1.0 - r#fn], [1.0 - fpr, r#fn]]
}

impl Problem {
    /// The loss by the rates of the errors.
    fn value(&self, errors: [f64; 2]) -> f64 {
        self.value_at(errors, self.priors)
    }

    /// The class whose rate it is.
    pub fn class(&self) -> Option<usize> {
        match self.loss {
            Loss::Measure(wanted) => match wanted.measure.interval_form() {
                Some(IntervalForm::Rate(class)) => Some(class),
                _ => None,
            },
            _ => None,
        }
    }

    fn value_at(&self, errors: [f64; 2], priors: [f64; 2]) -> f64 {
        match self.loss {
            Loss::Risk { right, excess } => {
                let mean = |class: usize| right[class] + excess[class] * errors[class];
                priors[0] * mean(0) + priors[1] * mean(1)
            }
            Loss::Measure(wanted) | Loss::Logarithm(wanted) => {
                let [predicted_positive, predicted_negative] = rates_of(errors);
                let value = wanted.value(predicted_positive, predicted_negative, priors);
                sign_of(wanted.measure) * self.transformed(value)
            }
        }
    }

    fn transformed(&self, value: f64) -> f64 {
        match self.loss {
            Loss::Logarithm(_) => libm::log(value),
            _ => value,
        }
    }

    pub fn slopes(&self, errors: [f64; 2]) -> Slopes {
        match self.loss {
            Loss::Risk { right, excess } => {
                let mean = |class: usize| right[class] + excess[class] * errors[class];
                Slopes {
                    by_errors: [0, 1].map(|class| self.priors[class] * excess[class]),
                    by_prior: if self.is_known {
                        0.0
                    } else {
                        mean(1) - mean(0)
                    },
                }
            }
            Loss::Measure(wanted) | Loss::Logarithm(wanted) => {
                let [predicted_positive, predicted_negative] = rates_of(errors);
                let sign = sign_of(wanted.measure);
                let mut result =
                    wanted.gradient(predicted_positive, predicted_negative, self.priors);
                if let Loss::Logarithm(_) = self.loss {
                    result = result.ln();
                }
                let [by_fpr, by_tpr, by_prior, _] = result.slopes;
                Slopes {
                    by_errors: [sign * by_fpr, -sign * by_tpr],
                    by_prior: if self.is_known { 0.0 } else { sign * by_prior },
                }
            }
        }
    }

    /// The sum of the absolute values of what the loss is made of.
    pub fn size(&self, errors: [f64; 2]) -> f64 {
        match self.loss {
            Loss::Risk { right, excess } => {
                let size = |class: usize| right[class].abs() + excess[class].abs() * errors[class];
                self.priors[0] * size(0) + self.priors[1] * size(1)
            }
            Loss::Measure(wanted) | Loss::Logarithm(wanted) => {
                let [predicted_positive, predicted_negative] = rates_of(errors);
                wanted
                    .value_and_size(predicted_positive, predicted_negative, self.priors)
                    .size
            }
        }
    }

    /// The variance if nothing but the effective numbers mattered.
    fn model(&self, rates: [f64; 2], effective: [f64; 2]) -> f64 {
        let slopes = self.slopes(rates);
        let by_share = self.priors[0] * self.priors[1] * slopes.by_prior;
        let of_class = |class: usize| {
            let (rate, by_error) = (rates[class], slopes.by_errors[class]);
            let of_rate = rate * (1.0 - rate);
            // A rate that is 0 for all does not vary, however steep the loss is there.
            let by_rate = if of_rate == 0.0 {
                0.0
            } else {
                by_error * by_error * of_rate
            };
            (by_rate + by_share * by_share) / effective[class]
        };
        of_class(0) + of_class(1)
    }

    /// From the rates of the errors in the sample that chose the threshold, and those that are expected on others.
    pub fn interval(
        &self,
        apparent: [f64; 2],
        expected: [f64; 2],
        covariance: &Covariance,
        level: Level,
    ) -> Result<Interval> {
        let model = self.model(apparent, covariance.effective);
        // The variance in units of the model's, which may be too small for a number.
        let ratio = if model > 0.0 {
            covariance.variance / model
        } else {
            1.0
        };
        let factor = covariance.df.shrunken(ratio, 1.0);
        let quantile = outer_quantile(level.get(), covariance.df.total())?;
        let effective = covariance.effective.map(|number| number / factor);
        let (value, shown) = (self.value(expected), self.value(apparent));
        let rate_quantile = |df: f64| outer_quantile(level.get(), df);
        let rate_quantiles = [
            rate_quantile(covariance.rate_df[0])?,
            rate_quantile(covariance.rate_df[1])?,
        ];
        let [by_one, by_other, by_share] =
            self.shifted(expected, effective, (rate_quantiles, quantile));
        let rise = value - shown;
        // Only the mean of the optimism is known. In a sample it may be next to nothing.
        let spared = (quantile / 2.0).min(1.0) * rise;
        let [below, above] = distances(&[by_one, by_other, by_share, [-spared; 2]], 0.0);
        let [least, most] = self.possible();
        Ok(Interval {
            rise,
            std_error: (factor * self.model(expected, covariance.effective)).sqrt(),
            low: (value - below).max(least),
            high: (value + above).min(most),
            df: covariance.df.total(),
        })
    }

    /// The least and the largest loss.
    fn possible(&self) -> [f64; 2] {
        match self.loss {
            Loss::Risk { right, excess } => {
                let wrong = [0, 1].map(|class| right[class] + excess[class]);
                let mean = |of: [f64; 2]| self.priors[0] * of[0] + self.priors[1] * of[1];
                if self.is_known {
                    [mean(right), mean(wrong)]
                } else {
                    [right[0].min(right[1]), wrong[0].max(wrong[1])]
                }
            }
            Loss::Logarithm(_) => [f64::NEG_INFINITY, f64::INFINITY],
            Loss::Measure(wanted) => {
                let unit = wanted.measure.unit();
                let [low, high] = wanted.measure.limits().map(|limit| limit / unit);
                if wanted.measure.is_best_where_least() {
                    [low, high]
                } else {
                    [-high, -low]
                }
            }
        }
    }

    /// By how much the ends of both rates and of the share of the positives move the loss.
    fn shifted(
        &self,
        rates: [f64; 2],
        effective: [f64; 2],
        (rate_quantiles, quantile): ([f64; 2], f64),
    ) -> [[f64; 2]; 3] {
        let value = self.value(rates);
        let slopes = self.slopes(rates);
        let by_rate = |class: usize| {
            let ends = wilson(rates[class], effective[class], rate_quantiles[class]);
            ends.map(|end| {
                let mut shifted = rates;
                shifted[class] = end;
                match self.loss {
                    // In a risk no digit of a small difference is lost.
                    Loss::Risk { .. } => slopes.by_errors[class] * (end - rates[class]),
                    Loss::Measure(wanted)
                        if wanted.measure == Measure::Imbalance
                            && (rates[0] - rates[1]) * (shifted[0] - shifted[1]) < 0.0 =>
                    {
                        // On the way it is 0.
                        -value
                    }
                    _ => self.value(shifted) - value,
                }
            })
        };
        let by_share = if self.is_known {
            [0.0; 2]
        } else {
            let number = 1.0 / (1.0 / effective[0] + 1.0 / effective[1]);
            let share = self.priors[1];
            let ends = wilson(share, number / (share * (1.0 - share)), quantile);
            ends.map(|end| match self.loss {
                Loss::Risk { .. } => slopes.by_prior * (end - share),
                _ => self.value_at(rates, [1.0 - end, end]) - value,
            })
        };
        [by_rate(0), by_rate(1), by_share]
    }
}
