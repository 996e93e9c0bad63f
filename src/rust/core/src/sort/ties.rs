//! The one walk over runs of equal scores, and what a tie counts.
//!
//! ```text
//! scores    1  2  2  2  5      runs   [1] [2 2 2] [5]
//! rows      0  1  1  1  2      places, by which each record of a run has the same row
//! ```
//!
//! [`runs`] serves where a run is added up before it counts. [`RowCursor`] serves where each record counts
//! at once and the last one of a run has the last word: without a branch that ties would mislead.

use crate::observations::record::Record;
use crate::rounding::without_rounding;
use crate::sum::Sums;
use std::ops::Range;

/// The share of a win that a tie counts.
pub(crate) const TIE: f64 = 0.5;

/// The weights of the negatives and of the positives below a score, and of those with it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Standing {
    pub below: [f64; 2],
    pub tied: [f64; 2],
}

impl Standing {
    /// In terms of the weights of the classes.
    #[inline(always)]
    pub fn shares(self, totals: [f64; 2]) -> Standing {
        let shares = |weights: [f64; 2]| [weights[0] / totals[0], weights[1] / totals[1]];
        Standing {
            below: shares(self.below),
            tied: shares(self.tied),
        }
    }

    /// The weight of the positives that a negative with the score beats, being above it, of all there are, and that of the
    /// negatives that a positive beats.
    #[inline(always)]
    pub fn placements(self, positives: f64) -> [f64; 2] {
        let up_to = |class: usize| self.below[class] + TIE * self.tied[class];
        [(positives - up_to(1)).max(0.0), up_to(0)]
    }
}

/// How far what an observation beats, of all that it is compared with, is from what is expected. Of shares of 1 in all the
/// area is expected, and times the share of the observation in its class this is its influence on the area (DeLong, DeLong
/// and Clarke-Pearson 1988).
#[inline(always)]
pub(crate) fn deviation(placements: f64, expected: f64, all: f64) -> f64 {
    without_rounding(placements - expected, all)
}

/// Hands to `visit` the range of each run of equal scores and where it stands, by the weights that records have. `below`
/// has those below the first one, and then those below what follows.
#[inline(always)]
pub(crate) fn standings(
    records: &[Record],
    weights: impl Fn(usize) -> [f64; 2],
    below: &mut Sums,
    mut visit: impl FnMut(Range<usize>, Standing),
) {
    let mut sums = *below;
    let mut start = 0;
    while start < records.len() {
        let run = start..end_of_run(records, start);
        start = run.end;
        let mut tied = Sums::default();
        run.clone().for_each(|index| tied.add(weights(index)));
        let tied = tied.values();
        let standing = Standing {
            below: sums.values(),
            tied,
        };
        visit(run, standing);
        sums.add(tied);
    }
    *below = sums;
}

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
pub(crate) struct RowCursor {
    row: usize,
    score: f64,
}

impl RowCursor {
    /// Before the first row, for records that ascend from this one.
    pub fn first(record: &Record) -> RowCursor {
        RowCursor {
            row: 0,
            score: record.score,
        }
    }

    /// The place behind the last of `rows` rows, for records that descend.
    pub fn behind(rows: usize) -> RowCursor {
        RowCursor {
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
            let (mut up, mut down) = (RowCursor::first(&records[0]), RowCursor::behind(distinct));
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
