//! The sums that the variance of one AUC is made of, without its influences one by one.

use super::freedom::freedom;
use super::sums::UnitSums;
use crate::error::Error;
use crate::memory::filled;
use crate::sum::Sums;

/// Sums over independent observations of two classes, each of which is a number of equal units.
#[derive(Debug, Default)]
pub(crate) struct Moments {
    squares: Sums,
    fourths: [f64; 2],
    shares_squared: [f64; 2],
}

impl Moments {
    /// Adds an observation: of each class the number of its units, the share of one of them in the weight of the class, and
    /// how far its placement is from the area. Both are 0 of the class that it does not belong to.
    #[inline(always)]
    pub fn add(&mut self, number: [f64; 2], share: [f64; 2], deviation: [f64; 2]) {
        let square = |class: usize| {
            let influence = share[class] * deviation[class];
            influence * influence
        };
        let squares = [square(0), square(1)];
        self.squares.add([number[0] * squares[0], number[1] * squares[1]]);
        for class in 0..2 {
            self.fourths[class] += number[class] * squares[class] * squares[class];
            self.shares_squared[class] += number[class] * share[class] * share[class];
        }
    }

    /// Of an area of observations that are so many rows, and so many units.
    pub fn sums(&self, area: f64, numbers: [f64; 2], units: [f64; 2]) -> Result<UnitSums, Error> {
        let squares = self.squares.values();
        let all = units[0] + units[1];
        let freedom = freedom(squares[0] + squares[1], self.fourths[0] + self.fourths[1], all);
        let effective = self.shares_squared.map(|sum| 1.0 / sum);
        Ok(UnitSums {
            values: filled(1, area)?,
            negatives: filled(1, squares[0])?,
            positives: filled(1, squares[1])?,
            both: filled(1, 0.0)?,
            freedom: filled(1, freedom)?,
            numbers,
            units: [units[0], units[1], all],
            effective,
            of_units: effective,
        })
    }
}
