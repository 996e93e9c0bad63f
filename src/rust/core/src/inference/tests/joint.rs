//! Several scores of the same observations.

use super::{area_sums, single, squares_of};
use super::{close, random, with_one_large_influence, Data};
use crate::error::{Argument, Error};
use crate::sampling::Unit;
use crate::testing::by;

#[test]
fn joint_spreads_are_sums_over_clusters() {
    let (data, mut other) = (random(60, 9, 1), random(60, 30, 2));
    (other.labels, other.weights) = (data.labels.clone(), data.weights.clone());
    let clusters: Vec<i32> = (0..60).map(|i| i % 13).collect();
    let scores = [data.observations(), other.observations()];
    let result = area_sums(
        &scores,
        Unit::Row,
        Some((&clusters, 13)),
        by(1, &mut || false),
    )
    .unwrap();
    let influences = [data.naive(), other.naive()];
    let sum = |cluster: i32, label: i32, score: usize| -> f64 {
        let members = (0..60).filter(|&i| clusters[i] == cluster && data.labels[i] == label);
        members.map(|i| influences[score][i]).sum()
    };
    for k in 0..2 {
        for l in 0..2 {
            let [mut negatives, mut positives, mut both] = [0.0; 3];
            for c in 0..13 {
                negatives += sum(c, 0, k) * sum(c, 0, l);
                positives += sum(c, 1, k) * sum(c, 1, l);
                both += sum(c, 0, k) * sum(c, 1, l) + sum(c, 1, k) * sum(c, 0, l);
            }
            assert!(close(result.negatives[2 * k + l], negatives));
            assert!(close(result.positives[2 * k + l], positives));
            assert!(close(result.both[2 * k + l], both));
        }
    }
    assert_eq!(result.values, [data.wmw(), other.wmw()]);
    assert_eq!(result.units[2], 13.0);
    let effective = [0, 1].map(|label| {
        let share = |i: usize| f64::from(data.labels[i] == label) * data.weights[i];
        let of_cluster = |c: i32| {
            (0..60)
                .filter(|&i| clusters[i] == c)
                .map(share)
                .sum::<f64>()
        };
        let of_rows = (0..60).map(|i| share(i).powi(2)).sum::<f64>();
        let of_clusters = (0..13).map(|c| of_cluster(c).powi(2)).sum::<f64>();
        data.weight_of(label).powi(2) / (of_rows * of_clusters).sqrt()
    });
    assert!((0..2).all(|class| close(result.effective[class] / effective[class], 1.0)));
}

#[test]
fn counts_in_clusters_are_as_many_observations() {
    let mut short = random(30, 9, 5);
    short
        .weights
        .iter_mut()
        .enumerate()
        .for_each(|(i, weight)| *weight = (1 + i % 4) as f64);
    let clusters: Vec<i32> = (0..30).map(|i| (i * i) % 7).collect();
    let rows: Vec<usize> = (0..30).flat_map(|i| vec![i; 1 + i % 4]).collect();
    let long = Data {
        scores: rows.iter().map(|&i| short.scores[i]).collect(),
        labels: rows.iter().map(|&i| short.labels[i]).collect(),
        weights: vec![1.0; rows.len()],
    };
    let long_clusters: Vec<i32> = rows.iter().map(|&i| clusters[i]).collect();
    let joint = |data: &Data, unit, clusters: &[i32]| {
        let scores = [data.observations()];
        area_sums(&scores, unit, Some((clusters, 7)), by(1, &mut || false)).unwrap()
    };
    let counted = joint(&short, Unit::Count, &clusters);
    let repeated = joint(&long, Unit::Row, &long_clusters);
    for class in 0..2 {
        assert!(close(
            counted.effective[class] / repeated.effective[class],
            1.0
        ));
    }
    assert!(close(counted.positives[0], repeated.positives[0]));
    assert!(close(counted.df[0] / repeated.df[0], 1.0));
    assert_eq!(counted.units, repeated.units);
}

#[test]
fn observations_without_clusters_are_clusters_of_one() {
    let (data, mut other) = (random(70, 9, 1), random(70, 30, 2));
    (other.labels, other.weights) = (data.labels.clone(), data.weights.clone());
    let scores = [
        data.observations(),
        other.observations(),
        data.observations(),
    ];
    // In no order, and with a cluster that nobody is in.
    let clusters: Vec<i32> = (0..70).map(|i| (i * 11 + 3) % 71).collect();
    let each = area_sums(&scores, Unit::Row, None, by(1, &mut || false)).unwrap();
    let apart = area_sums(
        &scores,
        Unit::Row,
        Some((&clusters, 71)),
        by(1, &mut || false),
    )
    .unwrap();
    let pairs = [
        (&each.negatives, &apart.negatives),
        (&each.positives, &apart.positives),
        (&each.both, &apart.both),
    ];
    for (each, apart) in pairs {
        assert!(each.iter().zip(apart).all(|(&a, &b)| close(a, b)));
    }
    assert_eq!((each.numbers, each.units), (apart.numbers, apart.units));
    assert_eq!(each.units[2], each.numbers[0] + each.numbers[1]);
    let df = each.df.iter().zip(&apart.df);
    assert!(df.clone().all(|(&a, &b)| (a / b - 1.0).abs() < 1e-9));
}

