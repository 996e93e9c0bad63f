//! Sorting of scores, each with its signed weight.

use crate::error::Error;
use crate::map::{BucketMap, Linear};
use crate::memory::{copied, reserve};
use crate::plan::{Plan, Sample};
use crate::poll::{check, Poll, BLOCK};
use crate::source::Block;

/// Runs of at most this many are sorted within the cache.
pub(crate) const SMALL: usize = 6000;

/// Sorts scores in place, and the weights with them.
fn sort(
    scores: &mut [f64],
    weights: &mut [f64],
    scratch: &mut Scratch,
    poll: Poll<'_>,
) -> Result<(), Error> {
    if scores.len() <= SMALL {
        scratch.sort_small(scores, weights, 0);
        return Ok(());
    }
    match Sample::new(scores.len(), |i| scores[i]).plan(scores.len()) {
        Plan::Linear(map) => deal_and_sort(scores, weights, &map, poll),
        Plan::Ends(map) => deal_and_sort(scores, weights, &map, poll),
        Plan::Splitters(map) => deal_and_sort(scores, weights, &map, poll),
    }
}

fn deal_and_sort(
    scores: &mut [f64],
    weights: &mut [f64],
    map: &impl BucketMap,
    poll: Poll<'_>,
) -> Result<(), Error> {
    let mut next = vec![0; map.buckets()];
    let mut buckets = [0; Block::ROOM];
    for scores in scores.chunks(Block::ROOM) {
        map.fill(scores, &mut buckets);
        for &bucket in &buckets[..scores.len()] {
            next[usize::from(bucket)] += 1;
        }
    }
    starts(&mut next);
    let from_scores = copied(scores)?;
    let from_weights = copied(weights)?;
    for (from_s, from_w) in from_scores
        .chunks(Block::ROOM)
        .zip(from_weights.chunks(Block::ROOM))
    {
        map.fill(from_s, &mut buckets);
        for ((&bucket, &s), &w) in buckets.iter().zip(from_s).zip(from_w) {
            let place = &mut next[usize::from(bucket)];
            scores[*place] = s;
            weights[*place] = w;
            *place += 1;
        }
    }
    sort_buckets(scores, weights, &next, map, poll)
}

/// Turns counts into the positions where the counted begin.
pub(crate) fn starts(counts: &mut [usize]) {
    let mut start = 0;
    for count in counts {
        start += std::mem::replace(count, start);
    }
}

/// Sorts each bucket of what was dealt; `ends` are the ends of the buckets. A bucket with most of
/// the scores shows that the sample has misled: it is sorted by comparison, so that the time is
/// O(n log n) at worst.
pub(crate) fn sort_buckets(
    scores: &mut [f64],
    weights: &mut [f64],
    ends: &[usize],
    map: &impl BucketMap,
    poll: Poll<'_>,
) -> Result<(), Error> {
    let most = (scores.len() / 2).max(SMALL);
    let mut scratch = Scratch::default();
    let (mut start, mut polled) = (0, 0);
    for (bucket, &end) in ends.iter().enumerate() {
        if end - polled > BLOCK {
            check(poll)?;
            polled = end;
        }
        let (scores, weights) = (&mut scores[start..end], &mut weights[start..end]);
        if map.is_constant(bucket) {
            // There is nothing to sort.
        } else if scores.len() > most {
            sort_by_comparison(scores, weights, reserve(scores.len())?);
        } else {
            sort(scores, weights, &mut scratch, poll)?;
        }
        start = end;
    }
    Ok(())
}

/// Sorts at most [`SMALL`] scores, and the weights with them.
pub(crate) fn sort_few(scores: &mut [f64], weights: &mut [f64]) {
    Scratch::default().sort_small(scores, weights, 0);
}

/// Working memory for small sorts, used again and again.
#[derive(Default)]
struct Scratch {
    scores: Vec<f64>,
    weights: Vec<f64>,
    next: Vec<u16>,
    buckets: Vec<u16>,
}

