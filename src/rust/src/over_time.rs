//! Shims of areas over times, and of concordance.

use crate::covariance::list_of_covariance;
use crate::input::Vector;
use crate::interval::{area_request, rows_of};
use crate::prelude::*;
use crate::sampling::SamplingOfR;
use crate::threads::threads_for;
use std::num::NonZeroUsize;
use weighted_roc_core::censoring::Outcome;
use weighted_roc_core::covariance::Covariance;
use weighted_roc_core::over_time::{
    areas_at_times as at_times, areas_over_time as over_time, concordance, incident_areas,
    integrated_areas, ConcordanceRequest, IncidentRequest, IntegratedRequest, TimeWeights,
    TimesAreas, TimesRequest,
};
use weighted_roc_core::{Poll, Scores};

/// The list `scores` (a list of vectors), `outcome` (see [`outcome_of`]) and `sampling`.
pub struct Followed<'a> {
    scores: Vec<Scores<'a>>,
    outcome: Outcome<'a>,
    sampling: SamplingOfR<'a>,
    threads: NonZeroUsize,
}

from_records!(Followed<'_> => Followed::from_record);

impl<'a> Followed<'a> {
    fn from_record(given: Record) -> Result<Followed<'a>, Failure> {
        let vectors: Vec<Vector<'a>> = given.get("scores")?;
        let rows = vectors.first().map_or(0, Vector::length);
        Ok(Followed {
            threads: threads_for(rows, 1)?,
            scores: all(vectors.into_iter(), Vector::as_scores)?,
            outcome: given.get("outcome")?,
            sampling: given.get("sampling")?,
        })
    }

    fn options<'b>(&self, poll: Poll<'b>) -> Options<'b> {
        options(self.threads, poll)
    }
}

/// Areas with their intervals at `times`, by the `level` and the `method` of `request`: the `rows` of the first time, of the
/// second one, and so on; the degrees of freedom of their variances; of each time the `effective` numbers of observations and
/// of units, of the negatives and of the positives; `covariance` and `influences` of all areas where these are wanted.
pub fn areas_at_times(followed: Followed, request: Record) -> Result<Value, Failure> {
    let mut spec = TimesRequest::new(followed.outcome, request.get("times")?);
    spec.sampling = followed.sampling.get();
    fill!(spec, request; covariance, influences);
    let result = at_times(&followed.scores, &spec, followed.options(&mut poll))?;
    list_of_times(result, request)
}

/// The same of incident cases, within a `bandwidth`.
pub fn areas_of_incident(followed: Followed, request: Record) -> Result<Value, Failure> {
    let mut spec = IncidentRequest::new(followed.outcome, request.get("times")?);
    spec.sampling = followed.sampling.get();
    fill!(spec, request; bandwidth, covariance, influences);
    let result = incident_areas(&followed.scores, &spec, followed.options(&mut poll))?;
    list_of_times(result, request)
}

fn list_of_times(result: TimesAreas, request: Record) -> Result<Value, Failure> {
    let intervals = area_request(request)?;
    let mut rows = Vec::new();
    let mut df = Vec::new();
    let (mut effective, mut effective_units) = (Vec::new(), Vec::new());
    for covariance in &result.covariances {
        for area in covariance.area_intervals(&intervals)? {
            push(&mut rows, area)?;
        }
        for &of in &covariance.df {
            push(&mut df, of)?;
        }
        for class in 0..2 {
            push(&mut effective, covariance.effective[class])?;
            push(&mut effective_units, covariance.effective_units[class])?;
        }
    }
    named! {
        "rows" => rows_of(&rows, None)?,
        "freedom" => df,
        "effective" => effective,
        "effective_units" => effective_units,
        "covariance" => result.covariance,
        "influences" => result.influences,
    }
}

/// Areas at `times`, or at all times at which there is an event and a control is left.
pub fn areas_over_time(followed: Followed, times: Option<&[f64]>) -> Result<Value, Failure> {
    let mut poll = poll;
    let options = followed.options(&mut poll);
    let result = over_time(&followed.scores, &followed.outcome, times, options)?;
    named! {
        "times" => result.times,
        "values" => result.values,
    }
}

/// Means of areas over `times` (NULL for all) by `weights` (NULL for the incidence), with their intervals; `influences`
/// where these are wanted.
pub fn areas_integrated(followed: Followed, request: Record) -> Result<Value, Failure> {
    let mut spec = IntegratedRequest::new(followed.outcome);
    if let Some(weights) = request.find("weights")? {
        spec.weights = TimeWeights::KnownVariances(weights);
    }
    spec.sampling = followed.sampling.get();
    fill!(spec, request; times, influences);
    let result = integrated_areas(&followed.scores, &spec, followed.options(&mut poll))?;
    list_of_areas(result.covariance, result.influences, request)
}

fn list_of_areas(
    covariance: Covariance,
    influences: Vec<f64>,
    request: Record,
) -> Result<Value, Failure> {
    let rows = rows_of(&covariance.area_intervals(&area_request(request)?)?, None)?;
    named! {
        "rows" => rows,
        "spread" => list_of_covariance(covariance)?,
        "influences" => influences,
    }
}

/// Concordances with their intervals: "harrell" or "uno" in `pairs`, of events up to the time `until`; `influences` where
/// these are wanted. In front the weights of `pairs`, of those that agree and of those with equal scores.
pub fn concordances(followed: Followed, request: Record) -> Result<Value, Failure> {
    let mut spec = ConcordanceRequest::new(followed.outcome);
    spec.sampling = followed.sampling.get();
    fill!(spec, request; pairs, until, influences);
    let result = concordance(&followed.scores, &spec, followed.options(&mut poll))?;
    let shares = result.pairs.iter();
    let agreeing = collect(shares.clone().map(|[all, agreeing, _]| agreeing / all))?;
    let tied = collect(shares.map(|[all, _, tied]| tied / all))?;
    let areas = list_of_areas(result.covariance, result.influences, request)?;
    named! {
        "agreeing" => agreeing,
        "tied" => tied,
        "found" => areas,
    }
}
