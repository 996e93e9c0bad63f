//! How the rates of the errors of a threshold vary, and its risk.

use super::effective::{effective_in_clusters, effective_of};
use super::freedom::freedom;
use super::placements::Placed;
use super::rounding::{difference, sum_of};
use super::spread::Unit;
use crate::decision::Costs;
use crate::error::{Argument, Error};
use crate::memory::filled;
use crate::observations::Observations;
use crate::options::Options;
use crate::poll::Pace;
use crate::probability::{check_costs, check_probabilities};
use crate::sum::Sums;

/// Of three estimates, the false positive rate, the false negative rate and the risk at a threshold,
/// the sums over the influences of units. Units are clusters, or what [`Unit`] says.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RiskSpread {
    /// The sums of the squared influences.
    pub squares: [f64; 3],
    /// The effective degrees of freedom of these sums, see [`Spread::freedom`](super::Spread::freedom).
    pub freedom: [f64; 3],
    /// The numbers of units: those with negatives, with positives, and with any of them.
    pub units: [f64; 3],
    /// Kish's effective numbers of both classes, as [`JointSpread::effective`](super::JointSpread::effective).
    pub effective: [f64; 2],
}

/// What is classified, and what that costs.
#[derive(Clone, Copy, Debug)]
pub struct Rule {
    /// Scores from this one on are called positive; without it not even an infinite one.
    pub threshold: Option<f64>,
    /// In a unit of which the square is that of the squares.
    pub costs: Costs,
    /// The probability of the positive class. Without it, its share in the weights, which then varies,
    /// too.
    pub prior: Option<f64>,
}

/// How the rates and the risk of a rule vary. A cluster is a number below `clusters.1`, and its
/// observations are one unit. O(n log n) time at worst, 24 bytes an observation and 32 a cluster.
///
/// With s the share of an observation in the weight of its class, p the rate of the errors of the
/// class, d how much more an error costs than the right answer, m the mean cost in the class and R
/// the risk, the influence on the rate is u = s (error - p), and on the risk d u times the
/// probability of the class. Without a prior s (m - R) times that probability is added.
///
/// ```
/// use weighted_roc_core::decision::Costs;
/// use weighted_roc_core::inference::{risk_spread, Rule, Unit};
/// use weighted_roc_core::{Labels, Observations, Options, Scores, Weights};
///
/// let observations = Observations {
///     scores: Scores::F64(&[1.0, 2.0, 3.0, 4.0]),
///     labels: Labels::I32(&[0, 1, 0, 1]),
///     weights: Weights::Unit,
/// };
/// let costs = Costs {
///     false_positive: 1.0,
///     false_negative: 1.0,
///     true_positive: 0.0,
///     true_negative: 0.0,
/// };
/// let rule = Rule { threshold: Some(2.0), costs, prior: Some(0.5) };
/// let found = risk_spread(&observations, Unit::Row, None, rule, Options::new(&mut || false))?;
/// // Of the negatives one is called positive, of the positives none negative.
/// assert_eq!(found.squares, [2.0 / 16.0, 0.0, 2.0 / 64.0]);
/// assert_eq!(found.effective, [2.0, 2.0]);
/// # Ok::<(), weighted_roc_core::Error>(())
/// ```
///
/// # Errors
/// As [`Ranking::new`](crate::curve::Ranking::new); [`Error::Missing`] for a threshold of NaN,
/// [`Error::Cost`], [`Error::Probability`]; [`Error::Length`] and [`Error::Cluster`] for clusters.
pub fn risk_spread(
    observations: &Observations<'_>,
    unit: Unit,
    clusters: Option<(&[i32], usize)>,
    rule: Rule,
    mut options: Options<'_>,
) -> Result<RiskSpread, Error> {
    rule.check()?;
    let placed = Placed::in_clusters(observations, clusters, options.again())?;
    let mut pace = Pace::new(options.poll);
    let influence = Influence::new(&placed, rule, &mut pace)?;
    let mut sums = UnitSums::default();
    match clusters {
        None => {
            for index in 0..placed.records.len() {
                pace.step()?;
                let number = match unit {
                    Unit::Row => 1.0,
                    Unit::Count => placed.records[index].weight.abs(),
                };
                sums.add(
                    &influence,
                    Shares::of(&placed, index, rule.threshold),
                    number,
                );
            }
        }
        Some((codes, number)) => {
            let of_clusters = gathered(&placed, codes, number, rule.threshold, &mut pace)?;
            for shares in of_clusters
                .into_iter()
                .filter(|shares| shares.all != [0.0; 2])
            {
                pace.step()?;
                sums.add(&influence, shares, 1.0);
            }
        }
    }
    let effective = match clusters {
        None => sums.shares_squared.map(|sum| 1.0 / sum),
        Some(_) => {
            let without = effective_of(&placed, unit, &mut pace)?;
            [0, 1].map(|class| effective_in_clusters(without[class], sums.shares_squared[class]))
        }
    };
    Ok(sums.spread(influence.scale, effective))
}

impl Rule {
    fn check(&self) -> Result<(), Error> {
        if self.threshold.is_some_and(f64::is_nan) {
            return Err(Error::Missing {
                argument: Argument::Threshold,
                position: 0,
            });
        }
        check_costs(&self.costs.all())?;
        check_probabilities(self.prior.as_slice())
    }
}

