//! The curve of placed observations, step by step, and how far each class of a step is from what a
//! quantity is on average: the influence of an observation is its share of the weight of its class
//! times that deviation.

mod share;

use super::placements::RankedObservations;
use crate::bound::{At, Within};
use crate::error::Error;
use crate::measure::{Dual, Family};
use crate::memory::{filled, push, reserve};
use crate::observations::record::Record;
use crate::poll::{Pace, Poll, BLOCK};
use crate::quantity::{
    cost_area, point_of_rate, row_at, Choice, ChosenRow, Criterion, Measure, Partial, Place, Point,
    Quantity, Rate,
};
use crate::rounding::{difference, sum_of};
use crate::sampling::Unit;
use crate::shape::{Rates, Shape};
use crate::sort::ties::{count_distinct, runs, RowCursor};
use crate::sum::{Sum, Sums};

/// The deviations of the negatives and of the positives of a step, a distinct score.
pub(super) type Deviations = [f64; 2];

/// The curve. Step r leads from row r + 1 to row r.
pub(super) struct Steps {
    shape: Shape,
}

impl Steps {
    pub fn new(records: &[Record], weights: [f64; 2], poll: Poll<'_>) -> Result<Steps, Error> {
        let distinct = count_distinct(records);
        let mut scores = reserve(distinct)?;
        let mut pace = Pace::new(poll);
        for run in runs(records) {
            pace.steps(run.len())?;
            push(&mut scores, run[0].score)?;
        }
        let mut predicted_positive = filled(distinct + 1, [0.0; 2])?;
        let mut predicted_negative = filled(distinct + 1, [0.0; 2])?;
        add_predicted_positive(&mut predicted_positive, records, weights, &mut pace)?;
        add_predicted_negative(&mut predicted_negative, records, weights, &mut pace)?;
        // Weights may be too large to be added.
        let parts = [
            1.0 / (1.0 + weights[1] / weights[0]),
            1.0 / (1.0 + weights[0] / weights[1]),
        ];
        Ok(Steps {
            shape: Shape::new(scores, predicted_positive, predicted_negative, parts),
        })
    }

    pub fn number(&self) -> usize {
        self.shape.steps()
    }

    /// Writes the deviations of all steps, and gives the quantity, in the unit of [`Quantity::scale`]. Both are NaN for
    /// the quotient of nothing.
    pub fn deviations(
        &self,
        quantity: &Quantity,
        unit: Unit,
        ranking: &RankedObservations,
        deviations: &mut [Deviations],
        pace: &mut Pace<'_>,
    ) -> Result<f64, Error> {
        match quantity.measure.family() {
            Family::Cells => self.at_place(quantity, unit, ranking, deviations, pace),
            Family::Area => match quantity.partial() {
                Some(partial) => self.for_partial(&partial, deviations, pace),
                None if quantity.is_area() => self.for_area(ranking, deviations, pace),
                None => self.for_concentration(quantity, ranking, deviations, pace),
            },
            Family::CostArea => {
                deviations.fill([f64::NAN; 2]);
                cost_area(quantity, &self.shape, pace)
            }
            // It jumps from score to score.
            Family::Threshold => {
                deviations.fill([f64::NAN; 2]);
                match quantity.place {
                    Place::Chosen(choice) => {
                        let chosen = choice.choose(&self.shape, &mut Vec::new(), pace)?;
                        Ok(chosen.map_or(f64::NAN, |chosen| chosen.threshold))
                    }
                    _ => quantity.threshold(&self.shape, pace),
                }
            }
            _ if quantity.measure == Measure::Prevalence => {
                let [negative, positive] = self.shape.parts();
                deviations.fill([-negative * positive, positive * negative]);
                Ok(positive)
            }
            _ => self.for_summary(&quantity.criterion(), deviations, pace),
        }
    }

