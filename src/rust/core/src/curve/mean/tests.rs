//! The mean of curves against its definition.

use super::mean_curve;
use crate::curve::{Curve, OwnedCurve, Points, Ranking};
use crate::error::{Argument, Error};
use crate::options::Options;
use crate::testing::observations;
use crate::testing::rng::Rng;
use crate::testing::wrong_length;

fn curve_of(scores: &[f64], labels: &[i32], weights: &[f64]) -> OwnedCurve {
    let observations = observations(scores, labels, weights);
    let ranking = Ranking::new(&observations, Options::default()).unwrap();
    ranking.to_curve(&mut || false).unwrap()
}

/// Curves with many ties.
fn random(number: usize, seed: u64) -> Vec<OwnedCurve> {
    let mut rng = Rng::new(seed);
    (0..number)
        .map(|_| {
            let n = 2 + rng.below(30);
            let scores: Vec<f64> = (0..n).map(|_| rng.below(9) as f64).collect();
            let labels: Vec<i32> = (0..n).map(|i| i32::from(i % 2 == 0)).collect();
            let weights: Vec<f64> = (0..n).map(|_| 0.1 + rng.unit()).collect();
            curve_of(&scores, &labels, &weights)
        })
        .collect()
}

/// The lower and the upper end of TPR at an FPR.
fn ends_at(curve: Curve<'_>, fpr: f64) -> [f64; 2] {
    let rows: Vec<usize> = (0..curve.rows())
        .filter(|&row| curve.fpr(row) == fpr)
        .collect();
    if let (Some(&first), Some(&last)) = (rows.first(), rows.last()) {
        return [curve.tpr(last), curve.tpr(first)];
    }
    let right = (0..curve.rows())
        .rfind(|&row| curve.fpr(row) > fpr)
        .unwrap();
    let [low, high] = [right + 1, right];
    let part = (fpr - curve.fpr(low)) / (curve.fpr(high) - curve.fpr(low));
    [curve.tpr(low) * (1.0 - part) + curve.tpr(high) * part; 2]
}

#[test]
fn the_mean_is_that_of_all_curves_at_each_corner() {
    for seed in 1..60 {
        let owned = random(1 + seed as usize % 7, seed);
        let curves: Vec<Curve<'_>> = owned.iter().map(OwnedCurve::as_curve).collect();
        let shares: Vec<f64> = (0..curves.len()).map(|k| 1.0 + k as f64).collect();
        let all: f64 = shares.iter().sum();
        let mean = mean_curve(&curves, &shares, [3.0, 5.0], &mut || false).unwrap();
        let (rows, last) = (mean.fpr.len(), mean.fpr.len() - 1);
        // Whatever takes a curve takes it, but for the thresholds.
        let threshold: Vec<f64> = (0..last)
            .map(|row| row as f64)
            .chain([f64::INFINITY])
            .collect();
        let points = Points {
            tpr: &mean.tpr,
            fpr: &mean.fpr,
            threshold: &threshold,
            false_negative: &mean.false_negative,
            false_positive: &mean.false_positive,
            true_negative: &[],
        };
        let checked = Curve::new(points, &mut || false).unwrap();
        assert_eq!((checked.positives(), checked.negatives()), (5.0, 3.0));
        for row in 0..rows {
            let expected = [0, 1].map(|end| {
                let tpr = curves
                    .iter()
                    .map(|&curve| ends_at(curve, mean.fpr[row])[end]);
                tpr.zip(&shares)
                    .map(|(tpr, share)| share / all * tpr)
                    .sum::<f64>()
            });
            let result = ends_at(checked, mean.fpr[row]);
            for end in 0..2 {
                assert!(
                    (result[end] - expected[end]).abs() < 1e-14,
                    "seed {seed}, row {row}"
                );
            }
        }
        let corners: Vec<f64> = curves
            .iter()
            .flat_map(|curve| curve.points().fpr.to_vec())
            .collect();
        assert!(corners.iter().all(|fpr| mean.fpr.contains(fpr)));
    }
}

#[test]
fn the_mean_of_one_curve_is_the_curve() {
    for curve in random(20, 5) {
        let of = curve.as_curve();
        let weights = [of.negatives(), of.positives()];
        let mean = mean_curve(&[of], &[0.3], weights, &mut || false).unwrap();
        for row in 0..mean.fpr.len() {
            assert!(ends_at(of, mean.fpr[row])
                .iter()
                .any(|tpr| (tpr - mean.tpr[row]).abs() < 1e-15));
        }
    }
}

#[test]
fn shares_are_positive_and_one_for_each_curve() {
    let owned = random(2, 7);
    let curves: Vec<Curve<'_>> = owned.iter().map(OwnedCurve::as_curve).collect();
    let mean = |curves: &[Curve<'_>], shares: &[f64]| {
        mean_curve(curves, shares, [1.0, 1.0], &mut || false).unwrap_err()
    };
    assert_eq!(mean(&[], &[]), Error::Empty);
    let (argument, length, expected) = (Argument::Weights, 1, 2);
    assert_eq!(
        mean(&curves, &[1.0]),
        wrong_length(argument, length, expected)
    );
    let (position, value) = (1, 0.0);
    assert_eq!(
        mean(&curves, &[1.0, 0.0]),
        Error::Weight { position, value }
    );
}
