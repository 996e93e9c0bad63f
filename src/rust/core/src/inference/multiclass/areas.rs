//! The areas of several classes, and how each observation moves them; in a cross-validation means over folds, and over
//! repetitions.
//!
//! ```text
//! of each class   the area against the rest, and those against each other class: folds of two classes
//! averages        influences are sums of those, and of what the shares of the classes in a fold move
//! pair_correction           the sum over pairs of units of the square of what their comparisons deviate, which the sums of
//!                 squared influences have pair_correction: of the averages each comparison has to do with the scores of two
//!                 classes, so that pairs of units are gone through one by one
//! ```

use super::request::ClassRequest;
use crate::covariance::{FoldPairs, Sink};
use crate::error::Error;
use crate::inference::folds::{visit_pairs, Repetition, MOST_CLUSTERS};
use crate::inference::placements::RankedObservations;
use crate::memory::{collect, filled, push, reserve};
use crate::observations::label::Labels;
use crate::observations::{Observations, Scores, Weights};
use crate::options::Options;
use crate::poll::Pace;
use crate::rounding::difference;
use crate::sampling::{check_clusters, Folds, Sampling};
use crate::sort::ties::TIE;
use crate::sum::Sum;
use std::cmp::Ordering;

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
/// For k classes k sorts and O(n k) time, 8 (k + 9) bytes an observation. Weights may be so large that no double holds
/// the sum of a class, which takes 8 bytes an observation more. A design, links and folds change nothing.
///
/// ```
/// use weighted_roc_core::inference::{class_areas, ClassRequest};
/// use weighted_roc_core::{Options, Scores};
///
/// let scores = [&[3.0, 1.0, 0.0, 0.0], &[1.0, 2.0, 2.0, 1.0], &[0.0, 1.0, 2.0, 3.0]];
/// let scores = scores.map(|scores| Scores::F64(scores));
/// let request = ClassRequest::new(&[0, 1, 1, 2], 3);
/// let result = class_areas(&scores, &request, Options::new(&mut || false))?;
/// assert_eq!(result.values, [1.0; 6]);
/// assert_eq!(result.parts, [0.25, 0.5, 0.25]);
/// # Ok::<(), weighted_roc_core::Error>(())
/// ```
///
/// # Errors
/// The errors of [`Ranking::new`](crate::curve::Ranking::new), with the index of the score, for a class
/// without weight, too; [`Error::Cluster`] for an invalid code.
pub fn class_areas(
    scores: &[Scores<'_>],
    request: &ClassRequest<'_>,
    options: Options<'_>,
) -> Result<ClassAreas, Error> {
    let of_all = ClassRequest {
        sampling: Sampling {
            folds: &[],
            ..request.sampling
        },
        classes: scores.len(),
        ..*request
    };
    let (length, width) = (request.codes.len(), AVERAGES.saturating_add(scores.len()));
    let mut result = ClassAreas {
        values: filled(width, 0.0)?,
        influences: filled(length.saturating_mul(width), 0.0)?,
        shares: filled(length, 0.0)?,
        parts: Vec::new(),
    };
    let pairs = &mut FoldPairs::blank(width)?;
    result.parts = add_areas(scores, &of_all, (0, &mut result, pairs), options)?;
    Ok(result)
}

impl Sink for ClassAreas {
    fn add_estimate(&mut self, k: usize, value: f64) {
        self.values[k] += value;
    }

    fn set(&mut self, position: usize, k: usize, value: f64) {
        self.influences[k * self.shares.len() + position] = value;
    }

    fn add(&mut self, position: usize, k: usize, value: f64) {
        self.influences[k * self.shares.len() + position] += value;
    }

    fn add_share(&mut self, position: usize, _: usize, share: f64) {
        self.shares[position] += share;
    }
}

/// Adds the areas of a classifier, of which the first one is estimate `first`, and the influences on them, with the first
/// estimate of all the shares of observations; and what sums of squared influences have twice. The scores are those of all
/// classes of the first repetition, then of the second one, and so on. Without folds all observations are one. Gives the
/// shares of the classes in all weight.
pub(super) fn add_areas<S: Sink>(
    scores: &[Scores<'_>],
    request: &ClassRequest<'_>,
    (first, sink, fold_pairs): (usize, &mut S, &mut FoldPairs),
    mut options: Options<'_>,
) -> Result<Vec<f64>, Error> {
    let (classes, length) = (request.classes, request.codes.len());
    if classes == 0 {
        return Err(Error::Empty);
    }
    check_clusters(request.codes, classes, length, options.poll)?;
    request.sampling.check(length, options.poll)?;
    let scaled = scaled(request.weights, &mut Pace::new(options.poll))?;
    let request = &ClassRequest {
        weights: scaled.as_deref().map_or(request.weights, Weights::F64),
        ..*request
    };
    let mut repetitions = request.sampling.folds;
    let in_one = filled(if repetitions.is_empty() { length } else { 0 }, 0)?;
    let one = [Folds {
        codes: &in_one,
        number: 1,
    }];
    if repetitions.is_empty() {
        repetitions = &one;
    }
    let mut means = Means {
        sink,
        first,
        fold_pairs,
        parts: filled(classes, 0.0)?,
        part: 1.0 / repetitions.len() as f64,
    };
    let all_scores = scores.len();
    for (r, &folds) in repetitions.iter().enumerate() {
        let scores = &scores[r * classes..][..classes];
        folds
            .check(
                request.sampling.clusters,
                length,
                &mut Pace::new(options.poll),
            )
            .and_then(|()| means.add(scores, request, folds, options.reborrow()))
            .map_err(|error| error.in_later_score(r * classes, all_scores))?;
    }
    Ok(means.parts)
}

/// Means over repetitions.
struct Means<'a, S> {
    sink: &'a mut S,
    first: usize,
    fold_pairs: &'a mut FoldPairs,
    /// The shares of the classes in all weight.
    parts: Vec<f64>,
    /// The share of a repetition.
    part: f64,
}

/// The areas of a repetition.
struct Summary<'a> {
    scores: &'a [Scores<'a>],
    codes: &'a [i32],
    folds: Folds<'a>,
    /// The shares of the classes in the weight of the first fold, of the second one, and so on.
    parts: Vec<f64>,
    /// The share of each observation in the weight of its class, the mean over folds.
    shares: Vec<f64>,
    /// A(i), and A(i | j), row by row.
    areas: Vec<f64>,
    pairs: Vec<f64>,
}

