//! Dealing observations to the buckets of a map: they are counted in a first round, and put where
//! they belong in a second. Pieces of them may be counted and dealt by threads of their own: each
//! piece has a place of its own in each bucket, behind those of the pieces before it.

use super::map::BucketMap;
use super::write_combining::Lines;
use crate::error::Error;
use crate::memory::{collect, filled, push, reserve};
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

    /// How many scores each bucket has.
    pub fn finish(self) -> Vec<usize> {
        self.counts
    }
}

/// As many records stay in the caches while they are dealt.
pub(crate) const IN_CACHE: usize = 1 << 17;

/// The second round.
pub(crate) struct Deal<'m, 't, M> {
    map: &'m M,
    buckets: [u16; Block::ROOM],
    to: To<'t>,
}

enum To<'t> {
    Plain(Plain<'t>),
    Lines(Lines<'t>),
}

/// Records that are written one by one.
struct Plain<'t> {
    records: &'t mut [Record],
    /// Where each bucket begins, and where its next record goes.
    first: Vec<usize>,
    next: Vec<usize>,
}

impl<'m, 't, M: BucketMap> Deal<'m, 't, M> {
    /// Of all that was counted.
    pub fn alone(map: &'m M, counts: &[usize], records: &'t mut [Record]) -> Result<Self, Error> {
        let total: usize = counts.iter().sum();
        if total > IN_CACHE {
            let mut pieces = places(&[counts], records)?;
            return Deal::of_piece(map, pieces.pop().unwrap_or_default());
        }
        let mut first = collect(counts.iter().copied())?;
        let mut start = 0;
        for count in &mut first {
            start += std::mem::replace(count, start);
        }
        let next = collect(first.iter().copied())?;
        Ok(Deal::to(
            map,
            To::Plain(Plain {
                records,
                first,
                next,
            }),
        ))
    }

    /// Of a piece, to its [`places`].
    pub fn of_piece(map: &'m M, places: Vec<&'t mut [Record]>) -> Result<Self, Error> {
        Ok(Deal::to(map, To::Lines(Lines::new(places)?)))
    }

    fn to(map: &'m M, to: To<'t>) -> Self {
        Deal {
            map,
            buckets: [0; Block::ROOM],
            to,
        }
    }

    /// Puts the observations where they belong.
    pub fn add(&mut self, block: &Block) {
        self.map.fill(block.scores(), &mut self.buckets);
        let buckets = self.buckets.iter().map(|&bucket| usize::from(bucket));
        let rows = buckets.zip(block.records());
        match &mut self.to {
            To::Plain(Plain { records, next, .. }) => {
                let (records, next) = (&mut **records, &mut next[..]);
                for (bucket, record) in rows {
                    records[next[bucket]] = record;
                    next[bucket] += 1;
                }
            }
            To::Lines(lines) => lines.put(rows),
        }
    }

    /// Ends the round; gives how many records each bucket got.
    pub fn finish(self) -> Vec<usize> {
        match self.to {
            To::Plain(Plain {
                first, mut next, ..
            }) => {
                let starts = next.iter_mut().zip(first);
                starts.for_each(|(next, first)| *next -= first);
                next
            }
            To::Lines(lines) => lines.finish(),
        }
    }
}

/// The places of each piece in all buckets, by what the pieces have counted.
pub(crate) fn places<'t>(
    counts: &[&[usize]],
    records: &'t mut [Record],
) -> Result<Vec<Vec<&'t mut [Record]>>, Error> {
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
pub(crate) fn close_gaps(
    records: &mut [Record],
    pieces: &[[Vec<usize>; 2]],
) -> Result<Vec<usize>, Error> {
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
