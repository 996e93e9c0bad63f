//! How the rates of the errors of a threshold vary, and its risk.

use super::problem::Problem;
use super::{Given, Sample};
use crate::error::{Error, Result};
use crate::inference::freedom::freedom;
use crate::inference::joint::Joint;
use crate::inference::{Design, SpreadRequest};
use crate::options::Options;
use crate::poll::Pace;
use crate::quantity::{AtThreshold, Measure, Quantity};
use crate::rounding::sum_of;

/// What is classified, and what that costs.
#[derive(Clone, Copy, Debug)]
pub(super) struct Rule {
    /// Scores from this one on are called positive; without it not even an infinite one.
    pub threshold: Option<f64>,
    /// The rates of the errors there.
    pub rates: [f64; 2],
    pub problem: Problem,
}

/// Of the false positive rate, the false negative rate and the risk.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Spread {
    pub variances: [f64; 3],
    /// The effective degrees of freedom of the variances.
    pub freedom: [f64; 3],
    /// The effective numbers of both classes.
    pub effective: [f64; 2],
}

/// Nothing where a class has fewer than two units.
pub(super) fn spread_of_errors(
    (observations, unit, clusters): Sample<'_>,
    rule: &Rule,
    given: Option<Given>,
    mut options: Options<'_>,
) -> Result<Option<Spread>> {
    let of_spread = SpreadRequest {
        quantities: &rule.rates_called(),
        unit,
        clusters,
        // So clusters count for the degrees of freedom alone.
        design: given.map(|given| Design {
            covariance: &[],
            most: given.most,
        }),
        ..SpreadRequest::default()
    };
    let found = Joint::new(&[*observations], &of_spread, options.again());
    let found = found.map_err(Error::of_any_score)?;
    let numbers = found.sums.units;
    if numbers[0] <= 1.0 || numbers[1] <= 1.0 {
        return Ok(None);
    }
    let on_risk = OnRisk::new(rule);
    let sums = Powers::of(&found, &on_risk, &mut Pace::new(options.poll))?;
    let freedom = [0, 1, 2].map(|of| freedom(sums.squares[of], sums.fourths[of], numbers[of]));
    let effective = found.sums.effective;
    let Some(given) = given else {
        let [negatives, positives, risk] = sums.squares;
        let squares = [negatives, positives, risk * on_risk.unit * on_risk.unit];
        return Ok(Some(Spread {
            variances: [0, 1, 2].map(|of| squares[of] / (1.0 - 1.0 / numbers[of])),
            freedom,
            effective,
        }));
    };
    let errors = [given.rates[0], given.rates[1], given.risk];
    if errors.iter().any(|error| error.is_nan()) {
        return Ok(None);
    }
    Ok(Some(Spread {
        variances: errors.map(|error| error * error),
        freedom: freedom.map(|freedom| freedom.min(given.most)),
        effective,
    }))
}

impl Rule {
    /// The false and the true positive rate.
    fn rates_called(&self) -> [Quantity; 2] {
        [Measure::Fpr, Measure::Tpr].map(|measure| {
            Quantity::AtThreshold(AtThreshold {
                measure,
                threshold: self.threshold,
                prior: None,
            })
        })
    }
}

/// What the influences of a unit on the rates do to the risk, in a unit in which they are not far from those.
struct OnRisk {
    /// By the rates of the errors.
    by_rates: [f64; 2],
    /// By the share of the positives, where that is estimated.
    by_share: f64,
    unit: f64,
}

impl OnRisk {
    fn new(rule: &Rule) -> OnRisk {
        let problem = &rule.problem;
        let by_rates = [0, 1].map(|class| problem.priors[class] * problem.excess[class]);
        let by_share = if problem.is_known {
            0.0
        } else {
            let means = problem.means(rule.rates);
            problem.priors[0] * problem.priors[1] * (means[1] - means[0])
        };
        let largest = by_rates[0].abs().max(by_rates[1].abs()).max(by_share.abs());
        let unit = if largest > 0.0 { largest } else { 1.0 };
        OnRisk {
            by_rates: by_rates.map(|by| by / unit),
            by_share: by_share / unit,
            unit,
        }
    }
}

/// Sums over the influences of units.
#[derive(Default)]
struct Powers {
    squares: [f64; 3],
    fourths: [f64; 3],
}

impl Powers {
    fn of(joint: &Joint, on_risk: &OnRisk, pace: &mut Pace<'_>) -> Result<Powers> {
        let mut sums = Powers::default();
        for units in joint.units.iter() {
            pace.step()?;
            let errors = [units.values[0], -units.values[1]];
            let risk = sum_of([
                on_risk.by_rates[0] * errors[0],
                on_risk.by_rates[1] * errors[1],
                on_risk.by_share * units.shares[1],
                -on_risk.by_share * units.shares[0],
            ]);
            for (of, value) in [errors[0], errors[1], risk].into_iter().enumerate() {
                let square = value * value / units.number;
                sums.squares[of] += square;
                sums.fourths[of] += square * square / units.number;
            }
        }
        Ok(sums)
    }
}
