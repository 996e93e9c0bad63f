//! Shims of bands, and of intervals of what is made of rates.

use crate::prelude::*;
use crate::replicates::{number_of, scheme_of, seed_of};
use weighted_roc_core::band::{
    ascending_by_rate, band_by_rate, band_by_threshold, deciles, differences_of_benefits,
    net_benefits, rate_influences as influences_of_rates, BenefitCovariance, ByThresholds,
    DecisionCurves, KnownVariances, RateGrid, Rates, Sample, Where,
};
use weighted_roc_core::quantity::Rate;
use weighted_roc_core::replicate::Replicates;

/// The sample of each score, with the `level` of the request. The covariance of a survey design may be empty.
fn samples<'a>(input: &'a Input, request: Record) -> Result<Vec<Sample<'a>>, Failure> {
    let level = request.or_default("level")?;
    let observations = input.observations()?;
    all(observations.iter().enumerate(), |(score, of)| {
        let sample = Sample::new(of, input.sampling(), level, input.options(&mut poll));
        sample.map_err(|error| Failure::from(error).in_score(score))
    })
}

/// Returns the sample of the only score.
fn sample<'a>(input: &'a Input, request: Record) -> Result<Sample<'a>, Failure> {
    let last = samples(input, request)?.pop();
    last.ok_or_else(|| Failure::internal("there is no score"))
}

/// The rate `by` which a band is, None for thresholds; and `at` what, by default the deciles of thresholds.
fn path_of(sample: &Sample<'_>, request: Record) -> Result<(Option<Rate>, Vec<f64>), Failure> {
    let at: Option<&[f64]> = request.find("at")?;
    let given = || copied(at.unwrap_or_default());
    Ok(match request.get("by")? {
        "threshold" if at.is_none() => (None, deciles(sample)?),
        "threshold" => (None, given()?),
        _ => (Some(request.get("by")?), given()?),
    })
}

fn grid_of(by: Rate, at: &[f64], request: Record) -> Result<RateGrid<'_>, Failure> {
    let mut grid = RateGrid::new(by, at);
    grid.kind = request.get("type")?;
    Ok(grid)
}

/// The places whose variances a request is made of: that of a band (`by`, `at`, `type`), or of quantities (`what`).
fn places_of(sample: &Sample<'_>, request: Record) -> Result<Vec<f64>, Failure> {
    if let Some(what) = request.find::<Vec<Quantity>>("what")? {
        return Ok(sample.places_of(&what, &mut poll)?);
    }
    let (by, mut at) = path_of(sample, request)?;
    let places = match by {
        None => Where::Thresholds(&at),
        Some(by) => {
            at = ascending_by_rate(by, &at)?;
            Where::Rates(grid_of(by, &at, request)?)
        }
    };
    Ok(sample.places(places, &mut poll)?)
}

/// The same by their thresholds, NaN where nothing is called positive. None where nothing can be known.
pub fn band_places(input: Input, request: Record) -> Result<Value, Failure> {
    let sample = sample(&input, request)?;
    let places = if sample.is_known() {
        sample.thresholds_of(&places_of(&sample, request)?)?
    } else {
        reserve(0)?
    };
    rows! { places.len() =>
        |i| { let place = places[i]; }
        "threshold" => place.threshold.unwrap_or(f64::NAN),
        "after" => place.next.unwrap_or(f64::NAN),
        "share" => place.share,
    }
}

/// The rates at such places, FPR first, and the influences on the first one, on the second one and so on.
pub fn rate_influences(input: Input, places: Record) -> Result<Value, Failure> {
    let known = |threshold: f64| (!threshold.is_nan()).then_some(threshold);
    let (threshold, after): (&[f64], &[f64]) = (places.get("threshold")?, places.get("after")?);
    let share: &[f64] = places.get("share")?;
    let places = collect((0..share.len()).map(|i| ByThresholds {
        threshold: known(threshold[i]),
        next: known(after[i]),
        share: share[i],
    }))?;
    let result = influences_of_rates(&input.one()?, &places, Options::new(&mut poll))?;
    named! { "values" => result.values, "influences" => result.influences }
}

/// Takes what package survey made of the influences at places: `negatives`, `positives` and `both`.
fn give(sample: &mut Sample<'_>, places: &[f64], given: Record) -> Result<(), Failure> {
    let variances = [given.get("negatives")?, given.get("positives")?];
    sample.give(KnownVariances::new(places, variances, given.get("both")?)?);
    Ok(())
}

/// Lets a sample know what the request asks for: by `given`, or by `replicates`, of which this returns the number that
/// have both classes.
fn prepare(sample: &mut Sample<'_>, input: &Input, request: Record) -> Result<f64, Failure> {
    let (given, drawn): (Option<Record>, _) = (request.find("given")?, request.find("replicates")?);
    let weight_models = input.sampling().weight_models;
    if !sample.is_known() || given.is_none() && drawn.is_none() && weight_models.is_none() {
        return Ok(f64::NAN);
    }
    let (places, mut poll) = (places_of(sample, request)?, poll);
    let options = input.options(&mut poll);
    if let Some(given) = given {
        give(sample, &places, given)?;
    } else if let Some(drawn) = drawn {
        return Ok(sample.resample(&places, replicates_of(drawn, input)?, options)? as f64);
    } else if let Some(weight_models) = weight_models {
        sample.weight_model(&places, &weight_models, options)?;
    }
    Ok(f64::NAN)
}

