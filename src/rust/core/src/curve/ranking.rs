//! The curve of observations.

use super::columns::Columns;
use super::owned::OwnedCurve;
use super::sorted::write_sorted;
#[cfg(doc)]
use crate::error::Error;
use crate::error::Result;
use crate::memory::{push, reserve};
use crate::observations::record::Record;
use crate::observations::Observations;
use crate::options::Options;
use crate::poll::{Pace, Poll};
use crate::sort::rank;
use crate::sort::sample::Sample;
use crate::sum::Sums;
use crate::tally::by_score::{tally_if_few, totals_of, Tallied};
use crate::tally::overlap::end_of_set;
use crate::tally::row::{check_sums, Check, Row};
use std::num::NonZeroUsize;

/// Observations in ascending order of their scores, ready to be written out as a curve.
#[derive(Debug)]
pub struct Ranking {
    rows: usize,
    pub(super) form: Form,
    /// As many as sorted the observations write the curve.
    threads: NonZeroUsize,
}

#[derive(Debug)]
pub(super) enum Form {
    Sorted(Vec<Record>),
    Tallied(Vec<Tallied>),
}

impl Ranking {
    /// Checks and sorts the observations. Observations with weight 0 are left out.
    ///
    /// O(n log n) time at worst, O(n) for scores that are spread evenly or are few;
    /// about 16 bytes of working memory an observation, none where there are few distinct scores.
    ///
    /// ```
    /// # use weighted_roc_core::{curve::Ranking, Labels, Observations, Options, Scores, Weights};
    /// # let observations = Observations {
    /// #     scores: Scores::F64(&[0.1, 0.2, 0.3, 0.4]),
    /// #     labels: Labels::I32(&[0, 1, 0, 1]),
    /// #     weights: Weights::Unit,
    /// # };
    /// let ranking = Ranking::new(&observations, Options::default())?;
    /// // A row for each distinct score, and one for infinity.
    /// assert_eq!(ranking.rows(), 5);
    /// # Ok::<(), weighted_roc_core::Error>(())
    /// ```
    ///
    /// # Errors
    /// Anything that [`Error`] names about observations, [`Error::Memory`] and
    /// [`Error::Interrupted`].
    pub fn new(observations: &Observations<'_>, options: Options<'_>) -> Result<Ranking> {
        let source = &observations.source()?;
        let sample = Sample::draw(source)?;
        if let Some(rows) = tally_if_few(source, sample.as_ref(), &mut *options.poll)? {
            return Ranking::tallied(rows);
        }
        let threads = options.threads;
        let ranked = rank(source, sample.as_ref(), options)?;
        Ok(Ranking {
            threads,
            rows: ranked.distinct + 1,
            form: Form::Sorted(ranked.records),
        })
    }

    /// The ranking of a tally, with one score for each row, or for each connected set of rows that overlap.
    /// O(rows) time, 40 bytes a row.
    ///
    /// # Errors
    /// For an invalid tally: [`Error::NotAscending`], [`Error::Missing`], [`Error::Weight`],
    /// [`Error::ScoreCount`]; [`Error::NoWeight`], [`Error::Overflow`], [`Error::Memory`] and
    /// [`Error::Interrupted`].
    pub fn from_tally(tally: &[Row], poll: Poll<'_>) -> Result<Ranking> {
        let mut pace = Pace::new(poll);
        Check::default().rows(tally, &mut pace)?;
        let mut steps = reserve(tally.len())?;
        let mut first = 0;
        while first < tally.len() {
            pace.step()?;
            let set = &tally[first..end_of_set(tally, first)];
            let mut sums = Sums::default();
            set.iter()
                .for_each(|row| sums.add([row.negative, row.positive]));
            check_sums(sums.values())?;
            // -0 + 0 is +0: the two zeros read the same.
            push(&mut steps, Tallied::new(set[0].score + 0.0, sums.values()))?;
            first += set.len();
        }
        Ranking::tallied(steps)
    }

    fn tallied(rows: Vec<Tallied>) -> Result<Ranking> {
        totals_of(&rows)?;
        Ok(Ranking {
            threads: NonZeroUsize::MIN,
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
    /// exactly 1, the last exactly 0, and the columns are monotone. O(n), by as many threads as the
    /// ranking was made with.
    ///
    /// ```
    /// # use weighted_roc_core::{curve::Ranking, Labels, Observations, Options, Scores, Weights};
    /// # let observations = Observations {
    /// #     scores: Scores::F64(&[0.1, 0.2, 0.3, 0.4, 0.5, 0.6]),
    /// #     labels: Labels::I32(&[0, 0, 1, 0, 1, 1]),
    /// #     weights: Weights::Unit,
    /// # };
    /// use weighted_roc_core::curve::Columns;
    ///
    /// let ranking = Ranking::new(&observations, Options::default())?;
    /// let [mut tpr, mut fpr, mut threshold, mut missed, mut alarms] = [[0.0; 7]; 5];
    /// let columns = Columns {
    ///     tpr: &mut tpr,
    ///     fpr: &mut fpr,
    ///     threshold: &mut threshold,
    ///     false_negative: &mut missed,
    ///     false_positive: &mut alarms,
    /// };
    /// ranking.write(columns, &mut || false)?;
    /// assert_eq!(alarms, [3.0, 2.0, 1.0, 1.0, 0.0, 0.0, 0.0]);
    /// // None is lost beside the false positives.
    /// assert_eq!(ranking.true_negatives(&alarms, &mut || false)?.len(), 0);
    /// # Ok::<(), weighted_roc_core::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Length`] when a column is not as long as [`Ranking::rows`] says, and
    /// [`Error::Interrupted`].
    pub fn write(&self, columns: Columns<'_>, poll: Poll<'_>) -> Result<()> {
        columns.check_lengths(self.rows)?;
        match &self.form {
            Form::Sorted(records) => {
                let threads = self.threads;
                write_sorted(records, columns, Options::new(poll).with_threads(threads))
            }
            Form::Tallied(rows) => columns.write_tally(rows, poll),
        }
    }

    /// The curve in memory of its own, as [`Ranking::write`] writes it, with what
    /// [`Ranking::true_negatives`] knows.
    ///
    /// ```
    /// # use weighted_roc_core::{curve::Ranking, Labels, Observations, Options, Scores, Weights};
    /// # let observations = Observations {
    /// #     scores: Scores::F64(&[0.1, 0.2, 0.3, 0.4]),
    /// #     labels: Labels::I32(&[0, 1, 0, 1]),
    /// #     weights: Weights::Unit,
    /// # };
    /// let owned = Ranking::new(&observations, Options::default())?.to_curve(&mut || false)?;
    /// assert_eq!(owned.as_curve().points().tpr, [1.0, 1.0, 0.5, 0.5, 0.0]);
    /// assert_eq!(owned.as_curve().points().fpr, [1.0, 0.5, 0.5, 0.0, 0.0]);
    /// # Ok::<(), weighted_roc_core::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Memory`] and [`Error::Interrupted`].
    pub fn to_curve(&self, poll: Poll<'_>) -> Result<OwnedCurve> {
        let mut curve = OwnedCurve::blank(self.rows, self.threads)?;
        self.write(curve.columns(), &mut *poll)?;
        curve.true_negative = self.true_negatives(&curve.false_positive, poll)?;
        Ok(curve)
    }
}

#[cfg(test)]
mod tests;
