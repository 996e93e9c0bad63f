//! The curve of placed observations, step by step, and how far each class of a step is from what a
//! quantity is on average: the influence of an observation is its share of the weight of its class
//! times that deviation.

mod share;

use super::placements::Placed;
use crate::bound::{At, Within};
use crate::error::Error;
use crate::memory::{filled, push, reserve};
use crate::observations::record::Record;
use crate::poll::{Pace, Poll, BLOCK};
use crate::quantity::{
    concentration, curve_of, place_of_rate, row_at, AtRate, AtThreshold, Chosen, Form, Optimum,
    Partial, Quantity, Rate, Ratio, Smooth,
};
use crate::rounding::{difference, sum_of, without_rounding};
use crate::sampling::Unit;
use crate::shape::{Rates, Shape};
use crate::sort::ties::{count_distinct, runs, Place};
use crate::sum::{Sum, Sums};
use crate::summary::Summary;

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
        let mut called = filled(distinct + 1, [0.0; 2])?;
        let mut not_called = filled(distinct + 1, [0.0; 2])?;
        add_called(&mut called, records, weights, &mut pace)?;
        add_not_called(&mut not_called, records, weights, &mut pace)?;
        // Weights may be too large to be added.
        let parts = [
            1.0 / (1.0 + weights[1] / weights[0]),
            1.0 / (1.0 + weights[0] / weights[1]),
        ];
        Ok(Steps {
            shape: Shape::new(scores, called, not_called, parts),
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
        placed: &Placed,
        deviations: &mut [Deviations],
        pace: &mut Pace<'_>,
    ) -> Result<f64, Error> {
        match *quantity {
            Quantity::Area | Quantity::Gini | Quantity::Concentration(Some(_)) => {
                self.of_area(placed.area, deviations, pace)
            }
            Quantity::Concentration(None) => self.of_concentration(placed.area, deviations, pace),
            Quantity::CostArea(wanted) => {
                deviations.fill([f64::NAN; 2]);
                wanted.of_rates(&self.shape, pace)
            }
            Quantity::Partial(partial) => self.of_partial(&partial, deviations, pace),
            Quantity::AtRate(wanted) => self.of_rate_at(&wanted, (placed, unit), deviations, pace),
            Quantity::AtShare(wanted) => self.of_share(&wanted, (placed, unit), deviations, pace),
            Quantity::AtThreshold(wanted) => self.at_threshold(&wanted, deviations, pace),
            Quantity::Summary(summary) => self.of_summary(&summary, deviations, pace),
            Quantity::Threshold(wanted) => {
                // It jumps from score to score.
                deviations.fill([f64::NAN; 2]);
                wanted.threshold(&self.shape, pace)
            }
            Quantity::Optimum(optimum) => self.at_optimum(&optimum, placed, deviations, pace),
            Quantity::Prevalence => {
                self.of_ratio(&Ratio::PREVALENCE, self.number(), deviations, pace)
            }
        }
    }

    fn at_threshold(
        &self,
        wanted: &AtThreshold,
        deviations: &mut [Deviations],
        pace: &mut Pace<'_>,
    ) -> Result<f64, Error> {
        let first = row_at(&self.shape, wanted.threshold);
        match wanted.form() {
            Form::Ratio(ratio) => self.of_ratio(&ratio, first, deviations, pace),
            Form::Smooth(smooth) => self.of_smooth(&smooth, first, deviations, pace),
        }
    }

    /// That the threshold moves changes nothing of first order of the measure (envelope theorem). The threshold itself and
    /// the rates there have no derivatives.
    fn at_optimum(
        &self,
        optimum: &Optimum,
        placed: &Placed,
        deviations: &mut [Deviations],
        pace: &mut Pace<'_>,
    ) -> Result<f64, Error> {
        let curve = curve_of(&self.shape, placed.weights, pace)?;
        let chosen = optimum.choose(&curve.as_curve(), pace.poll())?;
        let value = optimum.at(chosen);
        let is_known = Quantity::Optimum(*optimum).has_spread();
        let Some(Chosen { row, .. }) = chosen.filter(|_| is_known) else {
            deviations.fill([f64::NAN; 2]);
            return Ok(value);
        };
        let at_row = AtThreshold {
            threshold: (row < self.number()).then(|| self.shape.score(row)),
            ..optimum.criterion()
        };
        self.at_threshold(&at_row, deviations, pace)?;
        Ok(value)
    }

    /// V - A, with V the share of the other class that is beaten, half for ties.
    fn of_area(
        &self,
        area: f64,
        deviations: &mut [Deviations],
        pace: &mut Pace<'_>,
    ) -> Result<f64, Error> {
        for (row, deviation) in deviations.iter_mut().enumerate() {
            pace.step()?;
            let [from, to] = [self.shape.called(row + 1), self.shape.called(row)];
            let middle = [0, 1].map(|class| 0.5 * (from[class] + to[class]));
            *deviation = [middle[1] - area, 1.0 - middle[0] - area]
                .map(|deviation| without_rounding(deviation, 1.0));
        }
        Ok(area)
    }

    /// A product: what the area moves by, times what Gini's coefficient is made of, and the reverse.
    fn of_concentration(
        &self,
        area: f64,
        deviations: &mut [Deviations],
        pace: &mut Pace<'_>,
    ) -> Result<f64, Error> {
        self.of_area(area, deviations, pace)?;
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
        Ok(concentration(area, parts))
    }

    /// With n and d what a cell counts above and below the line, D the sum below and q the quotient,
    /// the deviation is (n - q d) / D times the part of the class; with a prior, less its mean in the class.
    fn of_ratio(
        &self,
        ratio: &Ratio,
        first: usize,
        deviations: &mut [Deviations],
        pace: &mut Pace<'_>,
    ) -> Result<f64, Error> {
        let (numerator, denominator) = (ratio.numerator.by_class(), ratio.denominator.by_class());
        let parts = ratio.parts(self.shape.parts());
        let (called, not_called) = (self.shape.called(first), self.shape.not_called(first));
        let [above, below] = ratio.sums(parts, called, not_called);
        // Infinite where only the sum below the line is 0.
        let quotient = above / below;
        let of_class = |class: usize| {
            let excess = [0, 1].map(|is_called| {
                difference(
                    numerator[class][is_called],
                    quotient * denominator[class][is_called],
                )
            });
            let away = match ratio.prior {
                // From the mean, as the rates of the class sum to 1.
                Some(_) => {
                    let lead = difference(excess[1], excess[0]);
                    [-lead * called[class], lead * not_called[class]]
                }
                None => excess,
            };
            away.map(|away| parts[class] * (away / below))
        };
        let of_classes = [of_class(0), of_class(1)];
        for (row, deviation) in deviations.iter_mut().enumerate() {
            pace.step()?;
            let is_called = usize::from(row >= first);
            *deviation = [of_classes[0][is_called], of_classes[1][is_called]];
        }
        Ok(quotient)
    }

    /// The derivatives by both rates times how far an observation is from them, and what the share of the
    /// positives adds where it varies, too.
    fn of_smooth(
        &self,
        smooth: &Smooth,
        first: usize,
        deviations: &mut [Deviations],
        pace: &mut Pace<'_>,
    ) -> Result<f64, Error> {
        let priors = self.shape.priors(smooth.prior);
        let (called, not_called) = (self.shape.called(first), self.shape.not_called(first));
        let found = smooth.at(called, not_called, priors);
        let by_parts = match smooth.prior {
            Some(_) => 0.0,
            None => found.by_prior * priors[0] * priors[1],
        };
        for (row, deviation) in deviations.iter_mut().enumerate() {
            pace.step()?;
            let of = |class: usize| {
                let excess = if row >= first {
                    not_called[class]
                } else {
                    -called[class]
                };
                // A rate that is 0 for all does not vary, however steep the measure is there.
                if excess == 0.0 {
                    0.0
                } else {
                    found.by_rates[class] * excess
                }
            };
            *deviation = [difference(of(0), by_parts), difference(of(1), -by_parts)];
        }
        Ok(found.value)
    }

    /// The derivatives less their means, and what the share of the positives adds where it varies, too.
    fn of_summary(
        &self,
        summary: &Summary,
        deviations: &mut [Deviations],
        pace: &mut Pace<'_>,
    ) -> Result<f64, Error> {
        let shape = &self.shape;
        let found = summary.differentiate(shape, deviations, pace)?;
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
            None => found.by_prior * shape.parts()[0] * shape.parts()[1],
        };
        let means = means.values();
        for deviation in deviations {
            pace.step()?;
            for (class, by_parts) in [by_parts, -by_parts].into_iter().enumerate() {
                deviation[class] = sum_of([deviation[class], -means[class], -by_parts]);
            }
        }
        Ok(found.value)
    }

    /// The rate of class `y` where that of class `x` is `at`. The place is known as well as the rate
    /// there is: an error of that moves the other one by the slope of the curve.
    fn of_rate_at(
        &self,
        wanted: &AtRate,
        (placed, unit): (&Placed, Unit),
        deviations: &mut [Deviations],
        pace: &mut Pace<'_>,
    ) -> Result<f64, Error> {
        let ([x, y], at) = (wanted.measure.classes(), wanted.at);
        let place = place_of_rate(&self.shape, x, At::bound(at));
        let value = place.rate(&self.shape, y);
        let called = |step: usize| place.called(step);
        let mut line = Place::first(&placed.records[0]);
        let mut error = 0.0;
        for (index, record) in placed.records.iter().enumerate() {
            pace.step()?;
            let row = line.up(record);
            let share = placed.shares(index)[x];
            let of_one = placed.share_of_one(index, x, unit);
            error += share * of_one * (called(row) - at).powi(2);
        }
        let slope = self.slope_around(x, at, error.sqrt());
        for (row, deviation) in deviations.iter_mut().enumerate() {
            pace.step()?;
            deviation[x] = -slope * difference(called(row), at);
            deviation[y] = difference(called(row), value);
        }
        Ok(value)
    }

    /// How much the other rate rises within an error on both sides.
    fn slope_around(&self, x: usize, at: f64, error: f64) -> f64 {
        let ends = [(at - error).max(0.0), (at + error).min(1.0)];
        let run = ends[1] - ends[0];
        if run > 0.0 {
            let [from, to] = ends.map(|end| {
                place_of_rate(&self.shape, x, At::computed(end)).rate(&self.shape, 1 - x)
            });
            (to - from) / run
        } else {
            0.0
        }
    }

    fn of_partial(
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
        side.of_partial(interval, deviations, pace)
    }
}

