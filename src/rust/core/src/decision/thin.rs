//! Fewer rows for the same curve, or nearly the same.

use crate::curve::Curve;
use crate::error::{Error, Result};
use crate::memory::{push, reserve};
use crate::poll::{Pace, Poll};
use crate::rounding::ENTRIES;
use crate::shape::straight::leave_corners;
use crate::shape::Rates;
use crate::sum::Sum;

/// Some rows of a curve that stand for all.
#[derive(Clone, Debug, PartialEq)]
pub struct Thinned {
    /// The rows that are kept, ascending, the first and the last among them.
    pub rows: Vec<usize>,
    /// A bound on how far the area below the kept rows is from that of the curve.
    pub bound: f64,
}

/// Leaves out rows on the straight line between their neighbours, if requested, and then further rows until at most
/// `points` are left.
///
/// Between two rows a falling curve stays in the rectangle that they span, so leaving out what lies
/// between them changes the area by half of that rectangle at the most. The bound is the sum of
/// these halves. The rows that are kept make the largest half as small as it can be, which keeps
/// the bound below 2 / (points - 1). O(rows) time and memory for straight lines; then O(points log rows)
/// for each of up to 64 bisections.
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
/// use weighted_roc_core::decision::thin;
///
/// let thinned = thin(&curve, false, Some(3), &mut || false)?;
/// assert_eq!(thinned.rows.len(), 3);
/// assert!(thinned.bound <= 0.25);
/// # Ok::<(), weighted_roc_core::Error>(())
/// ```
///
/// # Errors
/// [`Error::TooFewPoints`] when fewer than 2 are to be kept, [`Error::Memory`] and
/// [`Error::Interrupted`].
pub fn thin(
    curve: &Curve<'_>,
    straight: bool,
    points: Option<usize>,
    poll: Poll<'_>,
) -> Result<Thinned> {
    if let Some(points @ 0..=1) = points {
        return Err(Error::TooFewPoints { points });
    }
    let mut pace = Pace::new(poll);
    let mut rows = curve.all_rows()?;
    if straight {
        leave_corners(curve, &mut rows, &mut pace)?;
    }
    match points {
        Some(points) if points < rows.len() => fewer(curve, &rows, points, &mut pace),
        _ => Ok(Thinned { rows, bound: 0.0 }),
    }
}

fn fewer(curve: &Curve<'_>, rows: &[usize], points: usize, pace: &mut Pace<'_>) -> Result<Thinned> {
    let steps = Steps { curve, rows };
    // Doubles that are not negative are ordered as their bits are. No half is above this one.
    let (mut too_small, mut enough) = (0u64, 0.5f64.to_bits());
    while enough - too_small > 1 {
        let half = too_small + (enough - too_small) / 2;
        if steps.count(f64::from_bits(half), points, pace)? < points {
            enough = half;
        } else {
            too_small = half;
        }
    }
    steps.taken(f64::from_bits(enough), points, pace)
}

/// Half of the rectangles that the steps span from the rows that are chosen to the next ones: a bound
/// on how far the area can be off when these steps leave points out. O(rows).
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
/// use weighted_roc_core::decision::half_of_rectangles;
///
/// // No step of this curve goes left and down at once.
/// assert_eq!(half_of_rectangles(&curve, |_| true, &mut || false)?, 0.0);
/// # Ok::<(), weighted_roc_core::Error>(())
/// ```
///
/// # Errors
/// [`Error::Interrupted`].
pub fn half_of_rectangles(
    curve: &Curve<'_>,
    chosen: impl Fn(usize) -> bool,
    poll: Poll<'_>,
) -> Result<f64> {
    let mut pace = Pace::new(poll);
    let mut sum = Sum::default();
    for row in 0..curve.last() {
        pace.step()?;
        if chosen(row) {
            sum.add(half(curve, row, row + 1));
        }
    }
    Ok(sum.value())
}

fn half(curve: &Curve<'_>, row: usize, later: usize) -> f64 {
    let width = curve.fpr(row) - curve.fpr(later);
    0.5 * width * (curve.tpr(row) - curve.tpr(later))
}

struct Steps<'a> {
    curve: &'a Curve<'a>,
    rows: &'a [usize],
}

impl Steps<'_> {
    /// Half of the rectangle that two of the rows span, nothing for neighbours.
    fn half(&self, from: usize, to: usize) -> f64 {
        if to - from == 1 {
            return 0.0;
        }
        half(self.curve, self.rows[from], self.rows[to])
    }

    /// Returns whether the half is within the limit, up to the rounding of the entries of the curve.
    fn is_within(&self, from: usize, to: usize, limit: f64) -> bool {
        let [[x, y], [later_x, later_y]] =
            [from, to].map(|i| self.curve.predicted_positive(self.rows[i]));
        let rounding = 0.5 * ENTRIES * (x * (y - later_y) + y * (x - later_x));
        self.half(from, to) <= limit + rounding
    }

    /// The farthest of the rows that a step may go to while its half is within the limit. The
    /// steps double until one is too long, so that short ones are found fast.
    fn next(&self, from: usize, limit: f64) -> usize {
        let last = self.rows.len() - 1;
        let (mut within, mut length) = (from + 1, 1);
        while within < last && self.is_within(from, (within + length).min(last), limit) {
            within = (within + length).min(last);
            length *= 2;
        }
        let mut beyond = (within + length).min(last + 1);
        while beyond - within > 1 {
            let middle = within + (beyond - within) / 2;
            if self.is_within(from, middle, limit) {
                within = middle;
            } else {
                beyond = middle;
            }
        }
        within
    }

    /// The number of steps within the limit from end to end, at most `most`.
    fn count(&self, limit: f64, most: usize, pace: &mut Pace<'_>) -> Result<usize> {
        let (mut at, mut count) = (0, 0);
        while at < self.rows.len() - 1 && count < most {
            pace.step()?;
            at = self.next(at, limit);
            count += 1;
        }
        Ok(count)
    }

    fn taken(&self, limit: f64, points: usize, pace: &mut Pace<'_>) -> Result<Thinned> {
        let mut rows = reserve(points)?;
        push(&mut rows, self.rows[0])?;
        let (mut at, mut bound) = (0, 0.0);
        while at < self.rows.len() - 1 {
            pace.step()?;
            let next = self.next(at, limit);
            bound += self.half(at, next);
            push(&mut rows, self.rows[next])?;
            at = next;
        }
        Ok(Thinned { rows, bound })
    }
}
