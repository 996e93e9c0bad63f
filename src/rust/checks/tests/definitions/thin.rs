//! Fewer rows of a curve.

use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{Signed, Zero};
use weighted_roc_checks::calls::thin;
use weighted_roc_checks::check::{area::trapezoids, require, Verdict};
use weighted_roc_checks::curve::Curve;
use weighted_roc_checks::decision::hull::{hull_of_columns, hull_of_weights, triangle};
use weighted_roc_checks::decision::thin::{rectangle, smallest_largest};
use weighted_roc_checks::exact::{is_near, rational, rounded};
use weighted_roc_checks::rng::Rng;
use weighted_roc_checks::sample::{bends, gentle, Sample};
use weighted_roc_core::decision::Thinned;

/// By how much the area may change where only rows on straight lines are left out.
const AREA: f64 = 1e-14;

/// How far a bound may be off: rectangles are products of differences.
const BOUND: f64 = 1e-14;

/// By how much the largest rectangle may be above the smallest possible, relative to it.
const LARGEST: f64 = 1e-9;

/// The exact change of the area below a curve.
fn change(curve: &Curve, rows: &[usize]) -> BigRational {
    let of = |column: &[f64]| rows.iter().map(|&row| column[row]).collect::<Vec<f64>>();
    let kept = trapezoids(&of(&curve.tpr), &of(&curve.fpr));
    (kept - trapezoids(&curve.tpr, &curve.fpr)).abs()
}

/// The rows ascend from the first to the last.
fn well_formed(rows: &[usize], curve: &Curve) -> Verdict {
    let ends = rows[0] == 0 && rows[rows.len() - 1] == curve.rows() - 1;
    require(ends && rows.is_sorted_by(|a, b| a < b), || "rows".into())
}

/// The area changes by no more than the bound says.
fn bounded(result: &Thinned, curve: &Curve) -> Verdict {
    well_formed(&result.rows, curve)?;
    let change = change(curve, &result.rows);
    let most = rational(result.bound) * rational(1.0 + LARGEST) + rational(AREA);
    require(change <= most, || {
        let change = rounded(&change);
        format!(
            "the area changes by {change:e}, the bound is {:e}",
            result.bound
        )
    })
}

fn straight(curve: &Curve) -> Vec<usize> {
    thin(&curve.given(), true, None).expect("memory").rows
}

/// At most so many of the rows there are to choose from, and as good a choice as can be.
fn chosen(result: &Thinned, from: &[usize], kept: usize, curve: &Curve) -> Verdict {
    let all: Vec<usize> = (0..from.len()).collect();
    let place = |row: &usize| from.binary_search(row);
    let places: Result<Vec<usize>, usize> = result.rows.iter().map(place).collect();
    let places = places.map_err(|_| "a row that is on a straight line")?;
    require(places.len() <= kept, || format!("{} rows", places.len()))?;
    if from.len() <= kept {
        return require(places == all && result.bound == 0.0, || {
            "rows are missing".into()
        });
    }
    let (points, unit) = hull_of_columns(curve);
    let points: Vec<_> = from.iter().map(|&row| points[row].clone()).collect();
    let rectangles = places
        .windows(2)
        .map(|step| rectangle(&points, step[0], step[1]));
    let rectangles: Vec<BigInt> = rectangles.collect();
    let half = |rectangle: &BigInt| &unit * &unit * rectangle / BigInt::from(2);
    let total: BigInt = rectangles.iter().sum();
    require(is_near(result.bound, &half(&total), LARGEST, BOUND), || {
        format!(
            "the bound is {:e}, not {:e}",
            result.bound,
            rounded(&half(&total))
        )
    })?;
    let (largest, least) = (rectangles.iter().max(), smallest_largest(&points, kept));
    let largest = largest.map(half).unwrap_or_else(BigRational::zero);
    let least = half(&least);
    let most = &least * rational(1.0 + LARGEST) + rational(BOUND);
    require(largest <= most, || {
        format!(
            "a rectangle is {:e}, not {:e}",
            rounded(&largest),
            rounded(&least)
        )
    })?;
    let limit = 2.0 / (kept - 1) as f64;
    require(result.bound < limit, || {
        format!("the bound is {:e}", result.bound)
    })
}

fn check(curve: &Curve, drop: bool, kept: usize) -> Verdict {
    let result = thin(&curve.given(), drop, Some(kept)).expect("memory");
    let from = if drop {
        straight(curve)
    } else {
        (0..curve.rows()).collect()
    };
    bounded(&result, curve)?;
    chosen(&result, &from, kept, curve)
}

/// A number of rows to keep.
fn limit(most: [usize; 3], rng: &mut Rng) -> usize {
    let most = rng.pick(&most);
    2 + rng.below(most)
}

#[test]
fn the_rows_are_chosen_as_well_as_can_be() {
    let mut rng = Rng::new(1);
    for _ in 0..5000 {
        let Sample { curve, name, .. } = Sample::up_to(60, &mut rng);
        let (drop, kept) = (rng.chance(0.5), limit([4, 10, 60], &mut rng));
        check(&curve, drop, kept)
            .unwrap_or_else(|wrong| panic!("{name}: {wrong}: {drop}, {kept}: {curve:?}"));
    }
}

#[test]
fn the_bound_holds_for_thousands_of_rows() {
    let mut rng = Rng::new(2);
    for _ in 0..100 {
        let Sample { curve, name, .. } = Sample::any(3000, &mut rng);
        let (drop, kept) = (rng.chance(0.5), limit([10, 100, 2000], &mut rng));
        let result = thin(&curve.given(), drop, Some(kept)).expect("memory");
        bounded(&result, &curve).unwrap_or_else(|wrong| panic!("{name}: {wrong}: {drop}, {kept}"));
        assert!(
            result.rows.len() <= kept && result.bound < 2.0 / (kept - 1) as f64,
            "{name}"
        );
    }
}

#[test]
fn nothing_but_straight_lines_is_left_out_without_a_limit() {
    let mut rng = Rng::new(3);
    for _ in 0..3000 {
        let Sample { curve, name, .. } = Sample::up_to(60, &mut rng);
        let result = thin(&curve.given(), true, None).expect("memory");
        let verdict = bounded(&result, &curve);
        verdict.unwrap_or_else(|wrong| panic!("{name}: {wrong}: {curve:?}"));
        assert_eq!(result.bound, 0.0, "{name}");
        let all = thin(&curve.given(), false, None).expect("memory");
        assert!(all.rows.len() == curve.rows() && all.bound == 0.0, "{name}");
    }
}

#[test]
fn a_curve_that_hardly_bends_keeps_its_area() {
    for bend in bends() {
        let curve = gentle(3000, bend);
        let result = thin(&curve.given(), true, None).expect("memory");
        bounded(&result, &curve).unwrap_or_else(|wrong| panic!("bend {bend:e}: {wrong}"));
    }
}

#[test]
fn straight_lines_for_whole_weights_are_exact() {
    let mut rng = Rng::new(4);
    for _ in 0..3000 {
        let sample = Sample::whole(60, &mut rng);
        let points = hull_of_weights(&sample.exact());
        let last = points.len() - 1;
        let bends = |&row: &usize| {
            let ends = row == 0 || row == last;
            ends || !triangle(&points[row - 1], &points[row], &points[row + 1]).is_zero()
        };
        let expected: Vec<usize> = (0..=last).filter(bends).collect();
        let name = &sample.name;
        assert_eq!(
            straight(&sample.curve),
            expected,
            "{name}: {:?}",
            sample.curve
        );
    }
}
