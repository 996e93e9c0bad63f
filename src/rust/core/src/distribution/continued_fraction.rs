//! Continued fractions.

/// 1 / (beta(0) + alpha(1) / (beta(1) + alpha(2) / (beta(2) + ...))).
pub(super) struct Fraction<A, B> {
    pub alpha: A,
    pub beta: B,
}

/// More than a fraction takes for parameters within their range.
const TERMS: usize = 4_000_000;

impl<A: Fn(f64) -> f64, B: Fn(f64) -> f64> Fraction<A, B> {
    /// The value. First from its beginning on, to find how many terms there are to add, and then from its
    /// end, where rounding errors fade.
    pub fn value(&self) -> f64 {
        let terms = self.terms();
        let last = (self.beta)(terms as f64);
        let value = (0..terms).rev().fold(last, |below, n| {
            (self.beta)(n as f64) + (self.alpha)(n as f64 + 1.0) / below
        });
        1.0 / value
    }

    /// The value but for a relative tolerance, with no second look at the terms.
    pub fn within(&self, tolerance: f64) -> f64 {
        let mut above = (self.beta)(0.0);
        let (mut below, mut value) = (0.0, above);
        for n in 1..TERMS {
            let (alpha, beta) = ((self.alpha)(n as f64), (self.beta)(n as f64));
            below = 1.0 / (beta + alpha * below);
            above = beta + alpha / above;
            value *= above * below;
            let goes_on = (above * below - 1.0).abs() > tolerance;
            if !goes_on {
                break;
            }
        }
        1.0 / value
    }

    /// Lentz's algorithm: a factor for each term.
    fn terms(&self) -> usize {
        let mut above = (self.beta)(0.0);
        let mut below = 0.0;
        for n in 1..TERMS {
            let (alpha, beta) = ((self.alpha)(n as f64), (self.beta)(n as f64));
            below = 1.0 / (beta + alpha * below);
            above = beta + alpha / above;
            let goes_on = (above * below - 1.0).abs() > f64::EPSILON / 4.0;
            if !goes_on {
                return n;
            }
        }
        TERMS
    }
}
