//! Doubles as the exact numbers they are. All of them here are finite, and those that are taken
//! apart are not negative.

use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{One, Signed, ToPrimitive, Zero};
use std::cmp::Ordering;

/// `numerator / denominator * 2^exponent`.
#[derive(Clone, Copy)]
pub struct Fraction<'a> {
    pub numerator: &'a BigInt,
    pub denominator: &'a BigInt,
    pub exponent: i32,
}

impl Fraction<'_> {
    /// Returns whether `double` is off by at most `ulps` units in its own last place, zero by nothing.
    pub fn is_within(self, ulps: u8, double: f64) -> bool {
        if !double.is_finite() || double.is_sign_negative() {
            return false;
        }
        if self.numerator.is_zero() {
            return double == 0.0;
        }
        let (significand, exponent) = decode(double);
        let shift = exponent - self.exponent;
        let unit = self.denominator << shift.max(0);
        let exact = self.numerator << (-shift).max(0);
        (&unit * significand - exact).abs() <= unit * ulps
    }

    pub fn rational(self) -> BigRational {
        BigRational::new_raw(self.numerator.clone(), self.denominator.clone())
            * power_of_two(self.exponent)
    }
}

/// The double as `significand * 2^exponent`, its last place being `2^exponent`.
fn decode(double: f64) -> (u64, i32) {
    let bits = double.to_bits();
    let fraction = bits & ((1 << 52) - 1);
    match (bits >> 52 & 0x7ff) as i32 {
        0 => (fraction, -1074),
        biased => (fraction | 1 << 52, biased - 1075),
    }
}

/// The largest power of two, up to `2^971`, that all doubles are multiples of, by its exponent.
pub fn common_exponent(doubles: &[f64]) -> i32 {
    let exponent = |&double: &f64| {
        let (significand, exponent) = decode(double);
        exponent + significand.trailing_zeros() as i32
    };
    let positive = doubles.iter().filter(|&&double| double > 0.0);
    positive.map(exponent).min().unwrap_or(0)
}

/// The doubles as multiples of `2^exponent`, and the exponent.
pub fn whole(doubles: &[f64]) -> (Vec<BigInt>, i32) {
    let common = common_exponent(doubles);
    let multiple = |&double: &f64| {
        let (significand, exponent) = decode(double);
        let shift = exponent - common;
        (BigInt::from(significand) << shift.max(0)) >> (-shift).max(0)
    };
    (doubles.iter().map(multiple).collect(), common)
}

pub fn power_of_two(exponent: i32) -> BigRational {
    let power = BigInt::one() << exponent.unsigned_abs();
    match exponent {
        0.. => BigRational::new_raw(power, BigInt::one()),
        _ => BigRational::new_raw(BigInt::one(), power),
    }
}

pub fn rational(double: f64) -> BigRational {
    BigRational::from_float(double).expect("finite")
}

/// A double nearby, to be read by people.
pub fn rounded(exact: &BigRational) -> f64 {
    exact.to_f64().unwrap_or(f64::NAN)
}

/// How a finite double compares with an exact number, whose fraction need not be reduced.
pub fn compare(double: f64, exact: &BigRational) -> Ordering {
    let (significand, exponent) = decode(double.abs());
    let left = (exact.denom() * significand) << exponent.max(0);
    let right = exact.numer() << (-exponent).max(0);
    match double.is_sign_negative() {
        true => (-left).cmp(&right),
        false => left.cmp(&right),
    }
}

/// Returns whether a double is as close to an exact number as a share of it and an absolute
/// tolerance allow.
pub fn is_near(result: f64, exact: &BigRational, relative: f64, absolute: f64) -> bool {
    is_between(result, [exact, exact], relative, absolute)
}

/// Returns whether a double is as close to exact numbers, or to one between them.
pub fn is_between(result: f64, ends: [&BigRational; 2], relative: f64, absolute: f64) -> bool {
    let slack = result.abs() * relative + absolute;
    result.is_finite()
        && compare(result + slack, ends[0]).is_ge()
        && compare(result - slack, ends[1]).is_le()
}

/// How many binary places the functions below keep.
const PLACES: u32 = 400;

fn fixed(exact: &BigRational) -> BigInt {
    (exact.numer() << PLACES) / exact.denom()
}

fn from_fixed(fixed: BigInt) -> BigRational {
    BigRational::new(fixed, BigInt::one() << PLACES)
}

/// The natural logarithm of a positive number, to 2^-380 or so.
pub fn ln(exact: &BigRational) -> BigRational {
    let two = BigRational::from_integer(2.into());
    let (mut rest, mut doublings) = (exact.clone(), 0i64);
    while rest >= two {
        rest /= &two;
        doublings += 1;
    }
    while rest < BigRational::one() {
        rest *= &two;
        doublings -= 1;
    }
    let one = BigRational::one();
    let pair_correction = |z: BigRational| twice_artanh(&fixed(&z));
    let of_two = pair_correction(&one / BigRational::from_integer(3.into()));
    from_fixed(pair_correction((&rest - &one) / (&rest + &one)) + of_two * doublings)
}

/// 2 (z + z^3 / 3 + z^5 / 5 + ...) for z up to 1/3.
fn twice_artanh(z: &BigInt) -> BigInt {
    let square = (z * z) >> PLACES;
    let (mut power, mut sum, mut k) = (z.clone(), BigInt::zero(), 1);
    while !power.is_zero() {
        sum += &power / k;
        power = (power * &square) >> PLACES;
        k += 2;
    }
    sum * 2
}

/// The square root of a number that is not negative, to 2^-380 or so of itself.
pub fn sqrt(exact: &BigRational) -> BigRational {
    let places = PLACES + exact.denom().bits() as u32;
    let root = ((exact.numer() << (2 * places)) / exact.denom()).sqrt();
    BigRational::new(root, BigInt::one() << places)
}
