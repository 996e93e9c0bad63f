//! How the rates of the errors of a threshold vary, and its risk.

use super::problem::{Problem, Slopes, Spread};
use crate::covariance::{of_model, Freedom, Mapped, Powers, OF_MODEL};
use crate::error::{Argument, Error, Result};
use crate::inference::SpreadRequest;
use crate::observations::Observations;
use crate::options::Options;
use crate::poll::Pace;
use crate::quantity::{AtThreshold, Measure, Quantity};
use crate::rounding::sum_of;
use crate::sampling::{Correction, Sampling};

/// The observations that are classified, and the costs.
#[derive(Clone, Copy, Debug)]
pub(super) struct Rule {
    /// Scores from this one on are called positive; without it not even an infinite one.
    pub threshold: Option<f64>,
    /// The rates of the errors there.
    pub rates: [f64; 2],
    pub problem: Problem,
    /// The loss that a unit of the influences on the measure is.
    pub unit: f64,
}

/// Nothing where a class has fewer than two units.
pub(super) fn spread_of_errors(
    observations: &Observations<'_>,
    sampling: &Sampling<'_>,
    rule: &Rule,
    mut options: Options<'_>,
) -> Result<Option<Spread>> {
    let request = SpreadRequest {
        quantities: &rule.parts_of_risk(),
        sampling: *sampling,
        ..SpreadRequest::default()
    };
    let found = request.influences(&[*observations], options.again());
    let found = found.map_err(Error::of_any_score)?;
    let sizes = &found.sizes;
    let numbers = &sizes.units;
    if numbers[0] <= 1.0 || numbers[1] <= 1.0 {
        return Ok(None);
    }
    let on_risk = OnRisk::new(rule);
    let mut pace = Pace::new(options.poll);
    let effective = &sizes.effective;
    let model = match sampling.design {
        None => of_model(effective, &sizes.effective_units),
        Some(_) => OF_MODEL,
    };
    let effective = [effective[0], effective[1]];
    let mut powers = [Powers::default(); 3];
    found.varying().for_each(&mut pace, |unit| {
        let influences = on_risk.influences(unit.values);
        for (powers, value) in powers.iter_mut().zip(influences) {
            powers.add(value, unit.number);
        }
    })?;
    let lost = found.mapped.as_ref().map_or(Ok(1.0), Mapped::lost)?;
    let mut freedom = [0, 1, 2].map(|of| {
        let of_variance = match &found.mapped {
            Some(_) => found.df(powers[of]),
            None => powers[of].df(numbers[of], 2.0),
        };
        Freedom {
            found: of_variance,
            model,
        }
    });
    let variances = match sampling.design {
        None => {
            let [negatives, positives, risk] = powers.map(|powers| powers.squares);
            let squares = [negatives, positives, risk * on_risk.unit * on_risk.unit];
            let corrected = |of: usize| match sampling.correction {
                Correction::Jackknife => squares[of],
                Correction::DeLong => squares[of] / (1.0 - 1.0 / numbers[of]),
            };
            [0, 1, 2].map(|of| corrected(of) * lost)
        }
        Some(design) => {
            let &[fpr, _, _, _, r#fn, _, _, _, measure] = design.covariance else {
                return Err(Error::Length {
                    argument: Argument::Covariance,
                    length: design.covariance.len(),
                    expected: 9,
                });
            };
            let variances = [fpr, r#fn, measure * rule.unit * rule.unit];
            if variances.iter().any(|variance| variance.is_nan()) {
                return Ok(None);
            }
            freedom = freedom.map(|freedom| freedom.at_most(design.most));
            // Rounding must not lead below 0.
            variances.map(|variance| variance.max(0.0))
        }
    };
    Ok(Some(Spread {
        variances,
        freedom,
        effective,
    }))
}

impl Rule {
    /// The false and the true positive rate, and the share of the positives.
    fn parts_of_risk(&self) -> [Quantity; 3] {
        let rate = |measure| {
            Quantity::AtThreshold(AtThreshold {
                measure,
                threshold: self.threshold,
                prior: None,
            })
        };
        [rate(Measure::Fpr), rate(Measure::Tpr), Quantity::Prevalence]
    }
}

/// The gradient of the risk on both rates and on the share of the positives, in a unit in which what they add is of
/// similar size.
struct OnRisk {
    by_rates: [f64; 2],
    by_prevalence: f64,
    unit: f64,
}

impl OnRisk {
    fn new(rule: &Rule) -> OnRisk {
        let problem = &rule.problem;
        let Slopes {
            by_errors: by_rates,
            by_prior: by_prevalence,
        } = problem.slopes(rule.rates);
        let by_share = problem.priors[0] * problem.priors[1] * by_prevalence;
        let largest = by_rates[0].abs().max(by_rates[1].abs()).max(by_share.abs());
        let unit = if largest > 0.0 { largest } else { 1.0 };
        OnRisk {
            by_rates: by_rates.map(|by| by / unit),
            by_prevalence: by_prevalence / unit,
            unit,
        }
    }

    /// The influences on both errors and on the risk, by those on both rates and on the share of the positives.
    fn influences(&self, on: &[f64]) -> [f64; 3] {
        let errors = [on[0], -on[1]];
        let risk = sum_of([
            self.by_rates[0] * errors[0],
            self.by_rates[1] * errors[1],
            self.by_prevalence * on[2],
        ]);
        [errors[0], errors[1], risk]
    }
}
