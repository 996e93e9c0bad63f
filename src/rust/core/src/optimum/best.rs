//! The threshold that is the best in the sample.

use super::problem::{sign_of, Interval, Loss, Problem, Slopes};
use super::request::Request;
use super::term::{Optimum, Term, UNKNOWN};
use crate::curve::Curve;
use crate::decision::Risk;
use crate::error::Result;
use crate::interval::Level;
use crate::poll::{Pace, Poll};
use crate::quantity::{self, AsRisk, Measure, OfOptimum, Scale};
use crate::rounding::{difference, LOST};
use crate::shape::hull;

/// The threshold that is the best in the sample.
pub(super) struct Best {
    row: usize,
    /// The measure there.
    value: f64,
    /// The threshold of the row.
    at: f64,
    /// The same as a rule: infinite scores are positive by an infinite threshold, but not in the last row.
    pub threshold: Option<f64>,
    /// The false positive rate and the false negative rate.
    pub errors: [f64; 2],
    tpr: f64,
    /// The criterion by which halves choose: costs in a unit in which their products are numbers.
    pub by: quantity::Optimum,
    /// From the loss of the problem to the measure.
    pub scale: Scale,
    pub problem: Problem,
}

impl Best {
    /// None if the measure has no value at any threshold.
    pub fn new(curve: &Curve<'_>, request: &Request<'_>, poll: Poll<'_>) -> Result<Option<Best>> {
        let by = request.chooses(OfOptimum::Criterion);
        let of_row = |row: usize, value: f64, by, scale, problem| {
            let (tpr, fpr) = (curve.tpr(row), curve.fpr(row));
            let at = curve.points().threshold[row];
            Best {
                row,
                value,
                at,
                threshold: (tpr > 0.0 || fpr > 0.0).then_some(at),
                errors: [fpr, 1.0 - tpr],
                tpr,
                by,
                scale,
                problem,
            }
        };
        let priors_of = |prior: Option<f64>| match prior {
            Some(prior) => [1.0 - prior, prior],
            None => curve.shares(),
        };
        let Some(AsRisk {
            costs,
            prior,
            scale,
        }) = by.as_risk()
        else {
            let Some(chosen) = by.choose_by_value(curve, &mut Pace::new(poll))? else {
                return Ok(None);
            };
            let wanted = by.criterion();
            let problem = Problem {
                loss: Loss::Measure(wanted),
                priors: priors_of(request.prior),
                is_known: request.prior.is_some() || !request.by.takes_prior(),
            };
            let scale = Scale {
                intercept: 0.0,
                slope: sign_of(request.by),
            };
            let value = by.at(Some(chosen));
            return Ok(Some(of_row(chosen.row, value, by, scale, problem)));
        };
        let priors = priors_of(prior);
        let risk = Risk::new(curve, costs, priors)?;
        let row = risk.least_on(&hull(curve, &mut *poll)?, poll)?;
        let (costs, unit) = costs.in_small_unit();
        let problem = Problem {
            loss: Loss::of_costs(&costs),
            priors,
            is_known: prior.is_some(),
        };
        let by = quantity::Optimum {
            of: by.of,
            by: Measure::Risk(costs),
            prior,
            bounds: by.bounds,
        };
        let value = scale.of(risk.of_row(row));
        let scale = Scale {
            intercept: scale.intercept,
            slope: scale.slope * unit,
        };
        Ok(Some(of_row(row, value, by, scale, problem)))
    }

    /// Whether there is a theory of how the best value of the measure varies, and its derivatives are numbers.
    pub fn is_smooth(&self, by: Measure) -> bool {
        let is_bounded = self.by.bounds.are_any();
        let is_regular = match by {
            Measure::Risk(_) => !is_bounded,
            Measure::Tpr
            | Measure::Fpr
            | Measure::Tnr
            | Measure::Fnr
            | Measure::Ppv
            | Measure::Npv
            | Measure::FalseDiscoveryRate
            | Measure::FalseOmissionRate
            | Measure::Share => is_bounded,
            _ => matches!(
                by,
                Measure::Youden
                    | Measure::BalancedAccuracy
                    | Measure::Accuracy
                    | Measure::ErrorRate
                    | Measure::F1
                    | Measure::F(_)
                    | Measure::Jaccard
                    | Measure::Kappa
                    | Measure::Correlation
                    | Measure::Distance
                    | Measure::GeometricMean
            ),
        };
        let Slopes {
            by_errors,
            by_prior,
        } = self.problem.slopes(self.errors);
        is_regular && by_prior.is_finite() && by_errors.iter().all(|by| by.is_finite())
    }

    /// The loss of each row.
    fn losses<'a>(&'a self, curve: &'a Curve<'a>) -> Result<impl Fn(usize) -> f64 + 'a> {
        let risk = match self.by.by {
            Measure::Risk(costs) => Some(Risk::new(curve, costs, self.problem.priors)?),
            _ => None,
        };
        let sign = sign_of(self.by.by);
        Ok(move |row: usize| match &risk {
            Some(risk) => risk.of_row(row),
            None => sign * self.by.criterion().of_row(curve, row),
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
        let reach = libm::pow(depth, 2.0 / 3.0) * rise;
        let loss_of = self.losses(curve)?;
        let mut pace = Pace::new(poll);
        let mut least = f64::INFINITY;
        for row in 0..curve.rows() {
            pace.step()?;
            least = least.min(loss_of(row));
        }
        // The best one may be so by rounding.
        let least = least.max(loss_of(self.row));
        let most = least + LOST * self.problem.size(self.errors) + reach;
        let (mut first, mut last) = (self.row, self.row);
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

    /// Nothing but what the sample shows.
    pub fn alone(&self) -> Optimum {
        self.with([Interval::unknown(); 3], [f64::NAN; 2])
    }

    /// From the intervals of the false positive rate, the false negative rate and the loss.
    pub fn with(&self, [fpr, fnr, loss]: [Interval; 3], [low, high]: [f64; 2]) -> Optimum {
        let rate = |apparent, optimism, found: Interval, ends| {
            let estimate = difference(apparent, optimism).clamp(0.0, 1.0);
            let spread = (found.std_error, found.freedom);
            Term::new(estimate, (apparent, optimism), spread, ends)
        };
        let optimism = -self.scale.slope * loss.rise;
        let [a, b] = [loss.low, loss.high].map(|end| self.scale.of(end));
        Optimum {
            threshold: Term::new(self.at, (self.at, f64::NAN), UNKNOWN, [low, high]),
            tpr: rate(self.tpr, fnr.rise, fnr, [1.0 - fnr.high, 1.0 - fnr.low]),
            fpr: rate(self.errors[0], -fpr.rise, fpr, [fpr.low, fpr.high]),
            criterion: Term::new(
                difference(self.value, optimism),
                (self.value, optimism),
                (self.scale.slope.abs() * loss.std_error, loss.freedom),
                if b < a { [b, a] } else { [a, b] },
            ),
        }
    }
}
