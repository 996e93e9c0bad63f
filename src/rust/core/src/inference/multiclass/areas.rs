//! The areas of several classes, and how each observation moves them.

use super::request::ClassRequest;
use crate::error::Error;
use crate::inference::placements::Placed;
use crate::memory::{collect, filled};
use crate::observations::label::Labels;
use crate::observations::{Observations, Scores, Weights};
use crate::options::Options;
use crate::poll::{Pace, BLOCK};
use crate::rounding::difference;
use crate::sampling::check_clusters;
use crate::sort::ties::end_of_run;
use crate::sum::{Sum, Sums};

/// Areas of several classes, and the influence of each observation on them.
///
/// With A(i | j) the probability that the score of class i is higher for an observation of class i
/// than for one of class j, ties counting half, and A(i) the same for one of any other class.
#[derive(Clone, Debug, PartialEq)]
pub struct ClassAreas {
    /// The mean of all A(i | j) (Hand and Till 2001), the mean of all A(i), their mean by the weights
    /// of the classes, and then each A(i).
    pub values: Vec<f64>,
    /// The influences by position on the first value, then those on the second one, and so on.
    pub influences: Vec<f64>,
    /// The share of each observation in the weight of its class.
    pub shares: Vec<f64>,
    /// The shares of the classes in all weight.
    pub parts: Vec<f64>,
}

/// How many values there are before those of each class.
pub(crate) const AVERAGES: usize = 3;

/// The areas of observations, each of the class of its code from 0 on, by one score for each class.
/// The influence of an observation is the derivative of a value by its weight, times the weight.
///
/// For k classes k sorts and O(n k) time, 8 (k + 8) bytes an observation. Weights may be so large that no double holds
/// the sum of a class, which takes 8 bytes an observation more. A design, links and folds change nothing.
///
/// ```
/// use weighted_roc_core::inference::{class_areas, ClassRequest};
/// use weighted_roc_core::{Options, Scores};
///
/// let scores = [&[3.0, 1.0, 0.0, 0.0], &[1.0, 2.0, 2.0, 1.0], &[0.0, 1.0, 2.0, 3.0]];
/// let scores = scores.map(|scores| Scores::F64(scores));
/// let request = ClassRequest::new(&[0, 1, 1, 2], 3);
/// let found = class_areas(&scores, &request, Options::new(&mut || false))?;
/// assert_eq!(found.values, [1.0; 6]);
/// assert_eq!(found.parts, [0.25, 0.5, 0.25]);
/// # Ok::<(), weighted_roc_core::Error>(())
/// ```
///
/// # Errors
/// As [`Ranking::new`](crate::curve::Ranking::new), with the index of the score, for a class
/// without weight, too; [`Error::Cluster`] for an invalid code.
pub fn class_areas(
    scores: &[Scores<'_>],
    request: &ClassRequest<'_>,
    mut options: Options<'_>,
) -> Result<ClassAreas, Error> {
    let of_first = |error: Error| error.of_score(0);
    let codes = request.codes;
    let mut found = Builder::new(codes, scores.len(), options.again()).map_err(of_first)?;
    request
        .sampling
        .check(codes.len(), options.poll)
        .map_err(of_first)?;
    let scaled = scaled(request.weights, &mut Pace::new(options.poll)).map_err(of_first)?;
    let weights = scaled.as_deref().map_or(request.weights, Weights::F64);
    for (class, &scores) in scores.iter().enumerate() {
        placed_of(codes, class, scores, weights, options.again())
            .and_then(|placed| found.add(class, &placed, options.again()))
            .map_err(|error: Error| error.of_score(class))?;
    }
    found.finish(&mut Pace::new(options.poll)).map_err(of_first)
}

/// The observations by the score of a class, those of the class being positive.
pub(super) fn placed_of(
    codes: &[i32],
    class: usize,
    scores: Scores<'_>,
    weights: Weights<'_>,
    options: Options<'_>,
) -> Result<Placed, Error> {
    let labels = collect(codes.iter().map(|&code| i32::from(code as usize == class)))?;
    let observations = Observations {
        scores,
        labels: Labels::I32(&labels),
        weights,
    };
    Placed::with_positions(&observations, options)
}

/// The weights by a power of two, where the sum of all might be no double: that of the rest of a class has to be one.
pub(crate) fn scaled(weights: Weights<'_>, pace: &mut Pace<'_>) -> Result<Option<Vec<f64>>, Error> {
    let Weights::F64(weights) = weights else {
        return Ok(None);
    };
    let mut total = 0.0;
    for weight in weights {
        pace.step()?;
        total += weight;
    }
    // An invalid weight is reported unscaled.
    let sound = |weight: &f64| (0.0..=f64::MAX).contains(weight);
    if total <= f64::MAX / 4.0 || !weights.iter().all(sound) {
        return Ok(None);
    }
    let factor = 0.25 / weights.len().next_power_of_two() as f64;
    collect(weights.iter().map(|weight| weight * factor)).map(Some)
}

pub(super) struct Builder<'a> {
    codes: &'a [i32],
    pub found: ClassAreas,
    /// The weight of each class.
    weights: Vec<f64>,
    /// A(i | j), row by row.
    pub pairs: Vec<f64>,
}

