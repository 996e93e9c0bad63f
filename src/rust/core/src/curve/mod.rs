//! Curves: of observations, and such as are given, their columns checked once.

mod check;
mod columns;
mod mean;
mod owned;
mod ranking;
mod sorted;
mod true_negatives;

pub(crate) use check::{check_falling, check_rising};
pub use columns::Columns;
pub use mean::{mean_curve, MeanCurve};
pub use owned::OwnedCurve;
pub use ranking::Ranking;

use crate::bound::Rate;
use crate::error::{Argument, Error, Result};
use crate::memory::collect;
use crate::poll::{Pace, Poll};

/// The columns of a curve, as [`Ranking::write`] writes them.
#[derive(Clone, Copy, Debug)]
pub struct Points<'a> {
    /// True positive rate.
    pub tpr: &'a [f64],
    /// False positive rate.
    pub fpr: &'a [f64],
    /// Threshold.
    pub threshold: &'a [f64],
    /// Weight of the false negatives.
    pub false_negative: &'a [f64],
    /// Weight of the false positives.
    pub false_positive: &'a [f64],
    /// Weight of the true negatives in the first rows, in as many as it is known for, or in none:
    /// what [`Ranking::true_negatives`] gives.
    pub true_negative: &'a [f64],
}

/// A row of a curve.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Point {
    /// Scores from this one on are called positive; infinite in the last row.
    pub threshold: f64,
    /// True positive rate.
    pub tpr: f64,
    /// False positive rate.
    pub fpr: f64,
    /// True negative rate: where FPR is above 1 - 1/1024 it has digits that 1 - FPR has not.
    pub tnr: f64,
    /// False negative rate: where TPR is near 1 it has digits that 1 - TPR has not.
    pub fnr: f64,
    /// Weight of the false negatives.
    pub false_negative: f64,
    /// Weight of the false positives.
    pub false_positive: f64,
    /// Weight of the true negatives: as it is known, else what the false positives leave of all negatives.
    pub true_negative: f64,
}

/// A whole curve: it falls from the point (1, 1) to (0, 0) while its thresholds rise to infinity.
/// Rows count from 0; a later row has no larger rate.
#[derive(Clone, Copy, Debug)]
pub struct Curve<'a> {
    points: Points<'a>,
    /// The weights of the classes.
    negatives: f64,
    positives: f64,
}

/// Where what is called right is less than this share of a class, what the wrong calls leave of the class has
/// lost too many digits. 1 minus it is a double.
pub(crate) const FEW: f64 = 1.0 / 1024.0;

