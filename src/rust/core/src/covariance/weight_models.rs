//! The derivation of weights: estimated weights change how estimates vary.
//!
//! A link is a function on influences. Of each observation it adds to its influence through its own weight the
//! one through the weights of all others, which depend on estimated coefficients that the observation moves:
//!
//! ```text
//! u_i the influence with the weights as they are
//! D   the derivative of the estimate by the coefficients: the sum over i of u_i d log w_i / d beta
//! A   the information of the model, s_i the score of row i: A^-1 s_i is the influence on the coefficients
//! u_i + D' A^-1 s_i
//! ```
//!
//! Where nothing is known but the rows s_i, or it is not known how the weights were made of the model, the
//! influence is what a regression of u on these rows leaves: that is the same in expectation if the model is
//! right and the weights are inverse probabilities (Robins, Rotnitzky and Zhao 1994).

use super::influences::InfluenceMatrix;
use super::sampled::Mapped;
use super::units::Units;
use crate::censoring::Operator;
use crate::cholesky::Cholesky;
use crate::error::{Argument, Error};
use crate::memory::{collect, filled, push, reserve};
use crate::options::Options;
use crate::poll::Pace;
use crate::rounding::without_rounding;
use crate::sampling::{check_clusters, FittedWeights, WeightModel, WeightModels};

/// How weights are made of a probability: what they are, and the derivative of their logarithm by p.
type Recipe = fn(bool, f64) -> [f64; 2];

/// The inverse probability of what was observed; of being observed at all, or of not being; the odds of both
/// kinds; the odds for one class where the other counts as it is; and overlap weights.
const WEIGHT_FORMULAS: [Recipe; 8] = [
    |y, p| {
        if y {
            [1.0 / p, -1.0 / p]
        } else {
            [1.0 / (1.0 - p), 1.0 / (1.0 - p)]
        }
    },
    |_, p| [1.0 / p, -1.0 / p],
    |_, p| [1.0 / (1.0 - p), 1.0 / (1.0 - p)],
    |_, p| [p / (1.0 - p), 1.0 / (p * (1.0 - p))],
    |_, p| [(1.0 - p) / p, -1.0 / (p * (1.0 - p))],
    |y, p| {
        if y {
            [1.0, 0.0]
        } else {
            [p / (1.0 - p), 1.0 / (p * (1.0 - p))]
        }
    },
    |y, p| {
        if y {
            [(1.0 - p) / p, -1.0 / (p * (1.0 - p))]
        } else {
            [1.0, 0.0]
        }
    },
    |y, p| {
        if y {
            [1.0 - p, -1.0 / (1.0 - p)]
        } else {
            [p, 1.0 / p]
        }
    },
];

/// By how much a weight may differ from what a recipe makes, in units of itself.
const RECOGNISED: f64 = 1e-8;

/// The number of models that are tried with each recipe.
const MOST_MODELS: usize = 3;

