//! Sums over the units of a curve that a database has collected by parts of whole clusters.

use super::parts::{areas_without, WithoutParts};
use super::tallied::tallied_sums;
use crate::covariance::UnitSums;
use crate::error::{Argument, Error};
use crate::memory::{push, reserve};
use crate::poll::{Pace, Poll};
use crate::sampling::Unit;
use crate::sort::ties::TIE;
use crate::tally::{Powers, Row};

/// The steps of a collected curve from the lowest scores up, whose rows were counted by parts; of both classes, the
/// negatives first.
#[derive(Clone, Copy, Debug)]
pub struct StepParts<'a> {
    /// The lowest score of each step.
    pub score: &'a [f64],
    /// The highest one.
    pub last: &'a [f64],
    /// The shares of all pairs that are in a step and that positives win.
    pub wins: &'a [f64],
    /// The weights of each step.
    pub weights: [&'a [f64]; 2],
    /// The sums of squared weights.
    pub squares: [&'a [f64]; 2],
    /// The numbers of observations.
    pub numbers: [&'a [f64]; 2],
    /// The weights of each step of the first part, then of the second one and so on.
    pub parts: [&'a [f64]; 2],
    /// Likewise the shares of pairs in a step in which negatives and in which positives of the part win.
    pub pairs: [&'a [f64]; 2],
    /// The factors of the weights in their squares.
    pub scales: [f64; 2],
}

/// The sums of a collected curve with this area, and its areas without each part that has weight.
///
/// ```
/// use weighted_roc_core::inference::{sums_in_parts, StepParts};
///
/// // The first part has a negative at 0 and a positive at 1, the second one a negative at 1 and a positive at 2.
/// let (negatives, positives) = ([1.0, 1.0, 0.0], [0.0, 1.0, 1.0]);
/// let tie = [0.0, 0.125, 0.0];
/// let steps = StepParts {
///     score: &[0.0, 1.0, 2.0],
///     last: &[0.0, 1.0, 2.0],
///     wins: &tie,
///     weights: [&negatives, &positives],
///     squares: [&negatives, &positives],
///     numbers: [&negatives, &positives],
///     parts: [&[1.0, 0.0, 0.0, 0.0, 1.0, 0.0], &[0.0, 1.0, 0.0, 0.0, 0.0, 1.0]],
///     pairs: [&[0.0, 0.0, 0.0, 0.0, 0.125, 0.0], &[0.0, 0.125, 0.0, 0.0, 0.0, 0.0]],
///     scales: [1.0; 2],
/// };
/// let (sums, without) = sums_in_parts(&steps, 0.875, &mut || false)?;
/// assert_eq!((&sums.values[..], &without.areas[..]), (&[0.875][..], &[1.0, 1.0][..]));
/// # Ok::<(), weighted_roc_core::Error>(())
/// ```
///
/// # Errors
/// [`Error::Length`] for columns of other lengths, and the errors of [`tallied_sums`] and of [`areas_without`].
pub fn sums_in_parts(
    steps: &StepParts<'_>,
    area: f64,
    poll: Poll<'_>,
) -> Result<(UnitSums, WithoutParts), Error> {
    steps.check_lengths()?;
    let rows = StepRows::new(steps, &mut Pace::new(&mut *poll))?;
    let units = steps.scales.map(|scale| 1.0 / scale);
    let mut sums = tallied_sums(&rows.whole, units, Unit::Row, &mut *poll)?.sums;
    let mut without = areas_without(&rows.parts, poll)?;
    // Pairs within a step tie in these areas, and in that of all rows.
    let apart = area - (sums.values[0] + rows.beyond_ties);
    for (of, beyond_ties) in without.areas.iter_mut().zip(rows.beyond_ties_without) {
        *of += beyond_ties + apart;
    }
    sums.values[0] = area;
    Ok((sums, without))
}

/// Steps as rows of a tally, in which pairs within a step tie.
struct StepRows {
    whole: Vec<Row>,
    /// The rows of each part that has weight.
    parts: Vec<Vec<Row>>,
    /// By how much the area is larger, as positives win more than half of the pairs within steps.
    beyond_ties: f64,
    /// The same of the areas without each part.
    beyond_ties_without: Vec<f64>,
}

impl StepRows {
    fn new(steps: &StepParts<'_>, pace: &mut Pace<'_>) -> Result<StepRows, Error> {
        let number = steps.score.len();
        let totals = steps.weights.map(|of| of.iter().sum::<f64>());
        let share = |weights: [f64; 2]| [0, 1].map(|class| weights[class] / totals[class]);
        let shares_of_step = |step: usize| share(steps.weights.map(|of| of[step]));
        let mut rows = StepRows {
            whole: reserve(number)?,
            parts: Vec::new(),
            beyond_ties: 0.0,
            beyond_ties_without: Vec::new(),
        };
        for step in 0..number {
            pace.step()?;
            push(&mut rows.whole, steps.row(step))?;
            let [s0, s1] = shares_of_step(step);
            rows.beyond_ties += steps.wins[step] - s0 * s1 * TIE;
        }
        for first in (0..steps.parts[0].len()).step_by(number.max(1)) {
            let mut part = Vec::new();
            let (mut beyond, mut left) = (rows.beyond_ties, [1.0; 2]);
            for step in 0..number {
                pace.step()?;
                let own = steps.parts.map(|of| of[first + step]);
                if own == [0.0; 2] {
                    continue;
                }
                let mut row = steps.row(step);
                (row.negative, row.positive, row.powers) = (own[0], own[1], [Powers::NONE; 2]);
                push(&mut part, row)?;
                let ([p0, p1], [s0, s1]) = (share(own), shares_of_step(step));
                // Pairs with others, those of the part's negatives by what its negatives win.
                beyond -= steps.pairs[1][first + step] - p1 * s0 * TIE;
                beyond -= p0 * s1 * TIE - steps.pairs[0][first + step];
                // Pairs within the part were taken away twice. They are few, and won as often as others.
                if s0 * s1 > 0.0 {
                    beyond += p0 * p1 * (steps.wins[step] / (s0 * s1) - TIE);
                }
                left = [left[0] - p0, left[1] - p1];
            }
            if !part.is_empty() {
                push(&mut rows.parts, part)?;
                push(&mut rows.beyond_ties_without, beyond / (left[0] * left[1]))?;
            }
        }
        Ok(rows)
    }
}

impl StepParts<'_> {
    fn check_lengths(&self) -> Result<(), Error> {
        let (steps, of_parts) = (self.score.len(), self.parts[0].len());
        let check =
            |columns: &[&[f64]], expected| match columns.iter().find(|of| of.len() != expected) {
                None => Ok(()),
                Some(column) => Err(Error::Length {
                    argument: Argument::Covariance,
                    length: column.len(),
                    expected,
                }),
            };
        check(&[self.last, self.wins], steps)?;
        for columns in [self.weights, self.squares, self.numbers] {
            check(&columns, steps)?;
        }
        check(&[self.parts[1], self.pairs[0], self.pairs[1]], of_parts)?;
        check(&[self.parts[0]], of_parts - of_parts % steps.max(1))
    }

    fn row(&self, step: usize) -> Row {
        let (score, last) = (self.score[step], self.last[step]);
        let [negative, positive] = self.weights.map(|of| of[step]);
        Row {
            score,
            last,
            negative,
            positive,
            scores: if score < last { 2.0 } else { 1.0 },
            lost: [0.0; 2],
            powers: [0, 1].map(|class| Powers {
                squares: self.squares[class][step],
                fourths: f64::NAN,
                number: self.numbers[class][step],
                lost: [0.0; 2],
            }),
        }
    }
}
