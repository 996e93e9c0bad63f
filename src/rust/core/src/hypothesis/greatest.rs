//! The greatest of all standardized differences of pairs.

use super::eigen::Eigen;
use super::tails::beyond_length;
use crate::distribution::Normal;
use crate::error::Error;
use crate::memory::{collect, filled, push, reserve};
use crate::poll::Pace;

/// The probability that at least one of the standardized differences of pairs is farther from 0 than a quantile,
/// when they are jointly normal around it. Right to three digits, and the same in each call.
///
/// A normal vector is a direction and a length that do not depend on each other. Given the direction, the length
/// at which the first difference passes the quantile is known, and the square of the length is chi-squared:
/// directions alone are left to average over.
///
/// ```text
/// points = estimates as linear functions of independent normal variables, from the covariance
/// for each of many even directions
///     greatest = the largest |x'd - y'd| / |x - y| of the pairs of points x and y
/// P(some difference > q) = the mean of P(length > q / greatest)
/// ```
pub(crate) struct Greatest {
    /// The greatest standardized difference along directions, ascending: the mean of each few that are next to
    /// each other in this.
    farthest: Vec<f64>,
    dimensions: usize,
    /// How many differences do not vary, and so vary with no other.
    alone: f64,
}

const DIRECTIONS: usize = 1 << 16;
const AVERAGED: usize = 128;

impl Greatest {
    /// Of pairs of estimates with this covariance.
    pub fn of(
        covariance: &[f64],
        width: usize,
        pairs: &[[usize; 2]],
        pace: &mut Pace<'_>,
    ) -> Result<Greatest, Error> {
        if covariance.iter().any(|entry| entry.is_nan()) {
            return Ok(Greatest {
                farthest: Vec::new(),
                dimensions: 1,
                alone: f64::NAN,
            });
        }
        let points = Points::of(covariance, width, pace)?;
        let lengths = collect(pairs.iter().map(|pair| points.apart(*pair)))?;
        let nothing = 1e-7
            * lengths
                .iter()
                .fold(0.0f64, |most, &length| most.max(length));
        let mut varying = reserve(pairs.len())?;
        for (&pair, &length) in pairs.iter().zip(&lengths) {
            if length > nothing {
                push(&mut varying, (pair, 1.0 / length))?;
            }
        }
        Ok(Greatest {
            alone: (pairs.len() - varying.len()) as f64,
            dimensions: points.dimensions,
            farthest: points.farthest(&varying, pace)?,
        })
    }

    /// The probability that one exceeds a quantile, NaN where nothing is known.
    pub fn exceeds(&self, quantile: f64) -> f64 {
        if quantile.is_nan() || self.alone.is_nan() {
            return f64::NAN;
        }
        let number = self.farthest.len().max(1) as f64;
        let beyond = self.farthest.iter();
        let varying = beyond
            .map(|farthest| beyond_length(quantile / farthest, self.dimensions))
            .sum::<f64>()
            / number;
        let fixed = if self.alone > 0.0 {
            -libm::expm1(self.alone * libm::log1p(-2.0 * Normal.upper(quantile)))
        } else {
            0.0
        };
        varying + fixed - varying * fixed
    }
}

/// Points in space whose differences vary along directions as those of estimates, in the fewest dimensions.
struct Points {
    /// The first coordinates of all points, then the second ones.
    coordinates: Vec<f64>,
    number: usize,
    dimensions: usize,
}

impl Points {
    fn of(covariance: &[f64], width: usize, pace: &mut Pace<'_>) -> Result<Points, Error> {
        let mut centred = collect(covariance.iter().copied())?;
        let means = collect(
            covariance
                .chunks(width)
                .map(|row| row.iter().sum::<f64>() / width as f64),
        )?;
        let mean = means.iter().sum::<f64>() / width as f64;
        for (i, entry) in centred.iter_mut().enumerate() {
            *entry = *entry - (means[i / width] + means[i % width]) + mean;
        }
        let parts = Eigen::of(centred, width, pace)?;
        let least = 1e-15 * parts.largest();
        let values = parts.values();
        let mut order = filled(width, 0usize)?;
        (0..width).for_each(|k| order[k] = k);
        order.sort_unstable_by(|&k, &l| values[l].total_cmp(&values[k]).then(k.cmp(&l)));
        let mut coordinates = reserve(width.saturating_mul(width))?;
        let mut dimensions = 0;
        for k in order.into_iter().filter(|&k| values[k] > least) {
            pace.steps(width)?;
            dimensions += 1;
            for part in parts.vector(k) {
                push(&mut coordinates, part * values[k].sqrt())?;
            }
        }
        Ok(Points {
            coordinates,
            number: width,
            dimensions,
        })
    }

    fn apart(&self, [first, second]: [usize; 2]) -> f64 {
        let axes = self.coordinates.chunks_exact(self.number);
        let squares = axes.map(|axis| (axis[first] - axis[second]).powi(2));
        squares.sum::<f64>().sqrt()
    }

