//! Fisher's F distribution.

use super::beta::{Distances, Scaled, Shapes};
use super::quantile::quantile;
use super::{check_parameter, density_at_zero, ChiSquare, Tail};
use crate::error::Error;

/// The F distribution with real degrees of freedom m of the numerator and n of the denominator: that of
/// the ratio of two independent mean squares. With infinite n it is that of chi-square over m.
///
/// Degrees of freedom are from 1e-4 to 1e11, those of the denominator also infinite. Tail probabilities
/// have a relative error of at most 1e-13 where they are at least 1e-300; quantiles have one of at most 1e-12 in
/// the probability, or are within two doubles where these are farther apart.
///
/// ```
/// use weighted_roc_core::distribution::Fisher;
///
/// let f = Fisher::new(2.0, 10.0)?;
/// // (1 + x / 5)^-5 for two degrees of freedom of the numerator.
/// assert!((f.upper(5.0) * 32.0 - 1.0).abs() < 1e-14);
/// assert!((f.upper_quantile(1.0 / 32.0)? - 5.0).abs() < 1e-14);
/// # Ok::<(), weighted_roc_core::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Fisher {
    df: [f64; 2],
    law: Law,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Law {
    /// m x / (m x + n) has a beta distribution.
    Beta(Shapes),
    /// m x is chi-square.
    ChiSquare(ChiSquare),
}

impl Fisher {
    /// The least degrees of freedom.
    pub const LEAST: f64 = 1e-4;
    /// The most, but for infinite ones.
    pub const MOST: f64 = 1e11;

    /// With degrees of freedom of the numerator and of the denominator.
    ///
    /// ```
    /// # use weighted_roc_core::distribution::{ChiSquare, Fisher};
    /// let f = Fisher::new(3.0, f64::INFINITY)?;
    /// assert_eq!(f.upper(2.0), ChiSquare::new(3.0)?.upper(6.0));
    /// assert!(Fisher::new(0.0, 1.0).is_err());
    /// # Ok::<(), weighted_roc_core::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Parameter`] unless both are within their range.
    pub fn new(numerator: f64, denominator: f64) -> Result<Fisher, Error> {
        let range = Fisher::LEAST..=Fisher::MOST;
        check_parameter("numerator", numerator, range.clone())?;
        let law = if denominator == f64::INFINITY {
            Law::ChiSquare(ChiSquare::new(numerator)?)
        } else {
            check_parameter("denominator", denominator, range)?;
            Law::Beta(Shapes::new(numerator / 2.0, denominator / 2.0))
        };
        Ok(Fisher {
            df: [numerator, denominator],
            law,
        })
    }

    /// P(F <= x); NaN for NaN.
    ///
    /// ```
    /// # use weighted_roc_core::distribution::Fisher;
    /// let lower = Fisher::new(2.0, 2.0)?.lower(1e-9);
    /// assert!((lower / 1e-9 * (1.0 + 1e-9) - 1.0).abs() < 1e-13);
    /// # Ok::<(), weighted_roc_core::Error>(())
    /// ```
    pub fn lower(&self, x: f64) -> f64 {
        self.tails(x)[0]
    }

    /// P(F > x), by the beta distribution of m x / (m x + n) (Abramowitz and Stegun 26.6.2); NaN for NaN.
    ///
    /// ```
    /// # use weighted_roc_core::distribution::Fisher;
    /// let upper = Fisher::new(2.0, 2.0)?.upper(1e9);
    /// assert!((upper * (1.0 + 1e9) - 1.0).abs() < 1e-13);
    /// # Ok::<(), weighted_roc_core::Error>(())
    /// ```
    pub fn upper(&self, x: f64) -> f64 {
        self.tails(x)[1]
    }

    fn tails(&self, x: f64) -> [f64; 2] {
        match (x, self.law) {
            _ if x.is_nan() => [x; 2],
            _ if x <= 0.0 => [0.0, 1.0],
            _ if x == f64::INFINITY => [1.0, 0.0],
            (_, Law::Beta(shapes)) => shapes.tails(self.distances(x)),
            (_, Law::ChiSquare(square)) => square.tails(x * self.df[0]),
        }
    }

    fn distances(&self, x: f64) -> Distances {
        let [numerator, denominator] = self.df;
        Distances::from_ratio(
            Scaled::product(x, numerator),
            Scaled::product(denominator, 1.0),
        )
    }

    /// The density at x, which may be infinite at 0; NaN for NaN.
    ///
    /// ```
    /// # use weighted_roc_core::distribution::Fisher;
    /// let density = Fisher::new(2.0, 2.0)?.density(1.0);
    /// assert!((density - 0.25).abs() < 1e-15);
    /// # Ok::<(), weighted_roc_core::Error>(())
    /// ```
    pub fn density(&self, x: f64) -> f64 {
        let [numerator, _] = self.df;
        match (x, self.law) {
            _ if x.is_nan() => x,
            _ if x < 0.0 || x == f64::INFINITY => 0.0,
            _ if x == 0.0 => density_at_zero(numerator / 2.0, 1.0),
            (_, Law::Beta(shapes)) => shapes.power(self.distances(x)) / x,
            (_, Law::ChiSquare(square)) => square.density(x * numerator) * numerator,
        }
    }

    /// The x with P(F <= x) = p: 0 for 0, infinity for 1, and where no double is as small or large.
    ///
    /// ```
    /// # use weighted_roc_core::distribution::Fisher;
    /// let x = Fisher::new(2.0, 2.0)?.lower_quantile(0.75)?;
    /// assert!((x - 3.0).abs() < 1e-14);
    /// # Ok::<(), weighted_roc_core::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Range`] unless p is in [0, 1].
    pub fn lower_quantile(&self, p: f64) -> Result<f64, Error> {
        self.quantile(Tail::lower(p)?)
    }

    /// The x with P(F > x) = p.
    ///
    /// ```
    /// # use weighted_roc_core::distribution::Fisher;
    /// let x = Fisher::new(2.0, 2.0)?.upper_quantile(0.25)?;
    /// assert!((x - 3.0).abs() < 1e-14);
    /// # Ok::<(), weighted_roc_core::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Range`] unless p is in [0, 1].
    pub fn upper_quantile(&self, p: f64) -> Result<f64, Error> {
        self.quantile(Tail::upper(p)?)
    }

    fn quantile(&self, tail: Tail) -> Result<f64, Error> {
        let [numerator, denominator] = self.df;
        match self.law {
            Law::ChiSquare(square) => Ok(square.quantile(tail)? / numerator),
            Law::Beta(_) if tail.probability == 0.0 => Ok(tail.end()),
            Law::Beta(shapes) => {
                let start = shapes.start(tail)? * (denominator / numerator);
                Ok(quantile(tail, start, |x| shapes.local(self.distances(x))))
            }
        }
    }
}
