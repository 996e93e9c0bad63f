//! Bins of scores on a grid that does not depend on the data.

use super::overlap::overlap;
use super::row::{Check, Row};
use crate::error::{Error, Result};
use crate::memory::{collect, push, reserve};
use crate::poll::{Pace, Poll};

/// The bits of a double in the order of the doubles. A bin of level l has the scores that share all
/// but the last l of these bits: the bins of each level are those of the level below, two and two
/// together.
fn ordered_bits(score: f64) -> u64 {
    let bits = (score + 0.0).to_bits();
    match bits >> 63 {
        0 => bits | 1 << 63,
        _ => !bits,
    }
}

/// The double that has these [`ordered_bits`], or the one before it for those of -0, which no double has.
fn double_of(bits: u64) -> f64 {
    let result = f64::from_bits(match bits >> 63 {
        0 => !bits,
        _ => bits & !(1 << 63),
    });
    if result == 0.0 && result.is_sign_negative() {
        -f64::from_bits(1)
    } else {
        result
    }
}

/// The greatest double below a score.
pub(super) fn double_below(score: f64) -> f64 {
    double_of(ordered_bits(score).saturating_sub(1))
}

/// The greatest score that a bin of several scores can have of which only the least is known: one below the least
/// score of the `next` bin, and in the same bin of the grid if the bin was made on one, whose level is not 0.
///
/// ```
/// use weighted_roc_core::tally::greatest_score;
///
/// assert_eq!(greatest_score(1.0, None, 0), f64::INFINITY);
/// assert_eq!(greatest_score(1.0, Some(1.0 + 2.0 * f64::EPSILON), 0), 1.0 + f64::EPSILON);
/// assert_eq!(greatest_score(1.0, Some(3.0), 1), 1.0 + f64::EPSILON);
/// ```
pub fn greatest_score(least: f64, next: Option<f64>, level: u32) -> f64 {
    let of_grid = match level {
        0 => f64::INFINITY,
        // The last cell has doubles that are no numbers.
        _ => double_of(
            (ordered_bits(least) | (u64::MAX >> (64 - level.min(64))))
                .min(ordered_bits(f64::INFINITY)),
        ),
    };
    let most = next.map_or(of_grid, |next| of_grid.min(double_below(next)));
    most.max(least)
}

/// The level from which on two scores share a bin.
fn level_of_pair(a: f64, b: f64) -> u32 {
    u64::BITS - (ordered_bits(a) ^ ordered_bits(b)).leading_zeros()
}

/// The cell of the grid that a score lies in: cells of a level have two of those of the level below.
fn cell(score: f64, level: u32) -> u64 {
    ordered_bits(score).checked_shr(level).unwrap_or(0)
}

/// The level from which on a row joins those below it, of which `last` is the greatest score: 0 where
/// bins have the same ends.
fn level_that_joins(last: f64, score: f64) -> u32 {
    if score <= last {
        0
    } else {
        level_of_pair(last, score)
    }
}

/// Puts a tally on the grid of the lowest level, at least `level`, that leaves no more than
/// `points` rows, or one: the rows of each bin become one. Bins that overlap become one only when both of their
/// ends share bins of the grid. Gives the level, too. O(rows), in place; O(rows log rows) and 280 bytes a row where
/// bins overlap.
///
/// ```
/// use weighted_roc_core::tally::{coarsen, Row};
///
/// let row = |score| Row::new(score, [1.0, 2.0], 1.0);
/// let (rows, level) = coarsen(vec![row(1.0), row(2.0), row(3.0)], 0, Some(2), &mut || false)?;
/// assert_eq!((rows.len(), rows[1].positive), (2, 4.0));
/// assert!(level > 0);
/// # Ok::<(), weighted_roc_core::Error>(())
/// ```
///
/// # Errors
/// For an invalid tally: [`Error::NotAscending`], [`Error::Missing`], [`Error::Weight`],
/// [`Error::ScoreCount`], [`Error::Overflow`]; [`Error::Level`] above [`Error::MAX_LEVEL`]; [`Error::Memory`]
/// and [`Error::Interrupted`].
pub fn coarsen(
    rows: Vec<Row>,
    level: u32,
    points: Option<usize>,
    poll: Poll<'_>,
) -> Result<(Vec<Row>, u32)> {
    check_level(level)?;
    let mut pace = Pace::new(poll);
    let mut check = Check::default();
    check.rows(&rows, &mut pace)?;
    check.sums()?;
    put_on_grid(rows, level, points, &mut pace)
}