impl WeightModels<'_> {
    /// The influences of the units of all rows, through the links.
    pub(super) fn apply(
        &self,
        matrix: &InfluenceMatrix,
        counts_units: bool,
        pace: &mut Pace<'_>,
    ) -> Result<Mapped, Error> {
        let width = matrix.width();
        let rows = self.check(matrix.observations(), pace)?;
        let mut own = filled(rows.saturating_mul(width), 0.0)?;
        let mut weights = filled(rows, 0.0)?;
        for position in 0..matrix.observations() {
            pace.steps(width)?;
            let row = self.row_of(position);
            own[row * width..][..width].copy_from_slice(matrix.row(position));
            weights[row] = matrix.weight(position);
        }
        let own = Influences { values: own, width };
        let (through, rank) = self.through(&own, &mut weights, pace)?;
        drop(own);
        let mut units = Units::without_classes(through.values, width, self.clusters, pace)?;
        let mut weighted = weights.iter().filter(|weight| **weight > 0.0).count() as f64;
        let mut number = rows as f64;
        if let Some((codes, clusters)) = self.clusters {
            let mut is_weighted = filled(clusters, false)?;
            for (&code, &weight) in codes.iter().zip(&weights) {
                is_weighted[code as usize] |= weight > 0.0;
            }
            weighted = is_weighted
                .iter()
                .filter(|is_weighted| **is_weighted)
                .count() as f64;
            number = clusters as f64;
        }
        if let [WeightModel::Outcome(_)] = self.weight_models {
            // No model was fitted to observations without weight.
            number = weighted;
        }
        if counts_units && self.clusters.is_none() {
            weighted = weights.iter().sum();
            number = weighted;
            // Without weight a row is what others are: it has nothing to divide.
            weights
                .iter_mut()
                .filter(|weight| **weight <= 0.0)
                .for_each(|weight| *weight = 1.0);
            units.number = Some(weights);
        }
        Ok(Mapped {
            units,
            rank: rank as f64,
            weighted,
            number,
        })
    }

    /// From the influences of rows to those through all links, with the number of coefficients; and from the weights of
    /// rows to those that models made.
    fn through(
        &self,
        own: &Influences,
        weights: &mut [f64],
        pace: &mut Pace<'_>,
    ) -> Result<(Influences, usize), Error> {
        let (mut values, rank) = match self.weight_models {
            [WeightModel::Outcome(outcome), others @ ..] => {
                let mut through = own.copy()?;
                let operator = Operator::new(outcome, Options::new(pace.poll()))?;
                operator.apply(&mut through.values, own.width, pace)?;
                outcome.write_weights(weights);
                if others.is_empty() {
                    (through, 0)
                } else {
                    through_models(others, &through, weights, pace)?
                }
            }
            weight_models => through_models(weight_models, own, weights, pace)?,
        };
        values.without_rounding_among(own, pace)?;
        Ok((values, rank))
    }

    /// From influences of observations with the weights as they are, column by column, to those through the links.
    ///
    /// ```
    /// use weighted_roc_core::censoring::Outcome;
    /// use weighted_roc_core::sampling::{WeightModel, WeightModels};
    /// use weighted_roc_core::Options;
    ///
    /// let outcome = Outcome::new(&[1.0, 2.0, 3.0, 6.0], &[1, 0, 1, 0], 5.0);
    /// let weight_models = [WeightModel::Outcome(outcome)];
    /// // Of the share of the cases, with weights of 1, 0, 1.5 and 1.5.
    /// let influences = [0.09375, 0.0, 0.140625, -0.234375];
    /// let result = WeightModels::new(&weight_models).influences(&influences, &[1.0, 0.0, 1.5, 1.5], Options::default())?;
    /// assert_eq!(result, [0.09375, -0.03125, 0.15625, -0.21875]);
    /// # Ok::<(), weighted_roc_core::Error>(())
    /// ```
    ///
    /// # Errors
    /// The errors of [`covariance`](crate::inference::covariance()) has them of links; [`Error::Length`] where there is not an influence of each
    /// observation in each column.
    pub fn influences(
        &self,
        influences: &[f64],
        weights: &[f64],
        options: Options<'_>,
    ) -> Result<Vec<f64>, Error> {
        let pace = &mut Pace::new(options.poll);
        let observations = weights.len();
        let rows = self.check(observations, pace)?;
        let width = influences.len() / observations.max(1);
        if influences.len() != width * observations {
            return Err(Error::Length {
                argument: Argument::WeightModels,
                length: influences.len(),
                expected: width * observations,
            });
        }
        if width == 0 {
            return Ok(Vec::new());
        }
        let mut own = filled(rows.saturating_mul(width), 0.0)?;
        let mut of_rows = filled(rows, 0.0)?;
        for (position, &weight) in weights.iter().enumerate() {
            pace.steps(width)?;
            let row = self.row_of(position);
            of_rows[row] = weight;
            for k in 0..width {
                own[row * width + k] = influences[k * observations + position];
            }
        }
        let own = Influences { values: own, width };
        let (through, _) = self.through(&own, &mut of_rows, pace)?;
        let mut result = filled(influences.len(), 0.0)?;
        for position in 0..observations {
            pace.steps(width)?;
            let row = self.row_of(position);
            for k in 0..width {
                result[k * observations + position] = through.values[row * width + k];
            }
        }
        Ok(result)
    }

    /// Where an observation stands in the links.
    fn row_of(&self, position: usize) -> usize {
        self.rows.map_or(position, |rows| rows[position] as usize)
    }

    /// Returns whether they are of nothing but G, estimated from so many observations: what these say does not depend on that
    /// of others.
    pub(crate) fn are_of_these(&self, observations: usize) -> bool {
        matches!(self.weight_models, [WeightModel::Outcome(outcome)] if outcome.times.len() == observations)
    }

    /// The number of rows of all links.
    fn check(&self, observations: usize, pace: &mut Pace<'_>) -> Result<usize, Error> {
        let rows = match self.weight_models.first() {
            Some(WeightModel::Functions(functions)) => functions.rows,
            Some(WeightModel::Model(model)) => model.design.rows,
            Some(WeightModel::Outcome(outcome)) => outcome.times.len(),
            None => return Err(Error::Empty),
        };
        let check = |length: usize, expected: usize| {
            if length == expected {
                Ok(())
            } else {
                Err(Error::Length {
                    argument: Argument::WeightModels,
                    length,
                    expected,
                })
            }
        };
        for (place, weight_model) in self.weight_models.iter().enumerate() {
            let matrix = match weight_model {
                // Nothing else makes weights of those that others make.
                WeightModel::Outcome(_) if place > 0 => {
                    return Err(Error::Parameter {
                        name: "links",
                        value: place as f64,
                    })
                }
                WeightModel::Outcome(_) => continue,
                WeightModel::Functions(functions) => functions,
                WeightModel::Model(model) => {
                    for part in [
                        model.response,
                        model.fitted,
                        model.slopes,
                        model.scores,
                        model.information,
                    ] {
                        check(part.len(), rows)?;
                    }
                    &model.design
                }
            };
            check(matrix.rows, rows)?;
            check(matrix.values.len() % rows.max(1), 0)?;
        }
        match self.rows {
            Some(codes) => check_clusters(codes, rows, observations, pace.poll())?,
            None => check(observations, rows)?,
        }
        if let Some((codes, number)) = self.clusters {
            check_clusters(codes, number, rows, pace.poll())?;
        }
        Ok(rows)
    }
}

