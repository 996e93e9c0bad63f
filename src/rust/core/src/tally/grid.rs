//! Bins of scores on a grid that does not depend on the data.

use super::row::{Check, Row};
use crate::error::{Error, Result};
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

/// The level from which on two scores share a bin.
fn level_of_pair(a: f64, b: f64) -> u32 {
    u64::BITS - (ordered_bits(a) ^ ordered_bits(b)).leading_zeros()
}

/// The level from which on a row joins those below it, of which `last` is the greatest score: 0 where
/// bins overlap, which were not made on a grid or have been joined since.
fn level_that_joins(last: f64, score: f64) -> u32 {
    if score <= last {
        0
    } else {
        level_of_pair(last, score)
    }
}

/// Puts a tally on the grid of the lowest level, at least `level`, that leaves no more than
/// `points` rows, or one: the rows of each bin become one. Gives the level, too. O(rows), in place.
///
/// # Errors
/// What is no tally: [`Error::NotAscending`], [`Error::Missing`], [`Error::Weight`],
/// [`Error::ScoreCount`], [`Error::Overflow`]; [`Error::Level`] above [`Error::MAX_LEVEL`];
/// [`Error::Interrupted`].
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

/// See [`coarsen`]; scores may also be equal.
pub(super) fn put_on_grid(
    mut rows: Vec<Row>,
    level: u32,
    points: Option<usize>,
    pace: &mut Pace<'_>,
) -> Result<(Vec<Row>, u32)> {
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::poll::BLOCK;

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
        assert_eq!(level_of_pair(1.0, 1.0), 0);
        assert_eq!(level_of_pair(1.0, 1.0 + f64::EPSILON), 1);
        assert_eq!(level_of_pair(-1.0, 1.0), 64);
    }

    fn rows(scores: &[f64]) -> Vec<Row> {
        let row = |&score: &f64| Row::of_score(score, [1.0, 2.0]);
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

    #[test]
    #[cfg_attr(miri, ignore = "slow")]
    fn who_says_stop_is_obeyed() {
        let scores: Vec<f64> = (0..BLOCK + 10).map(|i| i as f64).collect();
        for stop in 1..=3 {
            let mut polls = 0;
            let mut poll = || {
                polls += 1;
                polls == stop
            };
            let found = coarsen(rows(&scores), 0, Some(10), &mut poll);
            assert_eq!(found, Err(Error::Interrupted));
        }
    }
}
