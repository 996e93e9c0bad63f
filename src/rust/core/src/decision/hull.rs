//! The upper convex hull of a curve.

use super::straight::{is_above, leave_corners, rise, run};
use crate::curve::Curve;
#[cfg(doc)]
use crate::error::Error;
use crate::error::Result;
use crate::memory::{push, reserve};
use crate::poll::{Pace, Poll};

/// The rows of a curve on its upper convex hull, as [`hull`] gives them.
#[derive(Clone, Debug, PartialEq)]
pub struct Hull {
    /// The rows, ascending: the first and the last of the curve and the corners between them.
    pub rows: Vec<usize>,
    /// The slope of the edge from each row but the last to the next one: ascending, from 0 to
    /// infinity.
    pub slopes: Vec<f64>,
}

impl Hull {
    /// The least and the largest slope of an isocost line for which the i-th of the rows is the
    /// best: that of the edges at its sides, 0 and infinity at the ends of the curve.
    ///
    /// # Panics
    /// When there are no more than `i` rows.
    pub fn slopes_at(&self, i: usize) -> [f64; 2] {
        [
            i.checked_sub(1).map_or(0.0, |edge| self.slopes[edge]),
            self.slopes.get(i).copied().unwrap_or(f64::INFINITY),
        ]
    }
}

/// The upper convex hull: the only rows that some costs and some prior make the best.
///
/// A row that is no farther from the straight line between its neighbours than the rounding of the
/// curve's entries is no corner. Graham's scan of rows that are sorted already; O(rows) time and
/// memory.
///
/// # Errors
/// [`Error::Memory`] and [`Error::Interrupted`].
pub fn hull(curve: &Curve<'_>, poll: Poll<'_>) -> Result<Hull> {
    let mut pace = Pace::new(poll);
    let mut rows = Vec::new();
    write_hull(curve, &mut rows, &mut pace)?;
    let mut slopes = reserve(rows.len() - 1)?;
    for edge in rows.windows(2) {
        pace.step()?;
        let slope = rise(curve, edge[0], edge[1]) / run(curve, edge[0], edge[1]);
        push(&mut slopes, slope)?;
    }
    Ok(Hull { rows, slopes })
}

/// Writes the rows of the hull in place of what `rows` holds. Allocates nothing if there is room for
/// all rows of the curve.
pub(super) fn write_hull(
    curve: &Curve<'_>,
    rows: &mut Vec<usize>,
    pace: &mut Pace<'_>,
) -> Result<()> {
    rows.clear();
    scan(curve, rows, pace)?;
    leave_corners(curve, rows, pace)
}

fn scan(curve: &Curve<'_>, corners: &mut Vec<usize>, pace: &mut Pace<'_>) -> Result<()> {
    for row in 0..curve.rows() {
        while let [.., before, corner] = corners[..] {
            pace.step()?;
            if is_above(curve, before, corner, row) {
                break;
            }
            corners.pop();
        }
        push(corners, row)?;
    }
    Ok(())
}
