//! Parts of a tally, in the bins of the whole.

use super::row::Row;
use crate::error::{Argument, Error, Result};
use crate::memory::{filled, push, reserve};
use crate::poll::{Pace, Poll};
use std::cmp::Ordering;

/// Puts the rows of a part of a tally into the bins of the whole: each into the bin of the same scores, or else into
/// one that contains it. Rows of a bin are added up, and have its scores.
///
/// ```
/// use weighted_roc_core::tally::{in_bins, Row};
///
/// let row = |score| Row::new(score, [1.0, 2.0], 1.0);
/// let mut bin = Row::new(1.0, [5.0, 9.0], 2.0);
/// bin.last = 3.0;
/// let rows = in_bins(&[row(1.5), row(2.5), row(4.0)], &[bin, row(4.0)], &mut || false)?;
/// assert_eq!((rows.len(), rows[0].score, rows[0].last, rows[0].positive), (2, 1.0, 3.0, 4.0));
/// # Ok::<(), weighted_roc_core::Error>(())
/// ```
///
/// O(r log b) for r rows and b bins that do not overlap.
///
/// # Errors
/// [`Error::Missing`] for a row that no bin contains, [`Error::Memory`] and [`Error::Interrupted`].
pub fn in_bins(rows: &[Row], bins: &[Row], poll: Poll<'_>) -> Result<Vec<Row>> {
    let mut pace = Pace::new(poll);
    let mut places = filled(rows.len(), (0, 0))?;
    for (position, (row, place)) in rows.iter().zip(&mut places).enumerate() {
        pace.step()?;
        let argument = Argument::Scores;
        let bin = bin_of(row, bins, &mut pace)?.ok_or(Error::Missing { argument, position })?;
        *place = (bin, position);
    }
    places.sort_unstable();
    let mut result: Vec<Row> = reserve(rows.len().min(bins.len()))?;
    let mut before = None;
    for (bin, position) in places {
        pace.step()?;
        let row = Row {
            score: bins[bin].score,
            last: bins[bin].last,
            scores: bins[bin].scores,
            ..rows[position]
        };
        match result.last_mut().filter(|_| before == Some(bin)) {
            Some(same) => same.absorb(row),
            None => push(&mut result, row)?,
        }
        before = Some(bin);
    }
    Ok(result)
}

/// By the least score, then by the greatest one.
fn by_scores(a: &Row, b: &Row) -> Ordering {
    // -0 + 0 is +0.
    let key = |row: &Row| [row.score + 0.0, row.last + 0.0];
    let ([a, a_last], [b, b_last]) = (key(a), key(b));
    a.total_cmp(&b).then(a_last.total_cmp(&b_last))
}

/// The index of the bin that a row belongs to. Bins ascend by [`by_scores`].
fn bin_of(row: &Row, bins: &[Row], pace: &mut Pace<'_>) -> Result<Option<usize>> {
    let above = match bins.binary_search_by(|bin| by_scores(bin, row)) {
        Ok(same) => return Ok(Some(same)),
        Err(above) => above,
    };
    // A bin that contains it begins at or below its least score.
    let first_above = above
        + bins[above..]
            .iter()
            .take_while(|bin| bin.score <= row.score)
            .count();
    for i in (0..first_above).rev() {
        pace.step()?;
        if row.last <= bins[i].last {
            return Ok(Some(i));
        }
    }
    Ok(None)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bin(score: f64, last: f64) -> Row {
        Row {
            last,
            scores: if score < last { 2.0 } else { 1.0 },
            ..Row::at_score(score, [1.0, 2.0])
        }
    }

    fn ranking(rows: &[Row], bins: &[Row]) -> Result<Vec<Row>> {
        in_bins(rows, bins, &mut || false)
    }

    #[test]
    fn rows_go_into_the_bin_of_their_scores_before_one_that_contains_them() {
        let bins = [bin(0.0, 9.0), bin(1.0, 2.0), bin(1.5, 4.0)];
        let rows = [bin(1.0, 1.5), bin(1.0, 2.0), bin(3.0, 5.0)];
        let result = ranking(&rows, &bins).unwrap();
        let ends: Vec<_> = result
            .iter()
            .map(|row| (row.score, row.last, row.negative))
            .collect();
        assert_eq!(ends, [(0.0, 9.0, 1.0), (1.0, 2.0, 2.0)]);
    }

    #[test]
    fn a_row_that_no_bin_contains_is_an_error() {
        for (row, bins) in [
            (bin(1.0, 3.0), &[bin(1.0, 2.0), bin(3.0, 3.0)][..]),
            (bin(0.0, 0.0), &[bin(1.0, 2.0)]),
            (bin(5.0, 5.0), &[bin(1.0, 2.0)]),
            (bin(5.0, 5.0), &[]),
        ] {
            assert!(matches!(
                ranking(&[row], bins),
                Err(Error::Missing { position: 0, .. })
            ));
        }
        assert_eq!(ranking(&[], &[bin(1.0, 2.0)]), Ok(vec![]));
    }

    #[test]
    fn both_zeros_are_one_score() {
        let result = ranking(&[bin(-0.0, -0.0)], &[bin(0.0, 0.0)]).unwrap();
        assert_eq!(result.len(), 1);
    }
}
