//! Numbers as the sum of two doubles, for exponents: an error of 1e-16 in a logarithm that is
//! multiplied by 1e8 is one of 1e-8 in the probability.

use crate::sum::two_sum;
use std::ops::{Add, Div, Mul, Sub};

/// The sum of two doubles, of which the second is a rounding error of the first (Dekker, A
/// floating-point technique for extending the available precision, Numerische Mathematik 18, 1971).
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Double2 {
    pub high: f64,
    pub low: f64,
}

pub(super) const LN_2: Double2 = Double2 {
    high: std::f64::consts::LN_2,
    low: 2.319_046_813_846_299_6e-17,
};

impl Double2 {
    /// The sum of two doubles, exactly.
    pub fn sum(a: f64, b: f64) -> Double2 {
        let (high, low) = two_sum(a, b);
        Double2 { high, low }
    }

    /// The product of two doubles, exactly unless it or a factor is beyond 1e-290 to 1e290.
    pub fn product(a: f64, b: f64) -> Double2 {
        let high = a * b;
        let ([a, a_low], [b, b_low]) = (halves(a), halves(b));
        let low = ((a * b - high) + a * b_low + a_low * b) + a_low * b_low;
        Double2 { high, low }
    }

    /// The nearest double.
    pub fn value(self) -> f64 {
        self.high + self.low
    }

    /// This number times a power of 2.
    pub fn scaled(self, exponent: i32) -> Double2 {
        Double2 {
            high: libm::scalbn(self.high, exponent),
            low: libm::scalbn(self.low, exponent),
        }
    }

    /// The natural logarithm of a positive number, to 1e-18 of its value. Near 1 the error is
    /// relative to the distance from 1.
    pub fn ln(self) -> Double2 {
        let (mantissa, mut exponent) = libm::frexp(self.high);
        if mantissa < std::f64::consts::FRAC_1_SQRT_2 {
            exponent -= 1;
        }
        let mantissa = self.scaled(-exponent);
        // ln m = 2 artanh s = 2 (s + s^3 / 3 + ...) with |s| < 0.172.
        let s = (mantissa - 1.0) / (mantissa + 1.0);
        let square = s.high * s.high;
        let rest = (1..=11)
            .rev()
            .fold(0.0, |sum, k| (sum + 1.0 / f64::from(2 * k + 1)) * square);
        let of_mantissa = (s + s.high * rest) * 2.0;
        LN_2 * f64::from(exponent) + of_mantissa
    }

    /// e to this power.
    pub fn exp(self) -> f64 {
        let exp = libm::exp(self.high);
        exp + exp * self.low
    }
}

/// The high and the low 26 bits (Veltkamp).
fn halves(a: f64) -> [f64; 2] {
    let shifted = a * 134_217_729.0;
    let high = shifted - (shifted - a);
    [high, a - high]
}

impl From<f64> for Double2 {
    fn from(high: f64) -> Double2 {
        Double2 { high, low: 0.0 }
    }
}

impl Add for Double2 {
    type Output = Double2;
    fn add(self, other: Double2) -> Double2 {
        let (sum, error) = two_sum(self.high, other.high);
        let (low, error_of_low) = two_sum(self.low, other.low);
        let first = Double2::sum(sum, error + low);
        Double2::sum(first.high, first.low + error_of_low)
    }
}

impl Sub for Double2 {
    type Output = Double2;
    fn sub(self, other: Double2) -> Double2 {
        self + other * -1.0
    }
}

impl Add<f64> for Double2 {
    type Output = Double2;
    fn add(self, other: f64) -> Double2 {
        let (sum, error) = two_sum(self.high, other);
        Double2::sum(sum, error + self.low)
    }
}

impl Sub<f64> for Double2 {
    type Output = Double2;
    fn sub(self, other: f64) -> Double2 {
        self + -other
    }
}

impl Mul for Double2 {
    type Output = Double2;
    fn mul(self, other: Double2) -> Double2 {
        let product = Double2::product(self.high, other.high);
        let low = product.low + (self.high * other.low + self.low * other.high);
        Double2::sum(product.high, low)
    }
}

impl Mul<f64> for Double2 {
    type Output = Double2;
    fn mul(self, other: f64) -> Double2 {
        let product = Double2::product(self.high, other);
        Double2::sum(product.high, product.low + self.low * other)
    }
}

impl Div for Double2 {
    type Output = Double2;
    fn div(self, other: Double2) -> Double2 {
        let first = self.high / other.high;
        let left = self - other * first;
        let second = left.high / other.high;
        let left = left - other * second;
        Double2::sum(first, second) + left.high / other.high
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thirds_have_twice_the_digits() {
        let third = Double2::from(1.0) / Double2::from(3.0);
        let off = third * 3.0 - 1.0;
        assert!(off.value().abs() < 1e-31, "{off:?}");
    }

    /// By mpmath.
    #[test]
    fn logarithms_have_more_digits_than_a_double() {
        let ln_10 = Double2::from(10.0).ln();
        assert_eq!(ln_10.high, std::f64::consts::LN_10);
        assert!((ln_10.low - -2.170_756_223_382_249_4e-16).abs() < 1e-18);
        let near_one = Double2::from(1.0 + f64::EPSILON).ln();
        let off = (near_one - f64::EPSILON).value() / f64::EPSILON;
        assert!((off - -f64::EPSILON / 2.0).abs() < 1e-18, "{off:e}");
        let least = Double2::from(f64::from_bits(1)).ln().value();
        assert_eq!(least, -744.440_071_921_381_2);
    }
}
