//! The rates of a curve, from above and from below.

use crate::curve::Curve;
use crate::error::Error;
use crate::memory::{collect, push, reserve};
use crate::poll::{Pace, Poll};

/// A curve as rates: row r calls all scores from the r-th threshold on positive, counted from 0, and
/// the last row calls nothing positive. Step r leads from row r + 1 to row r: what is between them has
/// the score `threshold(r)`. Rates of both kinds have all their digits. 40 bytes a row.
#[derive(Clone, Debug)]
pub struct Shape {
    thresholds: Vec<f64>,
    called: Vec<[f64; 2]>,
    not_called: Vec<[f64; 2]>,
    parts: [f64; 2],
}

impl Shape {
    /// Of a curve. O(rows).
    ///
    /// # Errors
    /// [`Error::Memory`] and [`Error::Interrupted`].
    pub fn of_curve(curve: &Curve<'_>, poll: Poll<'_>) -> Result<Shape, Error> {
        let mut pace = Pace::new(poll);
        let rows = curve.rows();
        let mut called = reserve(rows)?;
        let mut not_called = reserve(rows)?;
        for row in 0..rows {
            pace.step()?;
            push(&mut called, [curve.fpr(row), curve.tpr(row)])?;
            push(&mut not_called, [curve.tnr(row), curve.fnr(row)])?;
        }
        Ok(Shape {
            thresholds: collect(curve.points().threshold[..rows - 1].iter().copied())?,
            called,
            not_called,
            parts: curve.shares(),
        })
    }

    /// Of what is known already: a threshold for each step, and the rates of one row more.
    pub(crate) fn new(
        thresholds: Vec<f64>,
        called: Vec<[f64; 2]>,
        not_called: Vec<[f64; 2]>,
        parts: [f64; 2],
    ) -> Shape {
        Shape {
            thresholds,
            called,
            not_called,
            parts,
        }
    }

    /// The number of steps, one less than that of rows.
    pub fn steps(&self) -> usize {
        self.thresholds.len()
    }

    /// FPR and TPR of a row.
    ///
    /// # Panics
    /// When there is no such row.
    #[inline]
    pub fn called(&self, row: usize) -> [f64; 2] {
        self.called[row]
    }

    /// TNR and FNR of a row.
    ///
    /// # Panics
    /// When there is no such row.
    #[inline]
    pub fn not_called(&self, row: usize) -> [f64; 2] {
        self.not_called[row]
    }

    /// The score of a step.
    ///
    /// # Panics
    /// When there is no such step.
    #[inline]
    pub fn threshold(&self, step: usize) -> f64 {
        self.thresholds[step]
    }

    /// The shares of the negatives and of the positives that are in a step, each with all digits as far
    /// as a difference of rates from its nearer end has them.
    ///
    /// # Panics
    /// When there is no such step.
    #[inline]
    pub fn shares(&self, step: usize) -> [f64; 2] {
        self.shares_between(step, step + 1)
    }

    /// The shares of both classes between two rows, likewise.
    ///
    /// # Panics
    /// When there is no such row.
    #[inline]
    pub fn shares_between(&self, row: usize, later: usize) -> [f64; 2] {
        let [above, below] = [&self.called, &self.not_called];
        [0, 1].map(|class| {
            if above[row][class] <= 0.5 {
                above[row][class] - above[later][class]
            } else {
                below[later][class] - below[row][class]
            }
        })
    }

    /// The probabilities of the negative and of the positive class: their shares in the weights, if
    /// none is given.
    pub fn priors(&self, prior: Option<f64>) -> [f64; 2] {
        prior.map_or(self.parts, |prior| [1.0 - prior, prior])
    }
}
