//! Observations, loaded in blocks of one form.

use crate::error::{Argument, Error, Result};
use crate::observations::block::Block;
use crate::observations::column::Column;
use crate::observations::label::{positive_of_chunk, Needed};
use crate::observations::Observations;
use crate::poll::{check, Poll, BLOCK};
use std::ops::Range;

/// A source of observations.
pub(crate) trait Source: Sync {
    fn len(&self) -> usize;
    /// A score, NaN when it is missing.
    fn score(&self, index: usize) -> f64;
    /// The scores from `start` on, as many as a block has room for, also those of weight 0.
    /// Nothing is checked yet, -0 is not yet 0, and a missing score may be anything.
    fn scores<'a>(&'a self, start: usize, buffer: &'a mut [f64; Block::CAPACITY]) -> &'a [f64];
    /// Loads the observations from `start` on, as many as there is room for. Observations with weight 0 are left
    /// out. `false` when a score or a weight is not what it may be.
    fn load(&self, start: usize, block: &mut Block) -> bool;
    /// As `load`, with each observation's position, counted from 1, in place of its weight.
    fn load_positions(&self, start: usize, block: &mut Block) -> bool;
    /// The weights at positions, counted from 0.
    fn weigh(&self, positions: &[usize], weights: &mut dyn FnMut(usize, f64));
    /// The first missing score, else the first weight that is no good.
    fn first_fault(&self) -> Error;
}

/// Observations of one length, whose labels are those of two classes.
pub(crate) struct Typed<'a> {
    pub observations: Observations<'a>,
    pub positive: f64,
}

impl<'a> Observations<'a> {
    /// Checks lengths and labels.
    pub(crate) fn source(&self) -> Result<Typed<'a>> {
        self.source_in(Needed::BothClasses)
    }

    /// The same where one class may be enough.
    pub(crate) fn source_in(&self, needed: Needed) -> Result<Typed<'a>> {
        self.check_lengths()?;
        Ok(self.source_with(self.labels.positive(needed)?))
    }

    /// Checks lengths and labels of a chunk: 0 and 1, of which one may be missing.
    pub(crate) fn source_of_chunk(&self) -> Result<Typed<'a>> {
        self.check_lengths()?;
        Ok(self.source_with(positive_of_chunk(self.labels.column())?))
    }

    fn source_with(&self, positive: f64) -> Typed<'a> {
        Typed {
            observations: *self,
            positive,
        }
    }

    fn check_lengths(&self) -> Result<()> {
        let expected = self.labels.len();
        let check = |argument, length| {
            if length == expected {
                Ok(())
            } else {
                Err(Error::Length {
                    argument,
                    length,
                    expected,
                })
            }
        };
        check(Argument::Scores, self.scores.column().len())?;
        if let Some(weights) = self.weights.column() {
            check(Argument::Weights, weights.len())?;
        }
        if expected == 0 {
            return Err(Error::Empty);
        }
        Ok(())
    }
}

/// The number of observations of one column that are read before those of the next one: few enough for all columns
/// to be on their way from memory at the same time.
const PIECE: usize = 128;

impl Typed<'_> {
    fn scores(&self) -> &dyn Column {
        self.observations.scores.column()
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
        let (scores, weights) = block.fill(length);
        let (mut valid, mut complete) = (true, true);
        let labels = self.observations.labels.column();
        let pieces = scores.chunks_mut(PIECE).zip(weights.chunks_mut(PIECE));
        for (start, (scores, weights)) in (start..).step_by(PIECE).zip(pieces) {
            valid &= self.scores().read_scores(start, scores);
            match self.observations.weights.column() {
                Some(column) => {
                    let (valid_ones, complete_ones) = column.read_weights(start, weights);
                    valid &= valid_ones;
                    complete &= complete_ones;
                }
                None => weights.fill(1.0),
            }
            for (position, weight) in (start..).zip(&mut *weights) {
                *weight = stand_in(position, *weight);
            }
            labels.turn_others(start, self.positive, weights);
        }
        if !complete {
            block.drop_weightless();
        }
        valid
    }
}

impl Source for Typed<'_> {
    fn len(&self) -> usize {
        self.scores().len()
    }

    fn score(&self, index: usize) -> f64 {
        self.scores().value(index)
    }

    fn scores<'a>(&'a self, start: usize, buffer: &'a mut [f64; Block::CAPACITY]) -> &'a [f64] {
        self.scores().some(start, buffer)
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
        let given = self.observations.weights;
        for (i, &position) in positions.iter().enumerate() {
            weights(i, given.value(position));
        }
    }

    fn first_fault(&self) -> Error {
        let missing = |argument, position| Error::Missing { argument, position };
        let all = 0..self.len();
        if let Some(position) = all.clone().find(|&i| self.scores().value(i).is_nan()) {
            return missing(Argument::Scores, position);
        }
        let weights = self.observations.weights;
        let faulty = |&i: &usize| !(0.0..=f64::MAX).contains(&weights.value(i));
        let position = all
            .clone()
            .find(faulty)
            .expect("first_fault is called when there is one");
        let value = weights.value(position);
        if value.is_nan() {
            return missing(Argument::Weights, position);
        }
        Error::Weight { position, value }
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

    fn scores<'a>(&'a self, start: usize, buffer: &'a mut [f64; Block::CAPACITY]) -> &'a [f64] {
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
    for start in piece.step_by(Block::CAPACITY) {
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
    let mut buffer = [0.0; Block::CAPACITY];
    for start in piece.step_by(Block::CAPACITY) {
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
