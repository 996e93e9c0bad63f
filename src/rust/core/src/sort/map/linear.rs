//! Evenly spread scores.

use super::{fill_by, BucketMap, Formula};

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
}

impl Formula for Linear {
    #[inline(always)]
    fn bucket(&self, score: f64) -> usize {
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
        fill_by(|score| self.bucket(score), scores, buckets);
    }

    fn range(&self, bucket: usize) -> Option<(f64, f64)> {
        let middle = bucket as f64;
        let at = |place: f64| self.low + place / self.scale;
        // Scores outside are in the first bucket and the last.
        (0.0 < middle && middle < self.last).then(|| (at(middle - 0.5), at(middle + 0.5)))
    }
}
