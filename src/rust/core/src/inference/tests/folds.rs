//! Means over folds, against all pairs of their observations.

use super::{close, leverages, random, Data};
use crate::area::trapezoid;
use crate::covariance::UnitInfluences;
use crate::covariance::UnitSums;
use crate::error::{Argument, Class, Error};
use crate::hypothesis::{compare_scores, Comparison};
use crate::inference::folds::{influences_in_folds, MOST_CLUSTERS};
use crate::inference::{curve_over_folds, CovarianceRequest};
use crate::options::Options;
use crate::poll::Pace;
use crate::sampling::Sampling;
use crate::sampling::{Clusters, Folds};
use crate::testing::by;
use crate::testing::wrong_length;
use crate::Observations;

/// Folds of observations or of their clusters.
fn folds_of(of: impl Fn(usize) -> usize, n: usize, number: usize) -> Vec<i32> {
    (0..n).map(|i| (of(i) % number) as i32).collect()
}

fn sound(n: usize, seed: u64) -> Data {
    let mut data = random(n, 9, seed);
    for i in 0..n {
        data.labels[i] = i32::from((i / 6) % 2 == 0);
        if i % 5 > 0 && data.weights[i] == 0.0 {
            data.weights[i] = 0.7;
        }
    }
    data
}

/// The comparisons of positive i and negative j of the same fold: what won, and its share.
struct Pairs {
    list: Vec<(usize, usize, f64, f64)>,
    area: f64,
    folds: f64,
}

fn pairs_of(data: &Data, codes: &[i32], number: usize) -> Pairs {
    let n = data.labels.len();
    let weight_of = |fold: i32, label: i32| -> f64 {
        let members = (0..n).filter(|&i| codes[i] == fold && data.labels[i] == label);
        members.map(|i| data.weights[i]).sum()
    };
    let mut list = Vec::new();
    for i in (0..n).filter(|&i| data.labels[i] == 1) {
        for j in (0..n).filter(|&j| data.labels[j] == 0 && codes[j] == codes[i]) {
            let lead = data.scores[i] - data.scores[j];
            let won = 0.5 * (1.0 + if lead == 0.0 { 0.0 } else { lead.signum() });
            let shares =
                data.weights[i] / weight_of(codes[i], 1) * data.weights[j] / weight_of(codes[j], 0);
            list.push((i, j, won, shares / number as f64));
        }
    }
    let area = list.iter().map(|(_, _, won, share)| won * share).sum();
    Pairs {
        list,
        area,
        folds: number as f64,
    }
}

/// The influences, and what is counted twice, by their definitions.
fn naive(
    data: &Data,
    repetitions: &[Vec<i32>],
    number: usize,
    cluster: &dyn Fn(usize) -> usize,
) -> (f64, Vec<f64>, f64) {
    let n = data.labels.len();
    let part = 1.0 / repetitions.len() as f64;
    let (mut area, mut influences, mut pair_correction) = (0.0, vec![0.0; n], 0.0);
    for codes in repetitions {
        let pairs = pairs_of(data, codes, number);
        area += part * pairs.area;
        let mut between = vec![0.0; n * n];
        for &(i, j, won, share) in &pairs.list {
            let deviation = share * (won - pairs.area);
            let same = cluster(i) == cluster(j);
            let each = if same { 0.5 + 0.5 / pairs.folds } else { 1.0 };
            influences[i] += part * each * deviation;
            influences[j] += part * each * deviation;
            if !same {
                let (a, b) = (cluster(i).min(cluster(j)), cluster(i).max(cluster(j)));
                between[a * n + b] += deviation;
            }
        }
        let squares: f64 = between.iter().map(|d| d * d).sum();
        pair_correction += part * part * (1.0 - 1.0 / pairs.folds) * squares;
    }
    (area, influences, pair_correction)
}

/// The components of AUCs that are means over folds.
#[derive(Debug, PartialEq)]
struct FoldedCovariance {
    joint: UnitSums,
    pairs: Vec<f64>,
    shares: f64,
}

fn request<'a>(folds: &'a [Folds<'a>], clusters: Option<Clusters<'a>>) -> CovarianceRequest<'a> {
    CovarianceRequest::default().with_sampling(
        Sampling::default()
            .with_folds(folds)
            .with_clusters(clusters),
    )
}

