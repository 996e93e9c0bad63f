//! The beta distribution: the regularized incomplete beta function.

use super::continued_fraction::Fraction;
use super::double_double::{Double2, LN_2};
use super::quantile::{quantile, Local};
use super::{check_parameter, density_at_zero, Normal, Tail};
use crate::error::Error;

/// The beta distribution, with density x<sup>a-1</sup> (1 - x)<sup>b-1</sup> / B(a, b) on [0, 1].
///
/// Shapes are from 1e-5 to 1e11. Tail probabilities have a relative error of at most 1e-13 where they
/// are at least 1e-300; quantiles have one of at most 1e-12 in the probability, or are within two
/// doubles where these are farther apart.
///
/// ```
/// use weighted_roc_core::distribution::Beta;
///
/// let beta = Beta::new(2.0, 1.0)?;
/// assert!((beta.lower(0.5) - 0.25).abs() < 1e-15);
/// assert!((beta.lower_quantile(0.25)? - 0.5).abs() < 1e-15);
/// # Ok::<(), weighted_roc_core::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Beta {
    shapes: Shapes,
}

impl Beta {
    /// The least shape.
    pub const LEAST: f64 = 1e-5;
    /// The largest shape.
    pub const MOST: f64 = 1e11;

    /// With shapes a and b.
    ///
    /// ```
    /// # use weighted_roc_core::distribution::Beta;
    /// assert!(Beta::new(0.0, 1.0).is_err());
    /// ```
    ///
    /// # Errors
    /// [`Error::Parameter`] unless both are in [`Beta::LEAST`] to [`Beta::MOST`].
    pub fn new(a: f64, b: f64) -> Result<Beta, Error> {
        check_parameter("a", a, Beta::LEAST..=Beta::MOST)?;
        check_parameter("b", b, Beta::LEAST..=Beta::MOST)?;
        Ok(Beta {
            shapes: Shapes::new(a, b),
        })
    }

    /// P(X <= x); NaN for NaN.
    ///
    /// ```
    /// # use weighted_roc_core::distribution::Beta;
    /// let lower = Beta::new(2.0, 2.0)?.lower(0.1);
    /// assert!((lower / 0.028 - 1.0).abs() < 1e-13);
    /// # Ok::<(), weighted_roc_core::Error>(())
    /// ```
    pub fn lower(&self, x: f64) -> f64 {
        self.tails(x)[0]
    }

    /// P(X > x); NaN for NaN.
    ///
    /// ```
    /// # use weighted_roc_core::distribution::Beta;
    /// let upper = Beta::new(2.0, 2.0)?.upper(0.9);
    /// assert!((upper / 0.028 - 1.0).abs() < 1e-13);
    /// # Ok::<(), weighted_roc_core::Error>(())
    /// ```
    pub fn upper(&self, x: f64) -> f64 {
        self.tails(x)[1]
    }

    fn tails(&self, x: f64) -> [f64; 2] {
        match x {
            _ if x.is_nan() => [x; 2],
            _ if x <= 0.0 => [0.0, 1.0],
            _ if x >= 1.0 => [1.0, 0.0],
            _ => self.shapes.tails(Place::at(x)),
        }
    }

    /// The density at x, which may be infinite at 0 and 1; NaN for NaN.
    ///
    /// ```
    /// # use weighted_roc_core::distribution::Beta;
    /// let density = Beta::new(2.0, 1.0)?.density(0.5);
    /// assert!((density - 1.0).abs() < 1e-15);
    /// # Ok::<(), weighted_roc_core::Error>(())
    /// ```
    pub fn density(&self, x: f64) -> f64 {
        let Shapes { a, b, .. } = self.shapes;
        match x {
            _ if x.is_nan() => x,
            _ if !(0.0..=1.0).contains(&x) => 0.0,
            _ if x == 0.0 => density_at_zero(a, b),
            _ if x == 1.0 => density_at_zero(b, a),
            _ => self.shapes.power(Place::at(x)) / x / (1.0 - x),
        }
    }