impl<'a> Curve<'a> {
    /// Checks the columns. O(rows).
    ///
    /// ```
    /// use weighted_roc_core::curve::{Curve, Points};
    ///
    /// let points = Points {
    ///     tpr: &[1.0, 0.5, 0.0],
    ///     fpr: &[1.0, 0.0, 0.0],
    ///     threshold: &[1.0, 2.0, f64::INFINITY],
    ///     false_negative: &[0.0, 1.0, 2.0],
    ///     false_positive: &[1.0, 0.0, 0.0],
    ///     true_negative: &[],
    /// };
    /// let curve = Curve::new(points, &mut || false)?;
    /// assert_eq!((curve.positives(), curve.negatives()), (2.0, 1.0));
    /// assert_eq!((curve.last(), curve.shares()), (2, [1.0 / 3.0, 2.0 / 3.0]));
    /// # Ok::<(), weighted_roc_core::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Interrupted`]; [`Error::Length`], [`Error::TooFewPoints`], [`Error::Missing`], [`Error::Infinite`];
    /// [`Error::Increasing`] in the rates and the weight of the false positives,
    /// [`Error::Decreasing`] in thresholds and the weight of the false negatives; [`Error::End`];
    /// [`Error::Disagreement`] where a rate differs by more than 1e-8 (and by more than the rounding of
    /// subnormal weights) from the one by the weights,
    /// or where true and false positives do not add up to all negatives, but for rounding.
    pub fn new(points: Points<'a>, poll: Poll<'_>) -> Result<Curve<'a>> {
        let mut pace = Pace::new(poll);
        let rows = points.tpr.len();
        if rows < 2 {
            return Err(Error::TooFewPoints { points: rows });
        }
        let others = [
            (Argument::Fpr, points.fpr),
            (Argument::Threshold, points.threshold),
            (Argument::FalseNegative, points.false_negative),
            (Argument::FalsePositive, points.false_positive),
        ];
        for (argument, column) in others {
            if column.len() != rows {
                return Err(Error::Length {
                    argument,
                    length: column.len(),
                    expected: rows,
                });
            }
        }
        let curve = Curve::trusted(points);
        curve.check(&mut pace)?;
        Ok(curve)
    }

    /// A curve whose columns are known to be right.
    pub(crate) fn trusted(points: Points<'a>) -> Curve<'a> {
        Curve {
            points,
            negatives: points.false_positive[0],
            positives: points.false_negative[points.false_negative.len() - 1],
        }
    }

    /// The columns.
    pub fn points(&self) -> Points<'a> {
        self.points
    }

    /// The number of rows, 2 at least.
    pub fn rows(&self) -> usize {
        self.points.tpr.len()
    }

    /// The last row, at (0, 0).
    pub fn last(&self) -> usize {
        self.rows() - 1
    }

    /// All rows, ascending.
    ///
    /// # Errors
    /// [`Error::Memory`].
    pub fn all_rows(&self) -> Result<Vec<usize>> {
        collect(0..self.rows())
    }

    /// The total weight of the positive class.
    pub fn positives(&self) -> f64 {
        self.positives
    }

    /// The total weight of the negative class.
    pub fn negatives(&self) -> f64 {
        self.negatives
    }

    /// The shares of the negative and the positive class in the total weight.
    pub fn shares(&self) -> [f64; 2] {
        let [negatives, positives] = [self.negatives(), self.positives()];
        [
            share_of_total(negatives, positives),
            share_of_total(positives, negatives),
        ]
    }

    /// The entries of a row.
    ///
    /// ```
    /// # use weighted_roc_core::{curve::Ranking, Labels, Observations, Options, Scores, Weights};
    /// # let observations = Observations {
    /// #     scores: Scores::F64(&[0.1, 0.2, 0.3, 0.4]),
    /// #     labels: Labels::I32(&[0, 1, 0, 1]),
    /// #     weights: Weights::Unit,
    /// # };
    /// # let owned = Ranking::new(&observations, Options::default())?.to_curve(&mut || false)?;
    /// # let curve = owned.as_curve();
    /// let point = curve.point(3)?;
    /// assert_eq!((point.threshold, point.tpr, point.fnr, point.tnr), (0.4, 0.5, 0.5, 1.0));
    /// assert!(curve.point(5).is_err());
    /// # Ok::<(), weighted_roc_core::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Row`] when there is no such row.
    pub fn point(&self, row: usize) -> Result<Point> {
        self.check_row(row)?;
        Ok(Point {
            threshold: self.threshold(row),
            tpr: self.tpr(row),
            fpr: self.fpr(row),
            tnr: self.tnr(row),
            fnr: self.fnr(row),
            false_negative: self.false_negative(row),
            false_positive: self.false_positive(row),
            true_negative: self.true_negative(row),
        })
    }

    /// The true positive rate.
    #[inline]
    pub(crate) fn tpr(&self, row: usize) -> f64 {
        self.points.tpr[row]
    }

    /// The false positive rate.
    #[inline]
    pub(crate) fn fpr(&self, row: usize) -> f64 {
        self.points.fpr[row]
    }

    /// The false negative rate: near the upper right it has digits that 1 - TPR has not.
    #[inline]
    pub(crate) fn fnr(&self, row: usize) -> f64 {
        self.points.false_negative[row] / self.positives
    }

    /// The true negative rate: by the weight where FPR is above 1 - 1/1024, which has digits there
    /// that 1 - FPR has not.
    #[inline]
    pub(crate) fn tnr(&self, row: usize) -> f64 {
        true_negative_rate(self.fpr(row), self.negatives, || self.true_negative(row))
    }

    /// FPR and TNR, to be compared with a bound.
    #[inline]
    pub(crate) fn fpr_and_rest(&self, row: usize) -> Rate {
        [self.fpr(row), self.tnr(row)]
    }

    /// TPR and FNR, likewise.
    #[inline]
    pub(crate) fn tpr_and_rest(&self, row: usize) -> Rate {
        [self.tpr(row), self.fnr(row)]
    }

    /// The threshold.
    #[inline]
    pub(crate) fn threshold(&self, row: usize) -> f64 {
        self.points.threshold[row]
    }

    /// The weight of the false negatives.
    #[inline]
    pub(crate) fn false_negative(&self, row: usize) -> f64 {
        self.points.false_negative[row]
    }

    /// The weight of the false positives.
    #[inline]
    pub(crate) fn false_positive(&self, row: usize) -> f64 {
        self.points.false_positive[row]
    }

    /// The weight of the true negatives: as it is known, else what the false positives leave of all
    /// negatives.
    #[inline]
    pub(crate) fn true_negative(&self, row: usize) -> f64 {
        match self.points.true_negative.get(row) {
            Some(&weight) => weight,
            None => self.negatives - self.false_positive(row),
        }
    }

    /// The row that says what happens at a threshold, which need not be one of the curve's: the
    /// first with a threshold that is no lower. O(log rows).
    ///
    /// ```
    /// # use weighted_roc_core::{curve::Ranking, Labels, Observations, Options, Scores, Weights};
    /// # let observations = Observations {
    /// #     scores: Scores::F64(&[0.1, 0.2, 0.3, 0.4]),
    /// #     labels: Labels::I32(&[0, 1, 0, 1]),
    /// #     weights: Weights::Unit,
    /// # };
    /// # let owned = Ranking::new(&observations, Options::default())?.to_curve(&mut || false)?;
    /// # let curve = owned.as_curve();
    /// assert_eq!(curve.row_at(0.25)?, 2);
    /// assert_eq!(curve.point(2)?.threshold, 0.3);
    /// # Ok::<(), weighted_roc_core::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Missing`] when the threshold is NaN.
    pub fn row_at(&self, threshold: f64) -> Result<usize> {
        if threshold.is_nan() {
            return Err(Error::Missing {
                argument: Argument::Threshold,
                position: 0,
            });
        }
        Ok(self.points.threshold.partition_point(|&t| t < threshold))
    }

    /// The curve has such a row.
    pub(crate) fn check_row(&self, row: usize) -> Result<()> {
        if row < self.rows() {
            Ok(())
        } else {
            Err(Error::Row {
                row,
                rows: self.rows(),
            })
        }
    }

    /// Rows that ascend from the first to the last.
    pub(crate) fn check_rows(&self, rows: &[usize], poll: Poll<'_>) -> Result<()> {
        self.check_span(rows)?;
        let mut pace = Pace::new(poll);
        for pair in rows.windows(2) {
            pace.step()?;
            if pair[0] >= pair[1] {
                return Err(Error::Row {
                    row: pair[1],
                    rows: self.rows(),
                });
            }
        }
        Ok(())
    }

    /// Rows that are known to ascend begin with the first and end with the last.
    pub(crate) fn check_span(&self, rows: &[usize]) -> Result<()> {
        if rows.first() == Some(&0) && rows.last() == Some(&self.last()) {
            return Ok(());
        }
        Err(Error::Row {
            row: rows.last().copied().unwrap_or(0),
            rows: self.rows(),
        })
    }
}

