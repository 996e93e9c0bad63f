//! Whether rows of a curve, or of its rates, lie on a straight line.

use crate::curve::Curve;
use crate::error::Result;
use crate::poll::Pace;

/// A relative error that the difference of two entries may have, in terms of the larger one: each
/// is within 4 ulp, and a false negative rate is divided once more.
const ROUNDING: f64 = 10.0 * f64::EPSILON;

/// The unit of moves, by its inverse, which is 2^500. Products of them are within the doubles, also of one
/// that is next to nothing.
const UNIT: f64 = 3.273390607896142e150;

/// A difference, and the error that it may have.
#[derive(Clone, Copy)]
pub struct Move {
    by: f64,
    error: f64,
}

/// What has rates that fall from row to row.
pub trait Falling {
    /// How much the false positive rate falls from a row to a later one.
    fn run_of(&self, row: usize, later: usize) -> Move;
    /// How much the true positive rate does.
    fn rise_of(&self, row: usize, later: usize) -> Move;
}

impl Move {
    /// From the smaller one of two rates, which may be called so from either end.
    pub fn between(from: f64, to: f64) -> Move {
        Move {
            by: (to - from) * UNIT,
            error: ROUNDING * UNIT * to,
        }
    }
}

/// How much the false positive rate falls from a row to a later one, in some unit.
pub fn run(curve: &impl Falling, row: usize, later: usize) -> f64 {
    curve.run_of(row, later).by
}

/// How much the true positive rate falls from a row to a later one, in the same unit.
pub fn rise(curve: &impl Falling, row: usize, later: usize) -> f64 {
    curve.rise_of(row, later).by
}

/// How much the false positive rate falls from a row to a later one.
pub fn fall_of_fpr(curve: &impl Falling, row: usize, later: usize) -> f64 {
    run(curve, row, later) / UNIT
}

/// How much the true positive rate falls from a row to a later one.
pub fn fall_of_tpr(curve: &impl Falling, row: usize, later: usize) -> f64 {
    rise(curve, row, later) / UNIT
}

impl Falling for Curve<'_> {
    /// By the false positive rates, or by true negative rates that are known and smaller.
    fn run_of(&self, row: usize, later: usize) -> Move {
        let fpr = self.fpr(row);
        let known = self.points().true_negative;
        if later < known.len() {
            let [from, to] = [row, later].map(|row| known[row] / self.negatives());
            if to < fpr {
                return Move::between(from, to);
            }
        }
        Move::between(self.fpr(later), fpr)
    }

    /// By the true positive rates where they are small, by the false negative rates where those are:
    /// the smaller ones have more digits after the point.
    fn rise_of(&self, row: usize, later: usize) -> Move {
        let (tpr, fnr) = (self.tpr(row), self.fnr(later));
        if tpr <= fnr {
            Move::between(self.tpr(later), tpr)
        } else {
            Move::between(self.fnr(row), fnr)
        }
    }
}

/// Whether the row `middle` lies above the straight line from `row` to `after`.
pub fn is_above(curve: &impl Falling, row: usize, middle: usize, after: usize) -> bool {
    rise(curve, middle, after) * run(curve, row, middle)
        > rise(curve, row, middle) * run(curve, middle, after)
}

/// Of ascending rows, two at least, leaves those that are no nearer to the straight line between the
/// ones left than the rounding of their entries. The first and the last stay.
pub fn leave_corners(
    curve: &impl Falling,
    rows: &mut Vec<usize>,
    pace: &mut Pace<'_>,
) -> Result<()> {
    let mut last = rows[0];
    let mut left = 1;
    let mut cone = Cone::ANY;
    for i in 2..rows.len() {
        pace.step()?;
        let [previous, row] = [rows[i - 1], rows[i]];
        cone.narrow(curve, last, previous);
        if !cone.contains(curve, last, row) {
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
    fn narrow(&mut self, curve: &impl Falling, from: usize, row: usize) {
        let (run, rise) = (curve.run_of(from, row), curve.rise_of(from, row));
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

    fn contains(&self, curve: &impl Falling, from: usize, row: usize) -> bool {
        let direction = Direction {
            run: run(curve, from, row),
            rise: rise(curve, from, row),
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
