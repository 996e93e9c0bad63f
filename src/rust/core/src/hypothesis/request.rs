//! A request for a test.

use crate::error::Error;
use crate::interval::{Level, Method};
use crate::quantity::Quantity;
use crate::range::Range;

/// On which side of the tested value an estimate speaks against it.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[non_exhaustive]
pub enum Alternative {
    /// On both.
    #[default]
    TwoSided,
    /// The truth is less.
    Less,
    /// The truth is greater.
    Greater,
    /// The truth is greater, or less by less than the margin.
    Noninferior {
        /// The largest loss that does not matter.
        margin: f64,
    },
    /// The truth differs by less than the margin: two one-sided tests (Schuirmann 1987).
    Equivalent {
        /// The largest difference that does not matter.
        margin: f64,
    },
}

/// The adjustment of p-values for the number of pairs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Adjustment {
    /// Nothing.
    #[default]
    None,
    /// By closed tests: a pair is rejected where the joint test of each set of estimates is that has it.
    Closed,
    /// Holm (1979), the closed test of p-values alone.
    Holm,
}

/// A request for a test. The default is the score test of no difference on both sides, at a level of 5%.
///
/// ```
/// use weighted_roc_core::hypothesis::{Alternative, Request};
///
/// let mut request = Request::default();
/// request.alternative = Alternative::Noninferior { margin: 0.05 };
/// assert_eq!(request.level.get(), 0.95);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct Request {
    /// Against which alternative.
    pub alternative: Alternative,
    /// The value that is tested, before a margin: 0 for a difference.
    pub null: f64,
    /// The level of the interval. A test at a level of 1 less this rejects what the interval leaves
    /// out.
    pub level: Level,
    /// By which test.
    pub method: Method,
    /// How far bins leave one AUC open in either direction; 0 elsewhere.
    pub open: f64,
    /// The adjustment of p-values for the number of pairs.
    pub adjustment: Adjustment,
    /// True if the intervals of the pairs have the level all together, by Bonferroni's inequality.
    pub simultaneous: bool,
}

/// On which side of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Side {
    Both,
    Less,
    Greater,
}

/// The values that are tested, each on its side, and the interval that goes with them: it leaves out what the
/// tests reject, and ends within `range`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Hypothesis {
    pub first: (f64, Side),
    pub second: Option<(f64, Side)>,
    pub ends: Side,
    pub level: f64,
    pub range: [f64; 2],
}

impl Hypothesis {
    /// The probability that the truth lies beyond an end of the interval.
    pub fn tail(&self) -> f64 {
        let outside = 1.0 - self.level;
        if self.ends == Side::Both {
            outside / 2.0
        } else {
            outside
        }
    }

    /// Returns the request for a two-sided test of a difference.
    pub fn for_pair(level: f64) -> Hypothesis {
        Hypothesis {
            first: (0.0, Side::Both),
            second: None,
            ends: Side::Both,
            level,
            range: [f64::NEG_INFINITY, f64::INFINITY],
        }
    }
}

impl Request {
    /// The scale of a difference, or of another number without limits.
    pub(crate) fn for_difference(&self) -> Result<Hypothesis, Error> {
        self.hypothesis([f64::NEG_INFINITY, f64::INFINITY])
    }

    /// The same with another level.
    pub(crate) fn for_difference_at(&self, level: f64) -> Result<Hypothesis, Error> {
        let level = Level::new(level)?;
        Request { level, ..*self }.for_difference()
    }

    /// Returns the request for a quantity: what is tested is a value that it can have.
    pub(crate) fn for_quantity(&self, quantity: &Quantity) -> Result<Hypothesis, Error> {
        let [low, high] = quantity.limits();
        self.hypothesis([low, high])
    }

    fn hypothesis(&self, range: [f64; 2]) -> Result<Hypothesis, Error> {
        let [least, most] = range;
        Range::FINITE.check("null", &[self.null])?;
        Range::between(least, most).check("null", &[self.null])?;
        let below = |most| Range::between(0.0, most).without_least().without_most();
        let level = self.level.get();
        let one = |value, side| Hypothesis {
            first: (value, side),
            second: None,
            ends: side,
            level,
            range,
        };
        Ok(match self.alternative {
            Alternative::TwoSided => one(self.null, Side::Both),
            Alternative::Less => one(self.null, Side::Less),
            Alternative::Greater => one(self.null, Side::Greater),
            Alternative::Noninferior { margin } => {
                below(self.null - least).check("margin", &[margin])?;
                one(self.null - margin, Side::Greater)
            }
            Alternative::Equivalent { margin } => {
                below((self.null - least).min(most - self.null)).check("margin", &[margin])?;
                // Both one-sided tests at their level have an interval of twice the tail.
                let above_half = Range::between(0.5, 1.0).without_least().without_most();
                above_half.check("level", &[level])?;
                let level = 2.0 * level - 1.0;
                Hypothesis {
                    first: (self.null - margin, Side::Greater),
                    second: Some((self.null + margin, Side::Less)),
                    ends: Side::Both,
                    level,
                    range,
                }
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::refused;

    fn spec(alternative: Alternative) -> Request {
        Request {
            alternative,
            null: 0.5,
            ..Request::default()
        }
    }

    fn for_area(request: &Request) -> Result<Hypothesis, Error> {
        request.for_quantity(&Quantity::AREA)
    }

    #[test]
    fn a_margin_moves_the_tested_value() {
        let noninferior = spec(Alternative::Noninferior { margin: 0.25 });
        assert_eq!(for_area(&noninferior).unwrap().first, (0.25, Side::Greater));
        let equivalent = spec(Alternative::Equivalent { margin: 0.25 });
        let hypothesis = for_area(&equivalent).unwrap();
        assert_eq!(hypothesis.first, (0.25, Side::Greater));
        assert_eq!(hypothesis.second, Some((0.75, Side::Less)));
        assert!((hypothesis.level - 0.9).abs() < 1e-15);
        assert_eq!(hypothesis.ends, Side::Both);
    }

    #[test]
    fn values_that_no_test_has_are_refused() {
        for margin in [-0.1, f64::NAN, f64::INFINITY] {
            let result = spec(Alternative::Equivalent { margin }).for_difference();
            assert!(matches!(result, Err(Error::Range { .. })), "{margin}");
        }
        let wide = spec(Alternative::Noninferior { margin: 0.75 });
        assert_eq!(refused(for_area(&wide)), "margin");
        assert!(wide.for_difference().is_ok());
        let unsure = Request {
            level: Level::new(0.5).unwrap(),
            ..spec(Alternative::Equivalent { margin: 0.1 })
        };
        assert!(matches!(for_area(&unsure), Err(Error::Range { .. })));
        let nothing = Request {
            null: f64::NAN,
            ..Request::default()
        };
        assert!(nothing.for_difference().is_err());
    }
}
