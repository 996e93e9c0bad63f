//! Shims of replicates.

use crate::input::{expected, observations, Read, Vector};
use crate::prelude::*;
use crate::r::{Rf_eval, Rf_lcons, Rf_protect};
use crate::session::protected;
use extendr_ffi::{R_BaseEnv, R_NilValue, Rf_unprotect, SEXP, SEXPTYPE, TYPEOF};
use weighted_roc_core::replicate::{replicate_areas, Bootstrap, BootstrapRequest, Scheme};

/// The AUCs of `R` replicates by a `scheme` and a `seed`: of each those of all scores.
pub fn replicates(input: Input, request: Record) -> Result<Value, Failure> {
    let mut spec = BootstrapRequest::new(scheme_of(request)?);
    spec.sampling = input.sampling();
    spec.outcome = input.sampling.outcome();
    spec.seed = seed_of(request)?;
    let scores = input.observations()?;
    let number = number_of(request)?.unwrap_or_default();
    let mut areas = filled(scores.len().saturating_mul(number), 0.0)?;
    let bootstrap = Bootstrap::new(&scores, &spec, input.options(&mut poll))?;
    bootstrap.replicates(&[Quantity::AREA], 0, &mut areas, input.options(&mut poll))?;
    numbers(areas)
}

/// The scheme of a request, the multinomial one by default.
pub fn scheme_of(request: Record) -> Result<Scheme, Failure> {
    Ok(request.find("scheme")?.unwrap_or(Scheme::Multinomial))
}

/// The number of replicates of a request.
pub fn number_of(request: Record) -> Result<Option<usize>, Failure> {
    let number = request.find::<f64>("R")?;
    Range::REPLICATES.check("replicates", number.as_slice())?;
    Ok(number.map(|number| number as usize))
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
                let halves = <[f64; 2]>::read(drawn);
                Rf_unprotect(2);
                halves
            })
        }?;
        let [high, low] = expected("seed", halves)?;
        Ok((high as u64) << 32 | low as u64)
    }
}

/// The seed of a request.
pub fn seed_of(request: Record) -> Result<u64, Failure> {
    request.get::<Seed>("seed")?.draw()
}

/// The area under each column of a matrix of weights.
pub fn areas_of_replicates(
    guess: Vector,
    label: Vector,
    weight: Vector,
    replicates: &[f64],
    columns: usize,
) -> Result<Value, Failure> {
    let observations = observations(guess, label, weight)?;
    let mut areas = filled(columns, 0.0)?;
    let mut poll = poll;
    let options = Options::new(&mut poll);
    replicate_areas(&observations, replicates, &mut areas, options)?;
    rows! { areas.len() => |i| {} "area" => areas[i] }
}
