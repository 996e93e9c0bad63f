//! What the curve of a replicate says that has one more observation at each end of each class.

use super::sweep::{Row, Sweep};
use crate::error::Error;
use crate::poll::Pace;
use crate::shape::Rates;
use crate::summary::{Measure, PrecisionSum};

/// The weights of a negative and a positive above all others, and of those below all others.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Ends {
    pub above: [f64; 2],
    pub below: [f64; 2],
}

/// A replicate with such observations, or the rows of it that may be corners of the hull.
#[derive(Clone, Copy)]
pub(super) struct Extended<'a> {
    sweep: Sweep<'a>,
    ends: Ends,
    totals: [f64; 2],
    /// All rows if there are none.
    corners: Option<&'a [Row]>,
}

impl<'a> Extended<'a> {
    /// None without a class, or without observations of their own, which have no shares.
    pub fn new(sweep: Sweep<'a>, ends: Ends) -> Option<Extended<'a>> {
        let own = sweep.totals();
        let totals = [0, 1].map(|class| own[class] + ends.above[class] + ends.below[class]);
        let is_known = own != [0.0; 2] && !totals.contains(&0.0);
        is_known.then_some(Extended {
            sweep,
            ends,
            totals,
            corners: None,
        })
    }

    /// With the corners of the replicate without the ends, and these: there are no others.
    pub fn corners(self, corners: &'a [Row]) -> Extended<'a> {
        Extended {
            corners: Some(corners),
            ..self
        }
    }

    /// The weights that a row of the replicate calls positive.
    #[inline(always)]
    fn called_at(&self, row: Row) -> [f64; 2] {
        let called = self.sweep.weights(row);
        [
            called[0] + self.ends.above[0],
            called[1] + self.ends.above[1],
        ]
    }

    /// An area of precision, from the highest score down. O(positives).
    pub fn precision(
        &self,
        measure: Measure,
        prior: Option<f64>,
        pace: &mut Pace<'_>,
    ) -> Result<f64, Error> {
        pace.steps(self.sweep.positives())?;
        let mut sum = PrecisionSum::new(measure, self.totals, self.priors(prior));
        sum.go([0.0; 2], self.ends.above);
        self.sweep
            .each_rise(|[row, next]| sum.go(self.called_at(next), self.called_at(row)));
        sum.go(self.called_at([0; 2]), self.totals);
        Ok(sum.value())
    }

    /// The number of rows of the replicate, but for one.
    fn own_steps(&self) -> usize {
        match self.corners {
            Some(corners) => corners.len() - 1,
            None => self.sweep.scores().len(),
        }
    }

    /// The weights at a row: the first one calls all positive, the last one nothing, and that before it what is above
    /// all others.
    fn weights(&self, row: usize) -> [f64; 2] {
        match (row.checked_sub(1), self.corners) {
            (None, _) => self.totals,
            (Some(row), _) if row > self.own_steps() => [0.0; 2],
            (Some(row), Some(corners)) => self.called_at(corners[row]),
            (Some(row), None) => self.called_at(self.sweep.row(row)),
        }
    }
}

/// Each rate is looked for when it is asked for. O(log n), or at once for corners.
impl Rates for Extended<'_> {
    fn steps(&self) -> usize {
        self.own_steps() + 2
    }

    fn called(&self, row: usize) -> [f64; 2] {
        let called = self.weights(row);
        [0, 1].map(|class| called[class] / self.totals[class])
    }

    fn not_called(&self, row: usize) -> [f64; 2] {
        let called = self.weights(row);
        [0, 1].map(|class| (self.totals[class] - called[class]).max(0.0) / self.totals[class])
    }

    /// The observations beyond all others have none.
    fn score(&self, step: usize) -> f64 {
        match step.checked_sub(1) {
            None => f64::NEG_INFINITY,
            Some(step) => {
                let score = self.sweep.scores().get(step);
                score.copied().unwrap_or(f64::INFINITY)
            }
        }
    }

    fn parts(&self) -> [f64; 2] {
        self.sweep.shares()
    }
}
