//! Areas of several classes in the folds of a cross-validation: means over folds, and over repetitions.
//!
//! ```text
//! for each repetition and fold: the areas among the observations of the fold
//! z of a comparison: what it deviates from the mean over folds, times its part in the estimate
//! influence of an observation: the sum of the z of its comparisons, and what the share of its class moves
//! twice: the sum over pairs of units of (sum of z)^2, which the sums of squared influences have twice
//! ```
//!
//! With two classes all of this is what [`folds`](crate::inference::folds) has for one area. But each comparison has
//! to do with the scores of two classes, so that pairs of units are gone through one by one.

use super::areas::{placed_of, scaled, Builder, ClassAreas, AVERAGES};
use super::request::ClassRequest;
use crate::covariance::FoldPairs;
use crate::error::Error;
use crate::inference::folds::{Grouped, MOST_CLUSTERS};
use crate::memory::{collect, filled, push, reserve};
use crate::observations::{Scores, Weights};
use crate::options::Options;
use crate::poll::Pace;
use crate::sampling::check_clusters;
use crate::sampling::Clusters;
use crate::sampling::Folds;
use std::ops::Range;

/// Of how many observations in a fold each pair is looked at, where these are the units.
const MOST_ROWS: usize = 256;

/// The areas of a classifier, whose scores are those of all classes of the first repetition, then of the second one,
/// and so on; and what sums of squared influences have twice.
pub(super) fn areas_in_folds(
    scores: &[Scores<'_>],
    request: &ClassRequest<'_>,
    mut options: Options<'_>,
) -> Result<(ClassAreas, FoldPairs), Error> {
    let scaled = scaled(request.weights, &mut Pace::new(options.poll))?;
    let request = &ClassRequest {
        weights: scaled.as_deref().map_or(request.weights, Weights::F64),
        ..*request
    };
    let classes = request.classes;
    let length = request.codes.len();
    check_clusters(request.codes, classes, length, options.poll)?;
    let width = AVERAGES.saturating_add(classes);
    let mut found = Means {
        areas: ClassAreas {
            values: filled(width, 0.0)?,
            influences: filled(length.saturating_mul(width), 0.0)?,
            shares: filled(length, 0.0)?,
            parts: filled(classes, 0.0)?,
        },
        fold_pairs: FoldPairs::blank(width)?,
        part: 1.0 / request.sampling.folds.len() as f64,
    };
    for (r, folds) in request.sampling.folds.iter().enumerate() {
        let scores = &scores[r * classes..][..classes];
        let of_repetition = |error: Error| match error {
            Error::OfScore { score, error } => error.of_score(r * classes + score),
            error => error.of_score(r * classes),
        };
        folds
            .check(
                request.sampling.clusters,
                length,
                &mut Pace::new(options.poll),
            )
            .and_then(|()| Repetition::new(scores, request, *folds, options.again()))
            .and_then(|repetition| repetition.add_to(&mut found, &mut Pace::new(options.poll)))
            .map_err(of_repetition)?;
    }
    Ok((found.areas, found.fold_pairs))
}

/// Means over repetitions.
struct Means {
    areas: ClassAreas,
    fold_pairs: FoldPairs,
    /// The share of a repetition.
    part: f64,
}

/// An observation in its fold.
#[derive(Clone, Copy)]
struct Member {
    position: usize,
    class: usize,
    /// The share of its class's weight in the fold.
    share: f64,
    cluster: i32,
}

struct Fold {
    /// Its observations, where these stand; those of a cluster beside each other.
    members: Vec<Member>,
    /// The influences of the members on the mean over pairs, times the number of these, and on the area of each
    /// class; column by column, all around the values of the fold.
    influences: Vec<f64>,
    /// The area of each class.
    areas: Vec<f64>,
    /// A(i | j), row by row.
    pairs: Vec<f64>,
    /// The shares of the classes in the weight.
    parts: Vec<f64>,
}

struct Repetition<'a> {
    scores: &'a [Scores<'a>],
    clusters: Option<Clusters<'a>>,
    folds: Vec<Fold>,
    /// Means over folds: the area of each class, A(i | j), and the mean of areas by the shares of the classes.
    areas: Vec<f64>,
    pairs: Vec<f64>,
    by_parts: f64,
}

