//! The order of a few indices.

use std::cmp::Ordering;

/// Sorts indices by a comparison that is called, not inlined: each sort that is compiled for a comparison of its own takes
/// 10 kB.
pub(crate) fn order(indices: &mut [usize], compare: &mut dyn FnMut(usize, usize) -> Ordering) {
    indices.sort_unstable_by(|&a, &b| compare(a, b));
}
