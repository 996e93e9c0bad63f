//! Observations with their number types known, loaded in blocks of one form.

use crate::element::Element;
use crate::error::{Argument, Error};
use crate::poll::{check, Poll, BLOCK};

/// Some observations: the scores, and the weights with the class in their sign.
pub(crate) struct Block {
    scores: [f64; Block::ROOM],
    weights: [f64; Block::ROOM],
    length: usize,
    /// Whether each score and each weight is what it may be.
    pub valid: bool,
    /// Whether no weight is 0.
    complete: bool,
}

impl Block {
    /// Few enough to stay in the innermost cache.
    pub const ROOM: usize = 512;

    pub fn new() -> Block {
        Block {
            scores: [0.0; Block::ROOM],
            weights: [0.0; Block::ROOM],
            length: 0,
            valid: true,
            complete: true,
        }
    }

    /// The scores; never NaN in a valid block, never -0.
    pub fn scores(&self) -> &[f64] {
        &self.scores[..self.length]
    }

    /// Copies the observations of positive weight to two columns behind the first `length`
    /// elements; gives the new length.
    pub fn append(&self, scores: &mut [f64], weights: &mut [f64], length: usize) -> usize {
        if self.complete {
            let end = length + self.length;
            scores[length..end].copy_from_slice(self.scores());
            weights[length..end].copy_from_slice(self.weights());
            return end;
        }
        let mut end = length;
        for (&score, &weight) in self.scores().iter().zip(self.weights()) {
            if weight != 0.0 {
                scores[end] = score;
                weights[end] = weight;
                end += 1;
            }
        }
        end
    }

    /// The weights, minus for negatives.
    pub fn weights(&self) -> &[f64] {
        &self.weights[..self.length]
    }
}

/// A source of observations.
pub(crate) trait Source {
    fn len(&self) -> usize;
    /// A score, NaN when it is missing.
    fn score(&self, index: usize) -> f64;
    /// Loads the observations from `start` on, as many as there is room for.
    fn load(&self, start: usize, block: &mut Block);
    /// The first missing score, else the first weight that is no good.
    fn first_fault(&self) -> Error;
}

/// Weights that may not stand in memory.
pub(crate) trait WeightColumn: Copy {
    fn cut(self, start: usize, length: usize) -> Self;
    fn at(self, index: usize) -> f64;
    fn is_missing(self, index: usize) -> bool;
}

#[derive(Clone, Copy)]
pub(crate) struct UnitWeights;

impl WeightColumn for UnitWeights {
    fn cut(self, _: usize, _: usize) -> UnitWeights {
        UnitWeights
    }

    fn at(self, _: usize) -> f64 {
        1.0
    }

    fn is_missing(self, _: usize) -> bool {
        false
    }
}

impl<T: Element> WeightColumn for &[T] {
    fn cut(self, start: usize, length: usize) -> Self {
        &self[start..start + length]
    }

    #[inline(always)]
    fn at(self, index: usize) -> f64 {
        self[index].to_f64()
    }

    fn is_missing(self, index: usize) -> bool {
        self[index].is_missing()
    }
}

/// Columns of known types.
pub(crate) struct Typed<'a, S, L, W> {
    pub scores: &'a [S],
    pub labels: &'a [L],
    pub positive: L,
    pub weights: W,
}

impl<S: Element, L: Element, W: WeightColumn> Source for Typed<'_, S, L, W> {
    fn len(&self) -> usize {
        self.scores.len()
    }

    fn score(&self, index: usize) -> f64 {
        self.scores[index].to_score()
    }

    fn load(&self, start: usize, block: &mut Block) {
        let length = Block::ROOM.min(self.len() - start);
        let scores = &self.scores[start..start + length];
        let labels = &self.labels[start..start + length];
        let weights = self.weights.cut(start, length);
        let (mut valid, mut complete) = (true, true);
        for i in 0..length {
            let weight = weights.at(i);
            valid &= !scores[i].is_missing() & (0.0..=f64::MAX).contains(&weight);
            complete &= weight != 0.0;
            // -0 + 0 is +0: the two zeros tie and read the same.
            block.scores[i] = scores[i].to_f64() + 0.0;
            block.weights[i] = if labels[i] == self.positive {
                weight
            } else {
                -weight
            };
        }
        block.length = length;
        block.valid = valid;
        block.complete = complete;
    }

    fn first_fault(&self) -> Error {
        let missing = |argument, position| Error::Missing { argument, position };
        if let Some(position) = self.scores.iter().position(|score| score.is_missing()) {
            return missing(Argument::Guess, position);
        }
        let faulty = |&i: &usize| !(0.0..=f64::MAX).contains(&self.weights.at(i));
        let position = (0..self.len())
            .find(faulty)
            .expect("first_fault is called when there is one");
        if self.weights.is_missing(position) {
            return missing(Argument::Weight, position);
        }
        Error::Weight {
            position,
            value: self.weights.at(position),
        }
    }
}

/// Hands the observations to `visit` block by block, as long as it gives `true`.
pub(crate) fn visit(
    source: &dyn Source,
    poll: Poll<'_>,
    mut visit: impl FnMut(&Block) -> bool,
) -> Result<(), Error> {
    let mut block = Block::new();
    for start in (0..source.len()).step_by(Block::ROOM) {
        if start % BLOCK == 0 {
            check(poll)?;
        }
        source.load(start, &mut block);
        if !block.valid {
            return Err(source.first_fault());
        }
        if !visit(&block) {
            break;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests;
