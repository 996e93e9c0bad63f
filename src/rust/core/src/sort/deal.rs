//! Dealing observations to the buckets of a map: they are counted in a first round, and put where
//! they belong in a second.

use super::map::BucketMap;
use super::write_combining::Lines;
use crate::error::Error;
use crate::memory::{collect, filled};
use crate::observations::block::Block;
use crate::observations::record::Record;

/// The first round.
pub(crate) struct Count<'m, M> {
    map: &'m M,
    buckets: [u16; Block::ROOM],
    counts: Vec<usize>,
}

impl<'m, M: BucketMap> Count<'m, M> {
    pub fn new(map: &'m M) -> Result<Self, Error> {
        Ok(Count {
            map,
            buckets: [0; Block::ROOM],
            counts: filled(map.buckets(), 0)?,
        })
    }

    /// Counts scores, as many as a block has room for at most.
    pub fn add(&mut self, scores: &[f64]) {
        self.map.fill(scores, &mut self.buckets);
        let counts = &mut self.counts[..];
        for &bucket in &self.buckets[..scores.len()] {
            counts[usize::from(bucket)] += 1;
        }
    }

    /// Goes on to the second round, with room for what was counted.
    pub fn deal(self, records: &mut [Record]) -> Result<Deal<'m, '_, M>, Error> {
        let mut first = self.counts;
        let mut start = 0;
        for count in &mut first {
            start += std::mem::replace(count, start);
        }
        Ok(Deal {
            map: self.map,
            buckets: self.buckets,
            next: collect(first.iter().copied())?,
            records: if start > IN_CACHE {
                Records::Lines(Lines::new(records, first.len())?)
            } else {
                Records::Plain(records)
            },
            first,
        })
    }
}

/// As many records stay in the caches while they are dealt.
const IN_CACHE: usize = 1 << 17;

enum Records<'t> {
    Plain(&'t mut [Record]),
    Lines(Lines<'t>),
}

/// The second round.
pub(crate) struct Deal<'m, 't, M> {
    map: &'m M,
    buckets: [u16; Block::ROOM],
    /// Where each bucket begins, and where its next record goes.
    first: Vec<usize>,
    next: Vec<usize>,
    records: Records<'t>,
}

impl<M: BucketMap> Deal<'_, '_, M> {
    /// Puts the observations where they belong.
    pub fn add(&mut self, block: &Block) {
        self.map.fill(block.scores(), &mut self.buckets);
        let buckets = self.buckets.iter().map(|&bucket| usize::from(bucket));
        let rows = buckets.zip(block.records());
        let next = &mut self.next[..];
        match &mut self.records {
            Records::Plain(records) => {
                let records = &mut **records;
                for (bucket, record) in rows {
                    records[next[bucket]] = record;
                    next[bucket] += 1;
                }
            }
            Records::Lines(lines) => lines.put(rows, next, &self.first),
        }
    }

    /// Ends the round; gives the ends of the buckets. Where less was dealt than counted, what was
    /// dealt is at the beginning.
    pub fn finish(self) -> Vec<usize> {
        let Deal { first, next, .. } = self;
        let records = match self.records {
            Records::Plain(records) => records,
            Records::Lines(lines) => lines.finish(&first, &next),
        };
        close_gaps(records, &first, next)
    }
}

/// Moves buckets together; gives their new ends.
fn close_gaps(records: &mut [Record], first: &[usize], mut ends: Vec<usize>) -> Vec<usize> {
    let mut start = 0;
    for (&first, end) in first.iter().zip(&mut ends) {
        let length = *end - first;
        if start != first {
            records.copy_within(first..*end, start);
        }
        start += length;
        *end = start;
    }
    ends
}

#[cfg(test)]
mod tests;
