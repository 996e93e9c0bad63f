//! Rates along the curve.

use super::{close, leverages, random, Data};
use crate::covariance::{Powers, Sizes};
use crate::error::{Argument, Error};
use crate::inference::tests::rate_covariance;
use crate::inference::RateCovariance;
use crate::rounding::difference;
use crate::sampling::Unit;
use crate::testing::by;
use crate::testing::wrong_length;

const PLACES: [f64; 8] = [3.0, 0.0, 2.75, 2.25, 5.5, 9.0, 1e300, -1.0];

fn result(data: &Data, unit: Unit, clusters: Option<(&[i32], usize)>) -> (RateCovariance, Sizes) {
    rate_covariance(
        &data.observations(),
        unit,
        clusters,
        &PLACES,
        by(1, &mut || false),
    )
    .unwrap()
}

/// How probably an observation is called positive at a place, by the number of smaller scores in use.
fn predicted_positive(data: &Data, i: usize, place: f64) -> f64 {
    let mut smaller: Vec<f64> = (0..data.labels.len())
        .filter(|&j| data.weights[j] > 0.0 && data.scores[j] < data.scores[i])
        .map(|j| data.scores[j])
        .collect();
    smaller.sort_by(f64::total_cmp);
    smaller.dedup();
    (smaller.len() as f64 - place.max(0.0) + 1.0).clamp(0.0, 1.0)
}

/// The shares in the weight of a class, 0 for the other class.
fn shares(data: &Data, label: i32) -> Vec<f64> {
    let of_class = |i: usize| f64::from(data.labels[i] == label);
    (0..data.labels.len())
        .map(|i| of_class(i) * data.weights[i] / data.weight_of(label))
        .collect()
}

/// The influences on a rate by their definition.
fn naive(data: &Data, label: i32, place: f64) -> Vec<f64> {
    let shares = shares(data, label);
    let rate: f64 = (0..shares.len())
        .map(|i| shares[i] * predicted_positive(data, i, place))
        .sum();
    (0..shares.len())
        .map(|i| shares[i] * difference(predicted_positive(data, i, place), rate))
        .collect()
}

fn sum_of_powers(values: &[f64], power: i32) -> f64 {
    values.iter().map(|value| value.powi(power)).sum()
}

/// Compares with units whose influences `gather` gives for a class and a place, and whose shares it
/// gives without a place.
fn assert_units(
    (result, sizes): &(RateCovariance, Sizes),
    rows: [f64; 2],
    gather: impl Fn(usize, Option<f64>) -> Vec<f64>,
) {
    for (class, rows) in rows.into_iter().enumerate() {
        let shares = gather(class, None);
        let units = shares.iter().filter(|share| **share > 0.0).count() as f64;
        assert!(close(sizes.units[class], units));
        let effective = (rows / sum_of_powers(&shares, 2)).sqrt();
        assert!(close(sizes.effective[class] / effective, 1.0));
        let largest = shares.iter().copied().fold(0.0, f64::max);
        assert!(close(result.least[class] * largest, 1.0));
        for (i, &place) in PLACES.iter().enumerate() {
            let values = gather(class, Some(place));
            let squares = sum_of_powers(&values, 2);
            assert!(close(result.squares[class][i], squares), "{class} {place}");
            assert!(squares <= result.largest_square(class) + 1e-14);
            let fourths = sum_of_powers(&values, 4);
            let df = Powers { squares, fourths }.df(units, 2.0);
            let apart = result.df[class][i] - df;
            assert!(apart.abs() <= 1e-9 * df, "{class} {place}");
        }
    }
}

impl RateCovariance {
    /// Returns the upper bound of p (1 - p) / least.
    fn largest_square(&self, class: usize) -> f64 {
        0.25 / self.least[class]
    }
}

/// Kish's numbers of the rows.
fn effective_of_rows(data: &Data) -> [f64; 2] {
    [0, 1].map(|label| {
        let of_class = (0..data.labels.len()).filter(|&i| data.labels[i] == label);
        data.weight_of(label).powi(2) / of_class.map(|i| data.weights[i].powi(2)).sum::<f64>()
    })
}

#[test]
fn without_clusters_each_observation_is_a_unit() {
    for (n, distinct) in [(2, 1), (9, 3), (60, 8), (300, 40)] {
        let data = random(n, distinct, n as u64);
        assert_units(
            &result(&data, Unit::Row, None),
            effective_of_rows(&data),
            |class, place| match place {
                Some(place) => naive(&data, class as i32, place),
                None => shares(&data, class as i32),
            },
        );
    }
}

#[test]
fn clusters_are_units() {
    let data = random(80, 11, 4);
    let clusters: Vec<i32> = (0..80).map(|i| (i * i) % 13).collect();
    let gathered = |values: &[f64]| -> Vec<f64> {
        let mut sums = vec![0.0; 13];
        let pairs = clusters.iter().zip(values);
        pairs.for_each(|(&cluster, value)| sums[cluster as usize] += value);
        sums
    };
    let result = result(&data, Unit::Row, Some((&clusters, 13)));
    assert_units(&result, effective_of_rows(&data), |class, place| {
        let label = class as i32;
        let values = match place {
            Some(place) => naive(&data, label, place),
            None => shares(&data, label),
        };
        let factors = leverages(&gathered(&shares(&data, label)), 80);
        let sums = gathered(&values);
        // Shares count as they are.
        match place {
            Some(_) => sums
                .iter()
                .zip(factors)
                .map(|(sum, factor)| sum * factor)
                .collect(),
            None => sums,
        }
    });
}

#[test]
fn a_rate_near_0_or_1_keeps_its_digits() {
    // One in 2^40 of the weight of each class is below, one above.
    let tiny = 2f64.powi(-40);
    let data = Data::with(
        vec![1.0, 2.0, 3.0, 1.0, 2.0, 3.0],
        vec![0, 0, 0, 1, 1, 1],
        vec![tiny, 1.0, tiny, tiny, 1.0, tiny],
    );
    let (result, _) = rate_covariance(
        &data.observations(),
        Unit::Row,
        None,
        &[1.0, 2.0],
        by(1, &mut || false),
    )
    .unwrap();
    // tiny^2 each from the tiny one and from the others.
    for squares in &result.squares {
        for square in squares {
            assert!((square / (2.0 * tiny * tiny) - 1.0).abs() < 1e-11);
        }
    }
}

#[test]
fn what_is_no_place_or_no_cluster_is_named() {
    let data = random(10, 5, 1);
    let at = |places: &[f64], clusters| {
        rate_covariance(
            &data.observations(),
            Unit::Row,
            clusters,
            places,
            by(1, &mut || false),
        )
    };
    let argument = Argument::Threshold;
    let position = 1;
    assert_eq!(
        at(&[0.0, f64::NAN], None),
        Err(Error::Missing { argument, position })
    );
    let few = wrong_length(Argument::Clusters, 9, 10);
    assert_eq!(at(&[0.0], Some((&[0; 9], 1))), Err(few));
    assert!(at(&[], None).unwrap().0.squares[0].is_empty());
}
