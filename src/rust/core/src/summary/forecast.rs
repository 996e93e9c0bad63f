//! What scores lose that are forecasts, and what that is made of.

use super::{Derivatives, Found, Shape};
use crate::calibration::pool;
use crate::curve::share;
use crate::error::Error;
use crate::poll::{Pace, Poll, BLOCK};
use crate::probability::check_probabilities;
use crate::sum::Sums;

/// What a forecast loses.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Loss {
    /// The square of what the probability of what happened lacks of 1: Brier's score.
    Quadratic,
    /// Minus the natural logarithm of the probability of what happened.
    Logarithmic,
}

/// A part of the mean loss of forecasts, which is the first of the others less the second plus the
/// third.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Part {
    /// All of it.
    Mean,
    /// What they lose more than forecasts that are calibrated: the pooled probabilities.
    Miscalibration,
    /// What these lose less than the share of the positives as the forecast for all. Scores need not be
    /// probabilities here.
    Discrimination,
    /// What that loses.
    Uncertainty,
}

/// The mean loss and its parts.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Decomposition {
    /// See [`Part::Mean`].
    pub loss: f64,
    /// See [`Part::Miscalibration`].
    pub miscalibration: f64,
    /// See [`Part::Discrimination`].
    pub discrimination: f64,
    /// See [`Part::Uncertainty`].
    pub uncertainty: f64,
}

/// The mean loss of the scores of a curve as forecasts, and its parts. O(rows).
///
/// # Errors
/// As [`Summary::of`](super::Summary::of).
pub fn decompose(
    shape: &Shape,
    loss: Loss,
    prior: Option<f64>,
    poll: Poll<'_>,
) -> Result<Decomposition, Error> {
    check_probabilities(prior.as_slice())?;
    let priors = shape.priors(prior);
    let mut totals = [Total::default(); 3];
    let visit = |step, losses: &Losses| {
        check_forecast(shape, step)?;
        for (total, part) in totals.iter_mut().zip(PARTS) {
            total.add(step, times(shape.shares(step), losses.of(part)));
        }
        Ok(())
    };
    let all = visit_steps(shape, loss, priors, &mut Pace::new(poll), visit)?;
    let [loss, miscalibration, discrimination] = totals.map(Total::values);
    Ok(Decomposition {
        loss: mean(priors, loss),
        miscalibration: mean(priors, miscalibration).max(0.0),
        discrimination: mean(priors, discrimination).max(0.0),
        uncertainty: mean(priors, all),
    })
}

const PARTS: [Part; 3] = [Part::Mean, Part::Miscalibration, Part::Discrimination];

/// The pooled probabilities and the share of the positives lose the least of their kind: that they
/// move, too, is of second order. Without a finite loss there are no derivatives: NaN.
pub(super) fn differentiate(
    shape: &Shape,
    (loss, part): (Loss, Part),
    priors: [f64; 2],
    derivatives: &mut [Derivatives],
    pace: &mut Pace<'_>,
) -> Result<Found, Error> {
    let mut total = Total::default();
    visit_steps(shape, loss, priors, pace, |step, losses| {
        if part.is_of_forecasts() {
            check_forecast(shape, step)?;
        }
        let losses = losses.of(part);
        total.add(step, times(shape.shares(step), losses));
        derivatives[step] = times(priors, losses);
        Ok(())
    })?;
    let sums = total.values();
    let value = mean(priors, sums);
    if value == f64::INFINITY {
        derivatives.fill([f64::NAN; 2]);
    }
    let is_excess = matches!(part, Part::Miscalibration | Part::Discrimination);
    Ok(Found {
        value: if is_excess { value.max(0.0) } else { value },
        by_prior: sums[1] - sums[0],
    })
}

/// What the negatives and the positives of a step lose, 0 where there are none.
struct Losses {
    own: [f64; 2],
    pooled: [f64; 2],
    all: [f64; 2],
}

impl Losses {
    fn of(&self, part: Part) -> [f64; 2] {
        match part {
            Part::Mean => self.own,
            Part::Miscalibration => [0, 1].map(|class| self.own[class] - self.pooled[class]),
            Part::Discrimination => [0, 1].map(|class| self.all[class] - self.pooled[class]),
            Part::Uncertainty => self.all,
        }
    }
}

impl Part {
    fn is_of_forecasts(self) -> bool {
        matches!(self, Part::Mean | Part::Miscalibration)
    }
}

impl Loss {
    /// What both classes lose by the probabilities of both.
    fn losses(self, [negative, positive]: [f64; 2]) -> [f64; 2] {
        /// Near 1 the other one has more digits.
        fn minus_logarithm(probability: f64, other: f64) -> f64 {
            match other < 0.5 {
                true => -(-other).ln_1p(),
                false => -probability.ln(),
            }
        }
        match self {
            Loss::Quadratic => [positive * positive, negative * negative],
            Loss::Logarithmic => [
                minus_logarithm(negative, positive),
                minus_logarithm(positive, negative),
            ],
        }
    }
}

/// Hands the losses of each step to `visit`, and gives those by the priors.
fn visit_steps(
    shape: &Shape,
    loss: Loss,
    priors: [f64; 2],
    pace: &mut Pace<'_>,
    mut visit: impl FnMut(usize, &Losses) -> Result<(), Error>,
) -> Result<[f64; 2], Error> {
    let between = |row, later| shape.shares_between(row, later);
    let rows = pool(shape.steps() + 1, between, pace)?;
    let all = loss.losses(priors);
    for ends in rows.windows(2) {
        let [negative, positive] = times(between(ends[0], ends[1]), priors);
        let pooled = loss.losses([share(negative, positive), share(positive, negative)]);
        for step in ends[0]..ends[1] {
            pace.step()?;
            let score = shape.threshold(step);
            let there = shape.shares(step).map(|share| f64::from(share > 0.0));
            let of_those = |losses| times(there, losses);
            visit(
                step,
                &Losses {
                    own: of_those(loss.losses([1.0 - score, score])),
                    pooled: of_those(pooled),
                    all: of_those(all),
                },
            )?;
        }
    }
    Ok(all)
}

/// What both classes lose in all steps so far.
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
            match losses[class] == f64::INFINITY {
                true => 0.0,
                false => losses[class],
            }
        }));
    }

    fn values(self) -> [f64; 2] {
        let sums = self.sums.values();
        [0, 1].map(|class| match self.is_infinite[class] {
            true => f64::INFINITY,
            false => sums[class],
        })
    }
}

fn check_forecast(shape: &Shape, position: usize) -> Result<(), Error> {
    let value = shape.threshold(position);
    match (0.0..=1.0).contains(&value) {
        true => Ok(()),
        false => Err(Error::Forecast { position, value }),
    }
}

fn mean(priors: [f64; 2], losses: [f64; 2]) -> f64 {
    let [negative, positive] = times(priors, losses);
    negative + positive
}

/// Nobody loses nothing, however large it is.
fn times(shares: [f64; 2], losses: [f64; 2]) -> [f64; 2] {
    [0, 1].map(|class| match shares[class] == 0.0 {
        true => 0.0,
        false => shares[class] * losses[class],
    })
}
