//! The confusion matrices of some rows at once.

use super::cells::Cells;

/// The number of rows that are computed at once: the compiler makes wide instructions of loops over arrays.
pub(super) const LANES: usize = 64;

/// The confusion matrix of a row: the weights of right answers, and the cells in the unit of a scale.
#[derive(Clone, Copy)]
pub(super) struct Matrix {
    pub true_positives: f64,
    pub true_negatives: f64,
    pub cells: Cells<f64>,
}

/// Some matrices, of which the last ones may be of no row.
pub(super) struct Block(pub [Matrix; LANES]);

impl Block {
    #[inline(always)]
    pub fn fill(&self, to: &mut [f64; LANES], value: impl Fn(&Matrix) -> f64) {
        for (to, matrix) in to.iter_mut().zip(&self.0) {
            *to = value(matrix);
        }
    }
}
