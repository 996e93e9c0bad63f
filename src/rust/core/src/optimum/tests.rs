//! Rates and risks at a threshold, and at the one of least risk.

use super::errors::Errors;
use super::problem::{Loss, Problem};
use super::{optimum, Request, Term};
use crate::covariance::df::DegreesOfFreedom;
use crate::error::{Error, Result};
use crate::inference::tests::random;
use crate::measure::{best_rows, Costs};
use crate::quantity::{Choice, Criterion, Measure};
use crate::sampling::{Design, Matrix, Sampling, Unit, WeightModel, WeightModels};
use crate::testing::by;
use crate::testing::costs;
use crate::testing::data::Data;

const COSTS: Costs = costs(1.0, 3.0, 0.5, 0.25);

/// A threshold, costs, and the probability of the positive class if it is known.
#[derive(Clone, Copy)]
struct Case {
    threshold: Option<f64>,
    costs: Costs,
    prior: Option<f64>,
}

fn rule(threshold: f64, prior: Option<f64>) -> Case {
    Case {
        threshold: Some(threshold),
        costs: COSTS,
        prior,
    }
}

/// How FPR, FNR and the risk vary.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Covariance {
    variances: [f64; 3],
    df: [DegreesOfFreedom; 3],
    effective: [f64; 2],
}

fn result(data: &Data, unit: Unit, clusters: Option<(&[i32], usize)>, case: Case) -> Covariance {
    result_with(data, unit, clusters, case, None).unwrap()
}

fn result_with(
    data: &Data,
    unit: Unit,
    clusters: Option<(&[i32], usize)>,
    case: Case,
    design: Option<Design<'_>>,
) -> Option<Covariance> {
    let [fpr, fnr, _] = data.estimates(case);
    let positive = case.prior.unwrap_or_else(|| data.share());
    let rate = |measure| {
        Loss::Measure(Criterion {
            measure,
            prior: None,
        })
    };
    let losses = [
        rate(Measure::Fpr),
        rate(Measure::Fnr),
        Loss::from_costs(&case.costs),
    ];
    let observations = data.observations();
    let sampling = Sampling::default()
        .with_unit(unit)
        .with_clusters(clusters)
        .with_design(design);
    let never = &mut || false;
    let errors = Errors::new(&observations, &sampling, case.threshold, by(1, never)).unwrap()?;
    let [fpr, fnr, risk] = losses.map(|loss| {
        let problem = Problem {
            loss,
            priors: [1.0 - positive, positive],
            is_known: case.prior.is_some(),
        };
        errors
            .covariance(&problem, [fpr, fnr], &mut || false)
            .unwrap()
    });
    Some(Covariance {
        variances: [fpr.variance, fnr.variance, risk.variance],
        df: [fpr.df, fnr.df, risk.df],
        effective: risk.effective,
    })
}

impl Data {
    /// The share of the positives in the weights.
    fn share(&self) -> f64 {
        self.weight_of(1) / (self.weight_of(0) + self.weight_of(1))
    }

    /// The false positive rate, the false negative rate and the risk, by their definitions.
    fn estimates(&self, rule: Case) -> [f64; 3] {
        let weight_if = |chosen: &dyn Fn(usize) -> bool| -> f64 {
            let rows = (0..self.labels.len()).filter(|&i| chosen(i));
            rows.map(|i| self.weights[i]).sum()
        };
        let is = |label: i32, predicted_positive: bool| {
            weight_if(&|i| {
                self.labels[i] == label
                    && (Some(self.scores[i]) >= rule.threshold) == predicted_positive
            })
        };
        let (fp, tn) = (is(0, true), is(0, false));
        let (tp, fnn) = (is(1, true), is(1, false));
        let prior = rule.prior.unwrap_or((tp + fnn) / (tp + fnn + fp + tn));
        let (fpr, fnr) = (fp / (fp + tn), fnn / (tp + fnn));
        let costs = rule.costs;
        let of_positive = costs.false_negative * fnr + costs.true_positive * (1.0 - fnr);
        let of_negative = costs.false_positive * fpr + costs.true_negative * (1.0 - fpr);
        [fpr, fnr, prior * of_positive + (1.0 - prior) * of_negative]
    }

