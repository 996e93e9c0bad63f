//! Power and sample size for areas.

mod expected;
mod influences;
mod plan;
#[cfg(test)]
mod tests;

use crate::error::{Error, Result};
use crate::poll::{Pace, Poll};
use crate::range::Range;
use crate::root::root;
use expected::{covariance, tail};
pub use influences::{Effect, Influences, Model};
use plan::Tested;
pub use plan::{Hypothesis, Plan};

/// The numbers of which each follows from the others.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Numbers {
    /// The number of positives, in each sample.
    pub positives: f64,
    /// The number of negatives for each positive.
    pub ratio: f64,
    /// The true area, the first of two.
    pub area: f64,
    /// The level of the test.
    pub level: f64,
    /// The probability that the test rejects.
    pub power: f64,
}

/// The number that is to be found; what [`Numbers`] has for it is not looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Wanted {
    /// [`Numbers::positives`], up to 1e9.
    Positives,
    /// [`Numbers::ratio`], up to 1e9 negatives for a positive.
    Ratio,
    /// [`Numbers::area`], greater than the null hypothesis has.
    Area,
    /// [`Numbers::level`], from 1e-15 to 0.499.
    Level,
    /// [`Numbers::power`].
    Power,
}

/// Finds one of the numbers from the others.
///
/// The tests are those of [`hypothesis`](crate::hypothesis), of a sample in which all sums of influences are as
/// expected.
///
/// ```text
/// v = the variance of the area, or of the difference, at the true areas
/// c = where the test just rejects, on the line on which the areas vary with their difference
/// power = the normal probability beyond c of what has the mean of the true areas and the variance v
/// ```
///
/// ```
/// use weighted_roc_core::power::{solve, Effect, Influences, Model, Numbers, Plan, Hypothesis, Wanted};
///
/// let influences = Influences::from_model(Model::Binormal, None, Effect::from_factor(1.0)?)?;
/// let plan = Plan::new(&influences, Hypothesis::One);
/// let numbers = Numbers { positives: 0.0, ratio: 1.0, area: 0.7, level: 0.05, power: 0.9 };
/// let positives = solve(&plan, Wanted::Positives, &numbers, &mut || false)?;
/// assert!((40.0..45.0).contains(&positives));
/// # Ok::<(), weighted_roc_core::Error>(())
/// ```
///
/// # Errors
/// [`Error::Parameter`] for a number, an area or a margin that cannot be planned, for two scores where there is one,
/// and for a `ratio` other than that of a pilot with clusters of both classes; [`Error::Unreachable`] when no value
/// gives the power; [`Error::Memory`] and [`Error::Interrupted`].
pub fn solve(plan: &Plan<'_>, wanted: Wanted, numbers: &Numbers, poll: Poll<'_>) -> Result<f64> {
    plan.check(wanted, numbers)?;
    let mut pace = Pace::new(poll);
    let Some(scale) = plan.scale_of(wanted, numbers) else {
        return plan.power(numbers, &mut pace);
    };
    let mut excess = |x: f64| {
        let planned = numbers.with(wanted, scale.back(x));
        Ok(plan.power(&planned, &mut pace)? - numbers.power)
    };
    let place = root(scale.range, &mut excess)?;
    if place.is_nan() {
        let [from, to] = [excess(scale.range[0])?, excess(scale.range[1])?];
        return Err(Error::Unreachable {
            range: scale.range.map(|x| scale.back(x)),
            reached: [from.min(to), from.max(to)].map(|excess| numbers.power + excess),
        });
    }
    Ok(scale.back(place))
}

/// A scale without ends, and the part of it that is searched.
struct Scale {
    range: [f64; 2],
    /// The shifts of 0 and 1 on a linear scale; otherwise the scale is logarithmic.
    ends: Option<[f64; 2]>,
}

impl Scale {
    fn back(&self, x: f64) -> f64 {
        match self.ends {
            Some([low, high]) => low + x * (high - low),
            None => libm::exp(x),
        }
    }
}

/// The least and the largest area that is planned: beyond nothing is normal.
const AREAS: [f64; 2] = [0.001, 0.999];

/// The levels of tests that are planned: half of the least one is no denormal number.
const LEVELS: Range = Range::between(1e-300, 0.5).without_most();

/// A class has two observations at least.
const FEW: f64 = 2.0;

/// The most observations of a class.
const MOST: f64 = 1e9;

impl Numbers {
    fn with(&self, wanted: Wanted, value: f64) -> Numbers {
        let mut numbers = *self;
        match wanted {
            Wanted::Positives => numbers.positives = value,
            Wanted::Ratio => numbers.ratio = value,
            Wanted::Area => numbers.area = value,
            Wanted::Level => numbers.level = value,
            Wanted::Power => numbers.power = value,
        }
        numbers
    }
}

