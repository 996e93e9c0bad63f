//! Replicates of a bootstrap.

use super::{close, counted, random, single, squares_of, Data};
use crate::decision::Costs;
use crate::error::{Argument, Class, Error};
use crate::measure::Measure;
use crate::quantity::Quantity;
use crate::replicate::{Bootstrap, BootstrapRequest, Scheme};
use crate::sampling::Sampling;
use crate::sampling::Unit;
use crate::testing::by;
use crate::testing::costs;
use crate::testing::quantities::{fprs_at, optimal, rates_at, tprs_at};
use crate::testing::wrong_length;

pub(super) const COSTS: Costs = costs(1.0, 2.0, 0.0, 0.0);

const YOUDEN: Quantity = Quantity::whole_curve(Measure::LargestYouden);

/// The rows repeated as often as their weights say.
pub(super) fn expanded(data: &Data) -> Data {
    let times = |i: usize| data.weights[i] as usize;
    let rows: Vec<usize> = (0..data.labels.len())
        .flat_map(|i| std::iter::repeat(i).take(times(i)))
        .collect();
    Data::with(
        rows.iter().map(|&i| data.scores[i]).collect(),
        rows.iter().map(|&i| data.labels[i]).collect(),
        vec![1.0; rows.len()],
    )
}

#[test]
fn replicates_do_not_depend_on_threads_or_on_what_came_before() {
    let data = counted(random(90, 20, 5));
    let statistics = [
        vec![Quantity::AREA],
        vec![Quantity::partial_by_fpr([0.1, 0.3])],
        vec![Quantity::partial_by_tpr([0.5, 1.0])],
        tprs_at(&[0.0, 0.2, 1.0]),
        fprs_at(&[0.0, 0.7, 1.0]),
        rates_at(&[-1.0, 3.5, 99.0]),
        optimal(COSTS, None),
        optimal(COSTS, Some(0.3)),
        vec![YOUDEN],
    ];
    let clusters: Vec<i32> = (0..90).map(|i| i % 11).collect();
    // Miri's logarithms are not the same twice.
    let schemes = [
        Scheme::Multinomial,
        Scheme::Counts,
        Scheme::Half,
        Scheme::HalfOfCounts,
        Scheme::Dirichlet,
    ];
    for scheme in schemes.into_iter().take(if cfg!(miri) { 1 } else { 5 }) {
        for clusters in [None, Some((&clusters[..], 11))] {
            let bootstrap = data.bootstrap(clusters, scheme);
            for statistic in &statistics {
                let width = statistic.len();
                let run = |first: usize, number: usize, threads: usize| {
                    let mut result = vec![-1.0; number * width];
                    let poll = &mut || false;
                    let done =
                        bootstrap.replicates(statistic, first, &mut result, by(threads, poll));
                    done.unwrap();
                    result
                };
                let all = run(0, 40, 1);
                assert_eq!(all, run(0, 40, 3));
                assert_eq!(all[10 * width..], run(10, 30, 2));
                assert!(all.chunks(width).any(|other| *other != all[..width]));
            }
        }
    }
}

#[test]
fn scores_are_drawn_together() {
    let first = random(90, 20, 5);
    let reversed = Data::with(
        first.scores.iter().map(|score| 30.0 - score).collect(),
        first.labels.clone(),
        first.weights.clone(),
    );
    let clusters: Vec<i32> = (0..90).map(|i| i % 11).collect();
    for clusters in [None, Some((&clusters[..], 11))] {
        let request = BootstrapRequest::new(Scheme::Multinomial)
            .with_sampling(Sampling::default().with_clusters(clusters))
            .with_seed(7);
        let scores = [first.observations(), reversed.observations()];
        let joint = Bootstrap::new(&scores, &request, by(1, &mut || false)).unwrap();
        let quantities = [Quantity::AREA, Quantity::tpr_at(0.3)];
        let mut both = [0.0; 80];
        joint
            .replicates(&quantities, 3, &mut both, by(2, &mut || false))
            .unwrap();
        let mut single = [0.0; 40];
        first
            .bootstrap(clusters, Scheme::Multinomial)
            .replicates(&quantities, 3, &mut single, by(1, &mut || false))
            .unwrap();
        for (both, single) in both.chunks(4).zip(single.chunks(2)).take(20) {
            assert_eq!(both[..2], *single);
            assert!(close(both[0] + both[2], 1.0));
        }
        let result = joint.replicates(&quantities, 0, &mut both[1..], by(1, &mut || false));
        assert!(matches!(result, Err(Error::Length { .. })));
    }
}

