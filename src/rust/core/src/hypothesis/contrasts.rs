//! Contrasts of several estimates: one function tests them, however the estimates vary.
//!
//! ```text
//! one test     of the difference of two estimates, of the slope of a trend, or whether all are equal
//! contrasts    the differences of all pairs, or of each with a reference
//! p-values     of the contrasts, by closed tests, which take those of all sets
//! ```

use super::closed::{closed, holm};
use super::pairs::{number_of_pairs, pairs_of};
use super::request::{Adjustment, Hypothesis, Request};
use super::statistic::{Estimates, Test};
use crate::error::Error;
use crate::memory::{collect, push, reserve};
use crate::poll::Pace;
use crate::rounding::difference;

/// The contrasts of several estimates that are tested.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[non_exhaustive]
pub enum Among<'a> {
    /// Tests whether all are equal; the contrasts are those of all pairs.
    #[default]
    All,
    /// True if the slope along these numbers, one for each, is 0; the contrasts are those of all pairs.
    Trend(&'a [f64]),
    /// True if all are the same; the contrasts are those of each of the others with the estimate of
    /// this index, by the alternative that is asked for.
    Reference(usize),
}

/// The tests of pairs. All pairs are those of the first estimate and the others, of the second one and those after it,
/// and so on.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Contrasts {
    /// Each pair alone, with intervals of the level of the request or simultaneous ones.
    pub tests: Vec<Test>,
    /// The p-values, adjusted for the number of pairs; as they are without an adjustment.
    pub adjusted: Vec<f64>,
}

/// Tests of several estimates together, and of their pairs.
#[derive(Clone, Debug, PartialEq)]
pub struct TestOfSeveral {
    /// The estimates that were tested.
    pub estimates: Vec<f64>,
    /// The one estimate, the difference of two, the slope of a trend; NaN for more than two at once.
    pub combined: f64,
    /// The value of one estimate, the difference of two; of more, whether all are equal, or their slope.
    pub test: Test,
    /// Each pair.
    pub contrasts: Contrasts,
}

impl TestOfSeveral {
    /// Returns the result of one estimate, which has no contrasts.
    pub(crate) fn single(estimate: f64, test: Test) -> Result<TestOfSeveral, Error> {
        Ok(TestOfSeveral {
            estimates: collect([estimate].into_iter())?,
            combined: estimate,
            test,
            contrasts: Contrasts::default(),
        })
    }
}

/// Tests what is asked [`Among`] estimates.
pub(super) fn test_contrasts(
    of: &dyn Estimates,
    among: Among<'_>,
    request: &Request,
    pace: &mut Pace<'_>,
) -> Result<TestOfSeveral, Error> {
    let width = of.values().len();
    let all = collect(0..width)?;
    let (test, combined) = match Aim::new(width, among)? {
        Aim::Combination(set, coefficients) => {
            let hypothesis = request.for_difference()?;
            let terms = set.iter().zip(&coefficients);
            (
                of.test_combination(&set, &coefficients, &hypothesis)?,
                terms.map(|(&k, c)| c * of.values()[k]).sum(),
            )
        }
        Aim::All => {
            request.for_difference()?;
            (of.test_set(&all, pace)?, f64::NAN)
        }
    };
    Ok(TestOfSeveral {
        estimates: collect(of.values().iter().copied())?,
        combined,
        test,
        contrasts: contrasts(of, among, request, pace)?,
    })
}

/// The aim of a test of several estimates: a combination of some, or all at once.
enum Aim {
    Combination(Vec<usize>, Vec<f64>),
    All,
}

impl Aim {
    fn new(number: usize, among: Among<'_>) -> Result<Aim, Error> {
        let pair = |set: [usize; 2]| {
            let difference = [1.0, -1.0].into_iter();
            Ok(Aim::Combination(
                collect(set.into_iter())?,
                collect(difference)?,
            ))
        };
        match among {
            Among::Trend(scores) => Ok(Aim::Combination(
                collect(0..number)?,
                slope_on(scores, number)?,
            )),
            Among::Reference(reference) if reference >= number => Err(Error::Parameter {
                name: "reference",
                value: reference as f64,
            }),
            Among::Reference(reference) if number == 2 => pair([1 - reference, reference]),
            Among::All if number == 2 => pair([0, 1]),
            _ => Ok(Aim::All),
        }
    }
}

/// The coefficients of the slope of a line of least squares.
fn slope_on(scores: &[f64], number: usize) -> Result<Vec<f64>, Error> {
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

fn contrasts(
    of: &dyn Estimates,
    among: Among<'_>,
    request: &Request,
    pace: &mut Pace<'_>,
) -> Result<Contrasts, Error> {
    let width = of.values().len();
    let mut pairs = reserve(number_of_pairs(width))?;
    match among {
        Among::Reference(reference) => {
            for k in (0..width).filter(|&k| k != reference) {
                push(&mut pairs, [k, reference])?;
            }
        }
        _ => {
            for pair in pairs_of(width) {
                push(&mut pairs, pair)?;
            }
        }
    }
    let level = if request.simultaneous {
        1.0 - (1.0 - request.level.get()) / pairs.len() as f64
    } else {
        request.level.get()
    };
    let hypothesis = match among {
        Among::Reference(_) if request.adjustment == Adjustment::Closed => {
            return Err(Error::Parameter {
                name: "reference",
                value: f64::NAN,
            })
        }
        Among::Reference(_) => request.for_difference_at(level)?,
        _ => Hypothesis::for_pair(level),
    };
    let mut tests: Vec<Test> = reserve(pairs.len())?;
    for pair in &pairs {
        // The ends of an interval are looked for.
        pace.steps(1 << 10)?;
        push(
            &mut tests,
            of.test_combination(pair, &[1.0, -1.0], &hypothesis)?,
        )?;
    }
    let p_values = collect(tests.iter().map(|test| test.p_value))?;
    let adjusted = match request.adjustment {
        Adjustment::None => p_values,
        Adjustment::Holm => holm(&p_values)?,
        Adjustment::Closed => {
            let copies = copies_among(of.values(), &tests)?;
            closed(&p_values, &copies, of, pace)?
        }
    };
    Ok(Contrasts { tests, adjusted })
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
