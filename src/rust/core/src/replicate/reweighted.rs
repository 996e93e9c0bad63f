//! The curve of a replicate, from sums of its weights alone.

use super::classes::{Classes, Member};
use crate::curve::true_negative_rate;
use crate::error::Error;
use crate::measure::{Criterion, Measure, PrecisionSum};
use crate::poll::Pace;
use crate::shape::{write_outer, Rates};
use crate::sort::ties::TIE;
use crate::sum::scale::ratio;

/// The weights of a negative and a positive above all others, and of those below all others.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ends {
    pub above: [f64; 2],
    pub below: [f64; 2],
}

/// Sorted observations with weights in place of their own, and perhaps with one more observation at each end of each class.
/// Where these weights are whole numbers the rates are those of a curve to the last digit. Rows without weight have the
/// rates of the row behind them.
#[derive(Clone, Copy)]
pub(super) struct Reweighted<'a> {
    classes: &'a Classes,
    /// The weight of all members of a class, of all but the first, ..., of none.
    above: [&'a [f64]; 2],
    ends: Option<Ends>,
    /// The weights of the classes, with the ends.
    totals: [f64; 2],
    /// The rows, without the ends; all of them if there are none.
    rows: Option<&'a [usize]>,
}

/// Writes the sums of the weights of members of a class, times their factors, from the highest score down.
#[inline(always)]
pub(super) fn sum_up(members: &[Member], sums: &mut [f64], factor: impl Fn(usize) -> f64) {
    let (last, mut sum) = (members.len(), 0.0);
    sums[last] = sum;
    // Iterators in reverse take twice the time.
    let sums = &mut sums[..last];
    for i in (0..last).rev() {
        sum += members[i].weight * factor(i);
        sums[i] = sum;
    }
}

impl<'a> Reweighted<'a> {
    /// From what [`sum_up`] writes of both classes.
    pub fn new(classes: &'a Classes, sums: &'a [Vec<f64>; 2]) -> Self {
        let above = sums.each_ref().map(Vec::as_slice);
        Reweighted {
            classes,
            above,
            ends: None,
            totals: above.map(|above| above[0]),
            rows: None,
        }
    }

    pub fn with(self, ends: Option<Ends>) -> Self {
        let of_ends = |class: usize| ends.map_or(0.0, |ends| ends.above[class] + ends.below[class]);
        Reweighted {
            ends,
            totals: [0, 1].map(|class| self.above[class][0] + of_ends(class)),
            ..self
        }
    }

    /// Returns whether it has both classes, and observations of its own, without which these have no shares.
    pub fn is_known(&self) -> bool {
        !self.totals.contains(&0.0) && self.above.iter().any(|above| above[0] != 0.0)
    }

    /// Only some rows, such as those on the hull.
    pub fn only(self, rows: &'a [usize]) -> Self {
        Reweighted {
            rows: Some(rows),
            ..self
        }
    }

    /// The weights that a row calls positive, without the ends.
    #[inline(always)]
    fn own_predicted(&self, row: usize) -> [f64; 2] {
        let [negatives, positives] = self.classes.rows[row];
        [
            self.above[0][negatives as usize],
            self.above[1][positives as usize],
        ]
    }

    /// The weights that a row calls positive, and what it may call but does not. With ends the first row calls all positive,
    /// the last one nothing, and that before it what is above all others.
    #[inline(always)]
    fn weights(&self, row: usize) -> [f64; 2] {
        let own = |row: usize| self.own_predicted(self.rows.map_or(row, |rows| rows[row]));
        let Some(ends) = &self.ends else {
            return own(row);
        };
        match row.checked_sub(1) {
            None => self.totals,
            Some(row) if row > self.own_steps() => [0.0; 2],
            Some(row) => with(own(row), ends.above),
        }
    }

    fn own_steps(&self) -> usize {
        self.rows
            .map_or(self.classes.scores.len(), |rows| rows.len() - 1)
    }

    /// The area under the curve, at most 1: rounding must not lead beyond. NaN without a class. O(positives).
    pub fn area(&self) -> f64 {
        let [negatives, positives] = self.above;
        let [all, total] = [negatives[0], positives[0]];
        let (mut wins, mut above) = (0.0, total);
        let both = all + all;
        let below = &self.classes.below[..self.classes.members[1].len()];
        for (rows, &next) in below.iter().zip(&positives[1..]) {
            let lost = negatives[rows[0] as usize] + negatives[rows[1] as usize];
            wins += (above - next) * (both - lost);
            above = next;
        }
        let mut won = TIE * wins;
        if let Some(Ends { above, below }) = self.ends {
            // Positives above beat all negatives, and all positives beat negatives below.
            won += above[1] * (all + below[0]) + total * below[0];
        }
        let area = won / (self.totals[1] * self.totals[0]);
        if area > 1.0 {
            1.0
        } else {
            area
        }
    }

    /// An area of precision, from the highest score down. O(positives).
    pub fn precision(&self, summary: &Criterion, pace: &mut Pace<'_>) -> Result<f64, Error> {
        pace.steps(self.classes.members[1].len())?;
        let sum = PrecisionSum::new(self.totals, self.priors(summary.prior));
        // A loop for each, which keeps its sums in registers.
        let sum = match summary.measure {
            Measure::AveragePrecision => self.advance(sum, PrecisionSum::add_average),
            Measure::PrecisionRecall => self.advance(sum, PrecisionSum::add_area),
            _ => self.advance(sum, PrecisionSum::add_gain),
        };
        Ok(sum.value())
    }

