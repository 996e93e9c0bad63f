//! A curve as a path: a rate y over a rate x, both ascending from 0 to 1.

use super::range::Type;
use crate::bound::rounding_at;
use crate::curve::Curve;
use crate::error::Error;
use crate::memory::collect;
use crate::quantity::Rate;

/// Values of a rate, and what the intervals of the other rate there hold for.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct RateGrid<'a> {
    /// Which rate is given.
    pub by: Rate,
    /// Its values.
    pub at: &'a [f64],
    /// The range for which the intervals hold.
    pub kind: Type,
}

impl<'a> RateGrid<'a> {
    /// Each interval by itself.
    pub fn new(by: Rate, at: &'a [f64]) -> RateGrid<'a> {
        let kind = Type::Pointwise;
        RateGrid { by, at, kind }
    }
}

/// The path of a given rate: TPR over FPR, or TNR over FNR, so that one rule serves for both.
impl Rate {
    /// From what is known of FPR and TPR to what is known of x and y.
    pub(super) fn by_rate<T: Copy>(self, [of_fpr, of_tpr]: [T; 2]) -> [T; 2] {
        match self {
            Rate::Fpr => [of_fpr, of_tpr],
            Rate::Tpr => [of_tpr, of_fpr],
        }
    }

    /// The x of a rate that is given.
    pub(super) fn x_at(self, rate: f64) -> f64 {
        match self {
            Rate::Fpr => rate,
            Rate::Tpr => 1.0 - rate,
        }
    }

    /// The interval of the rate that is not given, by that of y.
    pub(super) fn other_interval(self, [low, high]: [f64; 2]) -> [f64; 2] {
        match self {
            Rate::Fpr => [low, high],
            Rate::Tpr => [1.0 - high, 1.0 - low],
        }
    }
}

/// The rates y over the rates x. Points count from 1: 1.5 is half way from the first one to the second.
#[derive(Debug)]
pub(super) struct Path {
    pub x: Vec<f64>,
    pub y: Vec<f64>,
    pub by: Rate,
}

impl Path {
    pub fn new(curve: &Curve<'_>, by: Rate) -> Result<Path, Error> {
        let rows = curve.rows();
        let (x, y) = match by {
            Rate::Fpr => (
                collect((0..rows).rev().map(|row| curve.fpr(row)))?,
                collect((0..rows).rev().map(|row| curve.tpr(row)))?,
            ),
            // FNR has digits that 1 - TPR has not.
            Rate::Tpr => (
                collect((0..rows).map(|row| curve.fnr(row)))?,
                collect((0..rows).map(|row| 1.0 - curve.fpr(row)))?,
            ),
        };
        Ok(Path { x, y, by })
    }

    /// The place on the curve that a point is.
    pub fn place_of(&self, point: f64) -> f64 {
        match self.by {
            Rate::Fpr => self.x.len() as f64 - point,
            Rate::Tpr => point - 1.0,
        }
    }

    /// On an upright step at its upper end. Rounding of the rate that is given must not take it beyond a step
    /// that it reaches.
    pub fn point_at(&self, x: f64) -> f64 {
        point_among(&self.x, x + rounding_at(x))
    }

    pub fn height_at(&self, x: f64) -> f64 {
        rate_at(&self.y, self.point_at(x))
    }

    /// On an upright step at its lower end.
    pub fn height_before(&self, x: f64) -> f64 {
        if x > 0.0 {
            rate_at(&self.y, point_among(&self.x, x - rounding_at(x)))
        } else {
            0.0
        }
    }
}

/// Where a value stands among ascending ones, at the end of a run of equal ones.
pub(super) fn point_among(of: &[f64], value: f64) -> f64 {
    let from = of.partition_point(|&at| at <= value).max(1);
    let run = of[from.min(of.len() - 1)] - of[from - 1];
    let share = if run > 0.0 {
        ((value - of[from - 1]).max(0.0) / run).min(1.0)
    } else {
        0.0
    };
    from as f64 + share
}

/// A rate of a path at a point.
pub(super) fn rate_at(rate: &[f64], point: f64) -> f64 {
    let from = point.floor();
    // Saturates.
    let row = (from as usize).clamp(1, rate.len());
    let next = rate[row.min(rate.len() - 1)];
    rate[row - 1] + (point - from) * (next - rate[row - 1])
}
