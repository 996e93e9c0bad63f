//! Influences on what outcomes at a time say, against numeric derivatives by each weight.

use crate::censoring::{censoring_curve, Censoring, Known, KnownStrata, Operator, Outcome};
use crate::covariance::Covariance;
use crate::error::Error;
use crate::inference::{covariance, quantity_influences, CovarianceRequest};
use crate::options::Options;
use crate::poll::Pace;
use crate::quantity::{Measure, Place, Quantity};
use crate::random::Random;
use crate::replicate::{Bootstrap, BootstrapRequest, Scheme};
use crate::sampling::Sampling;
use crate::sampling::{
    Clusters, Correction, FittedWeights, Matrix, Unit, WeightModel, WeightModels,
};
use crate::testing::by;
use crate::testing::cohort::{weights_of, Cohort};
use crate::testing::rng::Rng;

fn quantities() -> [Quantity; 5] {
    [
        Quantity::AREA,
        Quantity::at_threshold(Measure::Tpr, 0.5),
        Quantity::at_threshold(Measure::Ppv, 0.5),
        Quantity::whole_curve(Measure::Brier),
        Quantity::partial_by_fpr([0.05, 0.4]),
    ]
}

type Made = fn(&Cohort) -> Outcome<'_>;

/// The quantities, through all weights.
fn values(cohort: &Cohort, made: Made) -> Vec<f64> {
    let result = weights_of(&made(cohort));
    let observations = cohort.observations(&result);
    let never = &mut || false;
    quantity_influences(&observations, &quantities(), by(1, never))
        .unwrap()
        .values
}

/// The influences with the weights as they are, row by row.
fn known(cohort: &Cohort, made: Made) -> Vec<f64> {
    let result = weights_of(&made(cohort));
    let observations = cohort.observations(&result);
    let never = &mut || false;
    let columns = quantity_influences(&observations, &quantities(), by(1, never)).unwrap();
    let n = cohort.times.len();
    let width = quantities().len();
    (0..n * width)
        .map(|i| columns.influences[i % width * n + i / width])
        .collect()
}

fn through(cohort: &Cohort, made: Made) -> Vec<f64> {
    let mut result = known(cohort, made);
    let never = &mut || false;
    let operator = Operator::new(&made(cohort), Options::new(never)).unwrap();
    let never = &mut || false;
    operator
        .apply(&mut result, quantities().len(), &mut Pace::new(never))
        .unwrap();
    result
}

/// s dq/ds of one weight.
fn derivatives(cohort: &Cohort, made: Made, row: usize) -> Vec<f64> {
    const STEP: f64 = 1e-3;
    let at = |steps: f64| {
        let mut shifted = cohort.clone();
        shifted.weights[row] *= 1.0 + steps * STEP;
        values(&shifted, made)
    };
    let [a, b, c, d] = [-2.0, -1.0, 1.0, 2.0].map(at);
    (0..a.len())
        .map(|k| (8.0 * (c[k] - b[k]) - (d[k] - a[k])) / (12.0 * STEP))
        .collect()
}

fn assert_derivatives(cohort: &Cohort, made: Made) {
    let result = through(cohort, made);
    let width = quantities().len();
    for (row, result) in result.chunks(width).enumerate() {
        let expected = derivatives(cohort, made, row);
        for k in 0..width {
            let error = (result[k] - expected[k]).abs();
            assert!(
                error <= 1e-9,
                "row {row} quantity {k}: {} {}",
                result[k],
                expected[k]
            );
        }
    }
}

#[test]
#[cfg_attr(miri, ignore = "slow")]
fn influences_are_derivatives_by_each_weight() {
    for seed in 1..4 {
        let cohort = Cohort::random(60, seed);
        assert_derivatives(&cohort, Cohort::outcome);
        assert_derivatives(&cohort, Cohort::in_strata);
        assert_derivatives(&cohort, Cohort::by_covariates);
        assert_derivatives(&cohort, Cohort::by_covariates_in_strata);
    }
}

