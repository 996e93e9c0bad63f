//! How net benefits vary along the thresholds.

use super::*;
use crate::interval::Level;
use crate::testing::by;
use crate::testing::rng::Rng;
use crate::{Labels, Scores, Weights};

fn never() -> bool {
    false
}

/// Probabilities of the sick and the others, by two models; weights, and clusters.
struct Risks {
    model: Vec<f64>,
    other: Vec<f64>,
    sick: Vec<i32>,
    weights: Vec<f64>,
    clusters: Vec<i32>,
}

const CLUSTERS: usize = 40;

fn normal(rng: &mut Rng) -> f64 {
    Normal.lower_quantile(rng.unit().max(1e-12)).unwrap()
}

fn risks(seed: u64, number: usize) -> Risks {
    let mut rng = Rng::new(seed);
    let logistic = |x: f64| 1.0 / (1.0 + (-x).exp());
    let mut risks = Risks {
        model: Vec::new(),
        other: Vec::new(),
        sick: Vec::new(),
        weights: Vec::new(),
        clusters: Vec::new(),
    };
    for _ in 0..number {
        let sick = i32::from(rng.chance(0.3));
        let marker = normal(&mut rng) + f64::from(sick);
        risks.model.push(logistic(marker - 1.2));
        let other = marker / 2.0 + normal(&mut rng) / 2.0 - 1.0;
        risks.other.push(logistic(other));
        risks.sick.push(sick);
        risks.weights.push(-rng.unit().max(1e-12).ln());
        risks.clusters.push(rng.below(CLUSTERS) as i32);
    }
    risks
}

impl Risks {
    fn observations<'a>(&'a self, scores: &'a [f64], weights: Weights<'a>) -> Observations<'a> {
        Observations {
            scores: Scores::F64(scores),
            labels: Labels::I32(&self.sick),
            weights,
        }
    }
}

fn sample<'a>(observations: &Observations<'a>, sampling: Sampling<'a>) -> Sample<'a> {
    Sample::new(observations, sampling, Level::default(), by(1, &mut never)).unwrap()
}

#[test]
fn a_band_of_independent_observations_has_the_covariance_of_their_influences() {
    let mut x = risks(11, 150);
    for (weight, &sick) in x.weights.iter_mut().zip(&x.sick) {
        *weight *= if sick == 1 { 1e-60 } else { 1.0 };
    }
    let counts: Vec<f64> = (0..150).map(|i| f64::from(1 + i * i % 3)).collect();
    let weights = [
        (Weights::F64(&x.weights), Unit::Row),
        (Weights::Unit, Unit::Row),
        (Weights::F64(&counts), Unit::Count),
    ];
    // More than are worked on at once.
    let mut ascending: Vec<f64> = (1..20).map(|i| f64::from(i) / 20.0).collect();
    ascending.push(0.99);
    for (weights, unit) in weights {
        let observations = x.observations(&x.model, weights);
        let sample = sample(&observations, Sampling::default().with_unit(unit));
        for prior in [None, Some(0.2)] {
            for standardized in [false, true] {
                let spec = DecisionCurves {
                    thresholds: &ascending,
                    prior,
                    standardized,
                    simultaneous: true,
                };
                let expected = BenefitCovariance::effective_clusters(
                    &[observations],
                    &sample,
                    &spec,
                    &ascending,
                    None,
                    by(1, &mut never),
                )
                .unwrap();
                let result = spec
                    .by_squares(&sample, &ascending, &mut Pace::new(&mut never))
                    .unwrap();
                // Above all scores nothing varies.
                assert!(result.same[0] > 0.0);
                let scale = match prior {
                    None if standardized => sample.priors(None)[1],
                    _ => 1.0,
                };
                for (result, expected) in [
                    (&result.same, &expected.same),
                    (&result.neighbours, &expected.neighbours),
                ] {
                    assert_eq!(result.len(), expected.len());
                    let size = expected
                        .iter()
                        .fold(0.0f64, |most, value| most.max(value.abs()));
                    for (result, expected) in result.iter().zip(expected) {
                        let off = result / scale / scale - expected;
                        assert!(off.abs() <= 1e-10 * size, "{result} {expected}");
                    }
                }
            }
        }
    }
}

