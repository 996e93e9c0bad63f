//! How the areas of several classes vary together.

use super::folds::{areas_in_folds, check_scores};
use super::{class_areas, ClassAreas, AVERAGES};
use crate::error::Error;
use crate::inference::clusters::sums_by;
use crate::inference::folds::{Folds, InFolds};
use crate::inference::freedom::{freedom_without, of_effective, of_model};
use crate::inference::link::Links;
use crate::inference::products::{of_pairs, powers_of_difference, powers_of_several, Products};
use crate::inference::spread::{Clusters, Design, Spread, Unit};
use crate::inference::sums::known;
use crate::inference::units::UnitsOfScores;
use crate::memory::{collect, filled, push, reserve};
use crate::observations::{Scores, Weights};
use crate::options::Options;
use crate::poll::Pace;

/// Observations of several classes.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct ClassRequest<'a> {
    /// The class of each observation, a number below that of all classes.
    pub codes: &'a [i32],
    /// The number of classes.
    pub classes: usize,
    /// The weights of the observations.
    pub weights: Weights<'a>,
    /// The unit of sampling.
    pub unit: Unit,
    /// Observations of the same cluster may depend on each other.
    pub clusters: Option<Clusters<'a>>,
    /// The sources of estimated weights.
    pub links: Option<Links<'a>>,
    /// The repetitions of a cross-validation, in each of whose folds are all classes. Areas are means over folds and
    /// repetitions.
    pub folds: &'a [Folds<'a>],
    /// Whether the degrees of freedom of differences are wanted, see [`Spread::pairs`].
    pub pairs: bool,
    /// A survey design, whose variances take the place of those of independent units.
    pub design: Option<Design<'a>>,
}

