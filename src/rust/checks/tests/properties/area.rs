//! The area under points.

use crate::strategy::for_all;
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::{select, Index};
use weighted_roc_checks::calls::trapezoid;
use weighted_roc_checks::check::area::is_of_points;
use weighted_roc_checks::curve::Curve;
use weighted_roc_core::{Argument, Error};

/// Coordinates that do not increase.
fn coordinates(n: usize) -> impl Strategy<Value = Vec<f64>> {
    let coordinate = prop_oneof![
        2 => 0.0..=1.0,
        2 => (-330.0..0.0).prop_map(|exponent| 10f64.powf(exponent)),
        1 => (0u64..4).prop_map(|ulps| f64::from_bits(1f64.to_bits() - ulps)),
    ];
    vec(coordinate, n).prop_map(|mut coordinates: Vec<f64>| {
        coordinates.sort_by(|a, b| b.total_cmp(a));
        coordinates
    })
}

fn points() -> impl Strategy<Value = (Vec<f64>, Vec<f64>)> {
    (2usize..40).prop_flat_map(|n| (coordinates(n), coordinates(n)))
}

/// Spoils one of the coordinates at `position`, and gives the error that this is.
fn spoil(coordinates: &mut [f64], argument: Argument, position: usize, value: f64) -> Error {
    coordinates[position] = value;
    match value {
        _ if value.is_nan() => Error::Missing { argument, position },
        _ if value.is_infinite() => Error::Infinite {
            argument,
            position,
            value,
        },
        _ => Error::Increasing {
            argument,
            position,
            from: coordinates[position - 1],
            to: value,
        },
    }
}

#[test]
fn the_area_is_that_of_the_points() {
    for_all(points(), |(tpr, fpr)| {
        let curve = Curve {
            tpr,
            fpr,
            threshold: vec![],
            false_negative: vec![],
            false_positive: vec![],
            true_negative: vec![],
        };
        is_of_points(&curve).unwrap();
    });
}

#[test]
fn a_bad_coordinate_is_reported() {
    let bad = select(vec![f64::NAN, f64::INFINITY, f64::NEG_INFINITY, 2.0]);
    let cases = (points(), any::<bool>(), any::<Index>(), bad);
    for_all(cases, |((mut tpr, mut fpr), of_tpr, position, value)| {
        let position = 1 + position.index(tpr.len() - 1);
        let error = match of_tpr {
            true => spoil(&mut tpr, Argument::Tpr, position, value),
            false => spoil(&mut fpr, Argument::Fpr, position, value),
        };
        assert_eq!(trapezoid(&tpr, &fpr), Err(error));
    });
}

#[test]
fn points_must_be_two_at_least_and_have_two_coordinates() {
    for points in [0, 1] {
        let coordinates = vec![1.0; points];
        let error = Error::TooFewPoints { points };
        assert_eq!(trapezoid(&coordinates, &coordinates), Err(error));
    }
    let error = trapezoid(&[1.0, 0.0], &[1.0, 0.5, 0.0]);
    assert!(matches!(error, Err(Error::Length { .. })), "{error:?}");
}
