//! Observations added up by score, for data with few distinct scores.

use crate::error::Error;
use crate::memory::reserve;
use crate::plan::Sample;
use crate::poll::Poll;
use crate::source::{visit, Source};
use crate::sum::Sum;

/// The weights of the two classes at one score.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Tallied {
    pub score: f64,
    pub negative: Sum,
    pub positive: Sum,
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
    let most = (source.len() / 8).min(MOST) as f64;
    match sample {
        Some(sample) if sample.distinct() < most => tally(source, poll),
        _ => Ok(None),
    }
}

/// None when there are more than [`MOST`] distinct scores.
fn tally(source: &dyn Source, poll: Poll<'_>) -> Result<Option<Vec<Tallied>>, Error> {
    // Often enough to keep the errors of a sum small, seldom enough to cost nothing.
    const SETTLE: usize = 1 << 22;
    let mut table = Table::new()?;
    let mut seen = 0;
    let mut fits = true;
    visit(source, poll, |scores, weights| {
        for (&score, &weight) in scores.iter().zip(weights) {
            fits &= table.add(score, weight);
        }
        seen += scores.len();
        if seen % SETTLE < scores.len() {
            table.settle();
        }
        fits
    })?;
    if !fits {
        return Ok(None);
    }
    Ok(Some(table.into_rows()))
}

/// A hash table from scores to positions in `rows`.
struct Table {
    slots: Vec<Slot>,
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
    const SLOTS: usize = 2 * MOST;

    fn new() -> Result<Table, Error> {
        let mut slots = reserve(Self::SLOTS)?;
        slots.resize(Self::SLOTS, Slot { key: EMPTY, row: 0 });
        Ok(Table {
            slots,
            rows: reserve(MOST)?,
        })
    }

    /// Adds one observation; `false` when there is no room for its score.
    #[inline(always)]
    fn add(&mut self, score: f64, weight: f64) -> bool {
        if weight == 0.0 {
            return true;
        }
        let Some(row) = self.row(score) else {
            return false;
        };
        let row = &mut self.rows[row];
        if weight > 0.0 {
            row.positive.add(weight);
        } else {
            row.negative.add(-weight);
        }
        true
    }

    #[inline(always)]
    fn row(&mut self, score: f64) -> Option<usize> {
        let key = score.to_bits();
        // Fibonacci hashing: the high bits of the product depend on all bits of the key.
        let mut place = (key.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 48) as usize;
        loop {
            let slot = &mut self.slots[place & (Self::SLOTS - 1)];
            if slot.key == key {
                return Some(slot.row as usize);
            }
            if slot.key == EMPTY {
                break;
            }
            place += 1;
        }
        if self.rows.len() == MOST {
            return None;
        }
        self.slots[place & (Self::SLOTS - 1)] = Slot {
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
            row.negative.settle();
            row.positive.settle();
        }
    }

    fn into_rows(mut self) -> Vec<Tallied> {
        self.settle();
        self.rows
            .sort_unstable_by(|a, b| a.score.total_cmp(&b.score));
        self.rows
    }
}
