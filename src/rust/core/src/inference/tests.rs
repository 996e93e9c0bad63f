//! Against all pairs, on observations with ties, weights of 0 and more than a block of rows.

use super::{influence, joint_spread, replicate_areas, spread, Bootstrap, Scheme, Statistic};
use crate::area::wmw;
use crate::decision::Costs;
use crate::error::Error;
use crate::options::Options;
use crate::testing::by;
use crate::testing::examples::Rng;
use crate::{Labels, Observations, Scores, Weights};

struct Data {
    scores: Vec<f64>,
    labels: Vec<i32>,
    weights: Vec<f64>,
}

impl Data {
    fn new(n: usize, distinct: usize, seed: u64) -> Data {
        let mut rng = Rng::new(seed);
        let mut data = Data {
            scores: (0..n).map(|_| rng.below(distinct) as f64).collect(),
            labels: (0..n).map(|_| rng.below(2) as i32).collect(),
            weights: (0..n).map(|_| rng.below(4) as f64 * rng.unit()).collect(),
        };
        (data.labels[0], data.labels[1]) = (0, 1);
        (data.weights[0], data.weights[1]) = (1.0, 0.5);
        data
    }

    fn observations(&self) -> Observations<'_> {
        Observations {
            scores: Scores::F64(&self.scores),
            labels: Labels::I32(&self.labels),
            weights: Weights::F64(&self.weights),
        }
    }

    fn area(&self) -> f64 {
        wmw(&self.observations(), Options::new(&mut || false)).unwrap()
    }

    fn weight_of(&self, label: i32) -> f64 {
        let members = (0..self.labels.len()).filter(|&i| self.labels[i] == label);
        members.map(|i| self.weights[i]).sum()
    }

    /// The influences by their definition, over all pairs.
    fn naive(&self) -> Vec<f64> {
        let area = self.area();
        let influence = |i: usize| {
            let others = (0..self.labels.len()).filter(|&j| self.labels[j] != self.labels[i]);
            let sign = if self.labels[i] == 1 { 1.0 } else { -1.0 };
            let beaten: f64 = others
                .map(|j| {
                    let lead = sign * (self.scores[i] - self.scores[j]);
                    let won = if lead > 0.0 {
                        1.0
                    } else {
                        f64::from(lead == 0.0) / 2.0
                    };
                    won * self.weights[j]
                })
                .sum();
            let share = self.weights[i] / self.weight_of(self.labels[i]);
            share * (beaten / self.weight_of(1 - self.labels[i]) - area)
        };
        (0..self.labels.len()).map(influence).collect()
    }

    fn bootstrap(&self, clusters: Option<(&[i32], usize)>, scheme: Scheme) -> Bootstrap {
        Bootstrap::new(
            &self.observations(),
            clusters,
            scheme,
            7,
            by(1, &mut || false),
        )
        .unwrap()
    }
}

fn close(a: f64, b: f64) -> bool {
    (a - b).abs() <= 1e-14
}

#[test]
fn influences_are_those_of_all_pairs() {
    for (n, distinct) in [(2, 1), (3, 2), (50, 5), (50, 1000), (700, 40)] {
        let data = Data::new(n, distinct, n as u64);
        let found = influence(&data.observations(), by(1, &mut || false)).unwrap();
        let naive = data.naive();
        assert!(
            found.values.iter().zip(&naive).all(|(&a, &b)| close(a, b)),
            "{n}"
        );
        assert_eq!(found.area, data.area());
        let shares = found.shares.iter().zip(&data.weights);
        assert!(shares
            .clone()
            .all(|(&share, &weight)| (share == 0.0) == (weight == 0.0)));

        let spread = spread(&data.observations(), by(1, &mut || false)).unwrap();
        for label in [0, 1] {
            let of = |i: &usize| data.labels[*i] == label && data.weights[*i] > 0.0;
            let members: Vec<usize> = (0..n).filter(of).collect();
            let squares = members.iter().map(|&i| naive[i] * naive[i]).sum();
            assert!(close(spread.squares[label as usize], squares));
            let weight = data.weight_of(label);
            let by_count = members
                .iter()
                .map(|&i| naive[i] * naive[i] / data.weights[i] * weight);
            assert!(close(spread.by_count[label as usize], by_count.sum()));
            assert_eq!(spread.numbers[label as usize], members.len());
            assert!(close(spread.weights[label as usize] / weight, 1.0));
        }
    }
}

