//! Whether rows of a curve lie on a straight line.

use crate::curve::Curve;
use crate::error::Error;
use crate::memory::push;
use crate::poll::Pace;

/// A relative error that the difference of two entries may have, in terms of the larger one: each
/// is within 4 ulp, and a false negative rate is divided once more.
const ROUNDING: f64 = 10.0 * f64::EPSILON;

/// A difference, and the error that it may have.
#[derive(Clone, Copy)]
struct Move {
    by: f64,
    error: f64,
}

impl Move {
    fn between(from: f64, to: f64) -> Move {
        Move {
            by: to - from,
            error: ROUNDING * to,
        }
    }
}

/// How much the false positive rate falls from a row to a later one.
pub fn run(curve: &Curve<'_>, row: usize, later: usize) -> f64 {
    run_of(curve, row, later).by
}

/// How much the true positive rate falls from a row to a later one.
pub fn rise(curve: &Curve<'_>, row: usize, later: usize) -> f64 {
    rise_of(curve, row, later).by
}

/// By the false positive rates, or by true negative rates that are known and smaller.
fn run_of(curve: &Curve<'_>, row: usize, later: usize) -> Move {
    let fpr = curve.fpr(row);
    let known = later < curve.points().true_negative.len();
    if known && curve.tnr(later) < fpr {
        Move::between(curve.tnr(row), curve.tnr(later))
    } else {
        Move::between(curve.fpr(later), fpr)
    }
}

/// By the true positive rates where they are small, by the false negative rates where those are:
/// the smaller ones have more digits after the point.
fn rise_of(curve: &Curve<'_>, row: usize, later: usize) -> Move {
    let (tpr, fnr) = (curve.tpr(row), curve.fnr(later));
    if tpr <= fnr {
        Move::between(curve.tpr(later), tpr)
    } else {
        Move::between(curve.fnr(row), fnr)
    }
}

/// Whether the row `middle` lies above the straight line from `row` to `after`.
pub fn is_above(curve: &Curve<'_>, row: usize, middle: usize, after: usize) -> bool {
    rise(curve, middle, after) * run(curve, row, middle)
        > rise(curve, row, middle) * run(curve, middle, after)
}

/// Of ascending rows those that are no nearer to the straight line between the ones kept than the
/// rounding of their entries. The first and the last are kept.
pub fn corners(
    curve: &Curve<'_>,
    rows: &[usize],
    pace: &mut Pace<'_>,
) -> Result<Vec<usize>, Error> {
    let mut last = rows[0];
    let mut kept = Vec::new();
    push(&mut kept, last)?;
    let mut cone = Cone::ANY;
    for pair in rows.windows(2).skip(1) {
        pace.step()?;
        let [previous, row] = [pair[0], pair[1]];
        cone.narrow(curve, last, previous);
        if !cone.contains(curve, last, row) {
            last = previous;
            push(&mut kept, last)?;
            cone = Cone::ANY;
        }
    }
    push(&mut kept, rows[rows.len() - 1])?;
    Ok(kept)
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
    fn narrow(&mut self, curve: &Curve<'_>, from: usize, row: usize) {
        let (run, rise) = (run_of(curve, from, row), rise_of(curve, from, row));
        let flattest = Direction::new(run.by + run.error, rise.by - rise.error);
        let steepest = Direction::new(run.by - run.error, rise.by + rise.error);
        if flattest.is_steeper(&self.flattest) {
            self.flattest = flattest;
        }
        if self.steepest.is_steeper(&steepest) {
            self.steepest = steepest;
        }
    }

    fn contains(&self, curve: &Curve<'_>, from: usize, row: usize) -> bool {
        let direction = Direction::new(run(curve, from, row), rise(curve, from, row));
        !self.flattest.is_steeper(&direction) && !direction.is_steeper(&self.steepest)
    }
}

#[derive(Clone, Copy)]
struct Direction {
    run: f64,
    rise: f64,
}

impl Direction {
    /// A short one is made longer, so that its products do not vanish.
    fn new(run: f64, rise: f64) -> Direction {
        const SHORT: f64 = 1e-150;
        const LONGER: f64 = 1e200;
        let factor = match run.abs().max(rise.abs()) < SHORT {
            true => LONGER,
            false => 1.0,
        };
        Direction {
            run: run * factor,
            rise: rise * factor,
        }
    }

    fn is_steeper(&self, than: &Direction) -> bool {
        self.rise * than.run > self.run * than.rise
    }
}
