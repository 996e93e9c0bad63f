//! The part of an area in folds that sums of squared influences count twice.

use super::Covariance;
use crate::error::Error;
use crate::memory::filled;

/// The part that AUCs in folds have in common, for each estimate: 0 for others than areas.
#[derive(Debug, Default)]
pub(crate) struct FoldPairs {
    /// The part that sums of squared influences count twice, see [`FoldPairCovariance`](super::FoldPairs).
    pub pair_correction: Vec<f64>,
    /// The same of the squared products of shares alone; 0 with clusters.
    pub shares: Vec<f64>,
}

impl FoldPairs {
    /// Returns the pairs of so many estimates before any is added.
    pub fn blank(width: usize) -> Result<FoldPairs, Error> {
        Ok(FoldPairs {
            pair_correction: filled(width, 0.0)?,
            shares: filled(width, 0.0)?,
        })
    }

    /// Subtracts from the variances what they have twice, at most half of each. Correlations stay.
    pub fn subtract_from(&self, result: &mut Covariance) -> Result<(), Error> {
        let width = result.values.len();
        let mut roots = filled(width, 1.0)?;
        for (k, root) in roots.iter_mut().enumerate() {
            let variance = result.matrix[k * width + k];
            let pair_correction = self.pair_correction[k].min(variance / 2.0);
            if pair_correction > 0.0 {
                *root = ((variance - pair_correction) / variance).sqrt();
            }
            result.placement_factor[k] += self.shares[k];
        }
        for (l, column) in result.matrix.chunks_exact_mut(width).enumerate() {
            for (k, covariance) in column.iter_mut().enumerate() {
                *covariance *= roots[k] * roots[l];
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_counted_twice_is_subtracted_up_to_half() {
        let matrix = vec![4.0, 2.0, 2.0, 9.0];
        let mut of = Covariance::known(&[0.7, 0.8], matrix, &[9.0]).unwrap();
        let pairs = FoldPairs {
            pair_correction: vec![1.0, 8.0],
            shares: vec![0.5, 0.25],
        };
        pairs.subtract_from(&mut of).unwrap();
        let both = 2.0 * (0.75f64 * 0.5).sqrt();
        for (result, expected) in of.matrix.iter().zip([3.0, both, both, 4.5]) {
            assert!((result - expected).abs() < 1e-14, "{result} {expected}");
        }
    }
}
