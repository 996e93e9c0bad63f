//! H and its kin, against their definitions.

use super::*;
use crate::inference::{quantity_influences, AtShare, OfCalled, Quantity};
use crate::testing::by;
use crate::{Labels, Observations, Scores, Weights};

const DENSITIES: [Density; 4] = [
    Density::ByPriors,
    Density::ByRatio,
    Density::Beta([2.0, 2.0]),
    Density::Beta([0.7, 5.5]),
];

const SCORES: [f64; 12] = [0.1, 0.5, 0.5, 1.0, 1.5, 2.0, 2.0, 2.5, 3.0, 3.5, 3.5, 4.0];
const LABELS: [i32; 12] = [0, 0, 1, 0, 0, 1, 0, 1, 0, 1, 1, 1];
const WEIGHTS: [f64; 12] = [1.0, 2.5, 0.5, 1.2, 0.1, 3.0, 0.7, 1.0, 0.3, 1.1, 2.0, 0.4];

fn shape(weights: &[f64]) -> Shape {
    let total = |label: i32| {
        (0..12)
            .filter(|&i| LABELS[i] == label)
            .map(|i| weights[i])
            .sum::<f64>()
    };
    let mut thresholds = SCORES.to_vec();
    thresholds.dedup();
    let rates = |counts: &dyn Fn(usize) -> bool| {
        [0, 1].map(|label| {
            let of_class = (0..12).filter(|&i| LABELS[i] == label && counts(i));
            of_class.map(|i| weights[i]).sum::<f64>() / total(label)
        })
    };
    let mut called: Vec<[f64; 2]> = thresholds
        .iter()
        .map(|&t| rates(&|i| SCORES[i] >= t))
        .collect();
    called.push([0.0; 2]);
    let mut not_called: Vec<[f64; 2]> = thresholds
        .iter()
        .map(|&t| rates(&|i| SCORES[i] < t))
        .collect();
    not_called.push([1.0; 2]);
    let all = total(0) + total(1);
    Shape::new(
        thresholds,
        called,
        not_called,
        [total(0) / all, total(1) / all],
    )
}

fn value(weights: &[f64], summary: Summary) -> f64 {
    summary.of(&shape(weights), &mut || false).unwrap()
}

/// By Simpson's rule, all rows being tried at each cost.
fn naive_h(shape: &Shape, [a, b]: [f64; 2], priors: [f64; 2]) -> f64 {
    const PIECES: usize = 20_000;
    let (mut least, mut trivial) = (0.0, 0.0);
    for i in 0..=PIECES {
        // Costs are drawn together at the ends, where the density may have none.
        let u = i as f64 / PIECES as f64;
        let c = u * u * u * (10.0 - 15.0 * u + 6.0 * u * u);
        let stretch = 30.0 * (u * (1.0 - u)).powi(2);
        let factor = match (i, i % 2) {
            (0 | PIECES, _) => 1.0,
            (_, 1) => 4.0,
            _ => 2.0,
        };
        let density = factor * stretch * c.powf(a - 1.0) * (1.0 - c).powf(b - 1.0);
        if !density.is_finite() {
            continue;
        }
        let cost = |row: usize| {
            c * priors[0] * shape.called(row)[0] + (1.0 - c) * priors[1] * shape.not_called(row)[1]
        };
        let best = (0..=shape.steps()).map(cost).fold(f64::INFINITY, f64::min);
        least += density * best;
        trivial += density * (c * priors[0]).min((1.0 - c) * priors[1]);
    }
    1.0 - least / trivial
}

#[test]
fn h_is_that_of_the_definition() {
    let shape = shape(&WEIGHTS);
    for prior in [None, Some(0.1), Some(0.5), Some(0.93)] {
        let priors = shape.priors(prior);
        for density in DENSITIES {
            let parameters = match density {
                Density::ByPriors => [1.0 + priors[1], 1.0 + priors[0]],
                Density::ByRatio => [2.0, 1.0 / priors[1]],
                Density::Beta(parameters) => parameters,
            };
            let summary = Summary {
                measure: Measure::H(density),
                prior,
            };
            let found = summary.of(&shape, &mut || false).unwrap();
            let right = naive_h(&shape, parameters, priors);
            assert!(
                (found - right).abs() < 1e-6,
                "{summary:?}: {found}, not {right}"
            );
        }
    }
}

