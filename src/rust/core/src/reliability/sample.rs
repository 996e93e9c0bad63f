//! Labels by their forecasts, and what is pooled of those that are drawn anew.

use super::blocks::{AtForecast, Blocks};
use super::request::ReliabilityRequest;
use crate::error::Error;
use crate::inference::RankedObservations;
use crate::interval::quantile;
use crate::memory::{collect, filled, push, reserve};
use crate::poll::Pace;
use crate::probability::probability_of;
use crate::random::Random;
use crate::sampling::Unit;
use crate::shape::{even_places, write_outer};

/// Labels of one row: so many of that weight each.
#[derive(Clone, Copy, Debug)]
struct Labels {
    level: usize,
    weight: f64,
    number: u64,
    is_positive: bool,
    position: usize,
}

/// Labels that are drawn by their forecast.
#[derive(Clone, Copy, Debug)]
struct Draw {
    number: u64,
    /// The probability that one is positive.
    chance: f64,
    /// How much the positives of the level lose by one that is negative, and gain by one that is positive.
    below: f64,
    above: f64,
}

/// The labels of all levels that are drawn.
struct Draws {
    labels: Vec<Draw>,
    /// The positives of each level that its forecast predicts, and where its labels end.
    levels: Vec<(f64, usize)>,
}

pub(super) struct Sample {
    labels: Vec<Labels>,
    pub levels: Vec<AtForecast>,
    /// The weight of a label of each class, by the squares.
    pub units: [f64; 2],
}

impl Sample {
    pub fn new(
        ranking: RankedObservations,
        unit: Unit,
        pace: &mut Pace<'_>,
    ) -> Result<Sample, Error> {
        let scale = ranking.weights[0].max(ranking.weights[1]);
        let mut labels = reserve(ranking.records.len())?;
        let mut levels: Vec<AtForecast> = Vec::new();
        for (index, record) in ranking.records.iter().enumerate() {
            pace.step()?;
            let Some(forecast) = probability_of(record.score) else {
                return Err(Error::Forecast {
                    position: levels.len(),
                    value: record.score,
                });
            };
            if levels
                .last()
                .map_or(true, |level| level.forecast != forecast)
            {
                push(
                    &mut levels,
                    AtForecast {
                        forecast,
                        levels: 1,
                        ..AtForecast::default()
                    },
                )?;
            }
            let number = match unit {
                Unit::Row => 1,
                Unit::Count => record.weight.abs() as u64,
            };
            let weight = match unit {
                Unit::Row => record.weight.abs() / scale,
                Unit::Count => 1.0 / scale,
            };
            let all = weight * number as f64;
            let level = levels.len() - 1;
            let is_positive = record.weight > 0.0;
            let of_class = |value: f64| {
                if is_positive {
                    [0.0, value]
                } else {
                    [value, 0.0]
                }
            };
            let [negative, positive] = of_class(all);
            levels[level].add(&AtForecast {
                forecast,
                levels: 0,
                weight: all,
                negative,
                positive,
                squares: of_class(weight * all),
            });
            push(
                &mut labels,
                Labels {
                    level,
                    weight,
                    number,
                    is_positive,
                    position: ranking.positions.get(index).copied().unwrap_or(index),
                },
            )?;
        }
        let mut all = AtForecast::default();
        for level in &levels {
            pace.step()?;
            all.add(level);
        }
        let weights = all.weights();
        Ok(Sample {
            labels,
            levels,
            // Nothing, where next to the other class no double holds the weights.
            units: [0, 1].map(|class| {
                if weights[class] > 0.0 {
                    all.squares[class] / weights[class]
                } else {
                    0.0
                }
            }),
        })
    }

    /// The pooled probability of each level.
    pub fn pooled(&self, pace: &mut Pace<'_>) -> Result<Vec<f64>, Error> {
        let mut blocks = Blocks::default();
        blocks.fill(self.levels.iter().copied(), pace)?;
        let mut pooled = reserve(self.levels.len())?;
        blocks.visit(|level, probability| {
            debug_assert_eq!(level, pooled.len());
            push(&mut pooled, probability)
        })?;
        Ok(pooled)
    }

