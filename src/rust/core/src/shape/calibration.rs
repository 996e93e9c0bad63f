//! From scores to probabilities: isotonic regression of the labels.

use super::pool;
use crate::curve::{share, Curve};
#[cfg(doc)]
use crate::error::Error;
use crate::error::Result;
use crate::memory::{push, reserve};
use crate::poll::{Pace, Poll};
use crate::probability::check_probabilities;

/// Neighbouring scores that have one probability.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Block {
    /// The row of the curve with the least of the scores as its threshold.
    pub first: usize,
    /// The row with the greatest one.
    pub last: usize,
    /// The weights of the negatives and of the positives with these scores.
    pub weights: [f64; 2],
    /// The probability of the positive class.
    pub probability: f64,
}

/// Where the true positive rate is below this, it has more digits than the weight of the false
/// negatives. Elsewhere that is taken, of which differences are exact for whole weights.
const FEW: f64 = 1.0 / 1024.0;

/// The blocks, ascending in score and in probability. Without a prior the probability is the share of
/// the positives in the weight of the block. O(rows) time and memory.
///
/// They are the edges of the upper convex hull. As far as rounding shows, no two of them have the same
/// probability; unlike in [`hull`](crate::shape::hull) a row next to a straight line is a corner.
///
/// # Errors
/// [`Error::Probability`] for a prior that is none, [`Error::Memory`] and [`Error::Interrupted`].
pub fn calibrate(curve: &Curve<'_>, prior: Option<f64>, poll: Poll<'_>) -> Result<Vec<Block>> {
    check_probabilities(prior.as_slice())?;
    let mut pace = Pace::new(poll);
    let between = |row, later| weights_between(curve, row, later);
    let rows = pool(curve.rows(), between, &mut pace)?;
    let mut blocks = reserve(rows.len() - 1)?;
    for ends in rows.windows(2) {
        pace.step()?;
        let weights = between(ends[0], ends[1]);
        let parts = match prior {
            None => weights,
            Some(prior) => at_prior(curve, weights, prior),
        };
        push(
            &mut blocks,
            Block {
                first: ends[0],
                last: ends[1] - 1,
                weights,
                probability: share(parts[1], parts[0]),
            },
        )?;
    }
    Ok(blocks)
}

/// The weights of both classes between two rows of a curve, with all digits that its columns have.
fn weights_between(curve: &Curve<'_>, row: usize, later: usize) -> [f64; 2] {
    let known = curve.points().true_negative;
    let above = curve.false_positive(row);
    let negatives = match known.get(later) {
        Some(&below) if below < above => below - known[row],
        _ => above - curve.false_positive(later),
    };
    let positives = if curve.tpr(row) < FEW {
        (curve.tpr(row) - curve.tpr(later)) * curve.positives()
    } else {
        curve.false_negative(later) - curve.false_negative(row)
    };
    [negatives, positives]
}

/// Parts of the whole in a population with another share of positives, in some unit.
fn at_prior(curve: &Curve<'_>, [negative, positive]: [f64; 2], prior: f64) -> [f64; 2] {
    /// Keeps products of small shares and small probabilities within the doubles.
    const UNIT: f64 = 3.273390607896142e150;
    let shares = [negative / curve.negatives(), positive / curve.positives()];
    let largest = shares[0].max(shares[1]).max(f64::MIN_POSITIVE);
    [
        shares[0] * UNIT / largest * (1.0 - prior),
        shares[1] * UNIT / largest * prior,
    ]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::curve::Ranking;
    use crate::error::Error;
    use crate::testing::by;
    use crate::{Labels, Observations, Scores, Weights};

    /// Calibrates rows of a score each, from the lowest one up, with the weights of both classes.
    fn blocks_of(rows: &[[f64; 2]], prior: Option<f64>) -> Vec<Block> {
        let scores: Vec<f64> = (0..2 * rows.len()).map(|i| (i / 2) as f64).collect();
        let labels: Vec<i32> = (0..2 * rows.len()).map(|i| (i % 2) as i32).collect();
        let observations = Observations {
            scores: Scores::F64(&scores),
            labels: Labels::I32(&labels),
            weights: Weights::F64(&rows.concat()),
        };
        let mut never = || false;
        let ranking = Ranking::new(&observations, by(1, &mut never)).unwrap();
        let curve = ranking.to_curve(&mut never).unwrap();
        calibrate(&curve.as_curve(), prior, &mut never).unwrap()
    }

    /// Next to all of both classes is in the middle.
    const ROWS: [[f64; 2]; 6] = [
        [4e-12, 1e-13],
        [8e-12, 1e-12],
        [1e3, 1e3],
        [2e-13, 1e-10],
        [1e-14, 3e-10],
        [3e-15, 7e-10],
    ];

    #[test]
    fn little_at_both_ends_keeps_its_digits() {
        let near = |found: f64, right: f64| (found / right - 1.0).abs() < 1e-13;
        let found = blocks_of(&ROWS, None);
        assert_eq!(found.len(), ROWS.len());
        for (row, (block, [negative, positive])) in found.iter().zip(ROWS).enumerate() {
            assert_eq!((block.first, block.last), (row, row));
            assert!(near(block.weights[0], negative), "{block:?}");
            assert!(near(block.weights[1], positive), "{block:?}");
            assert!(
                near(block.probability, positive / (negative + positive)),
                "{block:?}"
            );
        }
        let totals = [0, 1].map(|class| ROWS.iter().map(|row| row[class]).sum::<f64>());
        for prior in [1e-200, 0.2, 0.9] {
            for (block, [negative, positive]) in blocks_of(&ROWS, Some(prior)).iter().zip(ROWS) {
                let parts = [
                    negative / totals[0] * (1.0 - prior),
                    positive / totals[1] * prior,
                ];
                assert!(
                    near(block.probability, parts[1] / (parts[0] + parts[1])),
                    "{block:?}"
                );
            }
        }
    }

    #[test]
    fn a_tiny_prior_beside_tiny_shares_does_not_vanish() {
        let rows = [[5e2, 0.0], [1e112, 1e139], [1e-143, 1e-65]];
        let found = blocks_of(&rows, Some(1e-300));
        let probabilities: Vec<_> = found.iter().map(|block| block.probability).collect();
        assert_eq!(probabilities[..2], [0.0, 1e-300]);
        assert!((probabilities[2] / 1e-249 - 1.0).abs() < 1e-13);
    }

    #[test]
    fn neighbours_that_descend_are_one_block() {
        let found = blocks_of(&[[3.0, 1.0], [1.0, 3.0], [2.0, 2.0], [0.0, 1.0]], None);
        let blocks: Vec<_> = found
            .iter()
            .map(|block| (block.first, block.last))
            .collect();
        assert_eq!(blocks, [(0, 0), (1, 2), (3, 3)]);
        assert_eq!(found[1].weights, [3.0, 5.0]);
        assert_eq!(found[1].probability, 0.625);
    }

    #[test]
    fn what_is_no_prior_is_an_error() {
        let points = crate::curve::Points {
            tpr: &[1.0, 0.0],
            fpr: &[1.0, 0.0],
            threshold: &[0.0, f64::INFINITY],
            false_negative: &[0.0, 1.0],
            false_positive: &[1.0, 0.0],
            true_negative: &[],
        };
        let curve = Curve::new(points, &mut || false).unwrap();
        let found = calibrate(&curve, Some(1.5), &mut || false);
        assert!(matches!(found, Err(Error::Probability { .. })));
    }
}
