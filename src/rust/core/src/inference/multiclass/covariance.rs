//! How the areas of several classes vary together.

use super::areas::{add_areas, AVERAGES};
use super::request::ClassRequest;
use crate::covariance::{Covariance, FoldPairs, InfluenceMatrix, UnitInfluences};
use crate::error::Error;
use crate::memory::collect;
use crate::observations::Scores;
use crate::options::Options;
use crate::poll::{Pace, Poll};
use crate::sampling::{Correction, Sampling};

/// How the areas of one or several classifiers vary together, all of the first one first: see
/// [`ClassAreas::values`](super::areas::ClassAreas::values). `scores` are those of the first classifier for each class, then of the second one,
/// and so on.
///
/// The covariance is that of independent units: those of a class vary around its mean, and clusters vary
/// together with what they have in several classes (Obuchowski 1997). The effective numbers by which
/// [`Covariance::placement_factor`] is made are those with which one area would vary as much as the means if all areas had
/// their placements in common.
///
/// ```
/// use weighted_roc_core::inference::{class_covariance, ClassRequest};
/// use weighted_roc_core::{Options, Scores};
///
/// let scores = [&[3.0, 1.0, 2.0, 0.0][..], &[1.0, 2.0, 2.0, 1.0], &[0.0, 1.0, 0.0, 3.0]];
/// let scores = scores.map(Scores::F64);
/// let request = ClassRequest::new(&[0, 0, 1, 2], 3);
/// let result = class_covariance(&scores, &request, Options::new(&mut || false))?;
/// assert_eq!((result.values.len(), result.matrix.len()), (6, 36));
/// assert_eq!(result.numbers, [2.0, 1.0, 1.0]);
/// # Ok::<(), weighted_roc_core::Error>(())
/// ```
///
/// # Errors
/// The errors of [`class_areas`](super::class_areas); [`Error::Length`] for scores that are not some for each class and
/// repetition; for folds those of [`covariance`](crate::inference::covariance()).
pub fn class_covariance(
    scores: &[Scores<'_>],
    request: &ClassRequest<'_>,
    mut options: Options<'_>,
) -> Result<Covariance, Error> {
    let number = request.width(scores.len())?;
    let width = AVERAGES.saturating_add(request.classes);
    let all = width.saturating_mul(scores.len() / number);
    let blank = InfluenceMatrix::blank(all, request.codes.len(), request.classes);
    let mut matrix = blank?;
    let mut fold_pairs = FoldPairs::blank(all)?;
    let mut parts = Vec::new();
    let all_scores = scores.len();
    for (model, scores) in scores.chunks_exact(number).enumerate() {
        let to = (model * width, &mut matrix, &mut fold_pairs);
        parts = add_areas(scores, request, to, options.reborrow())
            .map_err(|error| error.in_later_score(model * number, all_scores))?;
    }
    covariance_of(matrix, &fold_pairs, &parts, request, options.poll)
}

fn covariance_of(
    mut matrix: InfluenceMatrix,
    fold_pairs: &FoldPairs,
    parts: &[f64],
    request: &ClassRequest<'_>,
    poll: Poll<'_>,
) -> Result<Covariance, Error> {
    let sampling = Sampling {
        correction: Correction::DeLong,
        ..request.sampling
    };
    let length = request.codes.len();
    let weights = collect((0..length).map(|position| request.weights.value(position)))?;
    for (&code, weight) in request.codes.iter().zip(&weights) {
        matrix.totals[code as usize] += weight;
    }
    matrix.weights = Some(weights);
    let influences = UnitInfluences::new(matrix, &sampling, &mut *poll)?;
    let mut result = influences.covariance(&sampling, request.pairs, &mut Pace::new(poll))?;
    for (k, expected) in result.placement_factor.iter_mut().enumerate() {
        *expected = expected_of(k % (AVERAGES + parts.len()), parts, &result.effective);
    }
    fold_pairs.subtract_from(&mut result)?;
    Ok(result)
}

/// See [`Covariance::placement_factor`]. How much an observation of class i weighs in the rest of class j is
/// p_i / (1 - p_j), with the shares p of the classes; its own class counts fully. The scores of the other classes
/// have little to do with each other: their squares add up.
fn expected_of(value: usize, parts: &[f64], effective: &[f64]) -> f64 {
    let classes = parts.len() as f64;
    let in_rest = |own: usize, rest: usize| parts[own] / (1.0 - parts[rest]);
    let others = |own: usize, by: &dyn Fn(usize) -> f64| -> f64 {
        let squares = (0..parts.len()).filter(|&rest| rest != own);
        let squares = squares.map(|rest| (in_rest(own, rest) * by(rest)).powi(2));
        squares.sum::<f64>().sqrt()
    };
    let counted = |own: usize| match value {
        0 => (1.0 + 1.0 / (classes - 1.0).sqrt()) / classes,
        1 => (1.0 + others(own, &|_| 1.0)) / classes,
        2 => parts[own] + others(own, &|rest| parts[rest]),
        value if value - AVERAGES == own => 1.0,
        value => in_rest(own, value - AVERAGES),
    };
    let terms = effective.iter().enumerate();
    terms
        .map(|(own, effective)| counted(own).powi(2) / effective)
        .sum()
}
