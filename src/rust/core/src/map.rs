//! Maps of scores to buckets that never decrease.

/// A map to the buckets 0, 1, ..., `buckets() - 1`.
pub(crate) trait BucketMap {
    fn buckets(&self) -> usize;

    /// Writes the bucket of each score. Buckets never decrease with the score.
    fn fill(&self, scores: &[f64], buckets: &mut [u16]);

    /// Whether all scores of a bucket are the same.
    fn is_constant(&self, _bucket: usize) -> bool {
        false
    }

    /// The range of the scores in a bucket, as good as it is known.
    fn range(&self, _bucket: usize) -> Option<(f64, f64)> {
        None
    }
}

/// Linear between two scores and clamped outside.
#[derive(Clone, Copy)]
pub(crate) struct Linear {
    low: f64,
    scale: f64,
    last: f64,
}

impl Linear {
    /// None when the range is empty, infinite or has no finite scale.
    #[inline]
    pub fn new(low: f64, high: f64, buckets: usize) -> Option<Linear> {
        let last = (buckets - 1) as f64;
        let scale = last / (high - low);
        let usable = scale > 0.0 && scale < f64::INFINITY && low > f64::NEG_INFINITY;
        usable.then_some(Linear { low, scale, last })
    }

    #[inline(always)]
    pub fn bucket(self, score: f64) -> usize {
        // Adding 2^52 to a number in [0, 2^32) leaves it, rounded, in the low bits.
        const ROUNDER: f64 = 4503599627370496.0;
        let place = (score - self.low) * self.scale;
        let place = if place > 0.0 { place } else { 0.0 };
        let place = if place < self.last { place } else { self.last };
        (place + ROUNDER).to_bits() as u32 as usize
    }
}

impl BucketMap for Linear {
    fn buckets(&self) -> usize {
        self.last as usize + 1
    }

    fn fill(&self, scores: &[f64], buckets: &mut [u16]) {
        for (bucket, &score) in buckets.iter_mut().zip(scores) {
            *bucket = self.bucket(score) as u16;
        }
    }

    fn range(&self, bucket: usize) -> Option<(f64, f64)> {
        let middle = bucket as f64;
        let at = |place: f64| self.low + place / self.scale;
        // Scores outside are in the first bucket and the last.
        (0.0 < middle && middle < self.last).then(|| (at(middle - 0.5), at(middle + 0.5)))
    }
}

/// Logarithmic in the distance from the nearer end of a range: for scores that are piled at both
/// ends, as calibrated probabilities are.
pub(crate) struct Ends {
    low: f64,
    high: f64,
    middle: f64,
    /// From the bits of a distance, which grow like its logarithm, to half of the buckets.
    half: Linear,
}

impl Ends {
    /// None when the range is empty or infinite. The sample is sorted.
    pub fn new(sample: &[f64], buckets: usize) -> Option<Ends> {
        let (low, high) = (sample[0], sample[sample.len() - 1]);
        let middle = low + (high - low) / 2.0;
        if !(low < middle && middle < high && high - low < f64::INFINITY) {
            return None;
        }
        let ends = Ends {
            low,
            high,
            middle,
            half: Linear::new(0.0, 1.0, 2)?,
        };
        let distances = sample.iter().map(|&s| ends.distance(s));
        let nearest = distances.filter(|&d| d > 0.0).fold(high - middle, f64::min);
        let half = Linear::new(logarithm(nearest), logarithm(high - middle), buckets / 2)?;
        Some(Ends { half, ..ends })
    }

    #[inline(always)]
    fn distance(&self, score: f64) -> f64 {
        let distance = if score > self.middle {
            self.high - score
        } else {
            score - self.low
        };
        if distance > 0.0 {
            distance
        } else {
            0.0
        }
    }

    #[inline(always)]
    fn bucket(&self, score: f64) -> usize {
        let near = self.half.bucket(logarithm(self.distance(score)));
        if score > self.middle {
            self.buckets() - 1 - near
        } else {
            near
        }
    }
}

/// A piecewise linear function that grows with the logarithm of a number >= 0.
#[inline(always)]
fn logarithm(number: f64) -> f64 {
    (number.to_bits() >> 20) as i64 as f64
}

impl BucketMap for Ends {
    #[inline(always)]
    fn buckets(&self) -> usize {
        2 * self.half.buckets()
    }

    fn fill(&self, scores: &[f64], buckets: &mut [u16]) {
        for (bucket, &score) in buckets.iter_mut().zip(scores) {
            *bucket = self.bucket(score) as u16;
        }
    }
}

/// Between splitters taken from a sample: bucket 2k holds the scores between the splitters k - 1
/// and k, bucket 2k + 1 those equal to splitter k. For scores that no formula spreads evenly.
pub(crate) struct Splitters {
    sorted: Box<[f64; Splitters::SLOTS]>,
}

impl Splitters {
    const SLOTS: usize = 256;

    /// Takes splitters at equal distances from a sorted sample, each once.
    pub fn new(sample: &[f64]) -> Splitters {
        let mut distinct = Vec::with_capacity(Self::SLOTS);
        for k in 1..Self::SLOTS {
            let splitter = sample[k * sample.len() / Self::SLOTS];
            if distinct.last() != Some(&splitter) {
                distinct.push(splitter);
            }
        }
        let mut sorted = Box::new([f64::INFINITY; Self::SLOTS]);
        sorted[..distinct.len()].copy_from_slice(&distinct);
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

#[cfg(test)]
mod tests;