/// See [`Curve::tnr`].
#[inline(always)]
pub(crate) fn true_negative_rate(
    fpr: f64,
    negatives: f64,
    true_negative: impl FnOnce() -> f64,
) -> f64 {
    if fpr > 1.0 - FEW {
        true_negative() / negatives
    } else {
        1.0 - fpr
    }
}

/// A share of two weights, without overflow and without loss.
pub(crate) fn share_of_total(part: f64, rest: f64) -> f64 {
    if part <= rest {
        let ratio = part / rest;
        ratio / (1.0 + ratio)
    } else {
        1.0 / (1.0 + rest / part)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::panic::catch_unwind;

    const CURVE: Points<'static> = Points {
        tpr: &[1.0, 0.5, 0.0],
        fpr: &[1.0, 0.0, 0.0],
        threshold: &[1.0, 2.0, f64::INFINITY],
        false_negative: &[0.0, 1.0, 2.0],
        false_positive: &[1.0, 0.0, 0.0],
        true_negative: &[],
    };

    #[test]
    #[cfg_attr(not(panic = "unwind"), ignore = "a panic ends the process")]
    fn there_is_nothing_beyond_the_last_row() {
        let curve = Curve::new(CURVE, &mut || false).unwrap();
        let entries: [fn(&Curve<'static>, usize) -> f64; 8] = [
            Curve::tpr,
            Curve::fpr,
            Curve::fnr,
            Curve::tnr,
            Curve::threshold,
            Curve::false_negative,
            Curve::false_positive,
            Curve::true_negative,
        ];
        for (number, entry) in entries.into_iter().enumerate() {
            assert!(!entry(&curve, curve.last()).is_nan());
            let beyond = catch_unwind(|| entry(&curve, curve.rows()));
            assert!(beyond.is_err(), "entry {number}");
        }
    }

    #[test]
    fn shares_of_weights_that_are_far_apart_are_finite() {
        assert_eq!(share_of_total(1e300, 1e-300), 1.0);
        assert_eq!(share_of_total(1e-300, 1e300), 0.0);
        assert_eq!(
            [share_of_total(1.0, 3.0), share_of_total(3.0, 1.0)],
            [0.25, 0.75]
        );
    }

    #[test]
    fn no_threshold_is_nan() {
        let result = Curve::trusted(CURVE).row_at(f64::NAN);
        let (argument, position) = (Argument::Threshold, 0);
        assert_eq!(result, Err(Error::Missing { argument, position }));
    }
}
