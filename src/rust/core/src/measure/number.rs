//! Numbers with which measures are computed: plain ones, with derivatives, and with the size of the terms that they are
//! rounded from.

use crate::rounding::difference;
use std::ops::{Add, Div, Mul, Sub};

/// A number of the formula of a measure. One formula gives the value as `f64`, its derivatives as [`Dual`] and its
/// rounding as [`Sizing`].
pub(crate) trait Number:
    Copy
    + Add<Output = Self>
    + Sub<Output = Self>
    + Mul<Output = Self>
    + Div<Output = Self>
    + Mul<f64, Output = Self>
{
    fn constant(value: f64) -> Self;

    fn value(self) -> f64;

    /// The same number with another value, one that is known with more digits.
    fn with_value(self, value: f64) -> Self;

    /// A function of the number, from its value and its derivative.
    fn map(self, function: impl Fn(f64) -> f64, derivative: impl Fn(f64) -> f64) -> Self;

    fn sqrt(self) -> Self {
        self.map(f64::sqrt, |x| 0.5 / x.sqrt())
    }

    fn ln(self) -> Self {
        self.map(libm::log, |x| 1.0 / x)
    }

    /// The logarithm of 1 and this number.
    fn ln_1p(self) -> Self {
        self.map(libm::log1p, |x| 1.0 / (1.0 + x))
    }

    /// The size; at 0 the derivative of the upper side.
    fn abs(self) -> Self {
        self.map(f64::abs, |x| if x < 0.0 { -1.0 } else { 1.0 })
    }

    /// The difference, 0 where it is nothing but rounding.
    fn without(self, other: Self) -> Self {
        (self - other).with_value(difference(self.value(), other.value()))
    }

    /// The length of two sides at a right angle; at 0 the derivatives of the upper sides.
    fn hypot(self, other: Self) -> Self;

    fn clamp(self, low: f64, high: f64) -> Self {
        self.with_value(self.value().clamp(low, high))
    }

    /// The smaller of two numbers and the larger one.
    #[inline(always)]
    fn sorted(self, other: Self) -> [Self; 2] {
        if other.value() < self.value() {
            [other, self]
        } else {
            [self, other]
        }
    }
}

impl Number for f64 {
    #[inline(always)]
    fn constant(value: f64) -> f64 {
        value
    }

    #[inline(always)]
    fn value(self) -> f64 {
        self
    }

    #[inline(always)]
    fn with_value(self, value: f64) -> f64 {
        value
    }

    #[inline(always)]
    fn map(self, function: impl Fn(f64) -> f64, _: impl Fn(f64) -> f64) -> f64 {
        function(self)
    }

    #[inline(always)]
    fn hypot(self, other: f64) -> f64 {
        libm::hypot(self, other)
    }
}

/// How many directions there are: as many as cells, or FPR, TPR and the prior.
const DIRECTIONS: usize = 4;

/// A number and its derivatives in some directions. A number that does not vary in a direction has the derivative 0 there,
/// and so has each function of it, however steep.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Dual {
    pub value: f64,
    pub slopes: [f64; DIRECTIONS],
}

impl Dual {
    /// The chain rule for two numbers, from the derivatives by both.
    fn combine(self, other: Dual, value: f64, by: [f64; 2]) -> Dual {
        let times = |by: f64, slope: f64| if slope == 0.0 { 0.0 } else { by * slope };
        let slope =
            |i: usize| difference(times(by[0], self.slopes[i]), -times(by[1], other.slopes[i]));
        Dual {
            value,
            slopes: std::array::from_fn(slope),
        }
    }
}

impl Add for Dual {
    type Output = Dual;

    fn add(self, other: Dual) -> Dual {
        self.combine(other, self.value + other.value, [1.0, 1.0])
    }
}

impl Sub for Dual {
    type Output = Dual;

    fn sub(self, other: Dual) -> Dual {
        self.combine(other, self.value - other.value, [1.0, -1.0])
    }
}

impl Mul for Dual {
    type Output = Dual;

