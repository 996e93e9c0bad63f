//! The chi-square distribution: the regularized incomplete gamma function.

use super::beta::{log_gamma_ratio, stirling_error};
use super::continued_fraction::Fraction;
use super::double_double::Double2;
use super::quantile::{quantile, Local};
use super::{check_parameter, density_at_zero, Normal, Tail};
use crate::error::Error;

/// The chi-square distribution with real degrees of freedom d, with density proportional to
/// x<sup>d / 2 - 1</sup> exp(-x / 2).
///
/// Degrees of freedom are from 1e-4 to 1e11. Tail probabilities have a relative error of at most 1e-13 where
/// they are at least 1e-300; quantiles have one of at most 1e-12 in the probability, or are within two doubles
/// where these are farther apart.
///
/// ```
/// use weighted_roc_core::distribution::ChiSquare;
///
/// let square = ChiSquare::new(2.0)?;
/// assert!((square.upper(1000.0) / (-500f64).exp() - 1.0).abs() < 1e-13);
/// assert!((square.lower_quantile(0.5)? - 2.0 * std::f64::consts::LN_2).abs() < 1e-15);
/// # Ok::<(), weighted_roc_core::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ChiSquare {
    /// Half the degrees of freedom: the shape of a gamma variable, which is half of x.
    shape: f64,
    correction: Double2,
}

/// More than any series or fraction takes for shapes within their range.
const TERMS: usize = 4_000_000;

impl ChiSquare {
    /// The least degrees of freedom.
    pub const LEAST: f64 = 1e-4;
    /// The most.
    pub const MOST: f64 = 1e11;

    /// With degrees of freedom.
    ///
    /// ```
    /// # use weighted_roc_core::distribution::ChiSquare;
    /// assert!(ChiSquare::new(f64::NAN).is_err());
    /// ```
    ///
    /// # Errors
    /// [`Error::Parameter`] unless they are in [`ChiSquare::LEAST`] to [`ChiSquare::MOST`].
    pub fn new(df: f64) -> Result<ChiSquare, Error> {
        check_parameter("freedom", df, ChiSquare::LEAST..=ChiSquare::MOST)?;
        let shape = df / 2.0;
        Ok(ChiSquare {
            shape,
            correction: stirling_error(shape.into()),
        })
    }

    /// P(X <= x); NaN for NaN.
    ///
    /// ```
    /// # use weighted_roc_core::distribution::ChiSquare;
    /// let lower = ChiSquare::new(2.0)?.lower(1e-20);
    /// assert!((lower / 5e-21 - 1.0).abs() < 1e-14);
    /// # Ok::<(), weighted_roc_core::Error>(())
    /// ```
    pub fn lower(&self, x: f64) -> f64 {
        self.tails(x)[0]
    }

    /// P(X > x); NaN for NaN.
    ///
    /// ```
    /// # use weighted_roc_core::distribution::ChiSquare;
    /// let upper = ChiSquare::new(4.0)?.upper(10.0);
    /// assert!((upper / (6.0 * (-5f64).exp()) - 1.0).abs() < 1e-14);
    /// # Ok::<(), weighted_roc_core::Error>(())
    /// ```
    pub fn upper(&self, x: f64) -> f64 {
        self.tails(x)[1]
    }

    /// Both tails.
    ///
    /// ```text
    /// x below the shape, or nearly: lower by the power series, upper = 1 - lower
    ///     for a shape < 1 by its logarithm, which gives both tails
    /// above: upper by the continued fraction, lower = 1 - upper
    /// ```
    pub(super) fn tails(&self, x: f64) -> [f64; 2] {
        let (shape, x) = (self.shape, x / 2.0);
        match x {
            _ if x.is_nan() => [x; 2],
            _ if x <= 0.0 => [0.0, 1.0],
            // Far beyond all quantiles, where products overflow.
            _ if x > 1e300 => [1.0, 0.0],
            _ if shape < 1.0 && x < 1.0 => {
                let log = self.log_by_series(x);
                [log.exp(), -libm::expm1(log.value())]
            }
            _ if x < shape => {
                let lower = (self.power(x) / shape * series(shape, x)).min(1.0);
                [lower, 1.0 - lower]
            }
            _ => {
                let upper = (self.power(x) * continued_fraction(shape, x)).min(1.0);
                [1.0 - upper, upper]
            }
        }
    }

    /// x^a exp(-x) / gamma(a), for the shape a: x / 2 times the density, by the saddle point (Loader, Fast
    /// and accurate computation of binomial probabilities, 2000).
    fn power(&self, x: f64) -> f64 {
        let a = self.shape;
        let ratio = Double2::from(x) / a.into();
        let log = ratio.ln() * a - Double2::sum(x, -a) - self.correction;
        (a / std::f64::consts::TAU).sqrt() * log.exp()
    }

