//! The mean loss of scores that are forecasts, and its parts.

use super::{Derivatives, Measure, Summary};
use crate::curve::share_of_total;
use crate::error::{Error, Result};
use crate::measure::parameters::ForecastLoss;
use crate::poll::{Pace, Poll, BLOCK};
use crate::probability::probability_of;
use crate::range::Range;
use crate::shape::pool;
use crate::shape::{Rates, Shape};
use crate::sum::Sums;

/// The mean loss of forecasts, and its parts: it is the first less the second plus the third.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Decomposition {
    /// The whole loss.
    pub loss: f64,
    /// The loss of forecasts beyond that of the calibrated ones, the pooled probabilities.
    pub miscalibration: f64,
    /// The gain of calibrated forecasts over the share of the positives as the forecast for all.
    pub discrimination: f64,
    /// The loss of the share of the positives as the forecast for all.
    pub uncertainty: f64,
}

/// The mean loss of the scores of a curve as forecasts, and its parts. O(rows).
///
/// ```
/// # use weighted_roc_core::{curve::Ranking, Labels, Observations, Options, Scores, Weights};
/// # let observations = Observations {
/// #     scores: Scores::F64(&[0.1, 0.2, 0.3, 0.4]),
/// #     labels: Labels::I32(&[0, 1, 0, 1]),
/// #     weights: Weights::Unit,
/// # };
/// # let owned = Ranking::new(&observations, Options::default())?.to_curve(&mut || false)?;
/// # let curve = owned.as_curve();
/// use weighted_roc_core::measure::{decompose, ForecastLoss};
///
/// let result = decompose(&curve, ForecastLoss::Quadratic, None, &mut || false)?;
/// assert_eq!((result.uncertainty, result.discrimination), (0.25, 0.125));
/// # Ok::<(), weighted_roc_core::Error>(())
/// ```
///
/// # Errors
/// [`Error::Range`] for a prior that is not in (0, 1), [`Error::Forecast`] for a score that is not a probability,
/// [`Error::Memory`] and [`Error::Interrupted`].
pub fn decompose(
    rates: &impl Rates,
    loss: ForecastLoss,
    prior: Option<f64>,
    poll: Poll<'_>,
) -> Result<Decomposition> {
    Range::PROBABILITY.check("prior", prior.as_slice())?;
    let priors = rates.priors(prior);
    decompose_in(rates, loss, priors, &mut Vec::new(), &mut Pace::new(poll))
}

/// The same, with the rows of the blocks in memory that is there.
pub(super) fn decompose_in(
    rates: &impl Rates,
    loss: ForecastLoss,
    priors: [f64; 2],
    rows: &mut Vec<usize>,
    pace: &mut Pace<'_>,
) -> Result<Decomposition> {
    let between = |row, later| rates.shares_between(row, later);
    pool(rates.steps() + 1, between, rows, pace)?;
    let of_all = loss.losses(priors);
    let [mut total, mut miscalibration, mut discrimination] = [Total::default(); 3];
    for (block, ends) in rows.windows(2).enumerate() {
        let [negative, positive] = times(between(ends[0], ends[1]), priors);
        let pooled = loss.losses([
            share_of_total(negative, positive),
            share_of_total(positive, negative),
        ]);
        let saved = times(between(ends[0], ends[1]), less(of_all, pooled));
        discrimination.add(block, saved);
        for step in ends[0]..ends[1] {
            pace.step()?;
            let shares = rates.shares(step);
            let own = loss.losses(forecast(rates, step)?);
            total.add(step, times(shares, own));
            miscalibration.add(step, times(shares, less(own, pooled)));
        }
    }
    let means = [total, miscalibration, discrimination].map(|total| mean(priors, total.values()));
    Ok(Decomposition {
        loss: means[0],
        miscalibration: means[1].max(0.0),
        discrimination: means[2].max(0.0),
        uncertainty: uncertainty(loss, priors),
    })
}

impl Decomposition {
    /// The part, or what follows from the parts, that a measure is; NaN for other measures.
    pub(super) fn part(&self, measure: Measure) -> f64 {
        match measure {
            Measure::Miscalibration(_) => self.miscalibration,
            Measure::Discrimination(_) => self.discrimination,
            Measure::Skill(_) => 1.0 - self.loss / self.uncertainty,
            _ => f64::NAN,
        }
    }
}

impl ForecastLoss {
    /// The least and the largest mean loss.
    pub(crate) fn limits(self) -> [f64; 2] {
        match self {
            ForecastLoss::Quadratic => [0.0, 1.0],
            ForecastLoss::Logarithmic => [0.0, f64::INFINITY],
        }
    }

    /// The loss of 1/2 as the forecast for all.
    pub(crate) fn largest_uncertainty(self) -> f64 {
        match self {
            ForecastLoss::Quadratic => 0.25,
            ForecastLoss::Logarithmic => std::f64::consts::LN_2,
        }
    }
}

