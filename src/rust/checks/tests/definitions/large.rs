//! The core against exact arithmetic, on inputs too large for the definition.

use weighted_roc_checks::case::Case;
use weighted_roc_checks::check::{case_agrees, ulps_between};
use weighted_roc_checks::curve::Curve;
use weighted_roc_checks::rng::Rng;
use weighted_roc_checks::shape::{labels, scores, weights, Shape};
use weighted_roc_checks::sorting::by_sorting;

fn check(shape: Shape, n: usize, rng: &mut Rng) {
    let case = shape.case(n, rng);
    let verdict = case_agrees(&case, &by_sorting(&case.rows()));
    verdict.unwrap_or_else(|wrong| panic!("{n} rows ({}): {wrong}", shape.name()));
}

#[test]
fn scores_of_every_shape() {
    let mut rng = Rng::new(1);
    for scores in scores::SHAPES {
        for n in [10_000, 100_000, 300_000] {
            let shape = Shape::any(&mut rng);
            check(Shape { scores, ..shape }, n, &mut rng);
        }
    }
}

#[test]
fn labels_of_every_shape() {
    let mut rng = Rng::new(2);
    for labels in labels::SHAPES {
        let shape = Shape::any(&mut rng);
        check(Shape { labels, ..shape }, 100_000, &mut rng);
    }
}

#[test]
fn weights_of_every_shape() {
    let mut rng = Rng::new(3);
    for weights in weights::SHAPES {
        let shape = Shape::any(&mut rng);
        check(Shape { weights, ..shape }, 100_000, &mut rng);
    }
}

#[test]
fn lengths_around_powers_of_two() {
    let mut rng = Rng::new(4);
    for exponent in 1..18 {
        for n in [(1 << exponent) - 1, 1 << exponent, (1 << exponent) + 1] {
            check(Shape::any(&mut rng), n.max(2), &mut rng);
        }
    }
}

#[test]
fn a_million_observations() {
    let mut rng = Rng::new(5);
    for name in [
        "uniform",
        "hundredths",
        "any bits",
        "mostly tied",
        "reversed",
        "any i32",
    ] {
        let scores = scores::SHAPES.iter().find(|shape| shape.0 == name);
        let shape = Shape {
            scores: scores.expect(name),
            ..Shape::any(&mut rng)
        };
        check(shape, 1_000_000, &mut rng);
    }
}

#[test]
fn permuting_many_rows_changes_nothing() {
    let mut rng = Rng::new(6);
    for _ in 0..10 {
        let shape = Shape::any(&mut rng);
        let mut rows = shape.case(200_000, &mut rng).rows();
        let before = Curve::from_case(&Case::from_rows(&rows)).unwrap();
        rng.shuffle(&mut rows);
        let after = Curve::from_case(&Case::from_rows(&rows)).unwrap();
        let same = before.threshold == after.threshold
            && ulps_between(before.rates(), after.rates()) <= 1
            && ulps_between(before.counts(), after.counts()) <= 1;
        assert!(same, "{}", shape.name());
    }
}