    /// The logarithm of the lower tail for a shape a < 1: x^a / gamma(1 + a)
    /// (1 + a sum of (-x)^n / (n! (a + n))) (DiDonato and Morris, Computation of the incomplete gamma function
    /// ratios and their inverse, ACM Transactions on Mathematical Software 12, 1986, equation 17).
    fn log_by_series(&self, x: f64) -> Double2 {
        let a = self.shape;
        let (mut term, mut sum) = (1.0, 0.0);
        for n in 1..60 {
            let n = f64::from(n);
            term *= -x / n;
            sum += term / (a + n);
        }
        Double2::from(x).ln() * a - log_gamma_ratio(1.0, a) + libm::log1p(a * sum)
    }

    /// The density at x, which may be infinite at 0; NaN for NaN.
    ///
    /// ```
    /// # use weighted_roc_core::distribution::ChiSquare;
    /// let density = ChiSquare::new(2.0)?.density(3.0);
    /// assert!((density - (-1.5f64).exp() / 2.0).abs() < 1e-15);
    /// # Ok::<(), weighted_roc_core::Error>(())
    /// ```
    pub fn density(&self, x: f64) -> f64 {
        match x {
            _ if x.is_nan() => x,
            // Beyond 1e300 it is 0 for all degrees of freedom, and products overflow.
            _ if !(0.0..=1e300).contains(&x) => 0.0,
            _ if x == 0.0 => density_at_zero(self.shape, 0.5),
            _ => self.power(x / 2.0) / x,
        }
    }

    /// The x with P(X <= x) = p: 0 for 0, infinity for 1, and 0 where no double is as small.
    ///
    /// ```
    /// # use weighted_roc_core::distribution::ChiSquare;
    /// let x = ChiSquare::new(1.0)?.lower_quantile(0.95)?;
    /// assert!((x - 3.841458820694124).abs() < 1e-14);
    /// # Ok::<(), weighted_roc_core::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Range`] unless p is in [0, 1].
    pub fn lower_quantile(&self, p: f64) -> Result<f64, Error> {
        self.quantile(Tail::lower(p)?)
    }

    /// The x with P(X > x) = p.
    ///
    /// ```
    /// # use weighted_roc_core::distribution::ChiSquare;
    /// let x = ChiSquare::new(2.0)?.upper_quantile(1e-300)?;
    /// assert!((x - 600.0 * std::f64::consts::LN_10).abs() < 1e-11);
    /// # Ok::<(), weighted_roc_core::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Range`] unless p is in [0, 1].
    pub fn upper_quantile(&self, p: f64) -> Result<f64, Error> {
        self.quantile(Tail::upper(p)?)
    }

    pub(super) fn quantile(&self, tail: Tail) -> Result<f64, Error> {
        if tail.probability == 0.0 {
            return Ok(tail.end());
        }
        Ok(quantile(tail, self.start(tail)?, |x| {
            let [lower, upper] = self.tails(x);
            Local {
                lower,
                upper,
                slope: self.power(x / 2.0),
                bend: self.shape - x / 2.0,
            }
        }))
    }

    /// Near the quantile: the cube root is nearly normal (Wilson and Hilferty 1931), but for small shapes the
    /// lower tail is a power.
    fn start(&self, tail: Tail) -> Result<f64, Error> {
        let a = self.shape;
        let z = Normal.lower_quantile(tail.probability)?;
        let z = if tail.is_lower { z } else { -z };
        let root = 1.0 - 1.0 / (9.0 * a) + z / (3.0 * a.sqrt());
        if root > 0.3 {
            return Ok(2.0 * a * root * root * root);
        }
        let lower = if tail.is_lower {
            tail.probability
        } else {
            1.0 - tail.probability
        };
        let log_gamma = if a < 1.0 {
            log_gamma_ratio(1.0, a)
        } else {
            (a + 0.5) * libm::log(a) - a + 0.5 * libm::log(std::f64::consts::TAU)
        };
        Ok(2.0 * libm::exp((libm::log(lower) + log_gamma) / a))
    }
}

/// 1 + x / (a + 1) + x^2 / ((a + 1)(a + 2)) + ..., from its end on (Abramowitz and Stegun 6.5.29).
/// O(sqrt(a)) terms near a.
fn series(a: f64, x: f64) -> f64 {
    let (mut terms, mut term) = (0, 1.0);
    while term > f64::EPSILON / 64.0 * (1.0 - x / (a + terms as f64 + 1.0)) && terms < TERMS {
        terms += 1;
        term *= x / (a + terms as f64);
    }
    (1..=terms)
        .rev()
        .fold(1.0, |sum, n| 1.0 + x / (a + n as f64) * sum)
}

/// 1 / (x + 1 - a - 1 (1 - a) / (x + 3 - a - 2 (2 - a) / (x + 5 - a - ...))) (Abramowitz and Stegun 6.5.31).
/// O(sqrt(a)) terms near a.
fn continued_fraction(a: f64, x: f64) -> f64 {
    let off = x - a;
    let alpha = |n: f64| n * (a - n);
    let beta = |n: f64| off + 2.0 * n + 1.0;
    Fraction { alpha, beta }.value()
}
