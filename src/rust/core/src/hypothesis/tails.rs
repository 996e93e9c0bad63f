//! Upper tails of statistics that are squares.

use crate::distribution::{ChiSquare, Fisher};
use crate::error::Error;

/// Beyond a chi-squared statistic.
pub(crate) fn chi_square_upper(statistic: f64, freedom: f64) -> Result<f64, Error> {
    Ok(ChiSquare::new(freedom)?.upper(statistic))
}

/// Beyond an F statistic, whose denominator may have any degrees of freedom.
pub(crate) fn fisher_upper(statistic: f64, [above, below]: [f64; 2]) -> Result<f64, Error> {
    let below = if below > Fisher::MOST {
        f64::INFINITY
    } else {
        below.max(Fisher::LEAST)
    };
    Ok(Fisher::new(above, below)?.upper(statistic))
}

/// The probability that a normal vector of so many dimensions is longer than that.
pub(crate) fn beyond_length(length: f64, dimensions: usize) -> f64 {
    let half = 0.5 * length * length;
    let exponential = libm::exp(-half);
    // No sum below has as many digits.
    if exponential == 0.0 {
        return 0.0;
    }
    let (mut beyond, mut term, mut order) = if dimensions % 2 == 0 {
        (0.0, exponential, 0.0)
    } else {
        let first = length * exponential * (2.0 / std::f64::consts::PI).sqrt();
        (
            libm::erfc(length * std::f64::consts::FRAC_1_SQRT_2),
            first,
            0.5,
        )
    };
    for _ in 0..dimensions / 2 {
        beyond += term;
        order += 1.0;
        term *= half / order;
    }
    beyond
}
