//! Weights of replicates in place of the observations' own.

use super::{close, random, Data};
use crate::area::wmw;
use crate::error::{Argument, Error};
use crate::options::Options;
use crate::poll::BLOCK;
use crate::replicate::replicate_areas;
use crate::testing::examples::Rng;
use crate::testing::wrong_length;

#[test]
fn replicates_have_the_areas_of_their_weights() {
    let data = random(80, 12, 3);
    let mut rng = Rng::new(4);
    let replicates: Vec<f64> = (0..240).map(|_| rng.below(3) as f64).collect();
    let mut areas = [0.0; 3];
    replicate_areas(
        &data.observations(),
        &replicates,
        &mut areas,
        Options::new(&mut || false),
    )
    .unwrap();
    for (weights, area) in replicates.chunks(80).zip(areas) {
        let weights = weights.iter().zip(&data.weights);
        let weights = weights
            .map(|(&w, &own)| if own > 0.0 { w } else { 0.0 })
            .collect();
        let replicate = Data::with(data.scores.clone(), data.labels.clone(), weights);
        assert!(close(area, replicate.wmw()));
    }
}

fn areas(data: &Data, replicates: &[f64], columns: usize) -> Result<Vec<f64>, Error> {
    let mut areas = vec![-1.0; columns];
    let never = &mut || false;
    let observations = data.observations();
    replicate_areas(&observations, replicates, &mut areas, Options::new(never)).map(|()| areas)
}

/// Observations that all have weight.
fn unweighted(n: usize, seed: u64) -> Data {
    let mut data = random(n, n / 3, seed);
    data.weights.fill(1.0);
    data
}

#[test]
fn a_column_may_be_of_any_size() {
    let data = unweighted(200, 1);
    let mut rng = Rng::new(1);
    let column: Vec<f64> = (0..200).map(|_| rng.below(50) as f64).collect();
    let expected = areas(&data, &column, 1).unwrap();
    let powers = [-1074, -600, -565, 500, 531, 1017];
    let columns: Vec<f64> = powers
        .iter()
        .flat_map(|&power| column.iter().map(move |weight| times_power(*weight, power)))
        .collect();
    // Powers of two change no bit.
    assert_eq!(areas(&data, &columns, 6), Ok(vec![expected[0]; 6]));
    for factor in [1e-170, 1e160, 1e-300, 3e306] {
        let column: Vec<f64> = column.iter().map(|weight| weight * factor).collect();
        assert!(close(areas(&data, &column, 1).unwrap()[0], expected[0]));
    }
    let [largest, unit] = [f64::MAX, 1.0].map(|weight| areas(&data, &[weight; 200], 1).unwrap());
    assert!(close(largest[0], unit[0]));
}

/// Exact, where one power of two is no double.
fn times_power(value: f64, power: i32) -> f64 {
    value * 2f64.powi(power / 2) * 2f64.powi(power - power / 2)
}

#[test]
fn the_classes_of_a_column_may_be_of_sizes_of_their_own() {
    let data = unweighted(200, 2);
    let expected = areas(&data, &[1.0; 200], 1).unwrap();
    for [negative, positive] in [[-1074, 1023], [1023, -1074], [-900, -1000], [1000, 900]] {
        let power = |&label: &i32| if label == 1 { positive } else { negative };
        let powers = data.labels.iter().map(power);
        let column: Vec<f64> = powers.map(|power| times_power(1.0, power)).collect();
        assert_eq!(areas(&data, &column, 1), Ok(expected.clone()));
    }
}

#[test]
fn a_column_may_span_24_orders() {
    let mut data = unweighted(300, 3);
    let mut rng = Rng::new(3);
    for size in [1e-170, 1.0, 1e160] {
        let column: Vec<f64> = (0..300)
            .map(|_| size * 10f64.powf(24.0 * rng.unit() - 12.0))
            .collect();
        let result = areas(&data, &column, 1).unwrap()[0];
        data.weights.clone_from(&column);
        let expected = wmw(&data.observations(), Options::new(&mut || false)).unwrap();
        data.weights.fill(1.0);
        assert!(
            (result / expected - 1.0).abs() < 1e-13,
            "{result} {expected}"
        );
    }
}

#[test]
fn a_column_without_a_class_has_no_area() {
    let data = unweighted(50, 4);
    let of = |class: i32| {
        data.labels
            .iter()
            .map(move |&label| f64::from(label == class))
    };
    let columns: Vec<f64> = of(0).chain(of(1)).chain([0.0; 50]).collect();
    let result = areas(&data, &columns, 3).unwrap();
    assert!(result.iter().all(|area| area.is_nan()), "{result:?}");
}

#[test]
fn replicates_are_checked() {
    let data = unweighted(40, 5);
    for (length, columns) in [(79, 2), (81, 2), (0, 1), (40, 0)] {
        let error = wrong_length(Argument::Replicates, length, 40 * columns);
        assert_eq!(areas(&data, &vec![1.0; length], columns), Err(error));
    }
    assert_eq!(areas(&data, &[], 0), Ok(vec![]));
    let with = |position: usize, value: f64| {
        let mut columns = vec![1.0; 80];
        columns[position] = value;
        areas(&data, &columns, 2)
    };
    for value in [-1.0, f64::INFINITY] {
        let position = 55;
        assert_eq!(with(55, value), Err(Error::Weight { position, value }));
    }
    let error = Error::Missing {
        argument: Argument::Replicates,
        position: 79,
    };
    assert_eq!(with(79, f64::NAN), Err(error));
}

#[test]
#[cfg_attr(miri, ignore = "slow")]
fn faults_beyond_a_block_have_their_place() {
    let data = unweighted(BLOCK, 6);
    let mut columns = vec![1.0; 2 * BLOCK];
    let (position, value) = (BLOCK + 3, -2.0);
    columns[position] = value;
    assert_eq!(
        areas(&data, &columns, 2),
        Err(Error::Weight { position, value })
    );
}
