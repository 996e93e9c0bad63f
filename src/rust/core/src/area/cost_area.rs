//! The part of the area in which a classifier is worth its costs.

use super::pieces::{Piece, Pieces, Point};
use crate::curve::Curve;
use crate::error::Error;
use crate::memory::{push, reserve};
use crate::poll::{Pace, Poll};
use crate::probability::{check_cost_shares, check_pair};
use crate::sum::scale::ratio;
use crate::sum::Sum;

/// The area between a curve and the line on which a classifier costs as much as the random one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CostArea {
    /// Where the line meets FPR = 0.
    pub intercept: f64,
    /// The slope of the line.
    pub slope: f64,
    /// The area below the curve, above the line and above 0.
    pub area: f64,
    /// That area for the perfect curve.
    pub largest: f64,
}

impl CostArea {
    /// The area as a share of the largest, at most 1.
    pub fn ratio(&self) -> f64 {
        (self.area / self.largest).min(1.0)
    }
}

/// The areas for pairs of costs, of a false positive and of a false negative, and for the
/// probabilities of the negative and the positive class. Each pair adds up to 1; a cost may be 0, a
/// probability may not.
///
/// With c the cost of a false negative and p the probability of the positive class, the random
/// classifier that says positive with probability p costs p (1 - p). The points of that cost lie on
/// a line through (p, p), with the slope (1 - c) / c (1 - p) / p. Exact polygons, in compensated
/// arithmetic. O(rows) for each pair of costs.
///
/// # Errors
/// [`Error::Cost`] and [`Error::Probability`] for pairs that are not such; [`Error::Memory`] and
/// [`Error::Interrupted`].
pub fn cost_areas(
    curve: &Curve<'_>,
    costs: &[[f64; 2]],
    priors: [f64; 2],
    poll: Poll<'_>,
) -> Result<Vec<CostArea>, Error> {
    check_priors(priors)?;
    let pieces = Pieces::new(curve, priors);
    let mut pace = Pace::new(poll);
    let mut areas = reserve(costs.len())?;
    for &costs in costs {
        check_cost_shares(costs)?;
        let line = Line::of(costs, priors);
        let mut area = Sum::default();
        for i in 0..pieces.len() {
            pace.step()?;
            line.add_above(&pieces.piece(i), &mut area);
        }
        let found = CostArea {
            intercept: line.intercept,
            slope: line.slope,
            area: area.value(),
            largest: line.largest(priors),
        };
        push(&mut areas, found)?;
    }
    Ok(areas)
}

fn check_priors(priors: [f64; 2]) -> Result<(), Error> {
    check_pair(priors)?;
    match priors.iter().position(|&prior| prior == 0.0) {
        Some(position) => Err(Error::Probability {
            position,
            value: 0.0,
        }),
        None => Ok(()),
    }
}

/// A line through the pivot.
pub(super) struct Line {
    pub slope: f64,
    intercept: f64,
    /// Where it meets 0.
    pub zero: f64,
}

impl Line {
    /// Costs of a false positive and a false negative, probabilities of a negative and a positive.
    fn of([false_positive, false_negative]: [f64; 2], [negative, positive]: [f64; 2]) -> Line {
        // The same difference twice: the smaller numbers have more digits.
        let rest = match false_positive < false_negative {
            true => false_positive - positive,
            false => negative - false_negative,
        };
        Line {
            slope: ratio(&[false_positive, negative], &[false_negative, positive]),
            intercept: -rest / false_negative,
            // A level line does not meet 0.
            zero: match false_positive == 0.0 {
                true => f64::NEG_INFINITY,
                false => ratio(&[positive, rest], &[false_positive, negative]),
            },
        }
    }

    /// The area for the perfect curve.
    fn largest(&self, [negative, positive]: [f64; 2]) -> f64 {
        let corner = |x, right| Point {
            x,
            y: 1.0,
            right,
            up: negative,
        };
        let mut area = Sum::default();
        let piece = Piece([corner(0.0, -positive), corner(1.0, negative)]);
        self.add_above(&piece, &mut area);
        area.value()
    }

    /// Adds what lies between a piece of the curve, and the larger of this line and 0, where the
    /// curve lies above.
    pub fn add_above(&self, piece: &Piece, area: &mut Sum) {
        let Piece([left, right]) = piece;
        if right.x <= self.zero {
            area.add(piece.width() * piece.height());
        } else if self.zero <= left.x {
            area.add(piece.width() * mean_of_positive([self.gap(left), self.gap(right)]));
        } else {
            let at = piece.at(self.zero);
            self.add_above(&Piece([*left, at]), area);
            self.add_above(&Piece([at, *right]), area);
        }
    }

    /// By how much a point where the line is not below 0 is above the line.
    fn gap(&self, point: &Point) -> f64 {
        if self.slope == f64::INFINITY {
            // All that is right of an upright line is below.
            return -1.0;
        }
        // A steep line makes much of the rounding of a place.
        (point.up - self.slope * point.right).min(point.y)
    }
}

/// The mean of the positive part of a value that changes evenly.
fn mean_of_positive([from, to]: [f64; 2]) -> f64 {
    match (from > 0.0, to > 0.0) {
        (true, true) => 0.5 * (from + to),
        (true, false) => 0.5 * from * (from / (from - to)),
        (false, true) => 0.5 * to * (to / (to - from)),
        (false, false) => 0.0,
    }
}
