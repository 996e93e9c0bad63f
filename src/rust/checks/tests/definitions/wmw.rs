//! The area without the curve: right to 1e-14 of itself, however small it is.

use weighted_roc_checks::calls::wmw;
use weighted_roc_checks::case::{Case, Row};
use weighted_roc_checks::check::area::is_statistic;
use weighted_roc_checks::definition::by_definition;
use weighted_roc_checks::rng::Rng;
use weighted_roc_checks::shape::Shape;
use weighted_roc_checks::sorting::by_sorting;

fn statistic(case: &Case) -> f64 {
    wmw(&case.observations()).unwrap()
}

#[test]
fn the_statistic_is_that_of_the_definition() {
    let mut rng = Rng::new(1);
    for _ in 0..20_000 {
        let shape = Shape::any(&mut rng);
        let n = 2 + rng.below(59);
        let case = shape.case(n, &mut rng);
        let verdict = is_statistic(statistic(&case), &by_definition(&case.rows()));
        verdict.unwrap_or_else(|wrong| panic!("{}: {wrong} in {case:?}", shape.name()));
    }
}

#[test]
fn the_statistic_of_many_observations_is_right() {
    let mut rng = Rng::new(2);
    for _ in 0..50 {
        let shape = Shape::any(&mut rng);
        let case = shape.case(100_000, &mut rng);
        let verdict = is_statistic(statistic(&case), &by_sorting(&case.rows()));
        verdict.unwrap_or_else(|wrong| panic!("{}: {wrong}", shape.name()));
    }
}

fn row(score: f64, positive: bool, weight: f64) -> Row {
    Row {
        score,
        positive,
        weight,
    }
}

#[test]
fn the_statistic_of_separated_classes_is_not_above_1() {
    let result = statistic(&Case::from_rows(&[
        row(0.0, false, 0.1),
        row(1.0, true, 0.1),
    ]));
    assert!(result <= 1.0, "{result:?}");
}

#[test]
fn the_statistic_does_not_underflow_before_it_must() {
    let rows = [
        row(0.0, false, 3e-310),
        row(1.0, true, 5e-324),
        row(2.0, false, 1.0),
    ];
    is_statistic(statistic(&Case::from_rows(&rows)), &by_definition(&rows)).unwrap();
}
