//! Intervals of the rate y of a path where x is known, x ascending.
//!
//! Each by itself they are those of a [mixture](super::mixture). In a band at equal precision the threshold of the
//! population whose rate is x has another rate in the sample: a share of this many observations of known
//! probability. So y is looked for on the path between the least and the greatest of such shares, and is a share of
//! observations itself:
//!
//! ```text
//! end(across, up) = end of the interval, to z = up, of the height at the share that z = across leads to
//! low             = the farthest of end(critical_value, 0), end(0, critical_value), end(critical_value sin a, critical_value cos a)
//! tan a           = how far the first is from the height, by how far the second is
//! ```

use super::binomial::Binomial;
use super::critical_value::{critical_value_of, times_by_rate, Chain};
use super::fixed_width::{points_of_path, FixedWidthPath};
use super::mixture::{MixtureConfidence, Steps};
use super::path::Path;
use super::range::Type;
use super::sample::{Known, Sample};
use super::threshold::variance_near;
use crate::error::Error;
use crate::interval::{beta_low, outer_tail, wilson};
use crate::memory::{collect, push, reserve};
use crate::poll::Pace;
use crate::quantity::Rate;
use crate::range::Range;

/// The pseudo-observation: with a half one an interval is longer by 2 %, and with a whole one more than 99 % of the bands
/// at equal precision hold. Chosen by the target "TPR at an FPR, few positives" of `bench/coverage/cells/rates.R`, and by
/// "band, equal precision" of `bench/coverage/cells/bands.R`, by FPR and by TPR.
const PSEUDO: f64 = 0.25;

/// The lower end of the interval of a share of n observations, to z. The upper one is 1 less that of the
/// other share.
pub(super) type LowerEnd = fn(f64, f64, f64) -> Result<f64, Error>;

/// The places whose variances these intervals are made of.
pub(super) fn places_by_rate(
    sample: &Sample<'_>,
    path: &Path,
    by: Rate,
    rates: &[f64],
    kind: Type,
) -> Result<Vec<f64>, Error> {
    Range::PROBABILITY.check("at", rates)?;
    if kind == Type::FixedWidth {
        let points = points_of_path(path, by.by_rate(sample.effective))?;
        return collect(points.iter().map(|point| path.place_of(point.at)));
    }
    collect(
        rates
            .iter()
            .map(|&rate| path.place_of(path.point_at(by.x_at(rate)))),
    )
}

/// The interval of the rate that is not given, at values of the one that is, of which x ascends.
pub(super) fn ends_of_other_rate(
    sample: &Sample<'_>,
    by: Rate,
    rates: &[f64],
    kind: Type,
    pace: &mut Pace<'_>,
) -> Result<Vec<[f64; 2]>, Error> {
    let path = Path::new(&sample.curve(), by)?;
    let x = collect(rates.iter().map(|&rate| by.x_at(rate)))?;
    let known = sample.known_at(&places_by_rate(sample, &path, by, rates, kind)?, pace)?;
    let effective = by.by_rate(sample.effective);
    let mut ends = match kind {
        Type::FixedWidth => {
            let shifted = FixedWidthPath::new(sample, &path, &known)?;
            collect(x.iter().map(|&x| shifted.ends_at(x)))?
        }
        Type::Pointwise => pointwise(sample, &path, &x, &known, pace)?,
        Type::EqualPrecision => {
            let critical_value = critical_value_by_rate(sample, &path, &x, &known, effective)?;
            at_critical_value(&path, &x, &known, critical_value, pace)?
        }
    };
    match kind {
        // As the path does not fall, no end of an interval falls.
        Type::Pointwise => {
            falling(&mut ends, 0);
            rising(&mut ends, 1);
        }
        // All hold at once: y is no less than what it is at a smaller x, no more than at a larger one.
        Type::EqualPrecision => {
            rising(&mut ends, 0);
            falling(&mut ends, 1);
        }
        Type::FixedWidth => {}
    }
    for ends in &mut ends {
        *ends = by.other_interval(*ends);
    }
    Ok(ends)
}

/// Each by itself, as far as they do not depend on the others. An end is no nearer than Wilson's, which is that of the same
/// height at a known x.
fn pointwise(
    sample: &Sample<'_>,
    path: &Path,
    x: &[f64],
    known: &Known,
    pace: &mut Pace<'_>,
) -> Result<Vec<[f64; 2]>, Error> {
    let numbers = path.by.by_rate([&known.numbers[0], &known.numbers[1]]);
    let units = path
        .by
        .by_rate([sample.sizes.units[0], sample.sizes.units[1]]);
    let steps = Steps::new(path, path.by.by_rate(sample.effective)[1], pace)?;
    let tail = outer_tail(sample.level);
    let critical_value = sample.critical_value()?;
    let mut ends = reserve(x.len())?;
    for (i, &x) in x.iter().enumerate() {
        let height = path.height_at(x);
        let of_known = numbers.map(|numbers| numbers[i]);
        let of_both = variance_factor(path, x, of_known, known.correlations[i]);
        let numbers = of_known.map(|number| number / of_both);
        let mixture = MixtureConfidence {
            numbers,
            pseudo: [0, 1].map(|rate| pseudo_observation(units[rate] / numbers[rate])),
            tail,
        };
        let [low, high] = mixture.ends_at(&steps, x, pace)?;
        let [lowest, highest] = wilson(height, of_known[1], critical_value);
        push(
            &mut ends,
            [
                if lowest < low { lowest } else { low },
                if highest > high { highest } else { high },
            ],
        )?;
    }
    Ok(ends)
}