    /// The x with P(X <= x) = p.
    ///
    /// ```
    /// # use weighted_roc_core::distribution::Beta;
    /// let x = Beta::new(1.0, 3.0)?.lower_quantile(0.488)?;
    /// assert!((x - 0.2).abs() < 1e-15);
    /// # Ok::<(), weighted_roc_core::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Probability`] unless p is in [0, 1].
    pub fn lower_quantile(&self, p: f64) -> Result<f64, Error> {
        self.quantile(Tail::lower(p)?)
    }

    /// The x with P(X > x) = p.
    ///
    /// ```
    /// # use weighted_roc_core::distribution::Beta;
    /// let x = Beta::new(3.0, 1.0)?.upper_quantile(0.488)?;
    /// assert!((x - 0.8).abs() < 1e-15);
    /// # Ok::<(), weighted_roc_core::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Probability`] unless p is in [0, 1].
    pub fn upper_quantile(&self, p: f64) -> Result<f64, Error> {
        self.quantile(Tail::upper(p)?)
    }

    fn quantile(&self, tail: Tail) -> Result<f64, Error> {
        let odds = self.shapes.odds_of(tail)?;
        Ok(if odds < 1.0 {
            odds / (1.0 + odds)
        } else {
            1.0 / (1.0 + 1.0 / odds)
        })
    }
}

/// A positive number that may be beyond all doubles: a value in [1/2, 1) and a power of 2.
#[derive(Clone, Copy, Debug)]
pub(super) struct Scaled {
    value: Double2,
    exponent: i32,
}

impl Scaled {
    /// Returns the number as the nearest double, which may be 0.
    fn double(self) -> f64 {
        libm::scalbn(self.value.high, self.exponent)
    }

    /// The square, exactly.
    pub fn square(x: f64) -> Scaled {
        let Scaled { value, exponent } = Scaled::from(Double2::from(x));
        Scaled {
            value: Double2::product(value.high, value.high),
            exponent: 2 * exponent,
        }
    }

    pub fn product(x: f64, y: f64) -> Scaled {
        let [x, y] = [x, y].map(|factor| Scaled::from(Double2::from(factor)));
        Scaled {
            value: Double2::product(x.value.high, y.value.high),
            exponent: x.exponent + y.exponent,
        }
    }

    fn divided_by(self, other: Scaled) -> Scaled {
        Scaled {
            value: self.value / other.value,
            exponent: self.exponent - other.exponent,
        }
    }

    fn ln_times(self, factor: Double2) -> Double2 {
        (self.value * factor).ln() + LN_2 * f64::from(self.exponent)
    }
}

impl From<Double2> for Scaled {
    fn from(number: Double2) -> Scaled {
        let (_, exponent) = libm::frexp(number.high);
        Scaled {
            value: number.scaled(-exponent),
            exponent,
        }
    }
}

/// A place in (0, 1): its distances from 0 and from 1.
#[derive(Clone, Copy, Debug)]
pub(super) struct Place {
    pub x: Scaled,
    pub y: Scaled,
}

/// 1 + 2^-GAP is 1, for numbers of two doubles.
const GAP: i32 = 200;

impl Place {
    /// At x in (0, 1).
    pub fn at(x: f64) -> Place {
        Place {
            x: Double2::from(x).into(),
            y: Double2::sum(1.0, -x).into(),
        }
    }

    /// Where x and 1 - x have the ratio of two positive numbers.
    pub fn of_ratio(x: Scaled, y: Scaled) -> Place {
        let one = Scaled::from(Double2::from(1.0));
        let gap = x.exponent - y.exponent;
        if gap > GAP {
            return Place {
                x: one,
                y: y.divided_by(x),
            };
        }
        if gap < -GAP {
            return Place {
                x: x.divided_by(y),
                y: one,
            };
        }
        let shifted = x.value.scaled(gap);
        let sum = shifted + y.value;
        Place {
            x: (shifted / sum).into(),
            y: (y.value / sum).into(),
        }
    }

    fn swap(self) -> Place {
        Place {
            x: self.y,
            y: self.x,
        }
    }

    /// Both distances, rounded.
    pub fn doubles(self) -> [f64; 2] {
        [self.x.double(), self.y.double()]
    }
}

/// The two shapes, and what depends on them alone.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Shapes {
    pub a: f64,
    pub b: f64,
    /// ln of 1 / B(a, b) over the same by Stirling's formula.
    correction: Double2,
    /// 1 / B(a, b) times the powers that x^a (1 - x)^b has at a / (a + b), by Stirling's formula.
    factor: f64,
}

