//! Measures among the highest scores that make up a share of all observations.

use super::{Deviations, Steps};
use crate::bound::At;
use crate::error::Error;
use crate::inference::placements::Placed;
use crate::poll::Pace;
use crate::quantity::{place_of_share, AtShare, OfShare};
use crate::rounding::{difference, sum_of};
use crate::sampling::Unit;
use crate::shape::Rates;
use crate::sort::ties::Place;

impl Steps {
    /// The share that a threshold calls positive is known as well as the rates there: an error of that
    /// moves the threshold, and the rate by the slope of the gain curve. Without a prior an
    /// observation counts among all, so that it moves the share of the positives, too.
    pub(super) fn of_share(
        &self,
        wanted: &AtShare,
        (placed, unit): (&Placed, Unit),
        deviations: &mut [Deviations],
        pace: &mut Pace<'_>,
    ) -> Result<f64, Error> {
        let parts = self.shape.priors(wanted.prior);
        let share = wanted.share;
        let place = place_of_share(&self.shape, At::bound(share), parts);
        let rates = [0, 1].map(|class| place.rate(&self.shape, class));
        let centres = match wanted.prior {
            Some(_) => rates,
            None => [share; 2],
        };
        let mut line = Place::first(&placed.records[0]);
        let mut error = 0.0;
        for (index, record) in placed.records.iter().enumerate() {
            pace.step()?;
            let called = place.called(line.up(record));
            let shares = placed.shares(index);
            for class in 0..2 {
                let of_one = placed.share_of_one(index, class, unit);
                let moved = parts[class] * (called - centres[class]);
                error += shares[class] * of_one * moved.powi(2);
            }
        }
        let slope = self.slope_of_gain(share, error.sqrt(), parts);
        let by_parts = match wanted.prior {
            Some(_) => 0.0,
            None => rates[1] * parts[0],
        };
        // The factor of a rate of the positives.
        let (factor, by_parts) = match wanted.measure {
            OfShare::Ppv => (parts[1] / share, by_parts),
            OfShare::Tpr | OfShare::Fnr | OfShare::Lift => (1.0, 0.0),
        };
        for (row, deviation) in deviations.iter_mut().enumerate() {
            pace.step()?;
            let called = place.called(row);
            let moved =
                [0, 1].map(|class| slope * parts[class] * difference(called, centres[class]));
            let of_positive = sum_of([called, -rates[1], -moved[1], by_parts]);
            *deviation = [
                -factor * difference(moved[0], -by_parts),
                factor * of_positive,
            ];
        }
        Ok(wanted.of_tpr(rates[1], parts))
    }

    /// How much TPR rises within an error on both sides, to that of the share.
    fn slope_of_gain(&self, share: f64, error: f64, parts: [f64; 2]) -> f64 {
        let ends = [(share - error).max(0.0), (share + error).min(1.0)];
        let run = ends[1] - ends[0];
        if run > 0.0 {
            let [from, to] = ends.map(|end| {
                place_of_share(&self.shape, At::computed(end), parts).rate(&self.shape, 1)
            });
            (to - from) / run
        } else {
            0.0
        }
    }
}
