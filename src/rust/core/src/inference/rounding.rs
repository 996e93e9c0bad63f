//! What is nothing but rounding. There is no absolute tolerance: what a sum lost depends on its terms alone.

use crate::rounding::LOST;

/// The sum, or 0 if it is nothing but rounding. `terms` is the sum of the absolute values of what was added
/// up.
pub(crate) fn without_rounding(sum: f64, terms: f64) -> f64 {
    match sum.abs() <= LOST * terms && terms.is_finite() {
        true => 0.0,
        false => sum,
    }
}

/// The sum of some terms without rounding.
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
}
