//! Fewer rows of a curve.

use super::hull::Point;
use num_bigint::BigInt;

/// Twice the most that the area can change when the rows between two of some are left out, nothing
/// for neighbours.
pub fn rectangle(points: &[Point], from: usize, to: usize) -> BigInt {
    match to - from {
        1 => BigInt::from(0),
        _ => (&points[from].x - &points[to].x) * (&points[from].y - &points[to].y),
    }
}

/// The fewest steps from the first point to the last, none across a larger rectangle.
fn fewest_steps(rectangles: &[Vec<BigInt>], largest: &BigInt) -> usize {
    let mut steps = vec![0];
    for (to, rectangles) in rectangles.iter().enumerate().skip(1) {
        let allowed = (0..to).filter(|&from| rectangles[from] <= *largest);
        steps.push(1 + allowed.map(|from| steps[from]).min().expect("a neighbour"));
    }
    steps[steps.len() - 1]
}

/// The smallest that the largest rectangle can be when so many points are kept, the ends among them.
pub fn smallest_largest(points: &[Point], kept: usize) -> BigInt {
    let to = |to| (0..to).map(|from| rectangle(points, from, to)).collect();
    let rectangles: Vec<Vec<BigInt>> = (0..points.len()).map(to).collect();
    let mut limits = rectangles.concat();
    limits.sort();
    let too_small = |limit: &BigInt| fewest_steps(&rectangles, limit) > kept - 1;
    limits[limits.partition_point(too_small)].clone()
}