    /// The numbers of clusters with negatives, with positives, and with any of them.
    fn units(&self, clusters: &[i32]) -> [f64; 3] {
        let of = |is_in: &dyn Fn(i32) -> bool| {
            let members =
                (0..self.labels.len()).filter(|&i| self.weights[i] > 0.0 && is_in(self.labels[i]));
            let result: std::collections::BTreeSet<i32> = members.map(|i| clusters[i]).collect();
            result.len() as f64
        };
        [
            of(&|label| label == 0),
            of(&|label| label == 1),
            of(&|_| true),
        ]
    }

    /// The influences of each observation: what an estimate changes with its weight.
    fn slopes(&self, rule: Case) -> Vec<[f64; 3]> {
        const STEP: f64 = 1e-4;
        let with = |i: usize, factor: f64| {
            let mut weights = self.weights.clone();
            weights[i] *= factor;
            let data = Data::with(self.scores.clone(), self.labels.clone(), weights);
            data.estimates(rule)
        };
        let slope = |i: usize| {
            let (more, less) = (with(i, 1.0 + STEP), with(i, 1.0 - STEP));
            [0, 1, 2].map(|k| (more[k] - less[k]) / (2.0 * STEP))
        };
        (0..self.labels.len()).map(slope).collect()
    }
}

#[test]
fn influences_are_what_estimates_change_with_weights() {
    let data = random(40, 12, 1);
    let clusters: Vec<i32> = (0..40).map(|i| i * i % 11).collect();
    let single: Vec<i32> = (0..40).collect();
    for threshold in [f64::NEG_INFINITY, 3.0, 7.5, f64::INFINITY] {
        for prior in [None, Some(0.2)] {
            let rule = rule(threshold, prior);
            let slopes = data.slopes(rule);
            for (clusters, given) in [(&single, None), (&clusters, Some((&clusters[..], 11)))] {
                let result = result(&data, Unit::Row, given, rule);
                for (k, variance) in result.variances.into_iter().enumerate() {
                    // The sum of a class is times the root of (1 - 1 / n) / (1 - h) where clusters are given.
                    let of_class = |c: i32, label: i32| -> f64 {
                        let members =
                            || (0..40).filter(|&i| clusters[i] == c && data.labels[i] == label);
                        let sum: f64 = members().map(|i| slopes[i][k]).sum();
                        let weight: f64 = members().map(|i| data.weights[i]).sum();
                        let rest = 1.0 - weight / data.weight_of(label);
                        let units = data.units(clusters)[label as usize];
                        match given {
                            Some(_) => sum * ((1.0 - 1.0 / units) / rest).sqrt(),
                            None => sum,
                        }
                    };
                    let of_cluster = |c: i32| of_class(c, 0) + of_class(c, 1);
                    let naive: f64 = (0..40).map(|c| of_cluster(c).powi(2)).sum();
                    let units = data.units(clusters)[k];
                    let square = variance * (1.0 - 1.0 / units);
                    assert!((square - naive).abs() < 1e-7, "{threshold} {k}");
                }
            }
        }
    }
}

#[test]
fn heavy_errors_leave_few_degrees_of_df() {
    let data = Data::with(
        (0..20).map(f64::from).collect(),
        (0..20).map(|i| i % 2).collect(),
        (0..20).map(|i| if i == 1 { 30.0 } else { 1.0 }).collect(),
    );
    let result = result(&data, Unit::Row, None, rule(2.0, Some(0.5)));
    // The positive of weight 30 is the only one below the threshold.
    let (error, others) = (30.0 / 39.0 * 9.0 / 39.0, 30.0 / 39.0 / 39.0);
    let square: f64 = error * error + 9.0 * others * others;
    let fourth = error.powi(4) + 9.0 * others.powi(4);
    let df = 2.0 / (fourth / (square * square) - 0.1);
    assert!(
        (result.variances[1] * 0.9 - square).abs() < 1e-15,
        "{result:?}"
    );
    assert!((result.df[1].variance - df).abs() < 1e-12 && df < 3.0);
}

