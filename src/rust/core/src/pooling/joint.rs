//! The joint test of several estimates of completed data sets.

use crate::cholesky::Cholesky;
use crate::distribution::Fisher;
use crate::error::{Error, Result};
use crate::memory::filled;

/// A test that numbers are all 0.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct JointTest {
    /// The F statistic.
    pub statistic: f64,
    /// Its degrees of freedom.
    pub df: [f64; 2],
    /// Its p-value.
    pub p_value: f64,
}

/// The test D1 (Li, Raghunathan and Rubin 1991, equations 1.13 to 1.19) that `width` numbers are 0, by the estimates of m
/// data sets, one set after the other, and their covariance matrices.
///
/// Let U be the mean of the matrices, q the mean of the estimates, B their covariance, k the rank of U and r = (1 + 1/m)
/// tr(B U^-1) / k. The statistic is q' U^-1 q / (k (1 + r)), and, with t = k (m - 1), its degrees of freedom are k and
/// 4 + (t - 4) (1 + (1 - 2/t) / r)^2, or t (1 + 1/k) (1 + 1/r)^2 / 2 where t is at most 4.
///
/// ```
/// use weighted_roc_core::pooling::joint_test;
///
/// // One number: the square of t = 0.2 / sqrt(0.01 + 1.5 * 0.02), where r = 3 and t = 1.
/// let test = joint_test(&[0.1, 0.3], &[0.01, 0.01], 1)?;
/// assert!((test.statistic - 0.04 / 0.04).abs() < 1e-12);
/// assert!((test.df[1] - 16.0 / 9.0).abs() < 1e-12);
/// # Ok::<(), weighted_roc_core::Error>(())
/// ```
///
/// # Errors
/// [`Error::Parameter`] for fewer than two sets or other numbers of entries (`estimates`), and matrices that are all 0
/// (`covariances`); [`Error::Memory`].
pub fn joint_test(estimates: &[f64], covariances: &[f64], width: usize) -> Result<JointTest> {
    let sets = estimates.len().checked_div(width).unwrap_or(0);
    let square = width.saturating_mul(width);
    if sets < 2 || estimates.len() != sets * width || covariances.len() != sets * square {
        return parameter("estimates", sets as f64);
    }
    let number = sets as f64;
    let mut mean = filled(width, 0.0)?;
    for set in estimates.chunks_exact(width) {
        add(&mut mean, set, 1.0 / number);
    }
    let mut within = filled(square, 0.0)?;
    for set in covariances.chunks_exact(square) {
        add(&mut within, set, 1.0 / number);
    }
    let mut between = filled(square, 0.0)?;
    for set in estimates.chunks_exact(width) {
        for (i, row) in between.chunks_exact_mut(width).enumerate() {
            for (j, entry) in row.iter_mut().enumerate() {
                *entry += (set[i] - mean[i]) * (set[j] - mean[j]) / (number - 1.0);
            }
        }
    }
    let factor = Cholesky::factorize(within, width)?;
    let rank = factor.rank() as f64;
    if rank == 0.0 {
        return parameter("covariances", 0.0);
    }
    let ratio = (1.0 + 1.0 / number) * factor.trace_of(&between)? / rank;
    let mut whitened = filled(factor.rank(), 0.0)?;
    factor.whiten(&mean, &mut whitened);
    let squares: f64 = whitened.iter().map(|value| value * value).sum();
    let statistic = squares / (rank * (1.0 + ratio));
    let df = [
        rank,
        df_within(rank, number, ratio).clamp(Fisher::LEAST, f64::INFINITY),
    ];
    Ok(JointTest {
        statistic,
        df,
        p_value: Fisher::new(df[0], df[1])?.upper(statistic),
    })
}

/// Infinite where all sets have the same estimates.
fn df_within(rank: f64, sets: f64, ratio: f64) -> f64 {
    let t = rank * (sets - 1.0);
    let df = if t > 4.0 {
        let root = 1.0 + (1.0 - 2.0 / t) / ratio;
        4.0 + (t - 4.0) * root * root
    } else {
        let root = 1.0 + 1.0 / ratio;
        t * (1.0 + 1.0 / rank) * root * root / 2.0
    };
    if df > Fisher::MOST {
        f64::INFINITY
    } else {
        df
    }
}

fn add(to: &mut [f64], from: &[f64], share: f64) {
    for (to, from) in to.iter_mut().zip(from) {
        *to += share * from;
    }
}

fn parameter<T>(name: &'static str, value: f64) -> Result<T> {
    Err(Error::Parameter { name, value })
}
