//! How much the area of a tally varies: influences depend on the score and the class alone.

use super::freedom::freedom;
use super::spread::Unit;
use super::sums::UnitSums;
use crate::error::{Class, Error};
use crate::memory::filled;
use crate::poll::{Pace, Poll};
use crate::rounding::without_rounding;
use crate::sum::totals::{fits, Totals};
use crate::sum::{Sum, Sums};
use crate::tally::row::Check;
use crate::tally::Row;

/// The sums over the units of a tally.
#[derive(Clone, Debug, PartialEq)]
pub struct Tallied {
    /// The area, what is within a row counting half, and the sums of squared influences on it.
    pub sums: UnitSums,
    /// How far the area of the observations can be off that, up or down: rows of one score leave
    /// nothing open.
    pub open: f64,
}

/// The sums that [`spread`](super::spread()) makes of observations, from their tally: the same where each row
/// has one score. The powers of weights are in `units`, see [`units_of`](crate::tally::units_of). Where sums of
/// fourth powers are not known, or no double holds them, weights of a row and class count as equal for the
/// degrees of freedom. NaN of what needs squares that are not known. O(rows).
///
/// ```
/// use weighted_roc_core::inference::{tallied_sums, Unit};
/// use weighted_roc_core::tally::Row;
///
/// let row = |score, weights| Row::new(score, weights, 1.0);
/// let rows = [row(1.0, [1.0, 0.0]), row(2.0, [0.0, 1.0]), row(3.0, [1.0, 0.0]), row(4.0, [0.0, 1.0])];
/// let found = tallied_sums(&rows, [1.0; 2], Unit::Row, &mut || false)?;
/// assert_eq!((found.sums.values[0], found.open, found.sums.numbers), (0.75, 0.0, [2.0, 2.0]));
/// assert_eq!((found.sums.negatives[0], found.sums.positives[0]), (1.0 / 32.0, 1.0 / 32.0));
/// # Ok::<(), weighted_roc_core::Error>(())
/// ```
///
/// # Errors
/// As [`Ranking::of_tally`](crate::curve::Ranking::of_tally).
pub fn tallied_sums(
    rows: &[Row],
    units: [f64; 2],
    unit: Unit,
    poll: Poll<'_>,
) -> Result<Tallied, Error> {
    let mut pace = Pace::new(poll);
    Check::default().rows(rows, &mut pace)?;
    let totals = totals_of(rows)?;
    let (area, open) = area_of(rows, totals, &mut pace)?;
    let mut sums = ClassSums::default();
    let mut below = Sums::default();
    for row in rows {
        pace.step()?;
        let placements = placements(row, below, totals);
        let shares = shares(row, totals);
        for class in 0..2 {
            let moments = match unit {
                Unit::Row => row_moments(row, class, totals[class] / units[class]),
                Unit::Count => count_moments(shares[class], totals[class]),
            };
            sums.add(
                class,
                moments,
                without_rounding(placements[class] - area, 1.0),
            );
        }
        below.add(shares);
    }
    let (numbers, effective) = match unit {
        Unit::Row => (
            sums.numbers,
            sums.shares_squared.map(|sum| 1.0 / sum.value()),
        ),
        Unit::Count => (totals, totals),
    };
    let squares = sums.squares.map(Sum::value);
    let fourths = sums.fourths[0] + sums.fourths[1];
    let [negatives, positives] = numbers;
    let freedom = freedom(squares[0] + squares[1], fourths, negatives + positives);
    let sums = UnitSums {
        values: filled(1, area)?,
        negatives: filled(1, squares[0])?,
        positives: filled(1, squares[1])?,
        both: filled(1, 0.0)?,
        freedom: filled(1, freedom)?,
        numbers: numbers_of(rows),
        units: [negatives, positives, negatives + positives],
        effective,
        of_units: effective,
    };
    Ok(Tallied { sums, open })
}

fn totals_of(rows: &[Row]) -> Result<[f64; 2], Error> {
    let negatives = || rows.iter().map(|row| row.negative);
    let positives = || rows.iter().map(|row| row.positive);
    let sum = |weights: &mut dyn Iterator<Item = f64>| {
        let mut sum = Sum::default();
        weights.for_each(|weight| sum.add(weight));
        sum.value()
    };
    // Plain sums, which are no NaN where they overflow.
    Totals {
        negative: negatives().sum(),
        positive: positives().sum(),
    }
    .check(|class| match class {
        Class::Negative => fits(negatives()),
        Class::Positive => fits(positives()),
    })?;
    Ok([sum(&mut negatives()), sum(&mut positives())])
}

fn numbers_of(rows: &[Row]) -> [f64; 2] {
    [0, 1].map(|class| rows.iter().map(|row| row.powers[class].number).sum())
}

fn shares(row: &Row, totals: [f64; 2]) -> [f64; 2] {
    [row.negative / totals[0], row.positive / totals[1]]
}

/// The share of the positives that a negative of the row beats, being above it, and of the negatives
/// that a positive beats, when `below` has the shares of the rows below.
fn placements(row: &Row, below: Sums, totals: [f64; 2]) -> [f64; 2] {
    let [negatives, positives] = below.values();
    let [negative, positive] = shares(row, totals);
    [1.0 - positives - 0.5 * positive, negatives + 0.5 * negative]
}

/// The area, and half of the rectangles of rows of several scores.
fn area_of(rows: &[Row], totals: [f64; 2], pace: &mut Pace<'_>) -> Result<(f64, f64), Error> {
    let mut below = Sums::default();
    let (mut area, mut open) = (Sum::default(), Sum::default());
    for row in rows {
        pace.step()?;
        let shares = shares(row, totals);
        area.add(shares[1] * placements(row, below, totals)[1]);
        if row.scores > 1.0 {
            open.add(0.5 * shares[0] * shares[1]);
        }
        below.add(shares);
    }
    Ok((area.value().clamp(0.0, 1.0), open.value()))
}

/// The number of units of a row and class, and the sums of squares and fourth powers of their shares in
/// the class.
struct Moments {
    number: f64,
    squares: f64,
    fourths: f64,
}

/// `total` is in the unit of the powers.
fn row_moments(row: &Row, class: usize, total: f64) -> Moments {
    let powers = row.powers[class];
    // Step by step: the square of the total may be no double.
    let squares = powers.squares / total / total;
    let fourths = powers.fourths / total / total / total / total;
    // No fourth powers have a smaller sum, by the inequality of Cauchy and Schwarz.
    let least = if powers.number > 0.0 {
        squares * squares / powers.number
    } else {
        0.0
    };
    Moments {
        number: powers.number,
        squares,
        fourths: fourths.max(least),
    }
}

/// A weight of w is w units of one share each.
fn count_moments(share: f64, total: f64) -> Moments {
    let squares = share / total;
    Moments {
        number: share * total,
        squares,
        fourths: squares / total / total,
    }
}

#[derive(Default)]
struct ClassSums {
    squares: [Sum; 2],
    shares_squared: [Sum; 2],
    fourths: [f64; 2],
    numbers: [f64; 2],
}

impl ClassSums {
    fn add(&mut self, class: usize, moments: Moments, deviation: f64) {
        let square = deviation * deviation;
        self.squares[class].add(moments.squares * square);
        self.shares_squared[class].add(moments.squares);
        self.fourths[class] += moments.fourths * square * square;
        self.numbers[class] += moments.number;
    }
}
