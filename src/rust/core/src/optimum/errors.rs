//! How errors at a threshold vary, and a loss that is made of them.

use super::problem::{Covariance, Problem, Slopes};
use crate::covariance::{
    prior_df, ClassWeights, DegreesOfFreedom, Mapped, Powers, UnitInfluences, PRIOR_DF,
};
use crate::error::{Argument, Error, Result};
use crate::inference::CovarianceRequest;

use crate::observations::Observations;
use crate::options::Options;
use crate::poll::{Pace, Poll};
use crate::quantity::{Measure, Place, Quantity};
use crate::rounding::sum_of;
use crate::sampling::{Correction, Sampling};

/// The influences of units on FPR and TPR at a threshold and on the share of the positives.
pub(super) struct Errors {
    result: UnitInfluences,
    correction: Correction,
    /// The covariance, in a survey design, of FPR, FNR and the share of the positives, and the most degrees of freedom.
    design: Option<([f64; 9], f64)>,
    effective: [f64; 2],
    model: f64,
    weights: ClassWeights,
}

impl Errors {
    /// Scores from `threshold` on are called positive; without it not even an infinite one. Nothing where a class has
    /// fewer than two units.
    pub fn new(
        observations: &Observations<'_>,
        sampling: &Sampling<'_>,
        threshold: Option<f64>,
        mut options: Options<'_>,
    ) -> Result<Option<Errors>> {
        let rate = |measure| Quantity::at_place(measure, Place::Threshold(threshold));
        let request = CovarianceRequest {
            quantities: &[rate(Measure::Fpr), rate(Measure::Tpr), Quantity::PREVALENCE],
            sampling: *sampling,
            ..CovarianceRequest::default()
        };
        let result = request.influences(&[*observations], options.reborrow());
        let result = result.map_err(Error::without_score)?;
        let sizes = &result.sizes;
        if sizes.units[0] <= 1.0 || sizes.units[1] <= 1.0 {
            return Ok(None);
        }
        let effective = &sizes.effective;
        let model = match sampling.design {
            None => prior_df(effective, &sizes.effective_units),
            Some(_) => PRIOR_DF,
        };
        let design = match sampling.design {
            None => None,
            Some(design) => {
                let covariance = design.covariance.try_into().map_err(|_| Error::Length {
                    argument: Argument::Covariance,
                    length: design.covariance.len(),
                    expected: 9,
                })?;
                Some((covariance, design.most))
            }
        };
        let is_known = design.map_or(true, |(covariance, _): ([f64; 9], f64)| {
            covariance.iter().all(|entry| !entry.is_nan())
        });
        let weights = ClassWeights::new(sizes, sampling);
        Ok(is_known.then_some(Errors {
            weights,
            effective: [effective[0], effective[1]],
            model,
            design,
            correction: sampling.correction,
            result,
        }))
    }

    /// How the loss of a problem varies, at these rates of the errors.
    pub fn covariance(
        &self,
        problem: &Problem,
        rates: [f64; 2],
        poll: Poll<'_>,
    ) -> Result<Covariance> {
        let gradient = Gradient::new(problem, rates);
        let powers = self.powers(&gradient, &mut Pace::new(poll))?;
        let number = self.result.sizes.units[problem.class().unwrap_or(2)];
        let of_variance = match &self.result.mapped {
            Some(_) => self.result.df(powers),
            None => powers.df(number, 2.0),
        };
        let mut df = DegreesOfFreedom {
            variance: of_variance,
            prior: self.model,
        };
        let in_unit = match self.design {
            None => {
                let lost = self.result.mapped.as_ref().map_or(Ok(1.0), Mapped::lost)?;
                lost * match self.correction {
                    Correction::Jackknife => powers.squares,
                    Correction::DeLong => powers.squares / (1.0 - 1.0 / number),
                }
            }
            Some((covariance, most)) => {
                df = df.at_most(most);
                // Rounding must not lead below 0.
                gradient.variance(&covariance).max(0.0)
            }
        };
        Ok(Covariance {
            variance: in_unit * gradient.unit * gradient.unit,
            df,
            rate_df: [0, 1].map(|class| self.weights.rate_df(class, df)),
            effective: self.effective,
        })
    }

    /// The sums of powers of the influences on the loss.
    fn powers(&self, gradient: &Gradient, pace: &mut Pace<'_>) -> Result<Powers> {
        let mut sums = Powers::default();
        self.result.varying().for_each_corrected(pace, |unit| {
            let &[fpr, tpr, share] = unit.values else {
                return;
            };
            sums.add(gradient.influence([fpr, -tpr, share]), unit.number);
        })?;
        Ok(sums)
    }
}

/// The gradient of a loss on FPR, FNR and the share of the positives, in a unit in which what they add is of similar size.
struct Gradient {
    by: [f64; 3],
    unit: f64,
}

impl Gradient {
    fn new(problem: &Problem, rates: [f64; 2]) -> Gradient {
        let Slopes {
            by_errors,
            by_prior,
        } = problem.slopes(rates);
        let by_share = problem.priors[0] * problem.priors[1] * by_prior;
        let largest = by_errors[0]
            .abs()
            .max(by_errors[1].abs())
            .max(by_share.abs());
        let unit = if largest > 0.0 { largest } else { 1.0 };
        Gradient {
            by: [by_errors[0], by_errors[1], by_prior].map(|by| by / unit),
            unit,
        }
    }

    fn influence(&self, on: [f64; 3]) -> f64 {
        sum_of([0, 1, 2].map(|i| self.by[i] * on[i]))
    }

    fn variance(&self, covariance: &[f64; 9]) -> f64 {
        let of = |i: usize| self.influence([0, 1, 2].map(|j| covariance[3 * i + j]));
        self.influence([of(0), of(1), of(2)])
    }
}