/// Influences with what models of weights, and functions, add; and the number of coefficients.
fn through_models(
    weight_models: &[WeightModel<'_>],
    own: &Influences,
    weights: &[f64],
    pace: &mut Pace<'_>,
) -> Result<(Influences, usize), Error> {
    match recognised(weight_models, weights, pace)? {
        Some(recipes) => exact(weight_models, own, &recipes, pace),
        None => projected(weight_models, own, pace),
    }
}

/// The recipes by which models make weights.
fn recognised(
    weight_models: &[WeightModel<'_>],
    weights: &[f64],
    pace: &mut Pace<'_>,
) -> Result<Option<Vec<Recipe>>, Error> {
    let mut models = reserve(weight_models.len())?;
    for weight_model in weight_models {
        match weight_model {
            WeightModel::Model(model) => push(&mut models, *model)?,
            _ => return Ok(None),
        }
    }
    if models.len() > MOST_MODELS {
        return Ok(None);
    }
    let number = models.len() as u32;
    for mut choice in 0..WEIGHT_FORMULAS.len().pow(number) {
        let mut recipes: Vec<Recipe> = reserve(models.len())?;
        for _ in 0..number {
            push(
                &mut recipes,
                WEIGHT_FORMULAS[choice % WEIGHT_FORMULAS.len()],
            )?;
            choice /= WEIGHT_FORMULAS.len();
        }
        if is_product(weights, &models, &recipes, pace)? {
            return Ok(Some(recipes));
        }
    }
    Ok(None)
}

/// Adds the derivatives by all coefficients to influences; gives the number of coefficients, too.
fn exact(
    weight_models: &[WeightModel<'_>],
    own: &Influences,
    recipes: &[Recipe],
    pace: &mut Pace<'_>,
) -> Result<(Influences, usize), Error> {
    let mut result = own.copy()?;
    let mut rank = 0;
    for (weight_model, recipe) in weight_models.iter().zip(recipes) {
        if let WeightModel::Model(model) = weight_model {
            rank += model.add_derivatives(*recipe, own, &mut result, pace)?;
        }
    }
    Ok((result, rank))
}

/// Returns the residuals of influences on functions and scores; and their number.
fn projected(
    weight_models: &[WeightModel<'_>],
    own: &Influences,
    pace: &mut Pace<'_>,
) -> Result<(Influences, usize), Error> {
    let mut basis = Basis::default();
    for weight_model in weight_models {
        match weight_model {
            WeightModel::Functions(functions) => {
                for column in functions.columns() {
                    basis.add(collect(column.iter().copied())?, pace)?;
                }
            }
            WeightModel::Model(model) => {
                for column in model.design.columns() {
                    let products = column.iter().zip(model.scores);
                    basis.add(collect(products.map(|(x, score)| x * score))?, pace)?;
                }
            }
            WeightModel::Outcome(_) => {}
        }
    }
    let mut left = own.copy()?;
    for k in 0..own.width {
        let mut column = own.column(k)?;
        basis.leave(&mut column, pace)?;
        for (row, value) in column.into_iter().enumerate() {
            left.values[row * own.width + k] = value;
        }
    }
    Ok((left, basis.columns.len()))
}

/// Returns whether all weights are the same multiple of the product of recipes.
fn is_product(
    weights: &[f64],
    models: &[FittedWeights<'_>],
    recipes: &[Recipe],
    pace: &mut Pace<'_>,
) -> Result<bool, Error> {
    let mut factor = None;
    for (row, &weight) in weights.iter().enumerate() {
        pace.step()?;
        if weight == 0.0 {
            continue;
        }
        let mut made = 1.0;
        for (model, recipe) in models.iter().zip(recipes) {
            let y = model.response[row];
            if y != 0.0 && y != 1.0 {
                return Ok(false);
            }
            made *= recipe(y == 1.0, model.fitted[row])[0];
        }
        let ratio = weight / made;
        let factor = *factor.get_or_insert(ratio);
        // A weight that is not finite is not made by a recipe.
        let is_made = (ratio - factor).abs() <= RECOGNISED * factor;
        if !is_made {
            return Ok(false);
        }
    }
    Ok(true)
}

impl FittedWeights<'_> {
    /// Adds D' A^-1 s of each row, in an orthonormal basis of the design; gives the number of coefficients.
    fn add_derivatives(
        &self,
        recipe: Recipe,
        own: &Influences,
        to: &mut Influences,
        pace: &mut Pace<'_>,
    ) -> Result<usize, Error> {
        let mut basis = Basis::default();
        for column in self.design.columns() {
            basis.add(collect(column.iter().copied())?, pace)?;
        }
        let rank = basis.columns.len();
        let information = basis.information(self.information, pace)?;
        let cholesky = Cholesky::factorize(information, rank)?;
        let mut whitened = filled(cholesky.rank(), 0.0)?;
        let mut derivatives = filled(cholesky.rank().saturating_mul(own.width), 0.0)?;
        for k in 0..own.width {
            let by_predictor = collect((0..self.design.rows).map(|row| {
                let influence = own.values[row * own.width + k];
                if influence == 0.0 {
                    return 0.0;
                }
                let [_, by_p] = recipe(self.response[row] == 1.0, self.fitted[row]);
                influence * by_p * self.slopes[row]
            }))?;
            let derivative = basis.by_rate(&by_predictor, pace)?;
            cholesky.whiten(&derivative, &mut whitened);
            derivatives[k * cholesky.rank()..][..cholesky.rank()].copy_from_slice(&whitened);
        }
        let mut score = filled(rank, 0.0)?;
        for row in 0..self.design.rows {
            pace.steps(rank * (own.width + rank) + 1)?;
            if self.scores[row] == 0.0 {
                continue;
            }
            for (score, column) in score.iter_mut().zip(&basis.columns) {
                *score = self.scores[row] * column[row];
            }
            cholesky.whiten(&score, &mut whitened);
            for k in 0..own.width {
                let derivative = derivatives[k * whitened.len()..].iter();
                let added: f64 = derivative.zip(&whitened).map(|(d, s)| d * s).sum();
                to.values[row * own.width + k] += added;
            }
        }
        Ok(cholesky.rank())
    }
}

/// The influences of rows on estimates, row by row.
struct Influences {
    values: Vec<f64>,
    width: usize,
}

impl Influences {
    fn copy(&self) -> Result<Influences, Error> {
        Ok(Influences {
            values: collect(self.values.iter().copied())?,
            width: self.width,
        })
    }

    fn column(&self, k: usize) -> Result<Vec<f64>, Error> {
        collect(self.values.chunks_exact(self.width).map(|row| row[k]))
    }

    /// Replaces values by 0 that are rounding errors beside all influences on an estimate.
    fn without_rounding_among(
        &mut self,
        own: &Influences,
        pace: &mut Pace<'_>,
    ) -> Result<(), Error> {
        let mut squares = filled(self.width, 0.0)?;
        for row in own.values.chunks_exact(self.width) {
            pace.steps(self.width)?;
            squares
                .iter_mut()
                .zip(row)
                .for_each(|(sum, u)| *sum += u * u);
        }
        for row in self.values.chunks_exact_mut(self.width) {
            pace.steps(self.width)?;
            for (value, square) in row.iter_mut().zip(&squares) {
                *value = without_rounding(*value, square.sqrt());
            }
        }
        Ok(())
    }
}

/// Orthonormal columns.
#[derive(Default)]
struct Basis {
    columns: Vec<Vec<f64>>,
}

/// A column that keeps less of its length beside those before it says nothing new.
const NEW: f64 = 1e-7;

impl Basis {
    /// Adds the part of a column that is orthogonal to those before it (Gram and Schmidt), if there
    /// is any.
    fn add(&mut self, mut column: Vec<f64>, pace: &mut Pace<'_>) -> Result<(), Error> {
        let whole = length_of(&column);
        self.leave(&mut column, pace)?;
        let left = length_of(&column);
        if left > NEW * whole {
            column.iter_mut().for_each(|value| *value /= left);
            push(&mut self.columns, column)?;
        }
        Ok(())
    }

    /// Leaves of x what the columns don't explain. Twice, as the first time leaves rounding.
    fn leave(&self, x: &mut [f64], pace: &mut Pace<'_>) -> Result<(), Error> {
        for _ in 0..2 {
            for column in &self.columns {
                pace.steps(x.len())?;
                let by_rate: f64 = column.iter().zip(&*x).map(|(q, x)| q * x).sum();
                x.iter_mut()
                    .zip(column)
                    .for_each(|(x, q)| *x -= by_rate * q);
            }
        }
        Ok(())
    }

    /// The coordinates of x.
    fn by_rate(&self, x: &[f64], pace: &mut Pace<'_>) -> Result<Vec<f64>, Error> {
        pace.steps(x.len().saturating_mul(self.columns.len()))?;
        collect(
            self.columns
                .iter()
                .map(|column| column.iter().zip(x).map(|(q, x)| q * x).sum()),
        )
    }

    /// The sums over rows of the products of two columns, by a weight for each row.
    fn information(&self, weights: &[f64], pace: &mut Pace<'_>) -> Result<Vec<f64>, Error> {
        let rank = self.columns.len();
        let mut sums = filled(rank.saturating_mul(rank), 0.0)?;
        for (i, first) in self.columns.iter().enumerate() {
            for (j, second) in self.columns[..=i].iter().enumerate() {
                pace.steps(first.len())?;
                let products = first.iter().zip(second).zip(weights);
                let sum: f64 = products.map(|((a, b), weight)| a * b * weight).sum();
                sums[i * rank + j] = sum;
                sums[j * rank + i] = sum;
            }
        }
        Ok(sums)
    }
}

fn length_of(x: &[f64]) -> f64 {
    x.iter().map(|x| x * x).sum::<f64>().sqrt()
}
