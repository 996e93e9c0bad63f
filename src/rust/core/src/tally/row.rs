//! The rows of tallies, and what they must be.

use crate::error::{Argument, Class, Error, Result};
use crate::poll::{Pace, Poll};
use crate::range::Range;
use crate::sum::two_sum;

/// The weights of the classes at a score, or in a bin of scores.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Row {
    /// The least of the scores.
    pub score: f64,
    /// The greatest of the scores.
    pub last: f64,
    /// The weight of the negatives.
    pub negative: f64,
    /// The weight of the positives.
    pub positive: f64,
    /// How many distinct scores there are, at least: 1 when there is one, else 2 or more.
    pub scores: f64,
    /// The weight lost to rounding, of the negatives and of the positives.
    pub lost: [f64; 2],
    /// The sums of powers of the weights, of the negatives and of the positives.
    pub powers: [Powers; 2],
}

/// The sums from which the variance of a class is computed; NaN where that is not known, or no
/// double holds it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Powers {
    /// The sum of the squared weights.
    pub squares: f64,
    /// The sum of their fourth powers.
    pub fourths: f64,
    /// The number of observations of positive weight.
    pub number: f64,
    /// The weight lost to rounding in the sums of squares and of fourth powers.
    pub lost: [f64; 2],
}

impl Powers {
    /// Sums of n weights w have (sum w)^2 / n <= sum w^2 <= (sum w)^2, and so have squares. Too small or large ones
    /// are not judged.
    fn are_possible(&self, weight: f64) -> bool {
        let number = self.number;
        let fits = |sum: f64, squares: f64| {
            let square = sum * sum;
            let enough = number.is_nan() || squares >= square / number * (1.0 - 1e-9);
            !(1e-70..1e70).contains(&sum)
                || !squares.is_finite()
                || enough && squares <= square * (1.0 + 1e-9)
        };
        let counts = number.fract() == 0.0 && (number == 0.0) == (weight == 0.0);
        (number.is_nan() || counts)
            && fits(weight, self.squares)
            && fits(self.squares, self.fourths)
    }

    /// The sums of no observations.
    pub const NONE: Powers = Powers {
        squares: 0.0,
        fourths: 0.0,
        number: 0.0,
        lost: [0.0; 2],
    };

    /// Returns the sums of one observation, or of no observation if it has no weight.
    pub(crate) fn from_weight(weight: f64) -> Powers {
        Powers::from_weight_in(weight, 1.0)
    }

    /// [`Powers::from_weight`] in a unit, see [`units_of`](super::units_of).
    pub(super) fn from_weight_in(weight: f64, unit: f64) -> Powers {
        let square = (weight / unit) * (weight / unit);
        Powers {
            squares: known(square),
            fourths: known(square * square),
            number: f64::from(u8::from(weight > 0.0)),
            lost: [0.0; 2],
        }
    }

    /// Returns the sums of this many observations of weight 1.
    pub(super) fn from_ones(number: f64) -> Powers {
        Powers {
            squares: number,
            fourths: number,
            number,
            lost: [0.0; 2],
        }
    }

    /// In a unit that is larger by a power of two.
    pub(super) fn in_larger_unit(mut self, by: f64) -> Powers {
        for _ in 0..2 {
            self.squares /= by;
            self.lost[0] /= by;
        }
        for _ in 0..4 {
            self.fourths /= by;
            self.lost[1] /= by;
        }
        self
    }

    pub(super) fn absorb(&mut self, other: Powers) {
        let [squares, fourths] = &mut self.lost;
        add(&mut self.squares, squares, other.squares, other.lost[0]);
        add(&mut self.fourths, fourths, other.fourths, other.lost[1]);
        self.number += other.number;
    }
}

/// Returns NaN for a value that is not a number in a double.
fn known(value: f64) -> f64 {
    if value.is_finite() {
        value
    } else {
        f64::NAN
    }
}

/// Adds a sum and what rounding took from it to another.
fn add(sum: &mut f64, lost: &mut f64, term: f64, lost_of_term: f64) {
    let (rounded, error) = two_sum(*sum, term);
    let error = error + (*lost + lost_of_term);
    *sum = known(rounded + error);
    *lost = if sum.is_finite() {
        error - (*sum - rounded)
    } else {
        0.0
    };
}

impl Row {
    /// A row of these weights, each that of one observation. With one of several `scores` only the
    /// least is known.
    pub fn new(score: f64, [negative, positive]: [f64; 2], scores: f64) -> Row {
        Row {
            score,
            last: score,
            negative,
            positive,
            scores,
            lost: [0.0; 2],
            powers: [Powers::from_weight(negative), Powers::from_weight(positive)],
        }
    }

    /// [`Row::new`] of one score.
    pub(super) fn at_score(score: f64, weights: [f64; 2]) -> Row {
        Row::new(score, weights, 1.0)
    }

