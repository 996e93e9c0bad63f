//! The pairs of several estimates, and what their number does to their p-values and intervals.

use super::adjust::adjusted;
use super::answer::Test;
use super::closed::{closed, JointTests};
use super::pairs::{number_of_pair, number_of_pairs, pairs_of};
use super::request::{Adjustment, Hypothesis, Request};
use crate::error::Error;
use crate::memory::{collect, push, reserve};
use crate::poll::Pace;
use crate::rounding::difference;

/// A request for tests of several independent estimates.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[non_exhaustive]
pub enum Among<'a> {
    /// Tests whether all are equal; the contrasts are those of all pairs.
    #[default]
    All,
    /// Whether the slope along these numbers, one for each, is 0; the contrasts are those of all pairs.
    Trend(&'a [f64]),
    /// True if all are the same; the contrasts are those of each of the others with the estimate of
    /// this index, by the alternative that is asked for.
    Reference(usize),
}

/// The tests of pairs. All pairs are those of the first estimate and the others, of the second one and those after it,
/// and so on.
#[derive(Clone, Debug, PartialEq)]
pub struct Contrasts {
    /// Each pair alone; Bonferroni's intervals are simultaneous.
    pub tests: Vec<Test>,
    /// The p-values, adjusted for the number of pairs; as they are without an adjustment.
    pub adjusted: Vec<f64>,
}

/// Tests of several estimates together, and of their pairs.
#[derive(Clone, Debug, PartialEq)]
pub struct TestOfSeveral {
    /// The estimates that were tested.
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

/// The aim of a test of several estimates: their difference, their slope, or all at once.
pub(crate) enum Aim {
    Pair([usize; 2]),
    Slope(Vec<f64>),
    All,
}

impl Aim {
    pub fn of(number: usize, among: Among<'_>) -> Result<Aim, Error> {
        Ok(match among {
            Among::Trend(scores) => Aim::Slope(slope_along(scores, number)?),
            Among::Reference(reference) if reference >= number => {
                return Err(Error::Parameter {
                    name: "reference",
                    value: reference as f64,
                })
            }
            Among::Reference(reference) if number == 2 => Aim::Pair([1 - reference, reference]),
            Among::All if number == 2 => Aim::Pair([0, 1]),
            _ => Aim::All,
        })
    }

    pub fn combined(&self, estimates: &[f64]) -> f64 {
        match self {
            Aim::Pair([k, l]) => estimates[*k] - estimates[*l],
            Aim::Slope(coefficients) => combined(estimates, coefficients)[0],
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

/// `of_pair` tests one, by both indices and its number.
pub(crate) fn contrasts_of(
    (estimates, among): (&[f64], Among<'_>),
    request: &Request,
    pace: &mut Pace<'_>,
    of_pair: impl Fn([usize; 2], usize, &Hypothesis) -> Result<Test, Error>,
    joint: &JointTests<'_>,
) -> Result<Contrasts, Error> {
    let width = estimates.len();
    let pairs = match among {
        Among::Reference(reference) => {
            let others = (0..width).filter(|&k| k != reference);
            collect_pairs(others.map(|k| [k, reference]), width)?
        }
        _ => collect_pairs(pairs_of(width), number_of_pairs(width))?,
    };
    let level = level_of_each(request, pairs.len());
    let hypothesis = match among {
        Among::Reference(_) if request.adjustment == Adjustment::Closed => {
            return Err(Error::Parameter {
                name: "reference",
                value: f64::NAN,
            })
        }
        Among::Reference(_) => request.of_difference_at(level)?,
        _ => Hypothesis::of_pair(level),
    };
    let mut tests = reserve(pairs.len())?;
    for &pair in &pairs {
        // The ends of an interval are looked for.
        pace.steps(1 << 10)?;
        push(
            &mut tests,
            of_pair(pair, number_of_pair(pair, width), &hypothesis)?,
        )?;
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

fn collect_pairs(
    pairs: impl Iterator<Item = [usize; 2]>,
    number: usize,
) -> Result<Vec<[usize; 2]>, Error> {
    let mut result = reserve(number)?;
    for pair in pairs {
        push(&mut result, pair)?;
    }
    Ok(result)
}

/// Returns the pairs that cannot be distinguished, such as a score and its copy.
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
