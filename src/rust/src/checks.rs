//! Shims that check numbers for what R does by itself.

use crate::decision::Problems;
use crate::entry::shims;
use crate::failure::Failure;
use crate::input::Read;
use crate::result::Value;
use extendr_ffi::{SEXP, SEXPTYPE};
use weighted_roc_core::Range;

/// A range by its name, or by its ends, which are in it where they are finite.
impl Read for Range {
    unsafe fn read(object: SEXP) -> Result<Self, SEXPTYPE> {
        if let Ok(ends) = <&[f64]>::read(object) {
            let &[least, most] = ends else {
                return Err(SEXPTYPE::REALSXP);
            };
            let range = Range::between(least, most);
            let range = if least.is_infinite() {
                range.without_least()
            } else {
                range
            };
            return Ok(if most.is_infinite() {
                range.without_most()
            } else {
                range
            });
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

fn check_range(values: &[f64], range: Range) -> Result<Value, Failure> {
    range.check("x", values)?;
    Ok(Value::Null)
}

/// Returns an error unless lines of equal risk have a slope.
fn check_costs(costs: [&[f64]; 4], prior: Option<&[f64]>) -> Result<Value, Failure> {
    Problems::new(costs, prior)?.check_order(true)?;
    Ok(Value::Null)
}

shims! {
    check_range(values, range);
    check_costs(costs, prior);
}
