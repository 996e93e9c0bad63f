//! Shims of intervals.

use crate::entry::shims;
use crate::failure::Failure;
use crate::result::{numbers, Value};
use weighted_roc_core::interval::{placement_variance, score_interval};
use weighted_roc_core::memory::{filled, push, reserve};

fn placement_variances(area: &[f64]) -> Result<Value, Failure> {
    let mut variances = reserve(area.len())?;
    for &area in area {
        push(&mut variances, placement_variance(area)?)?;
    }
    numbers(variances)
}

/// The lower ends of the score intervals, then the upper ones.
fn score_ends(area: &[f64], spread: &[f64]) -> Result<Value, Failure> {
    let mut ends = filled(2 * area.len(), 0.0)?;
    let (low, high) = ends.split_at_mut(area.len());
    for (i, (&area, &spread)) in area.iter().zip(spread).enumerate() {
        [low[i], high[i]] = score_interval(area, spread)?;
    }
    numbers(ends)
}

shims! {
    placement_variances(area);
    score_ends(area, spread);
}
