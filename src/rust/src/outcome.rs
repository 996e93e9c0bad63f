//! Shims of outcomes at a time.

use crate::prelude::*;
use crate::sampling::SamplingOfR;
use weighted_roc_core::censoring::{
    censoring_curve as curve_of, outcome_weights as weights_of, Censoring, Covariates, Known,
    KnownStrata, Outcome,
};
use weighted_roc_core::Weights;

/// The `label` and the `weight` of each observation, see [`outcome_of`].
pub fn outcome_weights(outcome: Outcome) -> Result<Value, Failure> {
    let result = weights_of(&outcome, Options::new(&mut poll))?;
    named! {
        "label" => result.labels,
        "weight" => result.weights,
    }
}

/// The product limit of the list `time`, `status`, `weights`, `strata`, `strata_number` (see [`outcome_of`]): the
/// probability `survival` of not having been censored behind each `time`, and the `stratum`.
pub fn censoring_curve(sample: Record) -> Result<Value, Failure> {
    let result = curve_of(&sample_of(sample, f64::INFINITY)?, Options::new(&mut poll))?;
    named! {
        "time" => result.times,
        "survival" => result.survival,
        "stratum" => result.strata,
    }
}

from_records!(Outcome<'_> => outcome_of);

/// The list `time`, `status` (0 censored, 1 the event, 2 another), `weights` (NULL for 1), `strata` (NULL, or codes from
/// 0 on) and `strata_number`, `covariates` (NULL, or the columns of a matrix), `known` (NULL, or a list `time` and `survival`, with the `stratum` of each where there are
/// strata), `t`, and `controls` ("all" or "free").
pub fn outcome_of<'a>(given: Record) -> Result<Outcome<'a>, Failure> {
    let mut outcome = sample_of(given, given.get("t")?)?;
    fill!(outcome, given; controls);
    let strata = match outcome.censoring {
        Censoring::Strata(codes, number) => Some((codes, number)),
        _ => None,
    };
    if let Some(values) = given.find("covariates")? {
        outcome.censoring = Censoring::Cox(Covariates { values, strata });
    }
    if let Some(known) = given.find::<Record>("known")? {
        let of_strata = |(observations, number)| -> Result<KnownStrata, Failure> {
            Ok(KnownStrata {
                steps: known.get("stratum")?,
                observations,
                number,
            })
        };
        outcome.censoring = Censoring::Known(Known {
            times: known.get("time")?,
            survival: known.get("survival")?,
            strata: strata.map(of_strata).transpose()?,
        });
    }
    Ok(outcome)
}

fn sample_of<'a>(given: Record, at: f64) -> Result<Outcome<'a>, Failure> {
    let mut sample = Outcome::new(given.get("time")?, given.get("status")?, at);
    if let Some(weights) = given.find("weights")? {
        sample.weights = Weights::F64(weights);
    }
    if let Some(codes) = given.find("strata")? {
        sample.censoring = Censoring::Strata(codes, given.get("strata_number")?);
    }
    Ok(sample)
}

/// The `influences` of observations of these weights, column by column, through the links of their `sampling`.
pub fn linked_influences(
    influences: &[f64],
    weight: &[f64],
    sampling: SamplingOfR,
) -> Result<Value, Failure> {
    match sampling.get().weight_models {
        Some(weight_models) => {
            numbers(weight_models.influences(influences, weight, Options::new(&mut poll))?)
        }
        None => numbers(influences),
    }
}
