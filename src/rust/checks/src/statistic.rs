//! The Wilcoxon-Mann-Whitney statistic as the core computes it.

use crate::calls::wmw;
use crate::case::Case;
use weighted_roc_core::Error;

pub fn statistic(case: &Case) -> Result<f64, Error> {
    wmw(&case.observations())
}
