//! Variances of combinations of estimates, and their joint test, by a covariance.

use super::statistic::{Reference, Test};
use crate::eigen::Eigen;
use crate::error::Error;
use crate::memory::filled;
use crate::poll::Pace;
use crate::rounding::{difference, sum_of, without_rounding};

/// The variance of a linear combination of the estimates of a set with this covariance matrix.
pub(super) fn contrast_variance(
    covariance: &[f64],
    width: usize,
    set: &[usize],
    coefficients: &[f64],
) -> f64 {
    let (mut own, mut common) = (0.0, 0.0);
    for (i, (&k, c)) in set.iter().zip(coefficients).enumerate() {
        own += c * c * covariance[k * width + k];
        for (&l, d) in set.iter().zip(coefficients).take(i) {
            common += c * d * covariance[k * width + l];
        }
    }
    without_rounding(own + 2.0 * common, own)
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
    Test::joint(statistic, reference, std_error)
}

/// x' S^- x, and the rank of S.
struct QuadraticForm {
    value: f64,
    rank: f64,
}

/// The Wald statistic of the differences from the first estimate, with the generalized inverse of their covariance.
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
    let parts = Eigen::decompose(differences_of(covariance, width)?, width - 1, pace)?;
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
