//! Powers of two that keep products of weights within the doubles.

const BIAS: i32 = 1023;

/// 2^500: what probabilities are multiplied by, so that small parts of small ones do not vanish.
pub(crate) const LARGE: f64 = 3.273_390_607_896_142e150;

/// A power of two that brings a total near 2^500, or as near as it gets: half way to the largest
/// double, so that a product of two such totals does not overflow and one of small parts of them
/// does not vanish.
pub(crate) fn scale_of(total: f64) -> f64 {
    let exponent = (total.to_bits() >> 52) as i32 - BIAS;
    let biased = (500 - exponent + BIAS).clamp(1, 2046);
    f64::from_bits((biased as u64) << 52)
}

/// The product of some numbers over that of others. It overflows or vanishes only where the result
/// does, not on the way; 0/0 is NaN.
pub(crate) fn ratio(above: &[f64], below: &[f64]) -> f64 {
    let (significand, exponent) = product(above);
    let (divisor, less) = product(below);
    times_power_of_two(significand / divisor, exponent - less)
}

/// A product as a number that is neither large nor small, unless it is infinite or 0, times a
/// power of two.
fn product(factors: &[f64]) -> (f64, i32) {
    let parts = factors
        .iter()
        .map(|&factor| significand_and_exponent(factor));
    parts.fold((1.0, 0), |(a, i), (b, j)| (a * b, i + j))
}

const EXPONENT: u64 = 0x7ff << 52;

/// 2^60.
const TO_NORMAL: f64 = (1u64 << 60) as f64;

fn significand_and_exponent(value: f64) -> (f64, i32) {
    if value == 0.0 || !value.is_finite() {
        return (value, 0);
    }
    // Denormal doubles are made normal.
    let (value, less) = if value.is_normal() {
        (value, 0)
    } else {
        (value * TO_NORMAL, 60)
    };
    let bits = value.to_bits();
    let exponent = ((bits & EXPONENT) >> 52) as i32 - BIAS;
    let significand = f64::from_bits(bits & !EXPONENT | (BIAS as u64) << 52);
    (significand, exponent - less)
}

fn times_power_of_two(mut value: f64, mut exponent: i32) -> f64 {
    while exponent != 0 {
        let step = exponent.clamp(1 - BIAS, BIAS);
        value *= f64::from_bits(((step + BIAS) as u64) << 52);
        exponent -= step;
    }
    value
}

#[cfg(test)]
mod tests {
    use super::{ratio, scale_of, LARGE};

    #[test]
    fn large_is_a_power_of_two() {
        assert_eq!(LARGE, 2f64.powi(500));
    }

    #[test]
    fn a_total_is_brought_half_way_to_the_largest_double() {
        for total in [1.0, 3.0, 1e300, 1e-150] {
            let scaled = total * scale_of(total);
            assert!((2f64.powi(500)..2f64.powi(501)).contains(&scaled));
        }
        assert_eq!(scale_of(f64::from_bits(1)), 2f64.powi(1023));
    }

    #[test]
    fn a_ratio_is_that_of_products_that_are_no_doubles() {
        let tiny = f64::from_bits(1);
        assert_eq!(ratio(&[6.0, -0.5], &[2.0, 3.0]), -0.5);
        assert_eq!(ratio(&[tiny, tiny], &[tiny, tiny]), 1.0);
        assert_eq!(ratio(&[tiny, 3.0 * tiny], &[tiny]), 3.0 * tiny);
        assert_eq!(ratio(&[1e300, 1e300], &[4e300, 1e300]), 0.25);
        assert_eq!(ratio(&[1.0], &[f64::MAX, f64::MAX]), 0.0);
        assert_eq!(ratio(&[f64::MAX, 2.0], &[tiny]), f64::INFINITY);
        assert_eq!(ratio(&[1.0], &[0.0]), f64::INFINITY);
        assert_eq!(ratio(&[0.0, 1.0], &[2.0]), 0.0);
        assert!(ratio(&[0.0], &[0.0]).is_nan());
    }
}