#[test]
fn a_link_takes_influences_through_the_weights() {
    let cohort = Cohort::random(80, 4);
    let outcome = cohort.in_strata();
    let result = weights_of(&outcome);
    let weight_models = [WeightModel::Outcome(outcome)];
    let quantities = quantities();
    let request = CovarianceRequest::default()
        .with_quantities(&quantities)
        .with_sampling(
            Sampling::default()
                .with_correction(Correction::Jackknife)
                .with_weight_models(Some(WeightModels::new(&weight_models))),
        );
    let never = &mut || false;
    let result = covariance(&[cohort.observations(&result)], &request, by(1, never)).unwrap();
    let u = through(&cohort, Cohort::in_strata);
    let width = quantities.len();
    for k in 0..width {
        for l in 0..width {
            let product: f64 = u.chunks(width).map(|row| row[k] * row[l]).sum();
            let error = result.matrix[k * width + l] - product;
            assert!(error.abs() < 1e-12 * product.abs().max(1e-3), "{k} {l}");
        }
    }
}

/// A logistic model of a treatment, whose inverse probabilities are the own weights, times `of_rows`, which weigh the
/// rows of the model, too.
struct Treated {
    cohort: Cohort,
    design: Vec<f64>,
    response: Vec<f64>,
    of_rows: Vec<f64>,
}

impl Treated {
    fn random(n: usize, seed: u64) -> Treated {
        let rng = &mut Rng::new(seed);
        let x: Vec<f64> = (0..n).map(|_| rng.unit() - 0.5).collect();
        let response = x
            .iter()
            .map(|x| f64::from(u8::from(rng.chance(0.5 + 0.6 * x))));
        Treated {
            cohort: Cohort::random(n, seed),
            response: response.collect(),
            design: (0..n).map(|_| 1.0).chain(x.iter().copied()).collect(),
            of_rows: vec![1.0; n],
        }
    }

    /// The probabilities, by Newton's method.
    fn fitted(&self) -> Vec<f64> {
        let n = self.response.len();
        let mut b = [0.0; 2];
        let p = |b: [f64; 2], i: usize| 1.0 / (1.0 + (-b[0] - b[1] * self.design[n + i]).exp());
        for _ in 0..20 {
            let (mut score, mut information) = ([0.0; 2], [0.0; 3]);
            for i in 0..n {
                let (x, p) = (self.design[n + i], p(b, i));
                let residual = self.of_rows[i] * (self.response[i] - p);
                let part = self.of_rows[i] * p * (1.0 - p);
                score = [score[0] + residual, score[1] + residual * x];
                let [a, b, c] = information;
                information = [a + part, b + part * x, c + part * x * x];
            }
            let [aa, ab, bb] = information;
            let determinant = aa * bb - ab * ab;
            b[0] += (bb * score[0] - ab * score[1]) / determinant;
            b[1] += (aa * score[1] - ab * score[0]) / determinant;
        }
        (0..n).map(|i| p(b, i)).collect()
    }

    fn weighted(&self) -> Cohort {
        let mut cohort = self.cohort.clone();
        for (i, p) in self.fitted().into_iter().enumerate() {
            let inverse = if self.response[i] == 1.0 {
                1.0 / p
            } else {
                1.0 / (1.0 - p)
            };
            cohort.weights[i] = self.of_rows[i] * inverse;
        }
        cohort
    }
}

#[test]
#[cfg_attr(miri, ignore = "slow")]
fn a_model_of_the_own_weights_is_recognised_and_has_the_derivative() {
    const N: usize = 60;
    let treated = Treated::random(N, 7);
    let cohort = treated.weighted();
    let outcome = cohort.in_strata();
    let fitted = treated.fitted();
    let slopes: Vec<f64> = fitted.iter().map(|p| p * (1.0 - p)).collect();
    let rows = treated.response.iter().zip(&fitted);
    let scores: Vec<f64> = rows.map(|(y, p)| y - p).collect();
    let model = WeightModel::Model(FittedWeights {
        design: Matrix {
            values: &treated.design,
            rows: N,
        },
        response: &treated.response,
        fitted: &fitted,
        slopes: &slopes,
        scores: &scores,
        information: &slopes,
    });
    let width = quantities().len();
    let rows = known(&cohort, Cohort::in_strata);
    let columns: Vec<f64> = (0..N * width)
        .map(|i| rows[i % N * width + i / N])
        .collect();
    let weight_models = [WeightModel::Outcome(outcome), model];
    let weights = weights_of(&outcome).weights;
    let never = &mut || false;
    let result = WeightModels::new(&weight_models)
        .influences(&columns, &weights, Options::new(never))
        .unwrap();
    const STEP: f64 = 1e-3;
    for row in 0..N {
        let at = |steps: f64| {
            let mut of_rows = vec![1.0; N];
            of_rows[row] += steps * STEP;
            let shifted = Treated {
                of_rows,
                cohort: treated.cohort.clone(),
                design: treated.design.clone(),
                response: treated.response.clone(),
            };
            values(&shifted.weighted(), Cohort::in_strata)
        };
        let [a, b, c, d] = [-2.0, -1.0, 1.0, 2.0].map(at);
        for k in 0..width {
            let expected = (8.0 * (c[k] - b[k]) - (d[k] - a[k])) / (12.0 * STEP);
            let result = result[k * N + row];
            assert!(
                (result - expected).abs() <= 1e-9,
                "{row} {k}: {result} {expected}"
            );
        }
    }
}

