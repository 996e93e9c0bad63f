//! How the rates of the errors of a threshold vary, and its risk.

use super::problem::{Problem, Slopes};
use super::{Given, Sample};
use crate::error::{Error, Result};
use crate::covariance::freedom::{freedom, of_model, Freedom, OF_MODEL};
use crate::inference::{Joint, Linked, SpreadRequest};
use crate::sampling::{Design, Correction, Links};
use crate::options::Options;
use crate::poll::Pace;
use crate::quantity::{AtThreshold, Measure, Quantity};
use crate::rounding::sum_of;

/// The observations that are classified, and the costs.
#[derive(Clone, Copy, Debug)]
pub(super) struct Rule {
    /// Scores from this one on are called positive; without it not even an infinite one.
    pub threshold: Option<f64>,
    /// The rates of the errors there.
    pub rates: [f64; 2],
    pub problem: Problem,
}

/// Errors of the false positive rate, the false negative rate and the risk.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Spread {
    pub variances: [f64; 3],
    /// The effective degrees of freedom of the variances, and of the model.
    pub freedom: [Freedom; 3],
    /// The effective numbers of both classes.
    pub effective: [f64; 2],
}

/// Nothing where a class has fewer than two units.
pub(super) fn spread_of_errors(
    (observations, unit, clusters): Sample<'_>,
    rule: &Rule,
    (given, links, estimator): (Option<Given>, Option<Links<'_>>, Correction),
    mut options: Options<'_>,
) -> Result<Option<Spread>> {
    let of_spread = SpreadRequest {
        quantities: &rule.parts_of_risk()[..if links.is_some() { 3 } else { 2 }],
        unit,
        clusters,
        links,
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
    let mut pace = Pace::new(options.poll);
    let effective = found.sums.effective;
    let model = match given {
        None => of_model(&effective, &found.sums.of_units),
        Some(_) => OF_MODEL,
    };
    let (sums, lost) = match &found.linked {
        Some(linked) => (
            Powers::of_linked(linked, &on_risk, &mut pace)?,
            linked.lost()?,
        ),
        None => (Powers::of(&found, &on_risk, &mut pace)?, 1.0),
    };
    let freedom = [0, 1, 2].map(|of| {
        let (squares, fourths) = (sums.squares[of], sums.fourths[of]);
        let of_variance = match &found.linked {
            Some(linked) => linked.freedom(squares, fourths),
            None => freedom(squares, fourths, numbers[of]),
        };
        Freedom {
            found: of_variance,
            model,
        }
    });
    let Some(given) = given else {
        let [negatives, positives, risk] = sums.squares;
        let squares = [negatives, positives, risk * on_risk.unit * on_risk.unit];
        let corrected = |of: usize| match estimator {
            Correction::Jackknife => squares[of],
            Correction::DeLong => squares[of] / (1.0 - 1.0 / numbers[of]),
        };
        return Ok(Some(Spread {
            variances: [0, 1, 2].map(|of| corrected(of) * lost),
            freedom,
            effective,
        }));
    };
    let errors = [given.rates[0], given.rates[1], given.criterion];
    if errors.iter().any(|error| error.is_nan()) {
        return Ok(None);
    }
    Ok(Some(Spread {
        variances: errors.map(|error| error * error),
        freedom: freedom.map(|freedom| freedom.at_most(given.most)),
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

/// The effect of the influences of a unit on the rates on the risk, in a unit in which they are of similar size.
struct OnRisk {
    /// By the rates of the errors.
    by_rates: [f64; 2],
    /// By the share of the positives, where that is estimated.
    by_prevalence: f64,
    /// By what a unit's share of its class does to that.
    by_share: f64,
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
            by_share: by_share / unit,
            unit,
        }
    }

    /// The influences on both errors and on the risk.
    fn influences(&self, [fpr, tpr]: [f64; 2], by_share: [f64; 2]) -> [f64; 3] {
        let errors = [fpr, -tpr];
        let risk = sum_of([
            self.by_rates[0] * errors[0],
            self.by_rates[1] * errors[1],
            by_share[0],
            by_share[1],
        ]);
        [errors[0], errors[1], risk]
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
            let [negative, positive] = units.shares;
            let by_share = [on_risk.by_share * positive, -on_risk.by_share * negative];
            let rates = [units.values[0], units.values[1]];
            sums.add(on_risk.influences(rates, by_share), units.number);
        }
        Ok(sums)
    }

    /// With what the links add.
    fn of_linked(linked: &Linked, on_risk: &OnRisk, pace: &mut Pace<'_>) -> Result<Powers> {
        let mut sums = Powers::default();
        for (row, values) in linked.values.chunks_exact(linked.width).enumerate() {
            pace.step()?;
            let by_share = [on_risk.by_prevalence * values[2], 0.0];
            let number = linked.number(row);
            sums.add(on_risk.influences([values[0], values[1]], by_share), number);
        }
        Ok(sums)
    }

    fn add(&mut self, influences: [f64; 3], number: f64) {
        for (of, value) in influences.into_iter().enumerate() {
            let square = value * value / number;
            self.squares[of] += square;
            self.fourths[of] += square * square / number;
        }
    }
}