/// By what the variance of the height at an x differs from that of independent rates: with clusters of both classes an
/// error of x moves the height against the error of y.
fn variance_factor(path: &Path, x: f64, numbers: [f64; 2], correlation: f64) -> f64 {
    let by_x = height_error(path, x, numbers[0]);
    let y = path.height_at(x);
    let variance = y * (1.0 - y) / numbers[1];
    let sum = by_x * by_x + variance;
    if sum > 0.0 {
        1.0 - 2.0 * correlation * by_x * variance.sqrt() / sum
    } else {
        1.0
    }
}

/// Returns how far a standard error of x moves the height.
fn height_error(path: &Path, x: f64, number: f64) -> f64 {
    let error = (x * (1.0 - x) / number).sqrt();
    let rise = path.height_at((x + error).min(1.0)) - path.height_before((x - error).max(0.0));
    0.5 * rise
}

/// [`PSEUDO`] where all observations say as much. Where fewer do, heavy ones may be missing in the sample: up to twice
/// that. Chosen by the targets "TPR at FPR .01" to "TPR at FPR .2" of `bench/coverage/cells/numbers.R`.
fn pseudo_observation(units_by_number: f64) -> f64 {
    PSEUDO * units_by_number.clamp(1.0, 2.0)
}

/// No end is less than one before it.
fn rising(ends: &mut [[f64; 2]], side: usize) {
    let mut most = f64::NEG_INFINITY;
    for end in ends {
        if end[side] < most {
            end[side] = most;
        }
        most = end[side];
    }
}

/// No end is more than one behind it.
fn falling(ends: &mut [[f64; 2]], side: usize) {
    let mut least = f64::INFINITY;
    for end in ends.iter_mut().rev() {
        if end[side] > least {
            end[side] = least;
        }
        least = end[side];
    }
}

fn at_critical_value(
    path: &Path,
    x: &[f64],
    known: &Known,
    critical_value: f64,
    pace: &mut Pace<'_>,
) -> Result<Vec<[f64; 2]>, Error> {
    let numbers = path.by.by_rate([&known.numbers[0], &known.numbers[1]]);
    let mut ends = reserve(x.len())?;
    for (i, &x) in x.iter().enumerate() {
        pace.steps(1 << 10)?;
        let across =
            ShiftedRates::new(path, x, numbers.map(|numbers| numbers[i]), |share, n, z| {
                beta_low(share, n, z, PSEUDO)
            });
        let height = path.height_at(x);
        let low = steepest_direction(height, critical_value, f64::min, |by| across.low(by))?;
        let high = steepest_direction(height, critical_value, f64::max, |by| across.high(by))?;
        // Where everything is called positive, or nothing negative.
        push(&mut ends, [if x >= 1.0 { 1.0 } else { low }, high])?;
    }
    Ok(ends)
}

/// The ends of y at an x, by how far both are from what they are in the population, in units of z.
pub(super) struct ShiftedRates<'a> {
    path: &'a Path,
    x: f64,
    /// The share of the sample in the place of x.
    share: Binomial,
    /// The effective number of y.
    number: f64,
    lower_end: LowerEnd,
}

impl<'a> ShiftedRates<'a> {
    pub fn new(path: &'a Path, x: f64, numbers: [f64; 2], lower_end: LowerEnd) -> ShiftedRates<'a> {
        let size = numbers[0].round_ties_even();
        ShiftedRates {
            path,
            x,
            share: Binomial {
                size: if size < 1.0 { 1.0 } else { size },
                probability: x,
            },
            number: numbers[1],
            lower_end,
        }
    }

    pub fn low(&self, [across, up]: [f64; 2]) -> Result<f64, Error> {
        let share = self.share.quantile(-across)?;
        let x = if share > self.x { self.x } else { share };
        (self.lower_end)(self.path.height_before(x), self.number, up)
    }

    pub fn high(&self, [across, up]: [f64; 2]) -> Result<f64, Error> {
        let share = self.share.quantile(across)?;
        let x = if share < self.x { self.x } else { share };
        Ok(1.0 - (self.lower_end)(1.0 - self.path.height_at(x), self.number, up)?)
    }
}

/// The reach is divided between the errors of both rates as between two normal ones that add up, by what each of
/// them does alone; or one has all of it, where the path bends so that this leads farther.
pub(super) fn steepest_direction(
    height: f64,
    critical_value: f64,
    farthest: fn(f64, f64) -> f64,
    mut end: impl FnMut([f64; 2]) -> Result<f64, Error>,
) -> Result<f64, Error> {
    let by_x = end([critical_value, 0.0])?;
    let by_y = end([0.0, critical_value])?;
    let [across, up] = [by_x, by_y].map(|end| (end - height).abs());
    let length = libm::hypot(across, up);
    let parts = if length > 0.0 {
        [across / length, up / length]
    } else {
        [0.0, 1.0]
    };
    let both = end(parts.map(|part| critical_value * part))?;
    Ok(if (by_x + by_y + both).is_nan() {
        f64::NAN
    } else {
        farthest(farthest(by_x, by_y), both)
    })
}

fn critical_value_by_rate(
    sample: &Sample<'_>,
    path: &Path,
    x: &[f64],
    known: &Known,
    effective: [f64; 2],
) -> Result<f64, Error> {
    let numbers = path.by.by_rate([&known.numbers[0], &known.numbers[1]]);
    let y = collect(x.iter().map(|&x| path.height_at(x)))?;
    let of_x = collect(
        x.iter()
            .zip(numbers[0])
            .map(|(&x, &n)| height_error(path, x, n).powi(2)),
    )?;
    let of_y = collect(
        y.iter()
            .zip(numbers[1])
            .map(|(&y, n)| variance_near(y, effective[1]) / n),
    )?;
    let times = times_by_rate([x, &y], [&of_x, &of_y], effective)?;
    let scales = collect(x.iter().map(|_| 1.0))?;
    critical_value_of(&[Chain::new(times, scales)], sample.level)
}
