//! The part of the area in which a classifier is worth its costs.

use super::partial::between;
use crate::curve::Curve;
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

/// The area for the costs of a false positive and of a false negative, and for the probabilities
/// of the negative and the positive class. Both pairs add up to 1; the costs may be 0, the
/// probabilities may not.
///
/// With c the cost of a false negative and p the probability of the positive class, the random
/// classifier that says positive with probability p costs p (1 - p); the line of that risk passes
/// through (p (1 - p - c) / ((1 - c) (1 - p)), 0) and (p / (1 - c), 1). Exact polygons, in
/// compensated arithmetic. O(rows).
pub fn cost_area(curve: &Curve<'_>, costs: [f64; 2], priors: [f64; 2]) -> CostArea {
    let line = Line::of(costs, priors);
    let mut area = Sum::default();
    for row in 1..curve.rows() {
        let ends = [row, row - 1];
        let x = ends.map(|row| curve.fpr(row));
        line.add_above(
            x,
            ends.map(|row| curve.tpr(row)),
            ends.map(|row| curve.fnr(row)),
            &mut area,
        );
    }
    let mut largest = Sum::default();
    line.add_above([0.0, 1.0], [1.0, 1.0], [0.0, 0.0], &mut largest);
    CostArea {
        intercept: line.intercept,
        slope: line.slope,
        area: area.value(),
        largest: largest.value(),
    }
}

/// The line from (zero, 0) to (one, 1), or a level one.
struct Line {
    zero: f64,
    one: f64,
    intercept: f64,
    slope: f64,
    /// By how much the line falls short of 1 at 0.
    short: f64,
}

impl Line {
    /// Costs of a false positive and a false negative, probabilities of a negative and a positive.
    fn of([false_positive, false_negative]: [f64; 2], [negative, positive]: [f64; 2]) -> Line {
        let rest = negative - false_negative;
        Line {
            // A level line does not meet 0.
            zero: if false_positive == 0.0 {
                f64::NEG_INFINITY
            } else {
                positive * rest / (false_positive * negative)
            },
            one: positive / false_positive,
            intercept: -rest / false_negative,
            slope: (false_positive / false_negative) * (negative / positive),
            short: negative / false_negative,
        }
    }

    /// By how much a point (x, y), whose y falls short of 1 by `short`, is above the line.
    fn gap(&self, x: f64, y: f64, short: f64) -> f64 {
        // Without a cost of false positives the line is level, and meets neither 0 nor 1.
        let length = 1.0 / self.slope;
        if length == 0.0 {
            // An upright line: all that is right of it is below.
            return -1.0;
        }
        if self.slope == 0.0 || self.one.is_infinite() {
            self.short - short
        } else if short < y && self.slope < 1.0 {
            (self.one - x) / length - short
        } else {
            y - (x - self.zero) / length
        }
    }

    /// Adds what lies between the straight line through two points, and the larger of this line
    /// and 0, where it lies above.
    fn add_above(&self, x: [f64; 2], y: [f64; 2], short: [f64; 2], area: &mut Sum) {
        let [left, right] = x;
        let zero = self.zero.clamp(left, right);
        if left < zero {
            area.add((zero - left) * (0.5 * (y[0] + between(x, y, zero))));
        }
        if zero < right {
            let gaps = [zero, right]
                .map(|place| self.gap(place, between(x, y, place), between(x, short, place)));
            area.add((right - zero) * mean_of_positive(gaps));
        }
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
