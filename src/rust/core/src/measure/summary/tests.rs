//! Summaries against their definitions.

use super::*;
use crate::curve::Ranking;
use crate::error::Error;
use crate::inference::quantity_influences;
use crate::quantity::{values, Quantity};
use crate::testing::by;
use crate::testing::data::Data;
use crate::testing::observations;
use crate::testing::rng::Rng;
use crate::{Labels, Observations, Scores, Weights};

const DENSITIES: [Density; 4] = [
    Density::ByPriors,
    Density::ByRatio,
    Density::Beta([2.0, 2.0]),
    Density::Beta([0.7, 5.5]),
];

/// Forecasts, too.
const SCORES: [f64; 12] = [0.02, 0.1, 0.1, 0.2, 0.3, 0.4, 0.4, 0.5, 0.6, 0.7, 0.7, 0.8];
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
    let mut predicted_positive: Vec<[f64; 2]> = thresholds
        .iter()
        .map(|&t| rates(&|i| SCORES[i] >= t))
        .collect();
    predicted_positive.push([0.0; 2]);
    let mut predicted_negative: Vec<[f64; 2]> = thresholds
        .iter()
        .map(|&t| rates(&|i| SCORES[i] < t))
        .collect();
    predicted_negative.push([1.0; 2]);
    let all = total(0) + total(1);
    Shape::new(
        thresholds,
        predicted_positive,
        predicted_negative,
        [total(0) / all, total(1) / all],
    )
}

fn value(weights: &[f64], summary: Criterion) -> f64 {
    summary.on_shape(&shape(weights), &mut || false).unwrap()
}

/// The means of the least expected cost, and of that of calling everybody the same: by Simpson's rule, all rows
/// being tried at each cost.
fn naive_loss(shape: &Shape, [a, b]: [f64; 2], priors: [f64; 2]) -> [f64; 2] {
    const PIECES: usize = 20_000;
    let (mut least, mut trivial, mut all) = (0.0, 0.0, 0.0);
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
            c * priors[0] * shape.predicted_positive(row)[0]
                + (1.0 - c) * priors[1] * shape.predicted_negative(row)[1]
        };
        let best = (0..=shape.steps()).map(cost).fold(f64::INFINITY, f64::min);
        least += density * best;
        trivial += density * (c * priors[0]).min((1.0 - c) * priors[1]);
        all += density;
    }
    [least / all, trivial / all]
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
            let summary = Criterion {
                measure: Measure::H(density),
                prior,
            };
            let result = summary.on_shape(&shape, &mut || false).unwrap();
            let [least, trivial] = naive_loss(&shape, parameters, priors);
            let right = 1.0 - least / trivial;
            assert!(
                (result - right).abs() < 1e-6,
                "{summary:?}: {result}, not {right}"
            );
            let corners = Corners::new(&shape, &mut || false).unwrap();
            let loss = corners.loss(density, priors, &mut || false).unwrap();
            assert_eq!(loss.saved, result);
            assert!((loss.least - least).abs() < 1e-7, "{loss:?}, not {least}");
            assert!(
                (loss.trivial - trivial).abs() < 1e-7,
                "{loss:?}, not {trivial}"
            );
        }
    }
}

#[test]
fn influences_on_summaries_are_derivatives() {
    for prior in [None, Some(0.1), Some(0.93)] {
        for measure in DENSITIES.map(Measure::H) {
            let summary = Criterion { measure, prior };
            let observations = observations(&SCORES, &LABELS, &WEIGHTS);
            let wanted = [Quantity::whole_curve(summary.measure).with_prior(summary.prior)];
            let result = quantity_influences(&observations, &wanted, by(1, &mut || false)).unwrap();
            let central = value(&WEIGHTS, summary);
            assert!((result.values[0] - central).abs() < 1e-13, "{summary:?}");
            for i in 0..12 {
                let shifted = |by: f64| {
                    let mut weights = WEIGHTS;
                    weights[i] *= 1.0 + by;
                    value(&weights, summary)
                };
                let derivative = (shifted(1e-5) - shifted(-1e-5)) / 2e-5;
                let off = (result.influences[i] - derivative).abs();
                assert!(
                    off < 1e-8,
                    "{summary:?}, {i}: {} not {derivative}",
                    result.influences[i]
                );
            }
        }
    }
}

