//! Intervals of what is made of numbers with intervals (Zou and Donner 2008): squares of distances to the ends add up.

use super::area::{score_interval, score_variance, Area, ScoreVariance};
use super::pivot::{quantile_of, Pivot, Statistic};
use crate::error::Error;
use crate::memory::{collect, push, reserve};
use crate::root::root;
use crate::rounding::{difference, without_rounding};

/// How far below and above an estimate its interval ends, by how much the lower and the upper end of each part would
/// move it: the squares add up, and twice the product of the shifts by the first two parts, times their correlation
/// (Zou, Huang and Zhang 2009). A part without a known effect does not count.
pub(crate) fn distances(shifted: &[[f64; 2]], correlation: f64) -> [f64; 2] {
    let direction = |[low, high]: [f64; 2]| f64::from(i8::from(high > low) - i8::from(high < low));
    let both = if correlation == 0.0 {
        0.0
    } else {
        2.0 * correlation * direction(shifted[0]) * direction(shifted[1])
    };
    let extremes: [fn(f64, f64) -> f64; 2] = [f64::min, f64::max];
    extremes.map(|extreme| {
        let by = |[low, high]: &[f64; 2]| extreme(extreme(*low, *high), 0.0);
        // Squares of what tiny or huge units make of it are no doubles.
        let largest = shifted
            .iter()
            .map(|part| by(part).abs())
            .fold(0.0, f64::max);
        let exponent = if largest > 0.0 && largest.is_finite() {
            libm::ilogb(largest)
        } else {
            0
        };
        let by = |part: &[f64; 2]| libm::scalbn(by(part), -exponent);
        let squares: f64 = shifted.iter().map(|part| by(part) * by(part)).sum();
        let of_both = if both == 0.0 {
            0.0
        } else {
            both * by(&shifted[0]) * by(&shifted[1])
        };
        libm::scalbn((squares + of_both).max(0.0).sqrt(), exponent)
    })
}

/// A linear combination of areas: how far its interval reaches are the distances of the areas to the ends of their
/// score intervals, which have one quantile, together.
pub(crate) struct Mover {
    estimate: f64,
    std_error: f64,
    parts: Vec<(f64, Area, ScoreVariance)>,
    df: f64,
}

/// A quantile that leaves nothing.
const MOST_QUANTILE: f64 = 1e6;

impl Mover {
    pub fn new(areas: &[Area], coefficients: &[f64]) -> Result<Mover, Error> {
        let parts = areas.iter().zip(coefficients);
        let parts = collect(parts.map(|(area, &c)| (c, *area, score_variance(area))))?;
        let (mut estimate, mut terms, mut variance) = (0.0, 0.0, 0.0);
        let (mut sum, mut squares) = (0.0, 0.0);
        for (c, area, covariance) in &parts {
            estimate += c * area.value;
            terms += (c * area.value).abs();
            variance += c * c * area.variance;
            let part = c * c * covariance.factor;
            sum += part;
            squares += part * part / covariance.df;
        }
        Ok(Mover {
            estimate: without_rounding(estimate, terms),
            std_error: variance.sqrt(),
            parts,
            df: sum * sum / squares,
        })
    }

    /// How far the interval reaches on a side.
    fn distance(&self, quantile: f64, side: f64) -> Result<f64, Error> {
        let mut shifted = reserve(self.parts.len())?;
        for (c, area, covariance) in &self.parts {
            let ends = score_interval(area.value, quantile * quantile * covariance.factor)?;
            push(&mut shifted, ends.map(|end| c * (end - area.value)))?;
        }
        Ok(distances(&shifted, 0.0)[usize::from(side > 0.0)])
    }
}

impl Pivot for Mover {
    fn std_error(&self) -> f64 {
        self.std_error
    }

    /// The quantile at which the interval ends there.
    fn statistic(&self, null: f64) -> Result<Statistic, Error> {
        if self.std_error.is_nan() {
            return Ok(Statistic::new(f64::NAN, f64::NAN));
        }
        let difference = difference(self.estimate, null);
        let statistic = |value| Ok(Statistic::new(value, self.df));
        if difference == 0.0 {
            return statistic(0.0);
        }
        let sign = 1f64.copysign(difference);
        let excess = |quantile: f64| Ok(self.distance(quantile, -sign)? - difference.abs());
        let mut most = 4.0;
        while excess(most)? < 0.0 {
            if most >= MOST_QUANTILE {
                return statistic(sign * f64::INFINITY);
            }
            most *= 2.0;
        }
        statistic(sign * root([0.0, most], excess)?)
    }

    fn end(&self, tail: f64, side: f64) -> Result<f64, Error> {
        if self.std_error.is_nan() {
            return Ok(f64::NAN);
        }
        let quantile = quantile_of(tail, self.df)?;
        Ok(self.estimate + side * self.distance(quantile, side)?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::covariance::DegreesOfFreedom;

    #[test]
    fn squares_of_distances_and_of_coefficients_add_up() {
        let apart = distances(&[[-1.0, 1.0], [-1.0, 1.0]], 0.5);
        assert!(apart.iter().all(|end| (end - 3f64.sqrt()).abs() < 1e-15));
        let area = Area {
            value: 0.7,
            variance: 0.01,
            df: DegreesOfFreedom {
                variance: 9.0,
                prior: 4.0,
            },
            expected: 0.1,
        };
        let mover = Mover::new(&[area; 2], &[2.0, -1.0]).unwrap();
        assert!((mover.std_error() - 0.05f64.sqrt()).abs() < 1e-15);
    }
}
