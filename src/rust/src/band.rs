//! Shims of bands, and of intervals of what is made of rates.

use crate::entry::shims;
use crate::failure::Failure;
use crate::input::List;
use crate::interval::level_of;
use crate::observations::Input;
use crate::record::Record;
use crate::replicates::{number_of, scheme_of, seed_of};
use crate::result::{named, numbers_or_missing, rows, Value};
use crate::session::poll;
use crate::wire::quantities_of;
use weighted_roc_core::band::{
    ascending_along, band_by_rate, band_by_threshold, deciles, differences_of_benefits,
    net_benefits, rate_influences as influences_of_rates, BenefitCovariance, Benefits,
    ByThresholds, DecisionCurves, KnownVariances, RateGrid, Sample, Type, Where,
};
use weighted_roc_core::memory::{collect, filled, push, reserve};
use weighted_roc_core::quantity::Rate;
use weighted_roc_core::replicate::{Replicates, Scheme};
use weighted_roc_core::{Options, Range};

/// The sample of each score, with the `level` of the request. The covariance of a survey design may be empty.
fn samples<'a>(input: &'a Input, request: Record) -> Result<Vec<Sample<'a>>, Failure> {
    let level = level_of(request)?;
    let mut samples = reserve(input.scores.len())?;
    for (score, observations) in input.observations()?.iter().enumerate() {
        let sampling = input.sampling();
        let sample = Sample::new(observations, sampling, level, input.options(&mut poll));
        let of_score = |error| Failure::from(error).of_score(score);
        push(&mut samples, sample.map_err(of_score)?)?;
    }
    Ok(samples)
}

/// Returns the sample of the only score.
fn sample<'a>(input: &'a Input, request: Record) -> Result<Sample<'a>, Failure> {
    samples(input, request)?
        .pop()
        .ok_or_else(|| Failure::internal("there is no score".to_string()))
}

fn by_of(request: Record) -> Result<Rate, Failure> {
    request.word("by", &[("FPR", Rate::Fpr), ("TPR", Rate::Tpr)])
}

fn type_of(request: Record) -> Result<Type, Failure> {
    let types = [
        ("pointwise", Type::Pointwise),
        ("equal-precision", Type::EqualPrecision),
        ("fixed-width", Type::FixedWidth),
    ];
    request.word("type", &types)
}

/// The places whose variances a request is made of: that of a band (`by`, `at`, `type`), or of quantities (`what`).
fn places_of(sample: &Sample<'_>, request: Record) -> Result<Vec<f64>, Failure> {
    if let Some(what) = request.find::<List<Record>>("what")? {
        return Ok(sample.places_of(&quantities_of(what)?, &mut poll)?);
    }
    Ok(match (request.get("by")?, request.find::<&[f64]>("at")?) {
        ("threshold", Some(at)) => sample.places(Where::Thresholds(at), &mut poll)?,
        ("threshold", None) => sample.places(Where::Thresholds(&deciles(sample)?), &mut poll)?,
        (_, at) => {
            let by = by_of(request)?;
            let at = ascending_along(by, at.unwrap_or_default())?;
            let mut by_rate = RateGrid::new(by, &at);
            by_rate.kind = type_of(request)?;
            sample.places(Where::Rates(by_rate), &mut poll)?
        }
    })
}

/// The same by their thresholds, NaN where nothing is called positive. None where nothing can be known.
fn band_places(input: Record, request: Record) -> Result<Value, Failure> {
    let input = Input::of(input)?;
    let sample = sample(&input, request)?;
    let places = if sample.is_known() {
        places_of(&sample, request)?
    } else {
        reserve(0)?
    };
    let places = sample.thresholds_of(&places)?;
    rows! { places.len() =>
        |i| { let place = places[i]; }
        "threshold" => place.threshold.unwrap_or(f64::NAN),
        "after" => place.next.unwrap_or(f64::NAN),
        "share" => place.share,
    }
}