/// The quantile of the greatest of normal errors with these covariances, by simulation.
fn greatest_of_errors(covariance: &[Vec<f64>], level: f64) -> f64 {
    let number = covariance.len();
    // Cholesky's decomposition of the correlations; what is left of nothing stays out.
    let correlation =
        |i: usize, j: usize| covariance[i][j] / (covariance[i][i] * covariance[j][j]).sqrt();
    let mut root = vec![vec![0.0; number]; number];
    for i in 0..number {
        for j in 0..=i {
            let sum: f64 = (0..j).map(|k| root[i][k] * root[j][k]).sum();
            let left = correlation(i, j) - sum;
            root[i][j] = if i == j {
                left.max(0.0).sqrt()
            } else if root[j][j] > 1e-7 {
                left / root[j][j]
            } else {
                0.0
            };
        }
    }
    let mut rng = Rng::new(5);
    let mut greatest: Vec<f64> = (0..20_000)
        .map(|_| {
            let errors: Vec<f64> = (0..number).map(|_| normal(&mut rng)).collect();
            let error =
                |row: &Vec<f64>| -> f64 { row.iter().zip(&errors).map(|(a, b)| a * b).sum() };
            root.iter()
                .fold(0.0f64, |most, row| most.max(error(row).abs()))
        })
        .collect();
    greatest.sort_by(f64::total_cmp);
    greatest[(level * 20_000.0) as usize]
}

#[test]
#[cfg_attr(miri, ignore = "slow")]
fn the_quantile_of_a_band_is_within_4_percent_of_that_of_all_correlations() {
    let x = risks(13, 300);
    let scores =
        [&x.model, &x.other].map(|scores| x.observations(scores, Weights::F64(&x.weights)));
    let clusters = Some((&x.clusters[..], CLUSTERS));
    let sampling = Sampling::default().with_clusters(clusters);
    let sample = sample(&scores[0], sampling);
    let five = (0..5).map(|i| 0.05 + 0.1375 * f64::from(i)).collect();
    let many = (1..40).map(|i| f64::from(i) / 40.0).collect();
    for thresholds in [vec![0.1, 0.3], five, many] {
        for prior in [None, Some(0.1)] {
            let spec = DecisionCurves {
                thresholds: &thresholds,
                prior,
                standardized: false,
                simultaneous: true,
            };
            let by_rate = BenefitCovariance::effective_clusters(
                &scores,
                &sample,
                &spec,
                &thresholds,
                None,
                by(1, &mut never),
            )
            .unwrap();
            for score in 0..2 {
                let level = spec.level_of(&by_rate.score(score).unwrap(), 0.95).unwrap();
                let quantities = quantities_of(&spec, &thresholds).unwrap();
                let own = &scores[score..=score];
                let request = CovarianceRequest::default()
                    .with_quantities(&quantities)
                    .with_sampling(Sampling::default().with_clusters(clusters));
                let covariance = covariance(own, &request, by(1, &mut never)).unwrap();
                let width = thresholds.len();
                let covariance = |i: usize, j: usize| covariance.matrix[j * width + i];
                let varies: Vec<usize> = (0..width).filter(|&i| covariance(i, i) > 0.0).collect();
                let rows = varies
                    .iter()
                    .map(|&i| varies.iter().map(|&j| covariance(i, j)).collect());
                let expected = greatest_of_errors(&rows.collect::<Vec<_>>(), 0.95);
                let result = Normal.upper_quantile((1.0 - level) / 2.0).unwrap();
                assert!(
                    (result / expected - 1.0).abs() < 0.04,
                    "{result} {expected}"
                );
            }
        }
    }
}
