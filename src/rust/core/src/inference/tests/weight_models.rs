//! Estimated weights, against projections and derivatives by hand.

use super::{close, random, Data};
use crate::covariance::Covariance;
use crate::error::{Argument, Error};
use crate::inference::{covariance, quantity_influences, CovarianceRequest};
use crate::quantity::{Measure, Quantity};
use crate::sampling::Sampling;
use crate::sampling::{Correction, FittedWeights, Folds, Matrix, WeightModel, WeightModels};
use crate::testing::by;
use crate::testing::wrong_length;

/// With weights that are not 0.
fn weighted(n: usize, seed: u64) -> Data {
    let mut data = random(n, 20, seed);
    data.weights.iter_mut().for_each(|weight| *weight += 0.5);
    data
}

fn linked(
    data: &Data,
    quantities: &[Quantity],
    weight_models: &[WeightModel],
) -> Result<Covariance, Error> {
    let request = CovarianceRequest::default()
        .with_quantities(quantities)
        .with_pairs(true)
        .with_sampling(
            Sampling::default()
                .with_correction(Correction::Jackknife)
                .with_weight_models(Some(WeightModels {
                    weight_models,
                    rows: None,
                    clusters: None,
                })),
        );
    covariance(&[data.observations()], &request, by(1, &mut || false))
}

fn influences(data: &Data, quantities: &[Quantity]) -> Vec<f64> {
    let result = quantity_influences(&data.observations(), quantities, by(1, &mut || false));
    result.unwrap().influences
}

const N: usize = 64;

fn quantities() -> [Quantity; 2] {
    [Quantity::AREA, Quantity::at_threshold(Measure::Ppv, 8.0)]
}

#[test]
fn functions_leave_the_residuals_of_a_regression() {
    let data = weighted(N, 1);
    // Orthogonal columns, and one that says nothing new.
    let sign = |i: usize, period: usize| if i / period % 2 == 0 { 1.0 } else { -1.0 };
    let columns = [1, 2, 4].map(|period| (0..N).map(|i| sign(i, period)).collect::<Vec<f64>>());
    let sum: Vec<f64> = (0..N)
        .map(|i| columns[0][i] - 2.0 * columns[1][i])
        .collect();
    let values = [columns.concat(), sum].concat();
    let weight_model = WeightModel::Functions(Matrix {
        values: &values,
        rows: N,
    });
    let result = linked(&data, &quantities(), &[weight_model]).unwrap();
    let own = influences(&data, &quantities());
    let left = |k: usize| -> Vec<f64> {
        let u = &own[k * N..][..N];
        let mut left = u.to_vec();
        for column in &columns {
            let by_rate: f64 = column.iter().zip(u).map(|(q, u)| q * u).sum::<f64>() / N as f64;
            left.iter_mut()
                .zip(column)
                .for_each(|(left, q)| *left -= by_rate * q);
        }
        left
    };
    let left = [left(0), left(1)];
    let factor = N as f64 / (N as f64 - 3.0);
    for k in 0..2 {
        for l in 0..2 {
            let product: f64 = left[k].iter().zip(&left[l]).map(|(a, b)| a * b).sum();
            assert!(close(result.matrix[2 * k + l], factor * product));
        }
    }
    let difference = left[0].iter().zip(&left[1]).map(|(a, b)| a - b);
    let square: f64 = difference.clone().map(|d| d * d).sum();
    let fourth: f64 = difference.map(|d| d.powi(4)).sum();
    let df = 2.0 / (fourth / square / square - 1.0 / N as f64);
    assert!((result.pairs[0] / df.min(N as f64 - 5.0) - 1.0).abs() < 1e-9);
}

/// A logistic model of an intercept and a line.
fn model(data: &Data) -> (Vec<f64>, [Vec<f64>; 4]) {
    let x = |i: usize| (i % 7) as f64 - 3.0;
    let p: Vec<f64> = (0..N).map(|i| 1.0 / (1.0 + (-0.3 * x(i)).exp())).collect();
    let y: Vec<f64> = (0..N)
        .map(|i| f64::from(u8::from((i * i) % 3 == 1)))
        .collect();
    let scores = (0..N).map(|i| y[i] - p[i]).collect();
    let slopes = p.iter().map(|p| p * (1.0 - p)).collect();
    assert_eq!(data.scores.len(), N);
    let design = (0..N).map(|_| 1.0).chain((0..N).map(x)).collect();
    (design, [y, p, slopes, scores])
}