fn folded_covariance(
    scores: &[Observations],
    folds: &[Folds],
    clusters: Option<Clusters>,
    mut options: Options,
) -> Result<FoldedCovariance, Error> {
    let request = request(folds, clusters);
    let sampling = &request.sampling;
    let matrix = influences_in_folds(
        scores,
        request.quantities,
        sampling,
        None,
        options.reborrow(),
    );
    let mut matrix = matrix?;
    let pairs = matrix.fold_pairs.take().unwrap();
    let result = UnitInfluences::new(matrix, sampling, options.poll)?;
    Ok(FoldedCovariance {
        joint: result.sums(&mut Pace::new(&mut || false))?,
        shares: pairs.shares[0],
        pairs: pairs.pair_correction,
    })
}

fn compared(scores: &[Observations], folds: &[Folds], clusters: Option<Clusters>) -> Comparison {
    compare_scores(scores, &request(folds, clusters), by(1, &mut || false)).unwrap()
}

fn covariance_of(
    data: &Data,
    repetitions: &[Vec<i32>],
    number: usize,
    clusters: Option<(&[i32], usize)>,
) -> FoldedCovariance {
    let scores: Vec<_> = repetitions.iter().map(|_| data.observations()).collect();
    let folds: Vec<_> = repetitions
        .iter()
        .map(|codes| Folds { codes, number })
        .collect();
    folded_covariance(&scores, &folds, clusters, by(1, &mut || false)).unwrap()
}

fn sum_of_class(data: &Data, label: i32, of: &[f64]) -> f64 {
    let members = (0..of.len()).filter(|&i| data.labels[i] == label);
    members.map(|i| of[i] * of[i]).sum()
}

#[test]
fn spreads_in_folds_are_those_of_all_pairs() {
    for (n, number) in [(60, 1), (60, 2), (60, 5), (240, 20)] {
        let data = sound(n, n as u64);
        let repetitions = [
            folds_of(|i| i / 12, n, number),
            folds_of(|i| (i / 12) * 7 + 1, n, number),
        ];
        for repetitions in [&repetitions[..1], &repetitions[..]] {
            let result = covariance_of(&data, repetitions, number, None);
            let (area, influences, pair_correction) = naive(&data, repetitions, number, &|i| i);
            assert!(close(result.joint.values[0], area));
            for (label, squares) in [(0, &result.joint.negatives), (1, &result.joint.positives)] {
                assert!(close(squares[0], sum_of_class(&data, label, &influences)));
            }
            assert!(close(result.pairs[0], pair_correction), "{n} {number}");
            assert_eq!(pair_correction > 0.0, number > 1);
        }
    }
}

#[test]
fn shares_of_pairs_are_what_pairs_of_no_deviation_weigh() {
    // Each comparison is lost: a deviation from the area of 0 is nothing, and of pairs by shares alone
    // there is the product of the squares.
    let data = Data::with(
        vec![1.0, 0.0, 0.0, 1.0, 0.0],
        vec![0, 1, 1, 0, 1],
        vec![2.0, 1.0, 3.0, 5.0, 1.0],
    );
    let result = covariance_of(&data, &[vec![0, 0, 0, 1, 1]], 2, None);
    assert_eq!((result.joint.values[0], result.pairs[0]), (0.0, 0.0));
    let squares = (1.0 + 9.0) / 16.0 + 1.0;
    assert!(close(result.shares, 0.5 * squares / 4.0));
    // Two repetitions add up, each divided by the square of their number.
    let pair_correction =
        covariance_of(&data, &[vec![0, 0, 0, 1, 1], vec![0, 0, 0, 1, 1]], 2, None);
    assert!(close(pair_correction.shares, result.shares / 2.0));
}

