//! The number types that observations may be given in.

/// An element of a slice of scores, labels or weights.
pub(crate) trait Element: Copy + PartialEq {
    /// Whether the value stands for a missing one: NaN, or `i32::MIN`.
    fn is_missing(self) -> bool;
    /// The value as a double, exactly.
    fn to_f64(self) -> f64;
    /// The value as a double, NaN when it is missing.
    #[inline(always)]
    fn to_score(self) -> f64 {
        if self.is_missing() {
            f64::NAN
        } else {
            self.to_f64()
        }
    }
    /// A small whole number in this type.
    fn from_i8(value: i8) -> Self;
}

impl Element for f64 {
    #[inline(always)]
    fn is_missing(self) -> bool {
        self.is_nan()
    }

    #[inline(always)]
    fn to_f64(self) -> f64 {
        self
    }

    #[inline(always)]
    fn from_i8(value: i8) -> f64 {
        f64::from(value)
    }
}

impl Element for i32 {
    #[inline(always)]
    fn is_missing(self) -> bool {
        self == i32::MIN
    }

    #[inline(always)]
    fn to_f64(self) -> f64 {
        f64::from(self)
    }

    #[inline(always)]
    fn from_i8(value: i8) -> i32 {
        i32::from(value)
    }
}
