//! The products that sums over units in folds count twice, which are subtracted from a covariance.

use super::wald::{joint_wald_test, SINGULAR};
use crate::eigen::Eigen;
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
    let parts = Eigen::decompose(collect(b.iter().copied())?, width, pace)?;
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
    let mut reversed = filled(rank * rank, 0.0)?;
    for (i, x) in root.chunks_exact(width).enumerate() {
        for (j, y) in root.chunks_exact(width).enumerate() {
            pace.steps(width * width)?;
            let rows = x.iter().zip(a.chunks_exact(width));
            reversed[i * rank + j] = rows
                .map(|(x, row)| x * row.iter().zip(y).map(|(entry, y)| entry * y).sum::<f64>())
                .sum();
        }
    }
    let ratios = Eigen::decompose(reversed, rank, pace)?;
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

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the products of the rows of a matrix.
    fn products(rows: &[[f64; 3]]) -> Vec<f64> {
        let entry = |i: usize| rows.iter().map(|row| row[i / 3] * row[i % 3]).sum();
        (0..9).map(entry).collect()
    }

    fn left(covariance: &[f64], common: &[f64]) -> Vec<f64> {
        let mut left = covariance.to_vec();
        without_common(&mut left, common, 3, &mut Pace::new(&mut || false)).unwrap();
        left
    }

    fn close(result: &[f64], expected: &[f64]) {
        for (result, expected) in result.iter().zip(expected) {
            assert!((result - expected).abs() < 1e-14, "{result} {expected}");
        }
    }

    fn times(matrix: &[f64], factor: f64) -> Vec<f64> {
        matrix.iter().map(|entry| entry * factor).collect()
    }

    const ROWS: [[f64; 3]; 4] = [
        [1.0, 0.5, -0.3],
        [0.2, -1.1, 0.4],
        [0.7, 0.1, 0.9],
        [-0.4, 0.6, 0.2],
    ];

    #[test]
    fn at_most_half_of_a_variance_is_common() {
        let covariance = products(&ROWS);
        close(
            &left(&covariance, &times(&covariance, 0.3)),
            &times(&covariance, 0.7),
        );
        close(
            &left(&covariance, &times(&covariance, 0.8)),
            &times(&covariance, 0.5),
        );
        assert_eq!(left(&covariance, &[0.0; 9]), covariance);
        // Along every direction.
        let result = left(&covariance, &products(&[[1.0, -2.0, 0.5]]));
        for x in [
            [1.0, -1.0, 0.0],
            [1.0, 0.0, -1.0],
            [0.3, 0.8, -1.1],
            [1.0, -2.0, 0.5],
        ] {
            let by_rate =
                |matrix: &[f64]| -> f64 { (0..9).map(|i| x[i / 3] * matrix[i] * x[i % 3]).sum() };
            assert!(by_rate(&result) >= (0.5 - 1e-12) * by_rate(&covariance));
        }
    }

    #[test]
    fn what_is_not_known_or_does_not_vary_stays() {
        assert!(left(&[f64::NAN; 9], &[1.0; 9])[0].is_nan());
        assert_eq!(left(&[0.0; 9], &[0.0; 9]), [0.0; 9]);
        // A score and its copy.
        let pair_correction = products(&ROWS.map(|[a, b, _]| [a, a, b]));
        close(
            &left(&pair_correction, &times(&pair_correction, 0.3)),
            &times(&pair_correction, 0.7),
        );
    }
}
