//! The first thing wrong with observations is what the core reports.

use crate::strategy::for_all;
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;
use std::cell::RefCell;
use std::collections::HashSet;
use std::mem::discriminant;
use weighted_roc_checks::calls::wmw;
use weighted_roc_checks::case::{Case, LabelColumn, ScoreColumn, WeightColumn, MISSING};
use weighted_roc_checks::curve::Curve;
use weighted_roc_checks::rng::Rng;
use weighted_roc_checks::verdict::{same, verdict};
use weighted_roc_core::Error;

/// [`Error::Empty`] to [`Error::Overflow`].
const ERRORS_OF_OBSERVATIONS: usize = 8;

/// A score, a label and a weight, NaN being missing.
type Observation = (f64, f64, f64);

/// The property that the observations of a class share, most of the time.
#[derive(Clone, Debug)]
struct Members {
    label: f64,
    weights: Vec<f64>,
}

fn members(label: f64) -> impl Strategy<Value = Members> {
    let weights = prop_oneof![
        6 => Just(vec![0.0, 1.0, 2.0]),
        1 => Just(vec![-0.0, 0.0]),
        1 => Just(vec![f64::MAX, f64::MAX / 2.0, 1e292]),
    ];
    weights.prop_map(move |weights| Members { label, weights })
}

fn observation(members: Members, noise: u32) -> impl Strategy<Value = Observation> {
    let score = prop_oneof![
        20 => (0u8..4).prop_map(f64::from),
        noise => Just(f64::NAN),
    ];
    let label = prop_oneof![
        20 => Just(members.label),
        noise => (-1i8..9).prop_map(f64::from),
        noise => Just(f64::NAN),
    ];
    let weight = prop_oneof![
        20 => select(members.weights),
        noise => select(vec![-2.0, -5e-324, f64::INFINITY, f64::NEG_INFINITY, f64::NAN]),
    ];
    (score, label, weight)
}

fn observations() -> impl Strategy<Value = Vec<Observation>> {
    let labels = select(vec![[-1.0, 1.0], [0.0, 1.0], [-0.0, 1.0], [1.0, 2.0]]);
    let classes = labels.prop_flat_map(|labels| labels.map(members));
    (classes, select(vec![0, 1, 1, 10])).prop_flat_map(|([negatives, positives], noise)| {
        let negative = observation(negatives, noise);
        vec(prop_oneof![negative, observation(positives, noise)], 0..12)
    })
}

fn integers(doubles: &[f64]) -> Vec<i32> {
    let integer = |double: &f64| match double {
        double if double.is_nan() => MISSING,
        double => *double as i32,
    };
    doubles.iter().map(integer).collect()
}

fn scores(values: Vec<f64>) -> impl Strategy<Value = ScoreColumn> {
    let integers = ScoreColumn::I32(integers(&values));
    select(vec![ScoreColumn::F64(values), integers])
}

fn labels(values: Vec<f64>) -> impl Strategy<Value = LabelColumn> {
    let integers = integers(&values);
    let codes = LabelColumn::Codes(integers.clone());
    select(vec![
        LabelColumn::F64(values),
        LabelColumn::I32(integers),
        codes,
    ])
}

fn weights(values: Vec<f64>) -> impl Strategy<Value = WeightColumn> {
    let integers = WeightColumn::I32(integers(&values));
    select(vec![
        WeightColumn::Unit,
        WeightColumn::F64(values),
        integers,
    ])
}

/// The values, or once in a while some of them.
fn cut(values: Vec<f64>) -> impl Strategy<Value = Vec<f64>> {
    let n = values.len();
    prop_oneof![40 => Just(n), 1 => 0..=n].prop_map(move |n| values[..n].to_vec())
}

fn case() -> impl Strategy<Value = Case> {
    observations()
        .prop_map(|rows| {
            let column = |value: fn(&Observation) -> f64| rows.iter().map(value).collect();
            [
                column(|row| row.0),
                column(|row| row.1),
                column(|row| row.2),
            ]
        })
        .prop_flat_map(|columns| columns.map(cut))
        .prop_flat_map(|[s, l, w]: [Vec<f64>; 3]| (scores(s), labels(l), weights(w)))
        .prop_map(|(scores, labels, weights)| Case {
            scores,
            labels,
            weights,
        })
}

fn assert_verdict(case: &Case) -> Result<(), Error> {
    let expected = verdict(case);
    assert_found(&expected, Curve::from_case(case).map(drop));
    assert_found(&expected, wmw(&case.observations()).map(drop));
    expected
}

fn assert_found(expected: &Result<(), Error>, result: Result<(), Error>) {
    let right = match (expected, &result) {
        (Err(expected), Err(result)) => same(expected, result),
        _ => *expected == result,
    };
    assert!(right, "{result:?}, not {expected:?}");
}

#[test]
fn the_first_thing_wrong_is_reported() {
    let seen = RefCell::new(HashSet::new());
    for_all(case(), |case| {
        if let Err(error) = assert_verdict(&case) {
            seen.borrow_mut().insert(discriminant(&error));
        }
    });
    assert_eq!(seen.borrow().len(), ERRORS_OF_OBSERVATIONS);
}

#[test]
fn the_first_thing_wrong_is_reported_among_many() {
    const N: usize = 200_000;
    let mut rng = Rng::new(1);
    for _ in 0..30 {
        let mut scores = vec![0.5; N];
        let mut labels: Vec<f64> = (0..N).map(|i| (i % 2) as f64).collect();
        let mut weights = vec![1.0; N];
        for _ in 0..rng.below(3) {
            scores[rng.below(N)] = f64::NAN;
        }
        for _ in 0..rng.below(3) {
            weights[rng.below(N)] = rng.pick(&[f64::NAN, -1.0, f64::INFINITY]);
        }
        if rng.chance(0.3) {
            labels[rng.below(N)] = rng.pick(&[f64::NAN, 2.0]);
        }
        let case = Case {
            scores: ScoreColumn::F64(scores),
            labels: LabelColumn::F64(labels),
            weights: WeightColumn::F64(weights),
        };
        let _ = assert_verdict(&case);
    }
}
