//! How much the area of a tally varies: influences depend on the score and the class alone.

use crate::covariance::{Moments, UnitSums};
use crate::error::{Class, Error};
use crate::memory::{push, reserve};
use crate::poll::{Pace, Poll};
use crate::sampling::Unit;
use crate::sort::ties::{deviation, Standing, TIE};
use crate::sum::totals::{fits, Totals};
use crate::sum::{Sum, Sums};
use crate::tally::overlap::{end_of_set, Neighbours, Surroundings};
use crate::tally::row::Check;
use crate::tally::Row;

/// The sums over the units of a tally.
#[derive(Clone, Debug, PartialEq)]
pub struct Tallied {
    /// The area, what is within a row or in rows that overlap counting half, and the sums of squared influences on
    /// it.
    pub sums: UnitSums,
    /// How far the area of the observations can be off that, up or down: rows of one score leave
    /// nothing open, unless they overlap with others.
    pub open: f64,
    /// By which part of itself the standard error may be off, about and at most: each observation beats the share
    /// of the other class in rows below, and half of the share that is left open for it. The root of the sum of
    /// squares of these halves, divided by that of the influences.
    pub doubt: f64,
}

/// The sums that [`covariance`](crate::inference::covariance()) makes of observations, from their tally: the same where each row
/// has one score. The powers of weights are in `units`, see [`units_of`](crate::tally::units_of). Where sums of
/// fourth powers are not known, or no double holds them, weights of a row and class count as equal for the
/// degrees of freedom. NaN of what needs squares that are not known. O(rows), O(rows log rows) where they overlap.
///
/// ```
/// use weighted_roc_core::inference::tallied_sums;
/// use weighted_roc_core::sampling::Unit;
/// use weighted_roc_core::tally::Row;
///
/// let row = |score, weights| Row::new(score, weights, 1.0);
/// let rows = [row(1.0, [1.0, 0.0]), row(2.0, [0.0, 1.0]), row(3.0, [1.0, 0.0]), row(4.0, [0.0, 1.0])];
/// let result = tallied_sums(&rows, [1.0; 2], Unit::Row, &mut || false)?;
/// assert_eq!((result.sums.values[0], result.open, result.sums.numbers), (0.75, 0.0, [2.0, 2.0]));
/// assert_eq!((result.sums.negatives[0], result.sums.positives[0]), (1.0 / 32.0, 1.0 / 32.0));
/// # Ok::<(), weighted_roc_core::Error>(())
/// ```
///
/// # Errors
/// The errors of [`Ranking::from_tally`](crate::curve::Ranking::from_tally).
pub fn tallied_sums(
    rows: &[Row],
    units: [f64; 2],
    unit: Unit,
    poll: Poll<'_>,
) -> Result<Tallied, Error> {
    let mut pace = Pace::new(poll);
    Check::default().rows(rows, &mut pace)?;
    let totals = totals_of(rows)?;
    let (area, open) = area_of(rows, totals, &mut pace)?;
    let numbers = numbers_of(rows);
    let number_of_units = match unit {
        Unit::Row => numbers,
        Unit::Count => totals,
    };
    let mut moments = Moments::new(area, numbers, number_of_units);
    let mut doubts = Sum::default();
    for_each_set(rows, totals, &mut pace, |set| {
        for (row, place) in set {
            for class in 0..2 {
                let [second, fourth] = match unit {
                    Unit::Row => powers_of_shares(row, class, totals[class] / units[class]),
                    Unit::Count => powers_of_counts(place.shares[class], totals[class]),
                };
                doubts.add(second * place.open[class] * place.open[class]);
                let square = deviation(place.placements[class], area, 1.0).powi(2);
                moments.add_sums(class, second * square, fourth * square * square, second);
            }
        }
        Ok(())
    })?;
    let sums = moments.sums()?;
    let doubt = doubt_of(doubts.value(), sums.negatives[0] + sums.positives[0]);
    Ok(Tallied { sums, open, doubt })
}

fn totals_of(rows: &[Row]) -> Result<[f64; 2], Error> {
    let negatives = || rows.iter().map(|row| row.negative);
    let positives = || rows.iter().map(|row| row.positive);
    let sum = |weights: &mut dyn Iterator<Item = f64>| {
        let mut sum = Sum::default();
        weights.for_each(|weight| sum.add(weight));
        sum.value()
    };
    // Plain sums, which are no NaN where they overflow.
    Totals {
        negative: negatives().sum(),
        positive: positives().sum(),
    }
    .check(|class| match class {
        Class::Negative => fits(negatives()),
        Class::Positive => fits(positives()),
    })?;
    Ok([sum(&mut negatives()), sum(&mut positives())])
}

fn numbers_of(rows: &[Row]) -> [f64; 2] {
    [0, 1].map(|class| rows.iter().map(|row| row.powers[class].number).sum())
}

fn shares(row: &Row, totals: [f64; 2]) -> [f64; 2] {
    [row.negative / totals[0], row.positive / totals[1]]
}

/// The sums of the observations of a row, by class.
struct RankedRow {
    /// Their shares of the weight of their class.
    shares: [f64; 2],
    /// The share of the positives that a negative of the row beats, being above it, and of the negatives that a
    /// positive beats: those in rows below, and half of those in rows that overlap.
    placements: [f64; 2],
    /// By how much that may be off.
    open: [f64; 2],
}

