//! Intervals of linear combinations of areas (Zou and Donner 2008): squares of distances to the ends add up.

use super::answer::{quantile_of, Statistic};
use crate::error::Error;
use crate::interval::{score_interval, score_spread, Area, ScoreSpread};
use crate::memory::collect;
use crate::root::root;

/// How far the interval of a linear combination of areas reaches: the distances of the areas to the ends of their
/// score intervals, which have one quantile, together.
pub(crate) struct MoverInterval {
    parts: Vec<(f64, Area, ScoreSpread)>,
    df: f64,
}

/// A quantile that leaves nothing.
const MOST_QUANTILE: f64 = 1e6;

impl MoverInterval {
    pub fn of(areas: &[Area], coefficients: &[f64]) -> Result<MoverInterval, Error> {
        let parts = areas.iter().zip(coefficients);
        let parts = collect(parts.map(|(area, &c)| (c, *area, score_spread(area))))?;
        let (mut sum, mut squares) = (0.0, 0.0);
        for (c, _, covariance) in &parts {
            let part = c * c * covariance.factor;
            sum += part;
            squares += part * part / covariance.df;
        }
        Ok(MoverInterval {
            parts,
            df: sum * sum / squares,
        })
    }

    fn by_quantile(&self, quantile: f64, side: f64) -> Result<f64, Error> {
        let mut squares = 0.0;
        for (c, area, covariance) in &self.parts {
            let ends = score_interval(area.value, quantile * quantile * covariance.factor)?;
            let apart = c * (area.value - ends[usize::from(side * c >= 0.0)]);
            squares += apart * apart;
        }
        Ok(squares.sqrt())
    }

    /// How far the interval reaches on a side.
    pub fn distance(&self, tail: f64, side: f64) -> Result<f64, Error> {
        self.by_quantile(quantile_of(tail, self.df)?, side)
    }

    /// The quantile at which the interval of an estimate ends so far from it.
    pub fn at(&self, difference: f64) -> Result<Statistic, Error> {
        Ok(Statistic::new(self.quantile(difference)?, self.df))
    }

    fn quantile(&self, difference: f64) -> Result<f64, Error> {
        if difference == 0.0 {
            return Ok(0.0);
        }
        let sign = 1f64.copysign(difference);
        let excess = |quantile: f64| Ok(self.by_quantile(quantile, -sign)? - difference.abs());
        let mut most = 4.0;
        while excess(most)? < 0.0 {
            if most >= MOST_QUANTILE {
                return Ok(sign * f64::INFINITY);
            }
            most *= 2.0;
        }
        Ok(sign * root([0.0, most], excess)?)
    }
}
