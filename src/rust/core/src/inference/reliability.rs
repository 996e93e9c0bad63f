//! Bands of a reliability diagram: how far calibrated probabilities may be from forecasts.

use super::placements::Placed;
use crate::distribution::ChiSquare;
use crate::error::{Class, Error};
use crate::interval::Level;
use crate::memory::{collect, filled, push, reserve};
use crate::observations::Observations;
use crate::options::Options;
use crate::poll::Pace;
use crate::probability::probability_of;
use crate::random::Random;
use crate::sampling::{Sampling, Unit};
use crate::shape::even_places;

/// A request for the bands of a reliability diagram.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct ReliabilityRequest<'a> {
    /// How the observations were sampled.
    pub sampling: Sampling<'a>,
    /// The most forecasts that have bands.
    pub places: usize,
    /// How many samples are drawn for the band of consistency.
    pub replicates: usize,
    /// The seed of the random numbers.
    pub seed: u64,
    /// The share of samples in which each interval is to hold.
    pub level: Level,
}

/// Of independent observations, with bands at up to 200 forecasts by 500 samples.
impl Default for ReliabilityRequest<'_> {
    fn default() -> Self {
        ReliabilityRequest {
            sampling: Sampling::default(),
            places: 200,
            replicates: 500,
            seed: 1,
            level: Level::default(),
        }
    }
}

impl ReliabilityRequest<'_> {
    fn check(&self) -> Result<(), Error> {
        for (name, number) in [("places", self.places), ("replicates", self.replicates)] {
            if number == 0 {
                return Err(Error::Parameter { name, value: 0.0 });
            }
        }
        Ok(())
    }

    /// Returns the bound on the likelihood ratio of a probability at the level: on a monotone
    /// curve, and by itself.
    fn reach(&self) -> Result<[f64; 2], Error> {
        let square = ChiSquare::new(1.0)?;
        let alone = square.lower_quantile(self.level.get())?;
        let (mut monotone, mut from) = (0.0, [0.0; 2]);
        for (level, reach) in REACHES {
            let to = [square.lower_quantile(level)?, reach];
            let share = ((alone - from[0]) / (to[0] - from[0])).clamp(0.0, 1.0);
            monotone += share * (to[1] - from[1]);
            from = to;
        }
        Ok([monotone, alone])
    }
}

/// Quantiles of the likelihood ratio for a monotone curve at one place, where it rises, by simulation. They are nearly
/// straight as a function of the quantile of the chi-squared distribution.
const REACHES: [(f64, f64); 8] = [
    (0.5, 0.28),
    (0.8, 1.01),
    (0.9, 1.64),
    (0.95, 2.29),
    (0.98, 3.29),
    (0.99, 3.95),
    (0.995, 4.65),
    (0.999, 6.23),
];

/// A forecast, and what it stands for.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Reliability {
    /// The forecast.
    pub forecast: f64,
    /// The share in the weight of the forecasts up to it that are above the one before.
    pub share: f64,
    /// The pooled probability.
    pub probability: f64,
    /// Where that is found if the forecasts are right.
    pub consistency: [f64; 2],
    /// Where that of the population is.
    pub confidence: [f64; 2],
}

/// The bands at the distinct forecasts, or at some of them that share the weight evenly.
///
/// Consistency: labels are drawn by the forecasts, with weights that are to each other as those of the classes,
/// and pooled. Deviations are multiplied by the root of the dispersion: by what the residuals of clusters
/// vary more than if each label were one.
///
/// Confidence: the probabilities that the likelihood ratio of a monotone curve leaves (Banerjee and Wellner
/// 2001). Its unit is the weight of a label, by the squares of the weights that are moved: that
/// of a positive counts for errors of the negatives, and the other way round. All in terms of the dispersion.
///
/// One sort; O(n) for each replicate and O(steps) for each place.
///
/// ```
/// use weighted_roc_core::inference::{reliability, ReliabilityRequest};
/// use weighted_roc_core::{Labels, Observations, Options, Scores, Weights};
///
/// let forecasts = Observations {
///     scores: Scores::F64(&[0.1, 0.2, 0.4, 0.6, 0.7, 0.9]),
///     labels: Labels::I32(&[0, 0, 1, 0, 1, 1]),
///     weights: Weights::Unit,
/// };
/// let found = reliability(&forecasts, &ReliabilityRequest::default(), Options::default())?;
/// assert_eq!(found[2].probability, 0.5);
/// let [low, high] = found[2].confidence;
/// assert!(low < 0.4 && 0.6 < high);
/// # Ok::<(), weighted_roc_core::Error>(())
/// ```
///
/// # Errors
/// [`Error::Parameter`] without places or replicates; as [`Ranking::new`](crate::curve::Ranking::new), for clusters
/// and counts as [`Bootstrap::new`](super::Bootstrap::new), and [`Error::Forecast`] for a score that is no
/// probability.
pub fn reliability(
    observations: &Observations<'_>,
    request: &ReliabilityRequest<'_>,
    options: Options<'_>,
) -> Result<Vec<Reliability>, Error> {
    request.check()?;
    within_reach(observations, request, request.reach()?, options)
}