    /// Adds a row of the same bin, whose score is no lower.
    pub(super) fn absorb(&mut self, row: Row) {
        let one = row.scores == 1.0 && self.scores == 1.0 && row.score == self.score;
        let [negative, positive] = &mut self.lost;
        add(&mut self.negative, negative, row.negative, row.lost[0]);
        add(&mut self.positive, positive, row.positive, row.lost[1]);
        for (powers, other) in self.powers.iter_mut().zip(row.powers) {
            powers.absorb(other);
        }
        self.last = self.last.max(row.last);
        if !one {
            self.scores = row.scores.max(self.scores).max(2.0);
        }
    }

    /// The ends of a bin. Bins of a tally ascend by them: by the least of the scores, then by the greatest.
    pub(super) fn is_up_to(&self, other: &Row) -> bool {
        // No branch, which would be mispredicted every other time in mergers.
        (self.score < other.score) | ((self.score == other.score) & (self.last <= other.last))
    }

    /// How many observations of positive weight there are; NaN where that is not known.
    pub(super) fn number(&self) -> f64 {
        self.powers[0].number + self.powers[1].number
    }

    fn check(&self, position: usize) -> Result<()> {
        let missing = |argument| Error::Missing { argument, position };
        if self.score.is_nan() || self.last.is_nan() {
            return Err(missing(Argument::Scores));
        }
        if self.last < self.score {
            return Err(Error::NotAscending {
                argument: Argument::Scores,
                position,
                from: self.score,
                to: self.last,
            });
        }
        for value in [self.negative, self.positive] {
            if value.is_nan() {
                return Err(missing(Argument::Weights));
            }
            if !(0.0..=f64::MAX).contains(&value) {
                return Err(Error::Weight { position, value });
            }
        }
        let value = self.scores;
        if value >= 1.0 {
            Ok(())
        } else {
            Err(Error::ScoreCount { position, value })
        }
    }
}

/// The rows of a tally, wherever they are.
pub trait Rows {
    /// The number of rows.
    fn number(&self) -> usize;

    /// A row, counted from 0.
    ///
    /// # Panics
    /// When there is no such row.
    fn row(&self, index: usize) -> Row;
}

impl Rows for Vec<Row> {
    fn number(&self) -> usize {
        self.len()
    }

    #[inline(always)]
    fn row(&self, index: usize) -> Row {
        self[index]
    }
}

/// Checks tallies, one after the other.
#[derive(Default)]
pub(crate) struct Check {
    /// How many rows have been checked.
    rows: usize,
    /// Their weights, of negatives and of positives.
    sums: [f64; 2],
}

impl Check {
    /// Bins of a tally ascend and no two have the same ends, but they may overlap. Each row has at least one score,
    /// weights are finite and not negative.
    pub fn rows(&mut self, rows: &[Row], pace: &mut Pace<'_>) -> Result<()> {
        self.each(rows.iter().copied(), pace)
    }

    /// The same of rows that are not in memory as such.
    pub fn each(
        &mut self,
        rows: impl ExactSizeIterator<Item = Row>,
        pace: &mut Pace<'_>,
    ) -> Result<()> {
        let number = rows.len();
        let mut below: Option<Row> = None;
        for (row, position) in rows.zip(self.rows..) {
            pace.step()?;
            row.check(position)?;
            if let Some(from) = below.filter(|below| row.is_up_to(below)) {
                return Err(Error::NotAscending {
                    argument: Argument::Scores,
                    position,
                    from: from.score,
                    to: row.score,
                });
            }
            below = Some(row);
            self.sums[0] += row.negative;
            self.sums[1] += row.positive;
        }
        self.rows += number;
        Ok(())
    }

    /// See [`check_sums`], for all of them.
    pub fn sums(&self) -> Result<()> {
        check_sums(self.sums)
    }
}

/// Checks the rows of a tally whose sums of powers of weights may be unknown (NaN): bins ascend and no two have the same
/// ends, each has at least one score, and two where its ends differ; weights and their powers are finite and not negative.
///
/// ```
/// use weighted_roc_core::tally::check_tally;
///
/// assert!(check_tally(&Vec::new(), &mut || false).is_ok());
/// ```
///
/// # Errors
/// [`Error::NotAscending`], [`Error::ScoreCount`], [`Error::Missing`], [`Error::Weight`], [`Error::Range`] and
/// [`Error::Interrupted`].
pub fn check_tally(tally: &impl Rows, poll: Poll<'_>) -> Result<()> {
    let rows = || (0..tally.number()).map(|index| tally.row(index));
    let mut pace = Pace::new(poll);
    Check::default().each(rows(), &mut pace)?;
    for (position, row) in rows().enumerate() {
        pace.step()?;
        let value = row.scores;
        if row.score != row.last && value <= 1.0 {
            return Err(Error::ScoreCount { position, value });
        }
        for powers in row.powers {
            let sums = [powers.squares, powers.fourths, powers.number];
            for sum in sums.into_iter().filter(|sum| !sum.is_nan()) {
                Range::NOT_NEGATIVE.check_at("powers", position, sum)?;
            }
        }
    }
    Ok(())
}

