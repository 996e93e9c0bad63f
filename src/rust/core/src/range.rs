//! Ranges of the numbers that are given.

use std::fmt;

/// The numbers that an argument may be. NaN is in no range.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Range {
    ends: [f64; 2],
    /// True if the ends themselves are left out.
    are_open: [bool; 2],
    is_whole: bool,
    /// True if the least number is the one before.
    is_after: bool,
}

impl Range {
    /// All numbers, also infinite ones.
    pub const NUMBER: Range = Range::between(f64::NEG_INFINITY, f64::INFINITY);
    /// Finite numbers.
    pub const FINITE: Range = Range::NUMBER.without_least().without_most();
    /// Finite numbers above 0.
    pub const POSITIVE: Range = Range::NOT_NEGATIVE.without_least();
    /// Finite numbers that are not negative.
    pub const NOT_NEGATIVE: Range = Range::at_least(0.0).without_most();
    /// Probabilities, rates and shares.
    pub const PROBABILITY: Range = Range::between(0.0, 1.0);
    /// Probabilities of what may happen, and may not.
    pub const UNCERTAIN: Range = Range::PROBABILITY.without_least().without_most();
    /// Probabilities that have odds.
    pub const WITH_ODDS: Range = Range::PROBABILITY.without_most();
    /// Shares of which there is something.
    pub const SHARE: Range = Range::PROBABILITY.without_least();
    /// Factors of a plan or a request that are not absurd.
    pub const FACTOR: Range = Range::between(1e-6, 1e6);
    /// Numbers of replicates.
    pub const REPLICATES: Range = Range {
        is_whole: true,
        ..Range::between(2.0, 1e9)
    };

    /// Both ends are in it.
    ///
    /// ```
    /// use weighted_roc_core::Range;
    /// assert!(Range::between(2.0, 3.0).contains(3.0));
    /// ```
    pub const fn between(least: f64, most: f64) -> Range {
        Range {
            ends: [least, most],
            are_open: [false; 2],
            is_whole: false,
            is_after: false,
        }
    }

    /// Infinity is in it.
    ///
    /// ```
    /// use weighted_roc_core::Range;
    /// assert!(Range::at_least(1.0).contains(f64::INFINITY));
    /// ```
    pub const fn at_least(least: f64) -> Range {
        Range::between(least, f64::INFINITY)
    }

    /// Numbers that may follow another one where numbers ascend.
    pub(crate) const fn after(previous: f64) -> Range {
        Range {
            is_after: true,
            ..Range::at_least(previous).without_least()
        }
    }

    /// The same without its least number.
    ///
    /// ```
    /// use weighted_roc_core::Range;
    /// assert!(!Range::PROBABILITY.without_least().contains(0.0));
    /// ```
    pub const fn without_least(self) -> Range {
        Range {
            are_open: [true, self.are_open[1]],
            ..self
        }
    }

    /// The same without its largest number.
    ///
    /// ```
    /// use weighted_roc_core::Range;
    /// assert!(!Range::PROBABILITY.without_most().contains(1.0));
    /// ```
    pub const fn without_most(self) -> Range {
        Range {
            are_open: [self.are_open[0], true],
            ..self
        }
    }

    /// Returns whether a number is in it.
    ///
    /// ```
    /// use weighted_roc_core::Range;
    /// assert!(Range::FINITE.contains(1e300) && !Range::FINITE.contains(f64::NAN));
    /// ```
    pub fn contains(&self, value: f64) -> bool {
        let [least, most] = self.ends;
        let [without_least, without_most] = self.are_open;
        (value > least || !without_least && value == least)
            && (value < most || !without_most && value == most)
            && (!self.is_whole || value == value.round())
    }

    /// The number next to one that is not in it: as many digits as distinguish the two show why.
    ///
    /// ```
    /// use weighted_roc_core::Range;
    /// assert_eq!(Range::PROBABILITY.next_to(1.5), 1.0);
    /// ```
    pub fn next_to(&self, value: f64) -> f64 {
        let nearest = value.clamp(self.ends[0], self.ends[1]);
        if self.is_whole {
            nearest.round()
        } else {
            nearest
        }
    }