/// The loss of the share of the positives as the forecast for all, which does not depend on scores.
pub(super) fn uncertainty(loss: ForecastLoss, priors: [f64; 2]) -> f64 {
    mean(priors, loss.losses(priors))
}

/// The uncertainty: that the forecast for all moves with the prior changes nothing of first order.
pub(super) fn by_prior_only(loss: ForecastLoss, priors: [f64; 2]) -> Summary {
    let [of_negative, of_positive] = loss.losses(priors);
    Summary {
        value: uncertainty(loss, priors),
        by_prior: of_positive - of_negative,
    }
}

/// The mean loss. Where it is not finite there are no derivatives: NaN.
pub(super) fn differentiate(
    shape: &Shape,
    loss: ForecastLoss,
    priors: [f64; 2],
    derivatives: &mut [Derivatives],
    pace: &mut Pace<'_>,
) -> Result<Summary> {
    let losses = mean_losses(shape, loss, pace, |step, shares, losses| {
        // Nobody is there where there is no share.
        let there = shares.map(|share| f64::from(share > 0.0));
        derivatives[step] = times(priors, times(there, losses));
    })?;
    let value = mean(priors, losses);
    if value == f64::INFINITY {
        derivatives.fill([f64::NAN; 2]);
    }
    Ok(Summary {
        value,
        by_prior: losses[1] - losses[0],
    })
}

/// The mean loss without its derivatives.
pub(super) fn mean_loss(
    rates: &impl Rates,
    loss: ForecastLoss,
    priors: [f64; 2],
    pace: &mut Pace<'_>,
) -> Result<f64> {
    Ok(mean(priors, mean_losses(rates, loss, pace, |_, _, _| ())?))
}

/// The mean losses of both classes; hands the shares of the classes in each step and their losses to `visit`.
fn mean_losses(
    rates: &impl Rates,
    loss: ForecastLoss,
    pace: &mut Pace<'_>,
    mut visit: impl FnMut(usize, [f64; 2], [f64; 2]),
) -> Result<[f64; 2]> {
    let mut total = Total::default();
    for step in 0..rates.steps() {
        pace.step()?;
        let (shares, losses) = (rates.shares(step), loss.losses(forecast(rates, step)?));
        total.add(step, times(shares, losses));
        visit(step, shares, losses);
    }
    Ok(total.values())
}

impl ForecastLoss {
    /// The losses of both classes by the probabilities of both.
    fn losses(self, [negative, positive]: [f64; 2]) -> [f64; 2] {
        /// Near 1 the other one has more digits.
        fn minus_logarithm(probability: f64, other: f64) -> f64 {
            if other < 0.5 {
                -libm::log1p(-other)
            } else {
                -libm::log(probability)
            }
        }
        match self {
            ForecastLoss::Quadratic => [positive * positive, negative * negative],
            ForecastLoss::Logarithmic => [
                minus_logarithm(negative, positive),
                minus_logarithm(positive, negative),
            ],
        }
    }
}

/// The probabilities of both classes that the score of a step is.
fn forecast(rates: &impl Rates, position: usize) -> Result<[f64; 2]> {
    let value = rates.score(position);
    match probability_of(value) {
        Some(positive) => Ok([1.0 - positive, positive]),
        None => Err(Error::Forecast { position, value }),
    }
}

/// The losses of both classes in all steps so far.
#[derive(Clone, Copy, Default)]
struct Total {
    sums: Sums,
    is_infinite: [bool; 2],
}

impl Total {
    fn add(&mut self, step: usize, losses: [f64; 2]) {
        if step % BLOCK == 0 {
            self.sums.settle();
        }
        // A compensated sum takes what is finite.
        self.sums.add([0, 1].map(|class| {
            self.is_infinite[class] |= losses[class] == f64::INFINITY;
            if losses[class] == f64::INFINITY {
                0.0
            } else {
                losses[class]
            }
        }));
    }

    fn values(self) -> [f64; 2] {
        let sums = self.sums.values();
        [0, 1].map(|class| {
            if self.is_infinite[class] {
                f64::INFINITY
            } else {
                sums[class]
            }
        })
    }
}

fn mean(priors: [f64; 2], losses: [f64; 2]) -> f64 {
    let [negative, positive] = times(priors, losses);
    negative + positive
}

/// Nobody loses nothing, however large it is.
fn times(shares: [f64; 2], losses: [f64; 2]) -> [f64; 2] {
    [0, 1].map(|class| {
        if shares[class] == 0.0 {
            0.0
        } else {
            shares[class] * losses[class]
        }
    })
}

fn less(losses: [f64; 2], others: [f64; 2]) -> [f64; 2] {
    [0, 1].map(|class| losses[class] - others[class])
}