#[test]
fn an_infinite_score_is_called_positive_or_not() {
    let data = Data::with(
        vec![1.0, 2.0, f64::INFINITY, f64::INFINITY],
        vec![0, 1, 0, 1],
        vec![1.0; 4],
    );
    let of = |threshold| {
        let rule = Case {
            threshold,
            ..rule(0.0, Some(0.5))
        };
        result(&data, Unit::Row, None, rule).variances
    };
    // Two squares of 1/4, of two units.
    assert_eq!(of(Some(f64::INFINITY))[..2], [0.25, 0.25]);
    assert_eq!(of(None), [0.0; 3]);
}

#[test]
fn costs_and_priors_of_any_size_will_do() {
    let data = random(40, 12, 1);
    // Only positives cost anything, and they are rare.
    let costs = Costs {
        true_negative: 0.0,
        false_positive: 0.0,
        ..COSTS
    };
    for prior in [1e-20, 1e-160, 1e-310] {
        let case = Case {
            costs,
            ..rule(5.0, Some(prior))
        };
        let result = result(&data, Unit::Row, None, case);
        // One number of units is that of all observations, the other that of the positives.
        assert!(
            result.df[2].variance > result.df[1].variance / 2.0,
            "{result:?}"
        );
        if prior == 1e-20 {
            let [_, positives, all] = data.units(&(0..40).collect::<Vec<_>>());
            let by_units = (1.0 - 1.0 / positives) / (1.0 - 1.0 / all);
            let expected = result.variances[1] * by_units * (2.5e-20f64).powi(2);
            assert!((result.variances[2] / expected - 1.0).abs() < 1e-12);
        }
    }
}

/// The gradient of the risk takes the covariance of FPR, FNR and the share of the positives.
#[test]
fn a_design_gives_the_variances_and_clusters_their_degrees_of_df() {
    let data = random(60, 9, 1);
    let codes: Vec<i32> = (0..60).map(|i| i % 13).collect();
    let clusters = Some((&codes[..], 13));
    let case = rule(4.0, None);
    let result_given = |of_share: f64| {
        let covariance = [4e-4, 1e-4, 0.0, 1e-4, 9e-4, 0.0, 0.0, 0.0, of_share];
        let design = Design {
            covariance: &covariance,
            most: 5.5,
        };
        result_with(&data, Unit::Row, clusters, case, Some(design))
    };
    let by_design = result_given(1e-4).unwrap();
    let by_clusters = result(&data, Unit::Row, clusters, case);
    let ([fpr, fnr, _], share) = (data.estimates(case), data.share());
    let costs = case.costs;
    let by_errors = [
        (1.0 - share) * (costs.false_positive - costs.true_negative),
        share * (costs.false_negative - costs.true_positive),
    ];
    let of_positive = costs.false_negative * fnr + costs.true_positive * (1.0 - fnr);
    let of_negative = costs.false_positive * fpr + costs.true_negative * (1.0 - fpr);
    let risk = by_errors[0].powi(2) * 4e-4
        + by_errors[1].powi(2) * 9e-4
        + 2.0 * by_errors[0] * by_errors[1] * 1e-4
        + (of_positive - of_negative).powi(2) * 1e-4;
    for (result, expected) in by_design.variances.into_iter().zip([4e-4, 9e-4, risk]) {
        assert!(
            (result / expected - 1.0).abs() < 1e-14,
            "{result} {expected}"
        );
    }
    // Influences of clusters as they are, whatever their weights, say how many there are.
    for (of_design, of_clusters) in by_design.df.iter().zip(by_clusters.df) {
        assert!(of_design.variance <= 5.5);
        assert!((of_design.variance - of_clusters.variance.min(5.5)).abs() < 0.5);
    }
    let rows = result(&data, Unit::Row, None, case);
    assert_eq!(by_design.effective, rows.effective);
    assert_eq!(result_given(f64::NAN), None);
}

#[test]
fn one_unit_of_a_class_says_nothing() {
    let data = Data::with(
        vec![1.0, 2.0, 3.0, 4.0],
        vec![0, 1, 0, 1],
        vec![1.0, 1.0, 1.0, 0.0],
    );
    assert_eq!(
        result_with(&data, Unit::Row, None, rule(2.0, None), None),
        None
    );
}

fn request(prior: Option<f64>) -> Request<'static> {
    by_measure(Measure::Risk(COSTS), prior)
}

