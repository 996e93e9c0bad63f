//! The threshold that reaches a rate or a predictive value.

use super::{point_of_rate, Place, Quantity};
use crate::bound::At;
use crate::error::Error;
use crate::measure::{Criterion, Measure};
use crate::poll::Pace;
use crate::shape::Rates;

/// The threshold that reaches a rate or a predictive value, infinite where only calling nothing positive does. A comparison
/// with the goal allows for rounding.
impl Quantity {
    /// The row of the threshold. O(log rows) for a rate, O(rows) for a predictive value, which is not monotone; the last one
    /// for another place.
    pub(crate) fn row_of_threshold(
        &self,
        rates: &impl Rates,
        pace: &mut Pace<'_>,
    ) -> Result<usize, Error> {
        match self.place {
            Place::Tpr(at) => Ok(point_of_rate(rates, 1, At::bound(at)).upper()),
            Place::Fpr(at) => Ok(point_of_rate(rates, 0, At::bound(at)).row),
            Place::Ppv(at) => first_precise(rates, (at, self.prior), pace),
            _ => Ok(rates.steps()),
        }
    }

    /// The threshold itself.
    pub(crate) fn threshold(&self, rates: &impl Rates, pace: &mut Pace<'_>) -> Result<f64, Error> {
        let row = self.row_of_threshold(rates, pace)?;
        Ok(if row < rates.steps() {
            rates.score(row)
        } else {
            f64::INFINITY
        })
    }
}

/// The first row whose positive predictive value reaches a goal.
fn first_precise(
    rates: &impl Rates,
    (goal, prior): (f64, Option<f64>),
    pace: &mut Pace<'_>,
) -> Result<usize, Error> {
    let goal = At::bound(goal);
    let parts = rates.parts();
    let [precision, rest] =
        [Measure::Ppv, Measure::FalseDiscoveryRate].map(|measure| Criterion { measure, prior });
    for row in 0..rates.steps() {
        pace.step()?;
        let (predicted_positive, predicted_negative) =
            (rates.predicted_positive(row), rates.predicted_negative(row));
        let of = |measure: &Criterion| measure.value(predicted_positive, predicted_negative, parts);
        let precision = of(&precision);
        // The share is NaN where nothing is called positive.
        if precision.is_nan() || !goal.is_missed_by([precision, of(&rest)]) {
            return Ok(row);
        }
    }
    Ok(rates.steps())
}
