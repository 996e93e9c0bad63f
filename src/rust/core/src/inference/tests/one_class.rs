//! Mean losses of observations of one class, against weighted means.

use crate::covariance::{effective_numbers, Covariance};
use crate::error::{Class, Error};
use crate::estimate::{estimate, EstimateRequest};
use crate::hypothesis::compare_scores;
use crate::inference::{covariance, quantity_influences, CovarianceRequest};
use crate::interval::Level;
use crate::measure::{ForecastLoss, Measure};
use crate::quantity::Quantity;
use crate::sampling::{Folds, Sampling, Unit};
use crate::testing::data::Data;
use crate::testing::rng::Rng;
use crate::Options;

const BRIER: Quantity = Quantity::whole_curve(Measure::Brier);
const LOG_LOSS: Quantity = Quantity::whole_curve(Measure::LogLoss);

fn sample(class: i32) -> Data {
    let mut rng = Rng::new(46);
    Data::with(
        (0..40)
            .map(|_| (1.0 + (rng.unit() * 20.0).floor()) / 22.0)
            .collect(),
        vec![class; 40],
        (0..40).map(|i| f64::from(i % 4) * rng.unit()).collect(),
    )
}

fn losses(data: &Data, loss: ForecastLoss) -> Vec<f64> {
    let of = |(p, label): (&f64, &i32)| {
        let of_truth = if *label == 1 { *p } else { 1.0 - p };
        match loss {
            ForecastLoss::Quadratic => (1.0 - of_truth).powi(2),
            ForecastLoss::Logarithmic => -of_truth.ln(),
        }
    };
    data.scores.iter().zip(&data.labels).map(of).collect()
}

/// The weighted mean, and the influences on it.
fn mean_of(values: &[f64], weights: &[f64]) -> (f64, Vec<f64>) {
    let total: f64 = weights.iter().sum();
    let pairs = || values.iter().zip(weights);
    let mean = pairs().map(|(value, weight)| value * weight).sum::<f64>() / total;
    let influences = pairs().map(|(value, weight)| weight * (value - mean) / total);
    (mean, influences.collect())
}

fn variance_of(influences: &[f64], group: impl Fn(usize) -> usize) -> f64 {
    let mut sums = vec![0.0; influences.len()];
    for (i, influence) in influences.iter().enumerate() {
        sums[group(i)] += influence;
    }
    let squares = sums.iter().map(|sum| sum * sum).sum::<f64>();
    let units = sums.iter().filter(|&&sum| sum != 0.0).count() as f64;
    squares * units / (units - 1.0)
}

fn covariance_in(data: &Data, quantities: &[Quantity], sampling: Sampling<'_>) -> Covariance {
    let request = CovarianceRequest::default()
        .with_quantities(quantities)
        .with_sampling(sampling);
    covariance(&[data.observations()], &request, Options::default()).unwrap()
}

fn assert_close(a: f64, b: f64) {
    assert!((a / b - 1.0).abs() < 1e-12, "{a} {b}");
}

#[test]
fn a_mean_loss_is_a_weighted_mean_with_its_variance() {
    for class in [0, 1] {
        let data = sample(class);
        let quantities = [BRIER, LOG_LOSS];
        let result = covariance_in(&data, &quantities, Sampling::default());
        let influences =
            quantity_influences(&data.observations(), &quantities, Options::default()).unwrap();
        for (k, loss) in [ForecastLoss::Quadratic, ForecastLoss::Logarithmic]
            .into_iter()
            .enumerate()
        {
            let (mean, expected) = mean_of(&losses(&data, loss), &data.weights);
            assert_close(result.values[k], mean);
            assert_close(result.matrix[3 * k], variance_of(&expected, |i| i));
            for (result, expected) in influences.influences[40 * k..].iter().zip(expected) {
                assert!((result - expected).abs() < 1e-15);
            }
        }
        let of_class = class as usize;
        assert_eq!(
            [result.numbers[of_class], result.numbers[1 - of_class]],
            [30.0, 0.0]
        );
        assert_eq!(result.units[2], 30.0);
        assert_eq!(result.effective[1 - of_class], 0.0);
        let effective =
            effective_numbers(&data.observations(), Unit::Row, None, &mut || false).unwrap()[0];
        assert_close(result.effective[of_class], effective[of_class]);
        assert_eq!(effective[1 - of_class], 0.0);
    }
}

