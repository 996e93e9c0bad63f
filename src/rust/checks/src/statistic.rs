//! The Wilcoxon-Mann-Whitney statistic as the core computes it.

use crate::case::Case;
use weighted_roc_core::{wmw, Error};

pub fn statistic(case: &Case) -> Result<f64, Error> {
    wmw(&case.observations(), &mut || false)
}
