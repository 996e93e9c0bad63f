//! Checks of rates, probabilities and costs that are given.

use crate::error::{Error, Result};
use crate::rounding::{COMPUTED, TYPED_SUM};

/// Each is in [0, 1]; NaN is not.
pub(crate) fn check_probabilities(values: &[f64]) -> Result<()> {
    let outside = |value: &f64| !(0.0..=1.0).contains(value);
    match values.iter().position(outside) {
        Some(position) => Err(Error::Probability {
            position,
            value: values[position],
        }),
        None => Ok(()),
    }
}

/// The probability that a score is. A sum of probabilities may be outside of [0, 1] by rounding; a score that is outside
/// by more is not a probability. R has the same number in `R/rounding.R`.
pub(crate) fn probability_of(score: f64) -> Option<f64> {
    (-COMPUTED..=1.0 + COMPUTED)
        .contains(&score)
        .then(|| score.clamp(0.0, 1.0))
}

/// An interval within [0, 1].
pub(crate) fn check_interval(interval: [f64; 2]) -> Result<()> {
    check_probabilities(&interval)?;
    if interval[0] <= interval[1] {
        Ok(())
    } else {
        Err(Error::Probability {
            position: 1,
            value: interval[1],
        })
    }
}

/// Two probabilities that add up to 1, but for rounding.
pub(crate) fn check_pair(pair: [f64; 2]) -> Result<()> {
    check_probabilities(&pair)?;
    if is_one(pair[0] + pair[1]) {
        Ok(())
    } else {
        Err(Error::Probability {
            position: 1,
            value: pair[1],
        })
    }
}

/// Costs that are finite. Negative ones are gains.
pub(crate) fn check_costs(costs: &[f64]) -> Result<()> {
    match costs.iter().find(|value| !value.is_finite()) {
        Some(&value) => Err(Error::Cost { value }),
        None => Ok(()),
    }
}

/// Costs of which each is a share of both, but for rounding.
pub(crate) fn check_cost_shares(costs: [f64; 2]) -> Result<()> {
    if let Some(&value) = costs
        .iter()
        .find(|value| !(0.0..=f64::MAX).contains(*value))
    {
        return Err(Error::Cost { value });
    }
    if is_one(costs[0] + costs[1]) {
        Ok(())
    } else {
        Err(Error::Cost { value: costs[1] })
    }
}

fn is_one(sum: f64) -> bool {
    (sum - 1.0).abs() <= TYPED_SUM
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_are_probabilities_but_for_rounding() {
        let up = 1.0 + f64::EPSILON;
        for (score, expected) in [(-1e-17, 0.0), (0.0, 0.0), (0.3, 0.3), (1.0, 1.0), (up, 1.0)] {
            assert_eq!(probability_of(score), Some(expected));
        }
        for score in [-1e-14, 1.0 + 1e-14, f64::INFINITY, f64::NAN] {
            assert_eq!(probability_of(score), None);
        }
    }

    #[test]
    fn ends_and_rounding_are_taken() {
        assert_eq!(check_probabilities(&[0.0, 1.0, 0.5]), Ok(()));
        assert_eq!(check_interval([0.5, 0.5]), Ok(()));
        assert_eq!(check_costs(&[f64::MIN, 0.0, f64::MAX]), Ok(()));
        let rounded = [0.1 + 0.2, 0.7];
        assert_eq!(check_pair(rounded), Ok(()));
        assert_eq!(check_cost_shares(rounded), Ok(()));
        let value = 0.5 + 1e-14;
        let fault = Error::Probability { position: 1, value };
        assert_eq!(check_pair([0.5, value]), Err(fault));
    }
}