/// The rates at such places, FPR first, and the influences on the first one, on the second one and so on.
fn rate_influences(input: Record, places: Record) -> Result<Value, Failure> {
    let input = Input::of(input)?;
    let known = |threshold: f64| (!threshold.is_nan()).then_some(threshold);
    let (threshold, after): (&[f64], &[f64]) = (places.get("threshold")?, places.get("after")?);
    let share: &[f64] = places.get("share")?;
    let mut spec = reserve(share.len())?;
    for ((&threshold, &next), &share) in threshold.iter().zip(after).zip(share) {
        let place = ByThresholds {
            threshold: known(threshold),
            next: known(next),
            share,
        };
        push(&mut spec, place)?;
    }
    let result = influences_of_rates(&input.one()?, &spec, Options::new(&mut poll))?;
    named! { "values" => result.values, "influences" => result.influences }
}

/// Takes what package survey made of the influences at places: `negatives`, `positives` and `both`.
fn give(sample: &mut Sample<'_>, places: &[f64], given: Record) -> Result<(), Failure> {
    let variances = [given.get("negatives")?, given.get("positives")?];
    sample.give(KnownVariances::new(places, variances, given.get("both")?)?);
    Ok(())
}

/// A sample that knows what the request asks for: by `given`, or by `replicates`, of which it gives the number
/// that have both classes.
fn prepared<'a>(input: &'a Input, request: Record) -> Result<(Sample<'a>, f64), Failure> {
    let mut sample = sample(input, request)?;
    let mut left = f64::NAN;
    if !sample.is_known() {
        return Ok((sample, left));
    }
    if let Some(given) = request.find::<Record>("given")? {
        let places = places_of(&sample, request)?;
        give(&mut sample, &places, given)?;
        return Ok((sample, left));
    }
    if let Some(drawn) = request.find::<Record>("replicates")? {
        let replicates = replicates_of(drawn, input)?;
        let places = places_of(&sample, request)?;
        left = sample.resample(&places, replicates, input.options(&mut poll))? as f64;
    } else if let Some(weight_models) = input.sampling().weight_models {
        let places = places_of(&sample, request)?;
        sample.weight_model(&places, &weight_models, input.options(&mut poll))?;
    }
    Ok((sample, left))
}

/// The `scheme` of replicates, their `seed` and their `number`, with what weights are made of.
fn replicates_of<'a>(drawn: Record, input: &'a Input) -> Result<Replicates<'a>, Failure> {
    let scheme = scheme_of(drawn)?.unwrap_or(Scheme::Multinomial);
    let mut replicates = Replicates::new(scheme, number_of(drawn)?.unwrap_or_default());
    replicates.outcome = input.sampling.outcome();
    replicates.seed = seed_of(drawn)?;
    Ok(replicates)
}

/// The band of one score: whether anything is `known` of how it varies; how many replicates are `left`; by
/// threshold both rates of the first one, then of the second one and so on.
fn band(input: Record, request: Record) -> Result<Value, Failure> {
    let input = Input::of(input)?;
    Range::NUMBER.check("at", request.find("at")?.unwrap_or_default())?;
    let (sample, left) = prepared(&input, request)?;
    let known = sample.is_known();
    let kind = type_of(request)?;
    let at: Option<&[f64]> = request.find("at")?;
    let [at, rate, low, high] = if request.get::<&str>("by")? == "threshold" {
        let by_default;
        let at = match at {
            Some(at) => at,
            None => {
                by_default = deciles(&sample)?;
                &by_default
            }
        };
        let both = band_by_threshold(&sample, at, kind, &mut poll)?;
        let by_turns = |tpr: &[f64], tnr: &[f64]| {
            let mut column = filled(2 * tpr.len(), 0.0)?;
            for (pair, (&tpr, &tnr)) in column.chunks_exact_mut(2).zip(tpr.iter().zip(tnr)) {
                pair.copy_from_slice(&[tpr, tnr]);
            }
            Ok::<_, Failure>(column)
        };
        [
            by_turns(at, at)?,
            by_turns(&both.tpr.rate, &both.tnr.rate)?,
            by_turns(&both.tpr.low, &both.tnr.low)?,
            by_turns(&both.tpr.high, &both.tnr.high)?,
        ]
    } else {
        let at = at.unwrap_or_default();
        let mut by_rate = RateGrid::new(by_of(request)?, at);
        by_rate.kind = kind;
        let result = band_by_rate(&sample, &by_rate, &mut poll)?;
        [
            collect(at.iter().copied())?,
            result.rate,
            result.low,
            result.high,
        ]
    };
    named! {
        "known" => known,
        "left" => left,
        "at" => at,
        "rate" => rate,
        "low" => numbers_or_missing(low)?,
        "high" => numbers_or_missing(high)?,
    }
}

