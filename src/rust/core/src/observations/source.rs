//! Observations with their number types known, loaded in blocks of one form.

use crate::error::{Argument, Error, Result};
use crate::observations::block::Block;
use crate::observations::element::Element;
use crate::poll::{check, Poll, BLOCK};
use std::ops::Range;

/// A source of observations.
pub(crate) trait Source: Sync {
    fn len(&self) -> usize;
    /// A score, NaN when it is missing.
    fn score(&self, index: usize) -> f64;
    /// The scores from `start` on, as many as a block has room for, also those of weight 0.
    /// Nothing is checked yet, -0 is not yet 0, and a missing score may be anything.
    fn scores<'a>(&'a self, start: usize, buffer: &'a mut [f64; Block::ROOM]) -> &'a [f64];
    /// Loads the observations from `start` on, as many as there is room for. Those of weight 0
    /// are left out. `false` when a score or a weight is not what it may be.
    fn load(&self, start: usize, block: &mut Block) -> bool;
    /// As `load`, with each observation's position, counted from 1, in place of its weight.
    fn load_positions(&self, start: usize, block: &mut Block) -> bool;
    /// The weights at positions, counted from 0.
    fn weigh(&self, positions: &[usize], weights: &mut dyn FnMut(usize, f64));
    /// The first missing score, else the first weight that is no good.
    fn first_fault(&self) -> Error;
}

/// Weights that may not stand in memory.
pub(crate) trait WeightColumn: Copy + Sync {
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

impl<S: Element, L: Element, W: WeightColumn> Typed<'_, S, L, W> {
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
        let labels = &self.labels[start..start + length];
        let weights = self.weights.cut(start, length);
        let (mut valid, mut complete) = (true, true);
        let (to_scores, to_weights) = block.fill(length);
        for i in 0..length {
            let weight = weights.at(i);
            valid &= !scores[i].is_missing() & (0.0..=f64::MAX).contains(&weight);
            complete &= weight != 0.0;
            // -0 + 0 is +0: the two zeros tie and read the same.
            to_scores[i] = scores[i].to_f64() + 0.0;
            let weight = stand_in(start + i, weight);
            to_weights[i] = if labels[i] == self.positive {
                weight
            } else {
                -weight
            };
        }
        if !complete {
            block.drop_weightless();
        }
        valid
    }
}

impl<S: Element, L: Element, W: WeightColumn> Source for Typed<'_, S, L, W> {
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
            if weight > 0.0 {
                (position + 1) as f64
            } else {
                0.0
            }
        })
    }

    fn weigh(&self, positions: &[usize], weights: &mut dyn FnMut(usize, f64)) {
        for (i, &position) in positions.iter().enumerate() {
            weights(i, self.weights.at(position));
        }
    }

    fn first_fault(&self) -> Error {
        let missing = |argument, position| Error::Missing { argument, position };
        if let Some(position) = self.scores.iter().position(|score| score.is_missing()) {
            return missing(Argument::Scores, position);
        }
        let faulty = |&i: &usize| !(0.0..=f64::MAX).contains(&self.weights.at(i));
        let position = (0..self.len())
            .find(faulty)
            .expect("first_fault is called when there is one");
        if self.weights.is_missing(position) {
            return missing(Argument::Weights, position);
        }
        Error::Weight {
            position,
            value: self.weights.at(position),
        }
    }
}

/// A source whose weights are positions, see [`Source::load_positions`].
pub(crate) struct Positions<'a>(pub &'a dyn Source);

impl Source for Positions<'_> {
    fn len(&self) -> usize {
        self.0.len()
    }

    fn score(&self, index: usize) -> f64 {
        self.0.score(index)
    }

    fn scores<'a>(&'a self, start: usize, buffer: &'a mut [f64; Block::ROOM]) -> &'a [f64] {
        self.0.scores(start, buffer)
    }

    fn load(&self, start: usize, block: &mut Block) -> bool {
        self.0.load_positions(start, block)
    }

    fn load_positions(&self, start: usize, block: &mut Block) -> bool {
        self.0.load_positions(start, block)
    }

    fn weigh(&self, positions: &[usize], weights: &mut dyn FnMut(usize, f64)) {
        self.0.weigh(positions, weights);
    }

    fn first_fault(&self) -> Error {
        self.0.first_fault()
    }
}

/// Hands the observations to `visit` block by block, as long as it gives `true`.
pub(crate) fn visit(
    source: &dyn Source,
    poll: Poll<'_>,
    visit: impl FnMut(&Block) -> bool,
) -> Result<()> {
    visit_piece(source, 0..source.len(), poll, visit)
}

/// [`visit`] of a piece, which begins where a block does, and ends so or with the source.
pub(crate) fn visit_piece(
    source: &dyn Source,
    piece: Range<usize>,
    poll: Poll<'_>,
    mut visit: impl FnMut(&Block) -> bool,
) -> Result<()> {
    let mut block = Block::new();
    for start in piece.step_by(Block::ROOM) {
        poll_at(start, poll)?;
        if !source.load(start, &mut block) {
            return Err(source.first_fault());
        }
        if !visit(&block) {
            break;
        }
    }
    Ok(())
}

/// Hands the scores of a piece to `visit` block by block, see [`Source::scores`].
pub(crate) fn visit_scores(
    source: &dyn Source,
    piece: Range<usize>,
    poll: Poll<'_>,
    mut visit: impl FnMut(&[f64]),
) -> Result<()> {
    let mut buffer = [0.0; Block::ROOM];
    for start in piece.step_by(Block::ROOM) {
        poll_at(start, poll)?;
        visit(source.scores(start, &mut buffer));
    }
    Ok(())
}

fn poll_at(start: usize, poll: Poll<'_>) -> Result<()> {
    if start > 0 && start % BLOCK == 0 {
        check(poll)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests;