    fn at_place(
        &self,
        wanted: &Quantity,
        unit: Unit,
        ranking: &RankedObservations,
        deviations: &mut [Deviations],
        pace: &mut Pace<'_>,
    ) -> Result<f64, Error> {
        match wanted.place {
            Place::Threshold(threshold) => {
                let first = row_at(&self.shape, threshold);
                self.at_row(&wanted.criterion(), first, deviations, pace)
            }
            Place::Fpr(at) => self.at_rate(wanted, (0, at), (ranking, unit), deviations, pace),
            Place::Tpr(at) => self.at_rate(wanted, (1, at), (ranking, unit), deviations, pace),
            Place::Share(share) => self.at_share(wanted, share, (ranking, unit), deviations, pace),
            Place::Chosen(choice) => self.at_choice(wanted, &choice, deviations, pace),
            Place::Curve | Place::Between(..) | Place::Ppv(_) => {
                deviations.fill([f64::NAN; 2]);
                Ok(f64::NAN)
            }
        }
    }

    /// At a row, from which on steps are called positive.
    fn at_row(
        &self,
        wanted: &Criterion,
        first: usize,
        deviations: &mut [Deviations],
        pace: &mut Pace<'_>,
    ) -> Result<f64, Error> {
        let (value, of_classes) = wanted.deviations(
            self.shape.predicted_positive(first),
            self.shape.predicted_negative(first),
            self.shape.parts(),
        );
        for (row, deviation) in deviations.iter_mut().enumerate() {
            pace.step()?;
            let is_predicted_positive = usize::from(row >= first);
            *deviation = [
                of_classes[0][is_predicted_positive],
                of_classes[1][is_predicted_positive],
            ];
        }
        Ok(value)
    }

    /// That the threshold moves changes nothing of first order of the measure that is the best there (envelope theorem).
    /// Another measure has the influences that it has at this threshold.
    fn at_choice(
        &self,
        wanted: &Quantity,
        choice: &Choice,
        deviations: &mut [Deviations],
        pace: &mut Pace<'_>,
    ) -> Result<f64, Error> {
        let chosen = choice.choose(&self.shape, &mut Vec::new(), pace)?;
        match chosen {
            Some(ChosenRow { row, .. }) => {
                self.at_row(&wanted.criterion(), row, deviations, pace)?;
            }
            None => deviations.fill([f64::NAN; 2]),
        }
        Ok(wanted.at_row(chosen))
    }

    fn for_area(
        &self,
        ranking: &RankedObservations,
        deviations: &mut [Deviations],
        pace: &mut Pace<'_>,
    ) -> Result<f64, Error> {
        let mut run = RowCursor::first(&ranking.records[0]);
        ranking.deviations(pace.poll(), |index, _, away| {
            deviations[run.up(&ranking.records[index])] = away;
        })?;
        Ok(ranking.area)
    }

    /// A product: what the area moves by, times what Gini's coefficient is made of, and the reverse.
    fn for_concentration(
        &self,
        quantity: &Quantity,
        ranking: &RankedObservations,
        deviations: &mut [Deviations],
        pace: &mut Pace<'_>,
    ) -> Result<f64, Error> {
        let area = self.for_area(ranking, deviations, pace)?;
        let parts = self.shape.parts();
        let by_parts = parts[0] * parts[1] * (2.0 * area - 1.0);
        for deviation in deviations {
            pace.step()?;
            let [negative, positive] = deviation.map(|deviation| 2.0 * parts[0] * deviation);
            *deviation = [
                difference(negative, -by_parts),
                difference(positive, by_parts),
            ];
        }
        Ok(quantity.value_of_area(area, parts))
    }

    /// The derivatives less their means, and what the share of the positives adds where it varies, too.
    fn for_summary(
        &self,
        summary: &Criterion,
        deviations: &mut [Deviations],
        pace: &mut Pace<'_>,
    ) -> Result<f64, Error> {
        let shape = &self.shape;
        let result = summary.differentiate(shape, deviations, pace)?;
        let mut means = Sums::default();
        for (step, derivative) in deviations.iter().enumerate() {
            pace.step()?;
            if step % BLOCK == 0 {
                means.settle();
            }
            let shares = shape.shares(step);
            means.add([0, 1].map(|class| shares[class] * derivative[class]));
        }
        let by_parts = match summary.known_prior() {
            Some(_) => 0.0,
            None => result.by_prior * shape.parts()[0] * shape.parts()[1],
        };
        let means = means.values();
        for deviation in deviations {
            pace.step()?;
            for (class, by_parts) in [by_parts, -by_parts].into_iter().enumerate() {
                deviation[class] = sum_of([deviation[class], -means[class], -by_parts]);
            }
        }
        Ok(result.value)
    }