#[test]
#[cfg_attr(miri, ignore = "slow")]
fn replicates_scatter_as_the_influences_say() {
    let data = random(400, 1000, 6);
    let sums = single(&data.observations(), Unit::Row, by(1, &mut || false)).unwrap();
    let [negatives, positives] = squares_of(&sums);
    for scheme in [Scheme::Multinomial, Scheme::Dirichlet] {
        let mut result = vec![0.0; 4000];
        let bootstrap = data.bootstrap(None, scheme);
        bootstrap
            .replicates(&[Quantity::AREA], 0, &mut result, by(1, &mut || false))
            .unwrap();
        let mean = result.iter().sum::<f64>() / 4000.0;
        let variance = result.iter().map(|a| (a - mean) * (a - mean)).sum::<f64>() / 4000.0;
        let deviation = (negatives + positives).sqrt();
        assert!((mean - data.wmw()).abs() < 0.1 * deviation, "{scheme:?}");
        assert!(
            (variance.sqrt() / deviation - 1.0).abs() < 0.08,
            "{scheme:?}"
        );
    }
}

/// Each positive beats all negatives, whatever they weigh.
#[test]
fn areas_of_replicates_do_not_exceed_1() {
    let data = Data::with(
        (0..40).map(f64::from).collect(),
        (0..40).map(|i| i32::from(i >= 17)).collect(),
        vec![1.0; 40],
    );
    let bootstrap = data.bootstrap(None, Scheme::Dirichlet);
    let mut result = vec![0.0; 500];
    bootstrap
        .replicates(&[Quantity::AREA], 0, &mut result, by(1, &mut || false))
        .unwrap();
    assert!(result.iter().all(|&area| area <= 1.0 && close(area, 1.0)));
}

#[test]
fn a_replicate_without_a_class_is_not_a_number() {
    let data = Data::with(vec![1.0, 2.0], vec![0, 1], vec![1.0; 2]);
    let bootstrap = data.bootstrap(Some((&[0, 1], 2)), Scheme::Multinomial);
    for statistic in [vec![Quantity::AREA], tprs_at(&[0.5])] {
        let mut result = vec![0.0; 50];
        bootstrap
            .replicates(&statistic, 0, &mut result, by(1, &mut || false))
            .unwrap();
        assert!(result.iter().any(|result| result.is_nan()) && result.contains(&1.0));
    }
}

#[test]
fn no_replicates_are_no_work() {
    let bootstrap = random(20, 5, 1).bootstrap(None, Scheme::Dirichlet);
    for statistic in [vec![Quantity::AREA], tprs_at(&[])] {
        let result = bootstrap.replicates(&statistic, 7, &mut [], by(2, &mut || false));
        assert_eq!(result, Ok(()));
    }
}

#[test]
fn there_is_room_for_whole_replicates() {
    let bootstrap = random(20, 5, 1).bootstrap(None, Scheme::Multinomial);
    let statistics = [
        (rates_at(&[1.0]), 6),
        (optimal(COSTS, None), 4),
        (fprs_at(&[]), 0),
    ];
    for (statistic, expected) in statistics {
        let result = bootstrap.replicates(&statistic, 0, &mut [0.0; 7], by(1, &mut || false));
        let error = wrong_length(Argument::Replicates, 7, expected);
        assert_eq!(result, Err(error));
    }
}

#[test]
fn what_cannot_be_computed_is_not_begun() {
    let bootstrap = random(20, 5, 1).bootstrap(None, Scheme::Multinomial);
    let result = bootstrap.replicates(
        &tprs_at(&[0.5, 1.5]),
        0,
        &mut [0.0; 2],
        by(1, &mut || false),
    );
    assert!(matches!(result, Err(Error::Range { value: 1.5, .. })));
}

