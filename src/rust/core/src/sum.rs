//! Compensated sums of non-negative terms.

/// A running sum kept as an unevaluated pair of doubles, about 106 bits.
///
/// Each [`add`](Sum::add) of a double loses at most 2^-105 of the sum, so [`value`](Sum::value)
/// is the exact sum rounded once for all practical numbers of terms. With non-negative terms
/// `value` never decreases. Source: Knuth's TwoSum, The Art of Computer Programming, vol. 2, 4.2.2.
#[derive(Clone, Copy, Debug, Default)]
pub struct Sum {
    high: f64,
    low: f64,
}

impl Sum {
    /// Adds one term.
    #[inline(always)]
    pub fn add(&mut self, term: f64) {
        let sum = self.high + term;
        let part = sum - self.high;
        let error = (self.high - (sum - part)) + (term - part);
        let low = self.low + error;
        self.high = sum + low;
        self.low = low - (self.high - sum);
    }

    /// The sum, rounded to a double.
    #[inline(always)]
    pub fn value(self) -> f64 {
        self.high
    }
}

#[cfg(test)]
mod tests {
    use super::Sum;

    fn sum(terms: &[f64]) -> f64 {
        let mut sum = Sum::default();
        terms.iter().for_each(|&term| sum.add(term));
        sum.value()
    }

    #[test]
    fn small_terms_beside_a_large_one_are_kept() {
        assert_eq!(sum(&[1e17, 1.0, 1.0, 1.0]), 1e17);
        assert_eq!(sum(&[1e17, 4.0, 4.0, 8.0]), 100000000000000016.0);
        assert_eq!(sum(&[1.0, 1e17, 8.0]), 100000000000000016.0);
        assert_eq!(sum(&[0.1; 100_000]), 10000.0);
    }

    #[test]
    fn denormals_add_exactly() {
        let tiny = f64::from_bits(1);
        assert_eq!(sum(&[tiny; 5]), f64::from_bits(5));
    }

    #[test]
    fn the_value_never_decreases() {
        let mut running = Sum::default();
        let mut last = 0.0;
        let mut state = 1u64;
        for _ in 0..100_000 {
            state = state.wrapping_mul(6364136223846793005).wrapping_add(1);
            let exponent = (state >> 58) as i32 - 32;
            running.add((state >> 40) as f64 * 2f64.powi(exponent));
            assert!(running.value() >= last);
            last = running.value();
        }
    }
}
