//! The curve of placed observations, step by step, and how far each class of a step is from what a
//! quantity is on average: the influence of an observation is its share of the weight of its class
//! times that deviation.

mod share;

use super::agreement::Agreement;
use super::placements::Placed;
use super::quantity::{Quantity, Ratio};
use super::rounding::{difference, sum_of, without_rounding};
use super::spread::Unit;
use crate::bound::{At, Rate};
use crate::error::Error;
use crate::memory::{collect, filled, push, reserve};
use crate::observations::record::Record;
use crate::poll::{Pace, Poll, BLOCK};
use crate::shape::{Rates, Shape};
use crate::sort::ties::count_distinct;
use crate::sum::{Sum, Sums};
use crate::summary::Summary;

/// The deviations of the negatives and of the positives of a step, a distinct score.
pub(super) type Deviations = [f64; 2];

/// The curve. Step r leads from row r + 1 to row r.
pub(super) struct Steps {
    /// The distinct scores, ascending.
    scores: Vec<f64>,
    /// FPR and TPR of each row: row r calls the lowest r scores negative.
    rates: Vec<[f64; 2]>,
    /// The shares of both classes in the whole weight.
    parts: [f64; 2],
}

impl Steps {
    pub fn new(records: &[Record], weights: [f64; 2], poll: Poll<'_>) -> Result<Steps, Error> {
        let distinct = count_distinct(records);
        let mut steps = Steps {
            scores: reserve(distinct)?,
            rates: filled(distinct + 1, [0.0; 2])?,
            // Weights may be too large to be added.
            parts: [
                1.0 / (1.0 + weights[1] / weights[0]),
                1.0 / (1.0 + weights[0] / weights[1]),
            ],
        };
        let mut pace = Pace::new(poll);
        for (index, record) in records.iter().enumerate() {
            pace.step()?;
            if index == 0 || records[index - 1].score != record.score {
                push(&mut steps.scores, record.score)?;
            }
        }
        steps.add_rates(records, weights, &mut pace)?;
        Ok(steps)
    }

    /// From the highest score down.
    fn add_rates(
        &mut self,
        records: &[Record],
        weights: [f64; 2],
        pace: &mut Pace<'_>,
    ) -> Result<(), Error> {
        let mut above = Sums::default();
        let mut row = self.scores.len();
        for (index, record) in records.iter().enumerate().rev() {
            pace.step()?;
            let next = records.get(index + 1);
            if next.map_or(true, |next| next.score != record.score) {
                row -= 1;
            }
            if index % BLOCK == 0 {
                above.settle();
            }
            above.add(record.weights());
            let sums = above.values();
            self.rates[row] = [0, 1].map(|class| (sums[class] / weights[class]).min(1.0));
        }
        self.rates[0] = [1.0; 2];
        Ok(())
    }

    pub fn number(&self) -> usize {
        self.scores.len()
    }