#[test]
fn functions_leave_residuals_of_what_the_outcome_adds() {
    const N: usize = 50;
    let cohort = Cohort::random(N, 9);
    let outcome = cohort.outcome();
    let sign: Vec<f64> = (0..N)
        .map(|i| if i % 2 == 0 { 1.0 } else { -1.0 })
        .collect();
    let functions = WeightModel::Functions(Matrix {
        values: &sign,
        rows: N,
    });
    let rows = known(&cohort, Cohort::outcome);
    let width = quantities().len();
    let area: Vec<f64> = rows.iter().step_by(width).copied().collect();
    let weights = weights_of(&outcome).weights;
    let of = |weight_models: &[WeightModel]| {
        let never = &mut || false;
        WeightModels::new(weight_models)
            .influences(&area, &weights, Options::new(never))
            .unwrap()
    };
    let whole = of(&[WeightModel::Outcome(outcome)]);
    let left = of(&[WeightModel::Outcome(outcome), functions]);
    let by_rate: f64 = whole.iter().zip(&sign).map(|(u, q)| u * q).sum::<f64>() / N as f64;
    for i in 0..N {
        assert!((left[i] - (whole[i] - by_rate * sign[i])).abs() < 1e-14);
    }
}

#[test]
fn outcomes_are_the_first_of_several_links() {
    let cohort = Cohort::random(30, 2);
    let outcome = WeightModel::Outcome(cohort.outcome());
    let never = &mut || false;
    let result =
        WeightModels::new(&[outcome, outcome]).influences(&[0.0; 30], &[1.0; 30], by(1, never));
    let value = 1.0;
    assert_eq!(
        result,
        Err(Error::Parameter {
            name: "links",
            value
        })
    );
    let never = &mut || false;
    let result = WeightModels::new(&[outcome]).influences(&[0.0; 31], &[1.0; 30], by(1, never));
    assert!(matches!(result, Err(Error::Length { .. })), "{result:?}");
}

#[test]
fn a_known_probability_adds_nothing() {
    let cohort = Cohort::random(60, 11);
    let never = &mut || false;
    let curve = censoring_curve(&cohort.in_strata(), by(1, never)).unwrap();
    let known = Known {
        times: &curve.times,
        survival: &curve.survival,
        strata: Some(KnownStrata {
            steps: &curve.strata,
            observations: &cohort.strata,
            number: 3,
        }),
    };
    let outcome = Outcome {
        censoring: Censoring::Known(known),
        ..cohort.outcome()
    };
    // It is what the same observations say.
    let result = weights_of(&outcome);
    assert_eq!(result, weights_of(&cohort.in_strata()));
    let weight_models = [WeightModel::Outcome(outcome)];
    let own: Vec<f64> = result.weights.iter().map(|w| w.sin()).collect();
    let never = &mut || false;
    let through = WeightModels::new(&weight_models).influences(&own, &result.weights, by(1, never));
    assert_eq!(through, Ok(own));
}