/// The `scheme` of replicates, their `seed` and their number `R`, with what weights are made of.
fn replicates_of<'a>(drawn: Record, input: &'a Input) -> Result<Replicates<'a>, Failure> {
    let mut replicates = Replicates::new(scheme_of(drawn)?, number_of(drawn)?.unwrap_or_default());
    replicates.outcome = input.sampling.outcome();
    replicates.seed = seed_of(drawn)?;
    Ok(replicates)
}

/// The band of one score: whether anything is `known` of how it varies; how many replicates are `left`; and its `rows`, by
/// threshold TPR and TNR of the first one, then of the second one and so on.
pub fn band(input: Input, request: Record) -> Result<Value, Failure> {
    Range::NUMBER.check("at", request.or_default("at")?)?;
    let mut sample = sample(&input, request)?;
    let left = prepare(&mut sample, &input, request)?;
    let (by, at) = path_of(&sample, request)?;
    let rates = match by {
        None => {
            let both = band_by_threshold(&sample, &at, request.get("type")?, &mut poll)?;
            [both.tpr, both.tnr]
        }
        Some(by) => {
            let grid = grid_of(by, &at, request)?;
            [band_by_rate(&sample, &grid, &mut poll)?, Rates::default()]
        }
    };
    let rows = rows! { by [at.len(), if by.is_none() { 2 } else { 1 }] =>
        |i| { let (at, rates) = (at[i], &rates); }
        |of| {}
        "at" => at,
        "rate" => rates[of].rate[i],
        "low" => or_missing(rates[of].low[i]),
        "high" => or_missing(rates[of].high[i]),
    };
    named! { "known" => sample.is_known(), "left" => left, "rows" => rows? }
}

from_records!(DecisionCurves<'_> => decision_curves);

fn decision_curves<'a>(request: Record) -> Result<DecisionCurves<'a>, Failure> {
    let mut spec = DecisionCurves::new(request.get("at")?);
    spec.standardized = request.get("standardize")?;
    fill!(spec, request; prior, simultaneous);
    Range::UNCERTAIN.check("prior", spec.prior.as_slice())?;
    Ok(spec)
}

/// The net benefits of each score at thresholds, the first score first, and the influences on the first one, on
/// the second one and so on.
pub fn net_benefit_influences(input: Input, request: DecisionCurves) -> Result<Value, Failure> {
    let (mut values, mut influences) = (reserve(0)?, reserve(0)?);
    for observations in input.observations()? {
        let result = request.influences(&observations, input.options(&mut poll))?;
        for value in result.values {
            push(&mut values, value)?;
        }
        for influence in result.influences {
            push(&mut influences, influence)?;
        }
    }
    named! { "values" => values, "influences" => influences }
}

/// How net benefits vary together, where independent units do not say it: by `same` and `neighbours` of a survey
/// design, by `weight_models`, or by `replicates`, of which it gives the number that have both classes.
fn covariance_of(
    input: &Input,
    samples: &[Sample<'_>],
    spec: &DecisionCurves<'_>,
    request: Record,
) -> Result<(Option<BenefitCovariance>, f64), Failure> {
    if let Some(same) = request.find::<&[f64]>("same")? {
        let neighbours = copied(request.get("neighbours")?)?;
        let (scores, thresholds) = (samples.len(), spec.ascending()?.len());
        let known = BenefitCovariance::new(scores, thresholds, copied(same)?, neighbours)?;
        return Ok((Some(known), f64::NAN));
    }
    let (mut poll, weight_models) = (poll, input.sampling().weight_models);
    let options = input.options(&mut poll);
    Ok(match (request.find("replicates")?, weight_models) {
        _ if !samples.iter().all(Sample::is_known) => (None, f64::NAN),
        (Some(drawn), _) => {
            let drawn = replicates_of(drawn, input)?;
            let (covariance, left) = BenefitCovariance::resampled(samples, spec, drawn, options)?;
            (Some(covariance), left as f64)
        }
        (None, Some(weight_models)) => {
            let covariance = BenefitCovariance::linked(samples, spec, &weight_models, options)?;
            (Some(covariance), f64::NAN)
        }
        (None, None) => (None, f64::NAN),
    })
}

/// The intervals of the net benefits of all scores, or of their differences, one after the other. Of a survey design `given`
/// has what [`give`] takes for each score, and [`covariance_of`] what it takes if covariances are asked for.
pub fn net_benefit_bands(input: Input, request: Record) -> Result<Value, Failure> {
    let spec = decision_curves(request)?;
    let mut samples = samples(&input, request)?;
    let given = request.or_default("given")?;
    for (sample, given) in samples.iter_mut().zip::<Vec<Record>>(given) {
        if sample.is_known() {
            let places = sample.places(Where::Thresholds(spec.thresholds), &mut poll)?;
            give(sample, &places, given)?;
        }
    }
    let (covariance, left) = covariance_of(&input, &samples, &spec, request)?;
    let known = samples.iter().all(Sample::is_known);
    let intervals = if request.get("difference")? {
        differences_of_benefits
    } else {
        net_benefits
    };
    let mut poll = poll;
    let options = input.options(&mut poll);
    let result = intervals(&mut samples, &spec, covariance.as_ref(), options)?;
    let rows = rows! { by [result.len(), spec.thresholds.len()] =>
        |i| { let benefits = &result[i]; }
        |at| {}
        "low" => or_missing(benefits.low[at]), "high" => or_missing(benefits.high[at])
    };
    named! { "known" => known, "left" => left, "rows" => rows? }
}