/// The classes change places, and scores their order. Then a probability of 1e-12 is next to 1 or to 0.
#[test]
fn h_does_not_depend_on_which_class_is_the_positive_one() {
    let shape = shape(&WEIGHTS);
    let rows = 0..=shape.steps();
    let reversed = |rates: [f64; 2]| [rates[1], rates[0]];
    let mirrored = Shape::new(
        vec![0.0; shape.steps()],
        rows.clone()
            .rev()
            .map(|row| reversed(shape.predicted_negative(row)))
            .collect(),
        rows.rev()
            .map(|row| reversed(shape.predicted_positive(row)))
            .collect(),
        reversed(shape.priors(None)),
    );
    let corners = [&shape, &mirrored].map(|shape| Corners::new(shape, &mut || false).unwrap());
    let most = 1.0 - 1e-12;
    for priors in [[0.3, 0.7], [1e-12, most], [most, 1e-12], [1e-30, 1.0]] {
        for [a, b] in [[2.0, 2.0], [0.7, 5.5], [0.02, 0.01], [3.0, 40.0]] {
            let [one, other] = [(0, priors, [a, b]), (1, reversed(priors), [b, a])].map(
                |(i, priors, parameters)| {
                    let density = Density::Beta(parameters);
                    corners[i].loss(density, priors, &mut || false).unwrap()
                },
            );
            let is_near = |one: f64, other: f64| (one - other).abs() <= 1e-11 * one.abs();
            let context = format!("{priors:?}, {a}, {b}: {one:?} and {other:?}");
            assert!(is_near(one.least, other.least), "{context}");
            assert!(is_near(one.trivial, other.trivial), "{context}");
            assert!((one.saved - other.saved).abs() <= 1e-12, "{context}");
        }
    }
}

/// Towards both ends of the curve steps are as small as rates may be.
#[test]
fn small_steps_have_all_digits_and_their_corners() {
    let halves = |k: i32| [0.25f64.powi(k), 0.5f64.powi(k)];
    let rest = |[x, y]: [f64; 2]| [1.0 - x, 1.0 - y];
    let reversed = |[x, y]: [f64; 2]| [y, x];
    let near_zero: Vec<[f64; 2]> = (2..=60).map(halves).chain([[0.0; 2]]).collect();
    let near_one: Vec<[f64; 2]> = near_zero
        .iter()
        .rev()
        .map(|&rates| reversed(rates))
        .collect();
    let predicted_positive = near_one.iter().map(|&rates| rest(rates));
    let predicted_negative = near_zero.iter().map(|&rates| rest(rates));
    let shape = Shape::new(
        vec![0.0; 119],
        predicted_positive
            .chain(near_zero.iter().copied())
            .collect(),
        near_one.iter().copied().chain(predicted_negative).collect(),
        [0.5; 2],
    );
    for step in 0..59 {
        let [low, high] = [near_one[step], near_one[step + 1]];
        assert_eq!(shape.shares(step), [high[0] - low[0], high[1] - low[1]]);
        let [high, low] = [near_zero[step], near_zero[step + 1]];
        assert_eq!(
            shape.shares(60 + step),
            [high[0] - low[0], high[1] - low[1]]
        );
    }
    let corners = Corners::new(&shape, &mut || false).unwrap();
    assert_eq!(corners.rows(), (0..120).collect::<Vec<_>>());
}