/// The same for likelihood ratios up to a reach.
fn within_reach(
    observations: &Observations<'_>,
    request: &ReliabilityRequest<'_>,
    reach: [f64; 2],
    mut options: Options<'_>,
) -> Result<Vec<Reliability>, Error> {
    let placed = Placed::in_clusters(observations, request.sampling.clusters, options.again())?;
    let mut pace = Pace::new(options.poll);
    if request.sampling.unit == Unit::Count {
        check_counts(observations, placed.weights, &mut pace)?;
    }
    let sample = Sample::new(placed, request.sampling.unit, &mut pace)?;
    let pooled = sample.pooled(&mut pace)?;
    let dispersion = match request.sampling.clusters {
        None => 1.0,
        Some((codes, number)) => sample.dispersion(codes, number, &pooled, &mut pace)?,
    };
    let places = sample.places(request.places, &mut pace)?;
    let tail = 0.5 * (1.0 - request.level.get());
    let consistency = sample.consistency(&places, dispersion, tail, request, &mut pace)?;
    let mut found = reserve(places.len())?;
    let mut blocks = Blocks::default();
    blocks.fill(sample.levels.iter().copied(), &mut pace)?;
    let whole = blocks.likelihood();
    let mut below = Blocks::default();
    let mut known = 0;
    let weight_of = |levels: &[AtForecast]| levels.iter().map(|level| level.weight).sum::<f64>();
    let all = weight_of(&sample.levels);
    let mut next = 0;
    for (&place, consistency) in places.iter().zip(consistency) {
        let probability = pooled[place];
        below.extend(sample.levels[known..place].iter().copied(), &mut pace)?;
        known = place;
        blocks.fill(sample.levels[place + 1..].iter().copied(), &mut pace)?;
        let around = Around::new(&sample, place, whole, [&below, &blocks])?;
        let reach = reach.map(|reach| reach * dispersion);
        let end = |extreme| around.end(probability, extreme, reach);
        let confidence = [end(0.0), end(1.0)];
        push(
            &mut found,
            Reliability {
                forecast: sample.levels[place].forecast,
                share: weight_of(&sample.levels[next..=place]) / all,
                probability,
                consistency,
                confidence,
            },
        )?;
        next = place + 1;
    }
    Ok(found)
}

/// Each of the labels that are counted is drawn.
fn check_counts(
    observations: &Observations<'_>,
    weights: [f64; 2],
    pace: &mut Pace<'_>,
) -> Result<(), Error> {
    for (class, rows) in [Class::Negative, Class::Positive].into_iter().zip(weights) {
        if rows > Error::MAX_ROWS {
            return Err(Error::TooManyRows { class, rows });
        }
    }
    for position in 0..observations.labels.len() {
        pace.step()?;
        let value = observations.weights.at(position);
        if value.fract() != 0.0 {
            return Err(Error::NotACount { position, value });
        }
    }
    Ok(())
}

/// The sums over labels that have one forecast, or one block. Weights are shares of that of the
/// larger class.
#[derive(Clone, Copy, Debug, Default)]
struct AtForecast {
    forecast: f64,
    weight: f64,
    negative: f64,
    positive: f64,
    /// The sums of the squares of the weights of both classes, of those of one label each.
    squares: [f64; 2],
}

impl AtForecast {
    fn add(&mut self, other: &AtForecast) {
        self.weight += other.weight;
        self.negative += other.negative;
        self.positive += other.positive;
        for (squares, others) in self.squares.iter_mut().zip(other.squares) {
            *squares += others;
        }
    }

    fn probability(&self) -> f64 {
        self.positive / self.weight
    }

    fn weights(&self) -> [f64; 2] {
        [self.negative, self.positive]
    }

    /// The log-likelihood of a probability.
    fn likelihood(&self, probability: f64) -> f64 {
        let part = |weight: f64, probability: f64| {
            if weight > 0.0 {
                weight * libm::log(probability)
            } else {
                0.0
            }
        };
        part(self.positive, probability) + part(self.negative, 1.0 - probability)
    }

    fn own_likelihood(&self) -> f64 {
        self.likelihood(self.probability())
    }
}

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
    level: usize,
    number: u64,
    /// The probability that one is positive.
    chance: f64,
    /// How much the positives of the level lose by one that is negative, and gain by one that is positive.
    below: f64,
    above: f64,
}

struct Sample {
    labels: Vec<Labels>,
    levels: Vec<AtForecast>,
    /// The weight of a label of each class, by the squares.
    units: [f64; 2],
}

