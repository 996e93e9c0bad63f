//! Measures among the highest scores that make up a share of all observations.

use super::{Deviations, Steps};
use crate::bound::At;
use crate::error::Error;
use crate::inference::placements::RankedObservations;
use crate::poll::Pace;
use crate::quantity::{point_of_share, Quantity};
use crate::rounding::{difference, sum_of};
use crate::sampling::Unit;
use crate::shape::Rates;
use crate::sort::ties::RowCursor;

impl Steps {
    /// The share that a threshold calls positive is known as well as the rates there: an error of that
    /// moves the threshold, and the rate by the slope of the gain curve. Without a prior an
    /// observation counts among all, so that it moves the share of the positives, too.
    pub(super) fn at_share(
        &self,
        wanted: &Quantity,
        share: f64,
        (ranking, unit): (&RankedObservations, Unit),
        deviations: &mut [Deviations],
        pace: &mut Pace<'_>,
    ) -> Result<f64, Error> {
        let parts = self.shape.priors(wanted.prior);
        let point = point_of_share(&self.shape, At::bound(share), parts);
        let rates = point.predicted_positive(&self.shape);
        let centres = match wanted.prior {
            Some(_) => rates,
            None => [share; 2],
        };
        let mut line = RowCursor::first(&ranking.records[0]);
        let mut error = 0.0;
        for (index, record) in ranking.records.iter().enumerate() {
            pace.step()?;
            let predicted_positive = point.predicted_of(line.up(record));
            let shares = ranking.shares(index);
            for class in 0..2 {
                let of_one = ranking.share_of_one(index, class, unit);
                let shifted = parts[class] * (predicted_positive - centres[class]);
                error += shares[class] * of_one * shifted.powi(2);
            }
        }
        let slope = self.slope_of_gain(share, error.sqrt(), parts);
        let result = self.at_point(wanted, &point);
        let [by_fpr, by_tpr, ..] = result.slopes;
        // FPR moves so that the share stays what it is.
        let [of_rate, of_parts] = if parts[0] > 0.0 {
            [-parts[1] / parts[0], -(rates[1] - rates[0]) / parts[0]]
        } else {
            [0.0; 2]
        };
        let by_rate = sum_of([by_tpr, by_fpr * of_rate]);
        let by_parts = self.by_parts(wanted, &result);
        let change = match wanted.prior {
            Some(_) => 0.0,
            None => by_fpr * of_parts * parts[0] * parts[1],
        };
        for (row, deviation) in deviations.iter_mut().enumerate() {
            pace.step()?;
            let predicted_positive = point.predicted_of(row);
            let shifted = [0, 1]
                .map(|class| slope * parts[class] * difference(predicted_positive, centres[class]));
            let of_positive = sum_of([predicted_positive, -rates[1], -shifted[1]]);
            *deviation = [
                sum_of([-by_rate * shifted[0], by_parts[0], -change]),
                sum_of([by_rate * of_positive, by_parts[1], change]),
            ];
        }
        Ok(result.value)
    }

    /// How much TPR rises within an error on both sides, to that of the share.
    fn slope_of_gain(&self, share: f64, error: f64, parts: [f64; 2]) -> f64 {
        let ends = [(share - error).max(0.0), (share + error).min(1.0)];
        let run = ends[1] - ends[0];
        if run > 0.0 {
            let [from, to] = ends.map(|end| {
                point_of_share(&self.shape, At::computed([end, 1.0 - end]), parts)
                    .predicted_positive(&self.shape)[1]
            });
            (to - from) / run
        } else {
            0.0
        }
    }
}
