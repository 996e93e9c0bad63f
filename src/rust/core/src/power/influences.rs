//! Influences of observations on areas, in a model or in a pilot sample.

use crate::covariance::effective_in_clusters;
use crate::distribution::Normal;
use crate::error::{Argument, Error, Result};
use crate::inference::influence;
use crate::interval::placement_variance;
use crate::memory::{filled, push, reserve};
use crate::observations::Observations;
use crate::options::Options;
use crate::poll::Pace;
use crate::range::Range;
use crate::sampling::check_clusters;
use crate::sampling::Unit;

/// A model of two classes of scores.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Model {
    /// Normal ones of equal variance.
    Binormal,
    /// Exponential ones.
    Exponential,
}

impl Model {
    /// The share of the other class that observations with the normal score z beat, or are beaten by.
    fn placements(self, class: usize, area: f64) -> Result<impl Fn(f64) -> f64> {
        let shift = std::f64::consts::SQRT_2 * Normal.lower_quantile(area)?;
        let odds = area / (1.0 - area);
        Ok(move |z: f64| match (self, class) {
            (Model::Binormal, _) => Normal.lower(z + shift),
            (Model::Exponential, 0) => libm::exp(ln_lower(z) / odds),
            (Model::Exponential, _) => -libm::expm1(odds * ln_lower(-z)),
        })
    }
}

/// The logarithm of P(Z <= z).
fn ln_lower(z: f64) -> f64 {
    if z < 0.0 {
        libm::log(Normal.lower(z))
    } else {
        libm::log1p(-Normal.upper(z))
    }
}

/// The effect on variances of weights that are independent of the scores.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Effect {
    /// The second and the fourth moment of weights of mean 1.
    moments: [f64; 2],
    /// How many independent observations one is.
    units: f64,
}

impl Effect {
    /// A design effect alone multiplies variances, as if there were fewer observations.
    ///
    /// ```
    /// # use weighted_roc_core::power::Effect;
    /// assert_eq!(Effect::from_factor(2.0)?.factor(), 2.0);
    /// # Ok::<(), weighted_roc_core::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Parameter`] for a factor that is not positive and finite.
    pub fn from_factor(factor: f64) -> Result<Effect> {
        Range::FACTOR.check("deff", &[factor])?;
        Ok(Effect {
            moments: [factor, factor * factor * factor],
            units: 1.0 / factor,
        })
    }

    /// The effect of weights like those that observations will have. Weights of 0 do not count.
    ///
    /// ```
    /// # use weighted_roc_core::power::Effect;
    /// // Kish's design effect.
    /// assert!((Effect::from_weights(&[1.0, 3.0, 0.0])?.factor() - 1.25).abs() < 1e-15);
    /// # Ok::<(), weighted_roc_core::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Weight`] for a weight that is negative or not finite; [`Error::Parameter`] when none is positive.
    pub fn from_weights(weights: &[f64]) -> Result<Effect> {
        Range::NOT_NEGATIVE.check("weight", weights)?;
        let largest = weights
            .iter()
            .fold(0.0, |most: f64, &weight| most.max(weight));
        Range::POSITIVE.check("weight", &[largest])?;
        let used = || weights.iter().filter(|&&weight| weight > 0.0);
        let number = used().count() as f64;
        let mean = |power: i32| {
            used()
                .map(|weight| (weight / largest).powi(power))
                .sum::<f64>()
                / number
        };
        Ok(Effect {
            moments: [mean(2) / mean(1).powi(2), mean(4) / mean(1).powi(4)],
            units: 1.0,
        })
    }

    /// The design effect.
    pub fn factor(&self) -> f64 {
        self.moments[0]
    }
}

/// How influences on one or two areas are distributed.
#[derive(Clone, Debug)]
pub struct Influences {
    source: Source,
    effect: Effect,
    /// The effective number of an observation of each class.
    effective: [f64; 2],
    /// The same of the units.
    effective_clusters: [f64; 2],
    is_paired: bool,
}

#[derive(Clone, Debug)]
enum Source {
    Model(Model, Vec<Point>),
    Pilot(Pilot),
}

/// The share of a class with these normal scores.
#[derive(Clone, Copy, Debug)]
struct Point {
    share: f64,
    z: [f64; 2],
}

#[derive(Clone, Debug)]
struct Pilot {
    areas: [f64; 2],
    units: Vec<Independent>,
    /// The numbers of observations of the classes.
    numbers: [f64; 2],
    /// True if a unit has observations of both classes.
    is_mixed: bool,
}

/// Units that are alike.
#[derive(Clone, Copy, Debug, Default)]
struct Independent {
    /// The sums of their influences on each area, of those of each class.
    influences: [[f64; 2]; 2],
    /// The sums of the shares in the classes.
    shares: [f64; 2],
    /// How many they are.
    number: f64,
}

