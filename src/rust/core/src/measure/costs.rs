//! Costs of right answers and of errors.

use crate::error::Error;
use crate::range::Range;
use crate::sum::scale::scale_of;

/// The cost of an observation by its class and by how it is called. A negative cost is a gain.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Costs {
    /// The cost of a negative that is called positive.
    pub false_positive: f64,
    /// The cost of a positive that is called negative.
    pub false_negative: f64,
    /// The cost of a positive that is called positive.
    pub true_positive: f64,
    /// The cost of a negative that is called negative.
    pub true_negative: f64,
}

impl Costs {
    /// Each error costs 1.
    pub(crate) const OF_ERRORS: Costs = Costs {
        false_positive: 1.0,
        false_negative: 1.0,
        true_positive: 0.0,
        true_negative: 0.0,
    };

    /// The least and the largest cost.
    pub(crate) fn range(&self) -> [f64; 2] {
        let costs = self.all().into_iter();
        [
            costs.clone().fold(f64::INFINITY, f64::min),
            costs.fold(f64::NEG_INFINITY, f64::max),
        ]
    }

    /// Returns an error unless costs are finite. Negative ones are gains.
    pub(crate) fn check(&self) -> Result<(), Error> {
        let names = [
            "cost_false_positive",
            "cost_false_negative",
            "cost_true_positive",
            "cost_true_negative",
        ];
        let mut costs = names.into_iter().zip(self.all());
        costs.try_for_each(|(name, cost)| Range::FINITE.check(name, &[cost]))
    }

    pub(crate) fn all(&self) -> [f64; 4] {
        [
            self.false_positive,
            self.false_negative,
            self.true_positive,
            self.true_negative,
        ]
    }

    fn largest(&self) -> f64 {
        self.all()
            .into_iter()
            .fold(0.0, |most, cost| cost.abs().max(most))
    }

    /// A power of two at least twice the greatest: costs in that unit lie between -1/2 and 1/2, so that powers of
    /// influences are numbers, and differences of risks lie between -1 and 1, as those of rates.
    pub(crate) fn unit_of_quotient(&self) -> f64 {
        // The exponent of a subnormal number is not its own, but near enough.
        let exponent = |of: f64| (of.to_bits() >> 52) as i32 - 1023;
        let largest = self.largest();
        if largest > 0.0 {
            2f64.powi((exponent(largest) + 2).min(1023))
        } else {
            1.0
        }
    }

    /// In [`Costs::unit_of_quotient`].
    pub(crate) fn in_quotient(&self) -> Costs {
        let unit = self.unit_of_quotient();
        Costs {
            false_positive: self.false_positive / unit,
            false_negative: self.false_negative / unit,
            true_positive: self.true_positive / unit,
            true_negative: self.true_negative / unit,
        }
    }

    /// By how much an error costs more than the right answer, of a negative and of a positive: in a
    /// unit in which differences are finite.
    pub(crate) fn excess(&self) -> [f64; 2] {
        let unit = self.unit();
        [
            self.false_positive * unit - self.true_negative * unit,
            self.false_negative * unit - self.true_positive * unit,
        ]
    }

    /// Returns an error unless costs are finite, no error costs less than the right answer, and one costs more.
    ///
    /// ```
    /// use weighted_roc_core::decision::Costs;
    ///
    /// let costs = Costs { false_positive: 1.0, false_negative: 3.0, true_positive: 0.0, true_negative: 0.0 };
    /// assert!(costs.check_errors().is_ok());
    /// ```
    ///
    /// # Errors
    /// [`Error::Range`], [`Error::Costs`].
    pub fn check_errors(&self) -> Result<(), Error> {
        self.check_order(false)?;
        if self.excess() == [0.0; 2] {
            return Err(self.order_of("cost_false_negative", true));
        }
        Ok(())
    }

    /// Returns an error unless an error costs at least as much as the right answer, or more where it `must_exceed` it.
    ///
    /// ```
    /// use weighted_roc_core::decision::Costs;
    ///
    /// let costs = Costs { false_positive: 1.0, false_negative: 3.0, true_positive: 0.0, true_negative: 0.0 };
    /// assert!(costs.check_order(true).is_ok());
    /// ```
    ///
    /// # Errors
    /// [`Error::Range`] for a cost that is not finite, [`Error::Costs`].
    pub fn check_order(&self, must_exceed: bool) -> Result<(), Error> {
        self.check()?;
        let names = ["cost_false_positive", "cost_false_negative"];
        let is_wrong = |&(_, excess): &(&str, f64)| excess < 0.0 || must_exceed && excess == 0.0;
        match names.into_iter().zip(self.excess()).find(is_wrong) {
            Some((error, _)) => Err(self.order_of(error, must_exceed)),
            None => Ok(()),
        }
    }

    fn order_of(&self, error: &'static str, must_exceed: bool) -> Error {
        let (right, values) = if error == "cost_false_positive" {
            (
                "cost_true_negative",
                [self.false_positive, self.true_negative],
            )
        } else {
            (
                "cost_true_positive",
                [self.false_negative, self.true_positive],
            )
        };
        Error::Costs {
            error,
            right,
            must_exceed,
            position: None,
            values,
        }
    }

    /// The same for both classes as shares of their sum, which are numbers whatever the costs are.
    ///
    /// ```
    /// use weighted_roc_core::decision::Costs;
    ///
    /// let costs = Costs { false_positive: 1.0, false_negative: 3.0, true_positive: 0.0, true_negative: 0.0 };
    /// assert_eq!(costs.shares_of_errors(), [0.25, 0.75]);
    /// ```
    pub fn shares_of_errors(&self) -> [f64; 2] {
        let [negative, positive] = self.excess();
        let larger = negative.max(positive);
        let (negative, positive) = (negative / larger, positive / larger);
        [
            negative / (negative + positive),
            positive / (positive + negative),
        ]
    }

    pub(crate) fn unit(&self) -> f64 {
        if self.largest() > f64::MAX / 4.0 {
            0.25
        } else {
            1.0
        }
    }

    /// In a unit, a power of two, that is at least twice the greatest: so products of costs are numbers, and
    /// differences of risks lie between -1 and 1, as those of rates.
    pub(crate) fn in_small_unit(&self) -> (Costs, f64) {
        const EXPONENT: u32 = f64::MANTISSA_DIGITS - 1;
        /// Four times as much is still a number.
        const MOST: u64 = 2044;
        let largest = self.largest();
        let unit = if largest > 0.0 {
            f64::from_bits(((largest.to_bits() >> EXPONENT).clamp(1, MOST) + 2) << EXPONENT)
        } else {
            1.0
        };
        let costs = Costs {
            false_positive: self.false_positive / unit,
            false_negative: self.false_negative / unit,
            true_positive: self.true_positive / unit,
            true_negative: self.true_negative / unit,
        };
        (costs, unit)
    }

    /// The costs of errors beyond those of right answers, in a unit in which they neither overflow nor vanish.
    pub(crate) fn errors_only(&self) -> Costs {
        let excess = self.excess();
        let scale = scale_of(excess[0].abs().max(excess[1].abs()));
        Costs {
            false_positive: excess[0] * scale,
            false_negative: excess[1] * scale,
            true_positive: 0.0,
            true_negative: 0.0,
        }
    }
}