impl Shapes {
    pub fn new(a: f64, b: f64) -> Shapes {
        Shapes {
            a,
            b,
            correction: stirling_error(Double2::sum(a, b))
                - stirling_error(a.into())
                - stirling_error(b.into()),
            factor: (a / (a + b) * b / std::f64::consts::TAU).sqrt(),
        }
    }

    fn swap(self) -> Shapes {
        Shapes {
            a: self.b,
            b: self.a,
            ..self
        }
    }

    /// The probabilities below and above a place.
    ///
    /// ```text
    /// below the mean, or nearly: lower by itself, upper = 1 - lower
    ///     a >= 1: by the continued fraction
    ///     a < 1:  by the power series, whose logarithm gives both tails
    /// above: the same of 1 - x with shapes b, a
    /// ```
    pub fn tails(self, place: Place) -> [f64; 2] {
        let Shapes { a, b, .. } = self;
        if place.x.double() * (a + b + 2.0) < a + 1.0 {
            self.tails_below_mean(place)
        } else {
            let [upper, lower] = self.swap().tails_below_mean(place.swap());
            [lower, upper]
        }
    }

    fn tails_below_mean(self, place: Place) -> [f64; 2] {
        let Shapes { a, b, .. } = self;
        if a < 1.0 {
            let log = self.log_by_series(place.x);
            return [log.exp(), -libm::expm1(log.value())];
        }
        let off = (place.y.value * a).scaled(place.y.exponent)
            - (place.x.value * b).scaled(place.x.exponent);
        let fraction = continued_fraction(a, b, place.doubles(), off.value());
        let lower = (self.power(place) * fraction).min(1.0);
        [lower, 1.0 - lower]
    }

    /// x^a (1 - x)^b / B(a, b), which is x (1 - x) times the density. By the saddle point: relative
    /// to its value at the mean what x is off that cancels in the first order (Loader, Fast and accurate
    /// computation of binomial probabilities, 2000).
    pub fn power(self, Place { x, y }: Place) -> f64 {
        let Shapes { a, b, .. } = self;
        let sum = Double2::sum(a, b);
        let log = x.ln_times(sum / a.into()) * a + y.ln_times(sum / b.into()) * b;
        self.factor * (log + self.correction).exp()
    }

    /// The logarithm of the lower tail, for a < 1 and x at most about the mean (DiDonato and Morris,
    /// Algorithm 708, ACM Transactions on Mathematical Software 18, 1992, equation 8):
    /// x^a / (a B(a, b)) (1 + a sum of (1 - b)(2 - b)...(n - b) / n! x^n / (a + n)).
    fn log_by_series(self, x: Scaled) -> Double2 {
        let Shapes { a, b, .. } = self;
        let place = x.double();
        let (mut term, mut sum) = (1.0, 0.0);
        for n in 1..TERMS {
            let n = n as f64;
            term *= (n - b) / n * place;
            let part = term / (a + n);
            sum += part;
            if part.abs() <= f64::EPSILON / 16.0 * sum.abs() {
                break;
            }
        }
        x.ln_times(1.0.into()) * a
            + (log_gamma_ratio(b, a) - log_gamma_ratio(1.0, a))
            + libm::log1p(a * sum)
    }

    /// The x / (1 - x) that has a probability in a tail.
    fn odds_of(self, tail: Tail) -> Result<f64, Error> {
        if tail.probability == 0.0 {
            return Ok(tail.end());
        }
        let one = Scaled::product(1.0, 1.0);
        Ok(quantile(tail, self.start(tail)?, |odds| {
            self.local(Place::of_ratio(Scaled::product(odds, 1.0), one))
        }))
    }

    /// Both tails at a place, and how they change with ln of x / (1 - x).
    pub fn local(self, place: Place) -> Local {
        let [lower, upper] = self.tails(place);
        let [x, y] = place.doubles();
        Local {
            lower,
            upper,
            slope: self.power(place),
            bend: self.a * y - self.b * x,
        }
    }

