//! The upper convex hull of a curve, and what follows from it.

use super::{Derivatives, Found, Rates, Shape};
use crate::decision::straight::{is_above, leave_corners, Falling, Move};
#[cfg(doc)]
use crate::error::Error;
use crate::error::Result;
use crate::memory::push;
use crate::poll::{Pace, Poll};
use crate::sum::Sum;

/// The rows of a curve on its upper convex hull, ascending: the first and the last, and the corners
/// between them. A row that is no farther out than the rounding of its rates is none.
#[derive(Clone, Debug)]
pub struct Corners<'a, R = Shape> {
    rates: &'a R,
    rows: Vec<usize>,
}

/// An edge of the hull, from a corner to the next one.
#[derive(Clone, Copy)]
pub(super) struct Edge {
    /// The rows at its ends; its steps are those from the first one up to the other.
    pub rows: [usize; 2],
    /// By how much FPR and TPR fall along it.
    pub falls: [f64; 2],
}

impl<'a, R: Rates> Corners<'a, R> {
    /// Of a curve. O(rows), by Graham's scan.
    ///
    /// # Errors
    /// [`Error::Memory`] and [`Error::Interrupted`].
    pub fn of(rates: &'a R, poll: Poll<'_>) -> Result<Corners<'a, R>> {
        Corners::at_pace(rates, &mut Pace::new(poll))
    }

    pub(super) fn at_pace(rates: &'a R, pace: &mut Pace<'_>) -> Result<Corners<'a, R>> {
        let falls = Falls(rates);
        let mut rows: Vec<usize> = Vec::new();
        for row in 0..=rates.steps() {
            while let [.., before, corner] = rows[..] {
                pace.step()?;
                if is_above(&falls, before, corner, row) {
                    break;
                }
                rows.pop();
            }
            push(&mut rows, row)?;
        }
        leave_corners(&falls, &mut rows, pace)?;
        Ok(Corners { rates, rows })
    }

    /// The area under the hull.
    ///
    /// # Errors
    /// [`Error::Interrupted`].
    pub fn area(&self, poll: Poll<'_>) -> Result<f64> {
        self.area_at_pace(&mut Pace::new(poll))
    }

    fn area_at_pace(&self, pace: &mut Pace<'_>) -> Result<f64> {
        let mut area = Sum::default();
        for edge in self.edges() {
            pace.step()?;
            area.add(edge.falls[0] * self.middle(&edge, R::called)[1]);
        }
        Ok(area.value())
    }

    /// The least rate of errors, for the probabilities of the negative and of the positive class.
    ///
    /// # Errors
    /// [`Error::Interrupted`].
    pub fn least_error(&self, priors: [f64; 2], poll: Poll<'_>) -> Result<f64> {
        let best = self.least_row(priors, &mut Pace::new(poll))?;
        Ok(self.error_at(best, priors))
    }

    /// Of several best rows the one that calls the fewest positive.
    fn least_row(&self, priors: [f64; 2], pace: &mut Pace<'_>) -> Result<usize> {
        let mut best = 0;
        for &row in &self.rows {
            pace.step()?;
            if self.error_at(row, priors) <= self.error_at(best, priors) {
                best = row;
            }
        }
        Ok(best)
    }

    fn error_at(&self, row: usize, priors: [f64; 2]) -> f64 {
        priors[0] * self.rates.called(row)[0] + priors[1] * self.rates.not_called(row)[1]
    }

    pub(super) fn rates(&self) -> &'a R {
        self.rates
    }

    pub(super) fn rows(&self) -> &[usize] {
        &self.rows
    }

    pub(super) fn edges(&self) -> impl Iterator<Item = Edge> + '_ {
        self.rows.windows(2).map(|ends| Edge {
            rows: [ends[0], ends[1]],
            falls: self.rates.shares_between(ends[0], ends[1]),
        })
    }

    fn middle(&self, edge: &Edge, rates: fn(&R, usize) -> [f64; 2]) -> [f64; 2] {
        let [from, to] = edge.rows.map(|row| rates(self.rates, row));
        [0, 1].map(|class| 0.5 * (from[class] + to[class]))
    }
}

struct Falls<'a, R>(&'a R);

impl<R: Rates> Falling for Falls<'_, R> {
    #[inline(always)]
    fn run_of(&self, row: usize, later: usize) -> Move {
        fall_of(self.0, 0, row, later)
    }

    #[inline(always)]
    fn rise_of(&self, row: usize, later: usize) -> Move {
        fall_of(self.0, 1, row, later)
    }
}

/// From the end that is nearer. As a call of a function it takes two thirds of the time of a hull.
#[inline(always)]
fn fall_of(rates: &impl Rates, class: usize, row: usize, later: usize) -> Move {
    let [above, below] = [rates.called(row)[class], rates.not_called(later)[class]];
    if above <= below {
        Move::between(rates.called(later)[class], above)
    } else {
        Move::between(rates.not_called(row)[class], below)
    }
}

/// The area under the hull: that of the curve if the scores of an edge were one.
pub(super) fn differentiate_area(
    shape: &Shape,
    derivatives: &mut [Derivatives],
    pace: &mut Pace<'_>,
) -> Result<Found> {
    let corners = Corners::at_pace(shape, pace)?;
    for edge in corners.edges() {
        let called = corners.middle(&edge, Shape::called)[1];
        let not_called = corners.middle(&edge, Shape::not_called)[0];
        for derivative in &mut derivatives[edge.rows[0]..edge.rows[1]] {
            pace.step()?;
            *derivative = [called, not_called];
        }
    }
    Ok(Found {
        value: corners.area_at_pace(pace)?,
        by_prior: 0.0,
    })
}

/// The least rate of errors: what is called positive from its row on adds errors of the negatives and
/// takes off those of the positives.
pub(super) fn differentiate_error(
    shape: &Shape,
    priors: [f64; 2],
    derivatives: &mut [Derivatives],
    pace: &mut Pace<'_>,
) -> Result<Found> {
    let corners = Corners::at_pace(shape, pace)?;
    let best = corners.least_row(priors, pace)?;
    for (step, derivative) in derivatives.iter_mut().enumerate() {
        pace.step()?;
        let called = f64::from(step >= best);
        *derivative = [priors[0] * called, -priors[1] * called];
    }
    Ok(Found {
        value: corners.error_at(best, priors),
        by_prior: shape.not_called(best)[1] - shape.called(best)[0],
    })
}
