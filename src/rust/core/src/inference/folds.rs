//! Estimates from cross-validated predictions: the mean over the folds, and over repetitions, of the estimate
//! within the fold.
//!
//! Each fold's predictions come from a model of its own, and are compared with each other only. An
//! observation has few to be compared with, so that each comparison says something: what both of its
//! observations have in common with it is counted twice in the sums of squared influences on an area, and
//! is summed up here to be subtracted.

mod pair_covariance;
mod curve;
mod grouped;
mod pairs;
mod repetition;
mod within;

use super::placements::RankedObservations;
use super::quantities::check_lengths;
use crate::covariance::{FoldPairs, InfluenceMatrix, Sink};
use crate::error::{Argument, Error};
use crate::memory::{collect, filled, push};
use crate::observations::Observations;
use crate::options::Options;
use crate::poll::{check, Pace, Poll};
use crate::quantity::Quantity;
use crate::sampling::{Clusters, Folds, Sampling};
pub use curve::curve_over_folds;
pub use pair_covariance::FoldPairCovariance;
pub(super) use pairs::visit_pairs;
pub(crate) use pairs::MOST_CLUSTERS;
pub(super) use repetition::Repetition;

/// The influences of observations on means over folds and repetitions.
pub(crate) fn influences_in_folds(
    scores: &[Observations<'_>],
    quantities: &[Quantity],
    sampling: &Sampling<'_>,
    mut common: Option<&mut FoldPairCovariance>,
    mut options: Options<'_>,
) -> Result<InfluenceMatrix, Error> {
    let (folds, clusters) = (sampling.folds, sampling.clusters);
    let observations = check_lengths(scores)?;
    // Each score has all repetitions.
    match scores.len().checked_rem(folds.len()) {
        Some(0) => {}
        None => return Err(Error::Empty),
        Some(more) => {
            return Err(Error::Length {
                argument: Argument::Scores,
                length: scores.len(),
                expected: scores.len() - more + folds.len(),
            })
        }
    }
    let mut pace = Pace::new(options.poll);
    for (r, folds) in folds.iter().enumerate() {
        folds
            .check(clusters, observations, &mut pace)
            .map_err(|error: Error| error.in_score(r, scores.len()))?;
    }
    let width = (scores.len() / folds.len()).saturating_mul(quantities.len());
    let own = match (clusters, &common) {
        (None, Some(_)) => collect(0..observations as i32)?,
        _ => Vec::new(),
    };
    let units = clusters.or((!own.is_empty()).then_some((&own[..], own.len())));
    let mut folded = Folded {
        quantities,
        part: 1.0 / folds.len() as f64,
        units,
        matrix: InfluenceMatrix::blank(width, observations, 2)?,
        pairs: FoldPairs::blank(width)?,
        weights: filled(observations, 0.0)?,
    };
    for (r, &of_repetition) in folds.iter().enumerate() {
        let mut kept = Vec::new();
        for k in 0..scores.len() / folds.len() {
            let index = k * folds.len() + r;
            let result = folded
                .add(k, &scores[index], of_repetition, options.reborrow())
                .map_err(|error: Error| error.in_score(index, scores.len()))?;
            if let (Some(result), Some(_)) = (result, &common) {
                push(&mut kept, result)?;
            }
        }
        if let Some(common) = common.as_deref_mut() {
            common.add(&kept, folds.len(), &mut Pace::new(options.poll))?;
        }
    }
    let mut matrix = folded.matrix;
    matrix.weights = Some(folded.weights);
    matrix.fold_pairs = Some(folded.pairs);
    Ok(matrix)
}

struct Folded<'a> {
    quantities: &'a [Quantity],
    /// The share of a repetition.
    part: f64,
    /// The clusters; observations where these are to be taken for clusters.
    units: Option<Clusters<'a>>,
    matrix: InfluenceMatrix,
    pairs: FoldPairs,
    /// The weights of the observations.
    weights: Vec<f64>,
}

impl<'a> Folded<'a> {
    /// Adds one of the repetitions of score k. Gives the areas of the folds, if these were asked for.
    fn add(
        &mut self,
        k: usize,
        score: &Observations<'_>,
        folds: Folds<'_>,
        mut options: Options<'_>,
    ) -> Result<Option<Repetition<'a>>, Error> {
        check(options.poll)?;
        let columns = k * self.quantities.len()..;
        let columns = || columns.clone().zip(self.quantities);
        let needed = Quantity::needed(self.quantities);
        let ranking = RankedObservations::in_classes(needed, score, options.reborrow())?;
        for (record, &position) in ranking.records.iter().zip(&ranking.positions) {
            self.weights[position] = record.weight.abs();
        }
        for (column, &quantity) in columns().filter(|(_, quantity)| !quantity.is_area()) {
            let wanted = (column, self.part, quantity);
            within::add(
                &ranking,
                folds,
                wanted,
                &mut self.matrix,
                options.reborrow(),
            )?;
        }
        if !self.quantities.iter().any(Quantity::is_area) {
            return Ok(None);
        }
        let length = score.labels.len();
        let result = Repetition::new(ranking, length, folds, self.units, options.poll)?;
        for (column, _) in columns().filter(|(_, quantity)| quantity.is_area()) {
            self.add_area(column, &result, options.poll)?;
        }
        Ok(Some(result))
    }

    fn add_area(&mut self, k: usize, result: &Repetition<'_>, poll: Poll<'_>) -> Result<(), Error> {
        let (part, matrix) = (self.part, &mut self.matrix);
        matrix.add_estimate(k, part * result.areas[0]);
        for (position, of) in result.influences(&mut *poll)?.into_iter().enumerate() {
            matrix.add(position, k, part * of.value);
            if k == 0 {
                matrix.add_share(position, usize::from(of.share > 0.0), part * of.share.abs());
            }
        }
        let [pair_correction, shares] = result.pairs(poll)?;
        self.pairs.pair_correction[k] += part * part * pair_correction;
        self.pairs.shares[k] += part * part * shares;
        Ok(())
    }
}
