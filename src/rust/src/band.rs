//! Shims of bands, and of intervals of what is made of rates.

use crate::entry::shims;
use crate::failure::Failure;
use crate::input::List;
use crate::record::Record;
use crate::replicates::{scheme_of, seed_of};
use crate::result::{list, numbers_or_missing, rows, Value};
use crate::scored::Scored;
use crate::session::poll;
use crate::wire::quantities_of;
use weighted_roc_core::band::{
    ascending_along, band_by_rate, band_by_threshold, deciles, differences_of_benefits,
    net_benefits, rate_influences as influences_of_rates, Along, AlongRate, Benefits, ByThresholds,
    DecisionCurves, Given, Sample, Type, Where,
};
use weighted_roc_core::interval::Level;
use weighted_roc_core::memory::{collect, filled, push, reserve};
use weighted_roc_core::quantity::Rate;
use weighted_roc_core::replicate::Replicates;
use weighted_roc_core::Options;

/// The sample of each score, with the `level` of the request. The covariance of a survey design may be empty.
fn samples<'a>(scored: &'a Scored, request: Record) -> Result<Vec<Sample<'a>>, Failure> {
    let level = Level::new(request.get("level")?)?;
    let mut samples = reserve(scored.scores.len())?;
    for (score, observations) in scored.observations()?.iter().enumerate() {
        let options = Options {
            threads: scored.threads,
            poll: &mut poll,
        };
        let sample = Sample::new(observations, scored.sampling(), level, options);
        push(
            &mut samples,
            sample.map_err(|error| Failure::from(error).of_score(score))?,
        )?;
    }
    Ok(samples)
}

/// Returns the sample of the only score.
fn sample<'a>(scored: &'a Scored, request: Record) -> Result<Sample<'a>, Failure> {
    samples(scored, request)?
        .pop()
        .ok_or_else(|| Failure::internal("there is no score".to_string()))
}

fn by_of(request: Record) -> Result<Rate, Failure> {
    match request.get("by")? {
        "FPR" => Ok(Rate::Fpr),
        "TPR" => Ok(Rate::Tpr),
        other => Err(Failure::internal(format!("no rate {other}"))),
    }
}

fn type_of(request: Record) -> Result<Type, Failure> {
    match request.get("type")? {
        "pointwise" => Ok(Type::Pointwise),
        "equal-precision" => Ok(Type::EqualPrecision),
        "fixed-width" => Ok(Type::FixedWidth),
        other => Err(Failure::internal(format!("no type {other}"))),
    }
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
            let mut along = AlongRate::new(by, &at);
            along.kind = type_of(request)?;
            sample.places(Where::Rates(along), &mut poll)?
        }
    })
}

/// The same by their thresholds, NaN where nothing is called positive. None where nothing can be known.
fn band_places(scored: Record, request: Record) -> Result<Value, Failure> {
    let scored = Scored::of(scored)?;
    let sample = sample(&scored, request)?;
    let places = if sample.is_known() {
        places_of(&sample, request)?
    } else {
        reserve(0)?
    };
    let places = sample.thresholds_of(&places)?;
    rows! {
        places.len(), |i| {
            let ByThresholds {
                threshold,
                next,
                share,
            } = places[i];
        }
        "threshold": threshold.unwrap_or(f64::NAN),
        "after": next.unwrap_or(f64::NAN),
        "share": share,
    }
}

/// The rates at such places, FPR first, and the influences on the first one, on the second one and so on.
fn rate_influences(scored: Record, places: Record) -> Result<Value, Failure> {
    let scored = Scored::of(scored)?;
    let known = |threshold: f64| (!threshold.is_nan()).then_some(threshold);
    let (threshold, after): (&[f64], &[f64]) = (places.get("threshold")?, places.get("after")?);
    let share: &[f64] = places.get("share")?;
    let mut asked = reserve(share.len())?;
    for ((&threshold, &next), &share) in threshold.iter().zip(after).zip(share) {
        let place = ByThresholds {
            threshold: known(threshold),
            next: known(next),
            share,
        };
        push(&mut asked, place)?;
    }
    let found = influences_of_rates(&scored.one()?, &asked, Options::new(&mut poll))?;
    list! {
        "values": found.values,
        "influences": found.influences,
    }
}

/// Takes what package survey made of the influences at places: `negatives`, `positives` and `both`.
fn give(sample: &mut Sample<'_>, places: &[f64], given: Record) -> Result<(), Failure> {
    let variances = [given.get("negatives")?, given.get("positives")?];
    sample.give(Given::new(places, variances, given.get("both")?)?);
    Ok(())
}

/// A sample that knows what the request asks for: by `given`, or by `replicates`, of which it gives the number
/// that have both classes.
fn prepared<'a>(scored: &'a Scored, request: Record) -> Result<(Sample<'a>, f64), Failure> {
    let mut sample = sample(scored, request)?;
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
        let replicates = replicates_of(drawn, scored)?;
        let places = places_of(&sample, request)?;
        let options = Options {
            threads: scored.threads,
            poll: &mut poll,
        };
        left = sample.resample(&places, replicates, options)? as f64;
    } else if let Some(links) = scored.sampling().links {
        let places = places_of(&sample, request)?;
        sample.link(&places, &links, scored.options(&mut poll))?;
    }
    Ok((sample, left))
}