#[test]
fn comparisons_within_a_cluster_are_shared_by_its_observations() {
    let n = 120;
    let data = sound(n, 3);
    // Clusters of twelve, of both classes, or of both halves of two of these.
    for size in [12, 24] {
        let of = |i: usize| i / size;
        let codes = folds_of(of, n, n);
        let number = 3;
        let repetitions = [
            folds_of(of, n, number),
            folds_of(|i| (of(i) * 2) / 3, n, number),
        ];
        let result = covariance_of(&data, &repetitions, number, Some((&codes, n / size)));
        let (area, influences, pair_correction) = naive(&data, &repetitions, number, &of);
        assert!(close(result.joint.values[0], area));
        let mut sums = [0.0; 3];
        for cluster in 0..n / size {
            let of_class = |label: i32| -> f64 {
                let members =
                    (cluster * size..(cluster + 1) * size).filter(|&i| data.labels[i] == label);
                members.map(|i| influences[i]).sum()
            };
            // Each fold has the same share of a class, in which clusters have unequal ones.
            let shares = |codes: &[i32], label: i32| -> Vec<f64> {
                let weight_if = |of: &dyn Fn(usize) -> bool| -> f64 {
                    let members = (0..n).filter(|&i| data.labels[i] == label && of(i));
                    members.map(|i| data.weights[i]).sum()
                };
                let of_cluster = |k: usize| weight_if(&|i| of(i) == k);
                let of_fold = |k: usize| weight_if(&|i| codes[i] == codes[k * size]);
                let share = |k: usize| of_cluster(k) / of_fold(k) / number as f64;
                (0..n / size).map(share).collect()
            };
            let factor = |label: i32| {
                let [one, other] = [0, 1].map(|k| shares(&repetitions[k], label));
                let mean = one.iter().zip(other).map(|(a, b)| (a + b) / 2.0);
                leverages(&mean.collect::<Vec<f64>>(), n)[cluster]
            };
            let [a, b] = [of_class(0) * factor(0), of_class(1) * factor(1)];
            let terms = [a * a, b * b, 2.0 * a * b];
            (0..3).for_each(|i| sums[i] += terms[i]);
        }
        assert!(close(result.joint.negatives[0], sums[0]));
        assert!(close(result.joint.positives[0], sums[1]));
        assert!(close(result.joint.both[0], sums[2]));
        assert!(close(result.pairs[0], pair_correction));
        assert_eq!(result.shares, 0.0);
    }
}

#[test]
fn folds_that_are_clusters_vary_as_their_areas_do() {
    let n = 96;
    let data = sound(n, 4);
    let codes = folds_of(|i| i / 12, n, 8);
    let result = covariance_of(&data, std::slice::from_ref(&codes), 8, Some((&codes, 8)));
    let pairs = pairs_of(&data, &codes, 8);
    let squares: f64 = (0..8)
        .map(|fold| {
            let of_fold = pairs.list.iter().filter(|(i, ..)| codes[*i] == fold);
            let deviation: f64 = of_fold
                .map(|(.., won, share)| share * (won - pairs.area))
                .sum();
            deviation * deviation
        })
        .sum();
    let joint = &result.joint;
    let all = joint.negatives[0] + joint.positives[0] + joint.both[0];
    // 1 + 1 / V times their deviation, as one fold that is one cluster must have twice.
    assert!(close(all, (1.0f64 + 1.0 / 8.0).powi(2) * squares));
    assert_eq!(result.pairs, [0.0]);
}

#[test]
fn folds_of_many_clusters_have_no_pairs() {
    for (clusters, some) in [(MOST_CLUSTERS, true), (MOST_CLUSTERS + 1, false)] {
        let n = 2 * 12 * clusters;
        let data = sound(n, 5);
        let codes = folds_of(|i| i / 12, n, n);
        let folds = folds_of(|i| i / (12 * clusters), n, 2);
        let result = covariance_of(&data, &[folds], 2, Some((&codes, 2 * clusters)));
        assert_eq!(result.pairs[0] > 0.0, some);
    }
}

#[test]
fn what_can_not_be_folded_is_an_error() {
    let data = sound(60, 9);
    let of = [data.observations()];
    let error = |codes: &[i32], number, clusters| {
        let folds = Folds { codes, number };
        folded_covariance(&of, &[folds, folds][..1], clusters, by(1, &mut || false)).unwrap_err()
    };
    // The first six are positive, the next six negative.
    let mut codes = [1; 60];
    codes[..6].fill(0);
    let class = Class::Negative;
    assert_eq!(error(&codes, 2, None), Error::FoldClass { fold: 0, class });
    codes[..6].fill(1);
    codes[6..12].fill(0);
    let class = Class::Positive;
    assert_eq!(error(&codes, 2, None), Error::FoldClass { fold: 0, class });
    let clusters = [0; 60];
    let split = Error::SplitCluster { position: 6 };
    assert_eq!(error(&codes, 2, Some((&clusters, 1))), split);
    let cluster = Error::Cluster {
        position: 0,
        value: 1,
        clusters: 1,
    };
    assert_eq!(error(&codes, 1, None), cluster);

    let folds = Folds {
        codes: &codes,
        number: 2,
    };
    let length = wrong_length(Argument::Scores, 1, 2);
    let result = folded_covariance(&of, &[folds, folds], None, by(1, &mut || false));
    assert_eq!(result, Err(length));
    assert_eq!(
        folded_covariance(&of, &[], None, by(1, &mut || false)),
        Err(Error::Empty)
    );
}

