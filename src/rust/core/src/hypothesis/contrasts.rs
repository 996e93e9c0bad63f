//! All pairs of several estimates, and what their number does to their p-values and intervals.

use super::adjust::adjusted;
use super::answer::Test;
use super::closed::{closed, JointTests};
use super::request::{Adjustment, Question, Request};
use crate::error::Error;
use crate::memory::{collect, push, reserve};
use crate::poll::Pace;
use crate::rounding::difference;

/// The tests of all pairs: of the first estimate and the others, of the second one and those after it, and so on.
#[derive(Clone, Debug, PartialEq)]
pub struct Contrasts {
    /// Each pair alone; Bonferroni's intervals are simultaneous.
    pub tests: Vec<Test>,
    /// What the number of pairs makes of the p-values; as they are without an adjustment.
    pub adjusted: Vec<f64>,
}

/// Tests of several estimates together, and of all their pairs.
#[derive(Clone, Debug, PartialEq)]
pub struct TestOfSeveral {
    /// What was tested.
    pub estimates: Vec<f64>,
    /// The difference of two estimates, the slope of a trend; NaN for more than two at once.
    pub combined: f64,
    /// Of two estimates their difference, of more whether all are equal, or their slope.
    pub test: Test,
    /// Each pair.
    pub contrasts: Contrasts,
}

/// A linear combination, with the sum of the absolute values of its terms.
pub(crate) fn combined(estimates: &[f64], coefficients: &[f64]) -> [f64; 2] {
    let terms = coefficients.iter().zip(estimates);
    terms.fold([0.0; 2], |[sum, size], (c, estimate)| {
        let term = c * estimate;
        [sum + term, size + term.abs()]
    })
}

/// What is tested of several estimates: their difference, their slope, or all at once.
pub(crate) enum Aim {
    Combination(Vec<f64>),
    All,
}

impl Aim {
    /// `trend` has a number for each estimate.
    pub fn of(number: usize, trend: Option<&[f64]>) -> Result<Aim, Error> {
        Ok(match trend {
            Some(scores) => Aim::Combination(slope_along(scores, number)?),
            None if number == 2 => Aim::Combination(collect([1.0, -1.0].into_iter())?),
            None => Aim::All,
        })
    }

    pub fn combined(&self, estimates: &[f64]) -> f64 {
        match self {
            Aim::Combination(coefficients) => combined(estimates, coefficients)[0],
            Aim::All => f64::NAN,
        }
    }
}

/// The coefficients of the slope of a line of least squares.
fn slope_along(scores: &[f64], number: usize) -> Result<Vec<f64>, Error> {
    if scores.len() != number {
        return Err(Error::Parameter {
            name: "trend",
            value: scores.len() as f64,
        });
    }
    let mean = scores.iter().sum::<f64>() / number as f64;
    let squares: f64 = scores.iter().map(|score| (score - mean).powi(2)).sum();
    if !(squares > 0.0 && squares.is_finite()) {
        return Err(Error::Parameter {
            name: "trend",
            value: mean,
        });
    }
    collect(scores.iter().map(|score| (score - mean) / squares))
}

/// The pairs of so many estimates, by their indices.
pub(crate) fn pairs_of(width: usize) -> impl Iterator<Item = [usize; 2]> {
    (0..width).flat_map(move |k| (k + 1..width).map(move |l| [k, l]))
}

/// The number of a pair in this order.
pub(crate) fn number_of_pair([k, l]: [usize; 2], width: usize) -> usize {
    k * width - k * (k + 1) / 2 + l - k - 1
}

pub(crate) fn number_of_pairs(width: usize) -> usize {
    width.saturating_mul(width.saturating_sub(1)) / 2
}

/// `of_pair` tests one, by both indices and its number.
pub(crate) fn contrasts_of(
    estimates: &[f64],
    request: &Request,
    pace: &mut Pace<'_>,
    of_pair: impl Fn([usize; 2], usize, &Question) -> Result<Test, Error>,
    joint: &JointTests<'_>,
) -> Result<Contrasts, Error> {
    let width = estimates.len();
    let number = number_of_pairs(width);
    let question = Question::of_pair(level_of_each(request, number));
    let mut tests = reserve(number)?;
    for (i, pair) in pairs_of(width).enumerate() {
        // The ends of an interval are looked for.
        pace.steps(1 << 10)?;
        push(&mut tests, of_pair(pair, i, &question)?)?;
    }
    let p_values = collect(tests.iter().map(|test: &Test| test.p_value))?;
    let adjusted = if request.adjustment == Adjustment::Closed {
        let copies = copies_among(estimates, &tests)?;
        closed(&p_values, width, &copies, joint, pace)?
    } else {
        adjusted(&p_values, request.adjustment, pace)?
    };
    Ok(Contrasts { tests, adjusted })
}

/// The pairs that can't be told apart, such as a score and its copy.
fn copies_among(estimates: &[f64], tests: &[Test]) -> Result<Vec<[usize; 2]>, Error> {
    let mut copies = reserve(tests.len())?;
    for ([k, l], test) in pairs_of(estimates.len()).zip(tests) {
        if test.std_error == 0.0 && difference(estimates[k], estimates[l]) == 0.0 {
            push(&mut copies, [k, l])?;
        }
    }
    Ok(copies)
}

/// The level of each interval: by Bonferroni all together have theirs.
fn level_of_each(request: &Request, pairs: usize) -> f64 {
    let level = request.level.get();
    if request.adjustment == Adjustment::Bonferroni {
        1.0 - (1.0 - level) / pairs as f64
    } else {
        level
    }
}