#[test]
fn one_mean_takes_one_degree_of_df() {
    let data = Data::with([0.2, 0.4].repeat(5), vec![1; 10], vec![1.0; 10]);
    let result = covariance_in(&data, &[BRIER], Sampling::default());
    assert_eq!((result.df[0], result.prior_df), (9.0, 4.0));
}

#[test]
fn a_class_without_weight_is_not_there() {
    let single = sample(1);
    let mut adjacent = sample(1);
    adjacent.scores.extend([0.3, 0.0]);
    adjacent.labels.extend([0, 0]);
    adjacent.weights.extend([0.0, 0.0]);
    assert_eq!(
        covariance_in(&single, &[BRIER, LOG_LOSS], Sampling::default()),
        covariance_in(&adjacent, &[BRIER, LOG_LOSS], Sampling::default())
    );
    // A tiny weight is next to none.
    adjacent.weights[40] = 1e-100;
    let (result, adjacent) = (
        covariance_in(&single, &[BRIER], Sampling::default()),
        covariance_in(&adjacent, &[BRIER], Sampling::default()),
    );
    assert_close(result.values[0], adjacent.values[0]);
}

#[test]
fn what_needs_both_classes_is_refused() {
    let data = sample(1);
    let refused = |quantities: &[Quantity], data: &Data| {
        quantity_influences(&data.observations(), quantities, Options::default()).unwrap_err()
    };
    let one_class = Error::OneClass { value: 1.0 };
    let at_prior = BRIER.with_prior(Some(0.5));
    for quantities in [&[Quantity::AREA][..], &[BRIER, Quantity::AREA], &[at_prior]] {
        assert_eq!(refused(quantities, &data), one_class);
    }
    let weightless = Data {
        weights: vec![0.0; 40],
        ..sample(1)
    };
    let class = Class::Negative;
    assert_eq!(refused(&[BRIER], &weightless), Error::NoWeight { class });
    let unknown = sample(2);
    assert_eq!(refused(&[BRIER], &unknown), Error::OneClass { value: 2.0 });
}

#[test]
fn a_fold_may_have_one_class() {
    let data = sample(1);
    let loss = losses(&data, ForecastLoss::Quadratic);
    let weighted: Vec<usize> = (0..40).filter(|&i| data.weights[i] > 0.0).collect();
    let n = weighted.len();
    let data = Data::with(
        weighted.iter().map(|&i| data.scores[i]).collect(),
        vec![1; n],
        vec![1.0; n],
    );
    let loss: Vec<f64> = weighted.iter().map(|&i| loss[i]).collect();
    let (mean, influences) = mean_of(&loss, &data.weights);
    // All folds weigh as much: each observation in one of its own, or three of ten.
    for (number, fold) in [(n, 1), (3, n / 3)] {
        let codes: Vec<i32> = (0..n).map(|i| (i / fold) as i32).collect();
        let folds = [Folds {
            codes: &codes,
            number,
        }];
        let result = covariance_in(&data, &[BRIER], Sampling::default().with_folds(&folds));
        assert_close(result.values[0], mean);
        assert_close(result.matrix[0], variance_of(&influences, |i| i));
        assert_close(result.effective[1], n as f64);
    }
}

