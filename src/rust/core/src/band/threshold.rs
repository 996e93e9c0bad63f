//! Intervals of both rates at places of a curve, those of thresholds.

use super::critical_value::{critical_value_of, times_of, Chain};
use super::range::Type;
use super::sample::{Known, Sample};
use crate::error::Error;
use crate::interval::{beta_interval, wilson};
use crate::memory::{collect, push, reserve};
use crate::order::order;
use crate::poll::Pace;

/// The pseudo-observation of a band at equal precision: with a whole one more than 99 % of the bands hold. Chosen by the
/// target "band, equal precision" of `bench/coverage/cells/bands.R`, by threshold.
const PSEUDO: f64 = 0.5;

/// The intervals of FPR and of TPR at places, whose rates and numbers are `known`.
pub(crate) fn ends_at_places(
    sample: &Sample<'_>,
    places: &[f64],
    known: &Known,
    kind: Type,
    pace: &mut Pace<'_>,
) -> Result<[Vec<[f64; 2]>; 2], Error> {
    let mut ends = [reserve(places.len())?, reserve(places.len())?];
    let critical_value = match kind {
        _ if places.is_empty() => return Ok(ends),
        Type::Pointwise => sample.critical_value()?,
        Type::EqualPrecision => critical_value_at_places(sample, places, known, |_, _| 1.0)?,
        // In the units in which a path is moved.
        Type::FixedWidth => {
            let scale = |class: usize, i: usize| {
                let [rate, number] = [known.rates[class][i], known.numbers[class][i]];
                variance_in_units(rate, number, sample.effective[class]).sqrt()
            };
            let critical_value = critical_value_at_places(sample, places, known, scale)?;
            distance_of_none(critical_value, sample.effective, sample.level)
        }
    };
    for (class, ends) in ends.iter_mut().enumerate() {
        let shifted = critical_value / sample.effective[class].sqrt();
        for (&rate, &number) in known.rates[class].iter().zip(&known.numbers[class]) {
            pace.step()?;
            let of_rate = match kind {
                Type::Pointwise => wilson(rate, number, critical_value),
                Type::EqualPrecision => beta_interval(rate, number, critical_value, PSEUDO)?,
                Type::FixedWidth => [rate - shifted, rate + shifted].map(|end| end.clamp(0.0, 1.0)),
            };
            push(ends, of_rate)?;
        }
    }
    Ok(ends)
}

/// The reach of the rates of both classes at once.
fn critical_value_at_places(
    sample: &Sample<'_>,
    places: &[f64],
    known: &Known,
    scale: impl Fn(usize, usize) -> f64,
) -> Result<f64, Error> {
    // Later places have smaller rates.
    let mut ascending = collect(0..places.len())?;
    order(&mut ascending, &mut |a, b| places[b].total_cmp(&places[a]));
    let chain = |class: usize| {
        let rates = collect(ascending.iter().map(|&i| known.rates[class][i]))?;
        let scales = collect(ascending.iter().map(|&i| scale(class, i)))?;
        Ok(Chain::new(
            times_of(&rates, sample.effective[class])?,
            scales,
        ))
    };
    critical_value_of(&[chain(0)?, chain(1)?], sample.level)
}

/// The variance of a rate that is worth n observations, where 1 / effective is the unit.
pub(super) fn variance_in_units(rate: f64, n: f64, effective: f64) -> f64 {
    variance_near(rate, effective) * effective / n
}

/// p (1 - p), away from 0 and 1, where the estimate would not vary at all.
pub(super) fn variance_near(rate: f64, effective: f64) -> f64 {
    let share = (effective * rate + 0.5) / (effective + 1.0);
    share * (1.0 - share)
}

/// A distance, or what must be left for observations of which none was seen.
pub(super) fn distance_of_none(distance: f64, effective: [f64; 2], level: f64) -> f64 {
    let tail = libm::log((1.0 - level) / 2.0);
    effective.into_iter().fold(distance, |most, n| {
        let of_none = n.sqrt() * -libm::expm1(tail / n);
        if of_none > most {
            of_none
        } else {
            most
        }
    })
}
