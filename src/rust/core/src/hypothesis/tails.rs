//! Upper tails of statistics that are squares.

use crate::distribution::{ChiSquare, Fisher};
use crate::error::Error;

/// Beyond a chi-squared statistic.
pub(crate) fn chi_square_upper(statistic: f64, df: f64) -> Result<f64, Error> {
    Ok(ChiSquare::new(df)?.upper(statistic))
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