/// The `scheme` of replicates, their `seed` and their `number`, with what weights are made of.
fn replicates_of<'a>(drawn: Record, scored: &'a Scored) -> Result<Replicates<'a>, Failure> {
    let scheme = scheme_of(drawn.get("scheme")?)?;
    let mut replicates = Replicates::new(scheme, drawn.get("number")?);
    replicates.outcome = scored.sampling.outcome();
    replicates.seed = seed_of(drawn.get("seed")?)?;
    Ok(replicates)
}

/// The band of one score: whether anything is `known` of how it varies; how many replicates are `left`; by
/// threshold both rates of the first one, then of the second one and so on.
fn band(scored: Record, request: Record) -> Result<Value, Failure> {
    let scored = Scored::of(scored)?;
    let (sample, left) = prepared(&scored, request)?;
    let known = f64::from(u8::from(sample.is_known()));
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
        let mut along = AlongRate::new(by_of(request)?, at);
        along.kind = kind;
        let found = band_by_rate(&sample, &along, &mut poll)?;
        [
            collect(at.iter().copied())?,
            found.rate,
            found.low,
            found.high,
        ]
    };
    list! {
        "known": known,
        "left": left,
        "at": at,
        "rate": rate,
        "low": numbers_or_missing(low)?,
        "high": numbers_or_missing(high)?,
    }
}

fn decision_curves<'a>(request: Record) -> Result<DecisionCurves<'a>, Failure> {
    let mut asked = DecisionCurves::new(request.get("at")?);
    asked.prior = request.find("prior")?;
    asked.standardized = request.get("standardize")?;
    asked.simultaneous = request.get("simultaneous")?;
    Ok(asked)
}

/// The net benefits of each score at thresholds, the first score first, and the influences on the first one, on
/// the second one and so on.
fn net_benefit_influences(scored: Record, request: Record) -> Result<Value, Failure> {
    let scored = Scored::of(scored)?;
    let asked = decision_curves(request)?;
    let (mut values, mut influences) = (reserve(0)?, reserve(0)?);
    for observations in scored.observations()? {
        let options = Options {
            threads: scored.threads,
            poll: &mut poll,
        };
        let found = asked.influences(&observations, options)?;
        for value in found.values {
            push(&mut values, value)?;
        }
        for influence in found.influences {
            push(&mut influences, influence)?;
        }
    }
    list! {
        "values": values,
        "influences": influences,
    }
}

/// How net benefits vary together, where independent units do not say it: by `same` and `neighbours` of a survey
/// design, by `links`, or by `replicates`, of which it gives the number that have both classes.
fn along_of(
    scored: &Scored,
    samples: &[Sample<'_>],
    asked: &DecisionCurves<'_>,
    request: Record,
) -> Result<(Option<Along>, f64), Failure> {
    if let Some(same) = request.find::<&[f64]>("same")? {
        let along = Along::new(
            samples.len(),
            asked.ascending()?.len(),
            collect(same.iter().copied())?,
            collect(request.get::<&[f64]>("neighbours")?.iter().copied())?,
        )?;
        return Ok((Some(along), f64::NAN));
    }
    if !samples.iter().all(Sample::is_known) {
        return Ok((None, f64::NAN));
    }
    let mut poll = poll;
    let options = scored.options(&mut poll);
    if let Some(drawn) = request.find::<Record>("replicates")? {
        let drawn = replicates_of(drawn, scored)?;
        let (along, left) = Along::resampled(samples, asked, drawn, options)?;
        return Ok((Some(along), left as f64));
    }
    match scored.sampling().links {
        Some(links) => {
            let along = Along::linked(samples, asked, &links, options)?;
            Ok((Some(along), f64::NAN))
        }
        None => Ok((None, f64::NAN)),
    }
}

/// The net benefits of all scores, or their differences, one after the other. Of a survey design `given` has what
/// [`give`] takes for each score, and [`along_of`] what it takes if covariances are asked for.
fn net_benefit_bands(scored: Record, request: Record) -> Result<Value, Failure> {
    let scored = Scored::of(scored)?;
    let asked = decision_curves(request)?;
    let mut samples = samples(&scored, request)?;
    if let Some(given) = request.find::<List<Record>>("given")? {
        for (sample, given) in samples.iter_mut().zip(given.read_all()?) {
            if !sample.is_known() {
                continue;
            }
            let places = sample.places(Where::Thresholds(asked.thresholds), &mut poll)?;
            give(sample, &places, given)?;
        }
    }
    let (along, left) = along_of(&scored, &samples, &asked, request)?;
    let known = samples.iter().all(Sample::is_known);
    let options = Options {
        threads: scored.threads,
        poll: &mut poll,
    };
    let found = if request.get("difference")? {
        differences_of_benefits(&mut samples, &asked, along.as_ref(), options)
    } else {
        net_benefits(&mut samples, &asked, along.as_ref(), options)
    }?;
    let column = |of: fn(&Benefits) -> &[f64]| {
        let mut column = reserve(found.len().saturating_mul(asked.thresholds.len()))?;
        for benefits in &found {
            for &value in of(benefits) {
                push(&mut column, value)?;
            }
        }
        numbers_or_missing(column)
    };
    list! {
        "known": f64::from(u8::from(known)),
        "left": left,
        "prior": collect(found.iter().map(|benefits| benefits.prior))?,
        "benefit": column(|benefits| &benefits.benefit)?,
        "low": column(|benefits| &benefits.low)?,
        "high": column(|benefits| &benefits.high)?,
        "of_all": column(|benefits| &benefits.of_all)?,
    }
}

shims! {
    band(scored, request);
    band_places(scored, request);
    rate_influences(scored, places);
    net_benefit_bands(scored, request);
    net_benefit_influences(scored, request);
}
