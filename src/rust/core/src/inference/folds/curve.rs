//! The mean curve over folds.

use super::super::placements::RankedObservations;
use super::grouped::Grouped;
use crate::curve::{mean_curve, Curve, MeanCurve, OwnedCurve};
use crate::error::{Argument, Error};
use crate::inference::quantities::check_lengths;
use crate::memory::{collect, push};
use crate::observations::Observations;
use crate::options::Options;
use crate::poll::Pace;
use crate::sampling::Folds;
use std::num::NonZeroUsize;

/// The mean over the folds of each repetition, and over repetitions, of the TPR at each FPR: the area below it is the
/// mean of the areas that [`covariance`](crate::inference::covariance) has. There are predictions of all repetitions, and folds
/// for each. The weights of the classes are those of the first repetition.
///
/// ```
/// use weighted_roc_core::inference::curve_over_folds;
/// use weighted_roc_core::sampling::Folds;
/// use weighted_roc_core::{Labels, Observations, Options, Scores, Weights};
///
/// let observations = Observations {
///     scores: Scores::F64(&[0.1, 0.2, 5.0, 6.0]),
///     labels: Labels::I32(&[0, 1, 0, 1]),
///     weights: Weights::Unit,
/// };
/// let folds = Folds { codes: &[0, 0, 1, 1], number: 2 };
/// let result = curve_over_folds(&[observations], &[folds], Options::new(&mut || false))?;
/// // Each fold separates its own.
/// assert_eq!((result.fpr, result.tpr), (vec![1.0, 0.0, 0.0], vec![1.0, 1.0, 0.0]));
/// # Ok::<(), weighted_roc_core::Error>(())
/// ```
///
/// # Errors
/// The errors of [`covariance`](crate::inference::covariance) about observations and folds.
pub fn curve_over_folds(
    repetitions: &[Observations<'_>],
    folds: &[Folds<'_>],
    mut options: Options<'_>,
) -> Result<MeanCurve, Error> {
    let observations = check_lengths(repetitions)?;
    if folds.is_empty() {
        return Err(Error::Empty);
    }
    if repetitions.len() != folds.len() {
        return Err(Error::Length {
            argument: Argument::Scores,
            length: repetitions.len(),
            expected: folds.len(),
        });
    }
    let (mut curves, mut shares) = (Vec::new(), Vec::new());
    let mut weights = [0.0; 2];
    for (r, (repetition, &of)) in repetitions.iter().zip(folds).enumerate() {
        let mut add = || {
            of.check(None, observations, &mut Pace::new(options.poll))?;
            let ranking = RankedObservations::with_positions(repetition, options.reborrow())?;
            if r == 0 {
                weights = ranking.weights;
            }
            add_folds(&ranking, of, &mut curves, options.reborrow())
        };
        add().map_err(|error: Error| error.in_score(r, repetitions.len()))?;
        while shares.len() < curves.len() {
            push(&mut shares, 1.0 / (folds.len() as f64 * of.number as f64))?;
        }
    }
    let curves: Vec<Curve<'_>> = collect(curves.iter().map(OwnedCurve::as_curve))?;
    mean_curve(&curves, &shares, weights, options.poll)
}

fn add_folds(
    ranking: &RankedObservations,
    folds: Folds<'_>,
    curves: &mut Vec<OwnedCurve>,
    mut options: Options<'_>,
) -> Result<(), Error> {
    let grouped = Grouped::new(ranking, folds.codes, folds.number, &mut *options.poll)?;
    // Folds are short.
    options.threads = NonZeroUsize::MIN;
    for fold in 0..folds.number {
        let of_fold = grouped.ranking(fold, options.reborrow())?;
        let curve = OwnedCurve::from_records(&of_fold.records, options.reborrow())?;
        push(curves, curve)?;
    }
    Ok(())
}
