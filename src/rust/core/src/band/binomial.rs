//! Quantiles of the share of independent observations.

use crate::distribution::{Beta, Normal};
use crate::error::Error;

/// A share of `size` observations that each have a probability.
#[derive(Clone, Copy, Debug)]
pub(super) struct Binomial {
    pub size: f64,
    pub probability: f64,
}

/// Of more observations a quantile is known to ten digits by its expansion.
const MANY: f64 = 1e10;

/// Probabilities that differ by less are equal, but for rounding.
const ROUNDING: f64 = 1e-12;

impl Binomial {
    /// The least share that is not exceeded with the probability with which z is not by a normal number.
    pub fn quantile(&self, z: f64) -> Result<f64, Error> {
        let Binomial { size, probability } = *self;
        if z.is_nan() || probability.is_nan() || size.is_nan() {
            return Ok(f64::NAN);
        }
        if probability <= 0.0 || probability >= 1.0 {
            return Ok(probability.clamp(0.0, 1.0));
        }
        // Cornish and Fisher's expansion.
        let spread = (size * probability * (1.0 - probability)).sqrt();
        let bend = (1.0 - 2.0 * probability) * (z * z - 1.0) / 6.0;
        let guess = (size * probability + spread * z + bend).clamp(0.0, size);
        if size > MANY {
            return Ok(guess / size);
        }
        Ok(self.least_from(guess.round(), z)? / size)
    }

    /// The least number that [is enough](Self::is_enough): from a guess by steps that double, and then by
    /// halves.
    fn least_from(&self, guess: f64, z: f64) -> Result<f64, Error> {
        let (mut too_few, mut enough) = (-1.0, self.size);
        let mut at = guess;
        let mut step = 1.0;
        while enough - too_few > 1.0 {
            if self.is_enough(at, z)? {
                enough = at;
                at -= step;
            } else {
                too_few = at;
                at += step;
            }
            step *= 2.0;
            if at <= too_few || at >= enough {
                at = (0.5 * (too_few + enough)).floor();
            }
        }
        Ok(enough)
    }

    /// Whether as few or fewer have the probability of z, by the smaller tail.
    fn is_enough(&self, number: f64, z: f64) -> Result<bool, Error> {
        if number >= self.size {
            return Ok(true);
        }
        let of_more = Beta::new(number + 1.0, self.size - number)?;
        Ok(if z > 0.0 {
            of_more.lower(self.probability) <= Normal.upper(z) * (1.0 + ROUNDING)
        } else {
            of_more.upper(self.probability) >= Normal.lower(z) * (1.0 - ROUNDING)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quantiles_are_those_of_the_sums_of_probabilities() {
        for size in [1u32, 2, 7, 30] {
            for probability in [0.01, 0.3, 0.5, 0.97] {
                let share = Binomial {
                    size: f64::from(size),
                    probability,
                };
                let mut term = (1.0 - probability).powi(size as i32);
                let mut below = 0.0;
                let mut sums = Vec::new();
                for number in 0..=size {
                    below += term;
                    sums.push(below);
                    term *= f64::from(size - number) / f64::from(number + 1) * probability
                        / (1.0 - probability);
                }
                for z in [-4.0, -1.9, -0.3, 0.0, 0.7, 2.5, 5.0] {
                    let p = Normal.lower(z) * (1.0 - 1e-13);
                    let expected = sums
                        .iter()
                        .position(|&sum| sum >= p)
                        .unwrap_or(size as usize);
                    let found = share.quantile(z).unwrap();
                    assert_eq!(found, expected as f64 / f64::from(size), "{share:?} {z}");
                }
            }
        }
    }

    #[test]
    fn many_observations_have_next_to_continuous_shares() {
        let at = |size| {
            Binomial {
                size,
                probability: 0.3,
            }
            .quantile(1.5)
            .unwrap()
        };
        let found = [at(9.9e9), at(1.01e10)];
        for (found, size) in found.into_iter().zip([9.9e9, 1.01e10f64]) {
            let normal = 0.3 + 1.5 * (0.21 / size).sqrt();
            assert!((found - normal).abs() < 2.0 / size);
        }
    }

    #[test]
    fn what_is_sure_or_unknown_stays_so() {
        for (probability, expected) in [(0.0, 0.0), (1.0, 1.0)] {
            let share = Binomial {
                size: 5.0,
                probability,
            };
            assert_eq!(share.quantile(2.0), Ok(expected));
        }
        let share = Binomial {
            size: 5.0,
            probability: 0.4,
        };
        assert!(share.quantile(f64::NAN).unwrap().is_nan());
        assert_eq!(share.quantile(50.0), Ok(1.0));
        assert_eq!(share.quantile(-50.0), Ok(0.0));
    }
}
