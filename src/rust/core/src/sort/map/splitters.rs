//! Scores of any other kind.

use super::BucketMap;

/// Between splitters taken from a sample: bucket 2k holds the scores between the splitters k - 1
/// and k, bucket 2k + 1 those equal to splitter k. For scores that no formula spreads evenly.
pub(crate) struct Splitters {
    sorted: Box<[f64; Splitters::SLOTS]>,
}

impl Splitters {
    const SLOTS: usize = 256;

    /// Takes splitters at equal distances from a sorted sample, each once.
    pub fn new(sample: &[f64]) -> Splitters {
        let mut sorted = Box::new([f64::INFINITY; Self::SLOTS]);
        let mut number = 0;
        for k in 1..Self::SLOTS {
            let splitter = sample[k * sample.len() / Self::SLOTS];
            if number == 0 || sorted[number - 1] != splitter {
                sorted[number] = splitter;
                number += 1;
            }
        }
        Splitters { sorted }
    }
}

impl BucketMap for Splitters {
    fn buckets(&self) -> usize {
        2 * Self::SLOTS
    }

    /// A binary search for all scores at once, level by level.
    fn fill(&self, scores: &[f64], buckets: &mut [u16]) {
        let at = |k: usize| self.sorted[k & (Self::SLOTS - 1)];
        let buckets = &mut buckets[..scores.len()];
        buckets.fill(0);
        for level in (0..8).rev() {
            for (below, &score) in buckets.iter_mut().zip(scores) {
                *below += u16::from(at(usize::from(*below) + (1 << level) - 1) < score) << level;
            }
        }
        for (bucket, &score) in buckets.iter_mut().zip(scores) {
            *bucket = 2 * *bucket + u16::from(at(usize::from(*bucket)) == score);
        }
    }

    fn is_constant(&self, bucket: usize) -> bool {
        bucket % 2 == 1
    }
}
