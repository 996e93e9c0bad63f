//! Maps of scores to buckets that never decrease.

mod ends;
mod linear;
mod splitters;

pub(crate) use ends::Ends;
pub(crate) use linear::Linear;
pub(crate) use splitters::Splitters;

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

#[cfg(test)]
mod tests;