/// Some units of a planned sample that are alike.
#[derive(Clone, Copy, Debug)]
pub(super) struct Units {
    pub number: f64,
    /// The influence of one of them on each area, of its observations of each class.
    pub influences: [[f64; 2]; 2],
    /// Its shares in the classes.
    pub shares: [f64; 2],
}

impl Influences {
    /// By a model; with the `correlation` in each class of two scores of the same observations.
    ///
    /// # Errors
    /// [`Error::Parameter`] for a correlation that is not between -1 and 1; [`Error::Memory`].
    pub fn from_model(
        model: Model,
        correlation: Option<f64>,
        effect: Effect,
    ) -> Result<Influences> {
        let points = match correlation {
            None => grid()?,
            Some(value) => {
                let between = Range::between(-1.0, 1.0).without_least().without_most();
                between.check("correlation", &[value])?;
                pairs(value)?
            }
        };
        Ok(Influences {
            source: Source::Model(model, points),
            effect,
            effective: [1.0 / effect.factor(); 2],
            effective_clusters: [1.0 / effect.factor(); 2],
            is_paired: correlation.is_some(),
        })
    }

    /// Influences in a pilot sample with one or two scores; at other areas they are larger by the root of the
    /// variance of a placement. The sample that is planned has as many more clusters as observations, and clusters
    /// that have both classes have them in their ratio.
    ///
    /// ```
    /// # use weighted_roc_core::{Labels, Observations, Options, Scores, Weights};
    /// # let observations = Observations {
    /// #     scores: Scores::F64(&[0.1, 0.2, 0.3, 0.4, 0.5, 0.6]),
    /// #     labels: Labels::I32(&[0, 0, 1, 0, 1, 1]),
    /// #     weights: Weights::Unit,
    /// # };
    /// use weighted_roc_core::sampling::Unit;
    /// use weighted_roc_core::power::{solve, Influences, Numbers, Plan, Hypothesis, Wanted};
    ///
    /// let pilot = Influences::from_pilot(&[observations], Unit::Row, None, Options::default())?;
    /// let plan = Plan::new(&pilot, Hypothesis::One);
    /// let numbers = Numbers { positives: 50.0, ratio: 1.0, area: 0.8, level: 0.05, power: 0.0 };
    /// assert!(solve(&plan, Wanted::Power, &numbers, &mut || false)? > 0.9);
    /// # Ok::<(), weighted_roc_core::Error>(())
    /// ```
    ///
    /// # Errors
    /// The errors of [`influence`], [`Error::Length`] and [`Error::Cluster`] for clusters; [`Error::Parameter`] unless there
    /// are one or two scores (`scores`), and for an area of 0 or 1 (`area`).
    pub fn from_pilot(
        scores: &[Observations<'_>],
        unit: Unit,
        clusters: Option<(&[i32], usize)>,
        mut options: Options<'_>,
    ) -> Result<Influences> {
        let (first, second) = match scores {
            [first] => (first, first),
            [first, second] => (first, second),
            _ => {
                return Err(Error::Parameter {
                    name: "scores",
                    value: scores.len() as f64,
                })
            }
        };
        let length = first.labels.len();
        if second.labels.len() != length {
            return Err(Error::Length {
                argument: Argument::Labels,
                length: second.labels.len(),
                expected: length,
            });
        }
        if let Some((codes, number)) = clusters {
            check_clusters(codes, number, length, options.poll)?;
        }
        let result = [
            influence(first, options.reborrow())?,
            influence(second, options.reborrow())?,
        ];
        let areas = [result[0].area, result[1].area];
        if let Some(&value) = areas.iter().find(|&&area| area == 0.0 || area == 1.0) {
            return Err(Error::Parameter {
                name: "area",
                value,
            });
        }
        let mut pace = Pace::new(options.poll);
        let mut units = filled(
            clusters.map_or(length, |(_, number)| number),
            Independent::default(),
        )?;
        let (mut numbers, mut squares) = ([0.0; 2], [0.0; 2]);
        for (i, &share) in result[0].shares.iter().enumerate() {
            pace.step()?;
            if share == 0.0 {
                continue;
            }
            let class = usize::from(share > 0.0);
            let count = match unit {
                Unit::Row => 1.0,
                Unit::Count => share.abs() * result[0].weights[class],
            };
            numbers[class] += count;
            squares[class] += share * share / count;
            let to = &mut units[clusters.map_or(i, |(codes, _)| codes[i] as usize)];
            to.shares[class] += share.abs();
            for (sums, result) in to.influences.iter_mut().zip(&result) {
                sums[class] += result.values[i];
            }
            to.number = if clusters.is_some() { 1.0 } else { count };
        }
        let mut effective = squares.map(|sum| 1.0 / sum);
        let mut effective_clusters = effective;
        if clusters.is_some() {
            let mut of_clusters = [0.0; 2];
            for unit in &units {
                pace.step()?;
                (0..2).for_each(|class| {
                    of_clusters[class] += unit.shares[class] * unit.shares[class]
                });
            }
            effective_clusters = of_clusters.map(|sum| 1.0 / sum);
            effective = [0, 1]
                .map(|class| effective_in_clusters(effective[class], effective_clusters[class]));
        }
        let is_mixed = units
            .iter()
            .any(|unit| unit.shares.iter().all(|&share| share > 0.0));
        Ok(Influences {
            source: Source::Pilot(Pilot {
                areas,
                units,
                numbers,
                is_mixed,
            }),
            effect: Effect {
                moments: [1.0; 2],
                units: 1.0,
            },
            effective: [0, 1].map(|class| effective[class] / numbers[class]),
            effective_clusters: [0, 1].map(|class| effective_clusters[class] / numbers[class]),
            is_paired: scores.len() == 2,
        })
    }

    pub(super) fn are_paired(&self) -> bool {
        self.is_paired
    }

    /// Clusters with both classes have them in the ratio of the pilot.
    pub(super) fn check_ratio(&self, ratio: f64) -> Result<()> {
        const ROUNDING: f64 = 1e-9;
        match &self.source {
            Source::Pilot(pilot) if pilot.is_mixed => {
                let own = pilot.numbers[0] / pilot.numbers[1];
                if (ratio / own - 1.0).abs() <= ROUNDING {
                    Ok(())
                } else {
                    Err(Error::Parameter {
                        name: "ratio",
                        value: ratio,
                    })
                }
            }
            _ => Ok(()),
        }
    }

    /// The factors that weights give to sums of squares and of fourth powers.
    pub(super) fn moments(&self) -> [f64; 2] {
        self.effect.moments
    }

    /// How many independent ones a unit is.
    pub(super) fn independent(&self) -> f64 {
        self.effect.units
    }

    /// The effective numbers of the classes of a sample.
    pub(super) fn effective(&self, numbers: [f64; 2]) -> [f64; 2] {
        [0, 1].map(|class| self.effective[class] * numbers[class])
    }

    /// The effective numbers of its units.
    pub(super) fn effective_clusters(&self, numbers: [f64; 2]) -> [f64; 2] {
        [0, 1].map(|class| self.effective_clusters[class] * numbers[class])
    }

    /// Hands the units of a sample of that size to `visit`.
    pub(super) fn each(
        &self,
        areas: [f64; 2],
        numbers: [f64; 2],
        pace: &mut Pace<'_>,
        mut visit: impl FnMut(Units),
    ) -> Result<()> {
        match &self.source {
            Source::Model(model, points) => {
                for class in 0..2 {
                    let first = model.placements(class, areas[0])?;
                    let second = model.placements(class, areas[1])?;
                    let number = numbers[class];
                    for point in points {
                        pace.step()?;
                        let of = |deviation: f64| {
                            let mut of_class = [0.0; 2];
                            of_class[class] = deviation / number;
                            of_class
                        };
                        visit(Units {
                            number: number * point.share,
                            influences: [
                                of(first(point.z[0]) - areas[0]),
                                of(second(point.z[1]) - areas[1]),
                            ],
                            shares: of(1.0),
                        });
                    }
                }
            }
            Source::Pilot(pilot) => {
                let stretch = |score: usize| -> Result<f64> {
                    let [planned, known] =
                        [areas, pilot.areas].map(|areas| placement_variance(areas[score]));
                    Ok((planned? / known?).sqrt())
                };
                let stretches = [stretch(0)?, stretch(1)?];
                for unit in &pilot.units {
                    pace.step()?;
                    if unit.number == 0.0 {
                        continue;
                    }
                    let class = usize::from(unit.shares[1] > 0.0);
                    let number = unit.number * (numbers[class] / pilot.numbers[class]);
                    visit(Units {
                        number,
                        influences: [0, 1].map(|score| {
                            unit.influences[score].map(|sum| sum * stretches[score] / number)
                        }),
                        shares: unit.shares.map(|share| share / number),
                    });
                }
            }
        }
        Ok(())
    }
}

/// A normal variable as values with weights: the trapezoidal rule, which is exact to 1e-14 for what is smooth on it.
fn grid() -> Result<Vec<Point>> {
    const STEP: f64 = 0.4;
    const HALF: i32 = 20;
    let mut points = reserve(2 * HALF as usize + 1)?;
    for i in -HALF..=HALF {
        let z = STEP * f64::from(i);
        push(
            &mut points,
            Point {
                share: STEP * Normal.density(z),
                z: [z; 2],
            },
        )?;
    }
    Ok(points)
}

/// Two that correlate, in the same places.
fn pairs(correlation: f64) -> Result<Vec<Point>> {
    let grid = grid()?;
    let apart = (1.0 - correlation * correlation).sqrt();
    let mut points = reserve(grid.len() * grid.len())?;
    for first in &grid {
        for second in &grid {
            let z = correlation * first.z[0] + apart * second.z[0];
            push(
                &mut points,
                Point {
                    share: first.share * second.share,
                    z: [first.z[0], z],
                },
            )?;
        }
    }
    Ok(points)
}
