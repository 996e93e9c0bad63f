//! The weighted ROC curve.

use crate::error::{Class, Error};
use crate::observations::{records, Observations, Record};
use crate::order::sort;
use crate::poll::Poll;
use crate::sum::Sum;

/// Observations in ascending order of their scores, ready to be written out as a curve.
#[derive(Debug)]
pub struct Ranking {
    records: Vec<Record>,
    distinct: usize,
}

/// The columns of a curve, each with room for [`Ranking::rows`] values.
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

impl Ranking {
    /// Checks and sorts the observations. Those of weight 0 are left out.
    ///
    /// O(n log n) time at worst, 32 bytes of working memory an observation.
    ///
    /// # Errors
    /// Anything that [`Error`] names about observations, [`Error::Memory`] and
    /// [`Error::Interrupted`].
    pub fn new(observations: &Observations<'_>, poll: Poll<'_>) -> Result<Ranking, Error> {
        let records = sort(records(observations, poll)?, poll)?;
        let steps = records
            .windows(2)
            .filter(|pair| pair[0].score != pair[1].score);
        let distinct = 1 + steps.count();
        Ok(Ranking { records, distinct })
    }

    /// The number of the curve's rows: one a distinct score, and the last.
    pub fn rows(&self) -> usize {
        self.distinct + 1
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
        let rows = self.rows();
        let Columns {
            tpr,
            fpr,
            threshold,
            false_negative,
            false_positive,
        } = columns;
        for column in [&tpr, &fpr, &threshold, &false_negative, &false_positive] {
            assert_eq!(column.len(), rows, "a column's length is the curve's");
        }
        let (true_positive_total, false_positive_total) = self.sum_down(tpr, false_positive);
        self.sum_up(threshold, false_negative);
        for row in 0..rows {
            tpr[row] /= true_positive_total;
            fpr[row] = false_positive[row] / false_positive_total;
        }
    }

    /// Writes the weights of the true and the false positives and gives their totals.
    fn sum_down(&self, true_positive: &mut [f64], false_positive: &mut [f64]) -> (f64, f64) {
        let (mut positive, mut negative) = (Sum::default(), Sum::default());
        let mut row = self.distinct;
        true_positive[row] = 0.0;
        false_positive[row] = 0.0;
        let mut above = f64::NAN;
        for record in self.records.iter().rev() {
            row -= usize::from(record.score != above);
            above = record.score;
            positive.add(record.weight_in(Class::Positive));
            negative.add(record.weight_in(Class::Negative));
            true_positive[row] = positive.value();
            false_positive[row] = negative.value();
        }
        (positive.value(), negative.value())
    }

    /// Writes the distinct scores and the weight of the positives below each.
    fn sum_up(&self, threshold: &mut [f64], false_negative: &mut [f64]) {
        let mut positive = Sum::default();
        let mut row = 0;
        threshold[0] = self.records[0].score;
        false_negative[0] = 0.0;
        for record in &self.records {
            if record.score != threshold[row] {
                row += 1;
                threshold[row] = record.score;
                false_negative[row] = positive.value();
            }
            positive.add(record.weight_in(Class::Positive));
        }
        threshold[self.distinct] = f64::INFINITY;
        false_negative[self.distinct] = positive.value();
    }
}
