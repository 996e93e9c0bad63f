//! The weighted ROC curve.

use crate::error::Error;
use crate::observations::Observations;
use crate::plan::Sample;
use crate::poll::Poll;
use crate::rank::rank;
use crate::record::Record;
use crate::sweep::Columns;
use crate::tallies::TallyRow;
use crate::tally::{tally_if_few, Tallied};
use crate::totals::Totals;

/// Observations in ascending order of their scores, ready to be written out as a curve.
#[derive(Debug)]
pub struct Ranking {
    rows: usize,
    form: Form,
}

#[derive(Debug)]
enum Form {
    Sorted(Vec<Record>),
    Tallied(Vec<Tallied>),
}

impl Ranking {
    /// Checks and sorts the observations. Those of weight 0 are left out.
    ///
    /// O(n log n) time at worst, O(n) for scores that are spread evenly or are few;
    /// about 16 bytes of working memory an observation, none where there are few distinct scores.
    ///
    /// # Errors
    /// Anything that [`Error`] names about observations, [`Error::Memory`] and
    /// [`Error::Interrupted`].
    pub fn new(observations: &Observations<'_>, poll: Poll<'_>) -> Result<Ranking, Error> {
        Ranking::by_threads(1, observations, poll)
    }

    /// [`Ranking::new`] by several threads, which give the same to the last bit. They share the
    /// sort of large data; all else, and `poll`, is this one's.
    ///
    /// # Errors
    /// As [`Ranking::new`].
    pub fn by_threads(
        threads: usize,
        observations: &Observations<'_>,
        poll: Poll<'_>,
    ) -> Result<Ranking, Error> {
        let source = &*observations.source()?;
        let sample = Sample::of(source);
        if let Some(rows) = tally_if_few(source, sample.as_ref(), poll)? {
            Totals::of_tally(&rows)?;
            return Ok(Ranking {
                rows: rows.len() + 1,
                form: Form::Tallied(rows),
            });
        }
        let ranked = rank(source, sample.as_ref(), threads, poll)?;
        Ok(Ranking {
            rows: ranked.distinct + 1,
            form: Form::Sorted(ranked.records),
        })
    }

    /// Of a tally, whose scores ascend.
    ///
    /// # Errors
    /// [`Error::NoWeight`] and [`Error::Overflow`].
    pub fn of_tally(tally: &[TallyRow]) -> Result<Ranking, Error> {
        let rows: Vec<Tallied> = tally
            .iter()
            .map(|row| Tallied::new(row.score, [row.negative, row.positive]))
            .collect();
        Totals::of_tally(&rows)?;
        Ok(Ranking {
            rows: rows.len() + 1,
            form: Form::Tallied(rows),
        })
    }

    /// The number of the curve's rows: one a distinct score, and the last.
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// Writes the curve: at threshold t an observation counts as positive when its score >= t.
    ///
    /// With W1 and W0 the weights of the classes, FP(t) is the weight of the negatives with
    /// score >= t, FN(t) that of the positives with score < t, FPR = FP / W0 and
    /// TPR = 1 - FN / W1. Rows ascend by threshold; the last has threshold infinity.
    ///
    /// FP and the true positives are summed from the highest score down, FN from the lowest up,
    /// so that no entry suffers from cancellation: each is right to a few ulp, the first rates are
    /// exactly 1, the last exactly 0, and the columns are monotone. O(n).
    ///
    /// # Panics
    /// When a column is not of length [`Ranking::rows`].
    pub fn write(&self, columns: Columns<'_>) {
        columns.assert_lengths(self.rows);
        match &self.form {
            Form::Sorted(records) => columns.write_sorted(records),
            Form::Tallied(rows) => columns.write_tally(rows),
        }
    }
}

#[cfg(test)]
mod tests;