fn decision_curves<'a>(request: Record) -> Result<DecisionCurves<'a>, Failure> {
    let mut spec = DecisionCurves::new(request.get("at")?);
    spec.prior = request.find("prior")?;
    Range::UNCERTAIN.check("prior", spec.prior.as_slice())?;
    spec.standardized = request.get("standardize")?;
    spec.simultaneous = request.get("simultaneous")?;
    Ok(spec)
}

/// The net benefits of each score at thresholds, the first score first, and the influences on the first one, on
/// the second one and so on.
fn net_benefit_influences(input: Record, request: Record) -> Result<Value, Failure> {
    let input = Input::of(input)?;
    let spec = decision_curves(request)?;
    let (mut values, mut influences) = (reserve(0)?, reserve(0)?);
    for observations in input.observations()? {
        let result = spec.influences(&observations, input.options(&mut poll))?;
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
fn along_of(
    input: &Input,
    samples: &[Sample<'_>],
    spec: &DecisionCurves<'_>,
    request: Record,
) -> Result<(Option<BenefitCovariance>, f64), Failure> {
    if let Some(same) = request.find::<&[f64]>("same")? {
        let by_rate = BenefitCovariance::new(
            samples.len(),
            spec.ascending()?.len(),
            collect(same.iter().copied())?,
            collect(request.get::<&[f64]>("neighbours")?.iter().copied())?,
        )?;
        return Ok((Some(by_rate), f64::NAN));
    }
    if !samples.iter().all(Sample::is_known) {
        return Ok((None, f64::NAN));
    }
    let mut poll = poll;
    let options = input.options(&mut poll);
    if let Some(drawn) = request.find::<Record>("replicates")? {
        let drawn = replicates_of(drawn, input)?;
        let (by_rate, left) = BenefitCovariance::resampled(samples, spec, drawn, options)?;
        return Ok((Some(by_rate), left as f64));
    }
    match input.sampling().weight_models {
        Some(weight_models) => {
            let by_rate = BenefitCovariance::linked(samples, spec, &weight_models, options)?;
            Ok((Some(by_rate), f64::NAN))
        }
        None => Ok((None, f64::NAN)),
    }
}

/// The net benefits of all scores, or their differences, one after the other. Of a survey design `given` has what
/// [`give`] takes for each score, and [`along_of`] what it takes if covariances are asked for.
fn net_benefit_bands(input: Record, request: Record) -> Result<Value, Failure> {
    let input = Input::of(input)?;
    let spec = decision_curves(request)?;
    let mut samples = samples(&input, request)?;
    if let Some(given) = request.find::<List<Record>>("given")? {
        for (sample, given) in samples.iter_mut().zip(given.read_all()?) {
            if !sample.is_known() {
                continue;
            }
            let places = sample.places(Where::Thresholds(spec.thresholds), &mut poll)?;
            give(sample, &places, given)?;
        }
    }
    let (by_rate, left) = along_of(&input, &samples, &spec, request)?;
    let known = samples.iter().all(Sample::is_known);
    let by_curve = if request.get("difference")? {
        differences_of_benefits
    } else {
        net_benefits
    };
    let result = by_curve(
        &mut samples,
        &spec,
        by_rate.as_ref(),
        input.options(&mut poll),
    )?;
    let column = |of: fn(&Benefits) -> &[f64]| {
        let mut column = reserve(result.len().saturating_mul(spec.thresholds.len()))?;
        for benefits in &result {
            for &value in of(benefits) {
                push(&mut column, value)?;
            }
        }
        numbers_or_missing(column)
    };
    named! {
        "known" => known,
        "left" => left,
        "prior" => collect(result.iter().map(|benefits| benefits.prior))?,
        "benefit" => column(|benefits| &benefits.benefit)?,
        "low" => column(|benefits| &benefits.low)?,
        "high" => column(|benefits| &benefits.high)?,
        "of_all" => column(|benefits| &benefits.of_all)?,
    }
}

shims! {
    band(input, request);
    band_places(input, request);
    rate_influences(input, places);
    net_benefit_bands(input, request);
    net_benefit_influences(input, request);
}
