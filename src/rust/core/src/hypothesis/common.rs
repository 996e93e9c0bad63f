//! What sums over units in folds have twice, taken out of a covariance.

use super::eigen::Eigen;
use super::wald::{joint_wald_test, SINGULAR};
use crate::error::Error;
use crate::memory::{collect, filled, push, reserve};
use crate::poll::Pace;

/// Whatever is compared, at most half of its variance is common.
pub(super) fn without_common(
    covariance: &mut [f64],
    common: &[f64],
    width: usize,
    pace: &mut Pace<'_>,
) -> Result<(), Error> {
    if covariance.iter().any(|entry| entry.is_nan()) {
        return Ok(());
    }
    let largest = largest_ratio(common, covariance, width, pace)?;
    if largest.is_nan() {
        return Ok(());
    }
    let part = if largest > 0.5 { 0.5 / largest } else { 1.0 };
    for (entry, common) in covariance.iter_mut().zip(common) {
        *entry -= common * part;
    }
    Ok(())
}

/// The largest x'Ax / x'Bx where B is not singular; NaN where it is 0.
fn largest_ratio(a: &[f64], b: &[f64], width: usize, pace: &mut Pace<'_>) -> Result<f64, Error> {
    let parts = Eigen::of(collect(b.iter().copied())?, width, pace)?;
    let least = SINGULAR * parts.largest();
    // The directions along which B is 1.
    let mut root = reserve(b.len())?;
    let mut rank = 0;
    for (k, &value) in parts.values().iter().enumerate() {
        if value > least {
            rank += 1;
            for part in parts.vector(k) {
                push(&mut root, part / value.sqrt())?;
            }
        }
    }
    if rank == 0 {
        return Ok(f64::NAN);
    }
    let mut turned = filled(rank * rank, 0.0)?;
    for (i, x) in root.chunks_exact(width).enumerate() {
        for (j, y) in root.chunks_exact(width).enumerate() {
            pace.steps(width * width)?;
            let rows = x.iter().zip(a.chunks_exact(width));
            turned[i * rank + j] = rows
                .map(|(x, row)| x * row.iter().zip(y).map(|(entry, y)| entry * y).sum::<f64>())
                .sum();
        }
    }
    let ratios = Eigen::of(turned, rank, pace)?;
    Ok(ratios
        .values()
        .iter()
        .fold(f64::NEG_INFINITY, |most, &value| most.max(value)))
}

/// By how much more all differences at once say by one covariance than by another.
pub(super) fn joint_ratio(
    areas: &[f64],
    covariance: &[f64],
    other: &[f64],
    pace: &mut Pace<'_>,
) -> Result<f64, Error> {
    let mut by = |covariance: &[f64]| -> Result<f64, Error> {
        Ok(joint_wald_test(areas, covariance, f64::INFINITY, pace)?.statistic)
    };
    let ratio = by(covariance)? / by(other)?;
    Ok(if ratio.is_finite() { ratio } else { 1.0 })
}