fn by_measure(by: Measure, prior: Option<f64>) -> Request<'static> {
    Request {
        halves: Some(40),
        seed: 7,
        ..Request::new(Choice::best(by, prior), &[])
    }
}

/// The threshold, both rates there and the measure that chose it.
#[derive(Debug)]
struct Optimum {
    threshold: Term,
    tpr: Term,
    fpr: Term,
    criterion: Term,
}

fn best(data: &Data, request: &Request<'_>) -> Result<Optimum> {
    let request = Request {
        measures: &[Measure::Tpr, Measure::Fpr, request.choice.by],
        ..*request
    };
    let result = optimum(&data.observations(), &request, by(1, &mut || false))?;
    let [tpr, fpr, criterion] = result.measures[..] else {
        panic!("three measures");
    };
    Ok(Optimum {
        threshold: result.threshold,
        tpr,
        fpr,
        criterion,
    })
}

#[test]
fn links_change_variances_and_nothing_that_halves_say() {
    let data = random(80, 30, 3);
    let linked = |columns: usize| {
        let values: Vec<f64> = (0..80 * columns)
            .map(|i| ((i * i + 7 * i) % 101) as f64 - 50.0)
            .collect();
        let weight_models = [WeightModel::Functions(Matrix {
            values: &values,
            rows: 80,
        })];
        let mut of_links = request(None);
        of_links.sampling.weight_models = Some(WeightModels {
            weight_models: &weight_models,
            rows: None,
            clusters: None,
        });
        best(&data, &of_links)
    };
    let (none, some) = (best(&data, &request(None)).unwrap(), linked(3).unwrap());
    // All positives are called so, without any influence on their rate.
    assert_eq!(none.tpr, some.tpr);
    for (none, some) in [(none.fpr, some.fpr), (none.criterion, some.criterion)] {
        assert_eq!(
            [none.estimate, none.optimism],
            [some.estimate, some.optimism]
        );
        assert!(some.std_error > 0.0 && some.std_error != none.std_error);
    }
    assert!(matches!(linked(80), Err(Error::Rank { .. })));
}

#[test]
fn the_threshold_is_that_of_least_risk_by_the_definition() {
    let data = random(80, 30, 3);
    for prior in [None, Some(0.2)] {
        let result = best(&data, &request(prior)).unwrap();
        let risk_at = |at: f64| data.estimates(rule(at, prior))[2];
        let mut risks: Vec<f64> = data.scores.iter().map(|&at| risk_at(at)).collect();
        risks.push(risk_at(f64::INFINITY));
        let least = risks.into_iter().fold(f64::INFINITY, f64::min);
        assert!((result.criterion.apparent - least).abs() < 1e-15);
        assert!((risk_at(result.threshold.estimate) - least).abs() < 1e-15);
        for term in [result.tpr, result.fpr, result.criterion] {
            assert!(term.low <= term.estimate && term.estimate <= term.high);
            assert!((term.apparent - term.optimism - term.estimate).abs() < 1e-15);
        }
        assert!(result.threshold.low < result.threshold.estimate);
    }
}

#[test]
fn a_class_of_one_unit_leaves_what_is_apparent() {
    let data = Data::with(vec![1.0, 2.0, 3.0], vec![0, 1, 0], vec![1.0; 3]);
    let result = best(&data, &request(None)).unwrap();
    assert!(result.threshold.estimate.is_finite() && result.criterion.apparent > 0.0);
    for term in [result.tpr, result.fpr, result.criterion] {
        let unknown = [
            term.estimate,
            term.optimism,
            term.std_error,
            term.low,
            term.high,
        ];
        assert!(unknown.iter().all(|value| value.is_nan()), "{term:?}");
    }
    assert!(result.threshold.low.is_nan() && result.threshold.high.is_nan());
}

fn are_near(result: [Term; 3], expected: [Term; 3]) {
    for (result, expected) in result.into_iter().zip(expected) {
        let parts = |term: Term| {
            [
                term.estimate,
                term.apparent,
                term.optimism,
                term.std_error,
                term.low,
                term.high,
            ]
        };
        for (a, b) in parts(result).into_iter().zip(parts(expected)) {
            assert!(
                a == b || (a - b).abs() < 1e-13 || a.is_nan() && b.is_nan(),
                "{result:?} for {expected:?}"
            );
        }
    }
}

