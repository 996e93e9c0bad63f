//! Observations added up by score, for data with few distinct scores.

use crate::error::{Class, Result};
use crate::memory::{filled, push, reserve};
use crate::observations::block::Block;
use crate::observations::source::{visit, Source};
use crate::poll::Poll;
use crate::sort::sample::Sample;
use crate::sum::totals::{fits, Totals};
use crate::sum::Sum;

/// The weights of the two classes at one score.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Tallied {
    pub score: f64,
    /// The sums of the negatives and of the positives.
    weights: [Sum; 2],
}

impl Tallied {
    pub fn new(score: f64, weights: [f64; 2]) -> Tallied {
        let mut tallied = Tallied {
            score,
            ..Tallied::default()
        };
        for (sum, weight) in tallied.weights.iter_mut().zip(weights) {
            sum.add(weight);
        }
        tallied
    }

    pub fn negative(&self) -> f64 {
        self.weights[0].value()
    }

    pub fn positive(&self) -> f64 {
        self.weights[1].value()
    }

    pub fn weights(&self) -> [Sum; 2] {
        self.weights
    }
}

/// The totals of a tally; fails as [`Totals::check_records`].
pub(crate) fn totals_of(rows: &[Tallied]) -> Result<Totals> {
    let negatives = || rows.iter().map(Tallied::negative);
    let positives = || rows.iter().map(Tallied::positive);
    let totals = Totals {
        negative: negatives().sum(),
        positive: positives().sum(),
    };
    totals.check(|class| match class {
        Class::Negative => fits(negatives()),
        Class::Positive => fits(positives()),
    })
}

/// More distinct scores than this are sorted instead.
const MOST: usize = 1 << 15;

/// Adds the observations up by score; the scores ascend. None when there is no sample, or it shows
/// many distinct scores.
pub(crate) fn tally_if_few(
    source: &dyn Source,
    sample: Option<&Sample>,
    poll: Poll<'_>,
) -> Result<Option<Vec<Tallied>>> {
    let most = (source.len() / 8).min(MOST);
    match sample.map(Sample::distinct) {
        Some(distinct) if distinct < most as f64 => tally(source, distinct as usize, poll),
        _ => Ok(None),
    }
}

/// None when there are many more distinct scores than expected, or they collide.
fn tally(source: &dyn Source, expected: usize, poll: Poll<'_>) -> Result<Option<Vec<Tallied>>> {
    let mut table = Table::new(expected)?;
    if table.add_all(source, poll)? {
        Ok(Some(table.into_rows()))
    } else {
        Ok(None)
    }
}

/// A hash table from scores to positions in `rows`, with open addressing.
struct Table {
    /// Positions, or [`EMPTY`]: small, to stay in the innermost cache.
    slots: Vec<u16>,
    /// How far the hash is shifted to give a slot.
    shift: u32,
    /// Room for so many rows.
    buffer: usize,
    rows: Vec<Tallied>,
    /// How many slots of other scores were passed on the way to those looked for.
    passed: usize,
}

/// The position of no row.
const EMPTY: u16 = u16::MAX;

/// How many slots may be passed for each observation, on average. Scores pass a tenth of one, if
/// they were not made to collide; to pass as many as this takes as long as a sort.
const PATIENCE: usize = 4;

impl Table {
    /// A table with room for about twice the expected number of scores, at most [`MOST`].
    fn new(expected: usize) -> Result<Table> {
        // Mostly empty, so that few scores find their slot taken by another.
        let length = (16 * expected).next_power_of_two();
        let buffer = (length / 8).min(usize::from(EMPTY));
        Ok(Table {
            slots: filled(length, EMPTY)?,
            shift: u64::BITS - length.trailing_zeros(),
            buffer,
            rows: reserve(buffer)?,
            passed: 0,
        })
    }

    /// Adds all observations; `false` when there is no room for their scores, or when these
    /// collide so much that a sort is faster.
    fn add_all(&mut self, source: &dyn Source, poll: Poll<'_>) -> Result<bool> {
        // Often enough to keep the errors of a sum small, seldom enough to cost nothing.
        const SETTLE: usize = 1 << 22;
        let mut seen = 0;
        let mut fits = Ok(true);
        visit(source, poll, |block| {
            fits = self.add(block);
            seen += block.len();
            if seen % SETTLE < Block::CAPACITY {
                self.settle();
            }
            if self.passed > PATIENCE * (seen + Block::CAPACITY) {
                fits = Ok(false);
            }
            fits == Ok(true)
        })?;
        fits
    }

    /// Adds observations; `false` when there is no room for all of their scores.
    fn add(&mut self, block: &Block) -> Result<bool> {
        let mut places = [0; Block::CAPACITY];
        let mut start = 0;
        while let Some((new, slot)) = self.find(block.scores(), &mut places, start) {
            if self.rows.len() == self.buffer {
                return Ok(false);
            }
            self.slots[slot] = self.rows.len() as u16;
            let row = Tallied {
                score: block.scores()[new],
                ..Tallied::default()
            };
            push(&mut self.rows, row)?;
            start = new;
        }
        let rows = &mut self.rows[..];
        for (&place, &weight) in places.iter().zip(block.weights()) {
            // An index, where a branch on the class would be mispredicted every other time.
            let class = usize::from(weight > 0.0);
            rows[usize::from(place)].weights[class].add(weight.abs());
        }
        Ok(true)
    }

    /// Writes the positions of the rows of scores, from number `start` on, until a score has none:
    /// gives its number, and the slot for it.
    fn find(&mut self, scores: &[f64], places: &mut [u16], start: usize) -> Option<(usize, usize)> {
        let (slots, rows, shift) = (&self.slots[..], &self.rows[..], self.shift);
        let last = slots.len() - 1;
        let mut passed = 0;
        let left = scores[start..].iter().zip(&mut places[start..]);
        for (number, (score, place)) in left.enumerate() {
            let key = score.to_bits();
            // Fibonacci hashing: the high bits of the product depend on all bits of the key.
            let mut slot = (key.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> shift) as usize;
            *place = loop {
                let row = slots[slot & last];
                match rows.get(usize::from(row)) {
                    Some(tallied) if tallied.score.to_bits() == key => break row,
                    Some(_) => {
                        slot += 1;
                        passed += 1;
                    }
                    None => {
                        self.passed += passed;
                        return Some((start + number, slot & last));
                    }
                }
            };
        }
        self.passed += passed;
        None
    }

    fn settle(&mut self) {
        for row in &mut self.rows {
            row.weights.iter_mut().for_each(Sum::settle);
        }
    }

    fn into_rows(mut self) -> Vec<Tallied> {
        self.settle();
        self.rows
            .sort_unstable_by(|a, b| a.score.total_cmp(&b.score));
        self.rows
    }
}

#[cfg(test)]
mod tests;