#[test]
fn folds_of_either_class_are_those_of_their_mean() {
    // Each fold has one class, and both are there.
    let mut data = sample(1);
    data.weights = vec![1.0; 40];
    (0..20).for_each(|i| data.labels[i] = 0);
    let codes: Vec<i32> = (0..40).map(|i| i / 10).collect();
    let folds = [Folds {
        codes: &codes,
        number: 4,
    }];
    let request = CovarianceRequest::default()
        .with_quantities(&[BRIER])
        .with_sampling(Sampling::default().with_folds(&folds));
    let result = covariance(&[data.observations()], &request, Options::default()).unwrap();
    let (mean, _) = mean_of(&losses(&data, ForecastLoss::Quadratic), &data.weights);
    assert_close(result.values[0], mean);
    result
        .effective
        .iter()
        .for_each(|&number| assert_close(number, 20.0));
    assert!(result.matrix[0] > 0.0);
}

#[test]
fn one_observation_has_a_value_and_no_variance() {
    let data = Data::with(vec![0.25], vec![1], vec![3.0]);
    let result = covariance_in(&data, &[BRIER], Sampling::default());
    assert_eq!(result.values, [0.5625]);
    assert!(result.matrix[0].is_nan());
}

#[test]
fn a_forecast_that_was_sure_and_wrong_has_an_infinite_loss() {
    let data = Data::with(vec![0.25, 0.0], vec![1, 1], vec![3.0, 1.0]);
    let result = covariance_in(&data, &[LOG_LOSS], Sampling::default());
    assert_eq!(result.values, [f64::INFINITY]);
    assert!(result.matrix[0].is_nan());
    // Forecasts that were sure and right lose nothing.
    let right = Data::with(vec![1.0, 1.0, 0.5], vec![1; 3], vec![1.0; 3]);
    let result = covariance_in(&right, &[LOG_LOSS], Sampling::default());
    assert_close(result.values[0], 2f64.ln() / 3.0);
    assert!(result.matrix[0] > 0.0);
}

#[test]
fn intervals_contain_the_estimate_and_become_narrower_with_more_observations() {
    for quantity in [BRIER, LOG_LOSS] {
        let mut widths = Vec::new();
        for copies in [1, 4] {
            let small = sample(0);
            let data = Data::with(
                small.scores.repeat(copies),
                small.labels.repeat(copies),
                small.weights.repeat(copies),
            );
            let quantities = [quantity];
            let mut request = EstimateRequest::default();
            request.covariance.quantities = &quantities;
            request.level = Level::new(0.9).unwrap();
            let result = estimate(&[data.observations()], &request, Options::default()).unwrap();
            let of = result.estimates[0];
            assert!(of.interval.low < of.value && of.value < of.interval.high);
            assert!(of.interval.low >= 0.0 && of.interval.std_error > 0.0);
            assert_eq!(result.effective[1], 0.0);
            widths.push(of.interval.high - of.interval.low);
        }
        assert!((1.9..2.5).contains(&(widths[0] / widths[1])), "{widths:?}");
    }
}

#[test]
fn two_scores_differ_by_the_mean_of_the_differences() {
    let (data, mut other) = (sample(1), sample(1));
    other.scores.reverse();
    let scores = [data.observations(), other.observations()];
    let request = CovarianceRequest::default().with_quantities(&[BRIER]);
    let result = compare_scores(&scores, &request, Options::default()).unwrap();
    let differences: Vec<f64> = losses(&data, ForecastLoss::Quadratic)
        .iter()
        .zip(losses(&other, ForecastLoss::Quadratic))
        .map(|(a, b)| a - b)
        .collect();
    let (mean, influences) = mean_of(&differences, &data.weights);
    let pair = result.pairs[0];
    assert!((pair.difference - mean).abs() < 1e-14);
    let squares: f64 = influences.iter().map(|u| u * u).sum();
    assert_close(pair.squares[0], squares);
    let total: f64 = data.weights.iter().sum();
    let shares: f64 = data.weights.iter().map(|w| (w / total).powi(2)).sum();
    assert_close(pair.squares[2], shares);
}