#[test]
fn clusters_are_checked() {
    let data = random(20, 5, 1);
    let new = |clusters| {
        let never = &mut || false;
        let request = BootstrapRequest::new(Scheme::Dirichlet)
            .with_sampling(Sampling::default().with_clusters(clusters));
        Bootstrap::new(&[data.observations()], &request, by(1, never)).map(drop)
    };
    assert_eq!(new(Some((&[0; 20], 1))), Ok(()));
    let error = wrong_length(Argument::Clusters, 19, 20);
    assert_eq!(new(Some((&[0; 19], 1))), Err(error));
    let error = Error::Cluster {
        position: 0,
        value: 3,
        clusters: 3,
    };
    assert_eq!(new(Some((&[3; 20], 3))), Err(error));
}

#[test]
fn the_last_replicates_of_all_can_be_had() {
    let bootstrap = random(20, 5, 1).bootstrap(None, Scheme::Multinomial);
    let mut result = [0.0; 20];
    bootstrap
        .replicates(
            &[Quantity::AREA],
            usize::MAX - 9,
            &mut result,
            by(1, &mut || false),
        )
        .unwrap();
    let mut again = [0.0; 10];
    bootstrap
        .replicates(&[Quantity::AREA], 0, &mut again, by(1, &mut || false))
        .unwrap();
    assert_eq!(result[10..], again);
}

/// The largest distance between the distribution functions of two samples of the same size.
fn distance(a: &mut [f64], b: &mut [f64]) -> f64 {
    a.sort_by(f64::total_cmp);
    b.sort_by(f64::total_cmp);
    let up_to = |sample: &[f64], value: f64| sample.partition_point(|&x| x <= value) as f64;
    let apart = a.iter().map(|&x| (up_to(a, x) - up_to(b, x)).abs());
    apart.fold(0.0, f64::max) / a.len() as f64
}

#[test]
#[cfg_attr(miri, ignore = "slow")]
fn replicates_of_counts_are_those_of_the_repeated_rows() {
    const R: usize = 10_000;
    let statistics = [
        vec![Quantity::AREA],
        vec![Quantity::partial_by_fpr([0.0, 0.3])],
        tprs_at(&[0.2]),
        rates_at(&[4.0]),
        optimal(COSTS, None),
    ];
    let mut data = random(30, 9, 3);
    data.weights.iter_mut().for_each(|weight| *weight *= 3.0);
    let data = counted(data);
    let counts = data.bootstrap(None, Scheme::Counts);
    let rows = expanded(&data).bootstrap(None, Scheme::Multinomial);
    let plain = data.bootstrap(None, Scheme::Multinomial);
    for statistic in &statistics {
        let width = statistic.len();
        let replicates = |bootstrap: &Bootstrap, first| {
            let mut result = vec![0.0; R * width];
            let poll = &mut || false;
            bootstrap
                .replicates(statistic, first, &mut result, by(1, poll))
                .unwrap();
            result
        };
        let (counts, rows, plain) = (
            replicates(&counts, 0),
            // Other streams.
            replicates(&rows, R),
            replicates(&plain, 2 * R),
        );
        for i in 0..width {
            let column =
                |all: &[f64]| -> Vec<f64> { all.iter().skip(i).step_by(width).copied().collect() };
            // One in a million times more.
            let limit = 2.7 * (2.0 / R as f64).sqrt();
            let result = distance(&mut column(&counts), &mut column(&rows));
            assert!(result < limit, "{statistic:?} {i}: {result}");
            let result = distance(&mut column(&plain), &mut column(&rows));
            assert!(result > limit, "{statistic:?} {i}: {result}");
        }
    }
}

#[test]
#[cfg_attr(miri, ignore = "slow")]
fn replicates_of_large_counts_scatter_as_the_influences_say() {
    for total in [1e9, 1e15] {
        let mut data = random(50, 1000, 9);
        for weight in &mut data.weights {
            *weight = (*weight * total / 50.0).round();
        }
        let covariance = single(&data.observations(), Unit::Count, by(1, &mut || false)).unwrap();
        let variance: f64 = squares_of(&covariance).iter().sum();
        let mut result = vec![0.0; 4000];
        data.bootstrap(None, Scheme::Counts)
            .replicates(&[Quantity::AREA], 0, &mut result, by(1, &mut || false))
            .unwrap();
        let area = data.wmw();
        let off: Vec<f64> = result.iter().map(|result| result - area).collect();
        let mean = off.iter().sum::<f64>() / 4000.0;
        let square = off.iter().map(|off| off * off).sum::<f64>() / 4000.0;
        assert!(mean.abs() < 0.08 * variance.sqrt(), "{total}: {mean}");
        assert!((square / variance - 1.0).abs() < 0.12, "{total}: {square}");
    }
}

