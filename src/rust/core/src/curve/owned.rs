//! A curve that keeps its columns.

use super::sorted::write_sorted;
use super::{Columns, Curve, Points};
use crate::error::Result;
use crate::memory::zeroed;
use crate::observations::record::Record;
use crate::options::Options;
use crate::pages::prefault;
use crate::sort::ties::count_distinct;
use std::num::NonZeroUsize;

/// A curve whose columns are its own.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct OwnedCurve {
    tpr: Vec<f64>,
    fpr: Vec<f64>,
    threshold: Vec<f64>,
    false_negative: Vec<f64>,
    pub(super) false_positive: Vec<f64>,
    pub(super) true_negative: Vec<f64>,
}

impl OwnedCurve {
    /// Columns of zeros, to be written. `threads` threads ask for their memory.
    pub(crate) fn blank(rows: usize, threads: NonZeroUsize) -> Result<OwnedCurve> {
        let mut curve = OwnedCurve {
            tpr: zeroed(rows)?,
            fpr: zeroed(rows)?,
            threshold: zeroed(rows)?,
            false_negative: zeroed(rows)?,
            false_positive: zeroed(rows)?,
            true_negative: Vec::new(),
        };
        let Columns {
            tpr,
            fpr,
            threshold,
            false_negative,
            false_positive,
        } = curve.columns();
        prefault(
            &mut [tpr, fpr, threshold, false_negative, false_positive],
            threads,
        )?;
        Ok(curve)
    }

    /// A curve of records in ascending order of their scores.
    pub(crate) fn from_records(records: &[Record], options: Options<'_>) -> Result<OwnedCurve> {
        let mut curve = OwnedCurve::blank(count_distinct(records) + 1, options.threads)?;
        write_sorted(records, curve.columns(), options)?;
        Ok(curve)
    }

    pub(crate) fn columns(&mut self) -> Columns<'_> {
        Columns {
            tpr: &mut self.tpr,
            fpr: &mut self.fpr,
            threshold: &mut self.threshold,
            false_negative: &mut self.false_negative,
            false_positive: &mut self.false_positive,
        }
    }

    /// Returns TPR, FPR, thresholds, FN and FP.
    ///
    /// ```
    /// use weighted_roc_core::curve::Ranking;
    /// use weighted_roc_core::{Labels, Observations, Options, Scores, Weights};
    ///
    /// let observations = Observations {
    ///     scores: Scores::U8(&[1, 2]),
    ///     labels: Labels::U8(&[0, 1]),
    ///     weights: Weights::F32(&[1.0, 3.0]),
    /// };
    /// let ranking = Ranking::new(&observations, Options::default())?;
    /// let [tpr, .., fp] = ranking.to_curve(&mut || false)?.into_columns();
    /// assert_eq!((tpr, fp), (vec![1.0, 1.0, 0.0], vec![1.0, 0.0, 0.0]));
    /// # Ok::<(), weighted_roc_core::Error>(())
    /// ```
    pub fn into_columns(self) -> [Vec<f64>; 5] {
        [
            self.tpr,
            self.fpr,
            self.threshold,
            self.false_negative,
            self.false_positive,
        ]
    }

    /// The curve, for all that takes one.
    pub fn as_curve(&self) -> Curve<'_> {
        Curve::trusted(Points {
            tpr: &self.tpr,
            fpr: &self.fpr,
            threshold: &self.threshold,
            false_negative: &self.false_negative,
            false_positive: &self.false_positive,
            true_negative: &self.true_negative,
        })
    }
}
