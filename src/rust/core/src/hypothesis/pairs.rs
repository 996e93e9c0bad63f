//! The pairs of several estimates.

/// The pairs of so many estimates, by their indices.
pub(crate) fn pairs_of(width: usize) -> impl Iterator<Item = [usize; 2]> {
    (0..width).flat_map(move |k| (k + 1..width).map(move |l| [k, l]))
}

/// The number of a pair in this order, whichever of both is first.
pub(crate) fn number_of_pair(pair: [usize; 2], width: usize) -> usize {
    let [k, l] = [pair[0].min(pair[1]), pair[0].max(pair[1])];
    k * width - k * (k + 1) / 2 + l - k - 1
}

pub(crate) fn number_of_pairs(width: usize) -> usize {
    width.saturating_mul(width.saturating_sub(1)) / 2
}