    /// The rate of a class y moves where that of the other one, x, is `at`. The place is known as well as the rate
    /// there is: an error of that moves the other one by the slope of the curve.
    fn at_rate(
        &self,
        wanted: &Quantity,
        (x, at): (usize, f64),
        (ranking, unit): (&RankedObservations, Unit),
        deviations: &mut [Deviations],
        pace: &mut Pace<'_>,
    ) -> Result<f64, Error> {
        let y = 1 - x;
        let point = point_of_rate(&self.shape, x, At::bound(at));
        let result = self.at_point(wanted, &point);
        let predicted_positive = |step: usize| point.predicted_of(step);
        let mut line = RowCursor::first(&ranking.records[0]);
        let mut error = 0.0;
        for (index, record) in ranking.records.iter().enumerate() {
            pace.step()?;
            let row = line.up(record);
            let share = ranking.shares(index)[x];
            let of_one = ranking.share_of_one(index, x, unit);
            error += share * of_one * (predicted_positive(row) - at).powi(2);
        }
        let slope = self.slope_around(x, at, error.sqrt());
        let rate = point.predicted_positive(&self.shape)[y];
        let by_parts = self.by_parts(wanted, &result);
        for (row, deviation) in deviations.iter_mut().enumerate() {
            pace.step()?;
            deviation[x] = -slope * difference(predicted_positive(row), at);
            deviation[y] = difference(predicted_positive(row), rate);
            for (class, deviation) in deviation.iter_mut().enumerate() {
                *deviation = sum_of([result.slopes[y] * *deviation, by_parts[class]]);
            }
        }
        Ok(result.value)
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
        let ends = [(at - error).max(0.0), (at + error).min(1.0)];
        let run = ends[1] - ends[0];
        if run > 0.0 {
            let [from, to] = ends.map(|end| {
                point_of_rate(&self.shape, x, At::computed([end, 1.0 - end]))
                    .predicted_positive(&self.shape)[1 - x]
            });
            (to - from) / run
        } else {
            0.0
        }
    }

    fn for_partial(
        &self,
        partial: &Partial,
        deviations: &mut [Deviations],
        pace: &mut Pace<'_>,
    ) -> Result<f64, Error> {
        let [low, high] = partial.interval;
        let (mirrored, interval) = match partial.by {
            Rate::Fpr => (false, [low, high]),
            Rate::Tpr => (true, [-high, -low]),
        };
        let side = Side {
            steps: self,
            within: Within::new([low, high]),
            mirrored,
        };
        side.for_partial(interval, deviations, pace)
    }
}

/// FPR and TPR of each row, from the highest score down.
fn add_predicted_positive(
    rates: &mut [[f64; 2]],
    records: &[Record],
    weights: [f64; 2],
    pace: &mut Pace<'_>,
) -> Result<(), Error> {
    let mut above = Sums::default();
    let all = rates_of_all(weights);
    let mut place = RowCursor::behind(rates.len() - 1);
    for (index, record) in records.iter().enumerate().rev() {
        pace.step()?;
        if index % BLOCK == 0 {
            above.settle();
        }
        above.add(record.weights());
        let sums = above.values();
        rates[place.down(record)] =
            [0, 1].map(|class| (sums[class] / weights[class]).min(all[class]));
    }
    rates[0] = all;
    Ok(())
}

/// TNR and FNR of each row, of which 1 less the rates has not all digits: from the lowest score up.
fn add_predicted_negative(
    rates: &mut [[f64; 2]],
    records: &[Record],
    weights: [f64; 2],
    pace: &mut Pace<'_>,
) -> Result<(), Error> {
    let mut below = Sums::default();
    let all = rates_of_all(weights);
    let last = rates.len() - 1;
    let mut place = RowCursor::first(&records[0]);
    for (index, record) in records.iter().enumerate() {
        pace.step()?;
        if index % BLOCK == 0 {
            below.settle();
        }
        below.add(record.weights());
        let sums = below.values();
        rates[place.up(record) + 1] =
            [0, 1].map(|class| (sums[class] / weights[class]).min(all[class]));
    }
    rates[last] = all;
    Ok(())
}

