//! How the rates of the errors of a threshold vary, and its risk.

use super::problem::Problem;
use super::{Given, Sample};
use crate::error::Result;
use crate::inference::freedom::freedom;
use crate::inference::joint::Joint;
use crate::inference::{Cells, Design, Quantity, Ratio, SpreadRequest};
use crate::options::Options;
use crate::poll::Pace;

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
    let (quantities, scale) = rule.quantities();
    let of_spread = SpreadRequest {
        quantities: &quantities,
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
    let found = found.map_err(|(_, error)| error)?;
    let numbers = found.sums.units;
    if numbers[0] <= 1.0 || numbers[1] <= 1.0 {
        return Ok(None);
    }
    let sums = Powers::of(&found, &mut Pace::new(options.poll))?;
    let freedom = [0, 1, 2].map(|of| freedom(sums.squares[of], sums.fourths[of], numbers[of]));
    Ok(match given {
        None => Some(Spread {
            variances: [
                sums.squares[0] / (1.0 - 1.0 / numbers[0]),
                sums.squares[1] / (1.0 - 1.0 / numbers[1]),
                sums.squares[2] / scale / scale / (1.0 - 1.0 / numbers[2]),
            ],
            freedom,
            effective: found.sums.effective,
        }),
        Some(given) if errors_of(&given).iter().any(|error| error.is_nan()) => None,
        Some(given) => Some(Spread {
            variances: errors_of(&given).map(|error| error * error),
            freedom: freedom.map(|freedom| freedom.min(given.most)),
            effective: found.sums.effective,
        }),
    })
}

fn errors_of(given: &Given) -> [f64; 3] {
    [given.rates[0], given.rates[1], given.risk]
}

impl Rule {
    /// The rates and the risk, in a unit, one over `scale`, in which influences on it are not far from those on
    /// the rates.
    fn quantities(&self) -> ([Quantity; 3], f64) {
        let Problem {
            right,
            excess,
            priors,
            is_known,
        } = self.problem;
        let means = self.problem.means(self.rates);
        let by_share = if is_known {
            0.0
        } else {
            priors[0] * priors[1] * (means[1] - means[0]).abs()
        };
        let by_error = [0, 1].map(|class| priors[class] * excess[class].abs());
        let largest = by_error[0].max(by_error[1]).max(by_share);
        /// Costs are still numbers in that unit.
        const MOST: f64 = 1e300;
        let scale = if largest > 0.0 {
            (1.0 / largest).min(MOST)
        } else {
            1.0
        };
        // What all cost alike moves nothing: without it nothing cancels in the larger class.
        let alike = means[usize::from(priors[1] > priors[0])];
        let cost = |class: usize, excess: f64| (right[class] - alike + excess) * scale;
        let ratio = |numerator, denominator, prior| {
            Quantity::Ratio(Ratio {
                threshold: self.threshold,
                numerator,
                denominator,
                prior,
            })
        };
        let false_positives = Cells {
            false_positive: 1.0,
            ..Cells::default()
        };
        let false_negatives = Cells {
            false_negative: 1.0,
            ..Cells::default()
        };
        let negatives = Cells {
            true_negative: 1.0,
            ..false_positives
        };
        let positives = Cells {
            true_positive: 1.0,
            ..false_negatives
        };
        let all = Cells {
            false_positive: 1.0,
            true_negative: 1.0,
            ..positives
        };
        let costs = Cells {
            true_negative: cost(0, 0.0),
            false_positive: cost(0, excess[0]),
            true_positive: cost(1, 0.0),
            false_negative: cost(1, excess[1]),
        };
        let quantities = [
            ratio(false_positives, negatives, None),
            ratio(false_negatives, positives, None),
            ratio(costs, all, is_known.then_some(priors[1])),
        ];
        (quantities, scale)
    }
}

/// Sums over the influences of units.
#[derive(Default)]
struct Powers {
    squares: [f64; 3],
    fourths: [f64; 3],
}

impl Powers {
    fn of(joint: &Joint, pace: &mut Pace<'_>) -> Result<Powers> {
        let mut sums = Powers::default();
        for units in joint.units.iter() {
            pace.step()?;
            for (of, value) in units.values.iter().enumerate() {
                let square = value * value / units.number;
                sums.squares[of] += square;
                sums.fourths[of] += square * square / units.number;
            }
        }
        Ok(sums)
    }
}
