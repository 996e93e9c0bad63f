//! The part of the area in which a classifier is worth its costs.

use super::blocks::{Block, Blocks};
use super::pieces::{Piece, Pieces, Point};
#[cfg(doc)]
use crate::error::Error;
use crate::error::Result;
use crate::memory::{push, reserve};
use crate::poll::{Pace, Poll};
use crate::probability::{check_cost_shares, check_pair};
use crate::shape::Rates;
use crate::sum::scale::ratio;
use crate::sum::Sum;
use std::ops::Range;

/// The area between a curve and the line on which a classifier costs as much as the random one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CostArea {
    /// Where the line meets FPR = 0.
    pub intercept: f64,
    /// The slope of the line.
    pub slope: f64,
    /// The area below the curve, above the line and above 0.
    pub area: f64,
    /// The area of the perfect curve.
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
/// arithmetic.
///
/// O(rows), and for each pair of costs O(log rows) for each time that its line crosses the curve:
/// a line crosses few blocks of rows unless it lies along the curve. At worst O(rows) for each pair.
///
/// ```
/// # use weighted_roc_core::{curve::Ranking, Labels, Observations, Options, Scores, Weights};
/// # let observations = Observations {
/// #     scores: Scores::F64(&[0.1, 0.2, 0.3, 0.4]),
/// #     labels: Labels::I32(&[0, 1, 0, 1]),
/// #     weights: Weights::Unit,
/// # };
/// # let owned = Ranking::new(&observations, Options::default())?.to_curve(&mut || false)?;
/// # let curve = owned.as_curve();
/// use weighted_roc_core::area::cost_areas;
///
/// let result = cost_areas(&curve, &[[0.5, 0.5]], [0.5, 0.5], &mut || false)?;
/// assert_eq!((result[0].slope, result[0].largest), (1.0, 0.5));
/// assert!(result[0].ratio() < 1.0);
/// # Ok::<(), weighted_roc_core::Error>(())
/// ```
///
/// # Errors
/// [`Error::Range`] and [`Error::Parameter`] for pairs that are not such; [`Error::Memory`] and
/// [`Error::Interrupted`].
pub fn cost_areas(
    rates: &impl Rates,
    costs: &[[f64; 2]],
    priors: [f64; 2],
    poll: Poll<'_>,
) -> Result<Vec<CostArea>> {
    // Blocks take as long as some lines without them.
    const MANY: usize = 5;
    check_priors(priors)?;
    let pieces = Pieces::new(rates, priors);
    let mut pace = Pace::new(poll);
    let blocks = if costs.len() < MANY {
        Blocks::none()
    } else {
        Blocks::new(&pieces, &mut pace)?
    };
    let mut areas = reserve(costs.len())?;
    for &costs in costs {
        push(&mut areas, above_line(&pieces, &blocks, costs, &mut pace)?)?;
    }
    Ok(areas)
}

/// The area for one pair of costs. Allocates nothing.
pub(crate) fn cost_area(
    rates: &impl Rates,
    costs: [f64; 2],
    priors: [f64; 2],
    pace: &mut Pace<'_>,
) -> Result<CostArea> {
    check_priors(priors)?;
    above_line(&Pieces::new(rates, priors), &Blocks::none(), costs, pace)
}

fn above_line(
    pieces: &Pieces<'_, impl Rates>,
    blocks: &Blocks,
    costs: [f64; 2],
    pace: &mut Pace<'_>,
) -> Result<CostArea> {
    check_cost_shares(costs)?;
    let line = Line::new(costs, pieces.priors());
    Ok(CostArea {
        intercept: line.intercept,
        slope: line.slope,
        area: line.area(pieces, blocks, pace)?,
        largest: line.largest(pieces.priors()),
    })
}

fn check_priors(priors: [f64; 2]) -> Result<()> {
    check_pair(priors)?;
    crate::range::Range::SHARE.check("prior", &priors)
}

/// A line through the pivot.
struct Line {
    slope: f64,
    intercept: f64,
    /// Where it meets 0.
    zero: f64,
}