/// Errors that cost 1 / prior of their class have the risk FPR + FNR, which is 1 - J.
#[test]
fn youdens_index_is_a_risk() {
    for (seed, levels) in [(1, 40), (2, 8), (3, 300)] {
        let data = random(80, levels, seed);
        let of_costs = costs(1.0 / 0.7, 1.0 / 0.3, 0.0, 0.0);
        let right = best(&data, &by_measure(Measure::Risk(of_costs), Some(0.3))).unwrap();
        let reversed = |term: Term, factor: f64| Term {
            estimate: 1.0 - factor * term.estimate,
            apparent: 1.0 - factor * term.apparent,
            optimism: -factor * term.optimism,
            std_error: factor * term.std_error,
            low: 1.0 - factor * term.high,
            high: 1.0 - factor * term.low,
            df: term.df,
        };
        for (measure, factor) in [(Measure::Youden, 1.0), (Measure::BalancedAccuracy, 0.5)] {
            for prior in [None, Some(0.9)] {
                let result = best(&data, &by_measure(measure, prior)).unwrap();
                are_near([result.threshold; 3], [right.threshold; 3]);
                are_near(
                    [result.tpr, result.fpr, result.criterion],
                    [right.tpr, right.fpr, reversed(right.criterion, factor)],
                );
            }
        }
    }
}

#[test]
fn the_error_rate_is_the_risk_of_errors_that_cost_1() {
    let data = random(80, 40, 4);
    let costs = costs(1.0, 1.0, 0.0, 0.0);
    for prior in [None, Some(0.2)] {
        let of = |by| best(&data, &by_measure(by, prior)).unwrap();
        let [risk, errors, right] =
            [Measure::Risk(costs), Measure::ErrorRate, Measure::Accuracy].map(of);
        are_near(
            [errors.tpr, errors.fpr, errors.criterion],
            [risk.tpr, risk.fpr, risk.criterion],
        );
        let complement = Term {
            estimate: 1.0 - right.criterion.estimate,
            apparent: 1.0 - right.criterion.apparent,
            optimism: -right.criterion.optimism,
            low: 1.0 - right.criterion.high,
            high: 1.0 - right.criterion.low,
            ..right.criterion
        };
        are_near([complement; 3], [errors.criterion; 3]);
    }
}

/// A risk that is written as a measure without knowing that it is one: by the slopes of the measure, the same.
#[test]
fn the_slopes_of_a_measure_are_its_derivatives() {
    let errors = [0.2, 0.3];
    for prior in [None, Some(0.35)] {
        for measure in [
            Measure::F1,
            Measure::F(2.0),
            Measure::Jaccard,
            Measure::Kappa,
            Measure::Correlation,
            Measure::Distance,
            Measure::GeometricMean,
        ] {
            let at = |errors: [f64; 2], positive: f64| {
                let wanted = Criterion { measure, prior };
                let problem = Problem {
                    loss: Loss::Measure(wanted),
                    priors: [1.0 - positive, positive],
                    is_known: prior.is_some(),
                };
                let value = wanted.value(
                    [errors[0], 1.0 - errors[1]],
                    [1.0 - errors[0], errors[1]],
                    problem.priors,
                );
                (value, problem.slopes(errors))
            };
            let positive = prior.unwrap_or(0.4);
            let (_, slopes) = at(errors, positive);
            let sign = if measure == Measure::Distance {
                1.0
            } else {
                -1.0
            };
            let step = 1e-6;
            let derivative = |shifted: [[f64; 3]; 2]| {
                let [up, down] =
                    shifted.map(|[fpr, missed, positive]| at([fpr, missed], positive).0);
                sign * (up - down) / (2.0 * step)
            };
            let [x, y] = errors;
            let near = |result: f64, expected: f64| {
                assert!(
                    (result - expected).abs() < 1e-8,
                    "{measure:?}: {result} for {expected}"
                );
            };
            near(
                slopes.by_errors[0],
                derivative([[x + step, y, positive], [x - step, y, positive]]),
            );
            near(
                slopes.by_errors[1],
                derivative([[x, y + step, positive], [x, y - step, positive]]),
            );
            if prior.is_none() {
                near(
                    slopes.by_prior,
                    derivative([[x, y, positive + step], [x, y, positive - step]]),
                );
            } else {
                assert_eq!(slopes.by_prior, 0.0);
            }
        }
    }
}

