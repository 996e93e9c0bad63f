//! The area under the curve of precision gain over recall gain.

use super::precision_gain::ZeroGain;
use super::{Derivatives, Summary};
use crate::bound::At;
use crate::error::Result;
use crate::poll::{Pace, BLOCK};
use crate::shape::{Rates, Shape};
use crate::sum::{Sum, Sums};

/// A step of the curve as far as its recall is no less than the prior, where the recall gain is 0. Both
/// gains are linear in 1 / recall, v, and so in each other: recall gain is (1 - prior v) over the
/// other prior, precision gain 1 - FPR v.
#[derive(Clone, Copy)]
pub(super) struct Step {
    /// FPR and TPR where it begins, at the prior or later.
    from: [f64; 2],
    to: [f64; 2],
    /// By how much TPR rises between both.
    width: f64,
    /// The share of the whole step that lies before its beginning, if some does.
    before: f64,
    slope: f64,
}

impl Step {
    /// Between FPR and TPR of two rows, that differ in TPR by `rise`; behind the prior lies `behind` of that, or
    /// more. Nothing where the whole step lies before the prior.
    #[inline(always)]
    pub fn new(from: [f64; 2], to: [f64; 2], rise: f64, behind: f64, prior: f64) -> Option<Step> {
        if behind < 0.0 || rise <= 0.0 {
            return None;
        }
        let is_first = behind <= rise;
        let at = ZeroGain::between(from, [to[0] - from[0], rise], behind, prior);
        let (from, width) = if is_first {
            ([at.fpr, prior], behind)
        } else {
            (from, rise)
        };
        Some(Step {
            from,
            to,
            width,
            before: (at.ahead / rise).max(0.0),
            slope: at.slope,
        })
    }

    fn inverses(&self) -> [f64; 2] {
        [1.0 / self.from[1], 1.0 / self.to[1]]
    }

    /// By how much 1 / recall falls.
    fn width(&self) -> f64 {
        self.width / (self.from[1] * self.to[1])
    }

    fn height(&self) -> f64 {
        1.0 - 0.5 * (self.from[0] / self.from[1] + self.to[0] / self.to[1])
    }

    /// For odds of the prior, prior / (1 - prior), which may be as small as the recall where the step begins.
    pub fn area(&self, odds: f64) -> f64 {
        self.width / self.to[1] * (odds / self.from[1]) * self.height()
    }

    /// The derivatives, in units of these odds, of that by FPR and TPR at the beginning and at the end of the whole step, and by
    /// the prior, if it begins at the prior or not.
    fn derivatives(&self, is_first: bool) -> ([f64; 2], [f64; 2], f64) {
        let [from, to] = self.inverses();
        let (width, height) = (self.width(), self.height());
        let end = [
            -0.5 * width * to,
            to * to * (height + 0.5 * width * self.to[0]),
        ];
        let start = [
            -0.5 * width * from,
            from * from * (0.5 * width * self.from[0] - height),
        ];
        if !is_first {
            return (start, end, 0.0);
        }
        // FPR at the prior lies between those of both ends.
        let (before, behind) = (self.before, 1.0 - self.before);
        (
            [start[0] * behind, -start[0] * self.slope * behind],
            [
                end[0] + start[0] * before,
                end[1] - start[0] * self.slope * before,
            ],
            start[1] + start[0] * self.slope,
        )
    }
}

/// Where the recall of a row is the prior, the area has a kink. The derivatives are half way between those of both
/// sides: the row is the end of the first step, and the beginning of the first step, which is the one behind it.
pub(super) fn differentiate(
    shape: &Shape,
    prior: Option<f64>,
    derivatives: &mut [Derivatives],
    pace: &mut Pace<'_>,
) -> Result<Summary> {
    let priors = shape.priors(prior);
    let odds = priors[1] / priors[0];
    let at = At::computed([priors[1], priors[0]]);
    let lead = |row: usize| {
        at.lead([
            shape.predicted_positive(row)[1],
            shape.predicted_negative(row)[1],
        ])
    };
    let (mut value, mut shifted) = (Sum::default(), Sums::default());
    let mut by_prior = 0.0;
    for (index, derivative) in derivatives.iter_mut().enumerate() {
        pace.step()?;
        if index % BLOCK == 0 {
            shifted.settle();
            value.settle();
        }
        let ends = [
            shape.predicted_positive(index + 1),
            shape.predicted_positive(index),
        ];
        let [before, behind] = [lead(index + 1), lead(index)];
        let rise = shape.shares(index)[1];
        let Some(step) = Step::new(ends[0], ends[1], rise, behind, priors[1]) else {
            *derivative = shifted.values().map(|sum| odds * sum);
            continue;
        };
        let sums = shifted.values();
        *derivative = sums.map(|sum| odds * sum);
        for is_first in [true, false] {
            let part = part_of_side([before, behind], is_first);
            if part > 0.0 {
                let (start, end, by) = step.derivatives(is_first);
                (0..2).for_each(|class| derivative[class] += odds * part * end[class]);
                shifted.add([0, 1].map(|class| part * (start[class] + end[class])));
                by_prior += part * by;
            }
        }
        value.add(step.area(odds));
    }
    let value = value.value();
    Ok(Summary {
        value: at_most_1(value),
        by_prior: value / (priors[0] * priors[1]) + odds * by_prior,
    })
}

/// How much a step counts as the first one, or as one behind it, by the leads of its ends over the prior.
fn part_of_side([before, behind]: [f64; 2], is_first: bool) -> f64 {
    let half = |is_at: bool| if is_at { 0.5 } else { 1.0 };
    match is_first {
        true if before <= 0.0 && behind >= 0.0 => half(before == 0.0) * half(behind == 0.0),
        false if before >= 0.0 && behind > 0.0 => half(before == 0.0),
        _ => 0.0,
    }
}

/// Rounding must not lead beyond 1, NaN must stay.
pub(super) fn at_most_1(area: f64) -> f64 {
    if area > 1.0 {
        1.0
    } else {
        area
    }
}
