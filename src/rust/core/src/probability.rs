//! Checks of numbers that are given: whether they are in their range.

use crate::error::{Error, Result};
use crate::range::Range;
use crate::rounding::{COMPUTED, TYPED_SUM};

impl Range {
    /// Checks the numbers of an argument.
    ///
    /// # Errors
    /// [`Error::Range`].
    pub fn check(self, argument: &'static str, values: &[f64]) -> Result<()> {
        let Some(position) = values.iter().position(|&value| !self.contains(value)) else {
            return Ok(());
        };
        let value = values[position];
        let is_same = |other: &f64| other.to_bits() == value.to_bits();
        Err(Error::Range {
            argument,
            range: self,
            position: (!values.iter().all(is_same)).then_some(position),
            value,
        })
    }

    /// Checks the numbers of an argument that must ascend.
    ///
    /// # Errors
    /// [`Error::Range`].
    pub fn check_ascending(self, argument: &'static str, values: &[f64]) -> Result<()> {
        self.check(argument, values)?;
        match values.windows(2).position(|pair| pair[1] <= pair[0]) {
            Some(i) => Range::after(values[i]).check_at(argument, i + 1, values[i + 1]),
            None => Ok(()),
        }
    }

    /// Checks one of the numbers of an argument.
    ///
    /// # Errors
    /// [`Error::Range`].
    pub(crate) fn check_at(
        self,
        argument: &'static str,
        position: usize,
        value: f64,
    ) -> Result<()> {
        if self.contains(value) {
            return Ok(());
        }
        let (range, position) = (self, Some(position));
        Err(Error::Range {
            argument,
            range,
            position,
            value,
        })
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
pub(crate) fn check_interval(argument: &'static str, ends: [f64; 2]) -> Result<()> {
    Range::PROBABILITY.check(argument, &ends)?;
    if ends[0] <= ends[1] {
        Ok(())
    } else {
        Err(Error::Interval { argument, ends })
    }
}

/// The probabilities of both classes, which add up to 1, but for rounding.
pub(crate) fn check_pair(priors: [f64; 2]) -> Result<()> {
    Range::PROBABILITY.check("prior", &priors)?;
    check_sum("priors", priors)
}

/// Costs of which each is a share of both, but for rounding.
pub(crate) fn check_cost_shares(costs: [f64; 2]) -> Result<()> {
    Range::NOT_NEGATIVE.check("costs", &costs)?;
    check_sum("costs", costs)
}

fn check_sum(name: &'static str, pair: [f64; 2]) -> Result<()> {
    if is_one(pair[0] + pair[1]) {
        return Ok(());
    }
    let value = pair[1];
    Err(Error::Parameter { name, value })
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
    fn a_number_alone_has_no_position() {
        let range = Range::PROBABILITY;
        let fault = |position| {
            Err(Error::Range {
                argument: "prior",
                range,
                position,
                value: 2.0,
            })
        };
        assert_eq!(range.check("prior", &[2.0]), fault(None));
        assert_eq!(range.check("prior", &[2.0, 2.0]), fault(None));
        assert_eq!(range.check("prior", &[0.5, 2.0]), fault(Some(1)));
        assert_eq!(
            (range.next_to(2.0), Range::REPLICATES.next_to(2.5)),
            (1.0, 3.0)
        );
    }

    #[test]
    fn ends_and_rounding_are_taken() {
        assert_eq!(check_interval("fpr", [0.5, 0.5]), Ok(()));
        let rounded = [0.1 + 0.2, 0.7];
        assert_eq!(check_pair(rounded), Ok(()));
        assert_eq!(check_cost_shares(rounded), Ok(()));
        let value = 0.5 + 1e-14;
        let name = "priors";
        let fault = Error::Parameter { name, value };
        assert_eq!(check_pair([0.5, value]), Err(fault));
    }
}
