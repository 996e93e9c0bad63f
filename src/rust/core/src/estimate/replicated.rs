//! Intervals by replicates, of numbers that can only fall when a negative moves up or a positive moves down, see
//! [`Outward`]; and how much too good the best over thresholds is.

use super::EstimateRequest;
use crate::band::Sample;
use crate::error::Error;
use crate::inference::{
    outward_replicates, Bootstrap, BootstrapRequest, Outward, Scheme, Spread, PLAIN, SIDES,
};
use crate::interval::{normal_by_t, outer_tail, quantile};
use crate::memory::{filled, push, reserve};
use crate::options::Options;
use crate::quantity::{OfShare, Quantity};
use crate::sum::scale::scale_of;
use crate::summary::Measure;

/// What replicates say of a quantity.
#[derive(Clone, Copy, Debug)]
pub(super) enum Replicated {
    /// Nothing is asked of them.
    Nothing,
    /// There are none, or they say nothing.
    Unknown,
    /// The ends of its interval, in its own unit.
    Ends([f64; 2]),
    /// By how much it is too good, which an interval by the variance allows for.
    Excess(f64),
}

/// The degrees of freedom of a class whose weight is all but that of one observation.
const LEAST_FREEDOM: f64 = 0.1;

/// The shape of the pseudo-observations of what is a mean over ranks, and of what is the best over thresholds. In
/// simulations of 60 to 320 observations, with weights that have to do with scores in a class, too, smaller ones do
/// not hold.
const PSEUDO: f64 = 0.25;
const PSEUDO_OF_BEST: f64 = 1.0;

/// What replicates say of each quantity of a score. All of one kind have the same replicates.
pub(super) fn replicated(
    request: &EstimateRequest<'_>,
    sample: &Sample<'_>,
    spread: &Spread,
    mut options: Options<'_>,
) -> Result<Vec<Replicated>, Error> {
    let mut found = filled(request.spread.quantities.len(), Replicated::Nothing)?;
    for best in [false, true] {
        of_kind(request, sample, spread, best, &mut found, options.again())?;
    }
    Ok(found)
}

/// Of those that are the best over thresholds, or of the others.
fn of_kind(
    request: &EstimateRequest<'_>,
    sample: &Sample<'_>,
    spread: &Spread,
    best: bool,
    found: &mut [Replicated],
    mut options: Options<'_>,
) -> Result<(), Error> {
    let by_variance = request.spread.design.is_some() || request.spread.links.is_some();
    let mut asked = reserve(found.len())?;
    for (quantity, found) in request.spread.quantities.iter().zip(&mut *found) {
        if takes(quantity) && is_best(quantity) == best && (best || !by_variance) {
            push(&mut asked, *quantity)?;
            *found = Replicated::Unknown;
        }
    }
    let Some(drawn) = request.drawn.filter(|drawn| drawn.number > 0) else {
        return Ok(());
    };
    if asked.is_empty() || !sample.is_known() {
        return Ok(());
    }
    let pseudo = if best { PSEUDO_OF_BEST } else { PSEUDO };
    let bootstrap = bootstrap_of(request, sample, spread, drawn.seed, pseudo, options.again())?;
    let sides = if best { SIDES } else { PLAIN };
    let width = sides * asked.len();
    let mut replicates = filled(drawn.number.saturating_mul(width), 0.0)?;
    outward_replicates(&bootstrap, &asked, sides, &mut replicates, options)?;
    let columns = Columns {
        replicates: &replicates,
        width,
        quantities: asked.len(),
        tail: outer_tail(request.level.get()),
    };
    let all = request.spread.quantities.iter().zip(&spread.values);
    let all = all
        .zip(found)
        .filter(|((quantity, _), _)| takes(quantity) && is_best(quantity) == best);
    for (k, ((quantity, &value), found)) in all.enumerate() {
        let value = quantity.own(value);
        let [mut low, mut high] = columns.ends(k, rises(quantity))?;
        if best {
            let better = if rises(quantity) { -1.0 } else { 1.0 };
            let excess = (better * (columns.mean(k)? - value)).max(0.0);
            if by_variance {
                *found = Replicated::Excess(better * 2.0 * excess);
                continue;
            }
            // The worse end is twice as much worse.
            let by = if rises(quantity) {
                [1.0, 2.0]
            } else {
                [-2.0, -1.0]
            };
            low = (low + by[0] * excess).clamp(0.0, 1.0);
            high = (high + by[1] * excess).clamp(0.0, 1.0);
        }
        *found = Replicated::Ends([low.min(value), high.max(value)]);
    }
    Ok(())
}

