//! Bounds of the error that bins, thinning and summing up make, of an AUC.

use super::thin::half_of_rectangles;
use crate::area::partial_by_fpr;
use crate::curve::{check_falling, check_rising, Curve};
use crate::error::{Argument, Error, Result};
use crate::poll::{Pace, Poll};

/// For the rounding of sums that were made elsewhere; areas are parts of 1.
const ROUNDING: f64 = 1e-12;
/// The same for those of a step, which may have been written to a file.
const ROUNDING_OF_STEP: f64 = 1e-10;

/// The knowledge about the steps of a curve, from each row to the next.
#[derive(Clone, Copy, Debug, Default)]
pub struct Inside<'a> {
    /// How many scores lie below each row. Without them any step may have lost rows.
    pub scores_below: Option<&'a [f64]>,
    /// The area right of each row, and how far it is open. They hold for any choice of rows.
    pub sums: Option<[&'a [f64]; 2]>,
}

/// The AUC of a curve, and between which numbers that of all its scores is.
///
/// ```
/// # use weighted_roc_core::{curve::Ranking, Labels, Observations, Options, Scores, Weights};
/// # let observations = Observations {
/// #     scores: Scores::F64(&[0.1, 0.1, 0.3, 0.4]),
/// #     labels: Labels::I32(&[0, 1, 0, 1]),
/// #     weights: Weights::Unit,
/// # };
/// # let owned = Ranking::new(&observations, Options::default())?.to_curve(&mut || false)?;
/// # let curve = owned.as_curve();
/// use weighted_roc_core::decision::{area_bounds, Inside};
///
/// // The scores 0.1 may have been several.
/// let [estimate, low, high] = area_bounds(&curve, &Inside::default(), &mut || false)?;
/// assert_eq!(estimate, 0.625);
/// assert!((high - low - 0.25).abs() < 1e-11);
/// # Ok::<(), weighted_roc_core::Error>(())
/// ```
///
/// # Errors
/// [`Error::Length`], [`Error::Missing`], [`Error::Infinite`], [`Error::Increasing`] and [`Error::Decreasing`] for what
/// is known; [`Error::Inside`] for areas that do not fit the points; [`Error::Interrupted`].
pub fn area_bounds(curve: &Curve<'_>, inside: &Inside<'_>, poll: Poll<'_>) -> Result<[f64; 3]> {
    if let Some(below) = inside.scores_below {
        check_finite(curve, Argument::ScoresBelow, below)?;
        check_rising(Argument::ScoresBelow, below, &mut Pace::new(&mut *poll))?;
    }
    let merges = |row: usize| match inside.scores_below {
        Some(below) => below[row + 1] - below[row] > 1.0,
        None => true,
    };
    let last = curve.last();
    let (estimate, open) = match inside.sums {
        Some([area, slack]) => {
            check_finite(curve, Argument::Area, area)?;
            check_finite(curve, Argument::Slack, slack)?;
            check_falling(Argument::Slack, slack, &mut Pace::new(poll))?;
            check_steps(curve, area)?;
            (area[0] - area[last], slack[0] - slack[last])
        }
        None => {
            let area = partial_by_fpr(curve, [0.0, 1.0], &mut *poll)?;
            (area, half_of_rectangles(curve, merges, poll)?)
        }
    };
    let within = if open > 0.0 || (0..last).any(merges) {
        open + ROUNDING
    } else {
        0.0
    };
    let [low, high] = [(estimate - within).max(0.0), (estimate + within).min(1.0)];
    Ok([estimate, low, high])
}

fn check_finite(curve: &Curve<'_>, argument: Argument, values: &[f64]) -> Result<()> {
    let (length, expected) = (values.len(), curve.rows());
    if length != expected {
        return Err(Error::Length {
            argument,
            length,
            expected,
        });
    }
    match values.iter().position(|value| !value.is_finite()) {
        None => Ok(()),
        Some(position) if values[position].is_nan() => Err(Error::Missing { argument, position }),
        Some(position) => Err(Error::Infinite {
            argument,
            position,
            value: values[position],
        }),
    }
}

/// The area below a step is between those below the lower and the upper edge of its rectangle.
fn check_steps(curve: &Curve<'_>, area: &[f64]) -> Result<()> {
    let fits = |row: usize| {
        let width = curve.fpr(row) - curve.fpr(row + 1);
        let inside = area[row] - area[row + 1];
        inside >= width * curve.tpr(row + 1) - ROUNDING_OF_STEP
            && inside <= width * curve.tpr(row) + ROUNDING_OF_STEP
    };
    match (0..curve.last()).find(|&row| !fits(row)) {
        Some(position) => Err(Error::Inside { position }),
        None => Ok(()),
    }
}
