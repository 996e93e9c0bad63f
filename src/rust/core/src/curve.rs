//! The weighted ROC curve.

use crate::error::Error;
use crate::memory::zeros;
use crate::observations::Observations;
use crate::plan::Sample;
use crate::poll::{Poll, BLOCK};
use crate::rank::rank;
use crate::sum::Sum;
use crate::tally::{tally_if_few, Tallied};
use crate::totals::Totals;
use std::ops::DerefMut;

/// Observations in ascending order of their scores, ready to be written out as a curve.
///
/// `C` is what its working memory is made of: columns that may end as columns of the curve.
#[derive(Debug)]
pub struct Ranking<C = Vec<f64>> {
    rows: usize,
    form: Form<C>,
}

#[derive(Debug)]
enum Form<C> {
    /// Scores and signed weights: the first `present` elements of two columns.
    Sorted {
        scores: C,
        weights: C,
        present: usize,
    },
    Tallied(Vec<Tallied>),
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
    /// O(n log n) time at worst, O(n) for scores that are spread evenly or are few;
    /// about 16 bytes of working memory an observation, none where there are few distinct scores.
    ///
    /// # Errors
    /// Anything that [`Error`] names about observations, [`Error::Memory`] and
    /// [`Error::Interrupted`].
    pub fn new(observations: &Observations<'_>, poll: Poll<'_>) -> Result<Ranking, Error> {
        let allocate = |length| Ok((zeros(length)?, zeros(length)?));
        Ranking::in_columns(observations, allocate, poll)
    }
}