#[test]
fn alone_a_score_has_the_spread_that_it_has() {
    let data = random(80, 25, 3);
    let scores = [data.observations()];
    for unit in [Unit::Row, Unit::Count] {
        let joint = area_sums(&scores, unit, None, by(1, &mut || false)).unwrap();
        let covariance = single(&scores[0], unit, by(1, &mut || false)).unwrap();
        assert!(close(joint.negatives[0], squares_of(&covariance)[0]));
        assert!(close(joint.positives[0], squares_of(&covariance)[1]));
        assert!((joint.df[0] / covariance.df[0] - 1.0).abs() < 1e-9);
        assert_eq!(joint.values[0], covariance.values[0]);
        assert!((0..3).all(|k| close(joint.units[k] / covariance.units[k], 1.0)));
        assert!(
            (0..2).all(|class| close(joint.effective[class] / covariance.effective[class], 1.0))
        );
    }
}

#[test]
fn few_large_influences_leave_counts_as_few_degrees_of_df_as_rows() {
    let [short, long] = with_one_large_influence();
    let result = |data: &Data, unit| {
        let scores = [data.observations()];
        let joint = area_sums(&scores, unit, None, by(1, &mut || false));
        joint.unwrap().df[0]
    };
    let (counted, repeated) = (result(&short, Unit::Count), result(&long, Unit::Row));
    assert!(repeated < 10.0);
    assert!(close(counted / repeated, 1.0));
}

#[test]
fn the_df_of_clusters_is_that_of_their_sums() {
    let mut data = random(40, 90, 4);
    data.weights[0] += 30.0;
    let clusters: Vec<i32> = (0..40).map(|i| i % 9).collect();
    let scores = [data.observations()];
    let result = area_sums(
        &scores,
        Unit::Row,
        Some((&clusters, 9)),
        by(1, &mut || false),
    );
    let mut sums = [0.0; 9];
    let naive = data.naive().into_iter();
    naive.enumerate().for_each(|(i, u)| sums[i % 9] += u);
    let moment = |power| sums.iter().map(|u| f64::powi(*u, power)).sum::<f64>();
    let df = 2.0 / (moment(4) / moment(2).powi(2) - 1.0 / 9.0);
    assert!(df < 7.0);
    assert!((result.unwrap().df[0] / df - 1.0).abs() < 1e-9);
}

#[test]
fn matrices_are_symmetric() {
    let data: Vec<Data> = (0..4)
        .map(|seed| {
            let mut data = random(90, 40, seed);
            let first = random(90, 40, 0);
            (data.labels, data.weights) = (first.labels, first.weights);
            data
        })
        .collect();
    let scores: Vec<_> = data.iter().map(Data::observations).collect();
    let clusters: Vec<i32> = (0..90).map(|i| i % 7).collect();
    let result = area_sums(
        &scores,
        Unit::Row,
        Some((&clusters, 7)),
        by(1, &mut || false),
    )
    .unwrap();
    for matrix in [&result.negatives, &result.positives, &result.both] {
        for (k, l) in (0..4).flat_map(|k| (0..k).map(move |l| (k, l))) {
            assert_eq!(matrix[4 * k + l].to_bits(), matrix[4 * l + k].to_bits());
        }
    }
}

#[test]
fn what_is_wrong_is_said_of_the_score_that_it_is_wrong_with() {
    let (data, longer) = (random(9, 5, 1), random(10, 5, 1));
    let joint = |scores: &[_], clusters| {
        area_sums(scores, Unit::Row, clusters, by(1, &mut || false))
            .map(|result| result.values.len())
    };
    assert_eq!(joint(&[], None), Err(Error::Empty));
    let length = |argument, length| Error::Length {
        argument,
        length,
        expected: 9,
    };
    let [nine, ten] = [data.observations(), longer.observations()];
    let error = length(Argument::Labels, 10);
    assert_eq!(
        joint(&[nine, nine, ten], None),
        Err(error.of_score(2, usize::MAX))
    );
    let mut missing = random(9, 5, 1);
    missing.scores[3] = f64::NAN;
    let error = Error::Missing {
        argument: Argument::Scores,
        position: 3,
    };
    assert_eq!(
        joint(&[nine, missing.observations()], None),
        Err(error.of_score(1, usize::MAX))
    );
    let error = length(Argument::Clusters, 8);
    assert_eq!(joint(&[nine], Some((&[0; 8], 1))), Err(error));
    let error = Error::Cluster {
        position: 0,
        value: 1,
        clusters: 1,
    };
    assert_eq!(joint(&[nine], Some((&[1; 9], 1))), Err(error));
}
