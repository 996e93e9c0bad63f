//! A curve that keeps its columns.

use super::sorted::write_sorted;
use super::{Columns, Curve, Points};
use crate::error::Error;
use crate::memory::filled;
use crate::observations::record::Record;
use crate::options::Options;
use crate::sort::small::count_distinct;

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
    pub(crate) fn blank(rows: usize) -> Result<OwnedCurve, Error> {
        Ok(OwnedCurve {
            tpr: filled(rows, 0.0)?,
            fpr: filled(rows, 0.0)?,
            threshold: filled(rows, 0.0)?,
            false_negative: filled(rows, 0.0)?,
            false_positive: filled(rows, 0.0)?,
            true_negative: Vec::new(),
        })
    }

    /// Of records in ascending order of their scores.
    pub(crate) fn of_records(
        records: &[Record],
        options: Options<'_>,
    ) -> Result<OwnedCurve, Error> {
        let mut curve = OwnedCurve::blank(count_distinct(records) + 1)?;
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