#[test]
fn clusters_keep_their_counts() {
    let data = counted(random(60, 20, 5));
    let clusters: Vec<i32> = (0..60).map(|i| i % 9).collect();
    let areas = |scheme| {
        let mut result = [0.0; 30];
        data.bootstrap(Some((&clusters, 9)), scheme)
            .replicates(&[Quantity::AREA], 0, &mut result, by(1, &mut || false))
            .unwrap();
        result
    };
    assert_eq!(areas(Scheme::Counts), areas(Scheme::Multinomial));
}

#[test]
fn counts_are_whole_and_not_too_many() {
    let new = |weights: [f64; 5], scheme| {
        let data = Data::with(
            vec![5.0, 4.0, 3.0, 2.0, 1.0],
            vec![0, 1, 0, 1, 1],
            weights.to_vec(),
        );
        let never = &mut || false;
        let request = BootstrapRequest::new(scheme);
        Bootstrap::new(&[data.observations()], &request, by(1, never)).map(drop)
    };
    let most = Error::MAX_ROWS;
    assert_eq!(
        new([1.0, 0.0, most - 1.0, 3.0, 0.0], Scheme::Counts),
        Ok(())
    );
    let (position, value) = (2, 0.5);
    let error = Error::NotACount { position, value };
    assert_eq!(new([1.0, 2.0, 0.5, 1e-9, 2.5], Scheme::Counts), Err(error));
    assert_eq!(new([1.0, 2.0, 0.5, 1e-9, 2.5], Scheme::Multinomial), Ok(()));
    // The first one, whichever class and score it has.
    let (position, value) = (1, 1.5);
    let error = Error::NotACount { position, value };
    assert_eq!(new([1.0, 1.5, 0.5, 0.25, 2.0], Scheme::Counts), Err(error));
    let (position, value) = (0, 0.75);
    let error = Error::NotACount { position, value };
    assert_eq!(new([0.75, 1.0, 0.5, 2.0, 2.0], Scheme::Counts), Err(error));
    let error = |class, rows| Err(Error::TooManyRows { class, rows });
    let result = new([2.0, 3.0, most, 3.0, 0.0], Scheme::Counts);
    assert_eq!(result, error(Class::Negative, most + 2.0));
    let result = new([2.0, 1e300, 1.0, 1e300, 0.0], Scheme::Counts);
    assert_eq!(result, error(Class::Positive, 2e300));
}

/// The mean and the variance of the area over all halves of equal probability that have both classes.
fn over_halves(data: &Data, unit_of: &[usize], units: usize) -> [f64; 2] {
    let rows = 0..data.labels.len();
    let areas: Vec<f64> = (0..1u32 << units)
        .filter_map(|half| {
            let weight = |i: usize| data.weights[i] * f64::from(half >> unit_of[i] & 1);
            let half = Data::with(
                data.scores.clone(),
                data.labels.clone(),
                rows.clone().map(weight).collect(),
            );
            let both = half.weight_of(0) > 0.0 && half.weight_of(1) > 0.0;
            both.then(|| half.wmw())
        })
        .collect();
    let mean = areas.iter().sum::<f64>() / areas.len() as f64;
    let squares = areas.iter().map(|area| (area - mean) * (area - mean));
    [mean, squares.sum::<f64>() / areas.len() as f64]
}

