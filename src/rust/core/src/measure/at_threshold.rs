//! A measure at a threshold.

use super::confusion::{lead, Function, Measure, COUNTS};
use super::ratio::Ratio;
use super::smooth::{Gradient, Smooth};
use crate::error::{Argument, Error};
use crate::probability::{check_costs, check_probabilities};
use crate::shape::Rates;

/// A measure at a threshold.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AtThreshold {
    /// Which one.
    pub measure: Measure,
    /// Scores from this one on are called positive; without it not even an infinite one.
    pub threshold: Option<f64>,
    /// The probability of the positive class. Without it, its share in the weights, which varies then, too. It does not
    /// matter for rates and numbers made of both.
    pub prior: Option<f64>,
}

impl AtThreshold {
    pub(crate) fn check(&self) -> Result<(), Error> {
        if self.threshold.is_some_and(f64::is_nan) {
            return Err(Error::Missing {
                argument: Argument::Threshold,
                position: 0,
            });
        }
        match self.measure {
            Measure::NetBenefit(value) | Measure::StandardizedNetBenefit(value)
                if !(0.0..1.0).contains(&value) =>
            {
                return Err(Error::Probability { position: 0, value });
            }
            Measure::Risk(costs) => check_costs(&costs.all())?,
            Measure::F(value) if !(0.0..f64::INFINITY).contains(&value) => {
                return Err(Error::Parameter {
                    name: "beta",
                    value,
                });
            }
            _ => {}
        }
        check_probabilities(self.prior.as_slice())
    }

    pub(crate) fn form(&self) -> Form {
        let prior = if self.measure.is_of_both_rates() {
            Some(0.5)
        } else {
            self.prior
        };
        match self.measure.parts(&COUNTS) {
            Ok([numerator, denominator]) => Form::Ratio(Ratio {
                numerator,
                denominator,
                prior,
            }),
            Err(of) => Form::Smooth(Smooth { of, prior }),
        }
    }

    /// Its value at a row, whatever the threshold is.
    pub(crate) fn of_row(&self, rates: &impl Rates, row: usize) -> f64 {
        let (called, not_called) = (rates.called(row), rates.not_called(row));
        self.measure.unit() * self.value(called, not_called, rates.parts())
    }

    /// The size of the numbers that a value of [`AtThreshold::value`] is made of: it is rounded as a share of that. A
    /// multiple of TPR - FPR is made of the rates, a cost of what each cell costs.
    pub(crate) fn size(
        &self,
        value: f64,
        called: [f64; 2],
        not_called: [f64; 2],
        in_weights: [f64; 2],
    ) -> f64 {
        let of_lead = || {
            let rates = called[0]
                .max(called[1])
                .min(not_called[0].max(not_called[1]));
            let lead = lead(called, not_called).abs();
            if lead > 0.0 {
                value.abs() * (1.0 + rates / lead)
            } else {
                rates
            }
        };
        match (self.measure, self.form()) {
            (Measure::Youden, _) => of_lead(),
            (_, Form::Smooth(smooth)) => match smooth.of {
                Function::Kappa | Function::Correlation | Function::Markedness => of_lead(),
                Function::Imbalance => called[0]
                    .max(not_called[1])
                    .min(called[1].max(not_called[0])),
                _ => value.abs(),
            },
            (_, Form::Ratio(ratio)) if ratio.is_mean() => {
                let sizes = ratio.numerator.by_class().map(|cells| cells.map(f64::abs));
                let parts = ratio.parts(in_weights);
                let mean = |class: usize| {
                    sizes[class][0] * not_called[class] + sizes[class][1] * called[class]
                };
                parts[0] * mean(0) + parts[1] * mean(1)
            }
            _ => value.abs(),
        }
    }

    /// In the unit of influences, from FPR and TPR, TNR and FNR, and the shares of the classes in the weights.
    pub(crate) fn value(
        &self,
        called: [f64; 2],
        not_called: [f64; 2],
        in_weights: [f64; 2],
    ) -> f64 {
        match self.measure {
            Measure::Tpr => called[1],
            Measure::Fpr => called[0],
            Measure::Tnr => not_called[0],
            Measure::Fnr => not_called[1],
            _ => self.form().value(called, not_called, in_weights),
        }
    }
}

/// The form in which a measure at a threshold is computed.
pub(crate) enum Form {
    Ratio(Ratio),
    Smooth(Smooth),
}

impl Form {
    /// The value, in the unit of influences, with its derivatives by FPR, by TPR and by the prior.
    pub(crate) fn at(&self, called: [f64; 2], not_called: [f64; 2], priors: [f64; 2]) -> Gradient {
        let ratio = match self {
            Form::Smooth(smooth) => return smooth.at(called, not_called, priors),
            Form::Ratio(ratio) => ratio,
        };
        let [above, below] = ratio.sums(priors, called, not_called);
        let value = above / below;
        let cells = [ratio.numerator, ratio.denominator].map(|cells| cells.by_class());
        // The net of the part above the line and the value times the part below it.
        let net = |of: [f64; 2]| (of[0] - value * of[1]) / below;
        let by_rate =
            |class: usize| priors[class] * net(cells.map(|of| of[class][1] - of[class][0]));
        let means = cells.map(|of| {
            [0, 1]
                .map(|class: usize| of[class][0] * not_called[class] + of[class][1] * called[class])
        });
        Gradient {
            value,
            by_rates: [by_rate(0), by_rate(1)],
            by_prior: net(means.map(|[negative, positive]| positive - negative)),
        }
    }

    pub(crate) fn value(
        &self,
        called: [f64; 2],
        not_called: [f64; 2],
        in_weights: [f64; 2],
    ) -> f64 {
        match self {
            Form::Ratio(ratio) => {
                let [above, below] = ratio.sums(ratio.parts(in_weights), called, not_called);
                above / below
            }
            Form::Smooth(smooth) => {
                let priors = smooth
                    .prior
                    .map_or(in_weights, |prior| [1.0 - prior, prior]);
                smooth.value(called, not_called, priors)
            }
        }
    }
}