impl RankedRow {
    /// `below` has the shares in the connected sets of rows below.
    fn new(row: &Row, below: Sums, neighbours: &Neighbours, totals: [f64; 2]) -> RankedRow {
        let shares = shares(row, totals);
        let below = below.values();
        let standing = Standing {
            below: [0, 1].map(|class| below[class] + neighbours.below[class]),
            tied: [0, 1].map(|class| shares[class] + neighbours.others[class]),
        };
        let [negative, positive] = if row.scores > 1.0 || row.last > row.score {
            standing.tied
        } else {
            neighbours.others
        };
        RankedRow {
            shares,
            placements: standing.placements(1.0),
            open: [positive, negative].map(|share| TIE * share),
        }
    }
}

/// Calls with the rows of each connected set of bins and their places, in ascending order.
fn for_each_set(
    rows: &[Row],
    totals: [f64; 2],
    pace: &mut Pace<'_>,
    mut call: impl FnMut(&mut dyn Iterator<Item = (&Row, RankedRow)>) -> Result<(), Error>,
) -> Result<(), Error> {
    let mut below = Sums::default();
    let mut surroundings = Surroundings::default();
    let mut first = 0;
    while first < rows.len() {
        pace.step()?;
        let set = &rows[first..end_of_set(rows, first)];
        let neighbours = surroundings.around_set(set, |row| shares(row, totals), pace)?;
        let places = set.iter().zip(neighbours);
        call(
            &mut places
                .map(|(row, neighbours)| (row, RankedRow::new(row, below, neighbours, totals))),
        )?;
        set.iter().for_each(|row| below.add(shares(row, totals)));
        first += set.len();
    }
    Ok(())
}

/// The area, and half of the rectangles of rows of several scores and of rows that overlap.
fn area_of(rows: &[Row], totals: [f64; 2], pace: &mut Pace<'_>) -> Result<(f64, f64), Error> {
    let (mut area, mut open) = (Sum::default(), Sum::default());
    for_each_set(rows, totals, pace, |set| {
        for (_, place) in set {
            area.add(place.shares[1] * place.placements[1]);
            open.add(place.shares[1] * place.open[1]);
        }
        Ok(())
    })?;
    Ok((area.value().clamp(0.0, 1.0), open.value()))
}

/// The square roots of both sums, one divided by the other.
fn doubt_of(open: f64, squares: f64) -> f64 {
    if open == 0.0 {
        0.0
    } else {
        (open / squares).sqrt()
    }
}

/// A step of the curve of a tally: a connected set of bins that overlap, most often a single one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Step {
    /// How many distinct scores there are, at least, as in [`Row::scores`].
    pub scores: f64,
    /// The area below the step, pairs of observations whose order is not known counting half.
    pub area: f64,
    /// How far that can be off, up or down.
    pub open: f64,
}

/// The steps of the curve that [`Ranking::from_tally`](crate::curve::Ranking::from_tally) makes, in ascending order of
/// scores. O(rows), O(rows log rows) where rows overlap.
///
/// ```
/// use weighted_roc_core::inference::tallied_steps;
/// use weighted_roc_core::tally::{merge, to_breaks, Row};
///
/// let row = |score| Row::new(score, [1.0, 1.0], 1.0);
/// let tally = |breaks| to_breaks((1..7).map(|i| row(f64::from(i))).collect(), breaks, 1.0, &mut || false);
/// let (rows, _) = merge(&[tally(&[3.0, 5.0])?, tally(&[4.0])?], 0, None, &mut || false)?;
/// let steps = tallied_steps(&rows, &mut || false)?;
/// // All bins overlap with the one before, but the first and the last do not overlap.
/// assert_eq!((rows.len(), steps.len(), steps[0].area), (5, 1, 0.5));
/// assert!(steps[0].open < 0.5);
/// # Ok::<(), weighted_roc_core::Error>(())
/// ```
///
/// # Errors
/// The errors of [`Ranking::from_tally`](crate::curve::Ranking::from_tally).
pub fn tallied_steps(rows: &[Row], poll: Poll<'_>) -> Result<Vec<Step>, Error> {
    let mut pace = Pace::new(poll);
    Check::default().rows(rows, &mut pace)?;
    let mut steps = reserve(rows.len())?;
    for_each_set(rows, totals_of(rows)?, &mut pace, |set| {
        let mut scores = 0.0;
        let (mut area, mut open) = (Sum::default(), Sum::default());
        for (row, place) in set {
            scores = if scores == 0.0 {
                row.scores
            } else {
                row.scores.max(scores).max(2.0)
            };
            area.add(place.shares[0] * place.placements[0]);
            open.add(place.shares[0] * place.open[0]);
        }
        let (area, open) = (area.value(), open.value());
        push(&mut steps, Step { scores, area, open })
    })?;
    Ok(steps)
}

/// The sums of squares and of fourth powers of the shares that the units of a row and class have in the weight of the
/// class. `total` is in the unit of the powers.
fn powers_of_shares(row: &Row, class: usize, total: f64) -> [f64; 2] {
    let powers = row.powers[class];
    // Step by step: the square of the total may be no double.
    let squares = powers.squares / total / total;
    let fourths = powers.fourths / total / total / total / total;
    // No fourth powers have a smaller sum, by the inequality of Cauchy and Schwarz.
    let least = if powers.number > 0.0 {
        squares * squares / powers.number
    } else {
        0.0
    };
    [squares, fourths.max(least)]
}

/// A weight of w is w units of one share each.
fn powers_of_counts(share: f64, total: f64) -> [f64; 2] {
    let squares = share / total;
    [squares, squares / total / total]
}
