//! Tests of estimates by their standard errors.

use super::answer::{answer, quantile_of, Estimated, Reference, Statistic, Test};
use super::request::Hypothesis;
use super::tails::{chi_square_upper, fisher_upper};
use crate::eigen::Eigen;
use crate::error::Error;
use crate::memory::filled;
use crate::poll::Pace;
use crate::rounding::{difference, sum_of, without_rounding};

/// An estimate, its standard error and the degrees of freedom of that, infinite for a normal distribution.
pub(crate) struct Wald {
    pub estimate: f64,
    pub std_error: f64,
    pub df: f64,
}

impl Estimated for Wald {
    fn std_error(&self) -> f64 {
        self.std_error
    }

    fn at(&self, null: f64) -> Result<Statistic, Error> {
        let statistic = if self.std_error > 0.0 {
            (self.estimate - null) / self.std_error
        } else {
            f64::NAN
        };
        Ok(Statistic::new(statistic, self.df))
    }

    fn end(&self, tail: f64, side: f64) -> Result<f64, Error> {
        let critical_value = if self.std_error == 0.0 {
            0.0
        } else {
            quantile_of(tail, self.df)? * self.std_error
        };
        Ok(self.estimate + side * critical_value)
    }
}

impl Wald {
    pub fn test(&self, hypothesis: &Hypothesis) -> Result<Test, Error> {
        answer(hypothesis, self)
    }
}

/// The standard error of the difference of two estimates with this covariance matrix.
pub(crate) fn std_error_of_pair(covariance: &[f64], width: usize, [k, l]: [usize; 2]) -> f64 {
    let own = covariance[k * width + k] + covariance[l * width + l];
    without_rounding(own - 2.0 * covariance[k * width + l], own).sqrt()
}

/// Tests whether all estimates are equal: with L their differences from the first one, (L A)' (L S
/// L')^- (L A), by Hotelling's distribution if their covariance is known by so many degrees of
/// freedom.
pub(crate) fn joint_wald_test(
    estimates: &[f64],
    covariance: &[f64],
    df: f64,
    pace: &mut Pace<'_>,
) -> Result<Test, Error> {
    let form = quadratic_form(estimates, covariance, pace)?;
    let rank = form.rank;
    let (statistic, reference) = if df == f64::INFINITY {
        (form.value, Reference::ChiSquare(rank))
    } else {
        let left = df - rank + 1.0;
        let value = if left > 0.0 {
            form.value * left / (df * rank)
        } else {
            f64::NAN
        };
        (value, Reference::Fisher([rank, left]))
    };
    let std_error = if covariance.iter().any(|entry| entry.is_nan()) {
        f64::NAN
    } else {
        0.0
    };
    Ok(Test {
        statistic,
        p_value: upper_tail(statistic, reference)?,
        ..Test::undefined(reference, std_error)
    })
}

/// Returns the p-value of a statistic that is large under the alternative.
fn upper_tail(statistic: f64, reference: Reference) -> Result<f64, Error> {
    if statistic.is_nan() {
        return Ok(f64::NAN);
    }
    match reference {
        Reference::Fisher(df) => fisher_upper(statistic, df),
        Reference::ChiSquare(df) => chi_square_upper(statistic, df),
        Reference::Normal | Reference::Student(_) => Ok(f64::NAN),
    }
}

/// x' S^- x, and the rank of S.
struct QuadraticForm {
    value: f64,
    rank: f64,
}

/// Of the differences of estimates from the first one, with the generalized inverse of their covariance.
fn quadratic_form(
    estimates: &[f64],
    covariance: &[f64],
    pace: &mut Pace<'_>,
) -> Result<QuadraticForm, Error> {
    if covariance.iter().any(|entry| entry.is_nan()) {
        return Ok(QuadraticForm {
            value: f64::NAN,
            rank: f64::NAN,
        });
    }
    let width = estimates.len();
    let mut x = filled(width - 1, 0.0)?;
    for (x, estimate) in x.iter_mut().zip(&estimates[1..]) {
        *x = difference(estimates[0], *estimate);
    }
    let parts = Eigen::of(differences_of(covariance, width)?, width - 1, pace)?;
    let least = SINGULAR * parts.largest();
    let size: f64 = x.iter().map(|x| x.abs()).sum();
    let (mut value, mut rank, mut is_certain) = (0.0, 0.0, false);
    for (k, &variance) in parts.values().iter().enumerate() {
        pace.steps(x.len())?;
        let by_rate = parts.by_rate(k, &x);
        if variance > least {
            value += by_rate * by_rate / variance;
            rank += 1.0;
        } else {
            // A difference that does not vary, and is not 0, is beyond all tests.
            is_certain |= by_rate.abs() > SINGULAR * size;
        }
    }
    if rank == 0.0 || is_certain {
        value = f64::NAN;
    }
    Ok(QuadraticForm { value, rank })
}

/// An eigenvalue that is smaller, beside the largest one, is 0.
pub(crate) const SINGULAR: f64 = 1e-10;

/// Returns the products of the differences from the first score, given the products of the scores.
pub(crate) fn differences_of(matrix: &[f64], width: usize) -> Result<Vec<f64>, Error> {
    let others = width - 1;
    let mut differences = filled(others.saturating_mul(others), 0.0)?;
    let at = |k: usize, l: usize| matrix[k * width + l];
    for (i, difference) in differences.iter_mut().enumerate() {
        let (k, l) = (i / others + 1, i % others + 1);
        *difference = sum_of([at(k, l), -at(k, 0), -at(0, l), at(0, 0)]);
    }
    Ok(differences)
}
