//! A path that is moved by the same distance all along: to the left and up, and to the right and down, both
//! rates in units of 1 / sqrt(effective number of the class).

use super::critical_value::{critical_value_of, times_by_rate, Chain};
use super::path::{point_among, rate_at, Path};
use super::sample::{Known, Sample};
use super::threshold::{distance_of_none, variance_in_units};
use crate::error::Error;
use crate::memory::{collect, push, reserve};

/// The path is evaluated in this many points, equally far from each other in these units.
const POINTS: usize = 100;

/// A point of the path.
pub(super) struct PointOfPath {
    pub at: f64,
    /// How much of the way goes up there, from one unit before to one behind.
    upwards: f64,
}

pub(super) fn points_of_path(path: &Path, effective: [f64; 2]) -> Result<Vec<PointOfPath>, Error> {
    let unit = effective.map(f64::sqrt);
    let whole = unit[0] + unit[1];
    let way_to = collect(
        path.x
            .iter()
            .zip(&path.y)
            .map(|(x, y)| unit[0] * x + unit[1] * y),
    )?;
    let point_of = |way: f64| point_among(&way_to, way);
    let step = whole / (POINTS - 1) as f64;
    let mut points = reserve(POINTS)?;
    for i in 0..POINTS {
        let way = if i == POINTS - 1 {
            whole
        } else {
            i as f64 * step
        };
        let [before, behind] = [(way - 1.0).max(0.0), (way + 1.0).min(whole)];
        let rise = rate_at(&path.y, point_of(behind)) - rate_at(&path.y, point_of(before));
        let point = PointOfPath {
            at: point_of(way),
            upwards: unit[1] * rise / (behind - before),
        };
        push(&mut points, point)?;
    }
    Ok(points)
}

pub(super) struct FixedWidthPath<'a> {
    path: &'a Path,
    across: f64,
    up: f64,
}

impl<'a> FixedWidthPath<'a> {
    /// By the distance that the path of the population keeps, from what is known at the [points](points_of_path).
    pub fn new(
        sample: &Sample<'_>,
        path: &'a Path,
        known: &Known,
    ) -> Result<FixedWidthPath<'a>, Error> {
        let effective = path.by.by_rate(sample.effective);
        let points = points_of_path(path, effective)?;
        let numbers = path.by.by_rate([&known.numbers[0], &known.numbers[1]]);
        let rate_of = |rate: &[f64], i: usize| rate_at(rate, points[i].at);
        let all = || 0..points.len();
        let x = collect(all().map(|i| rate_of(&path.x, i)))?;
        let y = collect(all().map(|i| rate_of(&path.y, i)))?;
        // An error in y moves the path sideways where it is flat, one in x where it is upright.
        let of_x = collect(all().map(|i| {
            points[i].upwards.powi(2) * variance_in_units(x[i], numbers[0][i], effective[0])
        }))?;
        let of_y = collect(all().map(|i| {
            (1.0 - points[i].upwards).powi(2) * variance_in_units(y[i], numbers[1][i], effective[1])
        }))?;
        let scales = collect(of_x.iter().zip(&of_y).map(|(x, y)| (x + y).sqrt()))?;
        let times = times_by_rate([&x, &y], [&of_x, &of_y], effective)?;
        let critical_value = critical_value_of(&[Chain::new(times, scales)], sample.level)?;
        let distance = distance_of_none(critical_value, effective, sample.level);
        Ok(FixedWidthPath {
            path,
            across: distance / effective[0].sqrt(),
            up: distance / effective[1].sqrt(),
        })
    }

    /// The interval of y at x.
    pub fn ends_at(&self, x: f64) -> [f64; 2] {
        let FixedWidthPath { path, across, up } = *self;
        let low = if x > across {
            path.height_before(x - across)
        } else {
            0.0
        };
        let high = if x + across < 1.0 {
            path.height_at(x + across)
        } else {
            1.0
        };
        // Where everything is called positive, or nothing negative.
        let low = if x >= 1.0 { 1.0 } else { low - up };
        [low, high + up].map(|end| {
            if (across + up).is_nan() {
                f64::NAN
            } else {
                end.clamp(0.0, 1.0)
            }
        })
    }
}
