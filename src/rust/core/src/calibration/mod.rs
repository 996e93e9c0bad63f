//! From scores to probabilities: isotonic regression of the labels.

mod pool;

pub(crate) use pool::pool;

use crate::curve::{share, Curve};
use crate::error::Error;
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
/// probability; unlike in [`hull`](crate::decision::hull) a row next to a straight line is a corner.
///
/// # Errors
/// [`Error::Probability`] for a prior that is none, [`Error::Memory`] and [`Error::Interrupted`].
pub fn calibrate(
    curve: &Curve<'_>,
    prior: Option<f64>,
    poll: Poll<'_>,
) -> Result<Vec<Block>, Error> {
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
    let positives = match curve.tpr(row) < FEW {
        true => (curve.tpr(row) - curve.tpr(later)) * curve.positives(),
        false => curve.false_negative(later) - curve.false_negative(row),
    };
    [negatives, positives]
}

/// Parts of the whole in a population with another share of positives, in some unit.
fn at_prior(curve: &Curve<'_>, [negative, positive]: [f64; 2], prior: f64) -> [f64; 2] {
    /// Keeps products of small shares and small probabilities within the doubles.
    const UNIT: f64 = 3.273390607896142e150;
    [
        negative / curve.negatives() * UNIT * (1.0 - prior),
        positive / curve.positives() * UNIT * prior,
    ]
}
