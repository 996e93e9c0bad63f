//! Intervals of partial areas, which are means of rates at rates.
//!
//! The ends of a mean of rates are the mean of their ends, at some rates x of the interval, by the rule of a band at
//! equal precision with Wilson's interval. All of them are as far
//! away from the population's at once, which is more than they are: the reach is shortened by as much as two
//! normal classes of one variance say.

use super::by_rate::{steepest_direction, ShiftedRates};
use super::path::Path;
use super::sample::Sample;
use crate::distribution::Normal;
use crate::error::Error;
use crate::interval::wilson;
use crate::memory::{collect, reserve};
use crate::poll::{Pace, Poll};
use crate::probability::check_interval;
use crate::quantity::Rate;
use crate::root::root;

fn by_wilson(share: f64, n: f64, z: f64) -> Result<f64, Error> {
    Ok(wilson(share, n, z)[0])
}

/// An interval of x, and some places of it.
pub(super) struct Points {
    x: Vec<f64>,
    pub places: Vec<f64>,
}

/// The number of parts of an interval, whose middles are evaluated.
const POINTS: usize = 100;

pub(super) fn points_within(path: &Path, interval: [f64; 2]) -> Result<Points, Error> {
    check_interval("interval", interval)?;
    let [from, to] = by_rate(path.by, interval);
    let x = collect(
        (0..POINTS).map(|i| from + (interval[1] - interval[0]) * (i as f64 + 0.5) / POINTS as f64),
    )?;
    debug_assert!(from <= to);
    let places = collect(x.iter().map(|&x| path.place_of(path.point_at(x))))?;
    Ok(Points { x, places })
}

/// An interval of the rate that is given as one of x.
fn by_rate(by: Rate, interval: [f64; 2]) -> [f64; 2] {
    match by {
        Rate::Fpr => interval,
        Rate::Tpr => [1.0 - interval[1], 1.0 - interval[0]],
    }
}

/// The ends of the area in an interval of a rate, around its estimate.
///
/// # Errors
/// [`Error::Range`], [`Error::Memory`], [`Error::Interrupted`].
pub(crate) fn ends_of_partial(
    sample: &Sample<'_>,
    by: Rate,
    interval: [f64; 2],
    estimate: f64,
    poll: Poll<'_>,
) -> Result<[f64; 2], Error> {
    let mut pace = Pace::new(poll);
    let path = Path::new(&sample.curve(), by)?;
    let points = points_within(&path, interval)?;
    let known = sample.known_at(&points.places, &mut pace)?;
    let numbers = by.by_rate([&known.numbers[0], &known.numbers[1]]);
    let width = interval[1] - interval[0];
    let effective = by.by_rate(sample.effective);
    let shorter = share_of_critical_value(by_rate(by, interval), estimate, effective)?;
    let critical_value = sample.critical_value()? * shorter;
    let mut across = reserve(POINTS)?;
    let mut height = 0.0;
    for (i, &x) in points.x.iter().enumerate() {
        let of_point = numbers.map(|numbers| numbers[i]);
        crate::memory::push(
            &mut across,
            ShiftedRates::new(&path, x, of_point, by_wilson),
        )?;
        height += path.height_at(x) / POINTS as f64;
    }
    let mut mean_of = |end: &dyn Fn(&ShiftedRates<'_>) -> Result<f64, Error>| {
        let mut sum = 0.0;
        for across in &across {
            pace.steps(1 << 8)?;
            sum += end(across)?;
        }
        Ok(sum / POINTS as f64)
    };
    let low = steepest_direction(height, critical_value, f64::min, |by| {
        mean_of(&|at| at.low(by))
    })?;
    let high = steepest_direction(height, critical_value, f64::max, |by| {
        mean_of(&|at| at.high(by))
    })?;
    let away = |distance: f64| {
        if distance < 0.0 {
            0.0
        } else {
            width * distance
        }
    };
    Ok([
        estimate - away(height - low),
        estimate + away(high - height),
    ]
    .map(|end| end.clamp(0.0, width)))
}

/// By how much less a partial area varies than if its parts varied as one.
fn share_of_critical_value(
    interval: [f64; 2],
    area: f64,
    effective: [f64; 2],
) -> Result<f64, Error> {
    let grid = Grid::new(interval)?;
    let model = grid.model(grid.shift_of(area)?);
    let sum = |parts: [f64; 2]| parts[0] / effective[0] + parts[1] / effective[1];
    let as_one = sum(model.as_one);
    Ok(if as_one > 0.0 {
        (sum(model.variances) / as_one).min(1.0).sqrt()
    } else {
        1.0
    })
}

/// The number of points of Simpson's rule.
const KNOTS: usize = 201;

