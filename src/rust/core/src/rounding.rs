//! What is equal but for rounding: the one place that says by how much, and why. All of it is relative; no
//! tolerance is absolute.

const ULP: f64 = f64::EPSILON;

/// A number that was typed, a bound, or a rate: two roundings of each of the two that are compared.
pub(crate) const TYPED: f64 = 4.0 * ULP;

/// A sum or a difference of two such numbers.
pub(crate) const TYPED_SUM: f64 = 8.0 * ULP;

/// The difference of two entries of a curve, in terms of the larger one: each is within 4 ulp, and a false
/// negative rate is divided once more.
pub(crate) const ENTRIES: f64 = 10.0 * ULP;

/// What is computed of three or four entries, an interpolated rate or a risk: a dozen roundings.
pub(crate) const COMPUTED: f64 = 16.0 * ULP;

/// A sum that is smaller than this, beside the sum of the absolute values of its terms, has lost all of its
/// digits, or all but the last ones. R has the same number in `R/rounding.R`.
pub(crate) const LOST: f64 = 64.0 * ULP;

/// How far a given rate may be from the ratio of its weights: far above rounding, for columns that were printed
/// and read again, and far below what matters.
pub(crate) const PRINTED: f64 = 1e-8;
