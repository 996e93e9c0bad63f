//! Labels and weights that several scores share.

use crate::error::{Argument, Error, Result};
use crate::memory::filled;
use crate::observations::block::Block;
use crate::observations::column::Column;
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
pub(crate) struct Shared<'a> {
    scores: Scores<'a>,
    weights: &'a [f64],
}

impl<'a> Shared<'a> {
    pub fn new(scores: Scores<'a>, weights: &'a [f64]) -> Result<Shared<'a>> {
        let (length, expected) = (scores.column().len(), weights.len());
        if length != expected {
            return Err(Error::Length {
                argument: Argument::Scores,
                length,
                expected,
            });
        }
        Ok(Shared { scores, weights })
    }

    fn column(&self) -> &dyn Column {
        self.scores.column()
    }

    /// See [`Source::load`]; what stands for a weight is a function of its position and of it.
    #[inline(always)]
    fn load_as(
        &self,
        start: usize,
        block: &mut Block,
        stand_in: impl Fn(usize, f64) -> f64,
    ) -> bool {
        let length = Block::CAPACITY.min(self.len() - start);
        let weights = &self.weights[start..start + length];
        let (to_scores, to_weights) = block.fill(length);
        let valid = self.column().read_scores(start, to_scores);
        let mut complete = true;
        for (i, (to, &weight)) in to_weights.iter_mut().zip(weights).enumerate() {
            complete &= weight != 0.0;
            *to = stand_in(start + i, weight);
        }
        if !complete {
            block.drop_weightless();
        }
        valid
    }
}

impl Source for Shared<'_> {
    fn len(&self) -> usize {
        self.weights.len()
    }

    fn score(&self, index: usize) -> f64 {
        self.column().value(index)
    }

    fn scores<'a>(&'a self, start: usize, buffer: &'a mut [f64; Block::CAPACITY]) -> &'a [f64] {
        self.column().some(start, buffer)
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
        let missing = (0..self.len()).find(|&i| self.column().value(i).is_nan());
        Error::Missing {
            argument: Argument::Scores,
            position: missing.expect("first_fault is called when there is one"),
        }
    }
}

#[cfg(test)]
mod tests;