impl<'a> Builder<'a> {
    pub fn new(
        codes: &'a [i32],
        classes: usize,
        options: Options<'_>,
    ) -> Result<Builder<'a>, Error> {
        check_clusters(codes, classes, codes.len(), options.poll)?;
        let values = classes.saturating_add(AVERAGES);
        Ok(Builder {
            codes,
            found: ClassAreas {
                values: filled(values, 0.0)?,
                influences: filled(codes.len().saturating_mul(values), 0.0)?,
                shares: filled(codes.len(), 0.0)?,
                parts: filled(classes, 0.0)?,
            },
            weights: filled(classes, 0.0)?,
            pairs: filled(classes.saturating_mul(classes), 0.0)?,
        })
    }

    fn classes(&self) -> usize {
        self.weights.len()
    }

    /// The area of a class against the rest, and its part in the mean over pairs.
    pub fn add(
        &mut self,
        class: usize,
        placed: &Placed,
        mut options: Options<'_>,
    ) -> Result<(), Error> {
        self.add_rest(class, placed, options.again())?;
        self.add_pairs(class, placed, &mut Pace::new(options.poll))
    }

    fn add_rest(
        &mut self,
        class: usize,
        placed: &Placed,
        options: Options<'_>,
    ) -> Result<(), Error> {
        let length = self.codes.len();
        let column = &mut self.found.influences[(AVERAGES + class) * length..][..length];
        let shares = &mut self.found.shares;
        placed.deviations(options.poll, |index, [negative, positive], away| {
            let position = placed.positions[index];
            column[position] = negative * away[0] + positive * away[1];
            if positive > 0.0 {
                shares[position] = positive;
            }
        })?;
        self.weights[class] = placed.weights[1];
        self.found.values[AVERAGES + class] = placed.area;
        Ok(())
    }

    /// All A(`class` | other).
    fn add_pairs(
        &mut self,
        class: usize,
        placed: &Placed,
        pace: &mut Pace<'_>,
    ) -> Result<(), Error> {
        let classes = self.classes();
        let codes = self.codes;
        let code = |index: usize| codes[placed.positions[index]] as usize;
        let mut totals = filled(classes, Sum::default())?;
        for (index, record) in placed.records.iter().enumerate() {
            pace.step()?;
            totals[code(index)].add(record.weight.abs());
        }
        let share = |index: usize| placed.records[index].weight.abs() / totals[code(index)].value();
        // Of the shares of all other classes together, and of the own one.
        let mut below = Sums::default();
        let mut areas = filled(classes, 0.0)?;
        let pairs = &mut self.found.influences[..codes.len()];
        let mut start = 0;
        while start < placed.records.len() {
            let end = end_of_run(&placed.records, start);
            pace.steps(end - start)?;
            let mut up_to = below;
            for index in start..end {
                let share = share(index);
                if code(index) == class {
                    up_to.add([0.0, share])
                } else {
                    up_to.add([share, 0.0])
                }
            }
            let [from, to] = [below.values(), up_to.values()];
            let middle = [0, 1].map(|own| 0.5 * (from[own] + to[own]));
            for index in start..end {
                let other = code(index);
                if other == class {
                    pairs[placed.positions[index]] += share(index) * middle[0];
                } else {
                    let beats = share(index) * (1.0 - middle[1]);
                    pairs[placed.positions[index]] += beats;
                    areas[other] += beats;
                }
            }
            below = up_to;
            if start / BLOCK != end / BLOCK {
                below.settle();
            }
            start = end;
        }
        self.pairs[class * classes..][..classes].copy_from_slice(&areas);
        let all: f64 = areas.iter().sum();
        areas[class] = all;
        for (index, &position) in placed.positions.iter().enumerate() {
            pace.step()?;
            pairs[position] = difference(pairs[position], share(index) * areas[code(index)]);
        }
        self.found.values[0] += all;
        Ok(())
    }

    fn finish(mut self, pace: &mut Pace<'_>) -> Result<ClassAreas, Error> {
        let classes = self.classes() as f64;
        let pairs = classes * (classes - 1.0);
        let parts = self.parts()?;
        let (averages, areas) = self.found.values.split_at_mut(AVERAGES);
        averages[0] /= pairs;
        averages[1] = areas.iter().sum::<f64>() / classes;
        averages[2] = areas
            .iter()
            .zip(&parts)
            .map(|(area, part)| area * part)
            .sum();
        // Rounding must not lead beyond 1.
        averages
            .iter_mut()
            .for_each(|average| *average = average.min(1.0));
        let length = self.codes.len();
        let (means, rests) = self.found.influences.split_at_mut(AVERAGES * length);
        for (position, &code) in self.codes.iter().enumerate() {
            pace.steps(parts.len())?;
            let rest = |class: usize| rests[class * length + position];
            let code = code as usize;
            let own =
                parts[code] * difference(areas[code], averages[2]) * self.found.shares[position];
            means[position] /= pairs;
            means[length + position] = (0..parts.len()).map(rest).sum::<f64>() / classes;
            let by_parts = parts.iter().enumerate();
            means[2 * length + position] = own
                + by_parts
                    .map(|(class, part)| part * rest(class))
                    .sum::<f64>();
        }
        self.found.parts = parts;
        Ok(self.found)
    }

    /// The shares of the classes in all weight.
    pub fn parts(&self) -> Result<Vec<f64>, Error> {
        // Weights may be too large to be added.
        let largest = self.weights.iter().copied().fold(0.0, f64::max);
        let total: f64 = self.weights.iter().map(|weight| weight / largest).sum();
        collect(self.weights.iter().map(|weight| weight / largest / total))
    }
}