/// The areas in one sweep are those that come with their derivatives: for few scores, which are tallied, and
/// for many, with ties; on both sides of an even chance.
#[test]
fn areas_of_precision_are_the_same_however_they_are_found() {
    for (n, distinct) in [(60, 9), (7000, 40), (3000, 1500), (12, 12)] {
        let mut rng = Rng::new(n as u64);
        let scores = (0..n).map(|_| rng.below(distinct) as f64).collect();
        let mut data = Data::random(scores, &mut rng, |rng| 0.5 + rng.unit());
        for (score, label) in data.scores.iter_mut().zip(&data.labels) {
            *score += f64::from(*label * (distinct as i32 / 4));
        }
        let priors = [
            None,
            Some(1e-200),
            Some(0.02),
            Some(0.5),
            Some(0.6),
            Some(0.98),
        ];
        let observations = data.observations();
        let mut never = || false;
        let result = precision_areas(&observations, &priors, by(1, &mut never)).unwrap();
        assert_eq!(result.len(), priors.len());
        let ranking = Ranking::new(&observations, by(1, &mut never)).unwrap();
        let curve = ranking.to_curve(&mut never).unwrap();
        let curve = curve.as_curve();
        let shape = Shape::from_curve(&curve, &mut never).unwrap();
        for (prior, result) in priors.into_iter().zip(result) {
            let of_curve = precision_areas_of_curve(&curve, prior, &mut never).unwrap();
            let by_shape = |measure| {
                Criterion { measure, prior }
                    .on_shape(&shape, &mut || false)
                    .unwrap()
            };
            let right = [
                shape.priors(prior)[1],
                by_shape(Measure::AveragePrecision),
                by_shape(Measure::PrecisionRecall),
                by_shape(Measure::PrecisionRecallGain),
            ];
            for result in [result, of_curve] {
                let result = [
                    result.prior,
                    result.average_precision,
                    result.area,
                    result.gain_area,
                ];
                let near = |(a, b): (&f64, &f64)| (a - b).abs() <= 1e-12 * b.abs();
                assert!(
                    result.iter().zip(&right).all(near),
                    "{n}, {distinct}, {prior:?}: {result:?}, not {right:?}"
                );
            }
        }
    }
}

/// On both sides of an even chance, with few scores that all differ and with two scores of many observations.
#[test]
fn a_score_that_separates_has_all_of_the_areas() {
    for (n, positives) in [(8, 4), (8, 1), (7000, 3500)] {
        let is_positive = |i: i32| i + positives >= n;
        let score = |i: i32| match n {
            8 => f64::from(i),
            _ => f64::from(u8::from(is_positive(i))),
        };
        let scores: Vec<f64> = (0..n).map(score).collect();
        let labels: Vec<i32> = (0..n).map(|i| i32::from(is_positive(i))).collect();
        let observations = Observations {
            scores: Scores::F64(&scores),
            labels: Labels::I32(&labels),
            weights: Weights::Unit,
        };
        let mut never = || false;
        let ranking = Ranking::new(&observations, by(1, &mut never)).unwrap();
        let curve = ranking.to_curve(&mut never).unwrap();
        for prior in [0.2, 0.9] {
            let priors = [Some(prior)];
            let result = precision_areas(&observations, &priors, by(1, &mut never)).unwrap();
            let of_curve = precision_areas_of_curve(&curve.as_curve(), Some(prior), &mut never);
            let near = |area: f64| (area - 1.0).abs() < 1e-14;
            for areas in [result[0], of_curve.unwrap()] {
                assert!(
                    near(areas.average_precision) && near(areas.area) && near(areas.gain_area),
                    "{n} {positives}: {areas:?}"
                );
            }
        }
    }
}

/// Between a recall of 1 and of the prior there is one threshold, with a precision gain of g and a recall gain
/// of r: the gains are (1, 0), (r, g) and, as the curve goes straight to its origin, (0, g).
#[test]
fn gains_next_to_a_prior_of_1_have_their_digits() {
    let prior = 1.0 - 1e-12;
    let (rare, missed, predicted_positive) = (1.0 - prior, 3e-13, 0.25);
    let shape = Shape::new(
        vec![0.0, 1.0],
        vec![[1.0; 2], [predicted_positive, 1.0 - missed], [0.0; 2]],
        vec![[0.0; 2], [1.0 - predicted_positive, missed], [1.0; 2]],
        [0.5; 2],
    );
    let summary = Criterion {
        measure: Measure::PrecisionRecallGain,
        prior: Some(prior),
    };
    let recall = (rare - missed) / (rare * (1.0 - missed));
    let precision = 1.0 - predicted_positive / (1.0 - missed);
    let right = precision * (1.0 + recall) / 2.0;
    let result = summary.on_shape(&shape, &mut || false).unwrap();
    assert!((result - right).abs() < 1e-13, "{result}, not {right}");
}

#[test]
fn areas_do_not_exceed_1_by_rounding() {
    assert_eq!(prg_area::at_most_1(1.0 + f64::EPSILON), 1.0);
    assert_eq!(prg_area::at_most_1(0.75), 0.75);
    assert!(prg_area::at_most_1(f64::NAN).is_nan());
}