/// The parts of a unit in the weights of the negatives and of the positives.
#[derive(Clone, Copy, Debug, Default)]
struct Shares {
    all: [f64; 2],
    /// Those that are classified wrongly.
    errors: [f64; 2],
}

impl Shares {
    /// Of an observation.
    fn of(placed: &Placed, index: usize, threshold: Option<f64>) -> Shares {
        let all = placed.shares(index);
        let score = placed.records[index].score;
        let called_positive = threshold.is_some_and(|threshold| score >= threshold);
        let is_error = [called_positive, !called_positive];
        Shares {
            all,
            errors: [0, 1].map(|class| if is_error[class] { all[class] } else { 0.0 }),
        }
    }

    fn add(&mut self, other: Shares) {
        for class in 0..2 {
            self.all[class] += other.all[class];
            self.errors[class] += other.errors[class];
        }
    }
}

/// The sums of the shares of each cluster.
fn gathered(
    placed: &Placed,
    codes: &[i32],
    number: usize,
    threshold: Option<f64>,
    pace: &mut Pace<'_>,
) -> Result<Vec<Shares>, Error> {
    let mut clusters = filled(number, Shares::default())?;
    for (index, &position) in placed.positions.iter().enumerate() {
        pace.step()?;
        clusters[codes[position] as usize].add(Shares::of(placed, index, threshold));
    }
    Ok(clusters)
}

/// What the influence of a unit is made of, for the negatives and the positives.
struct Influence {
    /// The rates of the errors.
    rates: [f64; 2],
    /// What the influence on a rate does to the risk.
    of_error: [f64; 2],
    /// What a share does to it by itself, because it says how probable the class is.
    of_share: [f64; 2],
    /// What the influence on the risk is divided by, so that it is not far from those on the rates.
    scale: f64,
}

impl Influence {
    fn new(placed: &Placed, rule: Rule, pace: &mut Pace<'_>) -> Result<Influence, Error> {
        let mut errors = Sums::default();
        for index in 0..placed.records.len() {
            pace.step()?;
            errors.add(Shares::of(placed, index, rule.threshold).errors);
        }
        let rates = errors.values();
        let right = [rule.costs.true_negative, rule.costs.true_positive];
        let wrong = [rule.costs.false_positive, rule.costs.false_negative];
        let excess = [0, 1].map(|class| wrong[class] - right[class]);
        let means = [0, 1].map(|class| right[class] + excess[class] * rates[class]);
        let [negatives, positives] = placed.weights;
        let priors = match rule.prior {
            Some(prior) => [1.0 - prior, prior],
            // Weights may be too large to be added.
            None => [
                1.0 / (1.0 + positives / negatives),
                1.0 / (1.0 + negatives / positives),
            ],
        };
        // What is left of the means when the risk is taken off.
        let difference = match rule.prior {
            Some(_) => 0.0,
            None => means[1] - means[0],
        };
        let product = priors[0] * priors[1] * difference;
        let of_error = [0, 1].map(|class| priors[class] * excess[class]);
        let largest = of_error[0].abs().max(of_error[1].abs()).max(product.abs());
        let scale = if largest > 0.0 { largest } else { 1.0 };
        Ok(Influence {
            rates,
            of_error: of_error.map(|factor| factor / scale),
            of_share: [-product / scale, product / scale],
            scale,
        })
    }

    /// On the false positive rate, the false negative rate and the risk.
    fn of(&self, shares: &Shares) -> [f64; 3] {
        let [negatives, positives] = [0, 1]
            .map(|class| difference(shares.errors[class], self.rates[class] * shares.all[class]));
        let on_risk = sum_of([
            self.of_error[0] * negatives,
            self.of_error[1] * positives,
            self.of_share[0] * shares.all[0],
            self.of_share[1] * shares.all[1],
        ]);
        [negatives, positives, on_risk]
    }
}

/// Sums over units.
#[derive(Default)]
struct UnitSums {
    squares: [f64; 3],
    fourths: [f64; 3],
    units: [f64; 3],
    /// Of the shares in the classes.
    shares_squared: [f64; 2],
}

impl UnitSums {
    /// Adds a number of units that are alike, whose shares add up to these.
    fn add(&mut self, influence: &Influence, shares: Shares, number: f64) {
        for (estimate, value) in influence.of(&shares).into_iter().enumerate() {
            let square = value * value / number;
            self.squares[estimate] += square;
            self.fourths[estimate] += square * square / number;
        }
        for class in 0..2 {
            self.shares_squared[class] += shares.all[class] * shares.all[class] / number;
            self.units[class] += if shares.all[class] > 0.0 { number } else { 0.0 };
        }
        self.units[2] += number;
    }

    fn spread(&self, scale: f64, effective: [f64; 2]) -> RiskSpread {
        let [negatives, positives, risk] = self.squares;
        RiskSpread {
            squares: [negatives, positives, risk * scale * scale],
            freedom: [0, 1, 2].map(|estimate| {
                freedom(
                    self.squares[estimate],
                    self.fourths[estimate],
                    self.units[estimate],
                )
            }),
            units: self.units,
            effective,
        }
    }
}
