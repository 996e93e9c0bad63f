//! The number types that observations may be given in.

/// An element of a slice of scores, labels or weights.
pub(crate) trait Element: Copy + PartialEq + Sync {
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
    /// The values as doubles, missing ones as anything: where they stand, or in `buffer`.
    fn as_doubles<'a>(values: &'a [Self], buffer: &'a mut [f64]) -> &'a [f64];
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

    fn as_doubles<'a>(values: &'a [f64], _: &'a mut [f64]) -> &'a [f64] {
        values
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

    fn as_doubles<'a>(values: &'a [i32], buffer: &'a mut [f64]) -> &'a [f64] {
        let doubles = &mut buffer[..values.len()];
        for (double, &value) in doubles.iter_mut().zip(values) {
            *double = f64::from(value);
        }
        doubles
    }

    #[inline(always)]
    fn from_i8(value: i8) -> i32 {
        i32::from(value)
    }
}