#[test]
fn what_two_scores_have_in_common_is_that_of_all_pairs() {
    let (n, number) = (240, 20);
    let (data, mut other) = (sound(n, 3), random(n, 30, 4));
    (other.labels, other.weights) = (data.labels.clone(), data.weights.clone());
    let repetitions = [
        folds_of(|i| i / 12, n, number),
        folds_of(|i| (i / 12) * 7 + 1, n, number),
    ];
    let folds: Vec<_> = repetitions
        .iter()
        .map(|codes| Folds { codes, number })
        .collect();
    let [first, second] = [&data, &other].map(|data| data.observations());
    // Clusters of three, of both classes, within a fold.
    let cluster = |i: usize| (i / 12) * 4 + i % 4;
    let codes: Vec<i32> = (0..n).map(|i| cluster(i) as i32).collect();
    let single: Vec<i32> = (0..n as i32).collect();
    for (clusters, codes) in [(None, &single), (Some((&codes[..], 80)), &codes)] {
        let scores = [first, first, second, second];
        let result = compared(&scores, &folds, clusters);
        let mut sums = [0.0; 6];
        for of_fold in &repetitions {
            let of_scores = [&data, &other].map(|data| pairs_of(data, of_fold, number));
            let mut between = vec![[0.0; 3]; n * n];
            for (k, pairs) in of_scores.iter().enumerate() {
                for &(i, j, won, share) in &pairs.list {
                    let [a, b] = [i, j].map(|i| codes[i] as usize);
                    if a == b {
                        continue;
                    }
                    let pair = &mut between[a.min(b) * n + a.max(b)];
                    pair[k] += share * (won - pairs.area);
                    if k == 0 {
                        pair[2] += share;
                    }
                }
            }
            for [z, y, c] in between {
                let products = [z * z, z * y, y * y, z * c, y * c, c * c];
                let factor = 0.25 * (1.0 - 1.0 / number as f64);
                (0..6).for_each(|i| sums[i] += factor * products[i]);
            }
        }
        let common = result.common.as_ref().unwrap();
        let [zz, zy, yy, zc, yc, cc] = sums;
        assert_eq!((common.products.len(), common.deviations.len()), (4, 2));
        for (result, expected) in common.products.iter().zip([zz, zy, zy, yy]) {
            assert!(
                (result - expected).abs() < 1e-14 * (zz + yy),
                "{result} {expected}"
            );
        }
        for (result, expected) in common.deviations.iter().zip([zc, yc]) {
            assert!(
                (result - expected).abs() < 1e-14 * cc,
                "{result} {expected}"
            );
        }
        assert!(close(common.shares, cc));
        // As for one score.
        let covariance =
            folded_covariance(&scores, &folds, clusters, by(1, &mut || false)).unwrap();
        assert!(close(covariance.pairs[0], zz) && close(covariance.pairs[1], yy));
    }
}

#[test]
fn the_area_below_the_mean_curve_is_the_mean_of_areas() {
    for seed in 1..20 {
        let data = sound(60, seed);
        let other = sound(60, seed + 100);
        let first = data.observations();
        let second = Observations {
            scores: other.observations().scores,
            ..data.observations()
        };
        let codes = [folds_of(|i| i / 12, 60, 5), folds_of(|i| i / 20, 60, 3)];
        let folds = [(&codes[0], 5), (&codes[1], 3)].map(|(codes, number)| Folds { codes, number });
        let scores = [first, second];
        let mean = curve_over_folds(&scores, &folds, by(1, &mut || false)).unwrap();
        let area = trapezoid(&mean.tpr, &mean.fpr, &mut || false).unwrap();
        let expected = folded_covariance(&scores, &folds, None, by(1, &mut || false)).unwrap();
        assert!(
            (area - expected.joint.values[0]).abs() < 1e-14,
            "seed {seed}"
        );
        let totals = [1, 0].map(|label| -> f64 {
            let of = (0..60).filter(|&i| data.labels[i] == label);
            of.map(|i| data.weights[i]).sum()
        });
        assert!((mean.false_negative.last().unwrap() - totals[0]).abs() < 1e-12);
        assert!((mean.false_positive[0] - totals[1]).abs() < 1e-12);
        let more = curve_over_folds(&scores, &folds[..1], by(1, &mut || false)).unwrap_err();
        assert!(matches!(
            more,
            Error::Length {
                length: 2,
                expected: 1,
                ..
            }
        ));
    }
}