pub(super) fn check_level(level: u32) -> Result<()> {
    if level <= Error::MAX_LEVEL {
        Ok(())
    } else {
        Err(Error::Level { level })
    }
}

/// See [`coarsen`]; bins may also be equal.
pub(super) fn put_on_grid(
    mut rows: Vec<Row>,
    level: u32,
    points: Option<usize>,
    pace: &mut Pace<'_>,
) -> Result<(Vec<Row>, u32)> {
    if overlap(&rows, pace)? {
        return keep_distinct(&rows, level, points, pace);
    }
    let level = match points {
        Some(points) => level_for(&rows, level, points, pace)?,
        None => level,
    };
    combine(&mut rows, level, pace)?;
    Ok((rows, level))
}

/// The lowest level, at least `level`, that leaves no more than `points` rows, or one.
fn level_for(rows: &[Row], mut level: u32, points: usize, pace: &mut Pace<'_>) -> Result<u32> {
    // How many neighbours share a bin from each level on.
    let mut pairs = [0usize; Error::MAX_LEVEL as usize + 1];
    let mut last = f64::NEG_INFINITY;
    for pair in rows.windows(2) {
        pace.step()?;
        last = last.max(pair[0].last);
        pairs[level_that_joins(last, pair[1].score) as usize] += 1;
    }
    let mut left = rows.len() - pairs[..=level as usize].iter().sum::<usize>();
    while left > points && level < Error::MAX_LEVEL {
        level += 1;
        left -= pairs[level as usize];
    }
    Ok(level)
}

/// Combines neighbours that share a bin. The two zeros read the same.
fn combine(rows: &mut Vec<Row>, level: u32, pace: &mut Pace<'_>) -> Result<()> {
    let mut last = 0;
    for next in 0..rows.len() {
        pace.step()?;
        let mut row = rows[next];
        // -0 + 0 is +0.
        row.score += 0.0;
        row.last += 0.0;
        if next > 0 && level_that_joins(rows[last].last, row.score) <= level {
            rows[last].absorb(row);
        } else {
            last += usize::from(next > 0);
            rows[last] = row;
        }
    }
    rows.truncate(last + 1);
    Ok(())
}

