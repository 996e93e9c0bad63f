//! Dealing observations to the buckets of a map: they are counted in a first round, and put where
//! they belong in a second. Pieces of them may be counted and dealt by threads of their own: each
//! piece has a place of its own in each bucket, behind those of the pieces before it.

use super::map::BucketMap;
use super::write_combining::Lines;
use crate::error::Result;
use crate::memory::{collect, filled, push, reserve};
use crate::observations::block::Block;
use crate::observations::record::Record;
use std::slice::IterMut;

/// The first round.
pub(crate) struct Count<'m, M> {
    map: &'m M,
    buckets: [u16; Block::CAPACITY],
    counts: Vec<usize>,
}

impl<'m, M: BucketMap> Count<'m, M> {
    pub fn new(map: &'m M) -> Result<Self> {
        Ok(Count {
            map,
            buckets: [0; Block::CAPACITY],
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

    /// How many scores each bucket has.
    pub fn finish(self) -> Vec<usize> {
        self.counts
    }
}

/// As many records, 8 MB, stay in the caches until they are sorted.
pub(crate) const IN_CACHE: usize = 1 << 19;

/// The second round.
pub(crate) struct Deal<'m, 't, M> {
    map: &'m M,
    buckets: [u16; Block::CAPACITY],
    to: To<'t>,
}

enum To<'t> {
    Plain(Plain<'t>),
    Lines(Lines<'t>),
}

/// Places that records are written to one by one: what is left of each, and how many it had.
struct Plain<'t> {
    left: Vec<IterMut<'t, Record>>,
    sizes: Vec<usize>,
}

impl<'m, 't, M: BucketMap> Deal<'m, 't, M> {
    /// Deals a piece to its [`places`] among `records` records.
    pub fn new(map: &'m M, places: Vec<&'t mut [Record]>, records: usize) -> Result<Self> {
        let to = if records > IN_CACHE {
            To::Lines(Lines::new(places)?)
        } else {
            To::Plain(Plain {
                sizes: collect(places.iter().map(|place| place.len()))?,
                left: collect(places.into_iter().map(|place| place.iter_mut()))?,
            })
        };
        Ok(Deal {
            map,
            buckets: [0; Block::CAPACITY],
            to,
        })
    }

    /// Puts the observations where they belong.
    pub fn add(&mut self, block: &Block) {
        self.map.fill(block.scores(), &mut self.buckets);
        let buckets = self.buckets.iter().map(|&bucket| usize::from(bucket));
        let rows = buckets.zip(block.records());
        match &mut self.to {
            To::Plain(Plain { left, .. }) => {
                let left = &mut left[..];
                for (bucket, record) in rows {
                    *left[bucket].next().expect("as many as were counted") = record;
                }
            }
            To::Lines(lines) => lines.put(rows),
        }
    }

    /// Ends the round; gives how many records each bucket got.
    pub fn finish(self) -> Vec<usize> {
        match self.to {
            To::Plain(Plain { left, mut sizes }) => {
                let sizes_and_left = sizes.iter_mut().zip(left);
                sizes_and_left.for_each(|(size, left)| *size -= left.len());
                sizes
            }
            To::Lines(lines) => lines.finish(),
        }
    }
}

/// The places of each piece in all buckets, by what the pieces have counted.
pub(crate) fn places<'t>(
    counts: &[&[usize]],
    records: &'t mut [Record],
) -> Result<Vec<Vec<&'t mut [Record]>>> {
    let buckets = counts.first().map_or(0, |counts| counts.len());
    let mut places = reserve(counts.len())?;
    for _ in counts {
        push(&mut places, reserve(buckets)?)?;
    }
    let mut rest = records;
    for bucket in 0..buckets {
        for (places, counts) in places.iter_mut().zip(counts) {
            let (place, others) = rest.split_at_mut(counts[bucket]);
            push(places, place)?;
            rest = others;
        }
    }
    Ok(places)
}

/// Moves buckets together where less was dealt than counted; gives their ends. Each piece has what
/// it counted and what it dealt.
pub(crate) fn close_gaps(records: &mut [Record], pieces: &[[Vec<usize>; 2]]) -> Result<Vec<usize>> {
    let buckets = pieces.first().map_or(0, |[counted, _]| counted.len());
    let mut ends = reserve(buckets)?;
    let (mut first, mut end) = (0, 0);
    for bucket in 0..buckets {
        for [counted, dealt] in pieces {
            if end != first {
                records.copy_within(first..first + dealt[bucket], end);
            }
            end += dealt[bucket];
            first += counted[bucket];
        }
        push(&mut ends, end)?;
    }
    Ok(ends)
}

#[cfg(test)]
mod tests;