/// Replicates of quantities, side by side.
struct Columns<'a> {
    replicates: &'a [f64],
    width: usize,
    quantities: usize,
    tail: f64,
}

impl Columns<'_> {
    /// What the replicates of a quantity are at one side, without those that have no number.
    fn of(&self, side: usize, k: usize) -> Result<Vec<f64>, Error> {
        let mut column = reserve(self.replicates.len() / self.width)?;
        for replicate in self.replicates.chunks_exact(self.width) {
            let value = replicate[side * self.quantities + k];
            if !value.is_nan() {
                push(&mut column, value)?;
            }
        }
        Ok(column)
    }

    fn ends(&self, k: usize, rises: bool) -> Result<[f64; 2], Error> {
        let sides = if rises { [1, 0] } else { [0, 1] };
        let mut ends = [f64::NAN; 2];
        for ((end, side), at) in ends.iter_mut().zip(sides).zip([self.tail, 1.0 - self.tail]) {
            let mut column = self.of(side, k)?;
            column.sort_unstable_by(f64::total_cmp);
            if !column.is_empty() {
                *end = quantile(&column, at);
            }
        }
        Ok(ends)
    }

    /// The mean without pseudo-observations.
    fn mean(&self, k: usize) -> Result<f64, Error> {
        let column = self.of(PLAIN, k)?;
        Ok(column.iter().sum::<f64>() / column.len() as f64)
    }
}

fn bootstrap_of(
    request: &EstimateRequest<'_>,
    sample: &Sample<'_>,
    spread: &Spread,
    seed: u64,
    pseudo: f64,
    options: Options<'_>,
) -> Result<Bootstrap, Error> {
    let tail = outer_tail(request.level.get());
    let mut outward = Outward {
        typical: [0.0; 2],
        shapes: [1.0; 2],
        pseudo,
        unit: request.spread.unit,
    };
    for class in 0..2 {
        let number = spread.effective[class];
        let ratio = normal_by_t(tail, (number - 1.0).max(LEAST_FREEDOM))?;
        outward.shapes[class] = (ratio * ratio).max(f64::EPSILON);
        let weight = sample.placed().weights[class];
        outward.typical[class] = weight * scale_of(weight) / number;
    }
    let drawing = BootstrapRequest {
        scheme: Scheme::Dirichlet,
        clusters: request.spread.clusters,
        seed,
    };
    Bootstrap::outward(sample.placed(), &drawing, outward, options.poll)
}

/// Whether its interval takes replicates.
fn takes(quantity: &Quantity) -> bool {
    match quantity {
        Quantity::AtShare(_) => true,
        Quantity::Summary(summary) => !matches!(summary.measure, Measure::MeanLoss(_)),
        _ => false,
    }
}

/// Whether it is the best over thresholds.
fn is_best(quantity: &Quantity) -> bool {
    matches!(quantity, Quantity::Summary(summary) if summary.measure.is_best())
}

/// Whether it rises when a negative moves up.
fn rises(quantity: &Quantity) -> bool {
    match quantity {
        Quantity::AtShare(wanted) => wanted.measure == OfShare::Fnr,
        Quantity::Summary(summary) => summary.measure == Measure::LeastError,
        _ => false,
    }
}
