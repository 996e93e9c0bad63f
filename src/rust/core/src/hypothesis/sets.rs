//! Sets of a few estimates, by the bits of their indices, and what belongs to them.

use crate::covariance::UnitSums;
use crate::error::Error;
use crate::memory::{collect, push, reserve};

/// The most estimates of which each set is tested.
const MOST: usize = 10;

pub(super) fn are_few(width: usize) -> bool {
    width <= MOST
}

/// All sets of a few estimates.
pub(super) fn sets_of(width: usize) -> std::ops::Range<usize> {
    0..1 << width
}

pub(super) fn is_in(k: usize, set: usize) -> bool {
    set >> k & 1 == 1
}

pub(super) fn members_of(set: usize, width: usize) -> Result<Vec<usize>, Error> {
    let mut members = reserve(width)?;
    for k in (0..width).filter(|&k| is_in(k, set)) {
        push(&mut members, k)?;
    }
    Ok(members)
}

pub(super) fn index_of(members: &[usize]) -> usize {
    members.iter().map(|&k| 1 << k).sum()
}

pub(super) fn chosen<T: Copy>(of_all: &[T], members: &[usize]) -> Result<Vec<T>, Error> {
    collect(members.iter().map(|&k| of_all[k]))
}

/// The rows and columns of a matrix of so many.
pub(super) fn submatrix(
    matrix: &[f64],
    width: usize,
    members: &[usize],
) -> Result<Vec<f64>, Error> {
    let mut result = reserve(members.len().saturating_mul(members.len()))?;
    for &k in members {
        for &l in members {
            push(&mut result, matrix[k * width + l])?;
        }
    }
    Ok(result)
}

/// The sums over units for some of the estimates.
pub(super) fn sums_of(sums: &UnitSums, members: &[usize]) -> Result<UnitSums, Error> {
    let of_set = |matrix| submatrix(matrix, sums.values.len(), members);
    Ok(UnitSums {
        values: chosen(&sums.values, members)?,
        negatives: of_set(&sums.negatives)?,
        positives: of_set(&sums.positives)?,
        both: of_set(&sums.both)?,
        df: chosen(&sums.df, members)?,
        numbers: sums.numbers,
        units: sums.units,
        effective: sums.effective,
        effective_clusters: sums.effective_clusters,
    })
}
