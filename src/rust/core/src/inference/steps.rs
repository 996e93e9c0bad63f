//! The curve of placed observations, step by step, and how far each class of a step is from what a
//! quantity is on average: the influence of an observation is its share of the weight of its class
//! times that deviation.

mod place;

use super::placements::RankedObservations;
use super::share_sums::ShareSums;
use crate::bound::Within;
use crate::error::Error;
use crate::measure::Family;
use crate::memory::{filled, push, reserve};
use crate::observations::record::Record;
use crate::poll::{Pace, Poll, BLOCK};
use crate::quantity::{cost_area, Criterion, Measure, Partial, Place, Quantity, Rate};
use crate::rounding::{difference, sum_of};
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
        (ranking, sums): (&RankedObservations, &ShareSums),
        deviations: &mut [Deviations],
        pace: &mut Pace<'_>,
    ) -> Result<f64, Error> {
        match quantity.measure.family() {
            Family::Cells => self.fill_at_place(quantity, (ranking, sums), deviations, pace),
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

    /// Writes the deviations at a place; NaN where a measure has none.
    fn fill_at_place(
        &self,
        wanted: &Quantity,
        summed: (&RankedObservations, &ShareSums),
        deviations: &mut [Deviations],
        pace: &mut Pace<'_>,
    ) -> Result<f64, Error> {
        let Some(at) = self.at_place(wanted, summed, pace)? else {
            deviations.fill([f64::NAN; 2]);
            return Ok(f64::NAN);
        };
        for (step, deviation) in deviations.iter_mut().enumerate() {
            pace.step()?;
            *deviation = at.deviations[at.part_of(step)];
        }
        Ok(at.value)
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
