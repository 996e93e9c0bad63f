//! The weights of the true negatives where all negatives minus the false positives say too little.

use super::ranking::{Form, Ranking};
use super::FEW;
use crate::error::{Argument, Error, Result};
use crate::memory::{push, reserve};
use crate::observations::record::Record;
use crate::poll::{Pace, Poll};
use crate::sort::ties::runs;
use crate::sum::{Sum, Sums};
use crate::tally::by_score::Tallied;

impl Ranking {
    /// The weights of the true negatives in the curve's first rows, summed from the lowest score up,
    /// as far as they are less than 1/1024 of all negatives and differ from what the false positives
    /// leave of these, which else has 12 digits at least. Mostly that is in no row, or in few.
    ///
    /// `false_positive` is that column of the curve, as [`Ranking::write`] writes it. O(1) for each
    /// observation with a score below the last of these rows.
    ///
    /// # Errors
    /// [`Error::Length`] when the column is not as long as [`Ranking::rows`] says, [`Error::Memory`]
    /// and [`Error::Interrupted`].
    pub fn true_negatives(&self, false_positive: &[f64], poll: Poll<'_>) -> Result<Vec<f64>> {
        if false_positive.len() != self.rows() {
            return Err(Error::Length {
                argument: Argument::FalsePositive,
                length: false_positive.len(),
                expected: self.rows(),
            });
        }
        let negatives = false_positive[0];
        let (mut row, mut known) = (0, 0);
        self.sum_up(&mut *poll, |weight| {
            let differs = weight != negatives - false_positive[row];
            row += 1;
            let few = weight < FEW * negatives;
            if few && differs {
                known = row;
            }
            Ok(few)
        })?;
        let mut column = reserve(known)?;
        if known > 0 {
            self.sum_up(poll, |weight| {
                push(&mut column, weight)?;
                Ok(column.len() < known)
            })?;
        }
        Ok(column)
    }

    /// Gives the weight of the negatives below each row but the last, until it is told to stop.
    fn sum_up(&self, poll: Poll<'_>, go_on: impl FnMut(f64) -> Result<bool>) -> Result<()> {
        match &self.form {
            Form::Sorted(records) => sum_up_sorted(records, poll, go_on),
            Form::Tallied(rows) => sum_up_tally(rows, poll, go_on),
        }
    }
}

fn sum_up_sorted(
    records: &[Record],
    poll: Poll<'_>,
    mut go_on: impl FnMut(f64) -> Result<bool>,
) -> Result<()> {
    let mut pace = Pace::new(poll);
    let mut sum = Sum::default();
    for run in runs(records) {
        if !go_on(sum.value())? {
            return Ok(());
        }
        run.iter().for_each(|record| sum.add(record.negative()));
        sum.settle();
        pace.steps(run.len())?;
    }
    Ok(())
}

fn sum_up_tally(
    rows: &[Tallied],
    poll: Poll<'_>,
    mut go_on: impl FnMut(f64) -> Result<bool>,
) -> Result<()> {
    let mut pace = Pace::new(poll);
    let mut sums = Sums::default();
    for row in rows {
        pace.step()?;
        if !go_on(sums.values()[0])? {
            return Ok(());
        }
        sums.add_sums(row.weights());
    }
    Ok(())
}

#[cfg(test)]
mod tests;
