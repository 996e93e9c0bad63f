//! The upper convex hull.

use num_bigint::BigInt;
use num_rational::BigRational;
use weighted_roc_checks::calls::hull;
use weighted_roc_checks::check::{require, Verdict};
use weighted_roc_checks::curve::Curve;
use weighted_roc_checks::decision::hull::{
    by_scan, corners, hull_of_columns, hull_of_weights, is_close, Point,
};
use weighted_roc_checks::exact::{is_near, rational};
use weighted_roc_checks::rng::Rng;
use weighted_roc_checks::sample::{bends, gentle, Sample};
use weighted_roc_core::shape::Hull;

/// A point is on a straight line if it is closer than the inverse of this, in the unit square.
const CLOSE: u64 = 100_000_000_000_000;

/// Units in the last place by which the entries may be off that a slope is made of.
const ENTRIES: f64 = 16.0 * f64::EPSILON;

/// How far the slope of an edge may be off for whole weights, relative to itself.
const SLOPE: f64 = 1e-12;

/// Every one of the corners is another corner as well or lies on an edge between two.
fn lie_on(corners: &[usize], others: &[usize], points: &[Point], close: &BigInt) -> Verdict {
    for &row in corners {
        let next = others.partition_point(|&other| other < row);
        let on = others[next] == row || {
            let edge = [&points[others[next - 1]], &points[others[next]]];
            is_close(&points[row], edge, close)
        };
        let neighbours = &others[next.saturating_sub(2)..others.len().min(next + 2)];
        require(on, || {
            format!("row {row} is not on the hull with {neighbours:?}")
        })?;
    }
    Ok(())
}

/// The rise from a row to a later one by the smaller rates, which have more digits, and the largest
/// of them.
fn rise(curve: &Curve, row: usize, later: usize) -> (BigRational, f64) {
    let positives = curve.positives();
    let missed = curve.false_negative[later] / positives;
    if curve.tpr[row] <= missed {
        let rise = rational(curve.tpr[row]) - rational(curve.tpr[later]);
        return (rise, curve.tpr[row]);
    }
    let weight = |row| rational(curve.false_negative[row]);
    ((weight(later) - weight(row)) / rational(positives), missed)
}

fn edge(curve: &Curve, row: usize, later: usize, slope: f64) -> Verdict {
    let run = rational(curve.fpr[row]) - rational(curve.fpr[later]);
    let (rise, largest) = rise(curve, row, later);
    let right = if slope == f64::INFINITY {
        rational(f64::MAX) * (run - rational(ENTRIES * curve.fpr[row])) <= rise
    } else {
        let off = rational(slope) * run - rise;
        let slack = ENTRIES * (largest + slope * curve.fpr[row]) + f64::from_bits(1);
        slope >= 0.0 && is_near(0.0, &off, 0.0, slack)
    };
    require(right, || {
        format!("the slope from {row} to {later} is {slope:e}")
    })
}

fn slopes(result: &Hull, curve: &Curve) -> Verdict {
    let (rows, slopes) = (result.rows(), result.slopes());
    let count = slopes.len() + 1 == rows.len();
    require(count, || format!("{} slopes", slopes.len()))?;
    require(slopes.is_sorted(), || format!("the slopes are {slopes:?}"))?;
    for (i, &slope) in slopes.iter().enumerate() {
        edge(curve, rows[i], rows[i + 1], slope)?;
    }
    for i in 0..rows.len() {
        let before = if i == 0 { 0.0 } else { slopes[i - 1] };
        let after = slopes.get(i).copied().unwrap_or(f64::INFINITY);
        let right = result.slopes_at(i) == Ok([before, after]);
        require(right, || {
            format!("slopes of {i}: {:?}", result.slopes_at(i))
        })?;
    }
    Ok(())
}

fn agrees(curve: &Curve, exact: fn(&[Point]) -> Vec<usize>) -> Verdict {
    let result = hull(&curve.given()).expect("memory");
    let (points, unit) = hull_of_columns(curve);
    let close = unit.recip().to_integer() / CLOSE;
    let rows = result.rows();
    let ends = rows[0] == 0 && rows[rows.len() - 1] == curve.rows() - 1;
    require(ends && rows.is_sorted_by(|a, b| a < b), || {
        format!("rows {rows:?}")
    })?;
    let corners = exact(&points);
    let mut exact = corners.clone();
    exact.push(curve.rows() - 1);
    exact.dedup();
    lie_on(&corners, rows, &points, &close)?;
    lie_on(rows, &exact, &points, &close)?;
    slopes(&result, curve)
}

#[test]
fn the_hull_is_that_of_the_definition() {
    let mut rng = Rng::new(1);
    for _ in 0..3000 {
        let Sample { curve, name, .. } = Sample::up_to(40, &mut rng);
        agrees(&curve, corners).unwrap_or_else(|wrong| panic!("{name}: {wrong}: {curve:?}"));
    }
}

#[test]
fn the_scan_finds_the_corners_of_the_definition() {
    let mut rng = Rng::new(2);
    for _ in 0..1000 {
        let curve = Sample::up_to(40, &mut rng).curve;
        let (points, _) = hull_of_columns(&curve);
        assert_eq!(by_scan(&points), corners(&points), "{curve:?}");
    }
}

#[test]
fn the_hull_of_thousands_of_rows_is_right() {
    let mut rng = Rng::new(3);
    for _ in 0..100 {
        let Sample { curve, name, .. } = Sample::any(5000, &mut rng);
        agrees(&curve, by_scan).unwrap_or_else(|wrong| panic!("{name}: {wrong}"));
    }
}

#[test]
fn a_curve_that_hardly_bends_keeps_its_hull() {
    for bend in bends() {
        for rows in [100, 1000, 5000] {
            agrees(&gentle(rows, bend), by_scan)
                .unwrap_or_else(|wrong| panic!("{rows} rows, bend {bend:e}: {wrong}"));
        }
    }
}

#[test]
fn the_hull_of_whole_weights_is_exact() {
    let mut rng = Rng::new(4);
    for _ in 0..3000 {
        let sample = Sample::whole(60, &mut rng);
        let exact = sample.exact();
        let points = hull_of_weights(&exact);
        let result = hull(&sample.curve.given()).expect("memory");
        let context = || format!("{}: {:?}", sample.name, sample.curve);
        assert_eq!(result.rows(), corners(&points), "{}", context());
        for (edge, slope) in result.rows().windows(2).zip(result.slopes()) {
            let [a, b] = [&points[edge[0]], &points[edge[1]]];
            let rise = (&a.y - &b.y) * exact.negatives();
            let run = (&a.x - &b.x) * exact.positives();
            let right = match run == BigInt::ZERO {
                true => *slope == f64::INFINITY,
                false => is_near(*slope, &BigRational::new(rise, run), SLOPE, 0.0),
            };
            assert!(right, "slope {slope:e} of {edge:?}: {}", context());
        }
    }
}