impl Line {
    /// Costs of a false positive and a false negative, probabilities of a negative and a positive.
    fn new([false_positive, false_negative]: [f64; 2], [negative, positive]: [f64; 2]) -> Line {
        // The same difference twice: the smaller numbers have more digits.
        let rest = if false_positive < false_negative {
            false_positive - positive
        } else {
            negative - false_negative
        };
        Line {
            slope: ratio(&[false_positive, negative], &[false_negative, positive]),
            intercept: -rest / false_negative,
            // A level line does not meet 0.
            zero: if false_positive == 0.0 {
                f64::NEG_INFINITY
            } else {
                ratio(&[positive, rest], &[false_positive, negative])
            },
        }
    }

    /// The area for the perfect curve.
    fn largest(&self, [negative, positive]: [f64; 2]) -> f64 {
        let corner = |x, run| Point {
            x,
            y: 1.0,
            run,
            rise: negative,
        };
        let mut area = Sum::default();
        self.add(
            &Piece([corner(0.0, -positive), corner(1.0, negative)]),
            &mut area,
        );
        area.value()
    }

    /// The area for a curve.
    fn area(
        &self,
        pieces: &Pieces<'_, impl Rates>,
        blocks: &Blocks,
        pace: &mut Pace<'_>,
    ) -> Result<f64> {
        // The line is not below 0 on the pieces before `right`, not above 0 from `left` on.
        let [right, left] = pieces.neighbours(self.zero);
        let mut area = Sum::default();
        let of_block = |block: &Block| block.area_above(self.slope);
        let of_pieces = |range, area: &mut Sum| self.add_above(pieces, range, area);
        blocks.add(0..right, &mut area, of_block, of_pieces, pace)?;
        for i in right..left {
            self.add(&pieces.piece(i), &mut area);
        }
        let of_block = |block: &Block| Some(block.area());
        let of_pieces = |range, area: &mut Sum| add_below(pieces, range, area);
        blocks.add(left..pieces.len(), &mut area, of_block, of_pieces, pace)?;
        Ok(area.value())
    }

    /// Adds the area of pieces on which the line is never below 0.
    fn add_above(&self, pieces: &Pieces<'_, impl Rates>, range: Range<usize>, area: &mut Sum) {
        let mut right = pieces.point(range.start);
        for row in range.start + 1..=range.end {
            let left = pieces.point(row);
            area.add(self.above(&Piece([left, right])));
            right = left;
        }
    }

    /// Adds the area of a piece.
    fn add(&self, piece: &Piece, area: &mut Sum) {
        let Piece([left, right]) = *piece;
        let middle = piece.point(self.zero.clamp(left.x, right.x));
        area.add(Piece([left, middle]).area());
        area.add(self.above(&Piece([middle, right])));
    }

    /// The area between the line and a piece, where that is above and the line not below 0.
    fn above(&self, piece: &Piece) -> f64 {
        let gaps = [self.gap(&piece.0[0]), self.gap(&piece.0[1])];
        piece.width() * mean_of_positive(gaps)
    }

    /// By how much a point where the line is not below 0 is above the line.
    fn gap(&self, point: &Point) -> f64 {
        if self.slope == f64::INFINITY {
            // All that is right of an upright line is below.
            return -1.0;
        }
        // A steep line makes much of the rounding of a place.
        (point.rise - self.slope * point.run).min(point.y)
    }
}

/// Adds the area of pieces on which the line is never above 0.
fn add_below(pieces: &Pieces<'_, impl Rates>, range: Range<usize>, area: &mut Sum) {
    for i in range {
        area.add(pieces.piece(i).area());
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

#[cfg(test)]
mod tests {
    use super::mean_of_positive;

    #[test]
    fn what_is_negative_counts_nothing() {
        assert_eq!(mean_of_positive([1.0, 3.0]), 2.0);
        assert_eq!(mean_of_positive([-1.0, -3.0]), 0.0);
        for (from, to, mean) in [(1.0, -1.0, 0.25), (1.0, -3.0, 0.125), (3.0, -1.0, 1.125)] {
            assert_eq!(mean_of_positive([from, to]), mean);
            assert_eq!(mean_of_positive([to, from]), mean);
        }
    }
}