/// The rates of all observations: 1, and 0 of a class that has none.
fn rates_of_all(weights: [f64; 2]) -> [f64; 2] {
    weights.map(|weight| f64::from(weight > 0.0))
}

/// The curve as it is, or with both classes and the order of the scores swapped, so that TNR is seen
/// over FNR, or rather over -TPR, which has no less digits near 0 than TPR.
struct Side<'a> {
    steps: &'a Steps,
    /// The interval, of FPR or of TPR.
    within: Within,
    mirrored: bool,
}

impl Side<'_> {
    /// The index of a step, counted from the lowest score of this side.
    fn step(&self, index: usize) -> usize {
        if !self.mirrored {
            index
        } else {
            self.steps.number() - 1 - index
        }
    }

    /// The rates x where a step begins and ends, and by how much y rises.
    fn extent(&self, index: usize) -> ([f64; 2], f64) {
        let (step, shape) = (self.step(index), &self.steps.shape);
        let class = usize::from(self.mirrored);
        let [from, to] = [step + 1, step].map(|row| {
            self.within.snapped([
                shape.predicted_positive(row)[class],
                shape.predicted_negative(row)[class],
            ])
        });
        let of_other = |row: usize| shape.predicted_positive(row)[1 - class];
        let rise = of_other(step) - of_other(step + 1);
        if !self.mirrored {
            ([from, to], rise)
        } else {
            ([-to, -from], rise)
        }
    }

    /// With U the rate x at a positive, along its step if that is slant, the area from `low` to
    /// `high` is the mean of `high` - U, within the interval. A negative moves those U that lie in
    /// it: by 1 less U if it is above the positive, by U the other way if it is not.
    fn for_partial(
        &self,
        interval: [f64; 2],
        deviations: &mut [Deviations],
        pace: &mut Pace<'_>,
    ) -> Result<f64, Error> {
        let (x, y) = if !self.mirrored { (0, 1) } else { (1, 0) };
        let (mut area, mut mean) = (Sum::default(), Sum::default());
        let mut shifted = Sum::default();
        for index in 0..self.steps.number() {
            pace.step()?;
            let (ends, rise) = self.extent(index);
            let part = Part::between(ends, interval);
            let deviation = &mut deviations[self.step(index)];
            deviation[x] = shifted.value() + rise * part.moment;
            deviation[y] = part.height;
            shifted.add(rise * part.inside);
            area.add(rise * part.height);
            mean.add((ends[1] - ends[0]) * deviation[x]);
        }
        let (area, mean) = (area.value(), mean.value());
        for deviation in deviations {
            pace.step()?;
            deviation[x] = difference(mean, deviation[x]);
            deviation[y] = difference(deviation[y], area);
        }
        Ok(area)
    }
}

/// The moments of the places z in [0, 1] along a step.
struct Part {
    /// The share that lies within the interval, half on its ends.
    inside: f64,
    /// The integral of z over these.
    moment: f64,
    /// The mean of what the interval has behind the place.
    height: f64,
}

impl Part {
    fn between([start, end]: [f64; 2], [low, high]: [f64; 2]) -> Part {
        let run = end - start;
        if run > 0.0 {
            // From the ends themselves: places lose the digits of a narrow interval.
            let [from, to] = [low, high].map(|limit| limit.clamp(start, end));
            let inside = (to - from) / run;
            let before = from - start;
            Part {
                inside,
                moment: inside * ((before + 0.5 * (to - from)) / run),
                height: (high - low) * (before / run) + inside * ((high - to) + 0.5 * (to - from)),
            }
        } else {
            let inside = 0.5 * (f64::from(start > low) - f64::from(start > high))
                + 0.5 * (f64::from(start >= low) - f64::from(start >= high));
            Part {
                inside,
                moment: 0.5 * inside,
                height: high - start.clamp(low, high),
            }
        }
    }
}
