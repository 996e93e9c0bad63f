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
            _ => self.shapes.tails(Distances::from_value(x)),
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
            _ => self.shapes.power(Distances::from_value(x)) / x / (1.0 - x),
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
    /// [`Error::Range`] unless p is in [0, 1].
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
    /// [`Error::Range`] unless p is in [0, 1].
    pub fn upper_quantile(&self, p: f64) -> Result<f64, Error> {
        self.quantile(Tail::upper(p)?)
    }

    /// The distribution of shapes in the range.
    pub(crate) fn from_shapes(a: f64, b: f64) -> Beta {
        Beta {
            shapes: Shapes::new(a, b),
        }
    }

    /// Does the same as [`Beta::neighbours`] for places in (0, 1) to nine digits after the point, in a tenth of the time.
    pub(crate) fn around_roughly(&self, [x, y]: [f64; 2]) -> [f64; 2] {
        let Shapes { a, b, .. } = self.shapes;
        if x * (a + b + 2.0) < a + 1.0 {
            let lower = self.shapes.roughly_below_mean([x, y]);
            [lower, 1.0 - lower]
        } else {
            let upper = self.shapes.swap().roughly_below_mean([y, x]);
            [1.0 - upper, upper]
        }
    }

    /// The probabilities below and above a place, by its distances from 0 and from 1: each has all digits.
    pub(crate) fn neighbours(&self, [from_zero, from_one]: [f64; 2]) -> [f64; 2] {
        if from_zero <= 0.0 {
            return [0.0, 1.0];
        }
        if from_one <= 0.0 {
            return [1.0, 0.0];
        }
        let distance = |distance: f64| Scaled::product(distance, 1.0);
        let place = Distances::from_ratio(distance(from_zero), distance(from_one));
        self.shapes.tails(place)
    }

    /// Both tails at the x whose x / (1 - x) is given, and how they change with its logarithm.
    pub(crate) fn at_odds(&self, odds: f64) -> Local {
        self.shapes.at_odds(odds)
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

/// The distances of a number in (0, 1) from 0 and from 1.
#[derive(Clone, Copy, Debug)]
pub(super) struct Distances {
    pub x: Scaled,
    pub y: Scaled,
}

/// 1 + 2^-GAP is 1, for numbers of two doubles.
const GAP: i32 = 200;

impl Distances {
    /// At x in (0, 1).
    pub fn from_value(x: f64) -> Distances {
        Distances {
            x: Double2::from(x).into(),
            y: Double2::sum(1.0, -x).into(),
        }
    }

    /// Where x and 1 - x have the ratio of two positive numbers.
    pub fn from_ratio(x: Scaled, y: Scaled) -> Distances {
        let one = Scaled::from(Double2::from(1.0));
        let gap = x.exponent - y.exponent;
        if gap > GAP {
            return Distances {
                x: one,
                y: y.divided_by(x),
            };
        }
        if gap < -GAP {
            return Distances {
                x: x.divided_by(y),
                y: one,
            };
        }
        let shifted = x.value.scaled(gap);
        let sum = shifted + y.value;
        Distances {
            x: (shifted / sum).into(),
            y: (y.value / sum).into(),
        }
    }

    fn swap(self) -> Distances {
        Distances {
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
    pub fn tails(self, place: Distances) -> [f64; 2] {
        self.tails_by(place, || self.power(place))
    }

    /// By the [power](Shapes::power) there, which is the same from both ends.
    fn tails_by(self, place: Distances, power: impl Fn() -> f64) -> [f64; 2] {
        let Shapes { a, b, .. } = self;
        if place.x.double() * (a + b + 2.0) < a + 1.0 {
            self.tails_below_mean(place, power)
        } else {
            let [upper, lower] = self.swap().tails_below_mean(place.swap(), power);
            [lower, upper]
        }
    }

    fn tails_below_mean(self, place: Distances, power: impl Fn() -> f64) -> [f64; 2] {
        let Shapes { a, b, .. } = self;
        if a < 1.0 {
            let log = self.log_by_series(place.x);
            return [log.exp(), -libm::expm1(log.value())];
        }
        let off = (place.y.value * a).scaled(place.y.exponent)
            - (place.x.value * b).scaled(place.x.exponent);
        let fraction = continued_fraction(a, b, place.doubles(), off.value());
        let lower = (power() * fraction).min(1.0);
        [lower, 1.0 - lower]
    }

    /// The lower tail at x at most about the mean, y = 1 - x, without the logarithms of two doubles.
    fn roughly_below_mean(self, [x, y]: [f64; 2]) -> f64 {
        const NOTHING: f64 = -40.0;
        const TOLERANCE: f64 = 1e-11;
        let Shapes { a, b, .. } = self;
        let log = a * libm::log(x * (a + b) / a) + b * libm::log(y * (a + b) / b);
        if log < NOTHING {
            return 0.0;
        }
        let fraction = fraction(a, b, [x, y], a * y - b * x).within(TOLERANCE);
        (self.factor * libm::exp(log + self.correction.high) * fraction).min(1.0)
    }

    /// x^a (1 - x)^b / B(a, b), which is x (1 - x) times the density. By the saddle point: relative
    /// to its value at the mean what x is off that cancels in the first order (Loader, Fast and accurate
    /// computation of binomial probabilities, 2000).
    pub fn power(self, Distances { x, y }: Distances) -> f64 {
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
        Ok(quantile(tail, self.start(tail)?, |odds| self.at_odds(odds)))
    }

    fn at_odds(self, odds: f64) -> Local {
        let [odds, one] = [odds, 1.0].map(|part| Scaled::product(part, 1.0));
        self.local(Distances::from_ratio(odds, one))
    }

    /// Both tails at a place, and how they change with ln of x / (1 - x).
    pub fn local(self, place: Distances) -> Local {
        let power = self.power(place);
        let [lower, upper] = self.tails_by(place, || power);
        let [x, y] = place.doubles();
        Local {
            lower,
            upper,
            slope: power,
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
fn continued_fraction(a: f64, b: f64, place: [f64; 2], off: f64) -> f64 {
    fraction(a, b, place, off).value()
}

fn fraction(
    a: f64,
    b: f64,
    [x, y]: [f64; 2],
    off: f64,
) -> Fraction<impl Fn(f64) -> f64, impl Fn(f64) -> f64> {
    let alpha = move |n: f64| {
        let inner = a + 2.0 * n - 1.0;
        (a + n - 1.0) / inner * ((a + b + n - 1.0) / inner) * (n * (b - n) * x * x)
    };
    let beta = move |n: f64| {
        let part = (a + n) / (a + 2.0 * n + 1.0);
        // For n = 0 and a = 1 it would be 0 / 0.
        let inner = (a + 2.0 * n - 1.0).max(1.0);
        n + n * (b - n) * x / inner + part * (off + 1.0 + n * (1.0 + y))
    };
    Fraction { alpha, beta }
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

#[cfg(test)]
mod tests {
    use super::*;

    fn neighbours(a: f64, b: f64, x: f64) -> [f64; 2] {
        Beta::from_shapes(a, b).neighbours([x, 1.0 - x])
    }

    fn check(result: f64, right: f64, off: f64) {
        assert!(
            (result - right).abs() <= off * right.abs(),
            "{result:e}, not {right:e}"
        );
    }

    #[test]
    fn rough_tails_are_those_of_many_digits() {
        for a in [0.01, 0.25, 1.0, 3.5, 30.0, 1e3, 1e6] {
            for b in [0.25, 0.5, 2.0, 70.0, 1e4, 1e6] {
                let beta = Beta::from_shapes(a, b);
                for i in 1..100 {
                    let x = f64::from(i) / 100.0;
                    for x in [x, x.powi(4), 1.0 - x.powi(6)] {
                        let off = beta.around_roughly([x, 1.0 - x])[0] - beta.lower(x);
                        assert!(off.abs() < 1e-9, "{a} {b} {x}: {off:e}");
                    }
                }
                // Where both are about a half.
                let [mean, error] = [a / (a + b), (a * b / (a + b + 1.0)).sqrt() / (a + b)];
                for z in [-3.0, -1.0, -0.1, 0.1, 1.0, 3.0] {
                    let x = (mean + z * error).clamp(1e-300, 1.0 - f64::EPSILON);
                    let off = beta.around_roughly([x, 1.0 - x])[0] - beta.lower(x);
                    assert!(off.abs() < 1e-9, "{a} {b} {x}: {off:e}");
                }
            }
        }
    }

    #[test]
    fn whole_parameters_have_polynomials() {
        for i in 1..100 {
            let x = f64::from(i) / 100.0;
            let [below, above] = neighbours(2.0, 2.0, x);
            check(below, x * x * (3.0 - 2.0 * x), 1e-14);
            check(above, (1.0 - x).powi(2) * (1.0 + 2.0 * x), 1e-14);
            check(neighbours(1.0, 1.0, x)[0], x, 1e-14);
            check(neighbours(3.0, 1.0, x)[0], x.powi(3), 1e-14);
            check(neighbours(1.0, 50.0, x)[1], (1.0 - x).powi(50), 1e-13);
        }
    }

    /// Values by R 4.2.2: a, b, x, and the smaller one of pbeta(x, a, b) and of its complement, the latter with its
    /// sign turned.
    #[rustfmt::skip]
    #[allow(clippy::excessive_precision)]
    const OF_R: [(f64, f64, f64, f64); 66] = [
        (0.01, 0.05, 1e-9, -3.22107181525660535e-01),
        (0.01, 0.05, 0.2, -1.77606266006075680e-01),
        (0.01, 0.05, 0.37, -1.70689836596724542e-01),
        (0.01, 0.05, 0.77, -1.56894823825384833e-01),
        (0.01, 0.05, 0.999999, -8.35970686741545344e-02),
        (1.3, 0.05, 1e-9, 7.82744510469067588e-14),
        (1.3, 0.05, 0.2, 5.44455475202459266e-03),
        (1.3, 0.05, 0.37, 1.36647179547994286e-02),
        (1.3, 0.05, 0.77, 5.55357037538546025e-02),
        (1.3, 0.05, 0.999999, 4.88797025628336823e-01),
        (2.9, 0.05, 1e-9, 1.47102141925220956e-28),
        (2.9, 0.05, 0.2, 2.03175535654648043e-04),
        (2.9, 0.05, 0.37, 1.41900035556348568e-03),
        (2.9, 0.05, 0.77, 2.16545876033063106e-02),
        (2.9, 0.05, 0.999999, 4.61672023433748246e-01),
        (17.5, 0.05, 1e-9, 1.06942803554068187e-160),
        (17.5, 0.05, 0.2, 2.41972393097166077e-15),
        (17.5, 0.05, 0.37, 1.41494903447309614e-10),
        (17.5, 0.05, 0.77, 1.22353150978204452e-04),
        (17.5, 0.05, 0.999999, 4.06775241961540357e-01),
        (1200.0, 0.05, 0.77, 1.51176656213634705e-140),
        (1200.0, 0.05, 0.999999, 2.66182916966479499e-01),
        (0.01, 1.7, 1e-9, -1.80792041970443740e-01),
        (0.01, 1.7, 0.2, -9.64160295140657590e-03),
        (0.01, 1.7, 0.37, -4.76435327305772902e-03),
        (0.01, 1.7, 0.77, -5.71543913981806240e-04),
        (0.01, 1.7, 0.999999, -3.74063653975318357e-13),
        (1.3, 1.7, 1e-9, 3.76422106164483752e-12),
        (1.3, 1.7, 0.2, 2.13980285954240124e-01),
        (1.3, 1.7, 0.37, 4.38803780481854866e-01),
        (1.3, 1.7, 0.77, -1.13114876589218066e-01),
        (1.3, 1.7, 0.999999, -9.10268406260701995e-11),
        (2.9, 1.7, 1e-9, 2.20742349133593406e-26),
        (2.9, 1.7, 0.2, 2.33253208974509608e-02),
        (2.9, 1.7, 0.37, 1.23995148346039391e-01),
        (2.9, 1.7, 0.77, -2.90652705118235766e-01),
        (2.9, 1.7, 0.999999, -2.99112262047181492e-10),
        (17.5, 1.7, 1e-9, 2.66792231450988775e-157),
        (17.5, 1.7, 0.2, 4.27006578330861343e-12),
        (17.5, 1.7, 0.37, 1.73262562707194564e-07),
        (17.5, 1.7, 0.77, 3.48859983308011379e-02),
        (17.5, 1.7, 0.999999, -5.47971277753520347e-09),
        (1200.0, 1.7, 0.77, 3.46877780481037073e-135),
        (1200.0, 1.7, 0.999999, -7.00898897027860497e-06),
        (0.01, 30.5, 1e-9, -1.54247273616652358e-01),
        (0.01, 30.5, 0.2, -1.66785293097132178e-06),
        (0.01, 30.5, 0.37, -6.58646616348247955e-10),
        (0.01, 30.5, 0.77, -1.49277298882068881e-23),
        (0.01, 30.5, 0.999999, -3.41148906791132691e-187),
        (1.3, 30.5, 1e-9, 1.46345276071685156e-10),
        (1.3, 30.5, 0.2, -2.21133412322259285e-03),
        (1.3, 30.5, 0.37, -1.78698483734455601e-06),
        (1.3, 30.5, 0.77, -9.88312644426707939e-20),
        (1.3, 30.5, 0.999999, -3.12623846773490428e-183),
        (2.9, 30.5, 1e-9, 3.29978474135600112e-23),
        (2.9, 30.5, 0.2, -2.60498412975932458e-02),
        (2.9, 30.5, 0.37, -5.01656152663267359e-05),
        (2.9, 30.5, 0.77, -8.34514065099810135e-18),
        (2.9, 30.5, 0.999999, -3.94987161263654819e-181),
        (17.5, 30.5, 1e-9, 1.13158803396352215e-145),
        (17.5, 30.5, 0.2, 4.68545510043567870e-03),
        (17.5, 30.5, 0.37, -4.58366915813615827e-01),
        (17.5, 30.5, 0.77, -1.10877518704660213e-09),
        (17.5, 30.5, 0.999999, -2.05314503789123330e-171),
        (1200.0, 30.5, 0.77, 2.04654027371041531e-96),
        (1200.0, 30.5, 0.999999, -8.09858434845442961e-123),
    ];

    #[test]
    fn others_agree_with_r() {
        for (a, b, x, right) in OF_R {
            let [below, above] = neighbours(a, b, x);
            check(if right > 0.0 { below } else { -above }, right, 2e-13);
        }
    }

    #[test]
    fn ends_are_ends() {
        assert_eq!(neighbours(0.5, 3.0, 0.0), [0.0, 1.0]);
        assert_eq!(neighbours(0.5, 3.0, 1.0), [1.0, 0.0]);
        check(
            Beta::from_shapes(2.0, 1.0).neighbours([1.0, 1e-200])[1],
            2e-200,
            1e-13,
        );
    }
}
