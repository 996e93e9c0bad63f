//! A curve that keeps its columns.

use super::{Columns, Curve, Points};
use crate::error::Result;
use crate::memory::{filled, push, reserve};

/// A curve whose columns are its own.
#[derive(Clone, Debug, PartialEq)]
pub struct OwnedCurve {
    tpr: Vec<f64>,
    fpr: Vec<f64>,
    threshold: Vec<f64>,
    false_negative: Vec<f64>,
    pub(super) false_positive: Vec<f64>,
    pub(super) true_negative: Vec<f64>,
}

impl OwnedCurve {
    /// Columns of zeros, to be written.
    pub(crate) fn blank(rows: usize) -> Result<OwnedCurve> {
        Ok(OwnedCurve {
            tpr: filled(rows, 0.0)?,
            fpr: filled(rows, 0.0)?,
            threshold: filled(rows, 0.0)?,
            false_negative: filled(rows, 0.0)?,
            false_positive: filled(rows, 0.0)?,
            true_negative: Vec::new(),
        })
    }

    /// Without rows, and with room for so many.
    pub(crate) fn with_room(rows: usize) -> Result<OwnedCurve> {
        Ok(OwnedCurve {
            tpr: reserve(rows)?,
            fpr: reserve(rows)?,
            threshold: reserve(rows)?,
            false_negative: reserve(rows)?,
            false_positive: reserve(rows)?,
            true_negative: Vec::new(),
        })
    }

    /// Leaves no rows.
    pub(crate) fn clear(&mut self) {
        for column in [
            &mut self.tpr,
            &mut self.fpr,
            &mut self.threshold,
            &mut self.false_negative,
            &mut self.false_positive,
            &mut self.true_negative,
        ] {
            column.clear();
        }
    }

    /// Adds a row behind the others: a threshold, FPR and TPR, the weights of the false negatives and of the
    /// false positives.
    pub(crate) fn push(
        &mut self,
        threshold: f64,
        [fpr, tpr]: [f64; 2],
        [false_negative, false_positive]: [f64; 2],
    ) -> Result<()> {
        push(&mut self.threshold, threshold)?;
        push(&mut self.fpr, fpr)?;
        push(&mut self.tpr, tpr)?;
        push(&mut self.false_negative, false_negative)?;
        push(&mut self.false_positive, false_positive)
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
