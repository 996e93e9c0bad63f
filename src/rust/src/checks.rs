//! Shims that check numbers for what R does by itself.

use crate::decision::Problems;
use crate::input::Read;
use crate::prelude::*;
use extendr_ffi::{SEXP, SEXPTYPE};
use weighted_roc_core::{sampling, Weights};

/// A range by its name, or by its ends, which are in it where they are finite.
impl Read for Range {
    unsafe fn read(object: SEXP) -> Result<Self, SEXPTYPE> {
        if let Ok(ends) = <&[f64]>::read(object) {
            let &[least, most] = ends else {
                return Err(SEXPTYPE::REALSXP);
            };
            let mut range = Range::between(least, most);
            if least.is_infinite() {
                range = range.without_least();
            }
            if most.is_infinite() {
                range = range.without_most();
            }
            return Ok(range);
        }
        match <&str>::read(object)? {
            "number" => Ok(Range::NUMBER),
            "finite" => Ok(Range::FINITE),
            "positive" => Ok(Range::POSITIVE),
            "not_negative" => Ok(Range::NOT_NEGATIVE),
            "above_zero" => Ok(Range::at_least(0.0).without_least()),
            "at_least_one" => Ok(Range::at_least(1.0)),
            "at_least_two" => Ok(Range::at_least(2.0)),
            "replicates" => Ok(Range::REPLICATES),
            "probability" => Ok(Range::PROBABILITY),
            "uncertain" => Ok(Range::UNCERTAIN),
            _ => Err(SEXPTYPE::STRSXP),
        }
    }
}

pub fn check_range(values: &[f64], range: Range, ascending: bool) -> Result<Value, Failure> {
    if ascending {
        range.check_ascending("x", values)?;
    } else {
        range.check("x", values)?;
    }
    Ok(Value::Null)
}

/// Returns an error unless weights are whole numbers.
pub fn check_whole(weights: &[f64]) -> Result<Value, Failure> {
    sampling::check_whole(&Weights::F64(weights), weights.len(), &mut poll)?;
    Ok(Value::Null)
}

/// Returns an error unless lines of equal risk have a slope.
pub fn check_costs(problems: Problems) -> Result<Value, Failure> {
    problems.check_order(true)?;
    Ok(Value::Null)
}
