//! How estimates vary, and how they vary together, whatever the independent units are.

use super::folds::influences_in_folds;
use super::placements::RankedObservations;
use super::quantities::{add_score, influence_matrix};
use crate::covariance::{Covariance, InfluenceMatrix, UnitInfluences};
use crate::error::Error;
use crate::observations::Observations;
use crate::options::Options;
use crate::poll::Pace;
use crate::quantity::Quantity;
use crate::sampling::Sampling;
use crate::setters::setters;

/// Which estimates, and what is known of the observations.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct CovarianceRequest<'a> {
    /// The estimates, all of them for each score.
    pub quantities: &'a [Quantity],
    /// How the observations were sampled.
    pub sampling: Sampling<'a>,
    /// True if the degrees of freedom of the differences of all pairs of estimates are wanted.
    pub pairs: bool,
    /// True if each set of scores is compared, as closed tests of up to ten take it.
    pub sets: bool,
}

setters! {
    CovarianceRequest<'a> {
        with_quantities: quantities = &'a [Quantity];
        with_sampling: sampling = Sampling<'a>;
        with_pairs: pairs = bool;
        with_sets: sets = bool;
    }
}

impl Default for CovarianceRequest<'_> {
    fn default() -> Self {
        CovarianceRequest {
            quantities: &[Quantity::AREA],
            sampling: Sampling::default(),
            pairs: false,
            sets: false,
        }
    }
}

impl<'a> CovarianceRequest<'a> {
    /// Returns whether only AUCs of independent observations are wanted.
    pub(crate) fn is_of_plain_areas(&self) -> bool {
        self.quantities == [Quantity::AREA] && self.sampling.is_plain()
    }

    /// The influences of the units of observations.
    pub(crate) fn influences(
        &self,
        scores: &[Observations<'_>],
        mut options: Options<'_>,
    ) -> Result<UnitInfluences, Error> {
        let mut influences = || {
            if self.quantities.is_empty() {
                return Err(Error::Empty);
            }
            let matrix = if self.sampling.folds.is_empty() {
                influence_matrix(scores, self.quantities, &self.sampling, options.reborrow())?
            } else {
                influences_in_folds(
                    scores,
                    self.quantities,
                    &self.sampling,
                    None,
                    options.reborrow(),
                )?
            };
            UnitInfluences::new(matrix, &self.sampling, options.poll)
        };
        influences()
    }

    /// The same of one score of so many observations that is sorted already, without folds.
    pub(crate) fn influences_of_placed(
        &self,
        ranking: &RankedObservations,
        observations: usize,
        options: Options<'_>,
    ) -> Result<UnitInfluences, Error> {
        self.sampling.check(observations, &mut *options.poll)?;
        let mut matrix = InfluenceMatrix::blank(self.quantities.len(), observations, 2)?;
        matrix.totals.copy_from_slice(&ranking.weights);
        let (unit, poll) = (self.sampling.unit, &mut *options.poll);
        add_score(ranking, (0, self.quantities), unit, &mut matrix, poll)?;
        // Differences of estimates have one unit.
        if !self.pairs {
            matrix.enlarge(&mut Pace::new(&mut *options.poll))?;
        }
        UnitInfluences::new(matrix, &self.sampling, options.poll)
    }
}

/// How estimates from scores of the same observations vary, whose labels and weights are the same.
///
/// For k estimates O(k n log n + k^2 n) time at worst, and 8 (k + 5) bytes an observation, 16 a cluster, 32 a
/// pair of estimates. One AUC without clusters and folds takes 16 bytes an observation.
///
/// ```
/// use weighted_roc_core::inference::{covariance, CovarianceRequest};
/// use weighted_roc_core::{Labels, Observations, Options, Scores, Weights};
///
/// let observations = Observations {
///     scores: Scores::F64(&[1.0, 2.0, 3.0, 4.0]),
///     labels: Labels::I32(&[0, 1, 0, 1]),
///     weights: Weights::Unit,
/// };
/// let result = covariance(&[observations], &CovarianceRequest::default(), Options::new(&mut || false))?;
/// assert_eq!((result.values[0], &result.numbers[..]), (0.75, &[2.0, 2.0][..]));
/// // Influences of 1/8 and -1/8 in each class, and two observations.
/// assert_eq!(result.matrix, [2.0 * (1.0 / 32.0 + 1.0 / 32.0)]);
/// // Observations 1 and 4 are of one patient, 2 and 3 of another.
/// let mut request = CovarianceRequest::default();
/// request.sampling.clusters = Some((&[0, 1, 1, 0], 2));
/// let result = covariance(&[observations], &request, Options::new(&mut || false))?;
/// assert_eq!(result.matrix, [2.0 * (2.0 / 64.0 + 2.0 / 64.0 + 4.0 / 64.0)]);
/// # Ok::<(), weighted_roc_core::Error>(())
/// ```
///
/// # Errors
/// The errors of [`Ranking::new`](crate::curve::Ranking::new), with the index of the score, and those of [`Quantity`];
/// [`Error::Empty`] when there are no scores or no quantities, [`Error::Length`] for a score of more or fewer
/// observations than the first or as many clusters, [`Error::Cluster`]. In folds [`Error::FoldClass`] for one
/// in which a class has no weight, [`Error::SplitCluster`] for a cluster that is in two of them,
/// [`Error::Cluster`] for a fold that is not one of them.
pub fn covariance(
    scores: &[Observations<'_>],
    request: &CovarianceRequest<'_>,
    mut options: Options<'_>,
) -> Result<Covariance, Error> {
    if let ([score], true) = (scores, request.is_of_plain_areas()) {
        let moments = RankedObservations::new(score, options.reborrow())
            .and_then(|ranking| ranking.moments(request.sampling.unit, options.poll));
        return moments.and_then(|moments| moments.sums()?.covariance(request.sampling.correction));
    }
    let influences = request.influences(scores, options.reborrow())?;
    influences.covariance(
        &request.sampling,
        request.pairs,
        &mut Pace::new(options.poll),
    )
}