/// The deviation of a comparison in an estimate, and its share in it.
struct Deviation {
    estimate: usize,
    z: f64,
    weight: f64,
}

impl<'a> Repetition<'a> {
    fn new(
        scores: &'a [Scores<'a>],
        request: &ClassRequest<'a>,
        folds: Folds<'_>,
        mut options: Options<'_>,
    ) -> Result<Repetition<'a>, Error> {
        let classes = request.classes;
        let mut grouped = reserve(classes)?;
        for (class, &scores) in scores.iter().enumerate() {
            let of_class = |error: Error| error.of_score(class);
            let weights = request.weights;
            let placed = placed_of(request.codes, class, scores, weights, options.again())
                .map_err(of_class)?;
            let of_folds = Grouped::new(&placed, folds.codes, folds.number, options.poll);
            push(&mut grouped, of_folds.map_err(of_class)?)?;
        }
        let mut local = filled(request.codes.len(), 0)?;
        let mut found = Repetition {
            scores,
            clusters: request.sampling.clusters,
            folds: reserve(folds.number)?,
            areas: filled(classes, 0.0)?,
            pairs: filled(classes.saturating_mul(classes), 0.0)?,
            by_parts: 0.0,
        };
        let part = 1.0 / folds.number as f64;
        for number in 0..folds.number {
            let fold = Fold::new(&grouped, number, request, &mut local, options.again())?;
            for (mean, area) in found.areas.iter_mut().zip(&fold.areas) {
                *mean += part * area;
            }
            for (mean, area) in found.pairs.iter_mut().zip(&fold.pairs) {
                *mean += part * area;
            }
            found.by_parts += part * fold.by_parts(&fold.areas);
            push(&mut found.folds, fold)?;
        }
        Ok(found)
    }

    /// Returns the share of a fold.
    fn part(&self) -> f64 {
        1.0 / self.folds.len() as f64
    }

    fn number_of_pairs(&self) -> f64 {
        let classes = self.areas.len() as f64;
        classes * (classes - 1.0)
    }

    fn add_to(&self, means: &mut Means, pace: &mut Pace<'_>) -> Result<(), Error> {
        let classes = self.areas.len();
        let part = means.part;
        let values = &mut means.areas.values;
        values[0] += part * (self.pairs.iter().sum::<f64>() / self.number_of_pairs()).min(1.0);
        values[1] += part * self.areas.iter().sum::<f64>() / classes as f64;
        values[2] += part * self.by_parts;
        for (value, area) in values[AVERAGES..].iter_mut().zip(&self.areas) {
            *value += part * area;
        }
        for fold in &self.folds {
            for (mean, of_fold) in means.areas.parts.iter_mut().zip(&fold.parts) {
                *mean += part * self.part() * of_fold;
            }
            self.add_influences(fold, means, pace)?;
            self.add_pairs(fold, means, pace)?;
        }
        Ok(())
    }

    /// The influences around the means over folds.
    fn add_influences(
        &self,
        fold: &Fold,
        means: &mut Means,
        pace: &mut Pace<'_>,
    ) -> Result<(), Error> {
        let (classes, number) = (self.areas.len(), fold.members.len());
        let length = means.areas.shares.len();
        let part = means.part * self.part();
        // Returns the deviation of all comparisons of a class in the fold.
        let of_pairs = |class: usize| -> f64 {
            let others = (0..classes).filter(|&other| other != class);
            let off =
                |i: usize, j: usize| fold.pairs[i * classes + j] - self.pairs[i * classes + j];
            others
                .map(|other| off(class, other) + off(other, class))
                .sum()
        };
        let of_pairs = collect((0..classes).map(of_pairs))?;
        for (i, member) in fold.members.iter().enumerate() {
            pace.steps(classes)?;
            let Member {
                position,
                class: own,
                share,
                ..
            } = *member;
            means.areas.shares[position] += part * share;
            let influences = &mut means.areas.influences;
            let mut add = |estimate: usize, value: f64| {
                influences[estimate * length + position] += part * value;
            };
            add(
                0,
                (fold.influences[i] + share * of_pairs[own]) / self.number_of_pairs(),
            );
            let shares = fold.parts[own] * share;
            let mut by_parts = shares * (self.areas[own] - self.by_parts);
            for class in 0..classes {
                let in_rest = if class == own {
                    share
                } else {
                    shares / (1.0 - fold.parts[class])
                };
                let off = fold.areas[class] - self.areas[class];
                let value = fold.influences[(1 + class) * number + i] + in_rest * off;
                add(AVERAGES + class, value);
                add(1, value / classes as f64);
                by_parts += fold.parts[class] * value;
            }
            add(2, by_parts);
        }
        Ok(())
    }

    /// Returns the deviations of comparisons of two observations in each estimate that contains
    /// them, without those of one class.
    fn deviations(&self, fold: &Fold, [a, b]: [Member; 2]) -> [Deviation; 5] {
        let classes = self.areas.len();
        let part = self.part();
        let won = |of: Member, from: Member| {
            let column = self.scores[of.class].column();
            let [of, from] = [of, from].map(|member| column.at(member.position));
            if of > from {
                1.0
            } else if of == from {
                0.5
            } else {
                0.0
            }
        };
        let won = [won(a, b), won(b, a)];
        let shares = part * a.share * b.share;
        let in_pairs = 2.0 * shares / self.number_of_pairs();
        let pair = |i: Member, j: Member| self.pairs[i.class * classes + j.class];
        let off = won[0] - pair(a, b) + won[1] - pair(b, a);
        let [of_a, of_b] = [(a, b, won[0]), (b, a, won[1])].map(|(of, from, won)| {
            let in_rest = fold.parts[from.class] / (1.0 - fold.parts[of.class]);
            let weight = shares * in_rest;
            Deviation {
                estimate: AVERAGES + of.class,
                z: weight * (won - self.areas[of.class]),
                weight,
            }
        });
        let parts = [a, b].map(|member| fold.parts[member.class]);
        let mean = |estimate: usize, [by_a, by_b]: [f64; 2]| Deviation {
            estimate,
            z: by_a * of_a.z + by_b * of_b.z,
            weight: by_a * of_a.weight + by_b * of_b.weight,
        };
        let of_pairs = Deviation {
            estimate: 0,
            z: 0.5 * in_pairs * off,
            weight: in_pairs,
        };
        let evenly = mean(1, [1.0 / classes as f64; 2]);
        let by_parts = mean(2, parts);
        [of_pairs, evenly, by_parts, of_a, of_b]
    }

    /// Adds the products that comparisons within clusters and between units count twice.
    fn add_pairs(&self, fold: &Fold, means: &mut Means, pace: &mut Pace<'_>) -> Result<(), Error> {
        let length = means.areas.shares.len();
        let more = 1.0 - self.part();
        if more == 0.0 {
            return Ok(());
        }
        let units = fold.units(self.clusters.is_some())?;
        for unit in &units {
            self.visit(
                fold,
                unit.clone(),
                unit.clone(),
                pace,
                |[a, b], deviations| {
                    // Each pair comes twice.
                    for Deviation { estimate, z, .. } in deviations {
                        for of in [a, b] {
                            let influences = &mut means.areas.influences;
                            influences[estimate * length + of.position] -=
                                0.25 * means.part * more * z;
                        }
                    }
                },
            )?;
        }
        let most = if self.clusters.is_some() {
            MOST_CLUSTERS
        } else {
            MOST_ROWS
        };
        if units.len() > most {
            return Ok(());
        }
        let factor = means.part * means.part * more;
        let mut sums = filled(means.areas.values.len(), 0.0)?;
        for (i, first) in units.iter().enumerate() {
            for second in &units[..i] {
                sums.fill(0.0);
                pace.steps(sums.len())?;
                let of_rows = self.clusters.is_none();
                let shares = &mut means.fold_pairs.shares;
                self.visit(
                    fold,
                    first.clone(),
                    second.clone(),
                    pace,
                    |_, deviations| {
                        for of in deviations {
                            sums[of.estimate] += of.z;
                            if of_rows {
                                shares[of.estimate] += factor * of.weight * of.weight;
                            }
                        }
                    },
                )?;
                for (twice, sum) in means.fold_pairs.twice.iter_mut().zip(&sums) {
                    *twice += factor * sum * sum;
                }
            }
        }
        Ok(())
    }

    /// Hands all comparisons of members of two units to `visit`.
    fn visit(
        &self,
        fold: &Fold,
        first: Range<usize>,
        second: Range<usize>,
        pace: &mut Pace<'_>,
        mut visit: impl FnMut([Member; 2], [Deviation; 5]),
    ) -> Result<(), Error> {
        for a in &fold.members[first] {
            pace.steps(second.len())?;
            for b in &fold.members[second.clone()] {
                if a.class != b.class {
                    visit([*a, *b], self.deviations(fold, [*a, *b]));
                }
            }
        }
        Ok(())
    }
}

