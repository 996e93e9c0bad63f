//! Shims of replicates.

use crate::decision::or_missing;
use crate::entry::shims;
use crate::failure::Failure;
use crate::input::{observations, List, Read, Vector};
use crate::interval::level_of;
use crate::observations::Input;
use crate::pointer::hand_over;
use crate::r::{Rf_eval, Rf_lcons, Rf_protect};
use crate::record::Record;
use crate::result::{rows, Value};
use crate::session::{poll, protected};
use crate::threads::threads;
use crate::wire::quantities_of;
use extendr_ffi::{R_BaseEnv, R_NilValue, Rf_unprotect, SEXP, SEXPTYPE, TYPEOF};
use weighted_roc_core::interval::{percentile_intervals, Percentiles};
use weighted_roc_core::memory::filled;
use weighted_roc_core::replicate::{replicate_areas, Bootstrap, BootstrapRequest, Scheme};
use weighted_roc_core::{Options, Range};

/// By a `scheme` and a `seed`, of observations whose weights may be made of an outcome.
fn bootstrap_new(input: Record, request: Record) -> Result<Value, Failure> {
    let input = Input::of(input)?;
    let mut spec = BootstrapRequest::new(scheme_of(request)?);
    spec.sampling = input.sampling();
    spec.outcome = input.sampling.outcome();
    spec.seed = seed_of(request)?;
    number_of(request, 0)?;
    level_of(request)?;
    hand_over(Bootstrap::new(
        &[input.one()?],
        &spec,
        input.options(&mut poll),
    )?)
}

/// The number of replicates of a request, the default where it has none.
pub fn number_of(request: Record, default: usize) -> Result<usize, Failure> {
    let Some(number) = request.find::<f64>("R")? else {
        return Ok(default);
    };
    Range::REPLICATES.check("replicates", &[number])?;
    Ok(number as usize)
}

pub fn scheme_of(request: Record) -> Result<Scheme, Failure> {
    let schemes = [
        ("multinomial", Scheme::Multinomial),
        ("dirichlet", Scheme::Dirichlet),
        ("counts", Scheme::Counts),
        ("half", Scheme::Half),
        ("half_of_counts", Scheme::HalfOfCounts),
    ];
    request.word("scheme", &schemes)
}

/// A function of R's that draws a seed, as two halves of 32 bits: the same one at each call.
#[derive(Clone, Copy)]
pub struct Seed(SEXP);

impl Read for Seed {
    unsafe fn read(object: SEXP) -> Result<Self, SEXPTYPE> {
        match TYPEOF(object) {
            SEXPTYPE::CLOSXP => Ok(Seed(object)),
            other => Err(other),
        }
    }
}

impl Seed {
    pub fn draw(self) -> Result<u64, Failure> {
        // SAFETY: the body owns nothing; R protects the function while it is an argument.
        let halves = unsafe {
            protected(|| {
                let call = Rf_protect(Rf_lcons(self.0, R_NilValue));
                let drawn = Rf_protect(Rf_eval(call, R_BaseEnv));
                let halves = <[f64; 2]>::try_from(<&[f64]>::read(drawn).unwrap_or_default());
                Rf_unprotect(2);
                halves
            })
        }?;
        match halves {
            Ok([high, low]) => Ok((high as u64) << 32 | low as u64),
            Err(_) => Err(Failure::internal("a seed has two halves".to_string())),
        }
    }
}

/// The seed of a request.
pub fn seed_of(request: Record) -> Result<u64, Failure> {
    request.get::<Seed>("seed")?.draw()
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
    rows! { result.len() => |i| {} "statistic" => result[i] }
}

/// The intervals of numbers by their replicates, of which NaN is left out, and how many are `left`.
fn percentiles_of(replicates: &[f64], values: &[f64], request: Record) -> Result<Value, Failure> {
    let result = percentile_intervals(replicates, values, level_of(request)?, &mut poll)?;
    rows! { result.len() =>
        |i| { let Percentiles { interval, left } = result[i]; }
        "std.error" => or_missing(interval.std_error),
        "conf.low" => or_missing(interval.low),
        "conf.high" => or_missing(interval.high),
        "left" => left as f64,
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
    rows! { areas.len() => |i| {} "area" => areas[i] }
}

shims! {
    bootstrap_new(input, request);
    bootstrap_run(bootstrap, what, first, number);
    percentiles_of(replicates, values, request);
    areas_of_replicates(guess, label, weight, replicates, columns);
}
