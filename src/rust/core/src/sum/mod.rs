//! Compensated sums of non-negative terms.

pub(crate) mod scale;
pub(crate) mod totals;

/// A running sum kept as a double and the sum of its rounding errors.
///
/// The errors are exact (Knuth's TwoSum, The Art of Computer Programming, vol. 2, 4.2.2, theorem B)
/// and are themselves added in doubles (Ogita, Rump and Oishi, Accurate sum and dot product, 2005,
/// algorithm 4.4): after n terms without [`settle`](Sum::settle) the relative error is below
/// 2^-53 + n^2 2^-106. With non-negative terms [`value`](Sum::value) never decreases.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Sum {
    sum: f64,
    error: f64,
}

impl From<f64> for Sum {
    #[inline(always)]
    fn from(term: f64) -> Sum {
        Sum {
            sum: term,
            error: 0.0,
        }
    }
}

impl Sum {
    /// Adds one term.
    #[inline(always)]
    pub fn add(&mut self, term: f64) {
        let (sum, error) = two_sum(self.sum, term);
        self.sum = sum;
        self.error += error;
    }

    /// Adds another sum.
    pub fn add_sum(&mut self, other: Sum) {
        self.add(other.sum);
        self.error += other.error;
    }

    /// The sum, rounded to a double.
    #[inline(always)]
    pub fn value(self) -> f64 {
        self.sum + self.error
    }

    /// The value, and what rounding it took.
    pub fn parts(mut self) -> [f64; 2] {
        self.settle();
        [self.sum, self.error]
    }

    /// Moves what the error has gathered into the sum, which keeps the value as it is. To be done
    /// now and then (every block of terms) in long sums.
    #[inline(always)]
    pub fn settle(&mut self) {
        let error = std::mem::take(&mut self.error);
        self.add(error);
    }
}

/// The sum as a double, and its rounding error.
#[inline(always)]
pub(crate) fn two_sum(a: f64, b: f64) -> (f64, f64) {
    let sum = a + b;
    let part = sum - a;
    (sum, (a - (sum - part)) + (b - part))
}

/// A [`Sum`] of each class, negative and positive, in a form that processors add at once.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Sums {
    sum: [f64; 2],
    error: [f64; 2],
}

impl Sums {
    /// Adds a term to each sum.
    #[inline(always)]
    pub fn add(&mut self, terms: [f64; 2]) {
        let sums = self.sum.iter_mut().zip(&mut self.error);
        for ((sum, error), term) in sums.zip(terms) {
            let (rounded, lost) = two_sum(*sum, term);
            *sum = rounded;
            *error += lost;
        }
    }

    /// Adds other sums.
    #[inline(always)]
    pub fn add_sums(&mut self, other: [Sum; 2]) {
        self.add([other[0].sum, other[1].sum]);
        for (error, other) in self.error.iter_mut().zip(other) {
            *error += other.error;
        }
    }

    /// Adds other sums, and settles.
    pub fn append(&mut self, other: Sums) {
        self.add(other.sum);
        for (error, other) in self.error.iter_mut().zip(other.error) {
            *error += other;
        }
        self.settle();
    }

    /// The sums, rounded to doubles.
    #[inline(always)]
    pub fn values(self) -> [f64; 2] {
        [self.sum[0] + self.error[0], self.sum[1] + self.error[1]]
    }

    /// Settles both, see [`Sum::settle`].
    pub fn settle(&mut self) {
        let error = std::mem::take(&mut self.error);
        self.add(error);
    }
}

#[cfg(test)]
mod tests {
    use super::{Sum, Sums};

    fn sum(terms: &[f64]) -> f64 {
        let mut sum = Sum::default();
        terms.iter().for_each(|&term| sum.add(term));
        sum.value()
    }

    #[test]
    fn a_settled_sum_has_no_error_left() {
        let mut sum = Sum {
            sum: 1e17,
            error: 32.0,
        };
        sum.settle();
        assert_eq!((sum.sum, sum.error), (1e17 + 32.0, 0.0));
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
    fn the_value_never_decreases_nor_changes_when_it_settles() {
        let mut running = Sum::default();
        let mut last = 0.0;
        let mut state = 1u64;
        for step in 0..100_000 {
            state = state.wrapping_mul(6364136223846793005).wrapping_add(1);
            let exponent = (state >> 58) as i32 - 32;
            running.add((state >> 40) as f64 * 2f64.powi(exponent));
            assert!(running.value() >= last);
            last = running.value();
            if step % 100 == 0 {
                running.settle();
                assert_eq!(running.value(), last);
            }
        }
    }

    #[test]
    fn sums_add_like_their_terms() {
        let sum = |terms: [f64; 3]| {
            let mut sum = Sum::default();
            terms.iter().for_each(|&term| sum.add(term));
            sum
        };
        let mut sums = Sums::default();
        sums.add_sums([sum([1.0; 3]), sum([1e17, 1.0, 2.0])]);
        sums.add_sums([sum([2.0; 3]), sum([3.0, 1e17, 2.0])]);
        // 2e17 + 8 lies a quarter of the way to the next double, 2e17 + 32; 16 more round up.
        assert_eq!(sums.values(), [9.0, 2e17]);
        sums.add([1.0, 16.0]);
        assert_eq!(sums.values(), [10.0, 2e17 + 32.0]);
        sums.settle();
        assert_eq!(sums.values(), [10.0, 2e17 + 32.0]);
    }

    #[test]
    fn a_sum_is_added_with_its_error() {
        let mut sum = Sum::default();
        sum.add(1e17);
        sum.add(5.0);
        let other = sum;
        sum.add_sum(other);
        // 2e17 + 10 is a third of the way to the next double; 10 more are beyond half of it.
        assert_eq!(sum.value(), 2e17);
        sum.add(10.0);
        assert_eq!(sum.value(), 2e17 + 32.0);
    }

    #[test]
    fn two_sums_are_those_of_one_class_each() {
        let mut sums = Sums::default();
        let mut each = [Sum::default(); 2];
        for i in 0..1000 {
            let terms = [f64::from(i).exp2().sqrt(), 0.1 * f64::from(i)];
            sums.add(terms);
            each[0].add(terms[0]);
            each[1].add(terms[1]);
            assert_eq!(sums.values(), each.map(Sum::value));
        }
    }
}