/// A third of the negatives is above one of two positives, and none above the other: J is 2 / 3, and 1 / 6 and
/// 1 / 2 at higher thresholds.
#[test]
fn the_largest_youden_may_be_at_a_low_threshold() {
    let predicted_positive = vec![
        [1.0, 1.0],
        [2.0 / 3.0, 1.0],
        [1.0 / 3.0, 1.0],
        [1.0 / 3.0, 0.5],
        [0.0, 0.5],
        [0.0, 0.0],
    ];
    let predicted_negative = predicted_positive
        .iter()
        .map(|rates| rates.map(|rate| 1.0 - rate));
    let shape = Shape::new(
        vec![0.0; 5],
        predicted_positive.clone(),
        predicted_negative.collect(),
        [0.6, 0.4],
    );
    let summary = Criterion {
        measure: Measure::LargestYouden,
        prior: None,
    };
    assert_eq!(summary.on_shape(&shape, &mut || false), Ok(1.0 - 1.0 / 3.0));
}

/// One threshold beside those that call all the same, and costs c that are all as probable. Positives are nearly
/// all: with e the share of the negatives, the loss of what is called e c / 2 + (1 - c) / 10 is the least between
/// 1 - c = 5 e and 5 e / 9, where calling all loses e c, and none 1 - c. The mean saving is (8 / 9) e^2 of e / 2. Then
/// the classes change places.
#[test]
fn h_of_next_to_nothing_has_its_digits() {
    const RARE: f64 = 1e-20;
    let curve = [
        vec![[1.0, 1.0], [0.5, 0.9], [0.0, 0.0]],
        vec![[0.0, 0.0], [0.5, 0.1], [1.0, 1.0]],
    ];
    let reversed = |rates: &[[f64; 2]]| rates.iter().rev().map(|[x, y]| [*y, *x]).collect();
    let [predicted_positive, predicted_negative] = curve;
    let mirrored = [reversed(&predicted_negative), reversed(&predicted_positive)];
    for ([predicted_positive, predicted_negative], priors) in [
        ([predicted_positive, predicted_negative], [RARE, 1.0]),
        (mirrored, [1.0, RARE]),
    ] {
        let shape = Shape::new(
            vec![0.0, 1.0],
            predicted_positive,
            predicted_negative,
            priors,
        );
        let corners = Corners::new(&shape, &mut || false).unwrap();
        let density = Density::Beta([1.0, 1.0]);
        let loss = corners.loss(density, priors, &mut || false).unwrap();
        let right = 16.0 / 9.0 * RARE;
        assert!((loss.saved / right - 1.0).abs() < 1e-12, "{loss:?}");
    }
}

/// Half of the forecasts are 1 / 4, with a quarter of positives, half are 1, with three quarters.
#[test]
fn parts_of_a_loss_are_those_of_the_definition() {
    let shape = Shape::new(
        vec![0.25, 1.0],
        vec![[1.0, 1.0], [0.25, 0.75], [0.0, 0.0]],
        vec![[0.0, 0.0], [0.75, 0.25], [1.0, 1.0]],
        [0.5; 2],
    );
    let parts = decompose(&shape, ForecastLoss::Quadratic, None, &mut || false).unwrap();
    let right = Decomposition {
        loss: (3.0 * 0.25f64.powi(2) + 0.75f64.powi(2) + 1.0) / 8.0,
        miscalibration: 0.25f64.powi(2) / 2.0,
        discrimination: 0.25f64.powi(2),
        uncertainty: 0.25,
    };
    let of = |parts: Decomposition| {
        [
            parts.loss,
            parts.miscalibration,
            parts.discrimination,
            parts.uncertainty,
        ]
    };
    for (part, right) in of(parts).into_iter().zip(of(right)) {
        assert!((part - right).abs() < 1e-15, "{parts:?}");
    }
}

fn logarithmic(scores: &[f64], labels: &[i32]) -> (f64, Vec<f64>) {
    let observations = Observations {
        scores: Scores::F64(scores),
        labels: Labels::I32(labels),
        weights: Weights::Unit,
    };
    let wanted = [Quantity::whole_curve(Measure::LogLoss)];
    let result = quantity_influences(&observations, &wanted, by(1, &mut || false)).unwrap();
    (result.values[0], result.influences)
}

