//! Values that are equal but for rounding: the one place that says by how much, and why. Every tolerance is
//! relative.

const ULP: f64 = f64::EPSILON;

/// A number that was typed, a bound, or a rate: two roundings of each of the two that are compared.
pub(crate) const TYPED: f64 = 4.0 * ULP;

/// A sum or a difference of two such numbers.
pub(crate) const TYPED_SUM: f64 = 8.0 * ULP;

/// The difference of two entries of a curve, in terms of the larger one: each is within 4 ulp, and a false
/// negative rate is divided once more.
pub(crate) const ENTRIES: f64 = 10.0 * ULP;

/// The rounding of a number computed from three or four entries, an interpolated rate or a risk: a dozen roundings.
pub(crate) const COMPUTED: f64 = 16.0 * ULP;

/// A sum that is smaller than this, beside the sum of the absolute values of its terms, has lost all of its
/// digits, or all but the last ones. R has the same number in `R/rounding.R`.
pub(crate) const LOST: f64 = 64.0 * ULP;

/// How far a given rate may be from the ratio of its weights: far above rounding, for columns that were printed
/// and read again, and far below what matters.
pub(crate) const PRINTED: f64 = 1e-8;

/// The sum, or 0 if it is nothing but rounding. `terms` is the sum of the absolute values of what was added
/// up.
#[inline(always)]
pub(crate) fn without_rounding(sum: f64, terms: f64) -> f64 {
    if sum.abs() <= LOST * terms && terms.is_finite() {
        0.0
    } else {
        sum
    }
}

/// The sum of some terms without rounding.
#[inline(always)]
pub(crate) fn sum_of<const N: usize>(terms: [f64; N]) -> f64 {
    without_rounding(
        terms.iter().sum(),
        terms.iter().map(|term| term.abs()).sum(),
    )
}

/// `a - b` without rounding.
pub(crate) fn difference(a: f64, b: f64) -> f64 {
    sum_of([a, -b])
}

/// 2^-200: the fourth powers of larger numbers, and of those a thousand times smaller, are not lost.
const TINY: f64 = f64::EPSILON / (1u64 << 52) as f64 / (1u64 << 52) as f64 / (1u64 << 44) as f64;

/// The exponent of the power of two that makes the largest of tiny numbers about 1, so that squares are numbers; 0
/// for numbers of other sizes.
pub(crate) fn exponent_of_tiny<'a>(numbers: impl Iterator<Item = &'a f64>) -> i32 {
    let largest = numbers.fold(0.0_f64, |largest, number| largest.max(number.abs()));
    if 0.0 < largest && largest < TINY {
        -libm::ilogb(largest)
    } else {
        0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_left_of_equal_terms_is_0() {
        assert_eq!(difference(0.1 + 0.2, 0.3), 0.0);
        assert_eq!(difference(-0.3, -0.1 - 0.2), 0.0);
        assert_eq!(difference(0.0, 0.0), 0.0);
    }

    #[test]
    fn the_unit_does_not_matter() {
        for unit in [2f64.powi(-1000), 1.0, 2f64.powi(1000)] {
            assert_eq!(difference((0.1 + 0.2) * unit, 0.3 * unit), 0.0);
            assert_eq!(difference(unit, 0.75 * unit), 0.25 * unit);
            assert_eq!(difference(unit, 0.0), unit);
        }
    }

    #[test]
    fn what_is_not_a_number_stays() {
        assert!(without_rounding(f64::NAN, 1.0).is_nan());
        assert!(without_rounding(f64::NAN, f64::NAN).is_nan());
        assert_eq!(difference(f64::INFINITY, 1.0), f64::INFINITY);
    }

    #[test]
    fn only_tiny_numbers_have_an_exponent() {
        assert_eq!(exponent_of_tiny([0.0, 1e-300, -3e-200].iter()), 663);
        assert_eq!(exponent_of_tiny([0.0, 1e-300, 0.1].iter()), 0);
        assert_eq!(exponent_of_tiny([0.0, f64::NAN].iter()), 0);
    }
}
