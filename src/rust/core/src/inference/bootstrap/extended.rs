//! Summaries of the curve of a replicate that has one more observation at each end of each class.

use super::sweep::{Row, Sweep};
use crate::error::Error;
use crate::measure::{Criterion, PrecisionSum};
use crate::poll::Pace;
use crate::shape::Rates;

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
    pub fn new(sweep: Sweep<'a>, ends: Ends) -> Extended<'a> {
        let own = sweep.totals();
        Extended {
            sweep,
            ends,
            totals: [0, 1].map(|class| own[class] + ends.above[class] + ends.below[class]),
            corners: None,
        }
    }

    /// Whether it has both classes, and observations of its own, without which these have no shares.
    pub fn is_known(&self) -> bool {
        !self.totals.contains(&0.0) && self.sweep.totals() != [0.0; 2]
    }

    /// With the corners of the replicate without the ends, and these: there are no others.
    pub fn corners(self, corners: &'a [Row]) -> Extended<'a> {
        Extended {
            corners: Some(corners),
            ..self
        }
    }

    /// Returns the weights that are positive at a row of the replicate, with those above all
    /// others.
    #[inline(always)]
    fn with_above(&self, called: [f64; 2]) -> [f64; 2] {
        let above = self.ends.above;
        [called[0] + above[0], called[1] + above[1]]
    }

    fn called_at(&self, row: Row) -> [f64; 2] {
        self.with_above(self.sweep.weights(row))
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

/// An area of precision with each of several ends, from the highest score down, if they are known. O(positives).
pub(super) fn precision<const SIDES: usize>(
    sweep: &Sweep<'_>,
    sides: [Extended<'_>; SIDES],
    summary: &Criterion,
    pace: &mut Pace<'_>,
) -> Result<[f64; SIDES], Error> {
    pace.steps(sweep.positives())?;
    let mut sums = sides
        .map(|side| PrecisionSum::new(summary.measure, side.totals, side.priors(summary.prior)));
    for (sum, side) in sums.iter_mut().zip(&sides) {
        sum.go([0.0; 2], side.ends.above);
    }
    sweep.each_rise(|rows| {
        let [to, from] = rows.map(|row| sweep.weights(row));
        for (sum, side) in sums.iter_mut().zip(&sides) {
            sum.go(side.with_above(from), side.with_above(to));
        }
    });
    for (sum, side) in sums.iter_mut().zip(&sides) {
        sum.go(side.with_above(sweep.totals()), side.totals);
    }
    Ok(sums.map(|sum| sum.value()))
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