impl Plan<'_> {
    fn check(&self, wanted: Wanted, numbers: &Numbers) -> Result<()> {
        let areas = Range::between(AREAS[0], AREAS[1]);
        areas.check("reference", &[self.reference])?;
        let most = match self.hypothesis {
            // The null hypothesis has an area.
            Hypothesis::One => self.reference - AREAS[0],
            Hypothesis::Paired | Hypothesis::Unpaired => 1.0,
        };
        Range::between(0.0, most).check("margin", &[self.margin])?;
        if self.hypothesis == Hypothesis::Paired && !self.influences.are_paired() {
            return Err(Error::Parameter {
                name: "scores",
                value: 1.0,
            });
        }
        let parts = [
            (
                Wanted::Positives,
                "positives",
                numbers.positives,
                Range::between(FEW, MOST),
            ),
            (Wanted::Ratio, "ratio", numbers.ratio, Range::FACTOR),
            (Wanted::Area, "area", numbers.area, areas),
            (Wanted::Level, "test_level", numbers.level, LEVELS),
            (Wanted::Power, "power", numbers.power, Range::UNCERTAIN),
        ];
        for (part, name, value, range) in parts {
            if part != wanted {
                range.check(name, &[value])?;
            }
        }
        let ratio = if wanted == Wanted::Ratio {
            f64::NAN
        } else {
            numbers.ratio
        };
        self.influences.check_ratio(ratio)
    }

    /// The area, or the difference, of which the null hypothesis has no more.
    fn null(&self) -> f64 {
        match self.hypothesis {
            Hypothesis::One => self.reference - self.margin,
            Hypothesis::Paired | Hypothesis::Unpaired => -self.margin,
        }
    }

    fn scale_of(&self, wanted: Wanted, numbers: &Numbers) -> Option<Scale> {
        let logarithmic = |from: f64, to: f64| Scale {
            range: [libm::log(from), libm::log(to)],
            ends: None,
        };
        match wanted {
            Wanted::Positives => Some(logarithmic(FEW / numbers.ratio.min(1.0), MOST)),
            Wanted::Ratio => Some(logarithmic(FEW / numbers.positives, MOST)),
            Wanted::Level => Some(logarithmic(1e-15, 0.499)),
            Wanted::Area => {
                // Areas below are neither planned nor, with a large margin, in the null hypothesis.
                let bound = (self.reference - self.margin).max(AREAS[0]);
                Some(Scale {
                    range: [1e-6, 1.0],
                    ends: Some([bound, AREAS[1]]),
                })
            }
            Wanted::Power => None,
        }
    }

    fn power(&self, numbers: &Numbers, pace: &mut Pace<'_>) -> Result<f64> {
        let test = Tested {
            plan: self,
            null: self.null(),
            tail: if self.two_sided {
                numbers.level / 2.0
            } else {
                numbers.level
            },
            side: if self.margin > 0.0 || numbers.area > self.reference {
                1.0
            } else {
                -1.0
            },
            numbers: [numbers.positives * numbers.ratio, numbers.positives],
        };
        match self.hypothesis {
            Hypothesis::One => test.power([numbers.area], pace),
            Hypothesis::Paired | Hypothesis::Unpaired => {
                test.power([numbers.area, self.reference], pace)
            }
        }
    }
}

impl Tested<'_> {
    /// The probability that the test rejects. Among the areas where it just does, it takes the most likely ones on
    /// the line along which the true areas vary with their difference.
    fn power<const N: usize>(&self, areas: [f64; N], pace: &mut Pace<'_>) -> Result<f64> {
        let mut contrast = [1.0; N];
        contrast[1..].fill(-1.0);
        let sum =
            |values: [f64; N]| -> f64 { contrast.iter().zip(values).map(|(c, x)| c * x).sum() };
        let excess = sum(areas) - self.null;
        let covariance = covariance(self, areas, pace)?;
        let by_rate = covariance.map(sum);
        let variance = sum(by_rate);
        let step = by_rate.map(|by_rate| -excess * by_rate / variance);
        // From the ends of all areas to where the null holds.
        const INNER: f64 = 1e-9;
        let (mut farthest, mut nearest) = (f64::NEG_INFINITY, 1f64);
        for (area, step) in areas.into_iter().zip(step).filter(|(_, step)| *step != 0.0) {
            let ends = if step < 0.0 {
                [1.0 - INNER, INNER]
            } else {
                [INNER, 1.0 - INNER]
            };
            farthest = farthest.max((ends[0] - area) / step);
            nearest = nearest.min((ends[1] - area) / step);
        }
        let shifted = |t: f64| {
            let mut shifted = areas;
            shifted
                .iter_mut()
                .zip(step)
                .for_each(|(area, step)| *area += t * step);
            shifted
        };
        let mut beyond = |t: f64| Ok(tail(self, shifted(t), pace)? - self.tail);
        if beyond(farthest)? > 0.0 {
            return Ok(0.0);
        }
        let t = if beyond(nearest)? <= 0.0 {
            nearest
        } else {
            root([farthest, nearest], beyond)?
        };
        let reached = if N == 1 {
            // An area near 1 is skewed, its arcsine hardly is.
            let arcsine = |area: f64| libm::asin(area.sqrt());
            let (from, to) = (areas[0], shifted(t)[0]);
            let way = 2.0 * (from * (1.0 - from)).sqrt() * (arcsine(from) - arcsine(to)).abs();
            if t == 0.0 {
                0.0
            } else {
                way.copysign(t)
            }
        } else {
            excess.abs() * t
        };
        Ok(crate::distribution::Normal.lower(reached / variance.sqrt()))
    }
}