/// With whole weights; and the same with each row as often as its weight says, of a weight of 1.
fn counted(n: usize, seed: u64) -> (Cohort, Cohort, Vec<usize>) {
    let mut cohort = Cohort::random(n, seed);
    cohort
        .weights
        .iter_mut()
        .for_each(|weight| *weight = weight.ceil());
    let rows: Vec<usize> = (0..n)
        .flat_map(|i| vec![i; cohort.weights[i] as usize])
        .collect();
    let mut repeated = cohort.cut(&rows);
    repeated.weights.fill(1.0);
    (cohort, repeated, rows)
}

fn covariance_by(
    cohort: &Cohort,
    unit: Unit,
    estimator: Correction,
    clusters: Option<Clusters>,
) -> Covariance {
    let outcome = cohort.in_strata();
    let result = weights_of(&outcome);
    let weight_models = [WeightModel::Outcome(outcome)];
    let mut weight_models = WeightModels::new(&weight_models);
    weight_models.clusters = clusters;
    // Slopes within a standard error, which is that of units.
    let smoothed = [
        Quantity::tpr_at(0.25),
        Quantity::at_place(Measure::Tpr, Place::Share(0.3)),
    ];
    let quantities = [&quantities()[..], &smoothed].concat();
    let request = CovarianceRequest::default()
        .with_quantities(&quantities)
        .with_pairs(true)
        .with_sampling(
            Sampling::default()
                .with_unit(unit)
                .with_correction(estimator)
                .with_clusters(clusters)
                .with_weight_models(Some(weight_models)),
        );
    let never = &mut || false;
    covariance(&[cohort.observations(&result)], &request, by(1, never)).unwrap()
}

#[test]
fn rows_that_count_several_vary_as_several_rows() {
    for seed in 1..4 {
        let (cohort, repeated, rows) = counted(60, seed);
        let codes: Vec<i32> = (0..60).map(|i| i / 4).collect();
        let of_repeated: Vec<i32> = rows.iter().map(|&i| codes[i]).collect();
        for estimator in [Correction::DeLong, Correction::Jackknife] {
            for clustered in [false, true] {
                let clusters = clustered.then_some((&codes[..], 15));
                let of_rows = clustered.then_some((&of_repeated[..], 15));
                let result = covariance_by(&cohort, Unit::Count, estimator, clusters);
                let expected = covariance_by(&repeated, Unit::Row, estimator, of_rows);
                let parts = |covariance: &Covariance| {
                    [
                        &covariance.values,
                        &covariance.matrix,
                        &covariance.df,
                        &covariance.units,
                        &covariance.effective,
                        &covariance.placement_factor,
                        &covariance.pairs,
                    ]
                    .map(Vec::clone)
                    .concat()
                };
                let (result, expected) = (parts(&result), parts(&expected));
                for (i, (a, b)) in result.iter().zip(&expected).enumerate() {
                    let error = (a - b).abs();
                    assert!(error <= 1e-11 * b.abs().max(1e-3), "{i}: {a} {b}");
                }
            }
        }
    }
}

/// Returns the factors of the units of observations in a replicate.
fn drawn(scheme: Scheme, number: usize, replicate: u64) -> Vec<f64> {
    let mut random = Random::new(5, replicate);
    let mut result = vec![0.0; number];
    match scheme {
        Scheme::Multinomial => (0..number).for_each(|_| result[random.below(number)] += 1.0),
        _ => result.fill_with(|| random.exponential()),
    }
    result
}

/// Replicates of a seed of 5.
fn replicates(
    cohort: &Cohort,
    made: Made,
    (scheme, clusters): (Scheme, Option<Clusters>),
    threads: usize,
) -> Vec<f64> {
    let outcome = made(cohort);
    let result = weights_of(&outcome);
    let request = BootstrapRequest::new(scheme)
        .with_seed(5)
        .with_outcome(Some(outcome))
        .with_sampling(Sampling::default().with_clusters(clusters));
    let observations = cohort.observations(&result);
    let never = &mut || false;
    let bootstrap = Bootstrap::new(&[observations], &request, by(threads, never)).unwrap();
    let mut to = vec![0.0; 40 * quantities().len()];
    let never = &mut || false;
    bootstrap
        .replicates(&quantities(), 0, &mut to, by(threads, never))
        .unwrap();
    to
}