    /// Hands the steps of the curve with positives, from the highest score down, to `add`.
    #[inline(always)]
    fn advance(
        &self,
        mut sum: PrecisionSum,
        add: impl Fn(&mut PrecisionSum, [f64; 2], [f64; 2]),
    ) -> PrecisionSum {
        let above = self.ends.map_or([0.0; 2], |ends| ends.above);
        add(&mut sum, [0.0; 2], above);
        let ([negative, positive], positives) = (self.above, &self.classes.members[1]);
        let mut end = positives.len();
        while let Some(last) = end.checked_sub(1) {
            let is_lower = |member: &Member| member.score < positives[last].score;
            let start = positives[..last].iter().rposition(is_lower);
            let start = start.map_or(0, |lower| lower + 1);
            let [lower, upper] = self.classes.below[last];
            let from = [negative[upper as usize], positive[end]];
            let to = [negative[lower as usize], positive[start]];
            add(&mut sum, with(from, above), with(to, above));
            end = start;
        }
        add(&mut sum, with(self.own_predicted(0), above), self.totals);
        sum
    }

    /// Writes the rows that may be corners of the upper convex hull, ascending: no others are with ends either, but for
    /// these. Where no positive has the score of a row, the next one is at least as good. O(positives), and nothing is
    /// allocated if there is room for two more, and in `every` for each 64th.
    pub fn write_corners(
        &self,
        (corners, every): (&mut Vec<usize>, &mut Vec<usize>),
        pace: &mut Pace<'_>,
    ) -> Result<(), Error> {
        let (positives, below) = (&self.classes.members[1], &self.classes.below);
        let all = self.own_predicted(0);
        // The last row that calls all positive.
        let is_of_all = |&[negatives, positives]: &[u32; 2]| {
            self.above[0][negatives as usize] == all[0]
                && self.above[1][positives as usize] == all[1]
        };
        let first = self.classes.rows.partition_point(is_of_all).max(1) - 1;
        let end = positives.partition_point(|member| member.score as usize <= first);
        // From the highest score down: nothing, the positives above the first row, and that row.
        let behind = positives.len() - end + 1;
        let point = |i: usize| {
            let member = positives.len().saturating_sub(i);
            let [lower, _] = below[member];
            [self.above[0][lower as usize], self.above[1][member]]
        };
        write_outer(behind + 1, point, 0.0, (&mut *corners, every), pace)?;
        let mut left = 0;
        for i in 0..corners.len() {
            pace.step()?;
            let row = match corners[i] {
                0 => self.classes.scores.len(),
                i if i == behind => first,
                i => positives[positives.len() - i].score as usize,
            };
            let [y, x] = self.own_predicted(row);
            // Nothing between them has weight.
            if left > 0 && self.own_predicted(corners[left - 1]) == [y, x] {
                continue;
            }
            while let [.., before, last] = corners[..left] {
                let ([from_y, from_x], [mid_y, mid_x]) =
                    (self.own_predicted(before), self.own_predicted(last));
                if (mid_x - from_x) * (y - mid_y) > (x - mid_x) * (mid_y - from_y) {
                    break;
                }
                left -= 1;
            }
            corners[left] = row;
            left += 1;
        }
        corners.truncate(left);
        corners.reverse();
        Ok(())
    }
}

#[inline(always)]
fn with(own: [f64; 2], more: [f64; 2]) -> [f64; 2] {
    [own[0] + more[0], own[1] + more[1]]
}

impl Rates for Reweighted<'_> {
    fn steps(&self) -> usize {
        self.own_steps() + self.ends.map_or(0, |_| 2)
    }

    #[inline]
    fn predicted_positive(&self, row: usize) -> [f64; 2] {
        let predicted_positive = self.weights(row);
        [0, 1].map(|class| predicted_positive[class] / self.totals[class])
    }

    #[inline]
    fn predicted_negative(&self, row: usize) -> [f64; 2] {
        let predicted_positive = self.weights(row);
        let [rest, missed] =
            [0, 1].map(|class| (self.totals[class] - predicted_positive[class]).max(0.0));
        let [negatives, positives] = self.totals;
        [
            true_negative_rate(predicted_positive[0] / negatives, negatives, || rest),
            missed / positives,
        ]
    }

    /// The observations beyond all others have none.
    fn score(&self, step: usize) -> f64 {
        let own = match self.ends {
            None => Some(step),
            Some(_) => step.checked_sub(1),
        };
        let Some(own) = own else {
            return f64::NEG_INFINITY;
        };
        let row = self
            .rows
            .map_or(own, |rows| rows.get(own).copied().unwrap_or(usize::MAX));
        self.classes
            .scores
            .get(row)
            .copied()
            .unwrap_or(f64::INFINITY)
    }

    /// The shares of the classes in the weights, without the ends.
    fn parts(&self) -> [f64; 2] {
        let scales = self.classes.scales;
        // Not in the units of the classes, in which small weights vanish.
        let odds = ratio(
            &[self.above[1][0], scales[0]],
            &[self.above[0][0], scales[1]],
        );
        [1.0 / (1.0 + odds), 1.0 / (1.0 + 1.0 / odds)]
    }
}