    /// Of pairs, each with the inverse of how far apart they are. O(points dimensions + pairs) time a direction:
    /// points are projected, pairs are not.
    fn farthest(
        &self,
        pairs: &[([usize; 2], f64)],
        pace: &mut Pace<'_>,
    ) -> Result<Vec<f64>, Error> {
        if pairs.is_empty() {
            return Ok(Vec::new());
        }
        let mut directions = EvenDirections::new(self.dimensions)?;
        let mut along = filled(self.number, 0.0)?;
        let mut farthest = filled(DIRECTIONS, 0.0f64)?;
        for farthest in &mut farthest {
            pace.steps(self.coordinates.len() + pairs.len() + 8 * self.dimensions)?;
            along.fill(0.0);
            let axes = self.coordinates.chunks_exact(self.number);
            for (axis, part) in axes.zip(directions.next()?) {
                for (along, point) in along.iter_mut().zip(axis) {
                    *along += point * part;
                }
            }
            for &([first, second], inverse) in pairs {
                *farthest = farthest.max((along[first] - along[second]).abs() * inverse);
            }
        }
        farthest.sort_unstable_by(f64::total_cmp);
        let means = farthest.chunks_exact(AVERAGED);
        collect(means.map(|next| next.iter().sum::<f64>() / AVERAGED as f64))
    }
}

/// Multiples of square roots of primes, modulo 1, are even in a cube (Richtmyer 1951); normal variables of these
/// have even directions.
struct EvenDirections {
    steps: Vec<f64>,
    direction: Vec<f64>,
    multiple: f64,
}

impl EvenDirections {
    fn new(dimensions: usize) -> Result<EvenDirections, Error> {
        let mut steps = reserve(dimensions)?;
        for prime in (2u32..).filter(|&n| is_prime(n)).take(dimensions) {
            push(&mut steps, f64::from(prime).sqrt())?;
        }
        Ok(EvenDirections {
            steps,
            direction: filled(dimensions, 0.0)?,
            multiple: 0.0,
        })
    }

    fn next(&mut self) -> Result<&[f64], Error> {
        self.multiple += 1.0;
        let mut squares = 0.0;
        for (coordinate, step) in self.direction.iter_mut().zip(&self.steps) {
            let place = self.multiple * step;
            *coordinate = Normal.lower_quantile(place - place.floor())?;
            squares += *coordinate * *coordinate;
        }
        let length = squares.sqrt();
        self.direction.iter_mut().for_each(|part| *part /= length);
        Ok(&self.direction)
    }
}

fn is_prime(n: u32) -> bool {
    (2..).take_while(|d| d * d <= n).all(|d| n % d != 0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hypothesis::contrasts::pairs_of;

    fn greatest(covariance: &[f64], width: usize) -> Greatest {
        let pairs: Vec<[usize; 2]> = pairs_of(width).collect();
        Greatest::of(covariance, width, &pairs, &mut Pace::new(&mut || false)).unwrap()
    }

    /// Of all pairs of k independent normal variables: the studentized range, by R's ptukey().
    #[test]
    fn pairs_of_equal_variances_have_the_distribution_of_the_range() {
        let cases = [
            (3, [0.871_308_104_50, 0.290_904_955_66, 0.033_241_803_47]),
            (6, [0.996_187_097_2, 0.664_298_348_8, 0.123_978_779_8]),
        ];
        for (width, expected) in cases {
            let mut covariance = vec![0.0; width * width];
            (0..width).for_each(|k| covariance[k * width + k] = 2.5);
            let found = greatest(&covariance, width);
            for (quantile, expected) in [0.5, 1.5, 2.5].into_iter().zip(expected) {
                let found = found.exceeds(quantile);
                assert!(
                    (found / expected - 1.0).abs() < 0.01,
                    "{width} {quantile} {found}"
                );
            }
        }
    }

    /// Two differences are one, and one does not vary: independent of it.
    #[test]
    fn what_varies_along_one_line_or_not_at_all_is_exact() {
        let p = 2.0 * Normal.upper(1.7);
        let mut covariance = [0.0; 9];
        covariance[0] = 1.0;
        let found = greatest(&covariance, 3).exceeds(1.7);
        assert!((found / (1.0 - (1.0 - p).powi(2)) - 1.0).abs() < 1e-12);
        let line = [1.0, 2.0, 3.0, 2.0, 4.0, 6.0, 3.0, 6.0, 9.0];
        assert!((greatest(&line, 3).exceeds(1.7) / p - 1.0).abs() < 1e-12);
        // Far tails keep their digits.
        let far = greatest(&covariance, 3).exceeds(20.0);
        assert!((far / (4.0 * Normal.upper(20.0)) - 1.0).abs() < 1e-12);
        assert_eq!(greatest(&line, 3).exceeds(0.0), 1.0);
    }

    #[test]
    fn what_is_not_known_is_nan_and_work_can_be_stopped() {
        let found = greatest(&[1.0, 0.0, 0.0, f64::NAN], 2);
        assert!(found.exceeds(2.0).is_nan());
        let pairs: Vec<[usize; 2]> = pairs_of(20).collect();
        let covariance: Vec<f64> = (0..400).map(|i| f64::from(u8::from(i % 21 == 0))).collect();
        let stopped = Greatest::of(&covariance, 20, &pairs, &mut Pace::new(&mut || true));
        assert!(matches!(stopped.map(drop), Err(Error::Interrupted)));
    }
}
