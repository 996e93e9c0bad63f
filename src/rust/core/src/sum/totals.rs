//! The total weights of the classes.

use crate::error::{Class, Error, Result};
use crate::observations::block::Block;
use crate::observations::label::Needed;
use crate::observations::record::Record;
use crate::sum::Sum;

/// Total weights in plain arithmetic, good enough to judge and to scale by.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Totals {
    pub negative: f64,
    pub positive: f64,
}

impl Totals {
    /// Adds the weights of a block.
    pub fn add(&mut self, block: &Block) {
        const LANES: usize = 4;
        let (mut negative, mut positive) = ([0.0; LANES], [0.0; LANES]);
        for weights in block.weights().chunks(LANES) {
            for (lane, &weight) in weights.iter().enumerate() {
                negative[lane] += (-weight).max(0.0);
                positive[lane] += weight.max(0.0);
            }
        }
        self.negative += negative.iter().sum::<f64>();
        self.positive += positive.iter().sum::<f64>();
    }

    /// Adds others.
    pub fn add_totals(&mut self, other: Totals) {
        self.negative += other.negative;
        self.positive += other.positive;
    }

    /// Fails for a class that weighs nothing, or more than a double can hold, when these are the
    /// totals of `records`.
    pub fn check_records(self, records: &[Record]) -> Result<Totals> {
        self.check_records_in(Needed::BothClasses, records)
    }

    /// The same where one class may be enough.
    pub fn check_records_in(self, needed: Needed, records: &[Record]) -> Result<Totals> {
        self.check_in(needed, |class| match class {
            Class::Negative => fits(records.iter().map(|record| record.negative())),
            Class::Positive => fits(records.iter().map(|record| record.positive())),
        })
    }

    /// Where a total comes so close to overflow that the order of its terms could matter, `fits`
    /// has the last word.
    pub fn check(self, fits: impl Fn(Class) -> bool) -> Result<Totals> {
        self.check_in(Needed::BothClasses, fits)
    }

    fn check_in(self, needed: Needed, fits: impl Fn(Class) -> bool) -> Result<Totals> {
        const SAFE: f64 = f64::MAX * (1.0 - 1e-6);
        let classes = [
            (Class::Negative, self.negative),
            (Class::Positive, self.positive),
        ];
        let is_enough = needed == Needed::AnyClass && classes.iter().any(|(_, total)| *total > 0.0);
        let empty = classes.into_iter().find(|(_, total)| *total == 0.0);
        if let Some((class, _)) = empty.filter(|_| !is_enough) {
            return Err(Error::NoWeight { class });
        }
        let safe = |total: f64| total <= SAFE;
        let overflows = |(class, total): &(Class, f64)| !safe(*total) && !fits(*class);
        if let Some((class, _)) = classes.into_iter().find(overflows) {
            return Err(Error::Overflow { class });
        }
        Ok(self)
    }
}

/// Returns whether the sums that a curve is made of, from both ends, are finite.
pub(crate) fn fits(terms: impl DoubleEndedIterator<Item = f64> + Clone) -> bool {
    let sum = |terms: &mut dyn Iterator<Item = f64>| {
        let mut sum = Sum::default();
        terms.for_each(|term| sum.add(term));
        sum.value()
    };
    sum(&mut terms.clone()).is_finite() && sum(&mut terms.rev()).is_finite()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn near_overflow_the_terms_have_the_last_word() {
        for total in [1e-300, 1.0, 1e300] {
            assert!(totals(total).check(|_| false).is_ok(), "{total:e}");
        }
        let (class, large) = (Class::Positive, totals(f64::MAX));
        assert!(large.check(|_| true).is_ok());
        assert_eq!(
            large.check(|_| false).err(),
            Some(Error::Overflow { class })
        );
    }

    fn totals(positive: f64) -> Totals {
        Totals {
            negative: 1.0,
            positive,
        }
    }

    #[test]
    fn terms_fit_that_have_a_finite_sum() {
        assert!(fits([f64::MAX, 1.0].into_iter()));
        assert!(!fits([f64::MAX, 1e300].into_iter()));
    }
}
