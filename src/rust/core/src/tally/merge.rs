//! Tallies that were made apart, merged.

use super::grid::{check_level, put_on_grid};
use super::row::{Check, Row};
#[cfg(doc)]
use crate::error::Error;
use crate::error::Result;
use crate::memory::filled;
use crate::poll::{Pace, Poll, BLOCK};

/// Merges tallies whose grids are of this level or a lower one, and puts the merger on the grid as
/// [`coarsen`](super::coarsen) does: in any order and in any grouping that gives the same rows, but
/// for the rounding of sums. Bins with the same ends add up; bins that only overlap stay apart, because their
/// observations beat those of all bins that do not overlap with them. O(rows log tallies) time, 272 bytes a row,
/// 136 for two tallies. Sums are kept with what rounding takes from them, so that many mergers lose nothing.
///
/// ```
/// use weighted_roc_core::tally::{merge, Row};
///
/// let row = |score, negative, positive| Row::new(score, [negative, positive], 1.0);
/// let monday = vec![row(0.1, 2.0, 0.0), row(0.7, 1.0, 3.0)];
/// let tuesday = vec![row(0.7, 0.5, 1.0), row(0.9, 0.0, 4.0)];
/// let (week, level) = merge(&[monday, tuesday], 0, None, &mut || false)?;
/// assert_eq!((week[0], week[2]), (row(0.1, 2.0, 0.0), row(0.9, 0.0, 4.0)));
/// assert_eq!((week[1].score, week[1].negative, week[1].positive), (0.7, 1.5, 4.0));
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
/// The errors of [`coarsen`](super::coarsen); positions count through the tallies, one after the other.
/// [`Error::Memory`].
pub fn merge(
    tallies: &[Vec<Row>],
    level: u32,
    points: Option<usize>,
    poll: Poll<'_>,
) -> Result<(Vec<Row>, u32)> {
    check_level(level)?;
    let mut pace = Pace::new(poll);
    let mut check = Check::default();
    for tally in tallies {
        check.rows(tally, &mut pace)?;
    }
    check.sums()?;
    let blank = Row::at_score(0.0, [0.0; 2]);
    let mut rows = filled(length(tallies), blank)?;
    let mut spare = match tallies.len() {
        0..=2 => Vec::new(),
        _ => filled(rows.len(), blank)?,
    };
    merge_all(tallies, &mut rows, &mut spare, &mut pace)?;
    drop(spare);
    put_on_grid(rows, level, points, &mut pace)
}

/// The number of rows.
fn length(tallies: &[Vec<Row>]) -> usize {
    tallies.iter().map(Vec::len).sum()
}

/// Writes the rows of tallies in ascending order, by way of `spare`, which has the length of `to`
/// when there are more than two tallies.
fn merge_all(
    tallies: &[Vec<Row>],
    to: &mut [Row],
    spare: &mut [Row],
    pace: &mut Pace<'_>,
) -> Result<()> {
    match tallies {
        [] => Ok(()),
        [one] => merge_pair(one, &[], to, pace),
        [a, b] => merge_pair(a, b, to, pace),
        _ => {
            let (low, high) = tallies.split_at(tallies.len() / 2);
            let (low_spare, high_spare) = spare.split_at_mut(length(low));
            let (low_to, high_to) = to.split_at_mut(low_spare.len());
            merge_all(low, low_spare, low_to, pace)?;
            merge_all(high, high_spare, high_to, pace)?;
            merge_pair(low_spare, high_spare, to, pace)
        }
    }
}

/// Merges two runs that are as long as `to` together.
fn merge_pair(mut a: &[Row], mut b: &[Row], to: &mut [Row], pace: &mut Pace<'_>) -> Result<()> {
    for to in to.chunks_mut(BLOCK) {
        pace.steps(to.len())?;
        let taken = merge_some(a, b, to);
        (a, b) = (&a[taken..], &b[to.len() - taken..]);
    }
    Ok(())
}

/// Writes the lowest rows of two runs, and gives the number of those of `a`. Of equal bins that
/// of `a` comes first, so that weights are added in the order of the tallies.
fn merge_some(a: &[Row], b: &[Row], to: &mut [Row]) -> usize {
    let (mut of_a, mut of_b) = (0, 0);
    while of_a < a.len() && of_b < b.len() && of_a + of_b < to.len() {
        let rows = [&b[of_b], &a[of_a]];
        // An index, where a branch on the scores would be mispredicted every other time.
        let from_a = usize::from(rows[1].is_up_to(rows[0]));
        to[of_a + of_b] = *rows[from_a];
        of_a += from_a;
        of_b += 1 - from_a;
    }
    let left = to.len() - of_a - of_b;
    if of_b == b.len() {
        to[of_a + of_b..].copy_from_slice(&a[of_a..of_a + left]);
        of_a += left;
    } else {
        to[of_a + of_b..].copy_from_slice(&b[of_b..of_b + left]);
    }
    of_a
}

#[cfg(test)]
mod tests;