impl Fold {
    /// `local` is room for where each observation stands in its fold.
    fn new(
        grouped: &[Grouped],
        number: usize,
        request: &ClassRequest<'_>,
        local: &mut [usize],
        mut options: Options<'_>,
    ) -> Result<Fold, Error> {
        let classes = grouped.len();
        let first = grouped.first().ok_or(Error::Empty)?;
        let mut positions = collect(first.positions[first.range(number)].iter().copied())?;
        let cluster = |position: usize| {
            request
                .sampling
                .clusters
                .map_or(0, |(codes, _)| codes[position])
        };
        positions.sort_unstable_by_key(|&position| (cluster(position), position));
        for (i, &position) in positions.iter().enumerate() {
            local[position] = i;
        }
        let codes = collect(positions.iter().map(|&position| request.codes[position]))?;
        let mut found = Builder::new(&codes, classes, options.again())?;
        for (class, grouped) in grouped.iter().enumerate() {
            let of_class = |error: Error| error.of_score(class);
            let mut placed = grouped.placed(number, options.again()).map_err(of_class)?;
            for position in &mut placed.positions {
                *position = local[*position];
            }
            found
                .add(class, &placed, options.again())
                .map_err(of_class)?;
        }
        let size = codes.len();
        // Influences on the averages, but for the first, follow from the others.
        let mut influences = reserve(size.saturating_mul(classes + 1))?;
        let columns = found.found.influences.chunks_exact(size.max(1));
        for (_, column) in columns
            .enumerate()
            .filter(|(k, _)| *k == 0 || *k >= AVERAGES)
        {
            for &value in column {
                push(&mut influences, value)?;
            }
        }
        Ok(Fold {
            influences,
            areas: collect(found.found.values[AVERAGES..].iter().copied())?,
            parts: found.parts()?,
            members: collect(positions.iter().zip(&found.found.shares).map(
                |(&position, &share)| Member {
                    position,
                    class: request.codes[position] as usize,
                    share,
                    cluster: cluster(position),
                },
            ))?,
            pairs: found.pairs,
        })
    }

    /// The mean by the shares of the classes.
    fn by_parts(&self, of_classes: &[f64]) -> f64 {
        self.parts
            .iter()
            .zip(of_classes)
            .map(|(part, value)| part * value)
            .sum()
    }

    /// The members of each unit.
    fn units(&self, in_clusters: bool) -> Result<Vec<Range<usize>>, Error> {
        let mut units = reserve(self.members.len())?;
        let mut start = 0;
        for end in 1..=self.members.len() {
            let is_last = self.members.get(end).map(|member| member.cluster)
                != Some(self.members[start].cluster);
            if !in_clusters || is_last {
                push(&mut units, start..end)?;
                start = end;
            }
        }
        Ok(units)
    }
}
