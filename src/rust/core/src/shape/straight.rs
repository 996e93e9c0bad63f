//! Rows of a curve, or of its rates, on a straight line.

use super::Rates;
use crate::error::Result;
use crate::poll::Pace;
use crate::rounding::ENTRIES;
use crate::sum::scale::LARGE;

/// A difference, and the error that it may have, times 2^500: products of moves are within the doubles, also
/// of one that is next to nothing.
#[derive(Clone, Copy)]
pub struct Move {
    by: f64,
    error: f64,
}

impl Move {
    /// How much the rate of a class falls from a row to a later one. As a call of a function it takes two
    /// thirds of the time of a hull.
    #[inline(always)]
    fn between(rates: &impl Rates, class: usize, row: usize, later: usize) -> Move {
        let [from, to] = rates.nearer(class, row, later);
        Move {
            by: (to - from) * LARGE,
            error: ENTRIES * LARGE * to,
        }
    }
}

/// How much the false positive rate falls from a row to a later one, in some unit.
pub fn run(rates: &impl Rates, row: usize, later: usize) -> f64 {
    Move::between(rates, 0, row, later).by
}

/// How much the true positive rate falls from a row to a later one, in the same unit.
pub fn rise(rates: &impl Rates, row: usize, later: usize) -> f64 {
    Move::between(rates, 1, row, later).by
}

/// How much the false positive rate falls from a row to a later one.
pub fn fall_of_fpr(rates: &impl Rates, row: usize, later: usize) -> f64 {
    run(rates, row, later) / LARGE
}

/// How much the true positive rate falls from a row to a later one.
pub fn fall_of_tpr(rates: &impl Rates, row: usize, later: usize) -> f64 {
    rise(rates, row, later) / LARGE
}

/// Returns whether the row `middle` lies above the straight line from `row` to `after`.
pub fn is_above(rates: &impl Rates, row: usize, middle: usize, after: usize) -> bool {
    rise(rates, middle, after) * run(rates, row, middle)
        > rise(rates, row, middle) * run(rates, middle, after)
}

/// Leaves, of at least two ascending rows, those that are no nearer to the straight line between the ones left than
/// the rounding of their entries. The first and the last stay.
pub fn leave_corners(rates: &impl Rates, rows: &mut Vec<usize>, pace: &mut Pace<'_>) -> Result<()> {
    let mut last = rows[0];
    let mut left = 1;
    let mut cone = Cone::ANY;
    for i in 2..rows.len() {
        pace.step()?;
        let [previous, row] = [rows[i - 1], rows[i]];
        cone.narrow(rates, last, previous);
        if !cone.contains(rates, last, row) {
            last = previous;
            rows[left] = last;
            left += 1;
            cone = Cone::ANY;
        }
    }
    rows[left] = rows[rows.len() - 1];
    rows.truncate(left + 1);
    Ok(())
}

/// The directions in which straight lines from a row pass all rows behind it as near as their
/// rounding.
struct Cone {
    flattest: Direction,
    steepest: Direction,
}

impl Cone {
    const ANY: Cone = Cone {
        flattest: Direction {
            run: 1.0,
            rise: -1.0,
        },
        steepest: Direction {
            run: -1.0,
            rise: 1.0,
        },
    };

    /// Leaves the directions that pass a row.
    fn narrow(&mut self, rates: &impl Rates, from: usize, row: usize) {
        let (run, rise) = (
            Move::between(rates, 0, from, row),
            Move::between(rates, 1, from, row),
        );
        let flattest = Direction {
            run: run.by + run.error,
            rise: rise.by - rise.error,
        };
        let steepest = Direction {
            run: run.by - run.error,
            rise: rise.by + rise.error,
        };
        if flattest.is_steeper(&self.flattest) {
            self.flattest = flattest;
        }
        if self.steepest.is_steeper(&steepest) {
            self.steepest = steepest;
        }
    }

    fn contains(&self, rates: &impl Rates, from: usize, row: usize) -> bool {
        let direction = Direction {
            run: run(rates, from, row),
            rise: rise(rates, from, row),
        };
        !self.flattest.is_steeper(&direction) && !direction.is_steeper(&self.steepest)
    }
}

/// As far as [`Move`]s go.
#[derive(Clone, Copy)]
struct Direction {
    run: f64,
    rise: f64,
}

impl Direction {
    fn is_steeper(&self, than: &Direction) -> bool {
        self.rise * than.run > self.run * than.rise
    }
}