#[test]
fn influences_of_more_than_a_block_sum_to_nothing() {
    // Runs of equal scores end anywhere, also where blocks do.
    for distinct in [3, 1000, 1 << 40] {
        let data = Data::new(150_000, distinct, 1);
        let found = influence(&data.observations(), by(2, &mut || false)).unwrap();
        for sign in [-1.0, 1.0] {
            let of_class = found.values.iter().zip(&found.shares);
            let sum: f64 = of_class
                .filter(|(_, s)| *s * sign > 0.0)
                .map(|(u, _)| u)
                .sum();
            assert!(close(sum, 0.0), "{distinct}: {sum}");
        }
        let spread = spread(&data.observations(), by(2, &mut || false)).unwrap();
        let squares: f64 = found.values.iter().map(|u| u * u).sum();
        assert!((spread.squares[0] + spread.squares[1] - squares).abs() < 1e-12 * squares);
    }
}

#[test]
fn joint_spreads_are_sums_over_clusters() {
    let (data, mut other) = (Data::new(60, 9, 1), Data::new(60, 30, 2));
    (other.labels, other.weights) = (data.labels.clone(), data.weights.clone());
    let clusters: Vec<i32> = (0..60).map(|i| i % 13).collect();
    let scores = [data.observations(), other.observations()];
    let found = joint_spread(&scores, Some((&clusters, 13)), by(1, &mut || false)).unwrap();
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
            assert!(close(found.negatives[2 * k + l], negatives));
            assert!(close(found.positives[2 * k + l], positives));
            assert!(close(found.both[2 * k + l], both));
        }
    }
    assert_eq!(found.areas, [data.area(), other.area()]);
    assert_eq!(found.clusters[2], 13);
}

#[test]
fn replicates_have_the_areas_of_their_weights() {
    let data = Data::new(80, 12, 3);
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
        let replicate = Data {
            weights,
            scores: data.scores.clone(),
            labels: data.labels.clone(),
        };
        assert!(close(area, replicate.area()));
    }
    let negative = replicate_areas(
        &data.observations(),
        &[-1.0; 80],
        &mut areas,
        Options::new(&mut || false),
    );
    assert!(matches!(negative, Err(Error::Weight { position: 0, .. })));
}

const COSTS: Costs = Costs {
    false_positive: 1.0,
    false_negative: 2.0,
    true_positive: 0.0,
    true_negative: 0.0,
};

