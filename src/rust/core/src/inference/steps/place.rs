//! Measures at a place: deviations take one value below it, one at it and one above it.

use super::{Deviations, Steps};
use crate::bound::At;
use crate::error::Error;
use crate::inference::placements::RankedObservations;
use crate::inference::share_sums::{ShareSums, Summed};
use crate::measure::Dual;
use crate::poll::Pace;
use crate::quantity::{
    point_of_rate, point_of_share, row_at, ChosenRow, Criterion, Place, Point, Quantity,
};
use crate::rounding::{difference, sum_of};
use crate::shape::Rates;
use std::ops::Range;

/// A measure at a place, and the deviations of the steps that are called negative, of the one that is called positive
/// in part, and of those that are called positive.
pub(in crate::inference) struct AtPlace {
    pub value: f64,
    point: Point,
    pub deviations: [Deviations; 3],
}

impl AtPlace {
    pub fn part_of(&self, step: usize) -> usize {
        1 + usize::from(step >= self.point.row) - usize::from(step + 1 < self.point.row)
    }
}

impl Steps {
    /// A measure at the place of a quantity; None where a measure has none.
    pub fn at_place(
        &self,
        wanted: &Quantity,
        summed: (&RankedObservations, &ShareSums),
        pace: &mut Pace<'_>,
    ) -> Result<Option<AtPlace>, Error> {
        let row = match wanted.place {
            Place::Threshold(threshold) => row_at(&self.shape, threshold),
            Place::Fpr(at) => return Ok(Some(self.at_rate(wanted, (0, at), summed))),
            Place::Tpr(at) => return Ok(Some(self.at_rate(wanted, (1, at), summed))),
            Place::Share(share) => return Ok(Some(self.at_share(wanted, share, summed))),
            // That the threshold moves changes nothing of first order of the measure that is the best there (envelope
            // theorem). Another measure has the influences that it has at this threshold.
            Place::Chosen(choice) => {
                let chosen = choice.choose(&self.shape, &mut Vec::new(), pace)?;
                let Some(ChosenRow { row, .. }) = chosen else {
                    return Ok(None);
                };
                let at = self.at_row(&wanted.criterion(), row);
                let value = wanted.at_row(chosen);
                return Ok(Some(AtPlace { value, ..at }));
            }
            Place::Curve | Place::Between(..) | Place::Ppv(_) => return Ok(None),
        };
        Ok(Some(self.at_row(&wanted.criterion(), row)))
    }

    /// The records of the step that is called positive in part; none where there is no such step.
    pub(in crate::inference) fn records_at(
        &self,
        at: &AtPlace,
        (ranking, sums): (&RankedObservations, &ShareSums),
    ) -> Range<usize> {
        self.records_at_point(&at.point, (ranking, sums))
    }

    fn records_at_point(
        &self,
        point: &Point,
        (ranking, sums): (&RankedObservations, &ShareSums),
    ) -> Range<usize> {
        let summed = Summed {
            ranking,
            scores: self.shape.scores(),
            sums,
        };
        match point.row.checked_sub(1) {
            Some(step) => summed.step(step),
            None => 0..0,
        }
    }

    /// The variance that a class adds to what is called positive at a point, times the squares of what its observations
    /// deviate by there.
    fn squares_at_point(
        &self,
        point: &Point,
        (ranking, sums): (&RankedObservations, &ShareSums),
        class: usize,
        deviation: impl Fn(f64) -> f64,
    ) -> f64 {
        let around = sums.around(ranking, self.records_at_point(point, (ranking, sums)));
        let deviations = [0.0, point.gone, 1.0].map(deviation);
        ShareSums::powers(&around, class, deviations).squares
    }

    /// At a row, from which on steps are called positive.
    fn at_row(&self, wanted: &Criterion, row: usize) -> AtPlace {
        let (value, of_classes) = wanted.deviations(
            self.shape.predicted_positive(row),
            self.shape.predicted_negative(row),
            self.shape.parts(),
        );
        let of_part = |part: usize| [of_classes[0][part], of_classes[1][part]];
        AtPlace {
            value,
            point: Point { row, gone: 0.0 },
            deviations: [0, 0, 1].map(of_part),
        }
    }

