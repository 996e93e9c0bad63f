//! The chosen threshold in the sample.

use super::problem::{sign_of, Interval, Loss, Problem, Slopes};
use super::term::Term;
use crate::curve::Curve;
use crate::decision::Risk;
use crate::error::Result;
use crate::interval::Level;
use crate::measure::{Criterion, IntervalForm};
use crate::poll::{Pace, Poll};
use crate::quantity::{AsRisk, Choice, ChosenRow, Measure, Scale};
use crate::rounding::{difference, LOST};
use crate::shape::hull;

/// The chosen threshold in the sample.
pub(super) struct Best {
    pub chosen: ChosenRow,
    /// The threshold as a rule: infinite scores are positive by an infinite one, but not in the last row.
    pub threshold: Option<f64>,
    /// The false positive rate and the false negative rate.
    pub errors: [f64; 2],
    /// The choice in halves: costs in a unit in which their products are numbers.
    pub by: Choice,
    /// The measure that chose, or under bounds the one that they name.
    pub criterion: Measured,
}

/// A measure at the chosen threshold, as a loss.
#[derive(Clone, Copy)]
pub(super) struct Measured {
    /// The measure, in its own unit, or its logarithm.
    pub value: f64,
    /// From the loss of the problem to that.
    pub scale: Scale,
    pub problem: Problem,
}

impl Best {
    /// None if the measure has no value at any threshold.
    pub fn new(curve: &Curve<'_>, choice: Choice, poll: Poll<'_>) -> Result<Option<Best>> {
        let Some(AsRisk {
            costs,
            prior,
            scale,
        }) = choice.as_risk()
        else {
            let chosen = choice.choose_by_value(curve, &mut Pace::new(poll))?;
            return Ok(chosen.map(|chosen| {
                let criterion = Measured::new(choice.criterion(), &chosen, curve);
                Best::at_row(curve, chosen, choice, criterion)
            }));
        };
        let priors = priors_of(prior, curve);
        let risk = Risk::new(curve, costs, priors)?;
        let row = risk.least_on(&hull(curve, &mut *poll)?, poll)?;
        let chosen = choice.at_least_risk(curve, row, risk.value_at_row(row));
        let (costs, unit) = costs.in_small_unit();
        let criterion = Measured {
            value: scale.apply(risk.value_at_row(row)),
            scale: Scale {
                intercept: scale.intercept,
                slope: scale.slope * unit,
            },
            problem: Problem {
                loss: Loss::from_costs(&costs),
                priors,
                is_known: prior.is_some(),
            },
        };
        let by = Choice {
            by: Measure::Risk(costs),
            prior,
            bounds: choice.bounds,
        };
        Ok(Some(Best::at_row(curve, chosen, by, criterion)))
    }

    fn at_row(curve: &Curve<'_>, chosen: ChosenRow, by: Choice, criterion: Measured) -> Best {
        let (tpr, fpr) = (curve.tpr(chosen.row), curve.fpr(chosen.row));
        Best {
            threshold: (tpr > 0.0 || fpr > 0.0).then_some(chosen.threshold),
            errors: [fpr, 1.0 - tpr],
            chosen,
            by,
            criterion,
        }
    }

    /// A measure there, by the prior of the choice.
    pub fn measured(&self, measure: Measure, choice: &Choice, curve: &Curve<'_>) -> Measured {
        let wanted = Criterion {
            measure,
            prior: choice.prior,
        };
        if wanted == choice.criterion() && !choice.bounds.are_any() {
            self.criterion
        } else {
            Measured::new(wanted, &self.chosen, curve)
        }
    }

    /// Returns whether there is a theory of how the chosen threshold varies. Bounds always have one.
    pub fn is_regular(&self, choice: &Choice) -> bool {
        let is_smooth = matches!(choice.by, Measure::Risk(_)) || choice.by.is_smooth_in_rates();
        choice.bounds.are_any() || is_smooth && self.criterion.problem.has_slopes(self.errors)
    }