impl<S: Sink> Means<'_, S> {
    fn add(
        &mut self,
        scores: &[Scores<'_>],
        request: &ClassRequest<'_>,
        folds: Folds<'_>,
        mut options: Options<'_>,
    ) -> Result<(), Error> {
        let (codes, classes) = (request.codes, request.classes);
        let mut result = Summary {
            scores,
            codes,
            folds,
            parts: Vec::new(),
            shares: filled(codes.len(), 0.0)?,
            areas: reserve(classes)?,
            pairs: reserve(classes.saturating_mul(classes))?,
        };
        let clusters = request.sampling.clusters.filter(|_| folds.number > 1);
        let mut by_parts = 0.0;
        let mut first = None;
        for (class, &of_class) in scores.iter().enumerate() {
            let mut add = || {
                let weights = request.weights;
                let ranking = placed_of(codes, class, of_class, weights, options.reborrow())?;
                // By now there is a weight for each observation.
                if class == 0 {
                    let pace = &mut Pace::new(options.poll);
                    result.parts = parts_in_folds(request, folds, pace)?;
                }
                let rest = Repetition::new(ranking, codes.len(), folds, clusters, options.poll)?;
                let parts = result.parts.iter().skip(class).step_by(classes);
                let of_folds = rest.of_folds.iter().zip(parts);
                by_parts +=
                    of_folds.map(|(area, part)| part * area).sum::<f64>() / folds.number as f64;
                push(&mut result.areas, rest.areas[0])?;
                self.add_rest(class, &rest, &mut result, &mut options)?;
                let pairs = rest.by_class(codes, classes, options.poll)?;
                for &area in &pairs.areas {
                    push(&mut result.pairs, area)?;
                }
                let part = self.part / result.number_of_pairs();
                for (position, of) in pairs.influences(options.poll)?.into_iter().enumerate() {
                    self.sink.add(position, self.first, part * of.value);
                }
                if class == 0 && folds.number > 1 {
                    first = Some(pairs);
                }
                Ok(())
            };
            add().map_err(|error: Error| error.in_score(class, scores.len()))?;
        }
        let pace = &mut Pace::new(options.poll);
        self.add_averages(&result, by_parts, pace)?;
        match first {
            Some(first) => self.add_pairs(&result, &first, pace),
            None => Ok(()),
        }
    }

    /// The area of a class against the rest, and what it adds to the averages of these.
    fn add_rest(
        &mut self,
        class: usize,
        rest: &Repetition<'_>,
        result: &mut Summary<'_>,
        options: &mut Options<'_>,
    ) -> Result<(), Error> {
        let (first, classes) = (self.first, result.scores.len());
        for (position, of) in rest.influences(options.poll)?.into_iter().enumerate() {
            let value = self.part * of.value;
            let by_parts = result.parts_at(position)[class] * value;
            self.sink.add(position, first + 1, value / classes as f64);
            self.sink.add(position, first + 2, by_parts);
            self.sink.add(position, first + AVERAGES + class, value);
            if of.share > 0.0 {
                result.shares[position] = of.share;
            }
        }
        if result.folds.number > 1 {
            let part = self.part * self.part;
            let [pair_correction, shares] = rest.pairs(options.poll)?;
            self.fold_pairs.pair_correction[first + AVERAGES + class] += part * pair_correction;
            self.fold_pairs.shares[first + AVERAGES + class] += part * shares;
        }
        Ok(())
    }

    /// The values, and what observations do to the shares of the classes.
    fn add_averages(
        &mut self,
        result: &Summary<'_>,
        by_parts: f64,
        pace: &mut Pace<'_>,
    ) -> Result<(), Error> {
        let (part, first) = (self.part, self.first);
        // Rounding must not lead beyond 1.
        let averages = [
            result.pairs.iter().sum::<f64>() / result.number_of_pairs(),
            result.areas.iter().sum::<f64>() / result.areas.len() as f64,
            by_parts,
        ];
        let averages = averages.map(|average| average.min(1.0));
        let values = averages.iter().chain(&result.areas);
        for (k, value) in values.enumerate() {
            self.sink.add_estimate(first + k, part * value);
        }
        for (position, &code) in result.codes.iter().enumerate() {
            pace.step()?;
            let (own, share) = (code as usize, part * result.shares[position]);
            let by_parts =
                result.parts_at(position)[own] * share * difference(result.areas[own], averages[2]);
            self.sink.add(position, first + 2, by_parts);
            if first == 0 {
                self.sink.add_share(position, own, share);
            }
        }
        for parts in result.parts.chunks_exact(result.areas.len()) {
            for (mean, of_fold) in self.parts.iter_mut().zip(parts) {
                *mean += part / result.folds.number as f64 * of_fold;
            }
        }
        Ok(())
    }

    /// The products that comparisons between units count twice in the averages.
    fn add_pairs(
        &mut self,
        result: &Summary<'_>,
        grouped: &Repetition<'_>,
        pace: &mut Pace<'_>,
    ) -> Result<(), Error> {
        let mut own = Vec::new();
        let (codes, most) = match &grouped.clusters {
            Some((_, codes)) => (*codes, MOST_CLUSTERS),
            None => {
                own = collect(0..result.codes.len() as i32)?;
                (&own[..], MOST_ROWS)
            }
        };
        let folds = result.folds.number as f64;
        let factor = self.part * self.part * (1.0 - 1.0 / folds);
        visit_pairs(
            &grouped.folds,
            (codes, most),
            pace,
            |first, second, pace| {
                let rows = [[first], [second]];
                let [first, second] = match &grouped.clusters {
                    Some((clusters, _)) => {
                        [first, second].map(|of| &clusters.positions[clusters.range(of)])
                    }
                    None => [&rows[0][..], &rows[1][..]],
                };
                pace.steps(first.len() * second.len())?;
                let mut sums = [0.0; AVERAGES];
                for &a in first {
                    for &b in second
                        .iter()
                        .filter(|&&b| result.codes[a] != result.codes[b])
                    {
                        for (k, [z, weight]) in result.deviations(a, b).into_iter().enumerate() {
                            sums[k] += z;
                            if !own.is_empty() {
                                self.fold_pairs.shares[self.first + k] += factor * weight * weight;
                            }
                        }
                    }
                }
                for (pair_correction, sum) in self.fold_pairs.pair_correction[self.first..]
                    .iter_mut()
                    .zip(sums)
                {
                    *pair_correction += factor * sum * sum;
                }
                Ok(())
            },
        )
    }
}

