//! Tallies that were made apart, merged.

use super::grid::{check_level, put_on_grid};
use super::row::{check_rows, check_sums, Row};
use crate::error::Error;
use crate::memory::{collect, push, reserve};
use crate::poll::{Pace, Poll};

/// Merges tallies whose grids are of this level or a lower one, and puts the merger on the grid as
/// [`coarsen`](super::coarsen) does: in any order and in any grouping that gives the same rows, but
/// for the rounding of sums. O(rows log tallies) time, 64 bytes a row.
///
/// ```
/// use weighted_roc_core::tally::{merge, Row};
///
/// let row = |score, negative, positive| Row { score, negative, positive, scores: 1.0 };
/// let monday = vec![row(0.1, 2.0, 0.0), row(0.7, 1.0, 3.0)];
/// let tuesday = vec![row(0.7, 0.5, 1.0), row(0.9, 0.0, 4.0)];
/// let (week, level) = merge(&[monday, tuesday], 0, None, &mut || false)?;
/// assert_eq!(week, [row(0.1, 2.0, 0.0), row(0.7, 1.5, 4.0), row(0.9, 0.0, 4.0)]);
/// assert_eq!(level, 0);
///
/// // No more than two rows: 0.7 and 0.9 share a bin of the grid, 0.1 has one of its own.
/// let (coarse, level) = merge(&[week], level, Some(2), &mut || false)?;
/// assert_eq!((coarse[1].score, coarse[1].negative, coarse[1].positive), (0.7, 1.5, 8.0));
/// assert_eq!((coarse.len(), coarse[1].scores, level), (2, 2.0, 52));
/// # Ok::<(), weighted_roc_core::Error>(())
/// ```
///
/// # Errors
/// As [`coarsen`](super::coarsen); positions count through the tallies, one after the other.
/// [`Error::Memory`].
pub fn merge(
    tallies: &[Vec<Row>],
    level: u32,
    points: Option<usize>,
    poll: Poll<'_>,
) -> Result<(Vec<Row>, u32), Error> {
    check_level(level)?;
    let mut pace = Pace::new(poll);
    let mut rows = reserve(tallies.iter().map(Vec::len).sum())?;
    let mut ends = reserve(tallies.len())?;
    for tally in tallies {
        check_rows(tally, rows.len(), &mut pace)?;
        for row in tally {
            // -0 + 0 is +0: the two zeros are one score.
            let score = row.score + 0.0;
            push(&mut rows, Row { score, ..*row })?;
        }
        push(&mut ends, rows.len())?;
    }
    check_sums(&rows)?;
    let rows = merge_runs(rows, ends, &mut pace)?;
    put_on_grid(rows, level, points, &mut pace)
}

/// Merges runs of rows that ascend, by where they end: neighbours two and two, until one is left.
fn merge_runs(
    mut rows: Vec<Row>,
    mut ends: Vec<usize>,
    pace: &mut Pace<'_>,
) -> Result<Vec<Row>, Error> {
    if ends.len() < 2 {
        return Ok(rows);
    }
    let mut merged = collect(rows.iter().copied())?;
    while ends.len() > 1 {
        let pairs = ends.len().div_ceil(2);
        let mut start = 0;
        for pair in 0..pairs {
            let middle = ends[2 * pair];
            let end = ends.get(2 * pair + 1).copied().unwrap_or(middle);
            let (low, high) = (&rows[start..middle], &rows[middle..end]);
            merge_pair(low, high, &mut merged[start..end], pace)?;
            ends[pair] = end;
            start = end;
        }
        ends.truncate(pairs);
        std::mem::swap(&mut rows, &mut merged);
    }
    Ok(rows)
}

/// Of equal scores that of `a` comes first, so that weights are added in the order of the tallies.
fn merge_pair(a: &[Row], b: &[Row], to: &mut [Row], pace: &mut Pace<'_>) -> Result<(), Error> {
    let (mut of_a, mut of_b) = (0, 0);
    for to in to {
        pace.step()?;
        let from_a = match (a.get(of_a), b.get(of_b)) {
            (Some(a), Some(b)) => a.score <= b.score,
            (a, _) => a.is_some(),
        };
        if from_a {
            *to = a[of_a];
            of_a += 1;
        } else {
            *to = b[of_b];
            of_b += 1;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests;