/// Observations that were called right lose nothing, the others lose as much as a coin.
#[test]
fn a_forecast_that_was_sure_and_right_loses_nothing() {
    let coin = 2f64.ln();
    let (value, influences) = logarithmic(&[0.0, 0.5, 0.5, 1.0], &[0, 0, 1, 1]);
    assert!((value - coin / 2.0).abs() < 1e-15);
    for (influence, lost) in influences.iter().zip([0.0, coin, coin, 0.0]) {
        assert!((influence - (lost - coin / 2.0) / 4.0).abs() < 1e-15);
    }
}

#[test]
fn what_forecasts_next_to_0_lose_has_its_digits() {
    let (value, _) = logarithmic(&[1e-20, 1.0], &[0, 1]);
    assert!((value / 0.5e-20 - 1.0).abs() < 1e-14, "{value:e}");
}

#[test]
fn a_forecast_that_was_sure_and_wrong_loses_all() {
    let scores = [0.0, 0.5, 1.0];
    let observations = Observations {
        scores: Scores::F64(&scores),
        labels: Labels::I32(&[0, 1, 0]),
        weights: Weights::Unit,
    };
    let of = |measure| {
        let wanted = [Quantity::whole_curve(measure)];
        quantity_influences(&observations, &wanted, by(1, &mut || false)).unwrap()
    };
    let infinite = of(Measure::LogLoss);
    assert_eq!(infinite.values, [f64::INFINITY]);
    assert!(infinite
        .influences
        .iter()
        .all(|influence| influence.is_nan()));
    let finite = of(Measure::Brier);
    assert!((finite.values[0] - 1.25 / 3.0).abs() < 1e-15);
}

#[test]
fn a_score_that_separates_saves_all_and_a_constant_one_nothing() {
    let predicted_positive = vec![[1.0, 1.0], [0.0, 1.0], [0.0, 0.0]];
    let predicted_negative = vec![[0.0, 0.0], [1.0, 0.0], [1.0, 1.0]];
    let perfect = Shape::new(
        vec![0.0, 1.0],
        predicted_positive,
        predicted_negative,
        [0.25, 0.75],
    );
    let ends = vec![[1.0; 2], [0.0; 2]];
    let constant = Shape::new(
        vec![0.0],
        ends.clone(),
        vec![ends[1], ends[0]],
        [0.25, 0.75],
    );
    for density in DENSITIES {
        for prior in [None, Some(1e-300), Some(1.0 - f64::EPSILON / 2.0)] {
            let summary = Criterion {
                measure: Measure::H(density),
                prior,
            };
            assert_eq!(
                summary.on_shape(&perfect, &mut || false),
                Ok(1.0),
                "{summary:?}"
            );
            let saved = summary.on_shape(&constant, &mut || false).unwrap();
            assert!(saved < 1e-15, "{summary:?}: {saved:e}");
        }
    }
}

#[test]
fn parameters_have_bounds() {
    for parameters in [[0.0, 1.0], [1.0, f64::NAN], [2e6, 1.0]] {
        let h = Quantity::whole_curve(Measure::H(Density::Beta(parameters)));
        assert!(matches!(h.check(), Err(Error::Range { .. })));
    }
}

/// Without derivatives, from the observations.
#[test]
fn observations_have_the_summaries_of_their_curves() {
    let observations = observations(&SCORES, &LABELS, &WEIGHTS);
    let measures = [
        Measure::LargestYouden,
        Measure::HullArea,
        Measure::LeastError,
        Measure::H(Density::ByRatio),
        Measure::Brier,
        Measure::PrecisionRecall,
    ];
    for measure in measures {
        for prior in [None, Some(0.1)] {
            let summary = Criterion { measure, prior };
            let expected = value(&WEIGHTS, summary);
            let mut never = || false;
            let wanted = [Quantity::whole_curve(measure).with_prior(prior)];
            let result = values(&[observations], &wanted, by(1, &mut never)).unwrap()[0];
            assert!(
                (result - expected).abs() < 1e-14,
                "{summary:?}: {result} {expected}"
            );
        }
    }
    let beyond = Quantity::whole_curve(Measure::LeastError).with_prior(Some(2.0));
    let result = values(&[observations], &[beyond], by(1, &mut || false));
    let fault = result.unwrap_err().without_score();
    assert!(matches!(
        fault,
        Error::Range {
            argument: "prior",
            ..
        }
    ));
}