#[test]
#[cfg_attr(miri, ignore = "slow")]
fn all_halves_with_both_classes_are_equally_probable() {
    let mut data = counted(random(9, 6, 3));
    data.weights[4] = 2.0;
    let clusters = [0, 1, 2, 3, 0, 1, 2, 3, 4];
    let repeated = expanded(&data);
    let rows = |number: usize| (0..number).collect::<Vec<_>>();
    let cases = [
        (&data, Scheme::Half, None, over_halves(&data, &rows(9), 9)),
        (
            &data,
            Scheme::HalfOfCounts,
            None,
            over_halves(
                &repeated,
                &rows(repeated.labels.len()),
                repeated.labels.len(),
            ),
        ),
        (
            &data,
            Scheme::HalfOfCounts,
            Some((&clusters[..], 5)),
            over_halves(&data, &clusters.map(|c| c as usize), 5),
        ),
    ];
    for (data, scheme, clusters, [mean, variance]) in cases {
        let mut result = vec![0.0; 20_000];
        data.bootstrap(clusters, scheme)
            .replicates(&[Quantity::AREA], 0, &mut result, by(1, &mut || false))
            .unwrap();
        let average = result.iter().sum::<f64>() / 2e4;
        assert!(
            (average - mean).abs() < 4.0 * (variance / 2e4).sqrt(),
            "{scheme:?}"
        );
        let squares = result.iter().map(|area| (area - mean) * (area - mean));
        let ratio = squares.sum::<f64>() / 2e4 / variance;
        assert!((ratio - 1.0).abs() < 0.05, "{scheme:?} {ratio}");
    }
}

#[test]
fn a_half_has_both_classes_however_few_they_are() {
    let data = Data::with(vec![1.0, 2.0, 3.0], vec![0, 1, 0], vec![1.0; 3]);
    for clusters in [None, Some((&[0, 1, 1][..], 2)), Some((&[0; 3], 1))] {
        for scheme in [Scheme::Half, Scheme::HalfOfCounts] {
            let mut result = [f64::NAN; 100];
            data.bootstrap(clusters, scheme)
                .replicates(&[Quantity::AREA], 0, &mut result, by(1, &mut || false))
                .unwrap();
            assert!(result.iter().all(|area| (0.0..=1.0).contains(area)));
        }
    }
}

/// The replicates of a seed are part of the interface: seeds that are in scripts must go on to give
/// it.
#[test]
fn the_replicates_of_a_seed_stay() {
    let mut data = counted(random(60, 25, 5));
    for (score, label) in data.scores.iter_mut().zip(&data.labels) {
        *score += f64::from(9 * label);
    }
    let run = |scheme, statistic: Vec<Quantity>| {
        let mut result = vec![0.0; statistic.len()];
        let bootstrap = data.bootstrap(None, scheme);
        bootstrap
            .replicates(&statistic, 3, &mut result, by(1, &mut || false))
            .unwrap();
        result
    };
    for (scheme, expected) in FROZEN {
        let result = [
            vec![Quantity::AREA],
            vec![Quantity::partial_by_fpr([0.1, 0.3])],
            vec![Quantity::partial_by_tpr([0.5, 1.0])],
            tprs_at(&[0.2]),
            fprs_at(&[0.7]),
            rates_at(&[13.5]),
            optimal(COSTS, None),
        ];
        let result: Vec<f64> = result
            .into_iter()
            .flat_map(|what| run(scheme, what))
            .collect();
        // The probability of the positive class, which the last one has, is rounded elsewhere.
        assert_eq!(result[..10], expected[..10], "{scheme:?}");
        assert!((result[10] - expected[10]).abs() < 1e-15, "{scheme:?}");
    }
}

/// As they were when each replicate had a curve of its own. Whole weights add up exactly, in any order.
#[rustfmt::skip]
const FROZEN: [(Scheme, [f64; 11]); 3] = [
    (Scheme::Multinomial, [
        0.8533834586466166, 0.13283208020050125, 0.37359022556390975, 0.6789473684210527, 0.2095238095238095,
        0.8157894736842105, 0.23809523809523808, 12.0, 0.9473684210526315, 0.2857142857142857, 0.19999999999999998,
    ]),
    (Scheme::Counts, [
        0.8081081081081081, 0.1112162162162162, 0.32070463320463316, 0.575, 0.34684684684684686,
        0.775, 0.35135135135135137, 12.0, 0.975, 0.43243243243243246, 0.23376623376623384,
    ]),
    (Scheme::HalfOfCounts, [
        0.7417763157894737, 0.0975657894736842, 0.2611019736842105, 0.45263157894736844, 0.4375,
        0.7368421052631579, 0.4375, 12.0, 0.8947368421052632, 0.5, 0.34285714285714286,
    ]),
];
