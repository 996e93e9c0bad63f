//! The upper convex hull of a curve.

use super::stack::stack;
use super::straight::{is_above, leave_corners, rise, run};
use super::{Rates, Shape};
use crate::curve::Curve;
use crate::error::{Error, Result};
use crate::memory::{push, reserve};
use crate::poll::{Pace, Poll};
use crate::probability::check_pair;
use crate::rounding::COMPUTED;
use crate::sum::Sum;

/// The rows of a curve on its upper convex hull, as [`hull`] gives them.
#[derive(Clone, Debug, PartialEq)]
pub struct Hull {
    pub(crate) rows: Vec<usize>,
    pub(crate) slopes: Vec<f64>,
}

impl Hull {
    /// The rows, ascending: the first and the last of the curve and the corners between them.
    pub fn rows(&self) -> &[usize] {
        &self.rows
    }

    /// The slope of the edge from each row but the last to the next one: ascending, from 0 to
    /// infinity.
    pub fn slopes(&self) -> &[f64] {
        &self.slopes
    }

    /// The least and the largest slope of an isocost line for which the i-th of the rows is the
    /// best: that of the edges at its sides, 0 and infinity at the ends of the curve.
    ///
    /// # Errors
    /// [`Error::Row`] when there are no more than `i` rows.
    pub fn slopes_at(&self, i: usize) -> Result<[f64; 2]> {
        let rows = self.rows.len();
        if i >= rows {
            return Err(Error::Row { row: i, rows });
        }
        Ok([
            i.checked_sub(1).map_or(0.0, |edge| self.slopes[edge]),
            self.slopes.get(i).copied().unwrap_or(f64::INFINITY),
        ])
    }
}

/// The upper convex hull: the only rows that some costs and some prior make the best.
///
/// A row that is no farther from the straight line between its neighbours than the rounding of the
/// curve's entries is no corner. Graham's scan of rows that are sorted already; O(rows) time and
/// memory.
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
/// use weighted_roc_core::shape::hull;
///
/// let hull = hull(&curve, &mut || false)?;
/// assert_eq!(hull.rows(), [0, 1, 3, 4]);
/// assert_eq!(hull.slopes(), [0.0, 1.0, f64::INFINITY]);
/// assert_eq!(hull.slopes_at(1)?, [0.0, 1.0]);
/// # Ok::<(), weighted_roc_core::Error>(())
/// ```
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
pub(crate) fn write_hull(
    rates: &impl Rates,
    rows: &mut Vec<usize>,
    pace: &mut Pace<'_>,
) -> Result<()> {
    let keeps = |before, corner, row| is_above(rates, before, corner, row);
    stack(rates.steps() + 1, rows, keeps, pace)?;
    leave_corners(rates, rows, pace)
}

/// The rows of a curve on its upper convex hull, ascending: the first and the last, and the corners between them. A
/// row that is no farther out than the rounding of its rates is not a corner.
#[derive(Clone, Debug)]
pub struct Corners<'a, R = Shape> {
    rates: &'a R,
    rows: Vec<usize>,
}

/// An edge of the hull, from a corner to the next one.
#[derive(Clone, Copy)]
pub(crate) struct Edge {
    /// The rows at its ends; its steps are those from the first one up to the other.
    pub rows: [usize; 2],
    /// By how much FPR and TPR fall along it.
    pub falls: [f64; 2],
}

impl<'a, R: Rates> Corners<'a, R> {
    /// The hull of a curve. O(rows), by Graham's scan.
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
    /// use weighted_roc_core::shape::Corners;
    ///
    /// let corners = Corners::new(&curve, &mut || false)?;
    /// assert_eq!(corners.area(&mut || false)?, 0.875);
    /// assert_eq!(corners.least_error([0.5, 0.5], &mut || false)?, 0.25);
    /// # Ok::<(), weighted_roc_core::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Memory`] and [`Error::Interrupted`].
    pub fn new(rates: &'a R, poll: Poll<'_>) -> Result<Corners<'a, R>> {
        Corners::at_pace(rates, &mut Pace::new(poll))
    }

    pub(crate) fn at_pace(rates: &'a R, pace: &mut Pace<'_>) -> Result<Corners<'a, R>> {
        Corners::in_buffer(rates, &mut Vec::new(), pace)
    }

    /// In memory that is there, see [`Corners::into_rows`].
    pub(crate) fn in_buffer(
        rates: &'a R,
        buffer: &mut Vec<usize>,
        pace: &mut Pace<'_>,
    ) -> Result<Corners<'a, R>> {
        write_hull(rates, buffer, pace)?;
        let rows = std::mem::take(buffer);
        Ok(Corners { rates, rows })
    }

    /// The memory of the rows.
    pub(crate) fn into_rows(self) -> Vec<usize> {
        self.rows
    }

    /// The area under the hull.
    ///
    /// # Errors
    /// [`Error::Interrupted`].
    pub fn area(&self, poll: Poll<'_>) -> Result<f64> {
        self.area_at_pace(&mut Pace::new(poll))
    }

    pub(crate) fn area_at_pace(&self, pace: &mut Pace<'_>) -> Result<f64> {
        let mut area = Sum::default();
        for edge in self.edges() {
            pace.step()?;
            area.add(edge.falls[0] * self.middle(&edge, R::predicted_positive)[1]);
        }
        Ok(area.value())
    }

    /// The least rate of errors, for the probabilities of the negative and of the positive class.
    ///
    /// # Errors
    /// [`Error::Parameter`] for priors that don't add up to 1, [`Error::Interrupted`].
    pub fn least_error(&self, priors: [f64; 2], poll: Poll<'_>) -> Result<f64> {
        check_pair(priors)?;
        let best = self.least_row(priors, &mut Pace::new(poll))?;
        Ok(self.error_at(best, priors))
    }

    /// Returns the best row; among several, up to rounding, the one that calls the fewest positive.
    pub(crate) fn least_row(&self, priors: [f64; 2], pace: &mut Pace<'_>) -> Result<usize> {
        let mut least = f64::INFINITY;
        for &row in &self.rows {
            pace.step()?;
            least = least.min(self.error_at(row, priors));
        }
        let is_least = |&&row: &&usize| self.error_at(row, priors) <= least * (1.0 + COMPUTED);
        Ok(self.rows.iter().rfind(is_least).copied().unwrap_or(0))
    }

    pub(crate) fn error_at(&self, row: usize, priors: [f64; 2]) -> f64 {
        priors[0] * self.rates.predicted_positive(row)[0]
            + priors[1] * self.rates.predicted_negative(row)[1]
    }

    pub(crate) fn rates(&self) -> &'a R {
        self.rates
    }

    pub(crate) fn rows(&self) -> &[usize] {
        &self.rows
    }

    pub(crate) fn edges(&self) -> impl Iterator<Item = Edge> + '_ {
        self.rows.windows(2).map(|ends| Edge {
            rows: [ends[0], ends[1]],
            falls: self.rates.shares_between(ends[0], ends[1]),
        })
    }

    pub(crate) fn middle(&self, edge: &Edge, rates: fn(&R, usize) -> [f64; 2]) -> [f64; 2] {
        let [from, to] = edge.rows.map(|row| rates(self.rates, row));
        [0, 1].map(|class| 0.5 * (from[class] + to[class]))
    }
}
