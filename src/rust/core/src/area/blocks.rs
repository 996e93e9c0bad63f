//! Sums over blocks of a curve's pieces, to pass by those that a line does not cross.

use super::pieces::Pieces;
use crate::error::Result;
use crate::memory::{push, reserve};
use crate::poll::Pace;
use crate::shape::Rates;
use crate::sum::Sum;
use std::ops::Range;

/// The pieces of a block of the lowest level. A block of the next level is two of them.
const SIZE: usize = 32;

/// Levels of blocks, each from the first piece on as far as there are whole blocks.
pub(super) struct Blocks {
    levels: Vec<Vec<Block>>,
}

/// The sums of some neighbouring pieces. Lines pass through the pivot.
#[derive(Clone, Copy)]
pub(super) struct Block {
    /// The area below the pieces.
    area: Sum,
    /// The integrals of how far they are right of the pivot and above it.
    run: Sum,
    rise: Sum,
    /// A point is above the lines with slopes between two numbers. The smallest and the largest of
    /// the first, and of the second.
    from: [f64; 2],
    to: [f64; 2],
}

impl Blocks {
    /// No blocks: all is made of single pieces.
    pub fn none() -> Blocks {
        Blocks { levels: Vec::new() }
    }

    /// O(pieces) time, some bytes a piece.
    pub fn new(pieces: &Pieces<'_, impl Rates>, pace: &mut Pace<'_>) -> Result<Blocks> {
        let mut lowest = reserve(pieces.len() / SIZE)?;
        for block in 0..pieces.len() / SIZE {
            pace.steps(SIZE)?;
            push(
                &mut lowest,
                Block::from_pieces(pieces, block * SIZE..(block + 1) * SIZE),
            )?;
        }
        let mut levels = Vec::new();
        let mut last = lowest;
        while last.len() > 1 {
            let mut next = reserve(last.len() / 2)?;
            for pair in last.chunks_exact(2) {
                pace.step()?;
                push(&mut next, pair[0].with(&pair[1]))?;
            }
            push(&mut levels, std::mem::replace(&mut last, next))?;
        }
        push(&mut levels, last)?;
        Ok(Blocks { levels })
    }

    /// Adds the areas of a range of pieces: by blocks, as large as `of_block` can say something of,
    /// else by `of_pieces`.
    pub fn add(
        &self,
        range: Range<usize>,
        area: &mut Sum,
        of_block: impl Fn(&Block) -> Option<f64>,
        of_pieces: impl Fn(Range<usize>, &mut Sum),
        pace: &mut Pace<'_>,
    ) -> Result<()> {
        let mut start = range.start;
        while start < range.end {
            let mut level = self.level_of_largest(start..range.end);
            start = loop {
                let Some(block) = level else {
                    let end = range.end.min((start / SIZE + 1) * SIZE);
                    pace.steps(end - start)?;
                    of_pieces(start..end, area);
                    break end;
                };
                pace.step()?;
                let size = SIZE << block;
                if let Some(term) = of_block(&self.levels[block][start / size]) {
                    area.add(term);
                    break start + size;
                }
                level = block.checked_sub(1);
            };
        }
        Ok(())
    }

    /// The level of the largest block that begins where a range does and ends within it.
    fn level_of_largest(&self, range: Range<usize>) -> Option<usize> {
        let fits = |&level: &usize| {
            let size = SIZE << level;
            range.start & (size - 1) == 0 && size <= range.len()
        };
        (0..self.levels.len()).take_while(fits).last()
    }
}

impl Block {
    fn from_pieces(pieces: &Pieces<'_, impl Rates>, range: Range<usize>) -> Block {
        let mut block = Block {
            area: Sum::default(),
            run: Sum::default(),
            rise: Sum::default(),
            from: [f64::INFINITY, f64::NEG_INFINITY],
            to: [f64::INFINITY, f64::NEG_INFINITY],
        };
        for i in range.clone() {
            let piece = pieces.piece(i);
            block.area.add(piece.area());
            let width = piece.width();
            block.run.add(width * piece.mean(|point| point.run));
            block.rise.add(width * piece.mean(|point| point.rise));
        }
        for row in range.start..=range.end {
            let [from, to] = pieces.point(row).slopes_below();
            block.widen([from; 2], [to; 2]);
        }
        block
    }

    /// Both blocks.
    fn with(mut self, other: &Block) -> Block {
        self.area.add_sum(other.area);
        self.run.add_sum(other.run);
        self.rise.add_sum(other.rise);
        self.widen(other.from, other.to);
        self
    }

    fn widen(&mut self, from: [f64; 2], to: [f64; 2]) {
        self.from = [self.from[0].min(from[0]), self.from[1].max(from[1])];
        self.to = [self.to[0].min(to[0]), self.to[1].max(to[1])];
    }

    /// The area below the pieces.
    pub fn area(&self) -> f64 {
        self.area.value()
    }

    /// The area between the pieces and a line which is never below 0, if all points are on one side of it.
    pub fn area_above(&self, slope: f64) -> Option<f64> {
        if slope <= self.from[0] || self.to[1] <= slope {
            return Some(0.0);
        }
        let above = self.from[1] <= slope && slope <= self.to[0];
        above.then(|| {
            let area = self.rise.value() - slope * self.run.value();
            area.clamp(0.0, self.area())
        })
    }
}
