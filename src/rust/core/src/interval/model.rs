//! Variances that are estimated from few units are drawn towards those of a model.

use crate::covariance::DegreesOfFreedom;
use crate::distribution::{Normal, Student};
use crate::error::Error;

/// The quantile beyond which half of what an interval of a level leaves out lies: normal for infinite
/// degrees of freedom.
pub(crate) fn outer_quantile(level: f64, df: f64) -> Result<f64, Error> {
    Student::new(df)?.upper_quantile(outer_tail(level))
}

/// The probability beyond each end of an interval: the other one, (1 + level) / 2, may round to 1.
pub(crate) fn outer_tail(level: f64) -> f64 {
    (1.0 - level) / 2.0
}

/// The number of independent observations that a share corresponds to: a normal interval for a share of that many
/// has the width of the variance that was found.
///
/// `effective` observations would have the variance p (1 - p) / effective; the one that was found is drawn
/// towards that. The quantile is that of the t distribution with `quantile_df` degrees of freedom.
pub(crate) fn effective_number(
    share: f64,
    (variance, df): (f64, DegreesOfFreedom),
    effective: f64,
    (level, quantile_df): (f64, f64),
) -> Result<f64, Error> {
    // Rounding may be all that varies.
    let ratio = if df.variance == 0.0 || share == 0.0 || share == 1.0 {
        1.0
    } else {
        variance * effective / (share * (1.0 - share))
    };
    let by_quantiles = normal_by_t(outer_tail(level), quantile_df)?;
    Ok(effective / df.shrunken(ratio, 1.0) * by_quantiles * by_quantiles)
}

/// The degrees of freedom of a class whose weight is all but that of one observation.
const LEAST_DF: f64 = 0.1;

/// [`normal_by_t`] of a class with this effective number of observations.
pub(crate) fn normal_by_t_of_class(tail: f64, effective: f64) -> Result<f64, Error> {
    normal_by_t(tail, (effective - 1.0).max(LEAST_DF))
}

/// The ratio of the quantiles of the normal and of a t distribution, which are 0 in the middle.
pub(crate) fn normal_by_t(tail: f64, df: f64) -> Result<f64, Error> {
    let t = Student::new(df)?;
    Ok(if tail < 0.5 {
        Normal.upper_quantile(tail)? / t.upper_quantile(tail)?
    } else {
        t.density(0.0) / Normal.density(0.0)
    })
}