    /// Returns what is pooled of the levels between places, each with the place behind it; and where that begins which
    /// is above each place. Pooled once more, it is what all levels above are.
    pub fn pooled_above(
        &self,
        places: &[usize],
        pace: &mut Pace<'_>,
    ) -> Result<(Vec<AtForecast>, Vec<usize>), Error> {
        let (mut pooled, mut starts) = (Vec::new(), reserve(places.len())?);
        let mut between = Blocks::default();
        let next = places.iter().skip(1).copied().chain([self.levels.len()]);
        for (&place, next) in places.iter().zip(next) {
            push(&mut starts, pooled.len())?;
            between.fill(self.levels[place + 1..next].iter().copied(), pace)?;
            for block in between.blocks.iter().chain(self.levels.get(next)) {
                push(&mut pooled, *block)?;
            }
        }
        Ok((pooled, starts))
    }

    /// Returns the variance of the residuals of clusters relative to that of their labels, at least
    /// 1: believed as far as there are clusters.
    pub fn dispersion(
        &self,
        codes: &[i32],
        number: usize,
        pooled: &[f64],
        pace: &mut Pace<'_>,
    ) -> Result<f64, Error> {
        /// As many degrees of freedom the model is worth.
        const MODEL: f64 = 4.0;
        let mut residuals = filled(number, 0.0)?;
        let mut single = 0.0;
        for labels in &self.labels {
            pace.step()?;
            let off = f64::from(labels.is_positive) - pooled[labels.level];
            let residual = labels.weight * off;
            single += labels.number as f64 * residual * residual;
            residuals[codes[labels.position] as usize] += labels.number as f64 * residual;
        }
        let (mut sum, mut squares) = (0.0, 0.0);
        for residual in residuals {
            pace.step()?;
            let square = residual * residual;
            sum += square;
            squares += square * square;
        }
        if squares == 0.0 {
            return Ok(1.0);
        }
        let df = sum * sum / squares;
        Ok(((df * (sum / single) + MODEL) / (df + MODEL)).max(1.0))
    }

    /// The levels that have bands.
    pub fn places(&self, most: usize, pace: &mut Pace<'_>) -> Result<Vec<usize>, Error> {
        even_places(self.levels.iter().map(|level| level.weight), most, pace)
    }

    /// Returns the distribution of each label that may be redrawn.
    fn draws(&self, pace: &mut Pace<'_>) -> Result<Draws, Error> {
        let ratio = self.units[1] / self.units[0];
        let ratio = if ratio.is_normal() { ratio } else { 1.0 };
        let mut draws = Draws {
            labels: reserve(self.labels.len())?,
            levels: reserve(self.levels.len())?,
        };
        let of_levels = self.labels.chunk_by(|a, b| a.level == b.level);
        for (level, of_level) in self.levels.iter().zip(of_levels) {
            pace.steps(of_level.len())?;
            for labels in of_level {
                let [negative, positive] = if labels.is_positive {
                    [labels.weight / ratio, labels.weight]
                } else {
                    [labels.weight, labels.weight * ratio]
                };
                let forecast = level.forecast;
                let [below, above] = [forecast * negative, (1.0 - forecast) * positive];
                if below + above > 0.0 {
                    let draw = Draw {
                        number: labels.number,
                        chance: below / (below + above),
                        below,
                        above,
                    };
                    push(&mut draws.labels, draw)?;
                }
            }
            let predicted = level.weight * level.forecast;
            push(&mut draws.levels, (predicted, draws.labels.len()))?;
        }
        Ok(draws)
    }

