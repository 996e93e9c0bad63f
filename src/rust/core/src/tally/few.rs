//! Bins that have few observations, joined with their neighbours.

use super::row::Row;
#[cfg(doc)]
use crate::error::Error;
use crate::error::Result;
use crate::poll::{Pace, Poll};

/// Joins neighbours, from the lowest score up, until no row has fewer observations than `least`, of
/// positive weight and of both classes together; one row may be left that has. O(rows), in place.
///
/// ```
/// use weighted_roc_core::tally::{join_few, Row};
///
/// let row = |score| Row::new(score, [1.0, 2.0], 1.0);
/// let rows = join_few(vec![row(1.0), row(2.0), row(3.0)], 3.0, &mut || false)?;
/// assert_eq!((rows.len(), rows[0].last, rows[0].positive), (1, 3.0, 6.0));
/// # Ok::<(), weighted_roc_core::Error>(())
/// ```
///
/// # Errors
/// [`Error::Interrupted`].
pub fn join_few(mut rows: Vec<Row>, least: f64, poll: Poll<'_>) -> Result<Vec<Row>> {
    let mut pace = Pace::new(poll);
    let mut kept: usize = 0;
    for next in 0..rows.len() {
        pace.step()?;
        let row = rows[next];
        if kept > 0 && rows[kept - 1].number() < least {
            rows[kept - 1].absorb(row)
        } else {
            rows[kept] = row;
            kept += 1;
        }
    }
    if kept > 1 && rows[kept - 1].number() < least {
        kept -= 1;
        let row = rows[kept];
        rows[kept - 1].absorb(row);
    }
    rows.truncate(kept);
    Ok(rows)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_row_has_fewer_and_nothing_is_lost() {
        for (rows, least) in [
            (1, 1.0),
            (10, 1.0),
            (10, 3.0),
            (10, 10.0),
            (10, 11.0),
            (0, 5.0),
        ] {
            let row = |i| Row::at_score(f64::from(i), [1.0, 0.0]);
            let joined = join_few((0..rows).map(row).collect(), least, &mut || false).unwrap();
            let sum: f64 = joined.iter().map(Row::number).sum();
            assert_eq!(sum, f64::from(rows));
            let enough = joined.iter().all(|row| row.number() >= least);
            assert!(enough || joined.len() == 1, "{rows} {least}");
            let apart = joined.windows(2).all(|pair| pair[0].last < pair[1].score);
            assert!(apart);
            let most = (f64::from(rows) / least)
                .floor()
                .max(f64::from(rows.min(1)));
            assert_eq!(joined.len() as f64, most);
        }
    }
}
