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
    let mut means = filled(best.len(), MeanOfPairs::default())?;
    bootstrap.each(&best, number, options, |half| {
        let halves = means.iter_mut().zip(half);
        halves.for_each(|(mean, &value)| mean.add(value));
        Ok(())
    })?;
    let quantities = request.spread.quantities.iter();
    let all = quantities.zip(values).zip(&mut excesses);
    let all = all.filter(|((quantity, _), _)| is_best(quantity));
    for (((_, &value), excess), mean) in all.zip(means) {
        *excess = mean.of_known().map_or(0.0, |mean| {
            EXCESS_BY_HALVES * (mean - value.clamp(0.0, 1.0))
        });
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

/// The mean over pairs of halves, one half after the other. Both halves of a pair are added first, in whatever order
/// they are. A half without a class says nothing.
#[derive(Clone, Copy, Default)]
struct MeanOfPairs {
    sum: f64,
    pairs: f64,
    /// The halves of the pair that is being added: how many were there, their sum, and how many had a number.
    of_pair: (usize, f64, f64),
}

impl MeanOfPairs {
    fn add(&mut self, half: f64) {
        let (seen, sum, known) = &mut self.of_pair;
        *seen += 1;
        if !half.is_nan() {
            *sum += half;
            *known += 1.0;
        }
        if *seen == 2 {
            self.end_pair();
        }
    }

    fn end_pair(&mut self) {
        let (_, sum, known) = std::mem::take(&mut self.of_pair);
        let mean: f64 = sum / known;
        if mean.is_finite() {
            self.sum += mean;
            self.pairs += 1.0;
        }
    }

    fn of_known(mut self) -> Option<f64> {
        self.end_pair();
        (self.pairs > 0.0).then(|| self.sum / self.pairs)
    }
}
