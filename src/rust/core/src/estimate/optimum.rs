//! How much too good the best over thresholds is in a sample, as thresholds are chosen on it. How much that is falls
//! with the size of the sample, a little slower than as the power of -2/3 (the place of an optimum is known to the
//! power of -1/3: Kim and Pollard 1990). So halves of the sample show it.

use super::{EstimateRequest, Halves};
use crate::band::Sample;
use crate::error::Error;
use crate::inference::{Bootstrap, BootstrapRequest, Scheme, Unit};
use crate::memory::{filled, push, reserve};
use crate::options::Options;
use crate::quantity::Quantity;
use crate::summary::Measure;

/// The excess in units of what halves have more than the whole. For normal classes of 30 to 100 positives it
/// is 1.6 to 2.3, where the power of -2/3 alone would make it 1.7; heavy weights hide some of it.
const EXCESS_BY_HALVES: f64 = 2.5;

/// Returns by how much each quantity is larger than that of the population, 0 for those that are not the best of
/// anything, NaN for the others without halves. All have the same halves.
pub(super) fn excesses(
    request: &EstimateRequest<'_>,
    sample: &Sample<'_>,
    values: &[f64],
    options: Options<'_>,
) -> Result<Vec<f64>, Error> {
    let mut excesses = filled(request.spread.quantities.len(), 0.0)?;
    let mut best = reserve(request.spread.quantities.len())?;
    for quantity in request.spread.quantities {
        if is_best(quantity) {
            push(&mut best, *quantity)?;
        }
    }
    let Some(Halves { number, seed }) = request.halves else {
        for (excess, quantity) in excesses.iter_mut().zip(request.spread.quantities) {
            *excess = if is_best(quantity) { f64::NAN } else { 0.0 };
        }
        return Ok(excesses);
    };
    if best.is_empty() || !sample.is_known() {
        return Ok(excesses);
    }
    let scheme = match request.spread.unit {
        Unit::Count => Scheme::HalvesOfCounts,
        Unit::Row => Scheme::Halves,
    };
    let placed = sample.placed();
    let drawing = BootstrapRequest {
        scheme,
        clusters: request.spread.clusters,
        seed,
    };
    let bootstrap = Bootstrap::of_placed(placed, &drawing, &mut *options.poll)?;
    let width = best.len();
    let mut drawn = filled(width.saturating_mul(number), 0.0)?;
    bootstrap.replicates(&best, 0, &mut drawn, options)?;
    let all = request
        .spread
        .quantities
        .iter()
        .zip(values)
        .zip(&mut excesses);
    let all = all.filter(|((quantity, _), _)| is_best(quantity));
    for (column, ((_, &value), excess)) in all.enumerate() {
        *excess = excess_of(&drawn, [column, width], value.clamp(0.0, 1.0));
    }
    Ok(excesses)
}

/// Whether it is the best over thresholds.
fn is_best(quantity: &Quantity) -> bool {
    matches!(quantity, Quantity::Summary(summary) if matches!(
        summary.measure,
        Measure::LargestYouden | Measure::HullArea | Measure::LeastError | Measure::H(_)
    ))
}

/// From a column of halves. A half without a class says nothing. Both halves of a pair are added first, in whatever
/// order they are.
fn excess_of(drawn: &[f64], [column, width]: [usize; 2], value: f64) -> f64 {
    let (mut sum, mut pairs) = (0.0, 0.0);
    for pair in drawn.chunks(2 * width) {
        let known = |half: &[f64]| Some(half[column]).filter(|value| !value.is_nan());
        let (mut of_pair, mut halves) = (0.0, 0.0);
        for value in pair.chunks_exact(width).filter_map(known) {
            of_pair += value;
            halves += 1.0;
        }
        let mean: f64 = of_pair / halves;
        if mean.is_finite() {
            sum += mean;
            pairs += 1.0;
        }
    }
    if pairs == 0.0 {
        0.0
    } else {
        EXCESS_BY_HALVES * (sum / pairs - value)
    }
}
