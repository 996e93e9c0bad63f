//! Forecasts that are pooled until their probabilities ascend.

use crate::error::Error;
use crate::poll::Pace;
use crate::shape::keep;

/// The sums over labels that have one forecast, or one block. Weights are shares of that of the
/// larger class.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct AtForecast {
    pub forecast: f64,
    /// How many forecasts are pooled.
    pub levels: usize,
    pub weight: f64,
    pub negative: f64,
    pub positive: f64,
    /// The sums of the squares of the weights of both classes, of those of one label each.
    pub squares: [f64; 2],
}

impl AtForecast {
    pub fn add(&mut self, other: &AtForecast) {
        self.levels += other.levels;
        self.weight += other.weight;
        self.negative += other.negative;
        self.positive += other.positive;
        for (squares, others) in self.squares.iter_mut().zip(other.squares) {
            *squares += others;
        }
    }

    pub fn probability(&self) -> f64 {
        self.positive / self.weight
    }

    pub fn weights(&self) -> [f64; 2] {
        [self.negative, self.positive]
    }

    /// The log-likelihood of a probability.
    pub fn likelihood(&self, probability: f64) -> f64 {
        let part = |weight: f64, probability: f64| {
            if weight > 0.0 {
                weight * libm::log(probability)
            } else {
                0.0
            }
        };
        part(self.positive, probability) + part(self.negative, 1.0 - probability)
    }

    pub fn own_likelihood(&self) -> f64 {
        self.likelihood(self.probability())
    }
}

/// Levels pooled into blocks whose probabilities ascend.
#[derive(Debug, Default)]
pub(super) struct Blocks {
    pub blocks: Vec<AtForecast>,
}

impl Blocks {
    pub fn fill(
        &mut self,
        levels: impl Iterator<Item = AtForecast>,
        pace: &mut Pace<'_>,
    ) -> Result<(), Error> {
        self.blocks.clear();
        self.extend(levels, pace)
    }

    /// Pools more levels, which are above all others.
    pub fn extend(
        &mut self,
        levels: impl Iterator<Item = AtForecast>,
        pace: &mut Pace<'_>,
    ) -> Result<(), Error> {
        let ascends =
            |last: &AtForecast, block: &AtForecast| last.probability() < block.probability();
        let breaks = |kept: &[AtForecast], block: &AtForecast| {
            kept.last().is_some_and(|last| !ascends(last, block))
        };
        for level in levels {
            keep(
                level,
                &mut self.blocks,
                breaks,
                |block, last| block.add(&last),
                pace,
            )?;
        }
        Ok(())
    }

    /// The log-likelihood of the pooled probabilities.
    pub fn likelihood(&self) -> f64 {
        self.blocks.iter().map(AtForecast::own_likelihood).sum()
    }

    /// Hands each level, by its index, and its probability to `visit`.
    pub fn visit(
        &self,
        mut visit: impl FnMut(usize, f64) -> Result<(), Error>,
    ) -> Result<(), Error> {
        let mut level = 0;
        for block in &self.blocks {
            for _ in 0..block.levels {
                visit(level, block.probability())?;
                level += 1;
            }
        }
        Ok(())
    }
}
