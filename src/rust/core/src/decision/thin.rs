//! Fewer rows for the same curve, or nearly the same.

use super::straight::corners;
use crate::curve::Curve;
use crate::error::Error;
use crate::memory::reserve;
use crate::sum::Sum;

/// Some rows of a curve that stand for all.
#[derive(Clone, Debug, PartialEq)]
pub struct Thinned {
    /// The rows that are kept, ascending, the first and the last among them.
    pub rows: Vec<usize>,
    /// A bound on how far the area below the kept rows is from that of the curve.
    pub bound: f64,
}

/// Leaves out rows on the straight line between their neighbours, if asked to, and then as many as
/// must go to keep at most so many `points`, which are 2 at least.
///
/// Between two rows a falling curve stays in the rectangle that they span, so leaving out what lies
/// between them changes the area by half of that rectangle at the most. The bound is the sum of
/// these halves. The rows that are kept make the largest half as small as it can be, which keeps
/// the bound below 2 / (points - 1). O(rows) time and memory for straight lines; then O(points log rows)
/// for each of up to 64 bisections.
///
/// # Errors
/// [`Error::Memory`].
pub fn thin(curve: &Curve<'_>, straight: bool, points: Option<usize>) -> Result<Thinned, Error> {
    let mut rows = curve.all_rows()?;
    if straight {
        rows = corners(curve, &rows)?;
    }
    match points {
        Some(points) if points < rows.len() => fewer(curve, &rows, points),
        _ => Ok(Thinned { rows, bound: 0.0 }),
    }
}

fn fewer(curve: &Curve<'_>, rows: &[usize], points: usize) -> Result<Thinned, Error> {
    let steps = Steps { curve, rows };
    // Doubles that are not negative are ordered as their bits are. No half is above this one.
    let (mut too_small, mut enough) = (0u64, 0.5f64.to_bits());
    while enough - too_small > 1 {
        let half = too_small + (enough - too_small) / 2;
        match steps.count(f64::from_bits(half), points) < points {
            true => enough = half,
            false => too_small = half,
        }
    }
    steps.taken(f64::from_bits(enough), points)
}

/// Half of the rectangles that the steps span from the rows that are chosen to the next ones: a bound
/// on how far the area can be off when these steps leave points out. O(rows).
pub fn half_of_rectangles(curve: &Curve<'_>, chosen: impl Fn(usize) -> bool) -> f64 {
    let mut sum = Sum::default();
    for row in (0..curve.last()).filter(|&row| chosen(row)) {
        sum.add(half(curve, row, row + 1));
    }
    sum.value()
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

    /// The farthest of the rows that a step may go to while its half is within the limit. The
    /// steps double until one is too long, so that short ones are found fast.
    fn next(&self, from: usize, limit: f64) -> usize {
        let last = self.rows.len() - 1;
        let (mut within, mut length) = (from + 1, 1);
        while within < last && self.half(from, (within + length).min(last)) <= limit {
            within = (within + length).min(last);
            length *= 2;
        }
        let mut beyond = (within + length).min(last + 1);
        while beyond - within > 1 {
            let middle = within + (beyond - within) / 2;
            match self.half(from, middle) <= limit {
                true => within = middle,
                false => beyond = middle,
            }
        }
        within
    }

    /// How many steps within the limit lead from end to end, at most so many.
    fn count(&self, limit: f64, most: usize) -> usize {
        let (mut at, mut count) = (0, 0);
        while at < self.rows.len() - 1 && count < most {
            at = self.next(at, limit);
            count += 1;
        }
        count
    }

    fn taken(&self, limit: f64, points: usize) -> Result<Thinned, Error> {
        let mut rows = reserve(points)?;
        rows.push(self.rows[0]);
        let (mut at, mut bound) = (0, 0.0);
        while at < self.rows.len() - 1 {
            let next = self.next(at, limit);
            bound += self.half(at, next);
            rows.push(self.rows[next]);
            at = next;
        }
        Ok(Thinned { rows, bound })
    }
}