    /// The rate of a class y moves where that of the other one, x, is `at`. The place is known as well as the rate
    /// there is: an error of that moves the other one by the slope of the curve.
    fn at_rate(
        &self,
        wanted: &Quantity,
        (x, at): (usize, f64),
        summed: (&RankedObservations, &ShareSums),
    ) -> AtPlace {
        let y = 1 - x;
        let point = point_of_rate(&self.shape, x, At::bound(at));
        let result = self.at_point(wanted, &point);
        let error = self.squares_at_point(&point, summed, x, |predicted| predicted - at);
        let slope = self.slope_around(x, at, error.sqrt());
        let rate = point.predicted_positive(&self.shape)[y];
        let by_parts = self.by_parts(wanted, &result);
        let deviations = [0.0, point.gone, 1.0].map(|predicted| {
            let mut deviations = [0.0; 2];
            deviations[x] = -slope * difference(predicted, at);
            deviations[y] = difference(predicted, rate);
            [0, 1].map(|class| sum_of([result.slopes[y] * deviations[class], by_parts[class]]))
        });
        AtPlace {
            value: result.value,
            point,
            deviations,
        }
    }

    /// Measures among the highest scores that make up a share of all observations. The share that a threshold calls
    /// positive is known as well as the rates there: an error of that moves the threshold, and the rate by the slope of
    /// the gain curve. Without a prior an observation counts among all, so that it moves the share of the positives, too.
    fn at_share(
        &self,
        wanted: &Quantity,
        share: f64,
        summed: (&RankedObservations, &ShareSums),
    ) -> AtPlace {
        let parts = self.shape.priors(wanted.prior);
        let point = point_of_share(&self.shape, At::bound(share), parts);
        let rates = point.predicted_positive(&self.shape);
        let centres = match wanted.prior {
            Some(_) => rates,
            None => [share; 2],
        };
        let of_class = |class: usize| {
            let shifted = |predicted: f64| parts[class] * (predicted - centres[class]);
            self.squares_at_point(&point, summed, class, shifted)
        };
        let error = of_class(0) + of_class(1);
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
        let deviations = [0.0, point.gone, 1.0].map(|predicted| {
            let shifted =
                [0, 1].map(|class| slope * parts[class] * difference(predicted, centres[class]));
            let of_positive = sum_of([predicted, -rates[1], -shifted[1]]);
            [
                sum_of([-by_rate * shifted[0], by_parts[0], -change]),
                sum_of([by_rate * of_positive, by_parts[1], change]),
            ]
        });
        AtPlace {
            value: result.value,
            point,
            deviations,
        }
    }

    /// A measure and its derivatives by FPR, by TPR and by the prior; NaN unless the value is finite.
    fn at_point(&self, wanted: &Quantity, point: &Point) -> Dual {
        let (predicted_positive, predicted_negative) = (
            point.predicted_positive(&self.shape),
            point.predicted_negative(&self.shape),
        );
        let mut result =
            wanted
                .criterion()
                .gradient(predicted_positive, predicted_negative, self.shape.parts());
        if !result.value.is_finite() {
            result.slopes = [f64::NAN; 4];
        }
        result
    }

    /// By how much a negative and a positive move a measure by what they do to the share of the positives.
    fn by_parts(&self, wanted: &Quantity, result: &Dual) -> Deviations {
        let [negative, positive] = self.shape.parts();
        let by_parts = match wanted.criterion().known_prior() {
            Some(_) => 0.0,
            None => result.slopes[2] * negative * positive,
        };
        [-by_parts, by_parts]
    }

    /// How much the other rate rises within an error on both sides.
    fn slope_around(&self, x: usize, at: f64, error: f64) -> f64 {
        slope_within(at, error, |at| {
            point_of_rate(&self.shape, x, at).predicted_positive(&self.shape)[1 - x]
        })
    }

    /// How much TPR rises within an error on both sides, to that of the share.
    fn slope_of_gain(&self, share: f64, error: f64, parts: [f64; 2]) -> f64 {
        slope_within(share, error, |at| {
            point_of_share(&self.shape, at, parts).predicted_positive(&self.shape)[1]
        })
    }
}

/// The slope of a rate between both sides of a place, an error away.
fn slope_within(at: f64, error: f64, rate: impl Fn(At) -> f64) -> f64 {
    let ends = [(at - error).max(0.0), (at + error).min(1.0)];
    let run = ends[1] - ends[0];
    if run > 0.0 {
        let [from, to] = ends.map(|end| rate(At::computed([end, 1.0 - end])));
        (to - from) / run
    } else {
        0.0
    }
}
