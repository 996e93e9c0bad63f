//! The interval of the threshold that reaches a rate: of a quantile of the scores of a class.
//!
//! The rate of the population's threshold is the one that is asked for; in the sample that threshold has another
//! rate. The interval has all thresholds whose rate in the sample is no farther from the requested one than a share
//! of this many observations may be (Woodruff 1952):
//!
//! ```text
//! distance = critical_value sqrt(at (1 - at) / number)
//! low  = the least score above which the share of the class is at most at + distance
//! high = the largest score from which on it is at least at - distance
//! ```
//!
//! Without such a score an end is infinite. Few observations are beyond a high or low rate, and say little of how many
//! they are worth: `number` is the lesser of those at the threshold and at the nearest one that has some units of the
//! class on both sides.

use super::sample::Sample;
use crate::error::Error;
use crate::memory::{push, reserve};
use crate::poll::{Pace, Poll};
use crate::quantity::{Place, Quantity};
use crate::sampling::Sampling;
use crate::sort::ties::runs;

/// The least number of units of the class for a rate that is known well enough: chosen by the targets "threshold, TPR .9"
/// and "threshold, FPR .1" of `bench/coverage/cells/optima.R`.
const UNITS: f64 = 5.0;

/// The places whose variances the interval is made of: that of the threshold, and one with enough units on both sides.
pub(super) fn places_of_threshold(
    sample: &Sample<'_>,
    wanted: &Quantity,
    poll: Poll<'_>,
) -> Result<Vec<f64>, Error> {
    let mut places = reserve(2)?;
    let Some((class, _)) = wanted.place.rate() else {
        return Ok(places);
    };
    let mut pace = Pace::new(poll);
    let row = wanted.row_of_threshold(&sample.curve(), &mut pace)?;
    push(&mut places, row as f64)?;
    let [first, last] = rows_with_both_sides(sample, class, &mut pace)?;
    if first <= last {
        push(&mut places, row.clamp(first, last) as f64)?;
    }
    Ok(places)
}

/// The first row below which a class has enough units, and the last one above which it has.
fn rows_with_both_sides(
    sample: &Sample<'_>,
    class: usize,
    pace: &mut Pace<'_>,
) -> Result<[usize; 2], Error> {
    let unclustered = Sampling {
        clusters: None,
        ..*sample.sampling()
    };
    let unit = unclustered.unit;
    let ranking = sample.ranking();
    let whole = ranking.sizes(&unclustered, pace)?.units[class];
    // Clusters as if all were of one size; half of them all at the most.
    let enough = whole * (UNITS / sample.sizes.units[class]).min(0.5);
    let (mut below, mut first, mut last) = (0.0, usize::MAX, 0);
    let mut start = 0;
    for (row, run) in runs(&ranking.records).enumerate() {
        pace.steps(run.len())?;
        if below >= enough {
            first = first.min(row);
        }
        if whole - below >= enough {
            last = row;
        }
        for index in start..start + run.len() {
            below += ranking.units_of(index, class, unit);
        }
        start += run.len();
    }
    Ok([first, last])
}

/// The ends of the interval of the threshold; NaN for a predictive value, for which no interval has been found to hold.
pub(crate) fn ends_of_threshold(
    sample: &Sample<'_>,
    wanted: &Quantity,
    poll: Poll<'_>,
) -> Result<[f64; 2], Error> {
    let (Some((class, at)), true) = (wanted.place.rate(), sample.is_known()) else {
        return Ok([f64::NAN; 2]);
    };
    let places = places_of_threshold(sample, wanted, &mut *poll)?;
    let known = sample.known_at(&places, &mut Pace::new(poll))?;
    let numbers = &known.numbers[class];
    if numbers.iter().any(|number| number.is_nan()) {
        return Ok([f64::NAN; 2]);
    }
    let number = numbers.iter().copied().fold(f64::INFINITY, f64::min);
    let distance = sample.critical_value()? * (at * (1.0 - at) / number).sqrt();
    let curve = sample.curve();
    let thresholds = curve.points().threshold;
    let rates = match class {
        0 => curve.points().fpr,
        _ => curve.points().tpr,
    };
    // The rates fall.
    let first = rates.partition_point(|&rate| rate > at + distance);
    let last = rates.partition_point(|&rate| rate >= at - distance) - 1;
    // A rate of at most this is kept from the next score on.
    let last = match wanted.place {
        Place::Fpr(_) => (last + 1).min(curve.last()),
        _ => last,
    };
    let low = first.checked_sub(1).map(|row| thresholds[row]);
    Ok([low.unwrap_or(f64::NEG_INFINITY), thresholds[last]])
}