    /// Returns the interval at each place of pooled labels that are drawn from the forecasts.
    ///
    /// ```text
    /// for each replicate:
    ///     the positives of each level by its labels, and the sums of weights and positives up to it
    ///     blocks begin at corners of the lower convex hull of these sums: between its outer points levels are pooled
    ///     pools are joined until their probabilities ascend
    /// ```
    pub fn consistency(
        &self,
        places: &[usize],
        dispersion: f64,
        tail: f64,
        request: &ReliabilityRequest<'_>,
        pace: &mut Pace<'_>,
    ) -> Result<Vec<[f64; 2]>, Error> {
        let stretch = dispersion.sqrt();
        let draws = self.draws(pace)?;
        let (number, levels) = (request.replicates, self.levels.len());
        let mut drawn = filled(places.len().saturating_mul(number), 0.0)?;
        let mut moments = collect(self.levels.iter().map(|level| [level.weight, 0.0]))?;
        let mut sums = filled(levels + 1, [0.0; 2])?;
        let mut weight = 0.0;
        for (sums, level) in sums[1..].iter_mut().zip(&self.levels) {
            weight += level.weight;
            sums[0] = weight;
        }
        let off = |draw: &Draw| draw.number as f64 * draw.above.max(draw.below);
        let size = 2.0 * weight + stretch * draws.labels.iter().map(off).sum::<f64>();
        let error = levels as f64 * f64::EPSILON * size;
        let are_single = draws.labels.iter().all(|draw| draw.number == 1);
        let (mut outer, mut every) = (reserve(levels + 1)?, reserve(levels / 64 + 2)?);
        let mut pools = Vec::new();
        for replicate in 0..number {
            pace.steps(levels + draws.labels.len())?;
            let random = Random::new(request.seed, replicate as u64);
            if are_single {
                draws.draw(random, stretch, &mut moments, Random::is_positive);
            } else {
                draws.draw(random, stretch, &mut moments, Random::positives);
            }
            let mut positive = 0.0;
            for (sums, moments) in sums[1..].iter_mut().zip(&moments) {
                positive += moments[1];
                sums[1] = -positive;
            }
            let at = |point: usize| sums[point];
            write_outer(levels + 1, at, error, (&mut outer, &mut every), pace)?;
            pools.clear();
            for ends in outer.windows(2) {
                let moments = &moments[ends[0]..ends[1]];
                pace.steps(moments.len())?;
                Pool::new(moments).join(&mut pools)?;
            }
            let (mut next, mut end) = (0, 0);
            for pool in &pools {
                end += pool.levels;
                while places.get(next).is_some_and(|&place| place < end) {
                    drawn[next * number + replicate] = pool.probability.clamp(0.0, 1.0);
                    next += 1;
                }
            }
        }
        let mut ends = reserve(places.len())?;
        for drawn in drawn.chunks_mut(number) {
            pace.steps(number)?;
            drawn.sort_unstable_by(f64::total_cmp);
            push(
                &mut ends,
                [tail, 1.0 - tail].map(|share| quantile(drawn, share)),
            )?;
        }
        Ok(ends)
    }
}

impl Draws {
    /// Draws the positives of each level, with deviations multiplied by a factor.
    #[inline(always)]
    fn draw(
        &self,
        mut random: Random,
        stretch: f64,
        moments: &mut [[f64; 2]],
        positives: impl Fn(&mut Random, &Draw) -> f64,
    ) {
        let mut start = 0;
        for (&(predicted, end), moments) in self.levels.iter().zip(moments) {
            let mut positive = predicted;
            for draw in &self.labels[start..end] {
                let drawn = positives(&mut random, draw);
                let off = drawn * draw.above - (draw.number as f64 - drawn) * draw.below;
                positive += stretch * off;
            }
            moments[1] = positive;
            start = end;
        }
    }
}

/// Neighbouring forecasts whose positives are drawn together.
#[derive(Clone, Copy)]
struct Pool {
    levels: usize,
    weight: f64,
    positive: f64,
    probability: f64,
}

impl Pool {
    /// From the weights and the positives of levels.
    fn new(levels: &[[f64; 2]]) -> Pool {
        let of = |levels: &[[f64; 2]]| {
            let add = |a: [f64; 2], b: &[f64; 2]| [a[0] + b[0], a[1] + b[1]];
            levels.iter().fold([0.0; 2], add)
        };
        // Sums of a few at a time do not wait for each other.
        let few = levels.chunks(8).map(of);
        let [weight, positive] = few.fold([0.0; 2], |a, b| [a[0] + b[0], a[1] + b[1]]);
        Pool {
            levels: levels.len(),
            weight,
            positive,
            probability: positive / weight,
        }
    }

    /// Takes in the pools before it until probabilities ascend, and follows those that are left.
    #[inline(always)]
    fn join(mut self, pools: &mut Vec<Pool>) -> Result<(), Error> {
        while let Some(last) = pools.last() {
            if last.probability < self.probability {
                break;
            }
            self.levels += last.levels;
            self.weight += last.weight;
            self.positive += last.positive;
            self.probability = self.positive / self.weight;
            pools.pop();
        }
        push(pools, self)
    }
}

impl Random {
    /// How many of the labels are positive.
    #[inline(always)]
    fn positives(&mut self, draw: &Draw) -> f64 {
        const ALL: u64 = 1 << 53;
        match draw.number {
            1 => self.is_positive(draw),
            number => self.binomial(number, (draw.chance * ALL as f64) as u64, ALL) as f64,
        }
    }

    /// 1 if the only label is positive, else 0.
    #[inline(always)]
    fn is_positive(&mut self, draw: &Draw) -> f64 {
        f64::from(self.unit() < draw.chance)
    }
}
