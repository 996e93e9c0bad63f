//! The dual of the hull: the least expected cost at every operating condition.

use crate::curve::Curve;
#[cfg(doc)]
use crate::error::Error;
use crate::error::Result;
use crate::memory::{push, reserve};
use crate::poll::{Pace, Poll};
use crate::shape::hull;
use crate::shape::straight::{rise, run};

/// A corner of the lower envelope of the cost lines.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CostVertex {
    /// The probability-cost of the positive class.
    pub pc: f64,
    /// The least normalised expected cost there.
    pub cost: f64,
    /// The row that is the best from here to the next vertex; at the last vertex, up to it.
    pub row: usize,
}

/// The lower envelope of the lines FNR pc + FPR (1 - pc), one a row, for pc from 0 to 1, by its
/// vertices (Drummond and Holte 2006). O(rows) time and memory.
///
/// ```
/// # use weighted_roc_core::{curve::Ranking, Labels, Observations, Options, Scores, Weights};
/// # let observations = Observations {
/// #     scores: Scores::F64(&[0.1, 0.2, 0.3, 0.4]),
/// #     labels: Labels::I32(&[0, 1, 0, 1]),
/// #     weights: Weights::Unit,
/// # };
/// # let owned = Ranking::new(&observations, Options::default())?.to_curve(&mut || false)?;
/// # let curve = owned.as_curve();
/// use weighted_roc_core::decision::cost_curve;
///
/// let vertices = cost_curve(&curve, &mut || false)?;
/// assert_eq!((vertices[0].pc, vertices[0].cost), (0.0, 0.0));
/// # Ok::<(), weighted_roc_core::Error>(())
/// ```
///
/// # Errors
/// [`Error::Memory`] and [`Error::Interrupted`].
pub fn cost_curve(curve: &Curve<'_>, poll: Poll<'_>) -> Result<Vec<CostVertex>> {
    let rows = hull(curve, &mut *poll)?.rows;
    let mut pace = Pace::new(poll);
    let mut vertices = reserve(rows.len() + 1)?;
    let start = CostVertex {
        pc: 0.0,
        cost: 0.0,
        row: curve.last(),
    };
    push(&mut vertices, start)?;
    for edge in rows.windows(2).rev() {
        pace.step()?;
        add(&mut vertices, crossing(curve, edge[0], edge[1]))?;
    }
    let end = CostVertex {
        pc: 1.0,
        cost: 0.0,
        row: 0,
    };
    add(&mut vertices, end)?;
    // Nothing begins at the end.
    if let [.., before, end] = &mut vertices[..] {
        end.row = before.row;
    }
    Ok(vertices)
}

/// Where the lines of two rows meet; the first is the better one from there on.
fn crossing(curve: &Curve<'_>, row: usize, later: usize) -> CostVertex {
    let (run, rise) = (run(curve, row, later), rise(curve, row, later));
    let [pc, rest] = [run / (run + rise), rise / (run + rise)];
    CostVertex {
        pc,
        cost: curve.fnr(row) * pc + curve.fpr(row) * rest,
        row,
    }
}

/// A vertex at the same place as the one before replaces its row, which was nowhere optimal.
fn add(vertices: &mut Vec<CostVertex>, vertex: CostVertex) -> Result<()> {
    match vertices.last_mut() {
        Some(last) if last.pc == vertex.pc => {
            last.row = vertex.row;
            Ok(())
        }
        _ => push(vertices, vertex),
    }
}
