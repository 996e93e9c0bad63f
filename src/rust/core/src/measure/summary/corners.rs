//! The derivatives of what follows from the hull.

use super::{Derivatives, Summary};
use crate::error::Result;
use crate::poll::Pace;
use crate::shape::{Corners, Rates, Shape};

/// The area under the hull: that of the curve if the scores of an edge were one.
pub(super) fn differentiate_area(
    shape: &Shape,
    derivatives: &mut [Derivatives],
    pace: &mut Pace<'_>,
) -> Result<Summary> {
    let corners = Corners::at_pace(shape, pace)?;
    for edge in corners.edges() {
        let predicted_positive = corners.middle(&edge, Shape::predicted_positive)[1];
        let predicted_negative = corners.middle(&edge, Shape::predicted_negative)[0];
        for derivative in &mut derivatives[edge.rows[0]..edge.rows[1]] {
            pace.step()?;
            *derivative = [predicted_positive, predicted_negative];
        }
    }
    Ok(Summary {
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
) -> Result<Summary> {
    let corners = Corners::at_pace(shape, pace)?;
    let best = corners.least_row(priors, pace)?;
    for (step, derivative) in derivatives.iter_mut().enumerate() {
        pace.step()?;
        let predicted_positive = f64::from(step >= best);
        *derivative = [
            priors[0] * predicted_positive,
            -priors[1] * predicted_positive,
        ];
    }
    Ok(Summary {
        value: corners.error_at(best, priors),
        by_prior: shape.predicted_negative(best)[1] - shape.predicted_positive(best)[0],
    })
}