    /// Near the quantile: for large shapes ln odds is nearly normal (Fisher's z by Carter's
    /// approximation; Abramowitz and Stegun 26.5.22), for small ones tails are powers.
    pub fn start(self, tail: Tail) -> Result<f64, Error> {
        let Shapes { a, b, .. } = self;
        if a > 1.0 && b > 1.0 {
            let z = Normal.lower_quantile(tail.probability)?;
            let z = if tail.is_lower { z } else { -z };
            let (of_a, of_b) = (1.0 / (2.0 * a - 1.0), 1.0 / (2.0 * b - 1.0));
            let h = 2.0 / (of_a + of_b);
            let lambda = (z * z - 3.0) / 6.0;
            let w = z * (h + lambda).max(0.0).sqrt() / h
                + (of_a - of_b) * (lambda + 5.0 / 6.0 - 2.0 / (3.0 * h));
            return Ok(a / b * libm::exp(2.0 * w));
        }
        let own = if tail.is_lower { a } else { b };
        // x^own times this is the tail, near its end.
        let log = self.correction.value() + libm::log(self.factor / own)
            - a * libm::log(a / (a + b))
            - b * libm::log(b / (a + b));
        let odds = libm::exp((libm::log(tail.probability) - log) / own);
        Ok(if tail.is_lower { odds } else { 1.0 / odds })
    }
}

/// More than any fraction or series takes for shapes within their range.
const TERMS: usize = 4_000_000;

/// B(a, b) / (x^a y^b) times the lower tail, where y = 1 - x, for a >= 1 and x at most about the mean: the
/// continued fraction of DiDonato and Morris (1992), equation 9, in which nothing cancels but in
/// off = a y - b x. O(sqrt(max(a, b))) terms near the mean.
fn continued_fraction(a: f64, b: f64, [x, y]: [f64; 2], off: f64) -> f64 {
    let alpha = |n: f64| {
        let inner = a + 2.0 * n - 1.0;
        (a + n - 1.0) / inner * ((a + b + n - 1.0) / inner) * (n * (b - n) * x * x)
    };
    let beta = |n: f64| {
        let part = (a + n) / (a + 2.0 * n + 1.0);
        // For n = 0 and a = 1 it would be 0 / 0.
        let inner = (a + 2.0 * n - 1.0).max(1.0);
        n + n * (b - n) * x / inner + part * (off + 1.0 + n * (1.0 + y))
    };
    Fraction { alpha, beta }.value()
}

/// From here on Stirling's series has all digits.
const STIRLING: f64 = 16.0;

/// ln gamma(z) - (z - 1/2) ln z + z - ln(2 pi) / 2: what Stirling's formula lacks (Abramowitz and
/// Stegun 6.1.41). A small z is shifted by gamma(z + 1) = z gamma(z).
pub(super) fn stirling_error(z: Double2) -> Double2 {
    if z.high >= STIRLING {
        return stirling_series(z.high).into();
    }
    let shift = (STIRLING - z.high).ceil();
    let mut product = z;
    for i in 1..shift as usize {
        product = product * (z + i as f64);
    }
    let far = z + shift;
    far.ln() * (far - 0.5) - z.ln() * (z - 0.5) - product.ln() - shift + stirling_series(far.high)
}

fn stirling_series(z: f64) -> f64 {
    let square = 1.0 / (z * z);
    let series = [
        43_867.0 / 244_188.0,
        -3617.0 / 122_400.0,
        1.0 / 156.0,
        -691.0 / 360_360.0,
        1.0 / 1188.0,
        -1.0 / 1680.0,
        1.0 / 1260.0,
        -1.0 / 360.0,
        1.0 / 12.0,
    ];
    series.iter().fold(0.0, |sum, term| sum * square + term) / z
}

/// ln gamma(z + a) - ln gamma(z) for 0 < a <= 1, with an error relative to a.
pub(super) fn log_gamma_ratio(z: f64, a: f64) -> f64 {
    if z < STIRLING {
        let mut sum = 0.0;
        let shift = (STIRLING - z).ceil();
        for i in 0..shift as usize {
            sum += libm::log1p(a / (z + i as f64));
        }
        return log_gamma_ratio(z + shift, a) - sum;
    }
    (z - 0.5) * libm::log1p(a / z)
        + a * (libm::log(z + a) - 1.0)
        + (stirling_series(z + a) - stirling_series(z))
}