/// The number of observations in a fold up to which each pair is visited, where these are the units.
const MOST_ROWS: usize = 256;

impl Summary<'_> {
    fn number_of_pairs(&self) -> f64 {
        let classes = self.scores.len() as f64;
        classes * (classes - 1.0)
    }

    /// The shares of the classes in the fold of an observation.
    fn parts_at(&self, position: usize) -> &[f64] {
        let classes = self.scores.len();
        &self.parts[self.folds.codes[position] as usize * classes..][..classes]
    }

    /// How far the comparisons of two observations of different classes are from the averages, times their parts in
    /// these; and these parts.
    fn deviations(&self, a: usize, b: usize) -> [[f64; 2]; AVERAGES] {
        let classes = self.scores.len();
        let class = [a, b].map(|position| self.codes[position] as usize);
        let parts = class.map(|class| self.parts_at(a)[class]);
        let shares = self.shares[a] * self.shares[b] * self.folds.number as f64;
        let won = |of: usize, from: usize, class: usize| {
            let column = self.scores[class].column();
            match column.value(of).partial_cmp(&column.value(from)) {
                Some(Ordering::Greater) => 1.0,
                Some(Ordering::Equal) => TIE,
                _ => 0.0,
            }
        };
        let won = [won(a, b, class[0]), won(b, a, class[1])];
        let in_pairs = shares / self.number_of_pairs();
        let off = won[0] - self.pairs[class[0] * classes + class[1]] + won[1]
            - self.pairs[class[1] * classes + class[0]];
        let [of_a, of_b] = [0, 1].map(|k| {
            let weight = shares * parts[1 - k] / (1.0 - parts[k]);
            [weight * (won[k] - self.areas[class[k]]), weight]
        });
        [
            [in_pairs * off, 2.0 * in_pairs],
            [0, 1].map(|k| (of_a[k] + of_b[k]) / classes as f64),
            [0, 1].map(|k| parts[0] * of_a[k] + parts[1] * of_b[k]),
        ]
    }
}