#[test]
fn any_measure_with_derivatives_chooses_a_threshold_with_intervals() {
    let data = random(120, 60, 5);
    let ranking = crate::curve::Ranking::new(&data.observations(), by(1, &mut || false)).unwrap();
    let owned = ranking.to_curve(&mut || false).unwrap();
    let curve = owned.as_curve();
    for measure in [
        Measure::F1,
        Measure::F(2.0),
        Measure::Jaccard,
        Measure::Kappa,
        Measure::Correlation,
        Measure::Distance,
        Measure::GeometricMean,
    ] {
        for prior in [None, Some(0.3)] {
            let result = best(&data, &by_measure(measure, prior)).unwrap();
            let rows = best_rows(&curve, measure, prior, &mut || false).unwrap();
            let value = Criterion { measure, prior }.at_row(&curve, rows[0]);
            assert_eq!(result.criterion.apparent, value, "{measure:?}");
            assert!(rows
                .iter()
                .any(|&row| result.threshold.apparent == curve.points().threshold[row]));
            let gets_worse = if measure == Measure::Distance {
                1.0
            } else {
                -1.0
            };
            assert!(gets_worse * (result.criterion.estimate - result.criterion.apparent) > 0.0);
            for term in [result.threshold, result.tpr, result.fpr, result.criterion] {
                assert!(
                    term.low <= term.estimate && term.estimate <= term.high,
                    "{measure:?} {term:?}"
                );
                assert!(term.low < term.high);
            }
            // Clusters of one are what independent observations are, but for the order of drawing.
            let single: Vec<i32> = (0..120).collect();
            let request = Request {
                sampling: by_measure(measure, prior)
                    .sampling
                    .with_clusters(Some((&single, 120))),
                ..by_measure(measure, prior)
            };
            let clustered = best(&data, &request).unwrap();
            let near = (clustered.criterion.std_error / result.criterion.std_error - 1.0).abs();
            assert!(near < 0.25, "{measure:?}: {near}");
        }
    }
}

/// The best threshold of these is where hardly anything is called, or jumps: what is apparent is all that is known.
#[test]
fn only_the_apparent_value_of_measures_without_a_theory_is_known() {
    let data = random(120, 60, 5);
    for measure in [
        Measure::Ppv,
        Measure::OddsRatio,
        Measure::Markedness,
        Measure::Imbalance,
    ] {
        let result = best(&data, &by_measure(measure, None)).unwrap();
        assert!(!result.criterion.apparent.is_nan() && !result.threshold.estimate.is_nan());
        assert!(result.criterion.low.is_nan() && result.threshold.low.is_nan());
    }
    // With a perfect score no row has a number of these.
    let perfect = Data::with(vec![1.0, 1.0, 2.0, 2.0], vec![0, 0, 1, 1], vec![1.0; 4]);
    let result = best(&perfect, &by_measure(Measure::Dependence, None)).unwrap();
    assert!(result.threshold.estimate.is_nan() && result.criterion.apparent.is_nan());
}

#[test]
fn what_is_no_request_is_refused() {
    let data = random(20, 5, 1);
    let of = |request| best(&data, &request).unwrap_err();
    let value = 1.5;
    assert!(matches!(
        of(request(Some(value))),
        Error::Range {
            argument: "prior",
            ..
        }
    ));
    let value = f64::NEG_INFINITY;
    let costs = Costs {
        true_positive: value,
        ..COSTS
    };
    let infinite = by_measure(Measure::Risk(costs), None);
    assert!(matches!(
        of(infinite),
        Error::Range {
            argument: "cost_true_positive",
            ..
        }
    ));
    let none = Request {
        halves: Some(0),
        ..request(None)
    };
    assert!(matches!(of(none), Error::Parameter { name: "halves", .. }));
    let observations = data.observations();
    let mut never = || false;
    let options = by(1, &mut never);
    let request = Request {
        sampling: request(None)
            .sampling
            .with_clusters(Some((&[0; 19][..], 1))),
        ..request(None)
    };
    let result = optimum(&observations, &request, options);
    assert!(matches!(result, Err(Error::Length { .. })));
}
