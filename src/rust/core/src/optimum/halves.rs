//! The optimism of a chosen threshold, by random halves.

use super::best::Best;
use super::request::Request;
use crate::curve::Curve;
use crate::error::Result;
use crate::observations::Observations;
use crate::options::Options;
use crate::quantity::{Choice, Measure, Place, Quantity};
use crate::replicate::{Bootstrap, BootstrapRequest, Scheme};
use crate::sampling::Unit;
use crate::sum::Sums;

/// Observations of which halves come in pairs. Of 5,000 observations the mean of 200 pairs varies from seed to seed by 1 to
/// 3% of a standard error, that of 2,000 halves by 2 to 3%.
const MANY: usize = 3000;

/// By how much more of the negatives, and of the positives, the best threshold of a half is wrong in the whole
/// sample than in that half, times what makes the optimism of the whole sample of it: twice the rise is the optimism
/// of half the sample, and optimism falls with the power -2/3 of the size (Kim and Pollard 1990), that of bounds with -1.
pub(super) fn rises_in_halves(
    curve: &Curve<'_>,
    observations: &Observations<'_>,
    (request, best): (&Request<'_>, &Best),
    mut options: Options<'_>,
) -> Result<[f64; 2]> {
    let scheme = match request.sampling.unit {
        Unit::Row => Scheme::Half,
        Unit::Count => Scheme::HalfOfCounts,
    };
    let outcome = request
        .sampling
        .weight_models
        .and_then(|weight_models| weight_models.own_outcome());
    let drawing = BootstrapRequest {
        sampling: request.sampling,
        seed: request.seed,
        outcome,
        ..BootstrapRequest::new(scheme)
    };
    let mut halves = Bootstrap::new(&[*observations], &drawing, options.reborrow())?;
    let are_many = halves.observations() > MANY;
    if are_many {
        halves = halves.in_pairs();
    }
    let number = request.halves.unwrap_or(if are_many { 400 } else { 2000 });
    let factor = if best.by.bounds.are_any() {
        1.0
    } else {
        libm::cbrt(2.0)
    };
    let choice = Choice {
        bounds: best.by.bounds.choosing(),
        ..best.by
    };
    let rate = |measure| Quantity::at_place(measure, Place::Chosen(choice));
    let best = [
        Quantity::at_choice(Measure::Threshold, choice),
        rate(Measure::Tpr),
        rate(Measure::Fpr),
    ];
    let (mut rises, mut known) = (Sums::default(), 0.0);
    halves.each(&best, number, options, |half| {
        let [threshold, tpr, fpr] = [half[0], half[1], half[2]];
        if threshold.is_nan() {
            return Ok(());
        }
        known += 1.0;
        let row = if tpr == 0.0 && fpr == 0.0 {
            curve.rows() - 1
        } else {
            curve.row_at(threshold)?
        };
        rises.add([curve.fpr(row) - fpr, tpr - curve.tpr(row)]);
        Ok(())
    })?;
    Ok(rises.values().map(|sum| factor * (sum / known)))
}
