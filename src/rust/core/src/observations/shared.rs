//! Labels and weights that several scores share.

use crate::error::{Argument, Error, Result};
use crate::memory::filled;
use crate::observations::block::Block;
use crate::observations::element::Element;
use crate::observations::source::{visit, Positions, Source};
use crate::observations::Scores;
use crate::poll::Poll;

/// The weights of checked observations with the class in their sign: minus for negatives, 0 for
/// those that are left out.
pub(crate) fn signed_weights(source: &dyn Source, poll: Poll<'_>) -> Result<Vec<f64>> {
    let mut signed = filled(source.len(), 0.0)?;
    visit(&Positions(source), poll, |block| {
        for &position in block.weights() {
            let place = position.abs() as usize - 1;
            source.weigh(&[place], &mut |_, weight| {
                signed[place] = weight.copysign(position);
            });
        }
        true
    })?;
    Ok(signed)
}

/// Scores beside what [`signed_weights`] gives.
pub(crate) struct Shared<'a, S> {
    scores: &'a [S],
    weights: &'a [f64],
}

/// What [`Shared`] makes of scores of any type.
pub(crate) fn with_shared<T>(
    scores: Scores<'_>,
    weights: &[f64],
    work: impl FnOnce(&dyn Source) -> Result<T>,
) -> Result<T> {
    let length = match scores {
        Scores::F64(scores) => scores.len(),
        Scores::I32(scores) => scores.len(),
    };
    if length != weights.len() {
        return Err(Error::Length {
            argument: Argument::Scores,
            length,
            expected: weights.len(),
        });
    }
    match scores {
        Scores::F64(scores) => work(&Shared { scores, weights }),
        Scores::I32(scores) => work(&Shared { scores, weights }),
    }
}

impl<S: Element> Shared<'_, S> {
    /// See [`Source::load`]; what stands for a weight is a function of its position and of it.
    #[inline(always)]
    fn load_as(
        &self,
        start: usize,
        block: &mut Block,
        stand_in: impl Fn(usize, f64) -> f64,
    ) -> bool {
        let length = Block::ROOM.min(self.len() - start);
        let scores = &self.scores[start..start + length];
        let weights = &self.weights[start..start + length];
        let (mut valid, mut complete) = (true, true);
        let (to_scores, to_weights) = block.fill(length);
        for i in 0..length {
            valid &= !scores[i].is_missing();
            complete &= weights[i] != 0.0;
            // -0 + 0 is +0: the two zeros tie and read the same.
            to_scores[i] = scores[i].to_f64() + 0.0;
            to_weights[i] = stand_in(start + i, weights[i]);
        }
        if !complete {
            block.drop_weightless();
        }
        valid
    }
}

impl<S: Element> Source for Shared<'_, S> {
    fn len(&self) -> usize {
        self.scores.len()
    }

    fn score(&self, index: usize) -> f64 {
        self.scores[index].to_score()
    }

    fn scores<'a>(&'a self, start: usize, buffer: &'a mut [f64; Block::ROOM]) -> &'a [f64] {
        let length = Block::ROOM.min(self.len() - start);
        S::as_doubles(&self.scores[start..start + length], buffer)
    }

    fn load(&self, start: usize, block: &mut Block) -> bool {
        self.load_as(start, block, |_, weight| weight)
    }

    fn load_positions(&self, start: usize, block: &mut Block) -> bool {
        self.load_as(start, block, |position, weight| {
            if weight != 0.0 {
                ((position + 1) as f64).copysign(weight)
            } else {
                0.0
            }
        })
    }

    fn weigh(&self, positions: &[usize], weights: &mut dyn FnMut(usize, f64)) {
        for (i, &position) in positions.iter().enumerate() {
            weights(i, self.weights[position].abs());
        }
    }

    fn first_fault(&self) -> Error {
        let missing = self.scores.iter().position(|score| score.is_missing());
        Error::Missing {
            argument: Argument::Scores,
            position: missing.expect("first_fault is called when there is one"),
        }
    }
}

#[cfg(test)]
mod tests;
