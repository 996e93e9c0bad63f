//! Powers of two that keep products of weights within the doubles.

/// A power of two that brings a total near 2^500, or as near as it gets: half way to the largest
/// double, so that a product of two such totals does not overflow and one of small parts of them
/// does not vanish.
pub(crate) fn scale_of(total: f64) -> f64 {
    const BIAS: i64 = 1023;
    let exponent = (total.to_bits() >> 52) as i64 - BIAS;
    let biased = (500 - exponent + BIAS).clamp(1, 2046);
    f64::from_bits((biased as u64) << 52)
}
