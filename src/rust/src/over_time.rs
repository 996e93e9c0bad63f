//! Shims of areas over times, and of concordance.

use crate::entry::shims;
use crate::failure::Failure;
use crate::input::{expected, List, Vector};
use crate::interval::{area_request, rows_of};
use crate::outcome::outcome_of;
use crate::record::Record;
use crate::result::{list, Value};
use crate::sampling::SamplingOfR;
use crate::session::{poll, protected};
use crate::spread::list_of_spread;
use crate::threads::threads_for;
use std::num::NonZeroUsize;
use weighted_roc_core::censoring::Outcome;
use weighted_roc_core::covariance::Covariance;
use weighted_roc_core::memory::{collect, push, reserve};
use weighted_roc_core::over_time::{
    areas_at_times as at_times, areas_over_time as over_time, concordance, incident_areas,
    integrated_areas, ConcordanceRequest, IncidentRequest, IntegratedRequest, Pairs, TimeWeights,
    TimesAreas, TimesRequest,
};
use weighted_roc_core::{Options, Poll, Scores};

/// The list `scores` (a list of vectors), `outcome` (see [`outcome_of`]) and `sampling`.
struct Followed<'a> {
    scores: Vec<Scores<'a>>,
    outcome: Outcome<'a>,
    sampling: SamplingOfR<'a>,
    threads: NonZeroUsize,
}

impl<'a> Followed<'a> {
    fn of(given: Record) -> Result<Followed<'a>, Failure> {
        let vectors: List<Vector<'a>> = given.get("scores")?;
        let (mut scores, mut rows) = (reserve(1)?, 0);
        for vector in vectors.read_all()? {
            rows = vector.length();
            // SAFETY: the body owns nothing; R protects the vectors while they are arguments.
            let score = unsafe { protected(|| vector.scores()) }?;
            push(&mut scores, expected("scores", score)?)?;
        }
        let outcome = outcome_of(given.get("outcome")?)?;
        Ok(Followed {
            threads: threads_for(rows, 1)?,
            scores,
            outcome,
            sampling: SamplingOfR::of(given.get("sampling")?)?,
        })
    }

    fn options<'b>(&self, poll: Poll<'b>) -> Options<'b> {
        Options {
            threads: self.threads,
            poll,
        }
    }
}

fn is_wanted(request: Record, name: &'static str) -> Result<bool, Failure> {
    Ok(request.find(name)?.unwrap_or(false))
}

/// Areas with their intervals at `times`, by the `level` and the `method` of `request`: the `rows` of the first time, of the second one, and so on; the degrees of `freedom` of their variances; `covariance` and
/// `influences` of all of them where these are wanted.
fn areas_at_times(followed: Record, request: Record) -> Result<Value, Failure> {
    let followed = Followed::of(followed)?;
    let mut asked = TimesRequest::new(followed.outcome, request.get("times")?);
    asked.sampling = followed.sampling.get();
    asked.covariance = is_wanted(request, "covariance")?;
    asked.influences = is_wanted(request, "influences")?;
    let found = at_times(&followed.scores, &asked, followed.options(&mut poll))?;
    list_of_times(found, request)
}

/// The same of incident cases, within a `bandwidth`.
fn areas_of_incident(followed: Record, request: Record) -> Result<Value, Failure> {
    let followed = Followed::of(followed)?;
    let mut asked = IncidentRequest::new(followed.outcome, request.get("times")?);
    asked.bandwidth = request.find("bandwidth")?;
    asked.sampling = followed.sampling.get();
    asked.covariance = is_wanted(request, "covariance")?;
    asked.influences = is_wanted(request, "influences")?;
    let found = incident_areas(&followed.scores, &asked, followed.options(&mut poll))?;
    list_of_times(found, request)
}

fn list_of_times(found: TimesAreas, request: Record) -> Result<Value, Failure> {
    let intervals = area_request(request)?;
    let mut rows = Vec::new();
    let mut freedom = Vec::new();
    for spread in &found.spreads {
        for area in spread.area_intervals(&intervals)? {
            push(&mut rows, area)?;
        }
        for &of in &spread.freedom {
            push(&mut freedom, of)?;
        }
    }
    list! {
        "rows": rows_of(&rows)?,
        "freedom": freedom,
        "covariance": found.covariance,
        "influences": found.influences,
    }
}

/// Areas at `times`, or at all times at which there is an event and a control is left.
fn areas_over_time(followed: Record, times: Option<&[f64]>) -> Result<Value, Failure> {
    let followed = Followed::of(followed)?;
    let mut poll = poll;
    let options = followed.options(&mut poll);
    let found = over_time(&followed.scores, &followed.outcome, times, options)?;
    list! {
        "times": found.times,
        "values": found.values,
    }
}

/// Means of areas over `times` (NULL for all) by `weights` (NULL for the incidence), with their intervals; `influences`
/// where these are wanted.
fn areas_integrated(followed: Record, request: Record) -> Result<Value, Failure> {
    let followed = Followed::of(followed)?;
    let mut asked = IntegratedRequest::new(followed.outcome);
    asked.times = request.find("times")?;
    if let Some(weights) = request.find("weights")? {
        asked.weights = TimeWeights::Given(weights);
    }
    asked.sampling = followed.sampling.get();
    asked.influences = is_wanted(request, "influences")?;
    let found = integrated_areas(&followed.scores, &asked, followed.options(&mut poll))?;
    list_of_areas(found.spread, found.influences, request)
}

fn list_of_areas(
    spread: Covariance,
    influences: Vec<f64>,
    request: Record,
) -> Result<Value, Failure> {
    let rows = rows_of(&spread.area_intervals(&area_request(request)?)?)?;
    list! {
        "rows": rows,
        "spread": list_of_spread(spread)?,
        "influences": influences,
    }
}

/// Concordances with their intervals: "harrell" or "uno" in `pairs`, of events up to the time `until`; `influences` where
/// these are wanted. In front the weights of `pairs`, of those that agree and of those with equal scores.
fn concordances(followed: Record, request: Record) -> Result<Value, Failure> {
    let followed = Followed::of(followed)?;
    let mut asked = ConcordanceRequest::new(followed.outcome);
    asked.pairs = match request.get("pairs")? {
        "harrell" => Pairs::Harrell,
        "uno" => Pairs::Uno,
        other => return Err(Failure::internal(format!("no pairs {other}"))),
    };
    asked.until = request.get("until")?;
    asked.sampling = followed.sampling.get();
    asked.influences = is_wanted(request, "influences")?;
    let found = concordance(&followed.scores, &asked, followed.options(&mut poll))?;
    let shares = found.pairs.iter();
    let pairs = [
        collect(shares.clone().map(|[all, agreeing, _]| agreeing / all))?,
        collect(shares.map(|[all, _, tied]| tied / all))?,
    ];
    let [agreeing, tied] = pairs;
    let areas = list_of_areas(found.spread, found.influences, request)?;
    list! {
        "agreeing": agreeing,
        "tied": tied,
        "found": areas,
    }
}

shims! {
    areas_at_times(followed, request);
    areas_of_incident(followed, request);
    areas_over_time(followed, times);
    areas_integrated(followed, request);
    concordances(followed, request);
}
