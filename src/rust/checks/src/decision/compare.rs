//! Where one curve lies above another.

use super::polyline::Polyline;
use num_rational::BigRational;
use num_traits::{Signed, Zero};
use std::cmp::Ordering;

/// An interval on which one function is nowhere below the other, by how it compares with it.
#[derive(Clone, Debug, PartialEq)]
pub struct Interval {
    pub from: BigRational,
    pub to: BigRational,
    pub first: Ordering,
}

/// A difference that changes evenly from the left end of an interval to its right end.
pub struct Difference {
    pub from: BigRational,
    pub to: BigRational,
    pub left: BigRational,
    pub right: BigRational,
    /// The larger of the two functions at either end.
    pub largest: [BigRational; 2],
}

/// The differences between the corners of either function, within some ends.
pub fn differences(
    first: &Polyline,
    second: &Polyline,
    ends: [&BigRational; 2],
) -> Vec<Difference> {
    let corners = first.x.iter().chain(&second.x).chain(ends);
    let mut corners: Vec<&BigRational> = corners.collect();
    corners.retain(|&x| ends[0] <= x && x <= ends[1]);
    corners.sort();
    corners.dedup();
    let piece = |ends: &[&BigRational]| {
        let left = [first.upper(ends[0]), second.upper(ends[0])];
        let right = [first.lower(ends[1]), second.lower(ends[1])];
        Difference {
            from: ends[0].clone(),
            to: ends[1].clone(),
            left: &left[0] - &left[1],
            right: &right[0] - &right[1],
            largest: [left, right].map(|[first, second]| first.max(second)),
        }
    };
    corners.windows(2).map(piece).collect()
}

impl Difference {
    /// Where the functions cross, if they do.
    fn crossing(&self) -> Option<BigRational> {
        let crosses = (&self.left * &self.right).is_negative();
        let part = || &self.left / (&self.left - &self.right);
        crosses.then(|| &self.from + (&self.to - &self.from) * part())
    }

    fn intervals(&self) -> Vec<Interval> {
        let sign = |value: &BigRational| value.cmp(&BigRational::zero());
        let middle = self.crossing().unwrap_or_else(|| self.to.clone());
        let before = Interval {
            from: self.from.clone(),
            to: middle.clone(),
            first: sign(&self.left).then(sign(&self.right)),
        };
        let after = Interval {
            from: middle,
            to: self.to.clone(),
            first: sign(&self.right),
        };
        vec![before, after]
    }
}

/// The unit interval in as few intervals as can be.
pub fn compare(first: &Polyline, second: &Polyline) -> Vec<Interval> {
    let mut intervals: Vec<Interval> = Vec::new();
    let ends = [&first.x[0], &first.x[first.x.len() - 1]];
    let pieces = differences(first, second, ends);
    let pieces = pieces.iter().flat_map(Difference::intervals);
    for next in pieces.filter(|piece| piece.from < piece.to) {
        match intervals.last_mut() {
            Some(last) if last.first == next.first => last.to = next.to,
            _ => intervals.push(next),
        }
    }
    intervals
}
