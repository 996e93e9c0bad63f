//! The mean of curves: at each FPR the mean of their TPRs.
//!
//! Curves are piecewise linear in FPR, with vertical steps, and so is their mean, whose corners are those of all.
//! Curves times their shares are added up in pairs, as a merge sort merges:
//!
//! ```text
//! sums = [corners of each curve: FPR, the ends of TPR and of FNR there, times the share]
//! while there are two sums: merge each pair; the one without a corner there is interpolated
//! ```
//!
//! It takes O(n log k) for k curves of n rows in all, and no step subtracts what it added before.

use super::Curve;
use crate::error::{Argument, Error, Result};
use crate::memory::{push, reserve};
use crate::poll::{Pace, Poll};

/// A curve of means, which has no thresholds: its rows fall from (1, 1) to (0, 0).
#[derive(Clone, Debug, Default, PartialEq)]
pub struct MeanCurve {
    /// The mean true positive rate.
    pub tpr: Vec<f64>,
    /// The false positive rate.
    pub fpr: Vec<f64>,
    /// The mean false negative rate, times the weight of the positives.
    pub false_negative: Vec<f64>,
    /// The false positive rate, times the weight of the negatives.
    pub false_positive: Vec<f64>,
}

/// The vertical mean of curves with these shares, which need not add up to 1. `weights` are those of the negative and
/// of the positive class, for the columns of weights. Both ends of a vertical step are rows.
///
/// ```
/// use weighted_roc_core::curve::{mean_curve, Ranking};
/// use weighted_roc_core::{Labels, Observations, Options, Scores, Weights};
///
/// let curve_of = |labels: &[i32]| {
///     let observations = Observations {
///         scores: Scores::F64(&[0.1, 0.2, 0.3]),
///         labels: Labels::I32(labels),
///         weights: Weights::Unit,
///     };
///     Ranking::new(&observations, Options::default())?.to_curve(&mut || false)
/// };
/// let (first, second) = (curve_of(&[0, 0, 1])?, curve_of(&[0, 1, 0])?);
/// let curves = [first.as_curve(), second.as_curve()];
/// let mean = mean_curve(&curves, &[1.0, 1.0], [4.0, 2.0], &mut || false)?;
/// assert_eq!(mean.fpr, [1.0, 0.5, 0.5, 0.0, 0.0]);
/// assert_eq!(mean.tpr, [1.0, 1.0, 0.5, 0.5, 0.0]);
/// assert_eq!(mean.false_negative, [0.0, 0.0, 1.0, 1.0, 2.0]);
/// # Ok::<(), weighted_roc_core::Error>(())
/// ```
///
/// # Errors
/// [`Error::Empty`] without a curve, [`Error::Length`] unless there is a share for each, [`Error::Weight`] for a share
/// that is not positive and finite, [`Error::Memory`] and [`Error::Interrupted`].
pub fn mean_curve(
    curves: &[Curve<'_>],
    shares: &[f64],
    weights: [f64; 2],
    poll: Poll<'_>,
) -> Result<MeanCurve> {
    check_shares(curves, shares)?;
    let mut pace = Pace::new(poll);
    let mut sums = reserve(curves.len())?;
    for (curve, &share) in curves.iter().zip(shares) {
        push(&mut sums, corners_of(curve, share, &mut pace)?)?;
    }
    while sums.len() > 1 {
        let mut merged = reserve(sums.len().div_ceil(2))?;
        for pair in sums.chunks_mut(2) {
            let sum = match pair {
                [first, second] => merge(first, second, &mut pace)?,
                [single] => std::mem::take(single),
                _ => continue,
            };
            push(&mut merged, sum)?;
        }
        sums = merged;
    }
    let sum = sums.pop().ok_or(Error::Empty)?;
    rows_of(&sum, weights, &mut pace)
}

fn check_shares(curves: &[Curve<'_>], shares: &[f64]) -> Result<()> {
    if curves.is_empty() {
        return Err(Error::Empty);
    }
    if shares.len() != curves.len() {
        return Err(Error::Length {
            argument: Argument::Weights,
            length: shares.len(),
            expected: curves.len(),
        });
    }
    let wrong = |share: &f64| !(share.is_finite() && *share > 0.0);
    match shares.iter().position(wrong) {
        None => Ok(()),
        Some(position) => Err(Error::Weight {
            position,
            value: shares[position],
        }),
    }
}

/// A sum of curves at an FPR: both ends of the step there.
#[derive(Clone, Copy, Debug)]
struct Corner {
    fpr: f64,
    /// The lower and the upper end of TPR.
    tpr: [f64; 2],
    /// FNR at these.
    fnr: [f64; 2],
}

/// By ascending FPR, from 0 to 1.
fn corners_of(curve: &Curve<'_>, share: f64, pace: &mut Pace<'_>) -> Result<Vec<Corner>> {
    let mut corners: Vec<Corner> = Vec::new();
    for row in (0..curve.rows()).rev() {
        pace.step()?;
        let fpr = curve.fpr(row);
        let [tpr, fnr] = [curve.tpr(row), curve.fnr(row)].map(|rate| share * rate);
        match corners.last_mut() {
            Some(last) if last.fpr == fpr => {
                last.tpr[1] = tpr;
                last.fnr[1] = fnr;
            }
            _ => push(
                &mut corners,
                Corner {
                    fpr,
                    tpr: [tpr; 2],
                    fnr: [fnr; 2],
                },
            )?,
        }
    }
    Ok(corners)
}

fn merge(first: &[Corner], second: &[Corner], pace: &mut Pace<'_>) -> Result<Vec<Corner>> {
    let mut merged = reserve(first.len().saturating_add(second.len()))?;
    let (mut i, mut j) = (0, 0);
    while let (Some(a), Some(b)) = (first.get(i), second.get(j)) {
        pace.step()?;
        let fpr = a.fpr.min(b.fpr);
        let (of_first, of_second) = (value_at(first, i, fpr), value_at(second, j, fpr));
        let sum = |a: [f64; 2], b: [f64; 2]| [a[0] + b[0], a[1] + b[1]];
        push(
            &mut merged,
            Corner {
                fpr,
                tpr: sum(of_first.tpr, of_second.tpr),
                fnr: sum(of_first.fnr, of_second.fnr),
            },
        )?;
        i += usize::from(a.fpr == fpr);
        j += usize::from(b.fpr == fpr);
    }
    Ok(merged)
}

/// At an FPR that is not above the one of corner `next` and, if it is below, above that of the corner before. Rates are
/// interpolated from their lower end, so that they are monotone and keep their digits.
fn value_at(corners: &[Corner], next: usize, fpr: f64) -> Corner {
    let right = corners[next];
    if right.fpr == fpr || next == 0 {
        return right;
    }
    let left = corners[next - 1];
    let width = right.fpr - left.fpr;
    let between = |low: f64, high: f64, part: f64| (low + (high - low) * part).min(high);
    let tpr = between(left.tpr[1], right.tpr[0], (fpr - left.fpr) / width);
    let fnr = between(right.fnr[0], left.fnr[1], (right.fpr - fpr) / width);
    Corner {
        fpr,
        tpr: [tpr; 2],
        fnr: [fnr; 2],
    }
}

/// The rows of a sum. All shares have been added up in the same order as the rates, of which the largest is their sum: by
/// it a rate of 1 is exactly 1.
fn rows_of(
    sum: &[Corner],
    [negatives, positives]: [f64; 2],
    pace: &mut Pace<'_>,
) -> Result<MeanCurve> {
    let all = sum.last().ok_or(Error::Empty)?.tpr[1];
    let mut curve = MeanCurve::default();
    for corner in sum.iter().rev() {
        pace.step()?;
        let ends = 1 + usize::from(corner.tpr[0] != corner.tpr[1]);
        for end in [1, 0].into_iter().take(ends) {
            push(&mut curve.tpr, corner.tpr[end] / all)?;
            push(&mut curve.fpr, corner.fpr)?;
            push(&mut curve.false_negative, corner.fnr[end] / all * positives)?;
            push(&mut curve.false_positive, corner.fpr * negatives)?;
        }
    }
    Ok(curve)
}

#[cfg(test)]
mod tests;
