//! Parts that comparisons of several scores have in common.

use super::grouped::totals;
use super::pairs::{deviation, visit_pairs, MOST_CLUSTERS};
use super::repetition::Repetition;
use crate::error::Error;
use crate::memory::{filled, push, reserve};
use crate::poll::Pace;

/// The products that sums of squares and products of influences count twice: with V folds, c the
/// product of the shares of a comparison of two units, each by V, and z what it deviates from the
/// area, times c. Over repetitions the sums of (V - 1) / V times these, divided by the square of
/// the number of repetitions. Folds of more than 64 units are left out: what it is beside the sums
/// falls with the number of units.
#[derive(Clone, Debug, PartialEq)]
pub struct FoldPairCovariance {
    /// The sums of z_k z_l for each pair of scores (k, l), column by column.
    pub products: Vec<f64>,
    /// The sums of c z for each score.
    pub deviations: Vec<f64>,
    /// The sum of c^2.
    pub shares: f64,
}

impl FoldPairCovariance {
    pub(crate) fn blank(width: usize) -> Result<FoldPairCovariance, Error> {
        Ok(FoldPairCovariance {
            products: filled(width.saturating_mul(width), 0.0)?,
            deviations: filled(width, 0.0)?,
            shares: 0.0,
        })
    }

    /// Adds the comparisons of one of several repetitions by some scores.
    pub(super) fn add(
        &mut self,
        scores: &[Repetition<'_>],
        repetitions: usize,
        pace: &mut Pace<'_>,
    ) -> Result<(), Error> {
        let mut clusters = reserve(scores.len())?;
        for score in scores {
            if let Some((of_score, codes)) = &score.clusters {
                push(&mut clusters, (of_score, *codes))?;
            }
        }
        let (Some(score), Some(&(of_first, codes))) = (scores.first(), clusters.first()) else {
            return Ok(());
        };
        let part = 1.0 / repetitions as f64;
        let factor = part * part * score.factor_of_pairs();
        let mut deviations = filled(scores.len(), 0.0)?;
        visit_pairs(
            &score.folds,
            (codes, MOST_CLUSTERS),
            pace,
            |first, second, pace| {
                let [a, b] = [first, second].map(|of| totals(of_first.group(of)));
                let shares = a[1] * b[0] + b[1] * a[0];
                if shares == 0.0 {
                    return pace.step();
                }
                for ((of, (clusters, _)), score) in deviations.iter_mut().zip(&clusters).zip(scores)
                {
                    let [a, b] = [first, second].map(|of| clusters.group(of));
                    pace.steps(a.len() + b.len())?;
                    let area = score.areas[0];
                    *of = deviation(a, b, area) + deviation(b, a, area);
                }
                self.shares += factor * shares * shares;
                let rows = self.products.chunks_exact_mut(scores.len());
                for ((row, sum), a) in rows.zip(&mut self.deviations).zip(&deviations) {
                    *sum += factor * shares * a;
                    row.iter_mut()
                        .zip(&deviations)
                        .for_each(|(sum, b)| *sum += factor * a * b);
                }
                Ok(())
            },
        )
    }
}
