//! Bins that overlap, as those of tallies do that were made apart with edges of their own.
//!
//! Two observations whose bins do not overlap are in a known order; two whose bins overlap are not. So a bin has
//! to know the weight of the bins that lie entirely below it, and that of the bins that overlap with it. Not all
//! pairs of bins need to be visited:
//!
//! ```text
//! the bins ascend by their lower ends; divide them into connected sets, with gaps between them
//! for each set:
//!     ended = 0                                 weight of the bins whose upper end is below
//!     for each bin, by lower end:
//!         move on through the bins by upper end: ended += those with upper end < lower end of the bin
//!         below[bin] = ended
//!     started = 0                               weight of the bins whose lower end is not above
//!     for each bin, by upper end:
//!         move on through the bins by lower end: started += those with lower end <= upper end of the bin
//!         others[bin] = started - below[bin] - the bin itself
//! ```
//!
//! Each pointer moves in one direction, so the sort by upper ends is the longest part: O(r log r) for r bins.

use super::row::Row;
use crate::error::Result;
use crate::memory::resize;
use crate::order::order;
use crate::poll::Pace;
use crate::sum::Sums;
use std::ops::Range;

/// Returns whether bins, which ascend, overlap without having the same ends.
pub(super) fn overlap(rows: &[Row], pace: &mut Pace<'_>) -> Result<bool> {
    let mut last = f64::NEG_INFINITY;
    for pair in rows.windows(2) {
        pace.step()?;
        let [a, b] = [&pair[0], &pair[1]];
        last = last.max(a.last);
        if b.score <= last && !b.is_up_to(a) {
            return Ok(true);
        }
    }
    Ok(false)
}

/// The end of the connected set of bins that begins at a row: there is a gap between it and the next bin.
pub(crate) fn end_of_set(rows: &[Row], first: usize) -> usize {
    let mut last = f64::NEG_INFINITY;
    let mut end = first;
    while end < rows.len() && (end == first || rows[end].score <= last) {
        last = last.max(rows[end].last);
        end += 1;
    }
    end
}

/// The shares of both classes around a bin, within its connected set.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Neighbours {
    /// In the bins that lie entirely below it.
    pub below: [f64; 2],
    /// In the other bins that overlap with it.
    pub others: [f64; 2],
}

/// Around a bin that overlaps with no other.
static NOTHING: [Neighbours; 1] = [Neighbours {
    below: [0.0; 2],
    others: [0.0; 2],
}];

/// The intervals around the bins of one set after the other; its memory is used again.
#[derive(Default)]
pub(crate) struct Surroundings {
    by_last: Vec<usize>,
    neighbours: Vec<Neighbours>,
}

impl Surroundings {
    /// For each row of a connected set, see the head of this file.
    pub fn around_set(
        &mut self,
        set: &[Row],
        shares: impl Fn(&Row) -> [f64; 2],
        pace: &mut Pace<'_>,
    ) -> Result<&[Neighbours]> {
        if let [_] = set {
            return Ok(&NOTHING);
        }
        resize(&mut self.neighbours, set.len(), Neighbours::default())?;
        resize(&mut self.by_last, set.len(), 0)?;
        let all: Range<usize> = 0..set.len();
        for (place, i) in self.by_last.iter_mut().zip(all.clone()) {
            *place = i;
        }
        order(&mut self.by_last, &mut |i, j| {
            set[i].last.total_cmp(&set[j].last).then(i.cmp(&j))
        });
        let mut ends = self.by_last.iter().peekable();
        let mut ended = Sums::default();
        for i in all.clone() {
            pace.step()?;
            while let Some(&j) = ends.next_if(|&&j| set[j].last < set[i].score) {
                ended.add(shares(&set[j]));
            }
            self.neighbours[i].below = ended.values();
        }
        let mut starts = all.peekable();
        let mut started = Sums::default();
        for &i in &self.by_last {
            pace.step()?;
            while let Some(j) = starts.next_if(|&j| set[j].score <= set[i].last) {
                started.add(shares(&set[j]));
            }
            let (started, own) = (started.values(), shares(&set[i]));
            let neighbours = &mut self.neighbours[i];
            // Differences of sums that were rounded may be a little below 0.
            neighbours.others = [0, 1]
                .map(|class| (started[class] - neighbours.below[class] - own[class]).max(0.0));
        }
        Ok(&self.neighbours)
    }
}
