//! The sums that the variance of one AUC is made of, without its influences one by one.

use super::df::Powers;
use super::sums::UnitSums;
use crate::error::Error;
use crate::memory::filled;
use crate::sum::Sums;

/// Sums over independent observations of two classes, each of which is a number of equal units.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Moments {
    area: f64,
    rows: [f64; 2],
    units: [f64; 2],
    squares: Sums,
    fourths: [f64; 2],
    shares_squared: [f64; 2],
}

impl Moments {
    /// Returns the moments of an area of so many rows and units, before any is added.
    pub fn new(area: f64, rows: [f64; 2], units: [f64; 2]) -> Moments {
        Moments {
            area,
            rows,
            units,
            ..Moments::default()
        }
    }

    /// Adds an observation: of each class the number of its units, the share of one of them in the weight of the class, and
    /// how far its placement is from the area. Shares or numbers are 0 of the class that it does not belong to.
    #[inline(always)]
    pub fn add(&mut self, number: [f64; 2], share: [f64; 2], deviation: [f64; 2]) {
        let square = |class: usize| {
            let influence = share[class] * deviation[class];
            influence * influence
        };
        let squares = [square(0), square(1)];
        self.squares
            .add([number[0] * squares[0], number[1] * squares[1]]);
        for class in 0..2 {
            self.fourths[class] += number[class] * squares[class] * squares[class];
            self.shares_squared[class] += number[class] * share[class] * share[class];
        }
    }

    /// Adds to a class what units of it have together: the sums of their squared influences, of the squares of these, and
    /// of their squared shares in the weight of the class.
    pub fn add_sums(&mut self, class: usize, squares: f64, fourths: f64, shares_squared: f64) {
        let of_class = |sum: f64| [0, 1].map(|of| if of == class { sum } else { 0.0 });
        self.squares.add(of_class(squares));
        self.shares_squared[class] += shares_squared;
        self.fourths[class] += fourths;
    }

    /// The sums that covariances are made of.
    pub fn sums(&self) -> Result<UnitSums, Error> {
        let squares = self.squares.values();
        let all = self.units[0] + self.units[1];
        let powers = Powers {
            squares: squares[0] + squares[1],
            fourths: self.fourths[0] + self.fourths[1],
        };
        let effective = self.shares_squared.map(|sum| 1.0 / sum);
        Ok(UnitSums {
            values: filled(1, self.area)?,
            negatives: filled(1, squares[0])?,
            positives: filled(1, squares[1])?,
            both: filled(1, 0.0)?,
            df: filled(1, powers.df(all, 2.0))?,
            numbers: self.rows,
            units: [self.units[0], self.units[1], all],
            effective,
            effective_clusters: effective,
        })
    }
}
