//! The straight pieces of a curve, seen from a point of the diagonal, the pivot.

use super::partial::between;
use crate::root::partition;
use crate::shape::Rates;

/// The pieces of a curve from right to left.
pub(super) struct Pieces<'a, R> {
    rates: &'a R,
    /// How much of both axes is beyond the pivot and how much before it.
    priors: [f64; 2],
}

/// A point of the curve.
#[derive(Clone, Copy)]
pub(super) struct Point {
    pub x: f64,
    pub y: f64,
    /// How far it is right of the pivot.
    pub run: f64,
    /// How far it is above the pivot.
    pub rise: f64,
}

/// A piece by its left and its right end.
pub(super) struct Piece(pub [Point; 2]);

impl<'a, R: Rates> Pieces<'a, R> {
    pub fn new(rates: &'a R, priors: [f64; 2]) -> Pieces<'a, R> {
        Pieces { rates, priors }
    }

    pub fn priors(&self) -> [f64; 2] {
        self.priors
    }

    pub fn len(&self) -> usize {
        self.rates.steps()
    }

    /// The first of the pieces that are not wholly right of a place, and the first of those that
    /// are left of it: one more, where a piece is around the place.
    pub fn neighbours(&self, x: f64) -> [usize; 2] {
        let left = partition(self.len() + 1, |row| {
            self.rates.predicted_positive(row)[0] > x
        });
        [left.saturating_sub(1), left.min(self.len())]
    }

    pub fn piece(&self, i: usize) -> Piece {
        Piece([self.point(i + 1), self.point(i)])
    }

    /// Distances from the nearer corner of the diagonal have more digits.
    pub fn point(&self, row: usize) -> Point {
        let [x, y] = self.rates.predicted_positive(row);
        let [negative, positive] = self.priors;
        let [run, rise] = if positive <= negative {
            [x - positive, y - positive]
        } else {
            [
                negative - (1.0 - x),
                negative - self.rates.predicted_negative(row)[1],
            ]
        };
        Point { x, y, run, rise }
    }
}

impl Point {
    /// The point is above those lines through the pivot that have a slope between these two.
    pub fn slopes_below(&self) -> [f64; 2] {
        let Point { run, rise, .. } = *self;
        if run > 0.0 && rise > 0.0 {
            [f64::NEG_INFINITY, rise / run]
        } else if run < 0.0 && rise < 0.0 {
            [rise / run, f64::INFINITY]
        } else if run <= 0.0 && rise >= 0.0 {
            [f64::NEG_INFINITY, f64::INFINITY]
        } else {
            [f64::INFINITY, f64::NEG_INFINITY]
        }
    }
}

impl Piece {
    pub fn width(&self) -> f64 {
        self.0[1].x - self.0[0].x
    }

    /// The area below.
    pub fn area(&self) -> f64 {
        self.width() * self.mean(|point| point.y)
    }

    pub fn mean(&self, coordinate: impl Fn(&Point) -> f64) -> f64 {
        0.5 * (coordinate(&self.0[0]) + coordinate(&self.0[1]))
    }

    /// The point of the piece at a place between its ends.
    pub fn point(&self, x: f64) -> Point {
        let [left, right] = &self.0;
        let mix = |ends| between([left.x, right.x], ends, x);
        Point {
            x,
            y: mix([left.y, right.y]),
            run: mix([left.run, right.run]),
            rise: mix([left.rise, right.rise]),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_point_is_above_lines_by_where_it_lies_from_the_pivot() {
        const ALL: [f64; 2] = [f64::NEG_INFINITY, f64::INFINITY];
        const NONE: [f64; 2] = [f64::INFINITY, f64::NEG_INFINITY];
        let below = |run, rise| {
            let (x, y) = (0.0, 0.0);
            Point { x, y, run, rise }.slopes_below()
        };
        assert_eq!(below(2.0, 1.0), [f64::NEG_INFINITY, 0.5]);
        assert_eq!(below(-2.0, -1.0), [0.5, f64::INFINITY]);
        for (run, rise) in [(0.0, 0.0), (0.0, 1.0), (-1.0, 0.0), (-1.0, 1.0)] {
            assert_eq!(below(run, rise), ALL, "{run}, {rise}");
        }
        for (run, rise) in [(0.0, -1.0), (1.0, -1.0), (1.0, 0.0)] {
            assert_eq!(below(run, rise), NONE, "{run}, {rise}");
        }
    }
}
