//! Quantiles of the share of independent observations.

use crate::distribution::{Beta, Normal};
use crate::error::Error;

/// A share of `size` observations that each have a probability.
#[derive(Clone, Copy, Debug)]
pub(super) struct Binomial {
    pub size: f64,
    pub probability: f64,
}

/// Beyond this many observations a quantile is known to ten digits by its expansion.
const MANY: f64 = 1e10;

/// Beyond this the tail is next to no double.
const FARTHEST: f64 = 37.0;

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
        if z.abs() > FARTHEST {
            return Ok(f64::from(z > 0.0));
        }
        // Cornish and Fisher's expansion.
        let covariance = (size * probability * (1.0 - probability)).sqrt();
        let bend = (1.0 - 2.0 * probability) * (z * z - 1.0) / 6.0;
        let guess = (size * probability + covariance * z + bend).clamp(0.0, size);
        if size > MANY {
            return Ok(guess / size);
        }
        Ok(self.least_from(guess.round(), z)? / size)
    }

    /// The least number of which as few or fewer have the probability of z: step by step from a guess, which is
    /// next to it.
    fn least_from(&self, guess: f64, z: f64) -> Result<f64, Error> {
        let mut walk = Walk::new(*self, guess, z)?;
        if walk.is_enough() {
            loop {
                let before = walk;
                if !(walk.step_down()? && walk.is_enough()) {
                    return Ok(before.number);
                }
            }
        }
        while walk.step_up()? && !walk.is_enough() {}
        Ok(walk.number)
    }
}

/// A number, and the smaller tail beside it.
#[derive(Clone, Copy)]
struct Walk {
    of: Binomial,
    number: f64,
    /// The probability of more, or else of as few or fewer.
    is_upper: bool,
    tail: f64,
    /// The probability of the number itself.
    term: f64,
    /// The tail that is wanted at most, or at least.
    wanted: f64,
}

impl Walk {
    fn new(of: Binomial, number: f64, z: f64) -> Result<Walk, Error> {
        let is_upper = z > 0.0;
        let mut walk = Walk {
            of,
            number,
            is_upper,
            tail: 0.0,
            term: 0.0,
            wanted: if is_upper {
                Normal.upper(z) * (1.0 + ROUNDING)
            } else {
                Normal.lower(z) * (1.0 - ROUNDING)
            },
        };
        walk.inspect()?;
        Ok(walk)
    }

    fn is_enough(&self) -> bool {
        if self.is_upper {
            self.tail <= self.wanted
        } else {
            self.tail >= self.wanted
        }
    }

    /// Computes the tail and the term anew.
    fn inspect(&mut self) -> Result<(), Error> {
        let Binomial { size, probability } = self.of;
        let left = size - self.number;
        if left <= 0.0 {
            self.tail = if self.is_upper { 0.0 } else { 1.0 };
            self.term = libm::pow(probability, size);
            return Ok(());
        }
        let of_more = Beta::new(self.number + 1.0, left)?;
        self.tail = if self.is_upper {
            of_more.lower(probability)
        } else {
            of_more.upper(probability)
        };
        self.term = of_more.density(probability) * (1.0 - probability) / left;
        Ok(())
    }

    /// Goes to the next number, if there is one.
    fn step_up(&mut self) -> Result<bool, Error> {
        let Binomial { size, probability } = self.of;
        if self.number >= size {
            return Ok(false);
        }
        let before = self.tail;
        self.term *=
            (size - self.number) / (self.number + 1.0) * (probability / (1.0 - probability));
        self.number += 1.0;
        self.tail += if self.is_upper { -self.term } else { self.term };
        self.check_digits(before).map(|()| true)
    }

    /// Goes to the number before, if there is one.
    fn step_down(&mut self) -> Result<bool, Error> {
        let Binomial { size, probability } = self.of;
        if self.number <= 0.0 {
            return Ok(false);
        }
        let before = self.tail;
        self.tail += if self.is_upper { self.term } else { -self.term };
        self.term *= self.number / (size - self.number + 1.0) * ((1.0 - probability) / probability);
        self.number -= 1.0;
        self.check_digits(before).map(|()| true)
    }

    /// A difference that is much less than what it is of has lost digits.
    fn check_digits(&mut self, before: f64) -> Result<(), Error> {
        if self.tail < 0.1 * before || self.term < f64::MIN_POSITIVE {
            self.inspect()?;
        }
        Ok(())
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
                    let result = share.quantile(z).unwrap();
                    assert_eq!(result, expected as f64 / f64::from(size), "{share:?} {z}");
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
        let result = [at(9.9e9), at(1.01e10)];
        for (result, size) in result.into_iter().zip([9.9e9, 1.01e10f64]) {
            let normal = 0.3 + 1.5 * (0.21 / size).sqrt();
            assert!((result - normal).abs() < 2.0 / size);
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