    fn mul(self, other: Dual) -> Dual {
        self.combine(other, self.value * other.value, [other.value, self.value])
    }
}

impl Mul<f64> for Dual {
    type Output = Dual;

    fn mul(self, factor: f64) -> Dual {
        self.map(|x| x * factor, |_| factor)
    }
}

impl Div for Dual {
    type Output = Dual;

    /// The derivatives are divided last: 1 / x may not be a number where they are.
    fn div(self, other: Dual) -> Dual {
        let quotient = self.value / other.value;
        let rise = self.combine(other, quotient, [1.0, -quotient]);
        Dual {
            value: quotient,
            slopes: rise.slopes.map(|slope| {
                if slope == 0.0 {
                    0.0
                } else {
                    slope / other.value
                }
            }),
        }
    }
}

impl Number for Dual {
    fn constant(value: f64) -> Dual {
        Dual {
            value,
            slopes: [0.0; DIRECTIONS],
        }
    }

    fn value(self) -> f64 {
        self.value
    }

    fn with_value(self, value: f64) -> Dual {
        Dual { value, ..self }
    }

    fn map(self, function: impl Fn(f64) -> f64, derivative: impl Fn(f64) -> f64) -> Dual {
        let zero = Dual::constant(0.0);
        self.combine(zero, function(self.value), [derivative(self.value), 0.0])
    }

    fn hypot(self, other: Dual) -> Dual {
        let length = libm::hypot(self.value, other.value);
        let by = |side: f64| if length > 0.0 { side / length } else { 1.0 };
        self.combine(other, length, [by(self.value), by(other.value)])
    }
}

/// A number, and the size of the sums that it is made of: it is rounded as a share of that. A difference of rates is
/// made of the rates, a mean cost of what each cell costs.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Sizing {
    pub value: f64,
    pub size: f64,
}

impl Add for Sizing {
    type Output = Sizing;

    #[inline(always)]
    fn add(self, other: Sizing) -> Sizing {
        Sizing {
            value: self.value + other.value,
            size: self.size + other.size,
        }
    }
}

impl Sub for Sizing {
    type Output = Sizing;

    #[inline(always)]
    fn sub(self, other: Sizing) -> Sizing {
        Sizing {
            value: self.value - other.value,
            size: self.size + other.size,
        }
    }
}

impl Mul for Sizing {
    type Output = Sizing;

    #[inline(always)]
    fn mul(self, other: Sizing) -> Sizing {
        Sizing {
            value: self.value * other.value,
            size: self.size * other.size,
        }
    }
}

impl Mul<f64> for Sizing {
    type Output = Sizing;

    #[inline(always)]
    fn mul(self, factor: f64) -> Sizing {
        Sizing {
            value: self.value * factor,
            size: self.size * factor.abs(),
        }
    }
}

impl Div for Sizing {
    type Output = Sizing;

    #[inline(always)]
    fn div(self, other: Sizing) -> Sizing {
        Sizing {
            value: self.value / other.value,
            size: (self.size / other.value.abs()) * (other.size / other.value.abs()),
        }
    }
}

impl Number for Sizing {
    #[inline(always)]
    fn constant(value: f64) -> Sizing {
        Sizing {
            value,
            size: value.abs(),
        }
    }

    #[inline(always)]
    fn value(self) -> f64 {
        self.value
    }

    #[inline(always)]
    fn with_value(self, value: f64) -> Sizing {
        Sizing { value, ..self }
    }

    #[inline(always)]
    fn map(self, function: impl Fn(f64) -> f64, derivative: impl Fn(f64) -> f64) -> Sizing {
        let value = function(self.value);
        let size = (derivative(self.value) * self.size).abs();
        Sizing {
            value,
            // The derivative may be infinite where the size is 0.
            size: value.abs().max(size),
        }
    }

    #[inline(always)]
    fn hypot(self, other: Sizing) -> Sizing {
        Sizing {
            value: libm::hypot(self.value, other.value),
            size: libm::hypot(self.size, other.size),
        }
    }
}
