//! Scores of heavy tails.

use super::{fill_by, logarithm, BucketMap, Formula, Linear};

/// Logarithmic in the distance from the place next to 0 in a range, on both sides of it: for scores that
/// crowd there, as products of many factors and ratios do.
pub(crate) struct Neighbours {
    centre: f64,
    /// The logarithm of a distance that counts as none.
    nearest: f64,
    sides: Linear,
}

impl Neighbours {
    /// None when the scores of a sample are all in one place, or so far apart that no scale is finite.
    pub fn new(sample: &[f64], [low, high]: [f64; 2], buckets: usize) -> Option<Neighbours> {
        let centre = if low > 0.0 { low } else { high.min(0.0) };
        let distances = sample.iter().map(|score| (score - centre).abs());
        let nearest = distances.filter(|&d| d > 0.0).fold(f64::MAX, f64::min);
        let neighbours = Neighbours {
            centre,
            nearest: logarithm(nearest),
            sides: Linear::new(0.0, 1.0, 2)?,
        };
        let sides = Linear::new(neighbours.place(low), neighbours.place(high), buckets)?;
        Some(Neighbours {
            sides,
            ..neighbours
        })
    }

    /// The logarithm of the distance, below the centre its negative.
    #[inline(always)]
    fn place(&self, score: f64) -> f64 {
        let distance = score - self.centre;
        let from_nearest = logarithm(distance.abs()) - self.nearest;
        let from_nearest = if from_nearest > 0.0 {
            from_nearest
        } else {
            0.0
        };
        from_nearest.copysign(distance)
    }
}

impl Formula for Neighbours {
    #[inline(always)]
    fn bucket(&self, score: f64) -> usize {
        self.sides.bucket(self.place(score))
    }
}

impl BucketMap for Neighbours {
    fn buckets(&self) -> usize {
        self.sides.buckets()
    }

    fn fill(&self, scores: &[f64], buckets: &mut [u16]) {
        fill_by(|score| self.bucket(score), scores, buckets);
    }
}
