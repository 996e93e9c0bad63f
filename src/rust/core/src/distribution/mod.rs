//! Distribution functions: tail probabilities, densities and quantiles that are the same to the last
//! bit on every platform.
//!
//! Each distribution is a struct whose parameters are checked once, and has the same methods:
//! `lower(x)` and `upper(x)` are the probabilities of at most x and of more than x, each with a
//! relative error of at most 1e-13; `density(x)`; `lower_quantile(p)` and `upper_quantile(p)` are the
//! x that have p below or above them. A small probability keeps its digits in the tail that is asked
//! for: `upper(x)`, not `1 - lower(x)`.

mod beta;
mod chi_square;
mod continued_fraction;
mod double_double;
mod fisher;
mod multivariate;
mod normal;
mod quantile;
mod student;

pub use beta::Beta;
pub use chi_square::ChiSquare;
pub use fisher::Fisher;
pub use multivariate::MultivariateT;
pub use normal::Normal;
pub use student::Student;

pub(crate) use quantile::{lower_quantile_of, Local};

use crate::error::Error;
use crate::range::Range;

/// A probability that is at most 1/2, in the lower or in the upper tail.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Tail {
    probability: f64,
    is_lower: bool,
}

impl Tail {
    /// Where the lower tail is p, in [0, 1]. 1 - p is exact from 1/2 on.
    fn lower(p: f64) -> Result<Tail, Error> {
        Range::PROBABILITY.check("p", &[p])?;
        let is_lower = p <= 0.5;
        Ok(Tail {
            probability: if is_lower { p } else { 1.0 - p },
            is_lower,
        })
    }

    /// Where the upper tail is p, in [0, 1].
    fn upper(p: f64) -> Result<Tail, Error> {
        let tail = Tail::lower(p)?;
        Ok(Tail {
            is_lower: !tail.is_lower,
            ..tail
        })
    }

    /// The end of a positive variable's range that the tail is at.
    fn end(self) -> f64 {
        if self.is_lower {
            0.0
        } else {
            f64::INFINITY
        }
    }
}

/// A parameter is within a range.
fn check_parameter(
    name: &'static str,
    value: f64,
    range: std::ops::RangeInclusive<f64>,
) -> Result<(), Error> {
    if range.contains(&value) {
        Ok(())
    } else {
        Err(Error::Parameter { name, value })
    }
}

/// The density at 0, where it is like a power of x: x^(power - 1), times `limit`.
fn density_at_zero(power: f64, limit: f64) -> f64 {
    match power {
        _ if power < 1.0 => f64::INFINITY,
        _ if power > 1.0 => 0.0,
        _ => limit,
    }
}
