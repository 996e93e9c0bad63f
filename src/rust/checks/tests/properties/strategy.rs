//! Observations that proptest can shrink.

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::test_runner::{RngSeed, TestRunner};
use weighted_roc_checks::case::Row;

const CASES: u32 = 10_000;

/// Tries the property on the same cases in every run.
pub fn for_all<S: Strategy>(strategy: S, property: impl Fn(S::Value)) {
    let config = ProptestConfig {
        cases: CASES,
        rng_seed: RngSeed::Fixed(1),
        failure_persistence: None,
        ..ProptestConfig::default()
    };
    let tested = TestRunner::new(config).run(&strategy, |value| {
        property(value);
        Ok(())
    });
    tested.unwrap_or_else(|failure| panic!("{failure}"));
}

/// Valid observations.
pub fn rows() -> impl Strategy<Value = Vec<Row>> {
    rows_of(weight())
}

/// Valid observations whose weights are neither tiny nor huge.
pub fn ordinary_rows() -> impl Strategy<Value = Vec<Row>> {
    rows_of(ordinary_weight())
}

fn rows_of(
    weight: impl Strategy<Value = f64> + Clone + 'static,
) -> impl Strategy<Value = Vec<Row>> {
    let positive_weight = weight
        .clone()
        .prop_filter("has weight", |&weight| weight > 0.0);
    let sure = |class| row(Just(class), positive_weight.clone());
    let more = vec(row(any::<bool>(), weight), 0..40);
    let rows = (sure(false), sure(true), more);
    rows.prop_map(|(negative, positive, more)| [vec![negative, positive], more].concat())
        .prop_shuffle()
}

fn row(
    class: impl Strategy<Value = bool>,
    weight: impl Strategy<Value = f64>,
) -> impl Strategy<Value = Row> {
    (score(), class, weight).prop_map(|(score, positive, weight)| Row {
        score,
        positive,
        weight,
    })
}

pub fn score() -> impl Strategy<Value = f64> {
    prop_oneof![
        5 => (-3i8..=3).prop_map(f64::from),
        2 => prop::sample::select(vec![-0.0, 0.0, f64::NEG_INFINITY, f64::INFINITY]),
        2 => (0u64..4).prop_map(|ulps| f64::from_bits(1f64.to_bits() + ulps)),
        1 => (0u64..4).prop_map(f64::from_bits),
        2 => prop::num::f64::ANY.prop_filter("a number", |score| !score.is_nan()),
    ]
}

fn weight() -> impl Strategy<Value = f64> + Clone {
    prop_oneof![
        8 => ordinary_weight(),
        1 => (0u64..1000).prop_map(f64::from_bits),
        1 => 0.0..1e306,
    ]
}

fn ordinary_weight() -> impl Strategy<Value = f64> + Clone {
    prop_oneof![
        2 => Just(1.0),
        1 => Just(0.0),
        2 => (0u8..10).prop_map(f64::from),
        1 => Just(1e17),
        3 => (-12.0..12.0).prop_map(|exponent| 10f64.powf(exponent)),
    ]
}
