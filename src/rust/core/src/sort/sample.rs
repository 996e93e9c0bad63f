//! How to go about a set of scores, judged by a sample of them.

use super::map::{BucketMap, Ends, Linear, Splitters};
use super::small::SMALL;
use crate::error::Result;
use crate::memory::{collect, filled};
use crate::observations::source::Source;

/// A sorted sample of scores.
pub(crate) struct Sample(Vec<f64>);

/// The map by which scores are dealt to buckets.
pub(crate) enum Plan {
    Linear(Linear),
    Ends(Ends),
    Splitters(Splitters),
}

impl Plan {
    fn map(&self) -> &dyn BucketMap {
        match self {
            Plan::Linear(map) => map,
            Plan::Ends(map) => map,
            Plan::Splitters(map) => map,
        }
    }
}

impl BucketMap for Plan {
    fn buckets(&self) -> usize {
        self.map().buckets()
    }

    fn fill(&self, scores: &[f64], buckets: &mut [u16]) {
        self.map().fill(scores, buckets);
    }

    fn is_constant(&self, bucket: usize) -> bool {
        self.map().is_constant(bucket)
    }

    fn range(&self, bucket: usize) -> Option<(f64, f64)> {
        self.map().range(bucket)
    }
}

/// The average number of scores that a bucket gets, where there are enough of them.
const PER_BUCKET: usize = 2048;

/// With fewer buckets than this, neighbouring scores wait for each other's counters.
const FEWEST_BUCKETS: usize = 16;

/// No more than this many buckets are filled at once: each has its own line of memory in flight.
const MOST_BUCKETS: usize = 8192;

/// The number of parts in which a map must spread the sample evenly.
const PARTS: usize = 32;

impl Sample {
    /// Takes a score from each of some hundred stretches of `length` scores, more than [`SMALL`],
    /// of which `score(i)` is one. Where in its stretch looks random, so that scores that come in
    /// periods can't hide, and is the same in each call.
    pub fn new(length: usize, score: impl Fn(usize) -> f64) -> Result<Sample> {
        let size = (length / 128).clamp(256, 2048);
        let stretch = length / size;
        let place = |i: usize| i * stretch + scrambled(i) % stretch;
        let mut sample = collect((0..size).map(|i| score(place(i)) + 0.0))?;
        sample.sort_unstable_by(f64::total_cmp);
        Ok(Sample(sample))
    }

    /// A sample of the scores of a source; none where a sort is cheaper than a look.
    pub fn draw(source: &dyn Source) -> Result<Option<Sample>> {
        let length = source.len();
        if length > SMALL {
            Sample::new(length, |i| source.score(i)).map(Some)
        } else {
            Ok(None)
        }
    }

    /// About how many distinct scores there are: Chao's estimate (1984) from how many scores
    /// occur once and twice in the sample.
    pub fn distinct(&self) -> f64 {
        let (mut distinct, mut once, mut pair_correction) = (0.0, 0.0, 0.0);
        for run in self.0.chunk_by(|a, b| a == b) {
            distinct += 1.0;
            once += f64::from(u8::from(run.len() == 1));
            pair_correction += f64::from(u8::from(run.len() == 2));
        }
        distinct + once * once / (2.0 * (pair_correction + 1.0))
    }

    /// The map for `length` scores: the simplest that spreads the sample evenly.
    pub fn plan(&self, length: usize) -> Result<Plan> {
        let sample = &self.0[..];
        let buckets = (length / PER_BUCKET).clamp(FEWEST_BUCKETS, MOST_BUCKETS);
        let size = sample.len();
        // Trimmed, so that outliers do not squeeze all others into one bucket.
        for trim in [size / 256, size / 32, size / 8] {
            let linear = |parts| Linear::new(sample[trim], sample[size - 1 - trim], parts);
            if let (Some(coarse), Some(map)) = (linear(PARTS), linear(buckets)) {
                if self.is_even(&coarse)? {
                    return Ok(Plan::Linear(map));
                }
            }
        }
        let ends = |parts| Ends::new(sample, parts);
        if let (Some(coarse), Some(map)) = (ends(PARTS), ends(buckets)) {
            if self.is_even(&coarse)? {
                return Ok(Plan::Ends(map));
            }
        }
        Ok(Plan::Splitters(Splitters::new(sample)))
    }

    /// Returns whether no part gets much more than its share.
    fn is_even(&self, map: &impl BucketMap) -> Result<bool> {
        let mut buckets = filled(self.0.len(), 0)?;
        map.fill(&self.0, &mut buckets);
        let mut counts = [0; PARTS];
        buckets
            .iter()
            .for_each(|&bucket| counts[usize::from(bucket)] += 1);
        Ok(counts.iter().all(|&count| count < self.0.len() / 6))
    }
}

/// A number without apparent relation to `i`: the high bits of a product with the golden ratio.
fn scrambled(i: usize) -> usize {
    ((i as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32) as usize
}

#[cfg(test)]
mod tests;
