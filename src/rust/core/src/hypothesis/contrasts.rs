//! All pairs of several estimates, and what their number does to their p-values and intervals.

use super::adjust::adjusted;
use super::answer::Test;
use super::request::{Adjustment, Question, Request};
use super::wald::std_error_of_pair;
use crate::distribution::{MultivariateT, Normal};
use crate::error::Error;
use crate::memory::{collect, push, reserve};
use crate::poll::Pace;
use crate::rounding::difference;

/// The tests of all pairs: of the first estimate and the others, of the second one and those after it, and so on.
#[derive(Clone, Debug, PartialEq)]
pub struct Contrasts {
    /// Each pair alone. Bonferroni's intervals and those of [`Adjustment::MaxT`] are simultaneous.
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

pub(crate) fn number_of_pairs(width: usize) -> usize {
    width.saturating_mul(width.saturating_sub(1)) / 2
}

/// `of_pair` tests one, by both indices and its number; `covariance` is that of the estimates.
pub(crate) fn contrasts_of(
    estimates: &[f64],
    covariance: &[f64],
    request: &Request,
    pace: &mut Pace<'_>,
    of_pair: impl Fn([usize; 2], usize, &Question) -> Result<Test, Error>,
) -> Result<Contrasts, Error> {
    let width = estimates.len();
    let number = number_of_pairs(width);
    let family = if request.adjustment == Adjustment::MaxT {
        let pairs = pairs_that_differ(estimates, covariance)?;
        let freedom = f64::INFINITY;
        Some(MultivariateT::of_differences(
            covariance, width, &pairs, freedom, pace,
        )?)
    } else {
        None
    };
    let level = level_of_each(request, family.as_ref(), number)?;
    let question = Question::of_pair(level);
    let mut tests = reserve(number)?;
    for (i, pair) in pairs_of(width).enumerate() {
        // The ends of an interval are looked for.
        pace.steps(1 << 10)?;
        push(&mut tests, of_pair(pair, i, &question)?)?;
    }
    let p_values = collect(tests.iter().map(|test: &Test| test.p_value))?;
    let adjusted = match &family {
        Some(family) => by_family(&p_values, family, pace)?,
        None => adjusted(&p_values, request.adjustment, pace)?,
    };
    Ok(Contrasts { tests, adjusted })
}

/// Without those that can't be tested, such as a score and itself.
fn pairs_that_differ(estimates: &[f64], covariance: &[f64]) -> Result<Vec<[usize; 2]>, Error> {
    let width = estimates.len();
    let mut pairs = reserve(number_of_pairs(width))?;
    for [k, l] in pairs_of(width) {
        let is_same = std_error_of_pair(covariance, width, [k, l]) == 0.0
            && difference(estimates[k], estimates[l]) == 0.0;
        if !is_same {
            push(&mut pairs, [k, l])?;
        }
    }
    Ok(pairs)
}

/// Between the p-value and Bonferroni's, whatever the correlations.
fn by_family(
    p_values: &[f64],
    family: &MultivariateT,
    pace: &mut Pace<'_>,
) -> Result<Vec<f64>, Error> {
    let mut bounds = adjusted(p_values, Adjustment::Bonferroni, pace)?;
    for (bound, &p) in bounds.iter_mut().zip(p_values) {
        pace.steps(1 << 10)?;
        if !p.is_nan() {
            let joint = family.upper(Normal.upper_quantile(p / 2.0)?);
            *bound = at_most(joint.max(p), *bound);
        }
    }
    Ok(bounds)
}

/// The level of each interval at which all together have theirs.
fn level_of_each(
    request: &Request,
    family: Option<&MultivariateT>,
    pairs: usize,
) -> Result<f64, Error> {
    let level = request.level.get();
    let outside = 1.0 - level;
    let by_bonferroni = 1.0 - outside / pairs as f64;
    let Some(family) = family else {
        return Ok(if request.adjustment == Adjustment::Bonferroni {
            by_bonferroni
        } else {
            level
        });
    };
    let quantile = family.upper_quantile(outside)?;
    Ok(if quantile.is_nan() {
        level
    } else {
        1.0 - 2.0 * Normal.upper(quantile)
    })
}

/// The smaller one; NaN if one is.
fn at_most(a: f64, b: f64) -> f64 {
    if a.is_nan() || a < b {
        a
    } else {
        b
    }
}
