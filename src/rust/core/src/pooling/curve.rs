//! The curve of one score over completed data sets.

use crate::curve::{Curve, OwnedCurve};
use crate::error::{Error, Result};
use crate::interval::{logistic, logit};
use crate::memory::{filled, push};
use crate::poll::{Pace, Poll};
use std::num::NonZeroUsize;

/// At each threshold of any of the `curves` the logits of their rates are averaged. Half an observation of each kind
/// stands beside the effective `sizes` of the negatives and the positives, and is taken away again: so rates of 0
/// and 1 have a logit, the mean is monotone, and a rate that all curves share is kept. Weights are those of mean classes.
/// O(n k) for k curves of n rows in all.
///
/// ```
/// use weighted_roc_core::curve::Ranking;
/// use weighted_roc_core::pooling::pooled_curve;
/// use weighted_roc_core::{Labels, Observations, Options, Scores, Weights};
///
/// let curve_of = |scores: &[f64]| {
///     let observations = Observations {
///         scores: Scores::F64(scores),
///         labels: Labels::I32(&[0, 1, 1]),
///         weights: Weights::Unit,
///     };
///     Ranking::new(&observations, Options::default())?.to_curve(&mut || false)
/// };
/// let (first, second) = (curve_of(&[1.0, 2.0, 3.0])?, curve_of(&[1.0, 3.0, 3.0])?);
/// let curves = [first.as_curve(), second.as_curve()];
/// let pooled = pooled_curve(&curves, [1.0, 2.0], &mut || false)?;
/// let [tpr, fpr, threshold, ..] = pooled.into_columns();
/// assert_eq!(threshold, [1.0, 2.0, 3.0, f64::INFINITY]);
/// assert_eq!(fpr, [1.0, 0.0, 0.0, 0.0]);
/// // (logit(1.5 / 3) + logit(2.5 / 3)) / 2 has the share 0.69098.
/// assert!((tpr[2] - (0.69098 * 3.0 - 0.5) / 2.0).abs() < 1e-5);
/// # Ok::<(), weighted_roc_core::Error>(())
/// ```
///
/// # Errors
/// [`Error::Empty`] without a curve; [`Error::Memory`], [`Error::Interrupted`].
pub fn pooled_curve(curves: &[Curve<'_>], sizes: [f64; 2], poll: Poll<'_>) -> Result<OwnedCurve> {
    if curves.is_empty() {
        return Err(Error::Empty);
    }
    let mut pace = Pace::new(poll);
    let thresholds = thresholds_of(curves, &mut pace)?;
    let mean = |sum: f64| sum / curves.len() as f64;
    let negatives = mean(curves.iter().map(Curve::negatives).sum());
    let positives = mean(curves.iter().map(Curve::positives).sum());
    let mut rows = filled(curves.len(), 0usize)?;
    let mut pooled = OwnedCurve::blank(thresholds.len(), NonZeroUsize::MIN)?;
    let to = pooled.columns();
    for (i, &threshold) in thresholds.iter().enumerate() {
        for (row, curve) in rows.iter_mut().zip(curves) {
            pace.step()?;
            *row += usize::from(curve.points().threshold[*row] < threshold);
        }
        let points = || {
            rows.iter()
                .zip(curves)
                .map(|(&row, curve)| (row, curve.points()))
        };
        to.threshold[i] = threshold;
        to.fpr[i] = mean_rate(points().map(|(row, points)| points.fpr[row]), sizes[0]);
        to.tpr[i] = mean_rate(points().map(|(row, points)| points.tpr[row]), sizes[1]);
        to.false_positive[i] = to.fpr[i] * negatives;
        to.false_negative[i] = (1.0 - to.tpr[i]) * positives;
    }
    Ok(pooled)
}

/// The distinct thresholds of all curves, ascending.
fn thresholds_of(curves: &[Curve<'_>], pace: &mut Pace<'_>) -> Result<Vec<f64>> {
    let mut thresholds = Vec::new();
    for curve in curves {
        for &threshold in curve.points().threshold {
            pace.step()?;
            push(&mut thresholds, threshold)?;
        }
    }
    thresholds.sort_unstable_by(f64::total_cmp);
    thresholds.dedup();
    Ok(thresholds)
}

/// The mean on the logit scale of rates of classes of an effective `size`.
fn mean_rate(rates: impl ExactSizeIterator<Item = f64> + Clone, size: f64) -> f64 {
    let [least, most] = rates.clone().fold([1.0_f64, 0.0], |[least, most], rate| {
        [least.min(rate), most.max(rate)]
    });
    if least == most {
        return least;
    }
    let sets = rates.len() as f64;
    let logits = rates.map(|rate| logit((rate * size + 0.5) / (size + 1.0)));
    let mean = logistic(logits.sum::<f64>() / sets);
    ((mean * (size + 1.0) - 0.5) / size).clamp(least, most)
}
