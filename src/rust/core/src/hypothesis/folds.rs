//! Areas that are means over the folds of a cross-validation, compared.

use super::comparison::{compare, Comparison};
use crate::covariance::UnitInfluences;
use crate::error::Error;
use crate::inference::{influences_in_folds, CovarianceRequest, FoldPairCovariance};
use crate::observations::Observations;
use crate::options::Options;
use crate::quantity::Quantity;

/// Areas that are means over folds, compared.
#[derive(Clone, Debug, PartialEq)]
pub struct FoldedComparison {
    /// As of areas of all observations: what the sums of squares have twice stays in them.
    pub comparison: Comparison,
    /// The products that they count twice.
    pub common: FoldPairCovariance,
}

/// Compares the areas of scores that are means over folds, see [`covariance`](crate::inference::spread). Observations are
/// units in the place of clusters if there are none, also where it is said how many a fold may have.
///
/// ```
/// # use weighted_roc_core::{Labels, Observations, Options, Scores, Weights};
/// # let observations = Observations {
/// #     scores: Scores::F64(&[0.1, 0.2, 0.3, 0.4, 0.5, 0.6]),
/// #     labels: Labels::I32(&[0, 0, 1, 0, 1, 1]),
/// #     weights: Weights::Unit,
/// # };
/// use weighted_roc_core::hypothesis::compare_in_folds;
/// use weighted_roc_core::inference::CovarianceRequest;
/// use weighted_roc_core::sampling::Folds;
///
/// let mut request = CovarianceRequest::default();
/// let folds = [Folds { codes: &[0, 1, 1, 0, 0, 1], number: 2 }];
/// request.sampling.folds = &folds;
/// let result = compare_in_folds(&[observations, observations], &request, Options::default())?;
/// assert_eq!(result.comparison.pairs[0].difference, 0.0);
/// # Ok::<(), weighted_roc_core::Error>(())
/// ```
///
/// # Errors
/// Those of [`covariance`](crate::inference::spread).
pub fn compare_in_folds(
    scores: &[Observations<'_>],
    request: &CovarianceRequest<'_>,
    mut options: Options<'_>,
) -> Result<FoldedComparison, Error> {
    let width = scores.len() / request.sampling.folds.len().max(1);
    let mut common = FoldPairCovariance::blank(width)?;
    let area = &[Quantity::AREA];
    let sampling = &request.sampling;
    let mut influences = || {
        let result = Some(&mut common);
        let mut matrix = influences_in_folds(scores, area, sampling, result, options.reborrow())?;
        matrix.fold_pairs = None;
        UnitInfluences::new(matrix, sampling, &mut *options.poll)
    };
    let influences = influences()?;
    Ok(FoldedComparison {
        comparison: compare(&influences, request, options)?,
        common,
    })
}
