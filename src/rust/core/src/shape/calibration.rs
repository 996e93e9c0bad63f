//! From scores to probabilities: isotonic regression of the labels.

use super::pool;
use crate::curve::{share_of_total, Curve, FEW};
use crate::error::{Error, Result};
use crate::memory::{push, reserve};
use crate::poll::{Pace, Poll};
use crate::probability::probability_of;
use crate::range::Range;
use crate::sum::scale::LARGE;

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

/// The blocks, ascending in score and in probability. Without a prior the probability is the share of
/// the positives in the weight of the block. O(rows) time and memory.
///
/// They are the edges of the upper convex hull. As far as rounding shows, no two of them have the same
/// probability; unlike in [`hull`](crate::shape::hull) a row next to a straight line is a corner.
///
/// ```
/// # use weighted_roc_core::{curve::Ranking, Labels, Observations, Options, Scores, Weights};
/// # let observations = Observations {
/// #     scores: Scores::F64(&[0.1, 0.2, 0.3, 0.4]),
/// #     labels: Labels::I32(&[0, 1, 0, 1]),
/// #     weights: Weights::Unit,
/// # };
/// # let owned = Ranking::new(&observations, Options::default())?.to_curve(&mut || false)?;
/// # let curve = owned.as_curve();
/// use weighted_roc_core::shape::calibrate;
///
/// let blocks = calibrate(&curve, None, &mut || false)?;
/// let probabilities: Vec<f64> = blocks.iter().map(|block| block.probability).collect();
/// assert_eq!(probabilities, [0.0, 0.5, 1.0]);
/// # Ok::<(), weighted_roc_core::Error>(())
/// ```
///
/// # Errors
/// [`Error::Range`] for a prior that is not in (0, 1), [`Error::Memory`] and [`Error::Interrupted`].
pub fn calibrate(curve: &Curve<'_>, prior: Option<f64>, poll: Poll<'_>) -> Result<Vec<Block>> {
    Range::PROBABILITY.check("prior", prior.as_slice())?;
    let mut pace = Pace::new(poll);
    let between = |row, later| weights_between(curve, row, later);
    let mut rows = Vec::new();
    pool(curve.rows(), between, &mut rows, &mut pace)?;
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
                probability: share_of_total(parts[1], parts[0]),
            },
        )?;
    }
    Ok(blocks)
}

/// A score with its calibrated probability.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Calibrated {
    /// The row of the curve with the score as its threshold.
    pub row: usize,
    /// The share in the weight of the scores up to it that are above the one before.
    pub share: f64,
    /// The probability of the positive class, of the [`Block`].
    pub probability: f64,
}

/// Forecasts with the probabilities that [`calibrate`] gives them: all, or up to `most` that share the weight evenly, the
/// least and the greatest among them. O(rows) time.
///
/// ```
/// # use weighted_roc_core::{curve::Ranking, Labels, Observations, Options, Scores, Weights};
/// # let observations = Observations {
/// #     scores: Scores::F64(&[0.1, 0.2, 0.3, 0.4]),
/// #     labels: Labels::I32(&[0, 1, 0, 1]),
/// #     weights: Weights::Unit,
/// # };
/// # let owned = Ranking::new(&observations, Options::default())?.to_curve(&mut || false)?;
/// # let curve = owned.as_curve();
/// use weighted_roc_core::shape::calibrated;
///
/// let result = calibrated(&curve, 200, &mut || false)?;
/// assert_eq!(result[1].probability, 0.5);
/// assert_eq!(result[1].share, 0.25);
/// # Ok::<(), weighted_roc_core::Error>(())
/// ```
///
/// # Errors
/// [`Error::Parameter`] for less than two places, [`Error::Forecast`] for a score that is no probability,
/// [`Error::Memory`] and [`Error::Interrupted`].
pub fn calibrated(curve: &Curve<'_>, most: usize, poll: Poll<'_>) -> Result<Vec<Calibrated>> {
    if most < 2 {
        return Err(Error::Parameter {
            name: "places",
            value: most as f64,
        });
    }
    let blocks = calibrate(curve, None, &mut *poll)?;
    let mut pace = Pace::new(poll);
    let scores = curve.rows() - 1;
    for (position, &value) in curve.points().threshold[..scores].iter().enumerate() {
        pace.step()?;
        if probability_of(value).is_none() {
            return Err(Error::Forecast { position, value });
        }
    }
    let weight = |row, later| weights_between(curve, row, later).iter().sum::<f64>();
    let places = even_places((0..scores).map(|row| weight(row, row + 1)), most, &mut pace)?;
    let all = curve.negatives() + curve.positives();
    let mut result = reserve(places.len())?;
    let mut blocks = blocks.iter().peekable();
    let mut next = 0;
    for row in places {
        while blocks.next_if(|block| block.last < row).is_some() {
            pace.step()?;
        }
        let Some(block) = blocks.peek() else { break };
        push(
            &mut result,
            Calibrated {
                row,
                share: weight(next, row + 1) / all,
                probability: block.probability,
            },
        )?;
        next = row + 1;
    }
    Ok(result)
}

