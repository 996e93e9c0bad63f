//! How many threads share large data: R's option `WeightedROC.threads`.

use crate::failure::Failure;
use crate::input::Read;
use crate::r::{Rf_GetOption1, Rf_install};
use crate::session::protected;
use std::num::NonZeroUsize;

/// Work on fewer observations than this is not worth a thread's start.
const FEWEST: usize = 32_768;

const MOST: f64 = 1024.0;

/// Returns the number of threads for some scores of these rows. The option is looked at where it matters.
pub fn threads_for(rows: usize, scores: usize) -> Result<NonZeroUsize, Failure> {
    if rows.saturating_mul(scores) < FEWEST {
        return Ok(NonZeroUsize::MIN);
    }
    threads()
}

/// Returns the number of threads that the option says, 1 without it.
pub fn threads() -> Result<NonZeroUsize, Failure> {
    // SAFETY: the body owns nothing; what is read is a number.
    let option = unsafe {
        protected(|| {
            Option::<f64>::read(Rf_GetOption1(Rf_install(c"WeightedROC.threads".as_ptr())))
        })
    }?;
    let number = match option {
        Ok(None) => 1.0,
        Ok(Some(number)) if number.fract() == 0.0 && number <= MOST => number,
        _ => 0.0,
    };
    NonZeroUsize::new(number.max(0.0) as usize).ok_or_else(Failure::in_threads)
}