impl<C: DerefMut<Target = [f64]>> Ranking<C> {
    /// Like [`Ranking::new`], in working memory of the caller's: `allocate` gives two columns of
    /// the length that it is asked for. It is not called when there are few distinct scores.
    ///
    /// # Errors
    /// As [`Ranking::new`], and those of `allocate`.
    pub fn in_columns<E: From<Error>>(
        observations: &Observations<'_>,
        allocate: impl FnOnce(usize) -> Result<(C, C), E>,
        poll: Poll<'_>,
    ) -> Result<Ranking<C>, E> {
        let source = &*observations.source()?;
        let sample = Sample::of(source);
        if let Some(rows) = tally_if_few(source, sample.as_ref(), poll)? {
            Totals::of_tally(&rows)?;
            return Ok(Ranking {
                rows: rows.len() + 1,
                form: Form::Tallied(rows),
            });
        }
        let (mut scores, mut weights) = allocate(source.len() + 1)?;
        let present = rank(source, sample.as_ref(), (&mut scores, &mut weights), poll)?;
        Totals::of_signed(&weights[..present])?;
        let steps = scores[..present]
            .windows(2)
            .map(|s| usize::from(s[0] != s[1]));
        Ok(Ranking {
            rows: steps.sum::<usize>() + 2,
            form: Form::Sorted {
                scores,
                weights,
                present,
            },
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
        let Columns {
            tpr,
            fpr,
            threshold,
            false_negative,
            false_positive,
        } = columns;
        for column in [&tpr, &fpr, &threshold, &false_negative, &false_positive] {
            assert_eq!(column.len(), self.rows, "a column's length is the curve's");
        }
        match &self.form {
            Form::Sorted {
                scores,
                weights,
                present,
            } => {
                let (scores, weights) = (&scores[..*present], &weights[..*present]);
                sum_down(scores, weights, tpr, false_positive);
                sum_up(scores, weights, threshold, false_negative);
            }
            Form::Tallied(rows) => {
                sum_down_tally(rows, tpr, false_positive);
                sum_up_tally(rows, threshold, false_negative);
            }
        }
        divide(tpr, fpr, false_positive);
    }

    /// Whether the working columns are as long as the curve, so that they can become its own by
    /// [`Ranking::write_in_place`]: no score is tied, no weight is 0.
    pub fn fits_in_place(&self) -> bool {
        match &self.form {
            Form::Sorted { scores, .. } => self.rows == scores.len(),
            Form::Tallied(_) => false,
        }
    }

    /// Like [`Ranking::write`], with the working columns as the thresholds and the false
    /// negatives, in this order.
    ///
    /// # Panics
    /// Unless [`Ranking::fits_in_place`], and when a column is not of length [`Ranking::rows`].
    pub fn write_in_place(
        self,
        tpr: &mut [f64],
        fpr: &mut [f64],
        false_positive: &mut [f64],
    ) -> (C, C) {
        assert!(self.fits_in_place(), "there are ties or weights of 0");
        for column in [&tpr, &fpr, &false_positive] {
            assert_eq!(column.len(), self.rows, "a column's length is the curve's");
        }
        let Form::Sorted {
            mut scores,
            mut weights,
            present,
        } = self.form
        else {
            unreachable!("a tally never fits in place")
        };
        sum_down_distinct(&weights[..present], tpr, false_positive);
        sum_up_in_place(&mut weights);
        scores[present] = f64::INFINITY;
        divide(tpr, fpr, false_positive);
        (scores, weights)
    }
}

/// Turns the weights of the true positives into rates, and gives those of the false positives.
fn divide(tpr: &mut [f64], fpr: &mut [f64], false_positive: &[f64]) {
    let (positive, negative) = (tpr[0], false_positive[0]);
    tpr.iter_mut().for_each(|tp| *tp /= positive);
    for (fpr, fp) in fpr.iter_mut().zip(false_positive) {
        *fpr = fp / negative;
    }
}

/// Writes the weights of the true and the false positives.
fn sum_down(
    scores: &[f64],
    weights: &[f64],
    true_positive: &mut [f64],
    false_positive: &mut [f64],
) {
    let (mut positive, mut negative) = (Sum::default(), Sum::default());
    let mut row = true_positive.len() - 1;
    true_positive[row] = 0.0;
    false_positive[row] = 0.0;
    let mut above = f64::NAN;
    for (scores, weights) in scores.rchunks(BLOCK).zip(weights.rchunks(BLOCK)) {
        for (&score, &weight) in scores.iter().zip(weights).rev() {
            row -= usize::from(score != above);
            above = score;
            positive.add(weight.max(0.0));
            negative.add((-weight).max(0.0));
            true_positive[row] = positive.value();
            false_positive[row] = negative.value();
        }
        positive.settle();
        negative.settle();
    }
}

/// Writes the distinct scores and the weight of the positives below each.
fn sum_up(scores: &[f64], weights: &[f64], threshold: &mut [f64], false_negative: &mut [f64]) {
    let mut positive = Sum::default();
    let mut row = 0;
    let mut below = scores[0];
    threshold[0] = below;
    false_negative[0] = 0.0;
    for (scores, weights) in scores.chunks(BLOCK).zip(weights.chunks(BLOCK)) {
        for (&score, &weight) in scores.iter().zip(weights) {
            row += usize::from(score != below);
            below = score;
            threshold[row] = below;
            positive.add(weight.max(0.0));
            false_negative[row + 1] = positive.value();
        }
        positive.settle();
    }
    threshold[row + 1] = f64::INFINITY;
}

/// [`sum_down`] for scores without ties.
fn sum_down_distinct(weights: &[f64], true_positive: &mut [f64], false_positive: &mut [f64]) {
    let (mut positive, mut negative) = (Sum::default(), Sum::default());
    let rows = weights.len();
    true_positive[rows] = 0.0;
    false_positive[rows] = 0.0;
    let columns = true_positive[..rows]
        .iter_mut()
        .zip(&mut false_positive[..rows]);
    for (row, (&weight, (tp, fp))) in weights.iter().zip(columns).enumerate().rev() {
        positive.add(weight.max(0.0));
        negative.add((-weight).max(0.0));
        *tp = positive.value();
        *fp = negative.value();
        if (rows - row) % BLOCK == 0 {
            positive.settle();
            negative.settle();
        }
    }
}

/// Turns signed weights, and a last element that may be anything, into the weights of the
/// positives before each.
fn sum_up_in_place(weights: &mut [f64]) {
    let mut positive = Sum::default();
    for (row, weight) in weights.iter_mut().enumerate() {
        let here = std::mem::replace(weight, positive.value());
        positive.add(here.max(0.0));
        if (row + 1) % BLOCK == 0 {
            positive.settle();
        }
    }
}

fn sum_down_tally(rows: &[Tallied], true_positive: &mut [f64], false_positive: &mut [f64]) {
    let (mut positive, mut negative) = (Sum::default(), Sum::default());
    true_positive[rows.len()] = 0.0;
    false_positive[rows.len()] = 0.0;
    for (row, tallied) in rows.iter().enumerate().rev() {
        positive.add_sum(tallied.positive());
        negative.add_sum(tallied.negative());
        true_positive[row] = positive.value();
        false_positive[row] = negative.value();
    }
}

fn sum_up_tally(rows: &[Tallied], threshold: &mut [f64], false_negative: &mut [f64]) {
    let mut positive = Sum::default();
    for (row, tallied) in rows.iter().enumerate() {
        threshold[row] = tallied.score;
        false_negative[row] = positive.value();
        positive.add_sum(tallied.positive());
    }
    threshold[rows.len()] = f64::INFINITY;
    false_negative[rows.len()] = positive.value();
}

#[cfg(test)]
mod tests;