/// Places among weights: all, if there are no more than `most`; else the first and the last, and others with the
/// same weight between them.
pub(crate) fn even_places(
    weights: impl ExactSizeIterator<Item = f64> + Clone,
    most: usize,
    pace: &mut Pace<'_>,
) -> Result<Vec<usize>> {
    let all: f64 = weights.clone().sum();
    let number = weights.len();
    let mut places = Vec::new();
    let mut below = 0.0;
    for (index, weight) in weights.enumerate() {
        pace.step()?;
        below += weight;
        let result = places.len();
        let is_due = result + 1 < most && below >= all * result as f64 / (most - 1) as f64;
        if number <= most || index + 1 == number || is_due {
            push(&mut places, index)?;
        }
    }
    Ok(places)
}

/// The weights of both classes between two rows of a curve, with all digits that its columns have.
fn weights_between(curve: &Curve<'_>, row: usize, later: usize) -> [f64; 2] {
    let known = curve.points().true_negative;
    let above = curve.false_positive(row);
    let negatives = match known.get(later) {
        Some(&below) if below < above => below - known[row],
        _ => above - curve.false_positive(later),
    };
    // Few true positives have more digits in the rate; else differences of weights are exact for whole ones.
    let positives = if curve.tpr(row) < FEW {
        (curve.tpr(row) - curve.tpr(later)) * curve.positives()
    } else {
        curve.false_negative(later) - curve.false_negative(row)
    };
    [negatives, positives]
}

/// Parts of the whole in a population with another share of positives, in some unit.
fn at_prior(curve: &Curve<'_>, [negative, positive]: [f64; 2], prior: f64) -> [f64; 2] {
    let shares = [negative / curve.negatives(), positive / curve.positives()];
    let largest = shares[0].max(shares[1]).max(f64::MIN_POSITIVE);
    [
        shares[0] * LARGE / largest * (1.0 - prior),
        shares[1] * LARGE / largest * prior,
    ]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::curve::Ranking;
    use crate::testing::by;
    use crate::testing::observations;

    /// Calibrates rows of a score each, from the lowest one up, with the weights of both classes.
    fn blocks_of(rows: &[[f64; 2]], prior: Option<f64>) -> Vec<Block> {
        let scores: Vec<f64> = (0..2 * rows.len()).map(|i| (i / 2) as f64).collect();
        let labels: Vec<i32> = (0..2 * rows.len()).map(|i| (i % 2) as i32).collect();
        let weights = rows.concat();
        let observations = observations(&scores, &labels, &weights);
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
        let near = |result: f64, right: f64| (result / right - 1.0).abs() < 1e-13;
        let result = blocks_of(&ROWS, None);
        assert_eq!(result.len(), ROWS.len());
        for (row, (block, [negative, positive])) in result.iter().zip(ROWS).enumerate() {
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
        let result = blocks_of(&rows, Some(1e-300));
        let probabilities: Vec<_> = result.iter().map(|block| block.probability).collect();
        assert_eq!(probabilities[..2], [0.0, 1e-300]);
        assert!((probabilities[2] / 1e-249 - 1.0).abs() < 1e-13);
    }

    #[test]
    fn neighbours_that_descend_are_one_block() {
        let result = blocks_of(&[[3.0, 1.0], [1.0, 3.0], [2.0, 2.0], [0.0, 1.0]], None);
        let blocks: Vec<_> = result
            .iter()
            .map(|block| (block.first, block.last))
            .collect();
        assert_eq!(blocks, [(0, 0), (1, 2), (3, 3)]);
        assert_eq!(result[1].weights, [3.0, 5.0]);
        assert_eq!(result[1].probability, 0.625);
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
        let result = calibrate(&curve, Some(1.5), &mut || false);
        assert!(matches!(result, Err(Error::Range { .. })));
    }
}
