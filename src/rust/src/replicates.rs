//! Shims of replicates.

use crate::decision::or_missing;
use crate::entry::shims;
use crate::failure::Failure;
use crate::input::{observations, List, Vector};
use crate::observations::Input;
use crate::pointer::hand_over;
use crate::record::Record;
use crate::result::{rows, Value};
use crate::session::poll;
use crate::threads::threads;
use crate::wire::quantities_of;
use weighted_roc_core::interval::{percentile_intervals, Level, Percentiles};
use weighted_roc_core::memory::filled;
use weighted_roc_core::replicate::{replicate_areas, Bootstrap, BootstrapRequest, Scheme};
use weighted_roc_core::Options;

/// By a `scheme` and a `seed`, of observations whose weights may be made of an outcome.
fn bootstrap_new(input: Record, request: Record) -> Result<Value, Failure> {
    let input = Input::of(input)?;
    let mut spec = BootstrapRequest::new(scheme_of(request.get("scheme")?)?);
    spec.sampling = input.sampling();
    spec.outcome = input.sampling.outcome();
    spec.seed = seed_of(request.get("seed")?)?;
    hand_over(Bootstrap::new(
        &[input.one()?],
        &spec,
        input.options(&mut poll),
    )?)
}

pub fn scheme_of(scheme: &str) -> Result<Scheme, Failure> {
    match scheme {
        "multinomial" => Ok(Scheme::Multinomial),
        "dirichlet" => Ok(Scheme::Dirichlet),
        "counts" => Ok(Scheme::Counts),
        "half" => Ok(Scheme::Half),
        "half_of_counts" => Ok(Scheme::HalfOfCounts),
        _ => Err(Failure::internal(format!("no scheme {scheme}"))),
    }
}

/// Returns the seed of two halves of 32 bits.
pub fn seed_of(halves: &[f64]) -> Result<u64, Failure> {
    match halves {
        &[high, low] => Ok((high as u64) << 32 | low as u64),
        _ => Err(Failure::internal("a seed has two halves".to_string())),
    }
}

/// The quantities of some replicates, one after the other.
fn bootstrap_run(
    bootstrap: &Bootstrap,
    what: List<Record>,
    first: usize,
    number: usize,
) -> Result<Value, Failure> {
    let quantities = quantities_of(what)?;
    let mut result = filled(quantities.len().saturating_mul(number), 0.0)?;
    bootstrap.replicates(
        &quantities,
        first,
        &mut result,
        Options {
            threads: threads()?,
            poll: &mut poll,
        },
    )?;
    rows! {
        result.len(), |i| {}
        "statistic": result[i],
    }
}

/// The intervals of numbers by their replicates, of which NaN is left out, and how many are `left`.
fn percentiles_of(replicates: &[f64], values: &[f64], level: f64) -> Result<Value, Failure> {
    let result = percentile_intervals(replicates, values, Level::new(level)?, &mut poll)?;
    rows! {
        result.len(), |i| {
            let Percentiles { interval, left } = result[i];
        }
        "std.error": or_missing(interval.std_error),
        "conf.low": or_missing(interval.low),
        "conf.high": or_missing(interval.high),
        "left": left as f64,
    }
}

/// The area under each column of a matrix of weights.
fn areas_of_replicates(
    guess: Vector,
    label: Vector,
    weight: Vector,
    replicates: &[f64],
    columns: usize,
) -> Result<Value, Failure> {
    let observations = observations(guess, label, weight)?;
    let mut areas = filled(columns, 0.0)?;
    replicate_areas(
        &observations,
        replicates,
        &mut areas,
        Options::new(&mut poll),
    )?;
    rows! {
        areas.len(), |i| {}
        "area": areas[i],
    }
}

shims! {
    bootstrap_new(input, request);
    bootstrap_run(bootstrap, what, first, number);
    percentiles_of(replicates, values, level);
    areas_of_replicates(guess, label, weight, replicates, columns);
}
