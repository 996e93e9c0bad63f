//! An observation as it is sorted.

/// A score, and the weight with the class in its sign: minus for negatives.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[repr(align(16))]
pub(crate) struct Record {
    pub score: f64,
    pub weight: f64,
}

impl Record {
    /// The weight as a negative and as a positive, one of them 0.
    #[inline(always)]
    pub fn weights(self) -> [f64; 2] {
        [self.negative(), self.positive()]
    }

    /// The weight as a positive, else 0.
    #[inline(always)]
    pub fn positive(self) -> f64 {
        self.weight.max(0.0)
    }

    /// The weight as a negative, else 0.
    #[inline(always)]
    pub fn negative(self) -> f64 {
        (-self.weight).max(0.0)
    }
}
