//! The one walk over runs of equal scores.
//!
//! ```text
//! scores    1  2  2  2  5      runs   [1] [2 2 2] [5]
//! rows      0  1  1  1  2      places, by which each record of a run has the same row
//! ```
//!
//! [`runs`] serves where a run is added up before it counts. [`Place`] serves where each record counts
//! at once and the last one of a run has the last word: without a branch that ties would mislead.

use crate::observations::record::Record;

/// The runs of records that share a score, from the first to the last; reversed, from the last.
pub(crate) fn runs(records: &[Record]) -> impl DoubleEndedIterator<Item = &[Record]> + Clone {
    records.chunk_by(|a, b| a.score == b.score)
}

/// The position behind the records whose score equals that of the one at `start`.
#[inline(always)]
pub(crate) fn end_of_run(records: &[Record], start: usize) -> usize {
    start + runs(&records[start..]).next().map_or(0, <[Record]>::len)
}

/// A row of the curve, and the score that it is for.
#[derive(Clone, Copy)]
pub(crate) struct Place {
    row: usize,
    score: f64,
}

impl Place {
    /// Before the first row, for records that ascend from this one.
    pub fn first(record: &Record) -> Place {
        Place {
            row: 0,
            score: record.score,
        }
    }

    /// The place behind the last of `rows` rows, for records that descend.
    pub fn behind(rows: usize) -> Place {
        Place {
            row: rows,
            score: f64::NAN,
        }
    }

    /// The row of the next higher record.
    #[inline(always)]
    pub fn up(&mut self, record: &Record) -> usize {
        self.row += usize::from(record.score != self.score);
        self.score = record.score;
        self.row
    }

    /// The row of the next lower record.
    #[inline(always)]
    pub fn down(&mut self, record: &Record) -> usize {
        self.row -= usize::from(record.score != self.score);
        self.score = record.score;
        self.row
    }
}

/// The number of neighbours that tie.
#[inline(always)]
pub(crate) fn count_ties(records: &[Record]) -> usize {
    let ties = records
        .windows(2)
        .map(|pair| usize::from(pair[0].score == pair[1].score));
    ties.sum()
}

/// The number of distinct scores of sorted records.
pub(crate) fn count_distinct(records: &[Record]) -> usize {
    records.len() - count_ties(records)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sort::sorting::records_of;

    #[test]
    fn runs_are_the_records_that_share_a_score() {
        let records = records_of(&[1.0, 2.0, 2.0, 2.0, 5.0, 5.0]);
        let lengths: Vec<_> = runs(&records).map(<[Record]>::len).collect();
        assert_eq!(lengths, [1, 3, 2]);
        assert_eq!(runs(&records).next_back(), Some(&records[4..]));
        assert_eq!(runs(&[]).count(), 0);
    }

    #[test]
    fn places_and_counts_agree_with_runs() {
        for scores in [&[3.0][..], &[1.0, 1.0], &[f64::NEG_INFINITY, 0.0, 0.0, 7.0]] {
            let records = records_of(scores);
            let distinct = runs(&records).count();
            assert_eq!(count_distinct(&records), distinct);
            assert_eq!(count_ties(&records), records.len() - distinct);
            let (mut up, mut down) = (Place::first(&records[0]), Place::behind(distinct));
            let ascending: Vec<_> = records.iter().map(|record| up.up(record)).collect();
            let mut rows: Vec<_> = records
                .iter()
                .rev()
                .map(|record| down.down(record))
                .collect();
            rows.reverse();
            assert_eq!(rows, ascending);
            let of_runs = runs(&records).enumerate();
            let expected: Vec<_> = of_runs
                .flat_map(|(row, run)| vec![row; run.len()])
                .collect();
            assert_eq!(ascending, expected);
        }
    }
}