impl Scratch {
    /// Sorts at most [`SMALL`] scores: they are dealt to as many buckets by a linear map, which
    /// leaves each near its place, and then inserted. Crowded buckets are sorted by themselves.
    fn sort_small(&mut self, scores: &mut [f64], weights: &mut [f64], depth: usize) {
        const TINY: usize = 24;
        const DEEPEST: usize = 3;
        const CROWDED: u16 = 24;
        if scores.len() <= TINY {
            insertion_sort(scores, weights);
            return;
        }
        let (low, high) = range(scores);
        if low == high {
            return;
        }
        let map = match Linear::new(low, high, 2 * scores.len()) {
            Some(map) if depth < DEEPEST => map,
            _ => return sort_by_comparison(scores, weights, Vec::new()),
        };
        let next = &mut self.next;
        next.clear();
        next.resize(2 * scores.len(), 0);
        self.buckets.resize(scores.len(), 0);
        map.fill(scores, &mut self.buckets);
        for &bucket in &self.buckets {
            next[usize::from(bucket)] += 1;
        }
        let (mut start, mut most) = (0, 0);
        for count in next.iter_mut() {
            most = most.max(*count);
            start += std::mem::replace(count, start);
        }
        copy_to(&mut self.scores, scores);
        copy_to(&mut self.weights, weights);
        for ((&s, &w), &bucket) in self.scores.iter().zip(&self.weights).zip(&self.buckets) {
            let place = &mut next[usize::from(bucket)];
            scores[usize::from(*place)] = s;
            weights[usize::from(*place)] = w;
            *place += 1;
        }
        if most > CROWDED {
            self.sort_crowded(scores, weights, CROWDED, depth);
        }
        insertion_sort(scores, weights);
    }

    fn sort_crowded(
        &mut self,
        scores: &mut [f64],
        weights: &mut [f64],
        crowded: u16,
        depth: usize,
    ) {
        let ends = std::mem::take(&mut self.next);
        let mut start = 0;
        for &end in &ends {
            if end - start > crowded {
                let range = start as usize..end as usize;
                self.sort_small(&mut scores[range.clone()], &mut weights[range], depth + 1);
            }
            start = end;
        }
        self.next = ends;
    }
}

/// Sorts with the help of an empty vector.
fn sort_by_comparison(scores: &mut [f64], weights: &mut [f64], mut pairs: Vec<(f64, f64)>) {
    pairs.extend(scores.iter().copied().zip(weights.iter().copied()));
    pairs.sort_unstable_by(|a, b| a.0.total_cmp(&b.0));
    for (i, (s, w)) in pairs.into_iter().enumerate() {
        scores[i] = s;
        weights[i] = w;
    }
}

fn copy_to(to: &mut Vec<f64>, from: &[f64]) {
    to.clear();
    to.extend_from_slice(from);
}

/// The least and the greatest of at least one score.
fn range(scores: &[f64]) -> (f64, f64) {
    const LANES: usize = 8;
    let (mut low, mut high) = ([scores[0]; LANES], [scores[0]; LANES]);
    for scores in scores.chunks(LANES) {
        for (lane, &score) in scores.iter().enumerate() {
            low[lane] = if score < low[lane] { score } else { low[lane] };
            high[lane] = if score > high[lane] {
                score
            } else {
                high[lane]
            };
        }
    }
    (
        low.into_iter().fold(scores[0], f64::min),
        high.into_iter().fold(scores[0], f64::max),
    )
}

fn insertion_sort(scores: &mut [f64], weights: &mut [f64]) {
    let weights = &mut weights[..scores.len()];
    for i in 1..scores.len() {
        let (s, w) = (scores[i], weights[i]);
        if scores[i - 1] <= s {
            continue;
        }
        let mut hole = i;
        while hole > 0 && scores[hole - 1] > s {
            scores[hole] = scores[hole - 1];
            weights[hole] = weights[hole - 1];
            hole -= 1;
        }
        scores[hole] = s;
        weights[hole] = w;
    }
}

#[cfg(test)]
mod tests;