/// The shares of the classes in the weight of each fold.
fn parts_in_folds(
    request: &ClassRequest<'_>,
    folds: Folds<'_>,
    pace: &mut Pace<'_>,
) -> Result<Vec<f64>, Error> {
    let classes = request.classes;
    let mut sums = filled(folds.number.saturating_mul(classes), Sum::default())?;
    for (position, (&code, &fold)) in request.codes.iter().zip(folds.codes).enumerate() {
        pace.step()?;
        sums[fold as usize * classes + code as usize].add(request.weights.value(position));
    }
    let mut parts = collect(sums.iter().map(|sum| sum.value()))?;
    for parts in parts.chunks_exact_mut(classes) {
        let total: f64 = parts.iter().sum();
        parts.iter_mut().for_each(|part| *part /= total);
    }
    Ok(parts)
}

/// The observations by the score of a class, those of the class being positive.
fn placed_of(
    codes: &[i32],
    class: usize,
    scores: Scores<'_>,
    weights: Weights<'_>,
    options: Options<'_>,
) -> Result<RankedObservations, Error> {
    let labels = collect(codes.iter().map(|&code| i32::from(code as usize == class)))?;
    let observations = Observations {
        scores,
        labels: Labels::I32(&labels),
        weights,
    };
    RankedObservations::with_positions(&observations, options)
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
