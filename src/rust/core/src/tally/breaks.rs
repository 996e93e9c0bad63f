//! Bins between breaks that several tallies share.

use super::few::join_few;
use super::grid::double_below;
use super::row::Row;
#[cfg(doc)]
use crate::error::Error;
use crate::error::Result;
use crate::poll::{Pace, Poll};
use crate::range::Range;

/// Puts a tally into the bins between ascending breaks, which are closed below, and joins neighbours until no row has fewer observations than `least`, as [`join_few`] does. A row of several scores has the
/// ends of its bin in place of the scores, so that the rows of tallies with the same breaks add up: -Inf below the
/// first break, Inf above the last. A row of one score keeps it, as it leaves nothing open. O(rows + breaks), in
/// place.
///
/// ```
/// use weighted_roc_core::tally::{to_breaks, Row};
///
/// let row = |score| Row::new(score, [1.0, 2.0], 1.0);
/// let rows = to_breaks(vec![row(1.0), row(2.5), row(3.0)], &[2.0, 4.0], 1.0, &mut || false)?;
/// assert_eq!((rows.len(), rows[1].score, rows[1].positive), (2, 2.0, 4.0));
/// assert!(3.999 < rows[1].last && rows[1].last < 4.0);
/// # Ok::<(), weighted_roc_core::Error>(())
/// ```
///
/// # Errors
/// [`Error::Range`] for breaks that do not ascend; [`Error::Interrupted`].
pub fn to_breaks(
    mut rows: Vec<Row>,
    breaks: &[f64],
    least: f64,
    poll: Poll<'_>,
) -> Result<Vec<Row>> {
    Range::FINITE.check_ascending("breaks", breaks)?;
    add_up_in_bins(&mut rows, breaks, &mut Pace::new(&mut *poll))?;
    let mut rows = join_few(rows, least, &mut *poll)?;
    let mut pace = Pace::new(poll);
    for row in rows.iter_mut().filter(|row| row.scores > 1.0) {
        pace.step()?;
        let [first, last] = [row.score, row.last].map(|score| bin_of(score, breaks));
        row.score = if first == 0 {
            f64::NEG_INFINITY
        } else {
            // -0 + 0 is +0.
            breaks[first - 1] + 0.0
        };
        row.last = breaks
            .get(last)
            .map_or(f64::INFINITY, |&end| double_below(end));
    }
    Ok(rows)
}

/// How many breaks are no higher than the score.
fn bin_of(score: f64, breaks: &[f64]) -> usize {
    breaks.partition_point(|&edge| edge <= score)
}

fn add_up_in_bins(rows: &mut Vec<Row>, breaks: &[f64], pace: &mut Pace<'_>) -> Result<()> {
    let (mut kept, mut bin) = (0, 0);
    for next in 0..rows.len() {
        pace.step()?;
        let row = rows[next];
        let same = kept > 0 && breaks.get(bin).map_or(true, |&end| row.score < end);
        if same {
            rows[kept - 1].absorb(row);
        } else {
            bin = bin_of(row.score, breaks);
            rows[kept] = row;
            kept += 1;
        }
    }
    rows.truncate(kept);
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    const INFINITY: f64 = f64::INFINITY;

    fn rows(scores: &[f64]) -> Vec<Row> {
        let row = |&score: &f64| Row::at_score(score, [1.0, 2.0]);
        scores.iter().map(row).collect()
    }

    fn ends(scores: &[f64], breaks: &[f64], least: f64) -> Vec<[f64; 2]> {
        let result = to_breaks(rows(scores), breaks, least, &mut || false).unwrap();
        let sum: f64 = result.iter().map(Row::number).sum();
        assert_eq!(sum, 2.0 * scores.len() as f64);
        result.iter().map(|row| [row.score, row.last]).collect()
    }

    #[test]
    fn bins_are_closed_below_and_have_the_ends_of_their_breaks() {
        let below = double_below;
        assert_eq!(
            ends(
                &[-INFINITY, -1.0, 0.0, 0.5, 1.0, 7.0, INFINITY],
                &[0.0, 1.0],
                1.0
            ),
            [[-INFINITY, below(0.0)], [0.0, below(1.0)], [1.0, INFINITY]]
        );
        // A bin of one score has no other ends.
        assert_eq!(ends(&[-1.0, 1.0], &[0.0], 1.0), [[-1.0; 2], [1.0; 2]]);
        assert_eq!(ends(&[], &[0.0], 1.0), [[0.0; 2]; 0]);
        assert_eq!(ends(&[1.0, 2.0], &[], 1.0), [[-INFINITY, INFINITY]]);
    }

    #[test]
    fn bins_that_are_joined_have_the_ends_of_all_of_them() {
        let scores = [0.5, 1.5, 2.5, 3.5];
        let breaks = [1.0, 2.0, 3.0];
        assert_eq!(
            ends(&scores, &breaks, 4.0),
            [[-INFINITY, double_below(2.0)], [2.0, INFINITY]]
        );
        assert_eq!(ends(&scores, &breaks, 2.0), scores.map(|score| [score; 2]));
    }
}