/// The rates x of a normal class of mean 0 within an interval, with the weights of Simpson's rule.
struct Grid {
    interval: [f64; 2],
    z: [f64; KNOTS],
    x: [f64; KNOTS],
    weight: [f64; KNOTS],
}

/// The variances of what an observation of each of two normal classes contributes to a partial area, as it is and
/// if all parts of the area varied as one.
///
/// With R the curve and U the rate x at an observation of class y, the area is the mean of h = b - U within
/// [a, b], and an observation of class x at the rate u moves the U that it exceeds: R(b) - R(u) within [a, b].
struct Model {
    /// The variances of the classes of x and of y.
    variances: [f64; 2],
    as_one: [f64; 2],
}

impl Grid {
    fn new(interval: [f64; 2]) -> Result<Grid, Error> {
        const FARTHEST: f64 = 9.0;
        let low = Normal.lower_quantile(interval[0])?.max(-FARTHEST);
        let high = Normal.lower_quantile(interval[1])?.min(FARTHEST);
        let step = (high - low) / (KNOTS - 1) as f64;
        let z: [f64; KNOTS] = std::array::from_fn(|i| low + i as f64 * step);
        Ok(Grid {
            interval,
            z,
            x: z.map(|z| Normal.lower(z)),
            weight: std::array::from_fn(|i| {
                let of_rule = match i {
                    0 => 1.0,
                    _ if i == KNOTS - 1 => 1.0,
                    _ if i % 2 == 1 => 4.0,
                    _ => 2.0,
                };
                Normal.density(z[i]) * of_rule / 3.0 * step
            }),
        })
    }

    fn heights(&self, shift: f64) -> [f64; KNOTS] {
        self.z.map(|z| Normal.lower(shift + z))
    }

    fn area(&self, shift: f64) -> f64 {
        let heights = self.heights(shift);
        self.sum(|i| heights[i])
    }

    fn sum(&self, of: impl Fn(usize) -> f64) -> f64 {
        (0..KNOTS).map(|i| self.weight[i] * of(i)).sum()
    }

    /// The shift of one of two normal classes at which they have a partial area.
    fn shift_of(&self, area: f64) -> Result<f64, Error> {
        const MOST: f64 = 6.0;
        let excess = |shift: f64| self.area(shift) - area;
        if excess(MOST) <= 0.0 {
            Ok(MOST)
        } else if excess(-MOST) >= 0.0 {
            Ok(-MOST)
        } else {
            root([-MOST, MOST], |shift| Ok(excess(shift)))
        }
    }

    fn model(&self, shift: f64) -> Model {
        let [below, end] = self.interval;
        let heights = self.heights(shift);
        let area = self.sum(|i| heights[i]);
        let above = heights.map(|height| heights[KNOTS - 1] - height);
        let mean_above = below * above[0] + self.sum(|i| above[i]);
        let squares_above = below * above[0] * above[0] + self.sum(|i| above[i] * above[i]);
        let square_of_height = 2.0 * self.sum(|i| (end - self.x[i]) * heights[i]);
        let slope = |i: usize| libm::exp(-shift * self.z[i] - 0.5 * shift * shift);
        let covariance = |rate: f64| (rate * (1.0 - rate)).sqrt();
        Model {
            variances: [
                (squares_above - mean_above * mean_above).max(0.0),
                (square_of_height - area * area).max(0.0),
            ],
            as_one: [
                self.sum(|i| slope(i) * covariance(self.x[i])).powi(2),
                self.sum(|i| covariance(heights[i])).powi(2),
            ],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_normal_classes_have_the_area_of_their_shift() {
        let grid = Grid::new([0.0, 1.0]).unwrap();
        for shift in [0.0, 0.7, 2.0f64] {
            let area = Normal.lower(shift / std::f64::consts::SQRT_2);
            let model = grid.model(shift);
            assert!((grid.area(shift) - area).abs() < 1e-6);
            assert!((grid.shift_of(area).unwrap() - shift).abs() < 1e-5);
            // The variance of the placements is the same for both classes where they are mirror images.
            let [x, y] = model.variances;
            assert!((x - y).abs() < 1e-6);
            assert!(model.as_one[0] > x && model.as_one[1] > y);
        }
        // Placements without a shift are uniform.
        assert!((grid.model(0.0).variances[1] - 1.0 / 12.0).abs() < 1e-6);
    }

    #[test]
    fn areas_that_no_shift_has_stop_at_the_last_one() {
        let grid = Grid::new([0.1, 0.3]).unwrap();
        assert_eq!(grid.shift_of(0.2), Ok(6.0));
        assert_eq!(grid.shift_of(0.0), Ok(-6.0));
    }
}
