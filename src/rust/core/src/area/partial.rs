//! Areas of a part of a curve.

#[cfg(doc)]
use crate::error::Error;
use crate::error::Result;
use crate::poll::{Pace, Poll};
use crate::probability::check_interval;
use crate::shape::Rates;
use crate::sum::Sum;

/// The area under the curve between two false positive rates: the integral of TPR. All terms are
/// >= 0 and their sum is compensated. O(rows).
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
/// use weighted_roc_core::area::partial_by_fpr;
///
/// assert_eq!(partial_by_fpr(&curve, [0.0, 0.5], &mut || false)?, 0.25);
/// assert_eq!(partial_by_fpr(&curve, [0.0, 1.0], &mut || false)?, 0.75);
/// # Ok::<(), weighted_roc_core::Error>(())
/// ```
///
/// # Errors
/// [`Error::Range`] for an interval that is not one within [0, 1]; [`Error::Interrupted`].
pub fn partial_by_fpr(rates: &impl Rates, interval: [f64; 2], poll: Poll<'_>) -> Result<f64> {
    let [fpr, tpr] = [0, 1].map(|class| move |row| rates.predicted_positive(row)[class]);
    partial(rates.steps(), interval, fpr, tpr, poll)
}

/// The area to the right of the curve between two true positive rates: the integral of TNR.
/// The errors of [`partial_by_fpr`].
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
/// use weighted_roc_core::area::partial_by_tpr;
///
/// assert_eq!(partial_by_tpr(&curve, [0.5, 1.0], &mut || false)?, 0.25);
/// # Ok::<(), weighted_roc_core::Error>(())
/// ```
///
/// # Errors
/// The errors of [`partial_by_fpr`].
pub fn partial_by_tpr(rates: &impl Rates, interval: [f64; 2], poll: Poll<'_>) -> Result<f64> {
    let tpr = |row| rates.predicted_positive(row)[1];
    partial(
        rates.steps(),
        interval,
        tpr,
        |row| rates.predicted_negative(row)[0],
        poll,
    )
}

/// The integral of y over x, which falls with the rows.
fn partial(
    steps: usize,
    interval: [f64; 2],
    x: impl Fn(usize) -> f64,
    y: impl Fn(usize) -> f64,
    poll: Poll<'_>,
) -> Result<f64> {
    check_interval("interval", interval)?;
    let mut pace = Pace::new(poll);
    let mut area = Sum::default();
    for row in 1..=steps {
        pace.step()?;
        let [from, to] = [x(row), x(row - 1)];
        if let Some(part) = part(interval, [from, to], || [y(row), y(row - 1)]) {
            area.add(part);
        }
    }
    Ok(area.value())
}

/// The area below a straight piece of a curve in an interval, if it is there.
#[inline(always)]
fn part([low, high]: [f64; 2], [from, to]: [f64; 2], y: impl FnOnce() -> [f64; 2]) -> Option<f64> {
    let [left, right] = [from.max(low), to.min(high)];
    if left >= right {
        return None;
    }
    let y = y();
    let at = |place| between([from, to], y, place);
    Some((right - left) * (0.5 * (at(left) + at(right))))
}

/// The straight line through two points at a place between them, `x[0] < x[1]`.
pub(crate) fn between(x: [f64; 2], y: [f64; 2], place: f64) -> f64 {
    if place == x[0] || y[0] == y[1] {
        y[0]
    } else if place == x[1] {
        y[1]
    } else {
        let width = x[1] - x[0];
        y[0] * ((x[1] - place) / width) + y[1] * ((place - x[0]) / width)
    }
}