    /// The loss of each row.
    fn losses<'a>(&'a self, curve: &'a Curve<'a>) -> Result<impl Fn(usize) -> f64 + 'a> {
        let risk = match self.by.by {
            Measure::Risk(costs) => Some(Risk::new(curve, costs, self.criterion.problem.priors)?),
            _ => None,
        };
        let sign = sign_of(self.by.by);
        Ok(move |row: usize| match &risk {
            Some(risk) => risk.value_at_row(row),
            None => sign * self.by.criterion().at_row(curve, row),
        })
    }

    /// Thresholds of which the loss is so little above that of the best one that either may be the least on other
    /// observations: by the distribution of the depth of a Brownian motion with parabolic drift, of which the mean
    /// optimism is 4/3 of the mean. Below a score down to the next one all are the same in the sample.
    pub fn ends_of_threshold(
        &self,
        curve: &Curve<'_>,
        level: Level,
        rise: f64,
        poll: Poll<'_>,
    ) -> Result<[f64; 2]> {
        let depth = 0.6 * libm::log(8.0 / (3.0 * (1.0 - level.get())));
        let critical_value = libm::pow(depth, 2.0 / 3.0) * rise;
        let loss_of = self.losses(curve)?;
        let mut pace = Pace::new(poll);
        let mut least = f64::INFINITY;
        for row in 0..curve.rows() {
            pace.step()?;
            least = least.min(loss_of(row));
        }
        // The best one may be so by rounding.
        let best = self.chosen.row;
        let least = least.max(loss_of(best));
        let most = least + LOST * self.criterion.problem.size(self.errors) + critical_value;
        let (mut first, mut last) = (best, best);
        for row in 0..curve.rows() {
            pace.step()?;
            if loss_of(row) <= most {
                first = first.min(row);
                last = last.max(row);
            }
        }
        let thresholds = curve.points().threshold;
        let below = first.checked_sub(1).map(|row| thresholds[row]);
        Ok([below.unwrap_or(f64::NEG_INFINITY), thresholds[last]])
    }
}

impl Measured {
    /// A measure that is no risk, in its own unit, or its logarithm where the interval is made of that.
    fn new(wanted: Criterion, chosen: &ChosenRow, curve: &Curve<'_>) -> Measured {
        let is_known = wanted.known_prior().is_some();
        let priors = priors_of(wanted.prior, curve);
        let value = chosen.value(&wanted);
        let sign = sign_of(wanted.measure);
        let (loss, value, slope) = match wanted.measure.interval_form() {
            Some(IntervalForm::Logarithmic) => (Loss::Logarithm(wanted), libm::log(value), sign),
            _ => {
                let unit = wanted.measure.unit();
                (Loss::Measure(wanted), value * unit, sign * unit)
            }
        };
        Measured {
            value,
            scale: Scale {
                intercept: 0.0,
                slope,
            },
            problem: Problem {
                loss,
                priors,
                is_known,
            },
        }
    }
}

impl Measured {
    /// From the interval of the loss.
    pub fn term(&self, result: &Interval) -> Term {
        let optimism = -self.scale.slope * result.rise;
        let [a, b] = [result.low, result.high].map(|end| self.scale.apply(end));
        Term::new(
            difference(self.value, optimism),
            (self.value, optimism),
            (self.scale.slope.abs() * result.std_error, result.df),
            if b < a { [b, a] } else { [a, b] },
        )
    }
}

fn priors_of(prior: Option<f64>, curve: &Curve<'_>) -> [f64; 2] {
    prior.map_or(curve.shares(), |prior| [1.0 - prior, prior])
}

impl Problem {
    /// Returns whether the derivatives of the loss are finite.
    pub fn has_slopes(&self, errors: [f64; 2]) -> bool {
        let Slopes {
            by_errors,
            by_prior,
        } = self.slopes(errors);
        by_prior.is_finite() && by_errors.iter().all(|by| by.is_finite())
    }
}
