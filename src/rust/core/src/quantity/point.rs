//! Points of a curve: where a rate, a share or a threshold is.

use crate::bound::{At, Rate};
use crate::root::partition;
use crate::shape::Rates;

/// A point between a row and the one before it. A small rate is a small part of the way from the last row, which one
/// number for the place would lose.
pub(crate) struct Point {
    pub row: usize,
    /// How much of the way there is.
    pub gone: f64,
}

impl Point {
    /// The last row that calls no less.
    pub fn upper(&self) -> usize {
        self.row - usize::from(self.gone > 0.0)
    }

    /// FPR and TPR there.
    pub fn predicted_positive(&self, rates: &impl Rates) -> [f64; 2] {
        self.between(|row| rates.predicted_positive(row))
    }

    /// TNR and FNR there.
    pub fn predicted_negative(&self, rates: &impl Rates) -> [f64; 2] {
        self.between(|row| rates.predicted_negative(row))
    }

    fn between(&self, at: impl Fn(usize) -> [f64; 2]) -> [f64; 2] {
        let (low, high) = (at(self.row), at(self.row.max(1) - 1));
        [0, 1].map(|class| low[class] + self.gone * (high[class] - low[class]))
    }
}

/// The place at which a share is called positive, as [`point_of_rate`].
pub(crate) fn point_of_share(rates: &impl Rates, at: At, parts: [f64; 2]) -> Point {
    let share = |row: usize| -> Rate {
        [rates.predicted_positive(row), rates.predicted_negative(row)]
            .map(|rates| parts[0] * rates[0] + parts[1] * rates[1])
    };
    let row = first_row(rates, |row| !at.is_passed_by(share(row)));
    let gone = if row > 0 && at.is_missed_by(share(row)) {
        at.share_of_first(share(row - 1), share(row))
    } else {
        0.0
    };
    Point { row, gone }
}

/// The place of the curve at which the rate of class `x` is at a bound. Among several rows with the same FPR it is the
/// one with the largest TPR, with the same TPR the one with the smallest FPR.
pub(crate) fn point_of_rate(rates: &impl Rates, x: usize, at: At) -> Point {
    let rate = |row: usize| -> Rate {
        [
            rates.predicted_positive(row)[x],
            rates.predicted_negative(row)[x],
        ]
    };
    let is_beyond = |row: usize| match x {
        0 => !at.is_passed_by(rate(row)),
        _ => at.is_missed_by(rate(row)),
    };
    let beyond = first_row(rates, is_beyond);
    let (upper, lower) = match x {
        0 => (beyond.max(1) - 1, beyond),
        _ => (beyond - 1, beyond.min(rates.steps())),
    };
    let at_row = |row: usize| Point { row, gone: 0.0 };
    if x == 0 && !at.is_missed_by(rate(lower)) {
        at_row(lower)
    } else if !at.is_passed_by(rate(upper)) {
        at_row(upper)
    } else {
        Point {
            row: lower,
            gone: at.share_of_first(rate(upper), rate(lower)),
        }
    }
}

/// The row of a threshold: scores from it on are called positive. Without one the last row.
pub(crate) fn row_at(rates: &impl Rates, threshold: Option<f64>) -> usize {
    match threshold {
        Some(threshold) => first_row(rates, |row| {
            row == rates.steps() || rates.score(row) >= threshold
        }),
        None => rates.steps(),
    }
}

/// The first row of which something holds, as it does of all later ones.
fn first_row(rates: &impl Rates, holds: impl Fn(usize) -> bool) -> usize {
    partition(rates.steps() + 1, |row| !holds(row))
}