/// Checks the sums of powers of weights of rows, which may be unknown (NaN), against the weights and each other.
///
/// ```
/// use weighted_roc_core::tally::{check_powers, Row};
///
/// assert!(check_powers(&vec![Row::new(3.0, [1.0, 2.0], 1.0)]).is_ok());
/// ```
///
/// # Errors
/// [`Error::Powers`].
pub fn check_powers(tally: &impl Rows) -> Result<()> {
    for position in 0..tally.number() {
        let row = tally.row(position);
        let sums = [row.negative, row.positive];
        for (k, class) in [Class::Negative, Class::Positive].into_iter().enumerate() {
            if !row.powers[k].are_possible(sums[k]) {
                let score = row.score;
                return Err(Error::Powers {
                    class,
                    position,
                    score,
                });
            }
        }
    }
    Ok(())
}

/// The weights of a class do not add up to infinity, which makes NaN of a sum that is compensated.
pub(crate) fn check_sums(sums: [f64; 2]) -> Result<()> {
    let classes = [Class::Negative, Class::Positive];
    match classes
        .into_iter()
        .zip(sums)
        .find(|(_, sum)| !sum.is_finite())
    {
        None => Ok(()),
        Some((class, _)) => Err(Error::Overflow { class }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ROW: Row = Row {
        score: 1.0,
        last: 1.0,
        negative: 2.0,
        positive: 0.0,
        scores: 1.0,
        lost: [0.0; 2],
        powers: [Powers::NONE; 2],
    };

    fn row_at(score: f64) -> Row {
        Row {
            score,
            last: score,
            ..ROW
        }
    }

    fn check_tallies(tallies: &[&[Row]]) -> Result<Check> {
        let mut check = Check::default();
        for tally in tallies {
            check.rows(tally, &mut Pace::new(&mut || false))?;
        }
        Ok(check)
    }

    fn check(row: Row) -> Result<()> {
        let low = row_at(f64::NEG_INFINITY);
        check_tallies(&[&[ROW; 1], &[low, row]]).map(drop)
    }

    #[test]
    fn rows_of_a_tally_pass() {
        assert_eq!(check(ROW), Ok(()));
        let score = f64::INFINITY;
        let scores = 2.5;
        assert_eq!(
            check(Row {
                scores,
                ..row_at(score)
            }),
            Ok(())
        );
    }

    #[test]
    fn what_is_no_tally_is_named_with_its_place() {
        let position = 2;
        let score = f64::NEG_INFINITY;
        let error = Error::NotAscending {
            argument: Argument::Scores,
            position,
            from: score,
            to: score,
        };
        assert_eq!(check(row_at(score)), Err(error));
        let missing = |argument| Err(Error::Missing { argument, position });
        let nan = f64::NAN;
        assert_eq!(check(row_at(nan)), missing(Argument::Scores));
        for weights in [[nan, 1.0], [1.0, nan]] {
            let row = Row::at_score(1.0, weights);
            assert_eq!(check(row), missing(Argument::Weights));
        }
        for value in [-5e-324, f64::INFINITY] {
            for weights in [[value, 1.0], [1.0, value]] {
                let error = Err(Error::Weight { position, value });
                assert_eq!(check(Row::at_score(1.0, weights)), error);
            }
        }
        for value in [0.0, 0.999, -1.0] {
            let error = Err(Error::ScoreCount { position, value });
            let row = Row {
                scores: value,
                ..ROW
            };
            assert_eq!(check(row), error);
        }
        let result = check(Row { scores: nan, ..ROW });
        assert!(matches!(result, Err(Error::ScoreCount { .. })));
    }

    #[test]
    fn scores_that_fall_or_stay_do_not_ascend() {
        for scores in [[2.0, 1.0], [1.0, 1.0], [-0.0, 0.0], [0.0, -0.0]] {
            let rows = scores.map(row_at);
            let result = check_tallies(&[&rows]).map(drop);
            let error = matches!(result, Err(Error::NotAscending { position: 1, .. }));
            assert!(error, "{result:?}");
        }
    }

    #[test]
    fn sums_beyond_the_doubles_overflow() {
        let half = 1e308;
        let pair_correction = |weights| {
            let tally = [Row::at_score(0.0, weights)];
            check_tallies(&[&tally, &tally]).unwrap().sums()
        };
        assert_eq!(pair_correction([half / 2.0, 1.0]), Ok(()));
        let overflow = |class| Err(Error::Overflow { class });
        assert_eq!(pair_correction([half, 1.0]), overflow(Class::Negative));
        assert_eq!(pair_correction([1.0, half]), overflow(Class::Positive));
    }
}