#[test]
fn influences_on_h_are_derivatives() {
    for prior in [None, Some(0.1), Some(0.93)] {
        for density in DENSITIES {
            let summary = Summary {
                measure: Measure::H(density),
                prior,
            };
            let observations = Observations {
                scores: Scores::F64(&SCORES),
                labels: Labels::I32(&LABELS),
                weights: Weights::F64(&WEIGHTS),
            };
            let wanted = [Quantity::Summary(summary)];
            let found = quantity_influences(&observations, &wanted, by(1, &mut || false)).unwrap();
            let central = value(&WEIGHTS, summary);
            assert!((found.values[0] - central).abs() < 1e-13, "{summary:?}");
            for i in 0..12 {
                let moved = |by: f64| {
                    let mut weights = WEIGHTS;
                    weights[i] *= 1.0 + by;
                    value(&weights, summary)
                };
                let derivative = (moved(1e-5) - moved(-1e-5)) / 2e-5;
                let off = (found.influences[i] - derivative).abs();
                assert!(
                    off < 1e-8,
                    "{summary:?}, {i}: {} not {derivative}",
                    found.influences[i]
                );
            }
        }
    }
}

#[test]
fn a_score_that_separates_saves_all_and_a_constant_one_nothing() {
    let called = vec![[1.0, 1.0], [0.0, 1.0], [0.0, 0.0]];
    let not_called = vec![[0.0, 0.0], [1.0, 0.0], [1.0, 1.0]];
    let perfect = Shape::new(vec![0.0, 1.0], called, not_called, [0.25, 0.75]);
    let ends = vec![[1.0; 2], [0.0; 2]];
    let constant = Shape::new(
        vec![0.0],
        ends.clone(),
        vec![ends[1], ends[0]],
        [0.25, 0.75],
    );
    for density in DENSITIES {
        for prior in [None, Some(1e-300), Some(1.0 - f64::EPSILON / 2.0)] {
            let summary = Summary {
                measure: Measure::H(density),
                prior,
            };
            assert_eq!(summary.of(&perfect, &mut || false), Ok(1.0), "{summary:?}");
            let saved = summary.of(&constant, &mut || false).unwrap();
            assert!(saved < 1e-15, "{summary:?}: {saved:e}");
        }
    }
}

#[test]
fn parameters_have_bounds() {
    for parameters in [[0.0, 1.0], [1.0, f64::NAN], [2e6, 1.0]] {
        let summary = Summary {
            measure: Measure::H(Density::Beta(parameters)),
            prior: None,
        };
        assert!(matches!(
            summary.of(&shape(&WEIGHTS), &mut || false),
            Err(Error::Cost { .. })
        ));
    }
}

/// Shares at which the curve is straight around are moved by weights as the influences say, but for the
/// slope, which is taken over an interval.
#[test]
fn what_is_found_at_a_share_is_on_the_line() {
    let observations = Observations {
        scores: Scores::F64(&SCORES),
        labels: Labels::I32(&LABELS),
        weights: Weights::F64(&WEIGHTS),
    };
    let shape = shape(&WEIGHTS);
    for share in [0.07, 0.33, 0.6, 0.999, 1.0] {
        for prior in [None, Some(0.2)] {
            let priors = shape.priors(prior);
            let called =
                |row: usize| priors[0] * shape.called(row)[0] + priors[1] * shape.called(row)[1];
            let row = (0..=shape.steps())
                .find(|&row| called(row) <= share)
                .unwrap();
            let tpr = match row {
                0 => 1.0,
                _ => {
                    let along = (share - called(row)) / (called(row - 1) - called(row));
                    let [low, high] = [shape.called(row)[1], shape.called(row - 1)[1]];
                    low + along * (high - low)
                }
            };
            for (of, right) in [
                (OfCalled::Found, tpr),
                (OfCalled::Response, priors[1] * tpr / share),
            ] {
                let wanted = Quantity::AtShare(AtShare { share, prior, of });
                let found =
                    quantity_influences(&observations, &[wanted], by(1, &mut || false)).unwrap();
                assert!((found.values[0] - right).abs() < 1e-13, "{wanted:?}");
                let sum: f64 = found.influences.iter().sum();
                assert!(sum.abs() < 1e-12, "{wanted:?}: {sum:e}");
            }
        }
    }
}
