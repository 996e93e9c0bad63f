//! Sorting of few records, within the cache.

use super::map::{Formula, Linear, Neighbours};
use crate::error::Result;
use crate::memory::resize;
use crate::observations::record::Record;

/// Runs of at most this many are sorted within the cache.
pub(crate) const SMALL: usize = 6000;

/// Sorts at most [`SMALL`] records.
pub(crate) fn sort_few(records: &mut [Record]) -> Result<()> {
    Scratch::default().sort_small(records, 0)
}

/// Working memory for small sorts, used again and again.
#[derive(Default)]
pub(crate) struct Scratch {
    records: Vec<Record>,
    /// The bucket of each record.
    buckets: Vec<u16>,
    /// The counts of the buckets, then where they begin, then where they end.
    ends: Vec<u16>,
}

impl Scratch {
    /// Sorts at most [`SMALL`] records: they are dealt to twice as many buckets by a linear map, or by a
    /// logarithmic one where tails are heavy, which leaves each near its place, and then inserted. Crowded
    /// buckets are sorted by themselves.
    fn sort_small(&mut self, records: &mut [Record], depth: usize) -> Result<()> {
        self.sort_in(None, records, depth)
    }

    /// [`Scratch::sort_small`] of records whose scores' range may be known.
    pub fn sort_in(
        &mut self,
        range: Option<(f64, f64)>,
        records: &mut [Record],
        depth: usize,
    ) -> Result<()> {
        const TINY: usize = 24;
        const FEW: usize = 500;
        const DEEPEST: usize = 3;
        const CROWDED: u16 = 24;
        if records.len() <= TINY {
            insertion_sort(records);
            return Ok(());
        }
        // A range too small for doubles does not count.
        let known = range.filter(|(low, high)| low < high);
        let (low, high) = known.unwrap_or_else(|| range_of(records));
        if low == high {
            return Ok(());
        }
        let linear = Linear::new(low, high, 2 * records.len());
        let is_first = depth == 0;
        // To judge few records, or those that a map has spread before, costs more than it saves.
        let covariance = is_first && (records.len() < FEW || known.is_some());
        let dealt = match linear {
            Some(map) if covariance => Some(self.deal(&map, records)?),
            _ if depth < DEEPEST => self.deal_evenly([low, high], records)?,
            _ => None,
        };
        let dealt = match (dealt, linear) {
            (None, Some(map)) if is_first => Some(self.deal(&map, records)?),
            _ => dealt,
        };
        let Some(most) = dealt else {
            sort_by_comparison(records);
            return Ok(());
        };
        if most <= CROWDED {
            insert(&self.records, records);
            return Ok(());
        }
        records.copy_from_slice(&self.records);
        self.sort_crowded(records, CROWDED, depth)?;
        insertion_sort(records);
        Ok(())
    }

    /// Deals by the simplest map that spreads some of the scores; none without one.
    #[inline(never)]
    fn deal_evenly(&mut self, [low, high]: [f64; 2], records: &[Record]) -> Result<Option<u16>> {
        let some: [f64; SOME] = std::array::from_fn(|i| records[i * records.len() / SOME].score);
        let linear = |buckets| Linear::new(low, high, buckets);
        if let (Some(map), Some(coarse)) = (linear(2 * records.len()), linear(PARTS)) {
            if is_even(&some, &coarse) {
                return self.deal(&map, records).map(Some);
            }
        }
        let neighbours = |buckets| Neighbours::new(&some, [low, high], buckets);
        if let (Some(map), Some(coarse)) = (neighbours(2 * records.len()), neighbours(PARTS)) {
            if is_even(&some, &coarse) {
                return self.deal(&map, records).map(Some);
            }
        }
        Ok(None)
    }

    /// Deals to twice as many buckets in the scratch; gives the number of records in the fullest.
    #[inline(never)]
    fn deal(&mut self, map: &impl Formula, records: &[Record]) -> Result<u16> {
        self.ends.clear();
        resize(&mut self.ends, 2 * records.len(), 0)?;
        resize(&mut self.buckets, records.len(), 0)?;
        resize(&mut self.records, records.len(), Record::default())?;
        let (next, buckets) = (&mut self.ends[..], &mut self.buckets[..]);
        for (to, record) in buckets.iter_mut().zip(records) {
            *to = map.bucket(record.score) as u16;
        }
        for &bucket in &*buckets {
            next[usize::from(bucket)] += 1;
        }
        let (mut start, mut most) = (0, 0);
        for count in next.iter_mut() {
            most = most.max(*count);
            start += std::mem::replace(count, start);
        }
        let dealt = &mut self.records[..];
        for (&record, &bucket) in records.iter().zip(&*buckets) {
            let place = &mut next[usize::from(bucket)];
            dealt[usize::from(*place)] = record;
            *place += 1;
        }
        Ok(most)
    }

    fn sort_crowded(&mut self, records: &mut [Record], crowded: u16, depth: usize) -> Result<()> {
        let ends = std::mem::take(&mut self.ends);
        let mut start = 0;
        for &end in &ends {
            if end - start > crowded {
                let crowd = &mut records[usize::from(start)..usize::from(end)];
                self.sort_small(crowd, depth + 1)?;
            }
            start = end;
        }
        self.ends = ends;
        Ok(())
    }
}

/// The number of scores that a map is judged by, of its parts then, and of scores that a part may have.
const SOME: usize = 16;
const PARTS: usize = 8;
const MOST: usize = SOME / 4 * 3;

/// Returns whether no part gets most of the scores.
fn is_even(some: &[f64; SOME], parts: &impl Formula) -> bool {
    let mut counts = [0; PARTS];
    some.iter()
        .for_each(|&score| counts[parts.bucket(score)] += 1);
    counts.iter().all(|&count| count <= MOST)
}

pub(crate) fn sort_by_comparison(records: &mut [Record]) {
    records.sort_unstable_by(|a, b| a.score.total_cmp(&b.score));
}

/// The least and the greatest score of at least one record.
fn range_of(records: &[Record]) -> (f64, f64) {
    const LANES: usize = 4;
    let first = records[0].score;
    let (mut low, mut high) = ([first; LANES], [first; LANES]);
    for records in records.chunks(LANES) {
        for (lane, &Record { score, .. }) in records.iter().enumerate() {
            low[lane] = if score < low[lane] { score } else { low[lane] };
            high[lane] = if score > high[lane] {
                score
            } else {
                high[lane]
            };
        }
    }
    (
        low.into_iter().fold(first, f64::min),
        high.into_iter().fold(first, f64::max),
    )
}

/// Sorts in place what is almost sorted.
fn insertion_sort(records: &mut [Record]) {
    for i in 1..records.len() {
        let record = records[i];
        if records[i - 1].score > record.score {
            put_below(records, i, record);
        }
    }
}

/// Sorts to another place what is almost sorted.
fn insert(from: &[Record], to: &mut [Record]) {
    let mut last = f64::NEG_INFINITY;
    for (i, &record) in from.iter().enumerate() {
        if last <= record.score {
            to[i] = record;
            last = record.score;
        } else {
            put_below(to, i, record);
        }
    }
}

/// Puts a record among the `hole` sorted ones at the beginning, the last of which is greater.
#[inline(always)]
fn put_below(sorted: &mut [Record], mut hole: usize, record: Record) {
    while hole > 0 && sorted[hole - 1].score > record.score {
        sorted[hole] = sorted[hole - 1];
        hole -= 1;
    }
    sorted[hole] = record;
}

#[cfg(test)]
mod tests;
