//! Several scores of the same observations.

use super::{area_sums, single, squares_of};
use super::{close, leverages, random};
use crate::error::{Argument, Error};
use crate::sampling::Unit;
use crate::testing::by;
use crate::testing::wrong_length;

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
    let (mut sums, naive) = ([0.0; 9], data.naive());
    for label in [0, 1] {
        let of_class = |i: &usize| data.labels[*i] == label && data.weights[*i] > 0.0;
        let sum = |values: &[f64], k: usize| -> f64 {
            (0..40)
                .filter(of_class)
                .filter(|i| i % 9 == k)
                .map(|i| values[i])
                .sum()
        };
        let share = |k: usize| sum(&data.weights, k) / data.weight_of(label);
        let shares: Vec<f64> = (0..9).map(share).collect();
        let rows = (0..40).filter(of_class).count();
        let factors = leverages(&shares, rows);
        (0..9).for_each(|k| sums[k] += factors[k] * sum(&naive, k));
    }
    let moment = |power| sums.iter().map(|u| f64::powi(*u, power)).sum::<f64>();
    let df = 2.0 / (moment(4) / moment(2).powi(2) - 1.0 / 9.0);
    assert!(df < 7.0);
    assert!((result.unwrap().df[0] / df - 1.0).abs() < 1e-9);
}

#[test]
fn what_is_wrong_is_said_of_the_score_that_it_is_wrong_with() {
    let (data, longer) = (random(9, 5, 1), random(10, 5, 1));
    let joint = |scores: &[_], clusters| {
        area_sums(scores, Unit::Row, clusters, by(1, &mut || false))
            .map(|result| result.values.len())
    };
    assert_eq!(joint(&[], None), Err(Error::Empty));
    let length = |argument, length| wrong_length(argument, length, 9);
    let [nine, ten] = [data.observations(), longer.observations()];
    let error = length(Argument::Labels, 10);
    assert_eq!(
        joint(&[nine, nine, ten], None),
        Err(error.in_score(2, usize::MAX))
    );
    let mut missing = random(9, 5, 1);
    missing.scores[3] = f64::NAN;
    let error = Error::Missing {
        argument: Argument::Scores,
        position: 3,
    };
    assert_eq!(
        joint(&[nine, missing.observations()], None),
        Err(error.in_score(1, usize::MAX))
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