#[test]
fn replicates_do_not_depend_on_threads_or_on_what_came_before() {
    let data = Data::new(90, 20, 5);
    let statistics = [
        Statistic::Area,
        Statistic::PartialByFpr([0.1, 0.3]),
        Statistic::PartialByTpr([0.5, 1.0]),
        Statistic::TprAt(vec![0.0, 0.2, 1.0]),
        Statistic::FprAt(vec![0.0, 0.7, 1.0]),
        Statistic::RatesAt(vec![-1.0, 3.5, 99.0]),
        Statistic::Optimal(COSTS, None),
        Statistic::Optimal(COSTS, Some(0.3)),
    ];
    let clusters: Vec<i32> = (0..90).map(|i| i % 11).collect();
    for scheme in [Scheme::Multinomial, Scheme::Dirichlet] {
        for clusters in [None, Some((&clusters[..], 11))] {
            let bootstrap = data.bootstrap(clusters, scheme);
            for statistic in &statistics {
                let width = statistic.width();
                let run = |first: usize, number: usize, threads: usize| {
                    let mut found = vec![-1.0; number * width];
                    let poll = &mut || false;
                    let done =
                        bootstrap.replicates(statistic, first, &mut found, by(threads, poll));
                    done.unwrap();
                    found
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
fn replicates_scatter_as_the_influences_say() {
    let data = Data::new(400, 1000, 6);
    let [negatives, positives] = spread(&data.observations(), by(1, &mut || false))
        .unwrap()
        .squares;
    for scheme in [Scheme::Multinomial, Scheme::Dirichlet] {
        let mut found = vec![0.0; 4000];
        let bootstrap = data.bootstrap(None, scheme);
        bootstrap
            .replicates(&Statistic::Area, 0, &mut found, by(1, &mut || false))
            .unwrap();
        let mean = found.iter().sum::<f64>() / 4000.0;
        let variance = found.iter().map(|a| (a - mean) * (a - mean)).sum::<f64>() / 4000.0;
        let deviation = (negatives + positives).sqrt();
        assert!((mean - data.area()).abs() < 0.1 * deviation, "{scheme:?}");
        assert!(
            (variance.sqrt() / deviation - 1.0).abs() < 0.08,
            "{scheme:?}"
        );
    }
}

#[test]
fn statistics_of_replicates_agree_with_each_other() {
    let data = Data::new(120, 25, 8);
    let bootstrap = data.bootstrap(None, Scheme::Multinomial);
    let run = |statistic: Statistic| {
        let mut found = vec![0.0; 20 * statistic.width()];
        bootstrap
            .replicates(&statistic, 0, &mut found, by(1, &mut || false))
            .unwrap();
        found
    };
    let areas = run(Statistic::Area);
    let [by_fpr, by_tpr] = [
        run(Statistic::PartialByFpr([0.0, 1.0])),
        run(Statistic::PartialByTpr([0.0, 1.0])),
    ];
    for (area, (by_fpr, by_tpr)) in areas.iter().zip(by_fpr.iter().zip(&by_tpr)) {
        assert!(close(*area, *by_fpr) && close(*area, *by_tpr));
    }
    let optimal = run(Statistic::Optimal(COSTS, Some(0.4)));
    let thresholds: Vec<f64> = optimal.chunks(4).map(|optimum| optimum[0]).collect();
    let rates = run(Statistic::RatesAt(thresholds));
    for (i, optimum) in optimal.chunks(4).enumerate() {
        assert_eq!([rates[40 * i + i], rates[40 * i + 20 + i]], optimum[1..3]);
        let risk = 0.4 * 2.0 * (1.0 - optimum[1]) + 0.6 * optimum[2];
        assert!(close(risk, optimum[3]));
    }
}

#[test]
fn a_replicate_without_a_class_is_not_a_number() {
    let data = Data {
        scores: vec![1.0, 2.0],
        labels: vec![0, 1],
        weights: vec![1.0; 2],
    };
    let bootstrap = data.bootstrap(Some((&[0, 1], 2)), Scheme::Multinomial);
    for statistic in [Statistic::Area, Statistic::TprAt(vec![0.5])] {
        let mut found = vec![0.0; 50];
        bootstrap
            .replicates(&statistic, 0, &mut found, by(1, &mut || false))
            .unwrap();
        assert!(found.iter().any(|found| found.is_nan()) && found.contains(&1.0));
    }
}

#[test]
fn a_bootstrap_can_be_stopped() {
    let data = Data::new(50, 9, 9);
    let bootstrap = data.bootstrap(None, Scheme::Multinomial);
    let mut left = 5;
    let poll = &mut || {
        left -= 1;
        left == 0
    };
    let stopped = bootstrap.replicates(&Statistic::Area, 0, &mut [0.0; 100], by(1, poll));
    assert_eq!(stopped, Err(Error::Interrupted));
}
