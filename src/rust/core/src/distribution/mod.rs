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
mod normal;
mod quantile;
mod student;

pub use beta::Beta;
pub use chi_square::ChiSquare;
pub use fisher::Fisher;
pub use normal::Normal;
pub use student::Student;

use crate::error::Error;

/// A probability that is at most 1/2, in the lower or in the upper tail.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Tail {
    probability: f64,
    is_lower: bool,
}

impl Tail {
    /// Where the lower tail is p. 1 - p is exact from 1/2 on.
    fn lower(p: f64) -> Tail {
        if p <= 0.5 {
            Tail {
                probability: p,
                is_lower: true,
            }
        } else {
            Tail {
                probability: 1.0 - p,
                is_lower: false,
            }
        }
    }

    /// Where the upper tail is p.
    fn upper(p: f64) -> Tail {
        let Tail {
            probability,
            is_lower,
        } = Tail::lower(p);
        Tail {
            probability,
            is_lower: !is_lower,
        }
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

fn check_probability(p: f64) -> Result<(), Error> {
    if (0.0..=1.0).contains(&p) {
        Ok(())
    } else {
        Err(Error::Probability {
            position: 0,
            value: p,
        })
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
