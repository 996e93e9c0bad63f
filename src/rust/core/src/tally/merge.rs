//! Tallies that were made apart, merged.

use super::grid::{check_level, put_on_grid};
use super::row::{Check, Row, Rows};
#[cfg(doc)]
use crate::error::Error;
use crate::error::Result;
use crate::memory::filled;
use crate::poll::{Pace, Poll};

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
pub fn merge<T: Rows>(
    tallies: &[T],
    level: u32,
    points: Option<usize>,
    poll: Poll<'_>,
) -> Result<(Vec<Row>, u32)> {
    check_level(level)?;
    let mut pace = Pace::new(poll);
    let mut check = Check::default();
    for tally in tallies {
        check.each((0..tally.number()).map(|index| tally.row(index)), &mut pace)?;
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
fn length<T: Rows>(tallies: &[T]) -> usize {
    tallies.iter().map(T::number).sum()
}

/// Writes the rows of all tallies to memory that has room for them, with as much to spare where there are more than two.
fn merge_all<T: Rows>(
    tallies: &[T],
    to: &mut [Row],
    spare: &mut [Row],
    pace: &mut Pace<'_>,
) -> Result<()> {
    match tallies {
        [] => Ok(()),
        [one] => {
            for (index, to) in to.iter_mut().enumerate() {
                pace.step()?;
                *to = one.row(index);
            }
            Ok(())
        }
        [a, b] => {
            let numbers = [a.number(), b.number()];
            merge_pair(|from, index| [a, b][from].row(index), numbers, to, pace)
        }
        _ => {
            let (low, high) = tallies.split_at(tallies.len() / 2);
            let (low_spare, high_spare) = spare.split_at_mut(length(low));
            let (low_to, high_to) = to.split_at_mut(low_spare.len());
            merge_all(low, low_spare, low_to, pace)?;
            merge_all(high, high_spare, high_to, pace)?;
            let both = [&*low_spare, &*high_spare];
            merge_pair(
                |from, index| both[from][index],
                both.map(<[Row]>::len),
                to,
                pace,
            )
        }
    }
}

/// Merges two tallies of these numbers of rows; of rows with the same ends that of the first one is first.
fn merge_pair(
    row: impl Fn(usize, usize) -> Row,
    numbers: [usize; 2],
    to: &mut [Row],
    pace: &mut Pace<'_>,
) -> Result<()> {
    let mut next = [0; 2];
    let head = |from: usize, index: usize| (index < numbers[from]).then(|| row(from, index));
    let mut heads = [head(0, 0), head(1, 0)];
    for to in to {
        pace.step()?;
        let from = match &heads {
            [Some(a), Some(b)] => usize::from(!a.is_up_to(b)),
            [None, _] => 1,
            [_, None] => 0,
        };
        if let Some(row) = heads[from] {
            *to = row;
        }
        next[from] += 1;
        heads[from] = head(from, next[from]);
    }
    Ok(())
}

#[cfg(test)]
mod tests;
