//! The rates of a curve, from above and from below.

use crate::curve::Curve;
#[cfg(doc)]
use crate::error::Error;
use crate::error::Result;
use crate::memory::{collect, push, reserve};
use crate::poll::{Pace, Poll};

/// A curve with its rates from above and from below.
pub trait Rates {
    /// The number of steps, one less than that of rows.
    fn steps(&self) -> usize;

    /// FPR and TPR of a row.
    ///
    /// # Panics
    /// When there is no such row.
    fn predicted_positive(&self, row: usize) -> [f64; 2];

    /// TNR and FNR of a row.
    ///
    /// # Panics
    /// When there is no such row.
    fn predicted_negative(&self, row: usize) -> [f64; 2];

    /// The score of a step.
    ///
    /// # Panics
    /// When there is no such step.
    fn score(&self, step: usize) -> f64;

    /// The shares of the negatives and of the positives in the weights.
    fn parts(&self) -> [f64; 2];

    /// The probabilities of the negative and of the positive class: their shares in the weights, if
    /// none is given.
    fn priors(&self, prior: Option<f64>) -> [f64; 2] {
        prior.map_or(self.parts(), |prior| [1.0 - prior, prior])
    }

    /// The rate of a class at a row and at a later one, the smaller value first: of what is called or of what
    /// is not, whichever is smaller and so has more digits after the point.
    ///
    /// # Panics
    /// When there is no such row or class.
    #[inline(always)]
    fn nearer(&self, class: usize, row: usize, later: usize) -> [f64; 2] {
        let [above, below] = [
            self.predicted_positive(row)[class],
            self.predicted_negative(later)[class],
        ];
        if above <= below {
            [self.predicted_positive(later)[class], above]
        } else {
            [self.predicted_negative(row)[class], below]
        }
    }

    /// The shares of the negatives and of the positives that are in a step, each with all digits as far
    /// as a difference of rates from its nearer end has them.
    ///
    /// # Panics
    /// When there is no such step.
    #[inline]
    fn shares(&self, step: usize) -> [f64; 2] {
        self.shares_between(step, step + 1)
    }

    /// The shares of both classes between two rows, likewise.
    ///
    /// # Panics
    /// When there is no such row.
    #[inline]
    fn shares_between(&self, row: usize, later: usize) -> [f64; 2] {
        let (above, later_above) = (self.predicted_positive(row), self.predicted_positive(later));
        let (below, later_below) = (self.predicted_negative(row), self.predicted_negative(later));
        [0, 1].map(|class| {
            if above[class] <= 0.5 {
                above[class] - later_above[class]
            } else {
                later_below[class] - below[class]
            }
        })
    }
}

impl Rates for Curve<'_> {
    fn steps(&self) -> usize {
        self.last()
    }

    #[inline]
    fn predicted_positive(&self, row: usize) -> [f64; 2] {
        [self.fpr(row), self.tpr(row)]
    }

    #[inline]
    fn predicted_negative(&self, row: usize) -> [f64; 2] {
        [self.tnr(row), self.fnr(row)]
    }

    #[inline]
    fn score(&self, step: usize) -> f64 {
        self.threshold(step)
    }

    fn parts(&self) -> [f64; 2] {
        Curve::shares(self)
    }

    /// True negative rates that are not known are made of false positive rates, which have more digits.
    #[inline(always)]
    fn nearer(&self, class: usize, row: usize, later: usize) -> [f64; 2] {
        if class == 1 {
            let (tpr, fnr) = (self.tpr(row), self.fnr(later));
            return if tpr <= fnr {
                [self.tpr(later), tpr]
            } else {
                [self.fnr(row), fnr]
            };
        }
        let fpr = self.fpr(row);
        let known = self.points().true_negative;
        if later < known.len() {
            let [from, to] = [row, later].map(|row| known[row] / self.negatives());
            if to < fpr {
                return [from, to];
            }
        }
        [self.fpr(later), fpr]
    }
}

/// A curve as rates: row r calls all scores from the r-th threshold on positive, counted from 0, and
/// the last row calls nothing positive. Step r leads from row r + 1 to row r: what is between them has
/// the score `threshold(r)`. Rates of both kinds have all their digits. 40 bytes a row.
#[derive(Clone, Debug)]
pub struct Shape {
    thresholds: Vec<f64>,
    predicted_positive: Vec<[f64; 2]>,
    predicted_negative: Vec<[f64; 2]>,
    parts: [f64; 2],
}

impl Shape {
    /// The rates of a curve. O(rows).
    ///
    /// ```
    /// # use weighted_roc_core::{curve::Ranking, Labels, Observations, Options, Scores, Weights};
    /// # let observations = Observations {
    /// #     scores: Scores::F64(&[0.1, 0.2, 0.3, 0.4, 0.5, 0.6]),
    /// #     labels: Labels::I32(&[0, 0, 1, 0, 1, 1]),
    /// #     weights: Weights::Unit,
    /// # };
    /// # let owned = Ranking::new(&observations, Options::default())?.to_curve(&mut || false)?;
    /// # let curve = owned.as_curve();
    /// use weighted_roc_core::shape::Shape;
    /// use weighted_roc_core::measure::largest_youden;
    ///
    /// let shape = Shape::from_curve(&curve, &mut || false)?;
    /// assert!((largest_youden(&shape, &mut || false)? - 2.0 / 3.0).abs() < 1e-15);
    /// # Ok::<(), weighted_roc_core::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Memory`] and [`Error::Interrupted`].
    pub fn from_curve(curve: &Curve<'_>, poll: Poll<'_>) -> Result<Shape> {
        let mut pace = Pace::new(poll);
        let rows = curve.rows();
        let mut predicted_positive = reserve(rows)?;
        let mut predicted_negative = reserve(rows)?;
        for row in 0..rows {
            pace.step()?;
            push(&mut predicted_positive, curve.predicted_positive(row))?;
            push(&mut predicted_negative, curve.predicted_negative(row))?;
        }
        Ok(Shape {
            thresholds: collect(curve.points().threshold[..rows - 1].iter().copied())?,
            predicted_positive,
            predicted_negative,
            parts: curve.shares(),
        })
    }

    /// Made of known parts: a threshold for each step, and the rates of one row more.
    pub(crate) fn new(
        thresholds: Vec<f64>,
        predicted_positive: Vec<[f64; 2]>,
        predicted_negative: Vec<[f64; 2]>,
        parts: [f64; 2],
    ) -> Shape {
        Shape {
            thresholds,
            predicted_positive,
            predicted_negative,
            parts,
        }
    }

    /// The distinct scores.
    pub(crate) fn scores(&self) -> &[f64] {
        &self.thresholds
    }
}

impl Rates for Shape {
    fn steps(&self) -> usize {
        self.thresholds.len()
    }

    #[inline]
    fn predicted_positive(&self, row: usize) -> [f64; 2] {
        self.predicted_positive[row]
    }

    #[inline]
    fn predicted_negative(&self, row: usize) -> [f64; 2] {
        self.predicted_negative[row]
    }

    #[inline]
    fn score(&self, step: usize) -> f64 {
        self.thresholds[step]
    }

    fn parts(&self) -> [f64; 2] {
        self.parts
    }
}
