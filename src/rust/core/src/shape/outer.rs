//! The few points of a chain that may be corners of its upper convex hull.

use super::stack::keep;
use crate::error::Result;
use crate::memory::push;
use crate::poll::Pace;

/// Far above the rounding of a product, far below what matters.
const ROUNDED: f64 = 1.0 / (1u64 << 40) as f64;

/// Writes the points, by ascending x, that may be corners of the upper convex hull, the first and the last among them.
///
/// ```text
/// an edge of the hull of every 64th point is nowhere above the hull of all:
///     a point below it, by more than rounding, is not a corner
/// ```
///
/// Graham's scan of all points takes branches that a processor cannot predict, this one for each 64th. `error` is that of
/// a coordinate. Allocates nothing if there is room for all points in `outer`, and in `every` for each 64th.
#[inline(always)]
pub(crate) fn write_outer(
    points: usize,
    at: impl Fn(usize) -> [f64; 2],
    error: f64,
    (outer, every): (&mut Vec<usize>, &mut Vec<usize>),
    pace: &mut Pace<'_>,
) -> Result<()> {
    const EVERY: usize = 64;
    outer.clear();
    every.clear();
    let Some(last) = points.checked_sub(1) else {
        return Ok(());
    };
    let from_to = |from: usize, to: usize| {
        let ([from_x, from_y], [x, y]) = (at(from), at(to));
        [x - from_x, y - from_y]
    };
    let is_below = |kept: &[usize], point: &usize| match *kept {
        [.., before, last] => {
            let ([x, y], [last_x, last_y]) = (from_to(before, *point), from_to(before, last));
            last_y * x <= y * last_x
        }
        _ => false,
    };
    for point in (0..last).step_by(EVERY).chain([last]) {
        keep(point, every, is_below, |_, _| {}, pace)?;
    }
    push(outer, 0)?;
    for edge in every.windows(2) {
        let (from, to) = (edge[0], edge[1]);
        let [width, height] = from_to(from, to);
        // Rounding as a share of both products and by the errors of coordinates: for each point, and by its height.
        let slack = ROUNDED * width * height.abs() + 4.0 * error * (width + height.abs());
        let by_height = ROUNDED * width + 4.0 * error;
        for point in from + 1..to {
            let [x, y] = from_to(from, point);
            if y * width - x * height + by_height * y.abs() >= -slack {
                push(outer, point)?;
            }
        }
        pace.steps(to - from)?;
        push(outer, to)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::rng::Rng;

    fn outer(points: &[[f64; 2]], error: f64) -> Vec<usize> {
        let (mut outer, mut never) = (Vec::new(), || false);
        let to = (&mut outer, &mut Vec::new());
        write_outer(
            points.len(),
            |i| points[i],
            error,
            to,
            &mut Pace::new(&mut never),
        )
        .unwrap();
        outer
    }

    /// The corners, from all pairs of points around each.
    fn corners(points: &[[f64; 2]]) -> Vec<usize> {
        let is_corner = |&i: &usize| {
            let [x, y] = points[i];
            let slope = |of: &[f64; 2]| (of[1] - y) / (of[0] - x);
            let before = points[..i].iter().map(slope).fold(f64::INFINITY, f64::min);
            let after = points[i + 1..]
                .iter()
                .map(slope)
                .fold(f64::NEG_INFINITY, f64::max);
            before > after
        };
        (0..points.len()).filter(is_corner).collect()
    }

    #[test]
    fn all_corners_are_among_the_outer_points_and_few_others() {
        let mut rng = Rng::new(5);
        for n in [1, 2, 3, 64, 65, 66, 129, 2000] {
            for drift in [-2.0, 0.0, 1.0] {
                let mut y = 0.0;
                let points: Vec<_> = (0..n)
                    .map(|i| {
                        let x = f64::from(i);
                        y += rng.unit() - 0.5 - drift * x / 4000.0;
                        [x, y]
                    })
                    .collect();
                let outer = outer(&points, 0.0);
                assert!(outer.windows(2).all(|pair| pair[0] < pair[1]));
                assert_eq!((outer[0], outer[outer.len() - 1]), (0, points.len() - 1));
                assert!(corners(&points).iter().all(|corner| outer.contains(corner)));
                assert!(
                    n < 2000 || drift < 0.0 || outer.len() < 700,
                    "{}",
                    outer.len()
                );
            }
        }
    }

    #[test]
    fn points_on_an_edge_or_below_by_an_error_stay() {
        let mut points: Vec<_> = (0..130).map(|i| [f64::from(i), 0.0]).collect();
        assert_eq!(outer(&points, 0.0).len(), 130);
        points[70][1] = -1e-3;
        assert!(!outer(&points, 1e-7).contains(&70));
        assert!(outer(&points, 1e-3).contains(&70));
        assert!(outer(&[], 0.0).is_empty());
    }
}