#[test]
#[cfg_attr(miri, ignore = "slow")]
fn replicates_estimate_the_probability_anew() {
    let cohort = Cohort::random(80, 21);
    let codes: Vec<i32> = (0..80).map(|i| i % 30).collect();
    let single: Vec<i32> = (0..80).collect();
    let made: [Made; 3] = [
        Cohort::outcome,
        Cohort::in_strata,
        Cohort::by_covariates_in_strata,
    ];
    for scheme in [Scheme::Multinomial, Scheme::Dirichlet] {
        for clusters in [None, Some((&codes[..], 30))] {
            // Units in the order in which rows with weight come.
            let of_rows = clusters.map_or(&single[..], |(codes, _)| codes);
            let mut units: Vec<i32> = Vec::new();
            for i in (0..80).filter(|&i| cohort.weights[i] > 0.0) {
                if !units.contains(&of_rows[i]) {
                    units.push(of_rows[i]);
                }
            }
            for made in made {
                let result = replicates(&cohort, made, (scheme, clusters), 1);
                for threads in [2, 8] {
                    let again = replicates(&cohort, made, (scheme, clusters), threads);
                    assert_eq!(again, result);
                }
                for (replicate, result) in result.chunks(quantities().len()).enumerate() {
                    let multiples = drawn(scheme, units.len(), replicate as u64);
                    let mut shifted = cohort.clone();
                    for (weight, of_row) in shifted.weights.iter_mut().zip(of_rows) {
                        if let Some(unit) = units.iter().position(|unit| unit == of_row) {
                            *weight *= multiples[unit];
                        }
                    }
                    let expected = values(&shifted, made);
                    for (k, (a, b)) in result.iter().zip(&expected).enumerate() {
                        let own = quantities()[k].own(*b);
                        let error = (a - own).abs();
                        assert!(error < 1e-10, "{scheme:?} {replicate} {k}: {a} {own}");
                    }
                }
            }
        }
    }
}

#[test]
#[cfg_attr(miri, ignore = "slow")]
fn replicates_vary_as_influences_say_and_counts_as_repeated_rows() {
    const NUMBER: usize = 2000;
    let (cohort, repeated, _) = counted(150, 22);
    let error = |cohort: &Cohort, scheme: Scheme| {
        let outcome = cohort.in_strata();
        let result = weights_of(&outcome);
        let request = BootstrapRequest::new(scheme).with_outcome(Some(outcome));
        let observations = cohort.observations(&result);
        let never = &mut || false;
        let bootstrap = Bootstrap::new(&[observations], &request, by(1, never)).unwrap();
        let mut to = vec![0.0; NUMBER];
        let never = &mut || false;
        bootstrap
            .replicates(&[Quantity::AREA], 0, &mut to, by(1, never))
            .unwrap();
        let mean = to.iter().sum::<f64>() / NUMBER as f64;
        let squares = to.iter().map(|x| (x - mean).powi(2));
        (squares.sum::<f64>() / NUMBER as f64).sqrt()
    };
    let covariance = covariance_by(&repeated, Unit::Row, Correction::Jackknife, None);
    let by_influences = covariance.matrix[0].sqrt();
    for (cohort, scheme) in [
        (&cohort, Scheme::Counts),
        (&repeated, Scheme::Multinomial),
        (&repeated, Scheme::Dirichlet),
        // Halves vary as much as the whole does.
        (&cohort, Scheme::HalfOfCounts),
        (&repeated, Scheme::Half),
    ] {
        let ratio = error(cohort, scheme) / by_influences;
        assert!((ratio - 1.0).abs() < 0.1, "{scheme:?} {ratio}");
    }
}

#[test]
fn own_weights_that_are_no_counts_are_not_drawn_as_such() {
    let cohort = Cohort::random(40, 23);
    let outcome = cohort.outcome();
    let result = weights_of(&outcome);
    let mut request = BootstrapRequest::new(Scheme::Counts).with_outcome(Some(outcome));
    let fault = |request: &BootstrapRequest| {
        let never = &mut || false;
        Bootstrap::new(&[cohort.observations(&result)], request, by(1, never)).unwrap_err()
    };
    assert!(matches!(fault(&request), Error::NotACount { .. }));
    let few = cohort.cut(&[0, 1, 2]);
    request.outcome = Some(few.outcome());
    assert!(matches!(fault(&request), Error::Length { length: 3, .. }));
}