/// [`put_on_grid`] where bins overlap.
fn keep_distinct(
    rows: &[Row],
    mut level: u32,
    points: Option<usize>,
    pace: &mut Pace<'_>,
) -> Result<(Vec<Row>, u32)> {
    let mut order = collect(0..rows.len())?;
    if let Some(points) = points {
        // No level leaves more rows than a lower one does.
        let (mut low, mut high) = (level, Error::MAX_LEVEL);
        while low < high {
            let middle = (low + high) / 2;
            if bring_together(rows, &mut order, middle, pace)? > points {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        level = low;
    }
    let mut kept: Vec<Row> = reserve(bring_together(rows, &mut order, level, pace)?)?;
    let mut before = None;
    for &i in &order {
        pace.step()?;
        let mut row = rows[i];
        // -0 + 0 is +0.
        row.score += 0.0;
        row.last += 0.0;
        let cells = cells(&row, level);
        match kept.last_mut() {
            Some(same) if before == Some(cells) => same.absorb(row),
            _ => push(&mut kept, row)?,
        }
        before = Some(cells);
    }
    kept.sort_unstable_by(|a, b| {
        let ends = |row: &Row| [ordered_bits(row.score), ordered_bits(row.last)];
        ends(a).cmp(&ends(b))
    });
    Ok((kept, level))
}

/// Where both ends of a bin lie on the grid.
fn cells(row: &Row, level: u32) -> [u64; 2] {
    [cell(row.score, level), cell(row.last, level)]
}

/// Orders rows, which ascend, by the cells of their ends, and counts the different ones.
fn bring_together(
    rows: &[Row],
    order: &mut [usize],
    level: u32,
    pace: &mut Pace<'_>,
) -> Result<usize> {
    order.sort_unstable_by_key(|&i| (cells(&rows[i], level), i));
    let mut result = usize::from(!order.is_empty());
    for pair in order.windows(2) {
        pace.step()?;
        result += usize::from(cells(&rows[pair[0]], level) != cells(&rows[pair[1]], level));
    }
    Ok(result)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bits_are_in_the_order_of_doubles() {
        let ascending = [
            f64::NEG_INFINITY,
            -2.0,
            -f64::MIN_POSITIVE,
            -f64::from_bits(1),
            0.0,
            f64::from_bits(1),
            1.0,
            1.0 + f64::EPSILON,
            f64::INFINITY,
        ];
        assert!(ascending
            .windows(2)
            .all(|s| ordered_bits(s[0]) < ordered_bits(s[1])));
        assert_eq!(ordered_bits(-0.0), ordered_bits(0.0));
        for pair in ascending.windows(2).filter(|pair| pair[1] != 0.0) {
            let below = double_below(pair[1]);
            assert!(pair[0] <= below && below < pair[1], "{pair:?}");
        }
        for zero in [0.0, -0.0] {
            assert_eq!(double_below(zero), -f64::from_bits(1));
        }
        assert_eq!(double_below(f64::from_bits(1)), 0.0);
        assert_eq!(double_below(f64::INFINITY), f64::MAX);
        assert_eq!(double_below(-f64::MAX), f64::NEG_INFINITY);
        assert_eq!(double_below(1.0 + f64::EPSILON), 1.0);
        for score in ascending {
            assert_eq!(double_of(ordered_bits(score)), score);
            for level in [1, 40, 63, 64, 100] {
                let last = greatest_score(score, None, level);
                assert!(last >= score && (level > 63 || cell(last, level) == cell(score, level)));
            }
        }
        assert_eq!(level_of_pair(1.0, 1.0), 0);
        assert_eq!(level_of_pair(1.0, 1.0 + f64::EPSILON), 1);
        assert_eq!(level_of_pair(-1.0, 1.0), 64);
    }

    fn rows(scores: &[f64]) -> Vec<Row> {
        let row = |&score: &f64| Row::at_score(score, [1.0, 2.0]);
        scores.iter().map(row).collect()
    }

    #[test]
    fn the_highest_level_leaves_one_row_and_there_is_none_above() {
        let coarse =
            |scores: &[f64], level, points| coarsen(rows(scores), level, points, &mut || false);
        let (one, level) = coarse(&[-1.0, 0.0, 1.0], 0, Some(0)).unwrap();
        assert_eq!((one.len(), one[0].positive, level), (1, 6.0, 64));
        assert_eq!(coarse(&[-1.0, 0.0, 1.0], 64, None).unwrap().0, one);
        assert_eq!(coarse(&[], 3, Some(0)), Ok((vec![], 3)));
        assert_eq!(coarse(&[1.0], 65, None), Err(Error::Level { level: 65 }));
    }

    #[test]
    fn what_is_no_tally_is_not_coarsened() {
        let coarse = |rows| coarsen(rows, 0, None, &mut || false);
        assert!(matches!(
            coarse(rows(&[1.0, 3.0, 2.0])),
            Err(Error::NotAscending { position: 2, .. })
        ));
        let mut huge = rows(&[1.0, 2.0]);
        huge.iter_mut().for_each(|row| row.negative = f64::MAX);
        assert!(matches!(coarse(huge), Err(Error::Overflow { .. })));
    }
}
