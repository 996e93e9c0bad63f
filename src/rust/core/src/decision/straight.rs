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

fn run_of(curve: &Curve<'_>, row: usize, later: usize) -> Move {
    Move::between(curve.fpr(later), curve.fpr(row))
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
/// rounding. A direction is a run and a rise.
struct Cone {
    flattest: [f64; 2],
    steepest: [f64; 2],
}

impl Cone {
    const ANY: Cone = Cone {
        flattest: [1.0, -1.0],
        steepest: [-1.0, 1.0],
    };

    /// Leaves the directions that pass a row.
    fn narrow(&mut self, curve: &Curve<'_>, from: usize, row: usize) {
        let (run, rise) = (run_of(curve, from, row), rise_of(curve, from, row));
        let flattest = [run.by + run.error, rise.by - rise.error];
        let steepest = [run.by - run.error, rise.by + rise.error];
        if is_steeper(flattest, self.flattest) {
            self.flattest = flattest;
        }
        if is_steeper(self.steepest, steepest) {
            self.steepest = steepest;
        }
    }

    fn contains(&self, curve: &Curve<'_>, from: usize, row: usize) -> bool {
        let direction = [run(curve, from, row), rise(curve, from, row)];
        !is_steeper(self.flattest, direction) && !is_steeper(direction, self.steepest)
    }
}

fn is_steeper([run, rise]: [f64; 2], than: [f64; 2]) -> bool {
    rise * than[0] > run * than[1]
}
