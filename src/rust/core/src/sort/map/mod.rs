//! Maps of scores to buckets that never decrease.

mod neighbours;
mod ends;
mod linear;
mod splitters;

pub(crate) use ends::Ends;
pub(crate) use linear::Linear;
pub(crate) use neighbours::Neighbours;
pub(crate) use splitters::Splitters;

/// A map to the buckets 0, 1, ..., `buckets() - 1`.
pub(crate) trait BucketMap {
    fn buckets(&self) -> usize;

    /// Writes the bucket of each score. Buckets never decrease with the score.
    fn fill(&self, scores: &[f64], buckets: &mut [u16]);

    /// Returns whether all scores of a bucket are the same.
    fn is_constant(&self, _bucket: usize) -> bool {
        false
    }

    /// The range of the scores in a bucket, as good as it is known.
    fn range(&self, _bucket: usize) -> Option<(f64, f64)> {
        None
    }
}

/// A map whose buckets are computed score by score.
pub(crate) trait Formula {
    fn bucket(&self, score: f64) -> usize;
}

#[inline(always)]
fn fill_by(bucket: impl Fn(f64) -> usize, scores: &[f64], buckets: &mut [u16]) {
    for (to, &score) in buckets.iter_mut().zip(scores) {
        *to = bucket(score) as u16;
    }
}

/// A piecewise linear function that grows with the logarithm of a number >= 0.
#[inline(always)]
fn logarithm(number: f64) -> f64 {
    (number.to_bits() >> 20) as i64 as f64
}

#[cfg(test)]
mod tests;