/// FPR and TPR of each row, from the highest score down.
fn add_called(
    rates: &mut [[f64; 2]],
    records: &[Record],
    weights: [f64; 2],
    pace: &mut Pace<'_>,
) -> Result<(), Error> {
    let mut above = Sums::default();
    let all = rates_of_all(weights);
    let mut place = Place::behind(rates.len() - 1);
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
fn add_not_called(
    rates: &mut [[f64; 2]],
    records: &[Record],
    weights: [f64; 2],
    pace: &mut Pace<'_>,
) -> Result<(), Error> {
    let mut below = Sums::default();
    let all = rates_of_all(weights);
    let last = rates.len() - 1;
    let mut place = Place::first(&records[0]);
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
            self.within
                .snapped([shape.called(row)[class], shape.not_called(row)[class]])
        });
        let of_other = |row: usize| shape.called(row)[1 - class];
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
    fn of_partial(
        &self,
        interval: [f64; 2],
        deviations: &mut [Deviations],
        pace: &mut Pace<'_>,
    ) -> Result<f64, Error> {
        let (x, y) = if !self.mirrored { (0, 1) } else { (1, 0) };
        let (mut area, mut mean) = (Sum::default(), Sum::default());
        let mut moved = Sum::default();
        for index in 0..self.steps.number() {
            pace.step()?;
            let (ends, rise) = self.extent(index);
            let part = Part::of(ends, interval);
            let deviation = &mut deviations[self.step(index)];
            deviation[x] = moved.value() + rise * part.moment;
            deviation[y] = part.height;
            moved.add(rise * part.inside);
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

/// Of the places z in [0, 1] along a step.
struct Part {
    /// The share that lies within the interval, half on its ends.
    inside: f64,
    /// The integral of z over these.
    moment: f64,
    /// The mean of what the interval has behind the place.
    height: f64,
}

impl Part {
    fn of([start, end]: [f64; 2], [low, high]: [f64; 2]) -> Part {
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
