//! How observations were sampled, as R says it once.

use crate::outcome::outcome_of;
use crate::prelude::*;
use weighted_roc_core::censoring::Outcome;
use weighted_roc_core::sampling::{
    Clusters, Counts, Design, FittedWeights, Folds, Matrix, Sampling, Unit, WeightModel,
    WeightModels,
};

/// The named list `variance`, `cluster` (NULL, or codes from 0 on) and `clusters` (how many there are), `folds` (NULL, or
/// the `codes` of all repetitions and the `numbers` of their folds), `weight_models` (NULL, or a list `weight_models`, the `rows` of
/// the observations in them, counted from 0, and the clusters of all rows), and `known` (NULL, or the `covariance` of
/// estimates by a survey design and the `most` degrees of freedom that it has; for estimates also what [`with_request`](crate::estimate::with_request) reads). A missing field is as NULL, and others
/// are R's own.
#[derive(Default)]
pub struct SamplingOfR<'a> {
    /// Without folds, counts and weight models.
    plain: Sampling<'a>,
    folds: Vec<Folds<'a>>,
    weight_models: Vec<WeightModel<'a>>,
    rows_of_weight_models: Option<&'a [i32]>,
    clusters_of_weight_models: Option<Clusters<'a>>,
    /// All that is known by a survey design.
    pub known: Option<Record>,
}

from_records!(SamplingOfR<'_> => SamplingOfR::from_record, Design<'_> => design_of);

impl<'a> SamplingOfR<'a> {
    fn from_record(given: Record) -> Result<SamplingOfR<'a>, Failure> {
        let mut sampling = SamplingOfR::default();
        sampling.plain.unit = unit_of(given.find("variance")? == Some("frequency"));
        sampling.plain.correction = given.or_default("variance")?;
        sampling.plain.clusters = clusters_of(given)?;
        if let Some(folds) = given.find::<Record>("folds")? {
            sampling.folds = folds_of(folds.get("codes")?, folds.get("numbers")?)?;
        }
        if let Some(weight_models) = given.find::<Record>("links")? {
            sampling.weight_models = all(
                weight_models.get::<Vec<_>>("links")?.into_iter(),
                weight_model_of,
            )?;
            sampling.rows_of_weight_models = weight_models.find("rows")?;
            sampling.clusters_of_weight_models = clusters_of(weight_models)?;
        }
        sampling.known = given.find("known")?;
        sampling.plain.design = sampling.known.map(design_of).transpose()?;
        Ok(sampling)
    }

    /// As the core takes it, without links that add nothing to what is said with the weights as they are.
    pub fn get(&self) -> Sampling<'_> {
        let mut sampling = self.plain;
        sampling.folds = &self.folds;
        sampling.weight_models = self.all_weight_models();
        if let [WeightModel::Outcome(outcome), others @ ..] = &self.weight_models[..] {
            sampling.counts = Some(Counts::new(*outcome, self.rows_of_weight_models));
            let is_of_rows = sampling.unit == Unit::Row || !outcome.is_known();
            if others.is_empty() && is_of_rows && !outcome.moves_weights() {
                sampling.weight_models = None;
            }
        }
        sampling
    }

    /// Those that say which rows the observations are, too.
    pub fn all_weight_models(&self) -> Option<WeightModels<'_>> {
        (!self.weight_models.is_empty()).then(|| {
            let mut weight_models = WeightModels::new(&self.weight_models);
            weight_models.rows = self.rows_of_weight_models;
            weight_models.clusters = self.clusters_of_weight_models;
            weight_models
        })
    }

    /// The outcome that weights are of, where it changes from replicate to replicate.
    pub fn outcome(&self) -> Option<Outcome<'a>> {
        match self.weight_models[..] {
            [WeightModel::Outcome(outcome), ..] if outcome.moves_weights() => Some(outcome),
            _ => None,
        }
    }
}

/// The `covariance` by a survey design and its `most` degrees of freedom.
fn design_of<'a>(known: Record) -> Result<Design<'a>, Failure> {
    Ok(read_as!(known, Design { covariance, most }))
}

/// Returns the unit of weights that are numbers of observations, or not.
pub fn unit_of(counts: bool) -> Unit {
    if counts {
        Unit::Count
    } else {
        Unit::Row
    }
}

fn clusters_of<'a>(given: Record) -> Result<Option<Clusters<'a>>, Failure> {
    match given.find("cluster")? {
        Some(codes) => Ok(Some((codes, given.get("clusters")?))),
        None => Ok(None),
    }
}

fn folds_of<'a>(codes: &'a [i32], numbers: &[i32]) -> Result<Vec<Folds<'a>>, Failure> {
    let rows = (codes.len() / numbers.len().max(1)).max(1);
    all(codes.chunks(rows).zip(numbers), |(codes, &number)| {
        let number = number.max(0) as usize;
        Ok(Folds { codes, number })
    })
}

/// An outcome at a time where `kind` says so, otherwise by what parts it has: `functions`, or those of a model.
fn weight_model_of<'a>(weight_model: Record) -> Result<WeightModel<'a>, Failure> {
    if weight_model.find("kind")? == Some("censoring") {
        return Ok(WeightModel::Outcome(outcome_of(weight_model)?));
    }
    let matrix = |values: &'a [f64]| -> Result<Matrix<'a>, Failure> {
        let rows = weight_model.get("rows")?;
        Ok(Matrix { values, rows })
    };
    if let Some(functions) = weight_model.find("functions")? {
        return Ok(WeightModel::Functions(matrix(functions)?));
    }
    let design = matrix(weight_model.get("design")?)?;
    Ok(WeightModel::Model(read_as!(weight_model, FittedWeights {
        response, fitted, slopes, scores, information; design
    })))
}
