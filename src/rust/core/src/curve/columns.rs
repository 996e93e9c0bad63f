//! The columns of a curve, summed over scores in ascending order.

use crate::error::{Argument, Error, Result};
use crate::poll::{Pace, Poll};
use crate::sum::Sums;
use crate::tally::by_score::Tallied;

/// The columns of a curve, each with room for [`Ranking::rows`](super::Ranking::rows) values.
#[derive(Debug)]
pub struct Columns<'a> {
    /// True positive rate.
    pub tpr: &'a mut [f64],
    /// False positive rate.
    pub fpr: &'a mut [f64],
    /// Threshold.
    pub threshold: &'a mut [f64],
    /// Weight of the false negatives.
    pub false_negative: &'a mut [f64],
    /// Weight of the false positives.
    pub false_positive: &'a mut [f64],
}

impl Columns<'_> {
    /// Each must have `rows` rows.
    pub(crate) fn check_lengths(&self, rows: usize) -> Result<()> {
        let all = [
            (Argument::Tpr, &self.tpr),
            (Argument::Fpr, &self.fpr),
            (Argument::Threshold, &self.threshold),
            (Argument::FalseNegative, &self.false_negative),
            (Argument::FalsePositive, &self.false_positive),
        ];
        match all.into_iter().find(|(_, column)| column.len() != rows) {
            None => Ok(()),
            Some((argument, column)) => Err(Error::Length {
                argument,
                length: column.len(),
                expected: rows,
            }),
        }
    }

    #[inline(always)]
    fn write_down(&mut self, row: usize, [negative, positive]: [f64; 2], totals: [f64; 2]) {
        self.fpr[row] = negative / totals[0];
        self.tpr[row] = positive / totals[1];
        self.false_positive[row] = negative;
    }

    /// Writes the curve of a tally.
    pub(crate) fn write_tally(mut self, rows: &[Tallied], poll: Poll<'_>) -> Result<()> {
        let totals = sum_up_tally(rows, self.threshold, self.false_negative, poll)?;
        self.with_totals(totals, |columns, totals| {
            sum_down_tally(rows, totals, columns, poll)
        })
    }

    /// Lets `sum_down` divide by the totals that it gives itself, so that a rate is exactly 1 where nothing is left.
    /// Sums from the other end are the same to one ulp.
    fn with_totals(
        &mut self,
        from_below: [f64; 2],
        mut sum_down: impl FnMut(&mut Self, [f64; 2]) -> Result<[f64; 2]>,
    ) -> Result<()> {
        let totals = sum_down(self, from_below)?;
        if totals != from_below {
            sum_down(self, totals)?;
        }
        Ok(())
    }
}

/// Writes the rates and the weight of the false positives; gives the weights of the classes,
/// negative and positive.
fn sum_down_tally(
    rows: &[Tallied],
    totals: [f64; 2],
    columns: &mut Columns<'_>,
    poll: Poll<'_>,
) -> Result<[f64; 2]> {
    let mut pace = Pace::new(poll);
    let mut sums = Sums::default();
    columns.write_down(rows.len(), [0.0; 2], totals);
    for (row, tallied) in rows.iter().enumerate().rev() {
        pace.step()?;
        sums.add_sums(tallied.weights());
        columns.write_down(row, sums.values(), totals);
    }
    Ok(sums.values())
}

/// Writes the scores and the weight of the positives below each; gives the weights of the classes,
/// negative and positive.
fn sum_up_tally(
    rows: &[Tallied],
    threshold: &mut [f64],
    false_negative: &mut [f64],
    poll: Poll<'_>,
) -> Result<[f64; 2]> {
    let mut pace = Pace::new(poll);
    let mut sums = Sums::default();
    for (row, tallied) in rows.iter().enumerate() {
        pace.step()?;
        threshold[row] = tallied.score;
        false_negative[row] = sums.values()[1];
        sums.add_sums(tallied.weights());
    }
    threshold[rows.len()] = f64::INFINITY;
    false_negative[rows.len()] = sums.values()[1];
    Ok(sums.values())
}