    /// Writes the deviations of all steps, and gives the quantity. Both are NaN for the quotient of
    /// nothing.
    pub fn deviations(
        &self,
        quantity: &Quantity,
        unit: Unit,
        placed: &Placed,
        deviations: &mut [Deviations],
        pace: &mut Pace<'_>,
    ) -> Result<f64, Error> {
        match *quantity {
            Quantity::Area => self.of_area(placed.area, deviations, pace),
            Quantity::PartialByFpr(interval) => {
                let side = Side {
                    steps: self,
                    mirrored: false,
                };
                side.of_partial(interval, deviations, pace)
            }
            Quantity::PartialByTpr([low, high]) => {
                let side = Side {
                    steps: self,
                    mirrored: true,
                };
                side.of_partial([-high, -low], deviations, pace)
            }
            Quantity::TprAt(fpr) => self.of_rate_at([0, 1], fpr, (placed, unit), deviations, pace),
            Quantity::FprAt(tpr) => self.of_rate_at([1, 0], tpr, (placed, unit), deviations, pace),
            Quantity::AtShare(wanted) => self.of_share(&wanted, (placed, unit), deviations, pace),
            Quantity::Ratio(ratio) => self.of_ratio(&ratio, placed, deviations, pace),
            Quantity::Agreement(agreement) => {
                self.of_agreement(&agreement, placed, deviations, pace)
            }
            Quantity::Summary(summary) => self.of_summary(&summary, placed, deviations, pace),
        }
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
            let [from, to] = [self.rates[row + 1], self.rates[row]];
            let middle = [0, 1].map(|class| 0.5 * (from[class] + to[class]));
            *deviation = [middle[1] - area, 1.0 - middle[0] - area]
                .map(|deviation| without_rounding(deviation, 1.0));
        }
        Ok(area)
    }

    /// With n and d what a cell counts above and below the line, D the sum below and q the quotient,
    /// the deviation is (n - q d) / D times the part of the class; with a prior, less its mean in the class.
    fn of_ratio(
        &self,
        ratio: &Ratio,
        placed: &Placed,
        deviations: &mut [Deviations],
        pace: &mut Pace<'_>,
    ) -> Result<f64, Error> {
        let first = match ratio.threshold {
            Some(threshold) => self.scores.partition_point(|&score| score < threshold),
            None => self.number(),
        };
        let (numerator, denominator) = (ratio.numerator.by_class(), ratio.denominator.by_class());
        let counts = |class: usize| numerator[class] != [0.0; 2] || denominator[class] != [0.0; 2];
        let parts = match ratio.prior {
            // Of one class alone the quotient is the same for any part, which may be too small for a number.
            _ if !counts(0) || !counts(1) => [1.0; 2],
            Some(prior) => [1.0 - prior, prior],
            None => self.parts,
        };
        let called = self.rates[first];
        let not_called = self.rates_below(first, placed, pace)?;
        let mean = |of: [f64; 2], class: usize| of[0] * not_called[class] + of[1] * called[class];
        let sum = |of: [[f64; 2]; 2]| parts[0] * mean(of[0], 0) + parts[1] * mean(of[1], 1);
        let below = sum(denominator);
        // Infinite where only the sum below the line is 0.
        let quotient = sum(numerator) / below;
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
    fn of_agreement(
        &self,
        agreement: &Agreement,
        placed: &Placed,
        deviations: &mut [Deviations],
        pace: &mut Pace<'_>,
    ) -> Result<f64, Error> {
        let first = self
            .scores
            .partition_point(|&score| score < agreement.threshold);
        let priors = agreement
            .prior
            .map_or(self.parts, |prior| [1.0 - prior, prior]);
        let (called, not_called) = (self.rates[first], self.rates_below(first, placed, pace)?);
        let found = agreement.coefficient.at(called, not_called, priors);
        let by_parts = match agreement.prior {
            Some(_) => 0.0,
            None => found.by_prior * self.parts[0] * self.parts[1],
        };
        for (row, deviation) in deviations.iter_mut().enumerate() {
            pace.step()?;
            let of = |class: usize| {
                let excess = match row >= first {
                    true => not_called[class],
                    false => -called[class],
                };
                found.by_rates[class] * excess
            };
            *deviation = [difference(of(0), by_parts), difference(of(1), -by_parts)];
        }
        Ok(found.value)
    }

    /// The derivatives less their means, and what the share of the positives adds where it varies, too.
    fn of_summary(
        &self,
        summary: &Summary,
        placed: &Placed,
        deviations: &mut [Deviations],
        pace: &mut Pace<'_>,
    ) -> Result<f64, Error> {
        let shape = self.shape(placed, pace)?;
        let found = summary.differentiate(&shape, deviations, pace)?;
        let mut means = Sums::default();
        for (step, derivative) in deviations.iter().enumerate() {
            pace.step()?;
            if step % BLOCK == 0 {
                means.settle();
            }
            let shares = shape.shares(step);
            means.add([0, 1].map(|class| shares[class] * derivative[class]));
        }
        let by_parts = match summary.prior {
            Some(_) => 0.0,
            None => found.by_prior * self.parts[0] * self.parts[1],
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

    fn shape(&self, placed: &Placed, pace: &mut Pace<'_>) -> Result<Shape, Error> {
        let thresholds = collect(self.scores.iter().copied())?;
        let called = collect(self.rates.iter().copied())?;
        let not_called = self.not_called(placed, pace)?;
        Ok(Shape::new(thresholds, called, not_called, self.parts))
    }

    /// TNR and FNR of each row, of which 1 less the rates has not all digits.
    fn not_called(&self, placed: &Placed, pace: &mut Pace<'_>) -> Result<Vec<[f64; 2]>, Error> {
        let mut not_called = filled(self.rates.len(), [0.0; 2])?;
        let mut below = Sums::default();
        let mut row = 0;
        for (index, record) in placed.records.iter().enumerate() {
            pace.step()?;
            if record.score != self.scores[row] {
                row += 1;
            }
            if index % BLOCK == 0 {
                below.settle();
            }
            below.add(record.weights());
            let sums = below.values();
            not_called[row + 1] =
                [0, 1].map(|class| (sums[class] / placed.weights[class]).min(1.0));
        }
        not_called[self.number()] = [1.0; 2];
        Ok(not_called)
    }

    /// The shares of both classes below a step, which 1 less the rates of its row has not all digits of.
    fn rates_below(
        &self,
        step: usize,
        placed: &Placed,
        pace: &mut Pace<'_>,
    ) -> Result<[f64; 2], Error> {
        let mut below = Sums::default();
        let is_below = |record: &&Record| match self.scores.get(step) {
            Some(&score) => record.score < score,
            None => true,
        };
        for (index, record) in placed.records.iter().take_while(is_below).enumerate() {
            pace.step()?;
            if index % BLOCK == 0 {
                below.settle();
            }
            below.add(record.weights());
        }
        let sums = below.values();
        Ok([0, 1].map(|class| (sums[class] / placed.weights[class]).min(1.0)))
    }

    /// Of the rate of class `y` where that of class `x` is `at`. The place is known as well as the rate
    /// there is: an error of that moves the other one by the slope of the curve.
    fn of_rate_at(
        &self,
        [x, y]: [usize; 2],
        at: f64,
        (placed, unit): (&Placed, Unit),
        deviations: &mut [Deviations],
        pace: &mut Pace<'_>,
    ) -> Result<f64, Error> {
        let not_called = self.not_called(placed, pace)?;
        let place = self.place_of(x, at, &not_called);
        let value = self.rate_at(y, place);
        let called = |row: usize| (row as f64 + 1.0 - place).clamp(0.0, 1.0);
        let mut row = 0;
        let mut error = 0.0;
        for (index, record) in placed.records.iter().enumerate() {
            pace.step()?;
            if record.score != self.scores[row] {
                row += 1;
            }
            let share = placed.shares(index)[x];
            let of_one = match unit {
                Unit::Row => share,
                Unit::Count => 1.0 / placed.weights[x],
            };
            error += share * of_one * (called(row) - at).powi(2);
        }
        let slope = self.slope_around(x, at, error.sqrt(), &not_called);
        for (row, deviation) in deviations.iter_mut().enumerate() {
            pace.step()?;
            deviation[x] = -slope * difference(called(row), at);
            deviation[y] = difference(called(row), value);
        }
        Ok(value)
    }

    /// How much the other rate rises within an error on both sides.
    fn slope_around(&self, x: usize, at: f64, error: f64, not_called: &[[f64; 2]]) -> f64 {
        let ends = [(at - error).max(0.0), (at + error).min(1.0)];
        let run = ends[1] - ends[0];
        if run > 0.0 {
            let [from, to] = ends.map(|end| {
                let place = self.place_of(x, end, not_called);
                self.rate_at(1 - x, place)
            });
            (to - from) / run
        } else {
            0.0
        }
    }

    /// The place of the curve at which the rate of class `x` is `at`: a row, or between two: 1.25 is
    /// three times of four row 1, and row 2 else. Of several rows of one FPR that of the largest TPR,
    /// of one TPR that of the least FPR.
    fn place_of(&self, x: usize, at: f64, not_called: &[[f64; 2]]) -> f64 {
        let at = At::bound(at);
        let rate = |row: usize| -> Rate { [self.rates[row][x], not_called[row][x]] };
        let is_beyond = |row: usize| match x {
            0 => !at.is_passed_by(rate(row)),
            _ => at.is_missed_by(rate(row)),
        };
        let beyond = self.first_row(is_beyond);
        let (upper, lower) = match x {
            0 => (beyond.max(1) - 1, beyond),
            _ => (beyond - 1, beyond.min(self.number())),
        };
        if x == 0 && !at.is_missed_by(rate(lower)) {
            lower as f64
        } else if !at.is_passed_by(rate(upper)) {
            upper as f64
        } else {
            lower as f64 - at.share(rate(upper), rate(lower))
        }
    }

    /// The first row of which something holds, as it does of all later ones.
    fn first_row(&self, holds: impl Fn(usize) -> bool) -> usize {
        let (mut row, mut end) = (0, self.rates.len());
        while row < end {
            let middle = row + (end - row) / 2;
            match holds(middle) {
                true => end = middle,
                false => row = middle + 1,
            }
        }
        row
    }

    fn rate_at(&self, class: usize, place: f64) -> f64 {
        let row = place.floor() as usize;
        let share = place - place.floor();
        let next = self.rates[(row + 1).min(self.number())][class];
        self.rates[row][class] * (1.0 - share) + next * share
    }
}

/// The curve as it is, or with both classes and the order of the scores swapped, so that TNR is seen
/// over FNR, or rather over -TPR, which has no less digits near 0 than TPR.
struct Side<'a> {
    steps: &'a Steps,
    mirrored: bool,
}

impl Side<'_> {
    /// The index of a step, counted from the lowest score of this side.
    fn step(&self, index: usize) -> usize {
        match self.mirrored {
            false => index,
            true => self.steps.number() - 1 - index,
        }
    }

    /// Where a step begins, in x, and how far it goes in both rates: x, y.
    fn extent(&self, index: usize) -> (f64, [f64; 2]) {
        let step = self.step(index);
        let [from, to] = [self.steps.rates[step + 1], self.steps.rates[step]];
        let run = [to[0] - from[0], to[1] - from[1]];
        match self.mirrored {
            false => (from[0], run),
            true => (-to[1], [run[1], run[0]]),
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
        let (x, y) = match self.mirrored {
            false => (0, 1),
            true => (1, 0),
        };
        let (mut area, mut mean) = (Sum::default(), Sum::default());
        let mut moved = Sum::default();
        for index in 0..self.steps.number() {
            pace.step()?;
            let (start, run) = self.extent(index);
            let part = Part::of(start, run[0], interval);
            let deviation = &mut deviations[self.step(index)];
            deviation[x] = moved.value() + run[1] * part.moment;
            deviation[y] = part.height;
            moved.add(run[1] * part.inside);
            area.add(run[1] * part.height);
            mean.add(run[0] * deviation[x]);
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

/// Of a step that goes from `start` on: of the places z in [0, 1] along it.
struct Part {
    /// The share that lies within the interval, half on its ends.
    inside: f64,
    /// The integral of z over these.
    moment: f64,
    /// The mean of what the interval has behind the place.
    height: f64,
}

impl Part {
    fn of(start: f64, run: f64, [low, high]: [f64; 2]) -> Part {
        if run > 0.0 {
            // From the ends themselves: places lose the digits of a narrow interval.
            let [from, to] = [low, high].map(|end| end.clamp(start, start + run));
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