impl Sample {
    fn new(placed: Placed, unit: Unit, pace: &mut Pace<'_>) -> Result<Sample, Error> {
        let scale = placed.weights[0].max(placed.weights[1]);
        let mut labels = reserve(placed.records.len())?;
        let mut levels: Vec<AtForecast> = Vec::new();
        for (index, record) in placed.records.iter().enumerate() {
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
                    position: placed.positions.get(index).copied().unwrap_or(index),
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
    fn pooled(&self, pace: &mut Pace<'_>) -> Result<Vec<f64>, Error> {
        let mut blocks = Blocks::default();
        blocks.fill(self.levels.iter().copied(), pace)?;
        let mut pooled = reserve(self.levels.len())?;
        blocks.visit(|level, probability| {
            debug_assert_eq!(level, pooled.len());
            push(&mut pooled, probability)
        })?;
        Ok(pooled)
    }

    /// Returns the variance of the residuals of clusters relative to that of their labels, at least
    /// 1: believed as far as there are clusters.
    fn dispersion(
        &self,
        codes: &[i32],
        number: usize,
        pooled: &[f64],
        pace: &mut Pace<'_>,
    ) -> Result<f64, Error> {
        /// As many degrees of freedom the model is worth.
        const MODEL: f64 = 4.0;
        let mut residuals = filled(number, 0.0)?;
        let mut alone = 0.0;
        for labels in &self.labels {
            pace.step()?;
            let off = f64::from(labels.is_positive) - pooled[labels.level];
            let residual = labels.weight * off;
            alone += labels.number as f64 * residual * residual;
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
        let freedom = sum * sum / squares;
        Ok(((freedom * (sum / alone) + MODEL) / (freedom + MODEL)).max(1.0))
    }

    /// The levels that have bands.
    fn places(&self, most: usize, pace: &mut Pace<'_>) -> Result<Vec<usize>, Error> {
        even_places(self.levels.iter().map(|level| level.weight), most, pace)
    }

    /// Returns the distribution of each label that may be redrawn.
    fn draws(&self, pace: &mut Pace<'_>) -> Result<Vec<Draw>, Error> {
        let ratio = self.units[1] / self.units[0];
        let ratio = if ratio.is_normal() { ratio } else { 1.0 };
        let mut draws = reserve(self.labels.len())?;
        for labels in &self.labels {
            pace.step()?;
            let [negative, positive] = if labels.is_positive {
                [labels.weight / ratio, labels.weight]
            } else {
                [labels.weight, labels.weight * ratio]
            };
            let forecast = self.levels[labels.level].forecast;
            let [below, above] = [forecast * negative, (1.0 - forecast) * positive];
            if below + above > 0.0 {
                let draw = Draw {
                    level: labels.level,
                    number: labels.number,
                    chance: below / (below + above),
                    below,
                    above,
                };
                push(&mut draws, draw)?;
            }
        }
        Ok(draws)
    }

    /// Returns the interval at each place of pooled labels that are drawn from the forecasts.
    fn consistency(
        &self,
        places: &[usize],
        dispersion: f64,
        tail: f64,
        request: &ReliabilityRequest<'_>,
        pace: &mut Pace<'_>,
    ) -> Result<Vec<[f64; 2]>, Error> {
        let stretch = dispersion.sqrt();
        let draws = self.draws(pace)?;
        let number = request.replicates;
        let mut drawn = filled(places.len().saturating_mul(number), 0.0)?;
        let mut positives = filled(self.levels.len(), 0.0)?;
        let mut blocks = Blocks::default();
        for replicate in 0..number {
            let mut random = Random::new(request.seed, replicate as u64);
            for (positive, level) in positives.iter_mut().zip(&self.levels) {
                pace.step()?;
                *positive = level.weight * level.forecast;
            }
            for draw in &draws {
                pace.step()?;
                let drawn = random.positives(draw.number, draw.chance);
                let off = drawn * draw.above - (draw.number as f64 - drawn) * draw.below;
                positives[draw.level] += stretch * off;
            }
            let levels = self.levels.iter().zip(&positives);
            let levels = levels.map(|(level, &positive)| AtForecast {
                weight: level.weight,
                positive,
                ..AtForecast::default()
            });
            blocks.fill(levels, pace)?;
            let mut next = 0;
            blocks.visit(|level, probability| {
                if places.get(next) == Some(&level) {
                    drawn[next * number + replicate] = probability.clamp(0.0, 1.0);
                    next += 1;
                }
                Ok(())
            })?;
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

impl Random {
    /// How many of so many labels are positive.
    #[inline(always)]
    fn positives(&mut self, number: u64, probability: f64) -> f64 {
        const ALL: u64 = 1 << 53;
        match number {
            1 => f64::from(self.unit() < probability),
            _ => self.binomial(number, (probability * ALL as f64) as u64, ALL) as f64,
        }
    }
}

/// Of ascending numbers, between the two around it.
fn quantile(ascending: &[f64], share: f64) -> f64 {
    let place = share * (ascending.len() - 1) as f64;
    let low = place.floor() as usize;
    let high = ascending[(low + 1).min(ascending.len() - 1)];
    ascending[low] + (place - low as f64) * (high - ascending[low])
}

/// Levels pooled into blocks whose probabilities ascend.
#[derive(Debug, Default)]
struct Blocks {
    blocks: Vec<AtForecast>,
    /// How many levels each has.
    sizes: Vec<usize>,
}

impl Blocks {
    fn fill(
        &mut self,
        levels: impl Iterator<Item = AtForecast>,
        pace: &mut Pace<'_>,
    ) -> Result<(), Error> {
        self.blocks.clear();
        self.sizes.clear();
        self.extend(levels, pace)
    }

    /// Pools more levels, which are above all others.
    fn extend(
        &mut self,
        levels: impl Iterator<Item = AtForecast>,
        pace: &mut Pace<'_>,
    ) -> Result<(), Error> {
        for mut block in levels {
            pace.step()?;
            let mut size = 1;
            while let Some(last) = self.blocks.last() {
                if last.probability() < block.probability() {
                    break;
                }
                block.add(last);
                size += self.sizes.pop().unwrap_or(0);
                self.blocks.pop();
            }
            push(&mut self.blocks, block)?;
            push(&mut self.sizes, size)?;
        }
        Ok(())
    }

    /// The log-likelihood of the pooled probabilities.
    fn likelihood(&self) -> f64 {
        self.blocks.iter().map(AtForecast::own_likelihood).sum()
    }

    /// Hands each level, by its index, and its probability to `visit`.
    fn visit(&self, mut visit: impl FnMut(usize, f64) -> Result<(), Error>) -> Result<(), Error> {
        let mut level = 0;
        for (block, size) in self.blocks.iter().zip(&self.sizes) {
            for _ in 0..*size {
                visit(level, block.probability())?;
                level += 1;
            }
        }
        Ok(())
    }
}

/// A level, and what is pooled on both sides of it, those first that are next to it.
struct Around {
    here: AtForecast,
    units: [f64; 2],
    below: Vec<AtForecast>,
    above: Vec<AtForecast>,
    /// How much more likely the pooled probabilities of all levels are than those of both sides.
    lead: f64,
}

impl Around {
    /// From the likelihood of all levels, and from what is pooled of those below and above the place.
    fn new(
        sample: &Sample,
        place: usize,
        whole: f64,
        [below, above]: [&Blocks; 2],
    ) -> Result<Around, Error> {
        Ok(Around {
            here: sample.levels[place],
            units: sample.units,
            below: collect(below.blocks.iter().rev().copied())?,
            above: collect(above.blocks.iter().copied())?,
            lead: whole - below.likelihood() - above.likelihood(),
        })
    }

    /// Whether twice the logarithm of the ratio of the likelihoods, without and with this probability here, is
    /// within reach: within that of a monotone curve, or where what is moved is here alone, within that of a
    /// probability by itself.
    fn leaves(&self, probability: f64, [monotone, alone]: [f64; 2]) -> bool {
        let mut moved = self.here;
        let mut lead = self.lead;
        let below = self
            .below
            .iter()
            .take_while(|block| block.probability() > probability);
        let above = self
            .above
            .iter()
            .take_while(|block| block.probability() < probability);
        for block in below.chain(above) {
            lead += block.own_likelihood();
            moved.add(block);
        }
        let here = self.here.weight / moved.weight;
        let reach = monotone + here * (alone - monotone);
        2.0 * (lead - moved.likelihood(probability)) <= reach * self.unit(&moved, probability)
    }

    /// The weight of a label: for each class as the labels there have it, and a few of all.
    fn unit(&self, moved: &AtForecast, probability: f64) -> f64 {
        const FEW: f64 = 4.0;
        let weights = moved.weights();
        let [negative, positive] = [0, 1].map(|class| {
            let unit = self.units[class];
            (moved.squares[class] + FEW * unit * unit) / (weights[class] + FEW * unit)
        });
        positive * (1.0 - probability) + negative * probability
    }

    /// The probability nearest to an extreme one that the ratio leaves.
    fn end(&self, found: f64, extreme: f64, reach: [f64; 2]) -> f64 {
        if self.leaves(extreme, reach) {
            return extreme;
        }
        let (mut inside, mut outside) = (found, extreme);
        for _ in 0..48 {
            let middle = 0.5 * (inside + outside);
            if self.leaves(middle, reach) {
                inside = middle
            } else {
                outside = middle
            }
        }
        inside
    }
}

#[cfg(test)]
mod tests;