    /// Returns whether its numbers may follow another one where numbers ascend.
    ///
    /// ```
    /// let error = weighted_roc_core::Range::FINITE.check_ascending("breaks", &[2.0, 1.0]);
    /// assert!(matches!(error, Err(weighted_roc_core::Error::Range { range, .. }) if range.is_after()));
    /// ```
    pub fn is_after(&self) -> bool {
        self.is_after
    }

    /// Returns whether its numbers are shares of 1, which some write in percent.
    ///
    /// ```
    /// use weighted_roc_core::Range;
    /// assert!(Range::PROBABILITY.is_of_shares() && !Range::FINITE.is_of_shares());
    /// ```
    pub fn is_of_shares(&self) -> bool {
        self.ends[0] >= 0.0 && self.ends[1] <= 1.0
    }
}

impl fmt::Display for Range {
    /// In words behind "must be".
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [least, most] = self.ends.map(Digits);
        let [without_least, without_most] = self.are_open;
        let from = if without_least {
            "greater than"
        } else {
            "at least"
        };
        let to = if without_most { "less than" } else { "at most" };
        match self.ends.map(f64::is_infinite) {
            _ if self.is_after => write!(f, "ascending, here greater than {least}"),
            _ if self.is_whole => write!(f, "a whole number from {least} to {most}"),
            [true, true] if without_most => write!(f, "finite"),
            [true, true] => write!(f, "a number"),
            [false, true] if without_most && without_least => {
                write!(f, "finite and greater than {least}")
            }
            [false, true] if without_most => write!(f, "finite and >= {least}"),
            [false, true] => write!(f, "{from} {least}"),
            [true, false] => write!(f, "{to} {most}"),
            [false, false] if self.are_open == [false; 2] => {
                write!(f, "between {least} and {most}")
            }
            [false, false] => write!(f, "{from} {least} and {to} {most}"),
        }
    }
}

/// A number as it is written by hand.
struct Digits(f64);

impl fmt::Display for Digits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let size = self.0.abs();
        if size == 0.0 || (1e-3..1e6).contains(&size) {
            write!(f, "{}", self.0)
        } else {
            write!(f, "{:e}", self.0)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_say_what_is_in_them() {
        let ranges = [
            (Range::NUMBER, f64::NEG_INFINITY, f64::NAN, "a number"),
            (Range::FINITE, -1e300, f64::INFINITY, "finite"),
            (Range::POSITIVE, 5e-324, 0.0, "finite and greater than 0"),
            (Range::NOT_NEGATIVE, 0.0, -5e-324, "finite and >= 0"),
            (
                Range::PROBABILITY,
                1.0,
                1.0 + f64::EPSILON,
                "between 0 and 1",
            ),
            (Range::UNCERTAIN, 0.5, 1.0, "greater than 0 and less than 1"),
            (Range::WITH_ODDS, 0.0, 1.0, "at least 0 and less than 1"),
            (Range::SHARE, 1.0, 0.0, "greater than 0 and at most 1"),
            (Range::FACTOR, 1e-6, 2e6, "between 1e-6 and 1e6"),
            (Range::REPLICATES, 1e9, 2.5, "a whole number from 2 to 1e9"),
            (
                Range::after(2.0),
                3.0,
                2.0,
                "ascending, here greater than 2",
            ),
            (Range::at_least(1.0), f64::INFINITY, 0.0, "at least 1"),
            (
                Range::at_least(0.0).without_least(),
                f64::INFINITY,
                0.0,
                "greater than 0",
            ),
            (
                Range::between(f64::NEG_INFINITY, 0.5),
                0.5,
                0.6,
                "at most 0.5",
            ),
        ];
        for (range, inside, outside, words) in ranges {
            assert!(
                range.contains(inside) && !range.contains(outside),
                "{words}"
            );
            assert_eq!(range.to_string(), words);
        }
    }
}
