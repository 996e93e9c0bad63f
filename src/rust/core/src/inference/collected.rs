//! Sums over units that a database has begun to make.

use crate::covariance::{Moments, UnitSums};
use crate::error::{Argument, Error};
use crate::poll::{Pace, Poll};
use crate::sampling::Unit;

/// This many additions more than a step has rows may have lost digits.
const MORE: f64 = 1e4;

/// The components of the variance of the AUC of a collected curve, step by step from the lowest
/// scores up, by class: the negatives first.
///
/// A unit of weight w adds w^2 (V - A)^2 to it, and w^4 (V - A)^4 to its degrees of freedom, with V the share of
/// the other class that its score beats: what lies below its step, which is known once all steps are, and u, what
/// lies within the step below it, ties counting half. So a step has the sums of w^p u^k.
#[derive(Clone, Copy, Debug)]
pub struct StepMoments<'a> {
    /// The weights of each step.
    pub weights: [&'a [f64]; 2],
    /// The numbers of observations of each step.
    pub numbers: [&'a [f64]; 2],
    /// The sums of w^2 u^k for k from 0 to 2; where weights are numbers of units those of w u^k.
    pub second: [[&'a [f64]; 3]; 2],
    /// The sums of w^4 u^k for k from 0 to 4; where weights are numbers of units those of w u^k.
    pub fourth: [[&'a [f64]; 5]; 2],
    /// The factors of the weights in these sums; u has that of the other class.
    pub scales: [f64; 2],
}

/// The sums over the units of a collected curve with this area.
///
/// ```
/// use weighted_roc_core::inference::{collected_sums, StepMoments};
/// use weighted_roc_core::sampling::Unit;
///
/// // A negative and a positive in the first step, which tie, and one of each in steps of their own.
/// let (negative, one) = ([1.0, 1.0, 0.0], [1.0, 0.0, 1.0]);
/// let (half, quarter) = ([0.5, 0.0, 0.0], [0.25, 0.0, 0.0]);
/// let of = |own| [own, &half[..], &quarter[..]];
/// let [third, fourth] = [[0.125, 0.0, 0.0], [0.0625, 0.0, 0.0]];
/// let moments = StepMoments {
///     weights: [&negative, &one],
///     numbers: [&negative, &one],
///     second: [of(&negative), of(&one)],
///     fourth: [&negative, &one].map(|own| [&own[..], &half, &quarter, &third, &fourth]),
///     scales: [1.0; 2],
/// };
/// let result = collected_sums(&moments, 0.625, Unit::Row, &mut || false)?;
/// // The positives beat 1/4 and all of the negatives.
/// assert_eq!(result.positives[0], 0.25 * (0.375f64.powi(2) + 0.375f64.powi(2)));
/// # Ok::<(), weighted_roc_core::Error>(())
/// ```
///
/// # Errors
/// [`Error::Length`] for columns of different lengths.
pub fn collected_sums(
    moments: &StepMoments<'_>,
    area: f64,
    unit: Unit,
    poll: Poll<'_>,
) -> Result<UnitSums, Error> {
    moments.check_lengths()?;
    let mut pace = Pace::new(poll);
    let totals = moments.weights.map(|weights| weights.iter().sum::<f64>());
    let numbers = moments.numbers.map(|numbers| numbers.iter().sum::<f64>());
    let units = if unit == Unit::Count { totals } else { numbers };
    let mut sums = Moments::new(area, numbers, units);
    for class in 0..2 {
        let [squares, fourths, shares] =
            moments.class_sums(class, area, totals, unit, &mut pace)?;
        sums.add_sums(class, squares, fourths, shares);
    }
    sums.sums()
}

impl StepMoments<'_> {
    fn check_lengths(&self) -> Result<(), Error> {
        let expected = self.weights[0].len();
        let columns = self.weights.iter().chain(&self.numbers);
        let columns = columns.chain(self.second.iter().flatten());
        let mut columns = columns.chain(self.fourth.iter().flatten());
        match columns.find(|column| column.len() != expected) {
            None => Ok(()),
            Some(column) => Err(Error::Length {
                argument: Argument::Covariance,
                length: column.len(),
                expected,
            }),
        }
    }

    /// The sums over a class of p^2 (V - A)^2, of p^4 (V - A)^4 and of p^2, with p the shares of units in it.
    fn class_sums(
        &self,
        class: usize,
        area: f64,
        totals: [f64; 2],
        unit: Unit,
        pace: &mut Pace<'_>,
    ) -> Result<[f64; 3], Error> {
        let other = 1 - class;
        let [own, place] = [class, other].map(|class| totals[class] * self.scales[class]);
        // A number of units has that many of 1.
        let (powers, of_unit) = match unit {
            Unit::Row => ([2, 4], 1.0),
            Unit::Count => ([1, 1], self.scales[class] / own),
        };
        let moment = |column: &[f64], step: usize, power: i32, order: usize| {
            let sum = if unit == Unit::Count && order == 0 {
                self.weights[class][step] * self.scales[class]
            } else {
                column[step]
            };
            sum / own.powi(power) / place.powi(order as i32)
        };
        // A negative is beaten by the positives above it.
        let lost = if class == 1 { area } else { 1.0 - area };
        let (mut squares, mut terms, mut fourths, mut shares) = (0.0, 0.0, 0.0, 0.0);
        let (mut below, mut rows) = (0.0, 0.0f64);
        for step in 0..self.weights[class].len() {
            pace.step()?;
            let away = below - lost;
            let second =
                [0, 1, 2].map(|k| moment(self.second[class][k], step, powers[0], k) * of_unit);
            let fourth = [0, 1, 2, 3, 4]
                .map(|k| moment(self.fourth[class][k], step, powers[1], k) * of_unit.powi(3));
            squares += second[0] * away * away + 2.0 * away * second[1] + second[2];
            terms += second[0] * away * away + 2.0 * away.abs() * second[1] + second[2];
            fourths += fourth[0] * away.powi(4)
                + 4.0 * away.powi(3) * fourth[1]
                + 6.0 * away.powi(2) * fourth[2]
                + 4.0 * away * fourth[3]
                + fourth[4];
            shares += second[0];
            rows = rows.max(self.numbers[0][step] + self.numbers[1][step]);
            below += self.weights[other][step] / totals[other];
        }
        // The remainder of rounding where the exact value is 0: a database adds up in plain
        // arithmetic.
        if squares <= (rows + MORE) * 0.5 * f64::EPSILON * terms {
            squares = 0.0;
        }
        Ok([squares, fourths.max(0.0), shares])
    }
}
