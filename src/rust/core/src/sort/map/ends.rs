//! Scores piled at both ends of their range.

use super::{fill_by, logarithm, BucketMap, Formula, Linear};

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
        let distances = sample.iter().map(|&s| ends.place(s).1);
        let nearest = distances.filter(|&d| d > 0.0).fold(high - middle, f64::min);
        let half = Linear::new(logarithm(nearest), logarithm(high - middle), buckets / 2)?;
        Some(Ends { half, ..ends })
    }

    /// Returns the half of the range in which a score is, true for the upper one, and its distance from the end there.
    #[inline(always)]
    fn place(&self, score: f64) -> (bool, f64) {
        let above = score > self.middle;
        let distance = if above {
            self.high - score
        } else {
            score - self.low
        };
        (above, if distance > 0.0 { distance } else { 0.0 })
    }

    #[inline(always)]
    fn bucket(&self, score: f64) -> usize {
        let (above, distance) = self.place(score);
        let near = self.half.bucket(logarithm(distance));
        if above {
            self.buckets() - 1 - near
        } else {
            near
        }
    }
}

impl BucketMap for Ends {
    #[inline(always)]
    fn buckets(&self) -> usize {
        2 * self.half.buckets()
    }

    fn fill(&self, scores: &[f64], buckets: &mut [u16]) {
        fill_by(|score| self.bucket(score), scores, buckets);
    }
}
