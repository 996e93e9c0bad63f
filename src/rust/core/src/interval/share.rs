//! Intervals for a share of n observations, which need be no whole number, with z in place of the level: the
//! normal quantile.

use crate::distribution::{Beta, Normal};
use crate::error::Error;
use crate::rounding::difference;

/// All shares p with |share - p| <= z sqrt(p (1 - p) / n) (Wilson 1927).
pub(crate) fn wilson(share: f64, n: f64, z: f64) -> [f64; 2] {
    let square = z * z;
    let scale = 1.0 + square / n;
    let ends = |share: f64| {
        let centre = share + square / (2.0 * n);
        let critical_value = z * (share * (1.0 - share) / n + square / (4.0 * n * n)).sqrt();
        // NaN stays.
        [difference(centre, critical_value), centre + critical_value]
            .map(|end| (end / scale).clamp(0.0, 1.0))
    };
    let [low, high] = ends(share);
    // Next to 1 a difference is all rounding, which 1 less the other share's lower end has none of.
    [
        low,
        if ends(1.0 - share)[0] == 0.0 {
            1.0
        } else {
            high
        },
    ]
}

/// All shares of which neither as few nor as many are less probable than beyond z, with `pseudo` observations on the
/// side that makes the interval longer (1: Clopper and Pearson 1934; 1/2: Jeffreys).
pub(crate) fn beta_interval(share: f64, n: f64, z: f64, pseudo: f64) -> Result<[f64; 2], Error> {
    let low = beta_low(share, n, z, pseudo)?;
    Ok([low, 1.0 - beta_low(1.0 - share, n, z, pseudo)?])
}

/// The lower end of that; the upper one is 1 less that of the other share.
pub(crate) fn beta_low(share: f64, n: f64, z: f64, pseudo: f64) -> Result<f64, Error> {
    // With more than that the interval is a point to nine digits; with less than a hundredth of one nothing is left
    // to find.
    const MOST: f64 = 1e9;
    const LEAST: f64 = 0.01;
    if n.is_nan() || share.is_nan() {
        return Ok(f64::NAN);
    }
    let n = n.min(MOST);
    let (few, many) = (share * n, (1.0 - share) * n);
    if few > LEAST {
        Beta::new(few, many + pseudo)?.lower_quantile(Normal.upper(z))
    } else {
        Ok(0.0)
    }
}

/// The ends of 1 divided by a number, on the side of 0 on which it is itself: infinite where the ends of the number are
/// on both sides.
pub(crate) fn reciprocals([low, high]: [f64; 2], estimate: f64) -> [f64; 2] {
    let is_negative = estimate < 0.0;
    [
        if is_negative && high >= 0.0 {
            f64::NEG_INFINITY
        } else {
            1.0 / high
        },
        if !is_negative && low <= 0.0 {
            f64::INFINITY
        } else {
            1.0 / low
        },
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Five of ten: (0.5 + z^2 / 20 +- z sqrt(0.025 + z^2 / 400)) / (1 + z^2 / 10) for z of 2.
    #[test]
    fn wilsons_interval_is_that_of_the_formula() {
        let half = 2.0 * 0.035f64.sqrt() / 1.4;
        let [low, high] = wilson(0.5, 10.0, 2.0);
        assert!((low - (0.5 - half)).abs() < 1e-15 && (high - (0.5 + half)).abs() < 1e-15);
    }
}