#[test]
fn weights_that_a_model_makes_have_the_derivative() {
    let mut data = weighted(N, 2);
    let (design, [y, p, slopes, scores]) = model(&data);
    for i in 0..N {
        data.weights[i] = if y[i] == 1.0 {
            3.0 / p[i]
        } else {
            3.0 / (1.0 - p[i])
        };
    }
    let weight_model = WeightModel::Model(FittedWeights {
        design: Matrix {
            values: &design,
            rows: N,
        },
        response: &y,
        fitted: &p,
        slopes: &slopes,
        scores: &scores,
        information: &slopes,
    });
    let result = linked(&data, &[Quantity::AREA], &[weight_model]).unwrap();
    let own = influences(&data, &[Quantity::AREA]);
    let x = |i: usize| [design[i], design[N + i]];
    let (mut derivative, mut information) = ([0.0; 2], [0.0; 3]);
    for i in 0..N {
        let by_predictor = if y[i] == 1.0 { p[i] - 1.0 } else { p[i] };
        let [a, b] = x(i);
        derivative[0] += own[i] * by_predictor * a;
        derivative[1] += own[i] * by_predictor * b;
        let terms = [a * a, a * b, b * b];
        (0..3).for_each(|k| information[k] += slopes[i] * terms[k]);
    }
    let [aa, ab, bb] = information;
    let determinant = aa * bb - ab * ab;
    let solved = [
        (bb * derivative[0] - ab * derivative[1]) / determinant,
        (aa * derivative[1] - ab * derivative[0]) / determinant,
    ];
    let squares: f64 = (0..N)
        .map(|i| own[i] + scores[i] * (solved[0] * x(i)[0] + solved[1] * x(i)[1]))
        .map(|u| u * u)
        .sum();
    assert!(close(
        result.matrix[0],
        squares * N as f64 / (N as f64 - 2.0)
    ));
}

#[test]
fn rates_in_folds_of_one_size_vary_as_without_folds() {
    let mut data = weighted(N, 3);
    (data.weights.iter_mut()).for_each(|weight| *weight = 1.0);
    data.labels = (0..N).map(|i| (i % 2) as i32).collect();
    let codes: Vec<i32> = (0..N).map(|i| (i / 16) as i32).collect();
    let folds = [Folds {
        codes: &codes,
        number: 4,
    }];
    let quantities = [Measure::Tpr, Measure::Tnr].map(|of| Quantity::at_threshold(of, 9.0));
    let of = |folds| {
        let request = CovarianceRequest::default()
            .with_quantities(&quantities)
            .with_sampling(Sampling::default().with_folds(folds));
        covariance(&[data.observations()], &request, by(1, &mut || false)).unwrap()
    };
    let (folded, plain) = (of(&folds), of(&[]));
    for k in 0..2 {
        assert!(close(folded.values[k], plain.values[k]));
        assert!(close(folded.variance(k), plain.variance(k)));
    }
}

#[test]
fn what_can_not_be_linked_is_an_error() {
    let data = weighted(N, 4);
    let many: Vec<f64> = (0..N * N)
        .map(|i| f64::from(u8::from(i % N == i / N)))
        .collect();
    let functions = |values, rows| WeightModel::Functions(Matrix { values, rows });
    let rank = Error::Rank { rank: N, units: N };
    assert_eq!(
        linked(&data, &quantities(), &[functions(&many, N)]),
        Err(rank)
    );
    let length = |length, expected| wrong_length(Argument::WeightModels, length, expected);
    let short = functions(&many[..N - 1], N - 1);
    assert_eq!(
        linked(&data, &quantities(), &[short]),
        Err(length(N, N - 1))
    );
    let ragged = functions(&many[..N + 1], N);
    assert_eq!(linked(&data, &quantities(), &[ragged]), Err(length(1, 0)));
    assert_eq!(linked(&data, &quantities(), &[]), Err(Error::Empty));
}