impl<'a> ClassRequest<'a> {
    /// Returns a request for independent observations without weights.
    pub fn new(codes: &'a [i32], classes: usize) -> ClassRequest<'a> {
        ClassRequest {
            codes,
            classes,
            weights: Weights::Unit,
            unit: Unit::default(),
            clusters: None,
            links: None,
            folds: &[],
            pairs: false,
            design: None,
        }
    }
}

/// How the areas of one or several classifiers vary together, all of the first one first: see
/// [`ClassAreas::values`]. `scores` are those of the first classifier for each class, then of the second one,
/// and so on.
///
/// The covariance is that of independent units: those of a class vary around its mean, and clusters vary
/// together with what they have in several classes (Obuchowski 1997). The effective numbers by which
/// [`Spread::expected`] is made are those with which one area would vary as much as the means if all areas had
/// their placements in common.
///
/// ```
/// use weighted_roc_core::inference::{class_spread, ClassRequest};
/// use weighted_roc_core::{Options, Scores};
///
/// let scores = [&[3.0, 1.0, 2.0, 0.0][..], &[1.0, 2.0, 2.0, 1.0], &[0.0, 1.0, 0.0, 3.0]];
/// let scores = scores.map(Scores::F64);
/// let request = ClassRequest::new(&[0, 0, 1, 2], 3);
/// let found = class_spread(&scores, &request, Options::new(&mut || false))?;
/// assert_eq!((found.values.len(), found.covariance.len()), (6, 36));
/// assert_eq!(found.numbers, [2.0, 1.0, 1.0]);
/// # Ok::<(), weighted_roc_core::Error>(())
/// ```
///
/// # Errors
/// Those of [`class_areas`](super::class_areas); [`Error::Length`] for scores that are not some for each class and
/// repetition; for folds those of [`spread`](crate::inference::spread()).
pub fn class_spread(
    scores: &[Scores<'_>],
    request: &ClassRequest<'_>,
    mut options: Options<'_>,
) -> Result<Spread, Error> {
    let of_first = |error: Error| error.of_score(0);
    let width = check_scores(scores.len(), request).map_err(of_first)?;
    let number = scores.len() / width;
    let mut models = reserve(number).map_err(of_first)?;
    let mut in_folds = InFolds::default();
    // In a design the effective numbers are those of the observations.
    let of_areas = ClassRequest {
        clusters: request.clusters.filter(|_| request.design.is_none()),
        ..*request
    };
    for (model, scores) in scores.chunks_exact(width).enumerate() {
        let found = if request.folds.is_empty() {
            class_areas(scores, &of_areas, options.again())
        } else {
            areas_in_folds(scores, &of_areas, options.again()).and_then(|(areas, of_model)| {
                in_folds.append(of_model)?;
                Ok(areas)
            })
        };
        let found = found.map_err(|error| match error {
            Error::OfScore { score, error } => error.of_score(model * width + score),
            error => error.of_score(model * width),
        })?;
        push(&mut models, found).map_err(of_first)?;
    }
    let mut pace = Pace::new(options.poll);
    let mut found = spread_of(&models, request, &mut pace).map_err(of_first)?;
    if !request.folds.is_empty() {
        in_folds.subtract_from(&mut found).map_err(of_first)?;
    }
    Ok(found)
}

fn spread_of(
    models: &[ClassAreas],
    request: &ClassRequest<'_>,
    pace: &mut Pace<'_>,
) -> Result<Spread, Error> {
    let mut found = Units::new(models, request, pace)?.spread(models, request, pace)?;
    if let Some(links) = &request.links {
        link(&mut found, links, models, request, pace)?;
    }
    match &request.design {
        Some(design) => found.in_design(design),
        None => Ok(found),
    }
}

/// Adds what links add to the variances. Each class has given a unit for its mean, and each coefficient one.
fn link(
    spread: &mut Spread,
    links: &Links<'_>,
    models: &[ClassAreas],
    request: &ClassRequest<'_>,
    pace: &mut Pace<'_>,
) -> Result<(), Error> {
    let (length, width) = (request.codes.len(), spread.values.len());
    let mut units = UnitsOfScores::blank(width, length)?;
    let weights = collect((0..length).map(|position| request.weights.at(position)))?;
    let mut first = 0;
    for model in models {
        for (k, column) in model.influences.chunks_exact(length).enumerate() {
            pace.steps(length)?;
            for (position, &value) in column.iter().enumerate() {
                units.set(position, first + k, value, weights[position]);
            }
        }
        first += model.values.len();
    }
    let linked = links.apply(&units, &weights, pace)?;
    drop(units);
    let of_units = models.first().map_or(&[][..], |model| &model.of_units);
    linked.add_to(spread, of_units, pace)?;
    let number = (linked.values.len() / width.max(1)) as f64;
    let lost = linked.rank + request.classes as f64;
    if request.pairs {
        spread.pairs = of_pairs(width, |pair| {
            pace.steps(number as usize)?;
            let [squares, fourths] = powers_of_difference(&linked.values, width, pair);
            Ok(freedom_without(squares, fourths, number, lost))
        })?;
    }
    Ok(())
}

/// The observations that have weight.
struct Units {
    /// Their influences on each value, row by row.
    values: Vec<f64>,
    width: usize,
    codes: Vec<i32>,
    /// How many units each observation stands for.
    numbers: Vec<f64>,
    clusters: Option<(Vec<i32>, usize)>,
}

/// Of a class, or of all.
struct OfClass {
    /// The influences of units, row by row.
    values: Vec<f64>,
    /// How many equal units each row is the sum of.
    numbers: Vec<f64>,
    /// How many units have an observation.
    units: f64,
}

impl Units {
    fn new(
        models: &[ClassAreas],
        request: &ClassRequest<'_>,
        pace: &mut Pace<'_>,
    ) -> Result<Units, Error> {
        let length = request.codes.len();
        let width = models.iter().map(|model| model.values.len()).sum();
        let mut units = Units {
            values: reserve(length.saturating_mul(width))?,
            width,
            codes: reserve(length)?,
            numbers: reserve(length)?,
            clusters: None,
        };
        let mut clusters = reserve(length)?;
        for position in 0..length {
            pace.steps(width + 1)?;
            if request.weights.at(position) <= 0.0 {
                continue;
            }
            for model in models {
                for column in model.influences.chunks_exact(length) {
                    push(&mut units.values, column[position])?;
                }
            }
            push(&mut units.codes, request.codes[position])?;
            let number = match request.unit {
                Unit::Row => 1.0,
                Unit::Count => request.weights.at(position),
            };
            push(&mut units.numbers, number)?;
            if let Some((codes, _)) = request.clusters {
                push(&mut clusters, codes[position])?;
            }
        }
        if let Some((_, number)) = request.clusters {
            units.clusters = Some((clusters, number));
        }
        Ok(units)
    }

    fn spread(
        &self,
        models: &[ClassAreas],
        request: &ClassRequest<'_>,
        pace: &mut Pace<'_>,
    ) -> Result<Spread, Error> {
        let width = self.width;
        let total = self.of_class(None, pace)?;
        let of_total = total.products(width, pace)?;
        let mut covariance = filled(width.saturating_mul(width), 0.0)?;
        let mut between = filled(covariance.len(), 0.0)?;
        if self.clusters.is_some() {
            between.copy_from_slice(&of_total.squares);
        }
        let (mut numbers, mut units) = (reserve(request.classes)?, reserve(request.classes + 1)?);
        for class in 0..request.classes as i32 {
            let of_class = self.of_class(Some(class), pace)?;
            let products = of_class.products(width, pace)?;
            let divisor = known(1.0 - 1.0 / of_class.units);
            for (i, square) in products.squares.iter().enumerate() {
                covariance[i] += square / divisor;
                between[i] -= square;
            }
            push(&mut units, of_class.units)?;
            let rows = self.codes.iter().filter(|code| **code == class);
            push(&mut numbers, rows.count() as f64)?;
        }
        push(&mut units, total.units)?;
        if self.clusters.is_some() {
            let divisor = known(1.0 - 1.0 / total.units);
            for (covariance, between) in covariance.iter_mut().zip(between) {
                *covariance += between / divisor;
            }
        }
        let lost = request.classes as f64;
        let freedom = |squares, fourths| freedom_without(squares, fourths, total.units, lost);
        let of_values = (0..width).map(|k| {
            let square = of_total.squares[k * width + k];
            freedom(square, of_total.fourths[k])
        });
        let degrees = collect(of_values)?;
        let pairs = if request.pairs {
            of_pairs(width, |pair| {
                pace.steps(total.numbers.len())?;
                let number = |row: usize| total.numbers[row];
                let [squares, fourths] = powers_of_several(&total.values, width, pair, number);
                Ok(freedom(squares, fourths))
            })?
        } else {
            Vec::new()
        };
        let mut values = reserve(width)?;
        let mut expected = reserve(width)?;
        for model in models {
            for (&value, of_value) in model.values.iter().zip(expected_of(model)?) {
                push(&mut values, value)?;
                push(&mut expected, of_value)?;
            }
        }
        let first = models.first();
        let effective = first.map_or(&[][..], |model| &model.effective);
        let of_units = first.map_or(&[][..], |model| &model.of_units);
        let degrees = collect(degrees.iter().map(|&of| of_effective(of, of_units)))?;
        Ok(Spread {
            values,
            covariance,
            freedom: degrees,
            model: of_model(effective, of_units),
            most: f64::INFINITY,
            numbers,
            units,
            effective: collect(effective.iter().copied())?,
            expected,
            pairs,
            std_errors: Vec::new(),
        })
    }

    /// With clusters there are rows of those that have no observation.
    fn of_class(&self, class: Option<i32>, pace: &mut Pace<'_>) -> Result<OfClass, Error> {
        let is_own = |code: &i32| class.map_or(true, |class| class == *code);
        let mut values = reserve(self.values.len())?;
        let mut numbers = reserve(self.numbers.len())?;
        let mut clusters = Vec::new();
        for (row, code) in self.codes.iter().enumerate() {
            if !is_own(code) {
                continue;
            }
            pace.steps(self.width + 1)?;
            for &value in &self.values[row * self.width..][..self.width] {
                push(&mut values, value)?;
            }
            push(&mut numbers, self.numbers[row])?;
            if let Some((codes, _)) = &self.clusters {
                push(&mut clusters, codes[row])?;
            }
        }
        let Some((_, number)) = self.clusters else {
            return Ok(OfClass {
                values,
                units: numbers.iter().sum(),
                numbers,
            });
        };
        let mut has_any = filled(number, false)?;
        for &code in &clusters {
            has_any[code as usize] = true;
        }
        Ok(OfClass {
            values: sums_by(&values, self.width, (&clusters, number), pace)?,
            numbers: filled(number, 1.0)?,
            units: has_any.iter().filter(|any| **any).count() as f64,
        })
    }
}

impl OfClass {
    fn products(&self, width: usize, pace: &mut Pace<'_>) -> Result<Products, Error> {
        Products::of_several(&self.values, width, |row| self.numbers[row], pace)
    }
}

/// See [`Spread::expected`]. How much an observation of class i weighs in the rest of class j is
/// p_i / (1 - p_j), with the shares p of the classes; its own class counts fully. The scores of the other classes
/// have little to do with each other: their squares add up.
fn expected_of(model: &ClassAreas) -> Result<Vec<f64>, Error> {
    let parts = &model.parts;
    let classes = parts.len() as f64;
    let in_rest = |own: usize, rest: usize| parts[own] / (1.0 - parts[rest]);
    let others = |own: usize, by: &dyn Fn(usize) -> f64| -> f64 {
        let squares = (0..parts.len()).filter(|&rest| rest != own);
        let squares = squares.map(|rest| (in_rest(own, rest) * by(rest)).powi(2));
        squares.sum::<f64>().sqrt()
    };
    let counted = |value: usize, own: usize| match value {
        0 => (1.0 + 1.0 / (classes - 1.0).sqrt()) / classes,
        1 => (1.0 + others(own, &|_| 1.0)) / classes,
        2 => parts[own] + others(own, &|rest| parts[rest]),
        value if value - AVERAGES == own => 1.0,
        value => in_rest(own, value - AVERAGES),
    };
    collect((0..model.values.len()).map(|value| {
        let terms = model.effective.iter().enumerate();
        terms
            .map(|(own, effective)| counted(value, own).powi(2) / effective)
            .sum()
    }))
}
