//! Intervals of measures where a rate is given: they are functions of the other rate and of the share of the positives.

use super::by_rate::ends_of_other_rate;
use super::range::Type;
use super::rates::{added_up, value_of_rates};
use super::sample::Sample;
use crate::error::Error;
use crate::measure::IntervalForm;
use crate::poll::{Pace, Poll};
use crate::quantity::Quantity;
use crate::quantity::Rate;

/// The ends of a measure around its estimate, both in the unit of influences: by those of the other rate, in which
/// measures rise or fall, and where the prior is not known by those of the share of the positives, whose squares add up.
///
/// # Errors
/// [`Error::Range`], [`Error::Memory`], [`Error::Interrupted`].
pub(super) fn ends_at_rate(
    sample: &Sample<'_>,
    (by, at): (Rate, f64),
    wanted: &Quantity,
    estimate: f64,
    poll: Poll<'_>,
) -> Result<[f64; 2], Error> {
    let mut pace = Pace::new(poll);
    let (rates, _) = wanted.rates(&sample.curve());
    let (x, y) = match by {
        Rate::Fpr => (0, 1),
        Rate::Tpr => (1, 0),
    };
    let ends = ends_of_other_rate(sample, by, &[at], Type::Pointwise, &mut pace)?;
    let [low, high] = ends[0];
    let ends = [
        if rates[y] < low { rates[y] } else { low },
        if rates[y] > high { rates[y] } else { high },
    ];
    let with_end = |end: f64| {
        let mut shifted = rates;
        shifted[y] = end;
        shifted
    };
    let priors = sample.priors(wanted.criterion().known_prior());
    let by_rate = ends.map(|end| value_of_rates(wanted.measure, with_end(end), priors));
    if wanted.criterion().known_prior().is_none() {
        let by_prior = sample.ends_of_positives(&mut pace)?.map(|positive| {
            value_of_rates(wanted.measure, rates, [1.0 - positive, positive]) - estimate
        });
        let by_rate = by_rate.map(|value| value - estimate);
        return Ok(added_up(
            estimate,
            &[by_rate, by_prior],
            wanted.measure.limits(),
            0.0,
        ));
    }
    let is_imbalance = wanted.measure.interval_form() == Some(IntervalForm::Imbalance);
    let sides = ends.map(|end| rates[x] + end - 1.0);
    if is_imbalance && sides[0] < 0.0 && sides[1] > 0.0 {
        return Ok([0.0, by_rate[0].max(by_rate[1])]);
    }
    // A measure may have no value where all or nothing is called positive.
    let [a, b] = by_rate;
    Ok([a.min(b).min(estimate), a.max(b).max(estimate)])
}
