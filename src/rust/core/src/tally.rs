//! Observations added up by score, for data with few distinct scores.

use crate::block::Block;
use crate::error::Error;
use crate::memory::reserve;
use crate::plan::Sample;
use crate::poll::Poll;
use crate::record::Record;
use crate::source::{visit, Source};
use crate::sum::Sum;

/// The weights of the two classes at one score.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Tallied {
    pub score: f64,
    /// Of the negatives, of the positives.
    weights: [Sum; 2],
}

impl Tallied {
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

/// More distinct scores than this are sorted instead.
const MOST: usize = 1 << 15;

/// Adds the observations up by score; the scores ascend. None when there is no sample, or it shows
/// many distinct scores.
pub(crate) fn tally_if_few(
    source: &dyn Source,
    sample: Option<&Sample>,
    poll: Poll<'_>,
) -> Result<Option<Vec<Tallied>>, Error> {
    let most = (source.len() / 8).min(MOST);
    match sample.map(Sample::distinct) {
        Some(distinct) if distinct < most as f64 => tally(source, distinct as usize, poll),
        _ => Ok(None),
    }
}

/// None when there are many more distinct scores than expected.
fn tally(
    source: &dyn Source,
    expected: usize,
    poll: Poll<'_>,
) -> Result<Option<Vec<Tallied>>, Error> {
    // Often enough to keep the errors of a sum small, seldom enough to cost nothing.
    const SETTLE: usize = 1 << 22;
    let mut table = Table::new(expected)?;
    let mut seen = 0;
    let mut fits = true;
    visit(source, poll, |block| {
        for record in block.records() {
            fits &= table.add(record);
        }
        seen += block.len();
        if seen % SETTLE < Block::ROOM {
            table.settle();
        }
        fits
    })?;
    if !fits {
        return Ok(None);
    }
    Ok(Some(table.into_rows()))
}

/// A hash table from scores to positions in `rows`, with open addressing.
struct Table {
    slots: Vec<Slot>,
    /// How far the hash is shifted to give a slot.
    shift: u32,
    rows: Vec<Tallied>,
}

#[derive(Clone, Copy)]
struct Slot {
    key: u64,
    row: u32,
}

/// No score has these bits, which are a NaN's.
const EMPTY: u64 = u64::MAX;

impl Table {
    /// A table with room for twice the expected number of scores at least, half filled then.
    fn new(expected: usize) -> Result<Table, Error> {
        let length = (4 * expected).next_power_of_two();
        let mut slots = reserve(length)?;
        slots.resize(length, Slot { key: EMPTY, row: 0 });
        Ok(Table {
            slots,
            shift: u64::BITS - length.trailing_zeros(),
            rows: Vec::with_capacity(length / 2),
        })
    }

    /// Adds one observation; `false` when there is no room for its score.
    #[inline(always)]
    fn add(&mut self, record: Record) -> bool {
        let Some(row) = self.row(record.score) else {
            return false;
        };
        // An index, where a branch on the class would be mispredicted every other time.
        self.rows[row].weights[usize::from(record.weight > 0.0)].add(record.weight.abs());
        true
    }

    #[inline(always)]
    fn row(&mut self, score: f64) -> Option<usize> {
        let key = score.to_bits();
        let last = self.slots.len() - 1;
        // Fibonacci hashing: the high bits of the product depend on all bits of the key.
        let mut place = (key.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> self.shift) as usize;
        loop {
            let slot = &mut self.slots[place & last];
            if slot.key == key {
                return Some(slot.row as usize);
            }
            if slot.key == EMPTY {
                break;
            }
            place += 1;
        }
        if self.rows.len() == self.slots.len() / 2 {
            return None;
        }
        self.slots[place & last] = Slot {
            key,
            row: self.rows.len() as u32,
        };
        self.rows.push(Tallied {
            score,
            ..Tallied::default()
        });
        Some(self.rows.len() - 1)
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
