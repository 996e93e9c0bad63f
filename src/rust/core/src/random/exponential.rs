//! Exponential random numbers, many at a time.

use super::{Random, UNIT};

impl Random {
    /// From the exponential distribution of mean 1.
    #[inline(always)]
    pub fn exponential(&mut self) -> f64 {
        // In (0, 1]: its logarithm is finite.
        -log(self.above_zero())
    }

    /// The same numbers, one for each place.
    pub fn exponentials(&mut self, to: &mut [f64]) {
        to.iter_mut().for_each(|to| *to = self.above_zero());
        // A loop of its own, without branches: processors take several logarithms at once.
        to.iter_mut().for_each(|to| *to = -log(*to));
    }

    #[inline(always)]
    fn above_zero(&mut self) -> f64 {
        ((self.bits() >> 11) + 1) as f64 * UNIT
    }
}

/// The natural logarithm of a number in (0, 1] that is not subnormal: that of fdlibm (Sun Microsystems 1993), as the
/// crate libm has it, to the last bit and without its branches.
///
/// ```text
/// x = 2^k (1 + f) with 1 + f in [sqrt(1/2), sqrt(2)],  s = f / (2 + f)
/// log(1 + f) = f - f^2/2 + s (f^2/2 + r),  r = s^2 times a polynomial of s^2
/// ```
#[inline(always)]
fn log(x: f64) -> f64 {
    const ONE: u64 = 0x3ff0_0000 << 32;
    const ROOT_OF_HALF: u64 = 0x3fe6_a09e << 32;
    const FRACTION: u64 = (1 << 52) - 1;
    const LN2: [f64; 2] = [0.6931471803691238, 1.9082149292705877e-10];
    const R: [f64; 7] = [
        0.6666666666666735,
        0.3999999999940942,
        0.2857142874366239,
        0.22222198432149784,
        0.1818357216161805,
        0.15313837699209373,
        0.14798198605116586,
    ];
    let bits = x.to_bits() + (ONE - ROOT_OF_HALF);
    // The exponent as the last bits of 2^52: not all processors convert many integers at once.
    let k = f64::from_bits((bits >> 52) | (0x4330_0000 << 32)) - ((1u64 << 52) + 0x3ff) as f64;
    let f = f64::from_bits((bits & FRACTION) + ROOT_OF_HALF) - 1.0;
    let half_square = 0.5 * f * f;
    let s = f / (2.0 + f);
    let z = s * s;
    let w = z * z;
    let even = w * (R[1] + w * (R[3] + w * R[5]));
    let odd = z * (R[0] + w * (R[2] + w * (R[4] + w * R[6])));
    s * (half_square + (odd + even)) + k * LN2[1] - half_square + f + k * LN2[0]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn logarithms_have_the_bits_of_libm() {
        let mut random = Random::new(3, 4);
        let ends = [
            UNIT,
            2.0 * UNIT,
            0.5,
            std::f64::consts::FRAC_1_SQRT_2,
            1.0 - UNIT,
            1.0,
        ];
        let drawn = (0..20_000).map(|i| random.above_zero() * 0.5_f64.powi(i % 60));
        for x in ends.into_iter().chain(drawn) {
            assert_eq!((-log(x)).to_bits(), (-libm::log(x)).to_bits(), "{x}");
        }
    }

    #[test]
    fn many_numbers_are_those_of_one_after_the_other() {
        let mut many = [0.0; 37];
        Random::new(1, 2).exponentials(&mut many);
        let mut one = Random::new(1, 2);
        assert_eq!(many, std::array::from_fn(|_| one.exponential()));
    }
}
