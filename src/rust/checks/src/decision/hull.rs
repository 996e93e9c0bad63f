//! The upper convex hull of points that go from the upper right to the lower left.

use crate::curve::Curve;
use crate::definition::ExactCurve;
use crate::exact::{power_of_two, whole};
use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::Signed;

/// A point in some unit that makes its coordinates whole.
#[derive(Clone, Debug, PartialEq)]
pub struct Point {
    pub x: BigInt,
    pub y: BigInt,
}

/// The points of a curve, and the unit of both coordinates.
pub fn hull_of_columns(curve: &Curve) -> (Vec<Point>, BigRational) {
    let (coordinates, exponent) = whole(&curve.rates().concat());
    let (tpr, fpr) = coordinates.split_at(curve.rows());
    let points = fpr.iter().zip(tpr).map(|(x, y)| Point {
        x: x.clone(),
        y: y.clone(),
    });
    (points.collect(), power_of_two(exponent))
}

/// The weights of the false and of the true positives, which is to stretch the unit square.
pub fn hull_of_weights(exact: &ExactCurve) -> Vec<Point> {
    let columns = exact.false_positive.iter().zip(&exact.false_negative);
    let point = |(above, below): (&BigInt, &BigInt)| Point {
        x: above.clone(),
        y: exact.positives() - below,
    };
    columns.map(point).collect()
}

/// Twice the area of the triangle of three points: positive if the second is above the straight
/// line from the first to the third, which is further left.
pub fn triangle(a: &Point, b: &Point, c: &Point) -> BigInt {
    (&a.x - &b.x) * (&b.y - &c.y) - (&a.y - &b.y) * (&b.x - &c.x)
}

/// Returns whether the point lies outside every straight line from an earlier to a later one.
fn is_corner(points: &[Point], i: usize) -> bool {
    let (earlier, later) = (&points[..i], &points[i + 1..]);
    let above = |a, c| triangle(a, &points[i], c).is_positive();
    earlier.iter().all(|a| later.iter().all(|c| above(a, c)))
}

/// The rows of the corners, the first and the last point among them, in cubic time. The first of
/// equal points counts.
pub fn corners(points: &[Point]) -> Vec<usize> {
    let rows = distinct(points);
    let points: Vec<Point> = rows.iter().map(|&row| points[row].clone()).collect();
    let last = points.len() - 1;
    let corner = |&i: &usize| i == 0 || i == last || is_corner(&points, i);
    (0..=last).filter(corner).map(|i| rows[i]).collect()
}

/// The same, by Graham's scan in exact arithmetic.
pub fn by_scan(points: &[Point]) -> Vec<usize> {
    let mut corners: Vec<usize> = Vec::new();
    for row in distinct(points) {
        while let [.., a, b] = corners[..] {
            if triangle(&points[a], &points[b], &points[row]).is_positive() {
                break;
            }
            corners.pop();
        }
        corners.push(row);
    }
    corners
}

fn distinct(points: &[Point]) -> Vec<usize> {
    let new = |&row: &usize| row == 0 || points[row] != points[row - 1];
    (0..points.len()).filter(new).collect()
}

/// Returns whether a point is at most this far from the straight line through two others.
pub fn is_close(point: &Point, line: [&Point; 2], distance: &BigInt) -> bool {
    let [a, c] = line;
    let square = |a: &BigInt| a * a;
    let length = square(&(&a.x - &c.x)) + square(&(&a.y - &c.y));
    square(&triangle(a, point, c)) <= square(distance) * length
}
