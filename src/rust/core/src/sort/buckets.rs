//! Sorting of the buckets that records were dealt to, each by itself, by several threads.

use super::deal::{close_gaps, places, Count, Deal};
use super::map::BucketMap;
use super::sample::Sample;
use super::small::{sort_by_comparison, Scratch, SMALL};
use super::ties::count_distinct;
use crate::error::Result;
use crate::memory::push;
use crate::observations::block::Block;
use crate::observations::record::{copied, Record};
use crate::options::Options;
use crate::poll::{check, Poll, BLOCK};
use crate::pool::share_out;
use std::num::NonZeroUsize;

/// Fewer records than this are not worth a thread's start.
const FEWEST: usize = 1 << 15;

/// Sorts each bucket of what was dealt; gives the number of distinct scores. `ends` are the ends of the buckets. The
/// result of each bucket does not depend on who sorts it.
pub(crate) fn sort_buckets(
    records: &mut [Record],
    ends: &[usize],
    map: &(impl BucketMap + Sync),
    options: Options<'_>,
) -> Result<usize> {
    if options.threads == NonZeroUsize::MIN || records.len() < FEWEST {
        return sort_single(records, ends, map, options.poll);
    }
    let worker = || {
        let mut scratch = Scratch::default();
        move |share: Share<'_>, poll: Poll<'_>| share.sort(map, &mut scratch, poll)
    };
    let jobs = shares(records, ends, options.threads.get().saturating_mul(8))?;
    share_out(jobs, worker, options)
}

/// Sorts in place; gives the number of distinct scores.
fn sort(records: &mut [Record], poll: Poll<'_>) -> Result<usize> {
    let map = Sample::new(records.len(), |i| records[i].score)?.plan(records.len())?;
    let from = copied(records)?;
    let mut block = Block::new();
    let mut count = Count::new(&map)?;
    for records in from.chunks(Block::CAPACITY) {
        block.fill_with(records);
        count.add(block.scores());
    }
    let counts = count.finish();
    let total = records.len();
    let mut places = places(&[&counts], records)?;
    let mut deal = Deal::new(&map, places.pop().unwrap_or_default(), total)?;
    for records in from.chunks(Block::CAPACITY) {
        block.fill_with(records);
        deal.add(&block);
    }
    let dealt = deal.finish();
    let ends = close_gaps(records, &[[counts, dealt]])?;
    drop(from);
    sort_single(records, &ends, &map, poll)
}

/// [`sort_buckets`] by one thread.
fn sort_single(
    records: &mut [Record],
    ends: &[usize],
    map: &impl BucketMap,
    poll: Poll<'_>,
) -> Result<usize> {
    let all = Share {
        most: most_of_a_bucket(records),
        records,
        first: 0,
        start: 0,
        ends,
    };
    all.sort(map, &mut Scratch::default(), poll)
}

/// A bucket with more, most of all records, shows that the sample has misled: it is sorted by
/// comparison, so that the time is O(n log n) at worst.
fn most_of_a_bucket(records: &[Record]) -> usize {
    (records.len() / 2).max(SMALL)
}

/// Neighbouring buckets that are to be sorted.
struct Share<'a> {
    pub records: &'a mut [Record],
    /// The number of the first of the buckets, and the position of its first record among all.
    pub first: usize,
    pub start: usize,
    /// The positions behind the buckets.
    pub ends: &'a [usize],
    /// See [`most_of_a_bucket`].
    pub most: usize,
}

impl Share<'_> {
    /// Sorts each bucket; gives the number of distinct scores.
    pub fn sort(
        self,
        map: &impl BucketMap,
        scratch: &mut Scratch,
        poll: Poll<'_>,
    ) -> Result<usize> {
        let (mut start, mut polled, mut distinct) = (0, 0, 0);
        for (bucket, &end) in (self.first..).zip(self.ends) {
            let end = end - self.start;
            if end - polled > BLOCK {
                check(poll)?;
                polled = end;
            }
            let records = &mut self.records[start..end];
            distinct += if map.is_constant(bucket) {
                usize::from(!records.is_empty())
            } else if records.len() > self.most {
                sort_by_comparison(records);
                count_distinct(records)
            } else if records.len() > SMALL {
                sort(records, poll)?
            } else {
                scratch.sort_in(map.range(bucket), records, 0)?;
                count_distinct(records)
            };
            start = end;
        }
        Ok(distinct)
    }
}

/// Cuts records into about `number` shares of neighbouring buckets.
fn shares<'a>(
    records: &'a mut [Record],
    ends: &'a [usize],
    number: usize,
) -> Result<Vec<Share<'a>>> {
    let most = most_of_a_bucket(records);
    let size = records.len() / number + 1;
    let mut shares = Vec::new();
    let (mut rest, mut first, mut start) = (records, 0, 0);
    while first < ends.len() {
        let last = ends.partition_point(|&end| end < start + size);
        let behind = (last + 1).min(ends.len());
        let end = ends[behind - 1];
        let (records, others) = rest.split_at_mut(end - start);
        let share = Share {
            records,
            first,
            start,
            ends: &ends[first..behind],
            most,
        };
        push(&mut shares, share)?;
        (rest, first, start) = (others, behind, end);
    }
    Ok(shares)
}

#[cfg(test)]
mod tests;
