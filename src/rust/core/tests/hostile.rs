//! Every public function with arguments that nobody should give it: it answers, with an error or with a number in
//! its range, and does not panic.

// Tests may allocate as they like.
#![allow(clippy::disallowed_methods, clippy::disallowed_macros)]

use std::cell::{Cell, RefCell};
use std::panic::{catch_unwind, AssertUnwindSafe};
use std::time::{Duration, Instant};
use weighted_roc_core::area::{
    cost_areas, partial_by_fpr, partial_by_tpr, trapezoid, wmw, wmw_each,
};
use weighted_roc_core::band::{
    ascending_along, band_by_rate, band_by_threshold, deciles, differences_of_benefits,
    net_benefits, rate_influences, BenefitCovariance, ByThresholds, DecisionCurves, KnownVariances,
    RateGrid, Sample, Type, Where,
};
use weighted_roc_core::censoring::{
    censoring_curve, outcome_weights, Censoring, Controls, Covariates, Known, KnownStrata, Outcome,
};
use weighted_roc_core::covariance::{DegreesOfFreedom, UnitSums};
use weighted_roc_core::curve::{Columns, Curve, OwnedCurve, Points, Ranking};
use weighted_roc_core::decision::{
    compare, cost_curve, half_of_rectangles, thin, Bound, Bounds, Constrained, Costs, GainCurve,
    NetBenefit, NeymanPearson, Reject, Risk,
};
use weighted_roc_core::distribution::{Beta, ChiSquare, Fisher, MultivariateT, Normal, Student};
use weighted_roc_core::estimate::{estimate, Drawn, EstimateRequest, RatesInDesign};
use weighted_roc_core::hypothesis::{
    self, test_groups, Alternative, Among, Compared, Group, Groups, Scale,
};
use weighted_roc_core::inference::{
    class_areas, class_covariance, collected_sums, covariance, influence, quantity_influences,
    tallied_steps, tallied_sums, ClassRequest, CovarianceRequest, StepMoments,
};
use weighted_roc_core::interval::{
    area_intervals, percentile_intervals, AreaRequest, Level, Method,
};
use weighted_roc_core::measure::{
    decompose, largest_youden, precision_areas, precision_areas_of_curve, precision_at_recall,
    precision_at_row, precision_gains, Density, ForecastLoss,
};
use weighted_roc_core::measure::{measure_at, write_columns, Column, ColumnsRequest, Parameters};
use weighted_roc_core::optimum::{self, optimum};
use weighted_roc_core::pooling::{self, rubin, Pooling};
use weighted_roc_core::power::{
    solve, Effect, Hypothesis, Influences, Model, Numbers, Plan, Wanted,
};
use weighted_roc_core::quantity::{Choice, Measure, Place, Quantity, Rate, Standardize};
use weighted_roc_core::reliability::{reliability, ReliabilityRequest};
use weighted_roc_core::replicate::{
    class_replicates, replicate_areas, replicate_covariance, Bootstrap, BootstrapRequest,
    Replicates, Scheme,
};
use weighted_roc_core::sampling::{
    Correction, Design, FittedWeights, Folds, Matrix, Sampling, Unit, WeightModel, WeightModels,
};
use weighted_roc_core::shape::{calibrate, hull, Corners};
use weighted_roc_core::tally::{
    coarsen, greatest_score, in_larger_units, join_few, merge, of_chunk, of_chunk_in, to_breaks,
    units_of, Powers, Row,
};
use weighted_roc_core::{
    memory, prefault, Integers, Labels, Observations, Options, Result, Scores, Weights,
};

/// Numbers at the ends of doubles, beside those of a probability, and what is not a number.
const BAD: [f64; 14] = [
    f64::NAN,
    f64::INFINITY,
    f64::NEG_INFINITY,
    f64::MAX,
    f64::MIN,
    1e300,
    1e18,
    2.0,
    1.0,
    0.5,
    5e-324,
    0.0,
    -0.0,
    -1.0,
];

const SIZES: [usize; 5] = [0, 1, 2, 5, usize::MAX];

thread_local! {
    static FAULTS: RefCell<Vec<String>> = const { RefCell::new(Vec::new()) };
    /// When the last call began.
    static STARTED: Cell<Instant> = Cell::new(Instant::now());
}

/// Notes what panics, and what is found but not right.
fn call<T>(context: &str, of: impl FnOnce() -> Result<T>, is_right: impl FnOnce(&T) -> bool) {
    STARTED.set(Instant::now());
    let fault = match catch_unwind(AssertUnwindSafe(of)) {
        Err(_) => "panics",
        Ok(Ok(result)) if !is_right(&result) => "is not in its range",
        Ok(_) => return STARTED.set(Instant::now()),
    };
    STARTED.set(Instant::now());
    let fault = format!("{context} {fault}");
    FAULTS.with_borrow_mut(|faults| faults.push(fault));
}

/// Fails if anything was noted.
fn finish() {
    let faults = FAULTS.take();
    assert!(faults.is_empty(), "{}: {faults:#?}", faults.len());
}

/// A poll that stops what takes long, as some of these arguments make endless work.
fn soon() -> impl FnMut() -> bool + Send {
    || STARTED.get().elapsed() > Duration::from_millis(200)
}

fn any<T>(_: &T) -> bool {
    true
}

fn share(value: &f64) -> bool {
    (0.0..=1.0).contains(value)
}

/// 0/0 is not known, which the function says.
fn share_or_unknown(value: &f64) -> bool {
    value.is_nan() || share(value)
}

fn number(value: &f64) -> bool {
    !value.is_nan()
}

/// Returns whether these are tails at a place, which may be invalid.
fn are_tails(tails: [f64; 2], place: f64) -> bool {
    place.is_nan() || tails.iter().all(share)
}

const SCORES: [f64; 8] = [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8];
const LABELS: [i32; 8] = [0, 0, 1, 0, 1, 0, 1, 1];

fn good() -> Observations<'static> {
    Observations {
        scores: Scores::F64(&SCORES),
        labels: Labels::I32(&LABELS),
        weights: Weights::Unit,
    }
}

fn good_curve() -> OwnedCurve {
    let never = &mut || false;
    let ranking = Ranking::new(&good(), Options::new(never)).unwrap();
    ranking.to_curve(never).unwrap()
}

/// Another one, of another length.
fn short_curve() -> OwnedCurve {
    let never = &mut || false;
    let observations = Observations {
        scores: Scores::F64(&[1.0, 2.0]),
        labels: Labels::I32(&[1, 0]),
        weights: Weights::Unit,
    };
    let ranking = Ranking::new(&observations, Options::new(never)).unwrap();
    ranking.to_curve(never).unwrap()
}

/// Pairs of bad numbers.
fn pairs() -> impl Iterator<Item = [f64; 2]> {
    BAD.into_iter().flat_map(|a| BAD.map(|b| [a, b]))
}

fn priors() -> impl Iterator<Item = Option<f64>> + Clone {
    BAD.into_iter().map(Some).chain([None])
}

fn all_costs() -> Vec<Costs> {
    let mut all = Vec::new();
    for [a, b] in pairs() {
        for [c, d] in [[a, b], [0.0, 0.0], [b, a], [1.0, 1.0]] {
            all.push(Costs {
                false_positive: a,
                false_negative: b,
                true_positive: c,
                true_negative: d,
            });
        }
    }
    all
}

const AT_CHOICE: [Measure; 2] = [Measure::Tpr, Measure::Risk(COSTS)];

fn measures_of(bad: f64) -> [Measure; Measure::NUMBER] {
    Measure::all(&Parameters {
        beta: bad,
        costs: Costs {
            false_positive: bad,
            false_negative: 1.0,
            true_positive: 0.0,
            true_negative: 0.0,
        },
        probability: bad,
        density: Density::Beta([bad, 1.0]),
        cost_density: [1.0, bad],
        ..Parameters::default()
    })
}

fn summaries() -> Vec<Measure> {
    let mut all = vec![
        Measure::LargestYouden,
        Measure::HullArea,
        Measure::LeastError,
        Measure::H(Density::ByPriors),
        Measure::H(Density::ByRatio),
        Measure::Brier,
        Measure::LogLoss,
        Measure::AveragePrecision,
        Measure::PrecisionRecall,
        Measure::PrecisionRecallGain,
    ];
    for loss in [ForecastLoss::Quadratic, ForecastLoss::Logarithmic] {
        all.extend([
            Measure::Miscalibration(loss),
            Measure::Discrimination(loss),
            Measure::Uncertainty(loss),
            Measure::Skill(loss),
        ]);
    }
    for ab in pairs() {
        all.extend([
            Measure::H(Density::Beta(ab)),
            Measure::LeastCost(Density::Beta(ab)),
            Measure::TrivialCost(Density::Beta(ab)),
            Measure::ExpectedCost(ab),
            Measure::TrivialExpectedCost(ab),
            Measure::SavedExpectedCost(ab),
        ]);
    }
    all
}

fn quantities() -> Vec<Quantity> {
    let mut all = vec![Quantity::AREA, Quantity::GINI, Quantity::PREVALENCE];
    all.extend(priors().map(|prior| Quantity::of_curve(Measure::Concentration).with_prior(prior)));
    for interval in pairs() {
        for by in [Rate::Fpr, Rate::Tpr] {
            for standardize in [Standardize::None, Standardize::Range, Standardize::McClish] {
                all.push(Quantity::at(
                    Measure::PartialArea(standardize),
                    Place::Between(by, interval),
                ));
            }
        }
    }
    for bad in BAD {
        for prior in [None, Some(bad), Some(0.3)] {
            for place in [Place::Tpr(bad), Place::Fpr(bad), Place::Ppv(bad)] {
                all.push(Quantity::at(Measure::Threshold, place).with_prior(prior));
            }
            for measure in measures_of(bad) {
                for place in [
                    Place::Threshold(None),
                    Place::Threshold(Some(bad)),
                    Place::Threshold(Some(0.4)),
                    Place::Fpr(bad),
                    Place::Tpr(bad),
                    Place::Share(bad),
                ] {
                    all.push(Quantity::at(measure, place).with_prior(prior));
                }
            }
        }
    }
    for prior in priors() {
        for measure in summaries() {
            all.push(Quantity::of_curve(measure).with_prior(prior));
        }
    }
    for costs in all_costs() {
        for prior in [None, Some(0.0), Some(1e-300)] {
            all.push(Quantity::of_curve(Measure::CostAreaRatio(costs)).with_prior(prior));
            let choice = Choice::best(Measure::Risk(costs), prior);
            all.push(Quantity::at_choice(Measure::Threshold, choice));
            for measure in [Measure::Tpr, Measure::Kappa, Measure::Risk(costs)] {
                all.push(Quantity::at(measure, Place::Chosen(choice)).with_prior(prior));
            }
        }
    }
    all
}

/// Some of each kind, for functions that sort.
fn some_quantities() -> Vec<Quantity> {
    let all = quantities();
    (0..all.len()).step_by(97).map(|i| all[i]).collect()
}

/// Observations that are wrong, and some that are right but extreme.
fn each_observations(mut of: impl FnMut(&str, &Observations<'_>)) {
    for bad in BAD {
        let scores: Vec<f64> = (0..6)
            .map(|i| if i % 2 == 0 { bad } else { f64::from(i) })
            .collect();
        let same = [bad; 6];
        let weights: Vec<f64> = (0..6).map(|i| if i % 3 == 0 { bad } else { 1.0 }).collect();
        let labels: Vec<f64> = (0..6)
            .map(|i| if i == 3 { bad } else { f64::from(i % 2) })
            .collect();
        let plain = Labels::I32(&[0, 1, 0, 1, 1, 0]);
        for (name, scores, labels, weights) in [
            ("some scores", &scores[..], plain, Weights::Unit),
            ("all scores", &same, plain, Weights::Unit),
            ("some weights", &SCORES[..6], plain, Weights::F64(&weights)),
            ("all weights", &SCORES[..6], plain, Weights::F64(&same)),
            ("labels", &SCORES[..6], Labels::F64(&labels), Weights::Unit),
            ("scores and weights", &scores, plain, Weights::F64(&weights)),
        ] {
            let scores = Scores::F64(scores);
            let observations = Observations {
                scores,
                labels,
                weights,
            };
            of(&format!("{name} of {bad:e}"), &observations);
        }
    }
    let empty: [f64; 0] = [];
    for (name, scores, labels, weights) in [
        ("nothing", &empty[..], &[][..], Weights::Unit),
        ("one", &[1.0], &[1], Weights::Unit),
        ("fewer labels", &SCORES, &[0, 1], Weights::Unit),
        ("more labels", &[1.0], &[0, 1], Weights::Unit),
        ("fewer weights", &[1.0, 2.0], &[0, 1], Weights::F64(&[1.0])),
        (
            "more weights",
            &[1.0, 2.0],
            &[0, 1],
            Weights::I32(&[1, 1, 1]),
        ),
        ("one class", &[1.0, 2.0], &[1, 1], Weights::Unit),
        ("no weight", &[1.0, 2.0], &[0, 1], Weights::I32(&[0, 0])),
        ("two", &[1.0, 2.0], &[0, 1], Weights::Unit),
        ("equal ones", &[1.0, 1.0], &[0, 1], Weights::Unit),
        (
            "negative counts",
            &[1.0, 2.0],
            &[0, 1],
            Weights::I32(&[1, i32::MIN]),
        ),
        (
            "other codes",
            &[1.0, 2.0],
            &[i32::MIN, i32::MAX],
            Weights::Unit,
        ),
        ("many", &SCORES, &LABELS, Weights::F64(&[9e15; 8])),
        ("good", &SCORES, &LABELS, Weights::Unit),
    ] {
        let observations = Observations {
            scores: Scores::F64(scores),
            labels: Labels::I32(labels),
            weights,
        };
        of(name, &observations);
    }
    let observations = Observations {
        scores: Scores::Integers(Integers {
            values: &[1, 2, i32::MIN],
            missing: Some(i32::MIN),
        }),
        labels: Labels::Codes(Integers {
            values: &[1, 2, 3],
            missing: Some(7),
        }),
        weights: Weights::Unit,
    };
    of("missing integers and three codes", &observations);
}

fn spread_requests(mut of: impl FnMut(&str, &CovarianceRequest<'_>)) {
    of("default", &CovarianceRequest::default());
    for unit in [Unit::Row, Unit::Count] {
        for estimator in [Correction::DeLong, Correction::Jackknife] {
            let mut request = CovarianceRequest::default();
            request.sampling.unit = unit;
            request.sampling.correction = estimator;
            request.pairs = true;
            of("units", &request);
        }
    }
    let mut request = CovarianceRequest::default();
    request.quantities = &[];
    of("no quantities", &request);
    for codes in [
        &[0; 8][..],
        &[0, 1, 2, 3, 4, 5, 6, 7],
        &[-1; 8],
        &[i32::MAX; 8],
        &[],
        &[0],
    ] {
        for number in SIZES {
            let mut request = CovarianceRequest::default();
            request.sampling.clusters = Some((codes, number));
            of(&format!("clusters {codes:?} of {number}"), &request);
            let folds = [Folds { codes, number }];
            let mut request = CovarianceRequest::default();
            request.sampling.folds = &folds;
            of(&format!("folds {codes:?} of {number}"), &request);
        }
    }
    for bad in BAD {
        for length in [0, 1, 4, 9] {
            let covariance = vec![bad; length];
            let mut request = CovarianceRequest::default();
            request.sampling.design = Some(Design {
                covariance: &covariance,
                most: bad,
            });
            of(&format!("a design of {length} times {bad:e}"), &request);
        }
    }
    each_links(|name, weight_models| {
        let mut request = CovarianceRequest::default();
        request.sampling.weight_models = Some(*weight_models);
        of(name, &request);
        request.pairs = true;
        request.sampling.clusters = Some((&[0, 0, 1, 1, 2, 2, 3, 3], 4));
        of(name, &request);
    });
}

/// Calls `of` with invalid times, status, weights, strata, covariates and known probabilities.
fn each_outcome(mut of: impl FnMut(&str, &Outcome<'_>)) {
    let status = [1, 0, 2, 0, 1, 0, 1, 0];
    for bad in BAD {
        let times: Vec<f64> = (1..9)
            .map(|i| if i % 3 == 0 { bad } else { f64::from(i) })
            .collect();
        let column = [bad; 8];
        let (steps, survival) = ([1.0, bad], [0.5, bad]);
        let many: Vec<f64> = (0..24)
            .map(|i| if i % 5 == 0 { bad } else { f64::from(i) })
            .collect();
        for at in [4.5, bad] {
            let outcome = Outcome::new(&times, &status, at);
            let mut all = vec![outcome; 12];
            all[1].weights = Weights::F64(&column);
            all[2].weights = Weights::F64(&times);
            all[3].status = &[1, 0, 2, 3, -1, i32::MIN, 1, i32::MAX];
            all[4].status = &status[..5];
            all[5].times = &[];
            all[6].weights = Weights::F64(&times[..3]);
            for k in 0..8 {
                let mut free = all[k];
                free.controls = Controls::Free;
                all.push(free);
            }
            let codes: [&[i32]; 5] = [
                &[0, 1, 0, 1, 0, 1, 0, 1],
                &[-1; 8],
                &[100; 8],
                &[],
                &[i32::MAX; 8],
            ];
            let each: [&[f64]; 6] = [&many[..8], &many, &column, &[], &many[..9], &[0.0; 16]];
            for codes in codes {
                for number in SIZES {
                    let mut in_strata = outcome;
                    in_strata.censoring = Censoring::Strata(codes, number);
                    all.push(in_strata);
                    let strata = Some(KnownStrata {
                        steps: &codes[..codes.len().min(2)],
                        observations: codes,
                        number,
                    });
                    let known = Known {
                        times: &steps,
                        survival: &survival,
                        strata,
                    };
                    in_strata.censoring = Censoring::Known(known);
                    all.push(in_strata);
                    let values = each[number % each.len()];
                    let strata = Some((codes, number));
                    in_strata.censoring = Censoring::Cox(Covariates { values, strata });
                    all.push(in_strata);
                }
            }
            for values in each {
                let (mut by_covariates, mut known) = (outcome, outcome);
                let strata = None;
                by_covariates.censoring = Censoring::Cox(Covariates { values, strata });
                all.push(by_covariates);
                known.censoring = Censoring::Known(Known {
                    times: values,
                    survival: &times,
                    strata: None,
                });
                all.push(known);
            }
            for (i, outcome) in all.iter().enumerate() {
                of(&format!("outcome {i} at {at:e} with {bad:e}"), outcome);
            }
        }
    }
}

#[test]
fn outcomes() {
    each_outcome(|context, outcome| {
        let poll = &mut soon();
        call(
            &format!("{context} weights"),
            || outcome_weights(outcome, Options::new(&mut *poll)),
            |result| {
                let labels = result.labels.iter().all(|label| (0..2).contains(label));
                labels && result.weights.iter().all(|weight| *weight >= 0.0)
            },
        );
        call(
            &format!("{context} curve"),
            || censoring_curve(outcome, Options::new(&mut *poll)),
            |result| result.survival.iter().all(share),
        );
        let weight_models = [WeightModel::Outcome(*outcome)];
        for (influences, weights) in [
            (&[0.5; 8][..], &[1.0; 8][..]),
            (&[f64::NAN; 16], &[1.0; 8]),
            (&[1e300; 9], &[1.0; 8]),
            (&[], &[1.0; 8]),
            (&[], &[]),
        ] {
            call(
                &format!("{context} influences"),
                || {
                    WeightModels::new(&weight_models).influences(
                        influences,
                        weights,
                        Options::new(&mut *poll),
                    )
                },
                |result| result.len() == influences.len(),
            );
        }
        let observations = good();
        for scheme in [
            Scheme::Multinomial,
            Scheme::Dirichlet,
            Scheme::Counts,
            Scheme::Half,
        ] {
            for clusters in [
                None,
                Some((&[0, 1, 2, 0, 1, 2, 0, 1][..], 3)),
                Some((&[9; 8], 3)),
            ] {
                let mut request = BootstrapRequest::new(scheme);
                (request.outcome, request.sampling.clusters) = (Some(*outcome), clusters);
                let mut to = [0.0; 8];
                let drawn = || {
                    let bootstrap =
                        Bootstrap::new(&[observations], &request, Options::new(&mut *poll))?;
                    let quantities = [Quantity::AREA, Quantity::PREVALENCE];
                    bootstrap.replicates(&quantities, 0, &mut to, Options::new(&mut *poll))
                };
                call(&format!("{context} {scheme:?}"), drawn, any);
            }
        }
    });
    finish();
}

fn each_links(mut of: impl FnMut(&str, &WeightModels<'_>)) {
    of("no links", &WeightModels::new(&[]));
    let known = [1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0];
    let outcome = Outcome::new(&known, &[1, 0, 2, 0, 1, 0, 1, 0], 4.5);
    let mut other = outcome;
    other.times = &known[..3];
    let functions = WeightModel::Functions(Matrix {
        values: &known,
        rows: 8,
    });
    for weight_models in [
        &[WeightModel::Outcome(outcome)][..],
        &[WeightModel::Outcome(other)],
        &[WeightModel::Outcome(outcome), functions],
        &[functions, WeightModel::Outcome(outcome)],
        &[WeightModel::Outcome(outcome), WeightModel::Outcome(outcome)],
    ] {
        of("outcomes", &WeightModels::new(weight_models));
        for rows in [&[0, 1, 2, 3, 4, 5, 6, 7][..], &[-1; 8], &[100; 8], &[]] {
            let mut result = WeightModels::new(weight_models);
            result.rows = Some(rows);
            of("outcomes of rows", &result);
            result.clusters = Some((rows, 2));
            of("outcomes in clusters", &result);
        }
    }
    for bad in [f64::NAN, f64::INFINITY, 1e300, 0.0, -1.0, 0.5] {
        for (length, rows) in [
            (8, 8),
            (16, 8),
            (7, 8),
            (0, 0),
            (8, 0),
            (8, usize::MAX),
            (8, 1),
        ] {
            let values: Vec<f64> = (0..length)
                .map(|i| if i % 3 == 0 { bad } else { 1.0 })
                .collect();
            let matrix = Matrix {
                values: &values,
                rows,
            };
            let column = [bad; 8];
            let models = [
                WeightModel::Functions(matrix),
                WeightModel::Model(FittedWeights {
                    design: matrix,
                    response: &column,
                    fitted: &column,
                    slopes: &column,
                    scores: &column,
                    information: &column[..7],
                }),
                WeightModel::Model(FittedWeights {
                    design: matrix,
                    response: &[0.0, 1.0, 0.0, 1.0, 0.0, 1.0, 0.0, 1.0],
                    fitted: &column,
                    slopes: &column,
                    scores: &column,
                    information: &column,
                }),
            ];
            for (i, model) in models.iter().enumerate() {
                let context = format!("link {i} of {length} / {rows} times {bad:e}");
                let weight_models = [*model];
                of(&context, &WeightModels::new(&weight_models));
                for rows in [
                    &[0, 1, 2, 3, 4, 5, 6, 7][..],
                    &[-1; 8],
                    &[100; 8],
                    &[],
                    &[0; 8],
                ] {
                    let mut result = WeightModels::new(&weight_models);
                    result.rows = Some(rows);
                    of(&context, &result);
                    result.clusters = Some((rows, 2));
                    of(&context, &result);
                }
                let both = [*model, models[0]];
                of(&context, &WeightModels::new(&both));
            }
        }
    }
}

#[test]
fn observations() {
    each_observations(|name, of| {
        let poll = &mut soon();
        let mut curve = None;
        call(
            &format!("Ranking::new of {name}"),
            || {
                let ranking = Ranking::new(of, Options::new(&mut *poll))?;
                let mut short = [0.0; 1];
                let mut other = [0.0; 9];
                let mut more = [[0.0; 7]; 3];
                let [a, b, c] = &mut more;
                let columns = Columns {
                    tpr: &mut short,
                    fpr: &mut other,
                    threshold: a,
                    false_negative: b,
                    false_positive: c,
                };
                assert!(ranking.write(columns, &mut *poll).is_err());
                let _ = ranking.true_negatives(&[], &mut *poll);
                let _ = ranking.true_negatives(&[f64::NAN; 3], &mut *poll);
                let _ = ranking.true_negatives(&[1e300; 30], &mut *poll);
                curve = Some(ranking.to_curve(&mut *poll)?);
                Ok(())
            },
            any,
        );
        if let Some(curve) = &curve {
            let points = curve.as_curve().points();
            call(
                &format!("the curve of {name}"),
                || Curve::new(points, &mut *poll),
                any,
            );
            let inside = points.tpr.iter().chain(points.fpr).all(share);
            call(&format!("rates of {name}"), || Ok(inside), |inside| *inside);
        }
        call(
            &format!("wmw of {name}"),
            || wmw(of, Options::new(&mut *poll)),
            share,
        );
        call(
            &format!("wmw_each of {name}"),
            || {
                wmw_each(
                    &[of.scores, of.scores],
                    of.labels,
                    of.weights,
                    Options::new(&mut *poll),
                )
            },
            |result| result.iter().all(share),
        );
        call(
            &format!("influence of {name}"),
            || influence(of, Options::new(&mut *poll)),
            |result| share(&result.area) && result.values.iter().all(number),
        );
        for priors in [
            &[][..],
            &[None],
            &[Some(f64::NAN)],
            &[Some(0.0), Some(1.0), Some(1e-300)],
        ] {
            call(
                &format!("precision_areas of {name} by {priors:?}"),
                || precision_areas(of, priors, Options::new(&mut *poll)),
                any,
            );
        }
        let units = pairs().step_by(11).chain([[1.0, 1.0], [0.0, 0.0]]);
        for units in units {
            call(
                &format!("of_chunk_in {units:?} of {name}"),
                || {
                    let rows = of_chunk_in(of, units, Options::new(&mut *poll))?;
                    let _ = Ranking::of_tally(&rows, &mut *poll)?;
                    tallied_sums(&rows, units, Unit::Count, &mut *poll)
                },
                any,
            );
        }
        call(
            &format!("of_chunk of {name}"),
            || of_chunk(of, Options::new(&mut *poll)),
            any,
        );
        for alternative in [
            Alternative::TwoSided,
            Alternative::Less,
            Alternative::Noninferior { margin: f64::NAN },
        ] {
            for unit in [Unit::Row, Unit::Count] {
                call(
                    &format!("exact_test of {name}"),
                    || hypothesis::exact_test(of, unit, alternative, Options::new(&mut *poll)),
                    |result| share(&result.p_value),
                );
            }
        }
        let scores = [*of, *of];
        for unit in [Unit::Row, Unit::Count] {
            let mut request = CovarianceRequest::default();
            request.sampling.unit = unit;
            call(
                &format!("spread of {name}"),
                || covariance(&scores, &request, Options::new(&mut *poll)),
                |result| result.values.iter().all(share),
            );
            let mut spec = AreaRequest::default();
            spec.covariance = request;
            for method in [Method::Score, Method::Logit, Method::Plain] {
                spec.method = method;
                call(
                    &format!("area_intervals of {name}"),
                    || area_intervals(&scores, &spec, Options::new(&mut *poll)),
                    |result| {
                        let known = |end: f64| end.is_nan() || share(&end);
                        result.iter().all(|of| {
                            share(&of.value) && known(of.interval.low) && known(of.interval.high)
                        })
                    },
                );
            }
            call(
                &format!("compare_scores of {name}"),
                || {
                    let comparison =
                        hypothesis::compare_scores(&scores, &request, Options::new(&mut *poll))?;
                    let compared = Compared {
                        comparison,
                        common: None,
                        scale: Scale::AREA,
                    };
                    hypothesis::test_compared(
                        &compared,
                        &hypothesis::Request::default(),
                        &mut *poll,
                    )
                },
                |result| share_or_unknown(&result.test.p_value),
            );
            call(
                &format!("of_pilot of {name}"),
                || Influences::of_pilot(&scores, unit, None, Options::new(&mut *poll)),
                any,
            );
            let mut sampling = Sampling::default();
            sampling.unit = unit;
            call(
                &format!("bands of {name}"),
                || {
                    let level = Level::default();
                    let sample = Sample::new(of, sampling, level, Options::new(&mut *poll))?;
                    let by_rate = RateGrid::new(Rate::Fpr, &[0.0, 0.5, 1.0]);
                    let result = band_by_rate(&sample, &by_rate, &mut *poll)?;
                    let at = deciles(&sample)?;
                    let _ = band_by_threshold(&sample, &at, Type::FixedWidth, &mut *poll)?;
                    Ok(result)
                },
                |result| {
                    let ends = result.low.iter().chain(&result.high);
                    result.rate.iter().all(share) && ends.clone().all(share_or_unknown)
                },
            );
            call(
                &format!("reliability of {name}"),
                || {
                    let mut request = ReliabilityRequest::default();
                    request.sampling.unit = unit;
                    request.replicates = 5;
                    reliability(of, &request, Options::new(&mut *poll))
                },
                |result| result.iter().all(|at| share(&at.probability)),
            );
            call(
                &format!("optimum of {name}"),
                || {
                    let mut request =
                        optimum::Request::new(Choice::best(Measure::Risk(COSTS), None), &AT_CHOICE);
                    request.sampling.unit = unit;
                    request.halves = 3;
                    optimum(of, &request, Options::new(&mut *poll))
                },
                |result| result.measures.iter().all(|of| number(&of.apparent)),
            );
        }
        for scheme in SCHEMES {
            call(
                &format!("Bootstrap {scheme:?} of {name}"),
                || {
                    let request = BootstrapRequest::new(scheme);
                    let bootstrap = Bootstrap::new(&[*of], &request, Options::new(&mut *poll))?;
                    let mut to = [0.0; 4];
                    bootstrap.replicates(
                        &[Quantity::AREA],
                        usize::MAX - 1,
                        &mut to,
                        Options::new(&mut *poll),
                    )?;
                    Ok(to)
                },
                |result| result.iter().all(share_or_unknown),
            );
        }
        call(
            &format!("class_areas of {name}"),
            || {
                class_areas(
                    &[of.scores, of.scores],
                    &request_of_classes(of),
                    Options::new(&mut *poll),
                )
            },
            |result| result.values.iter().all(share),
        );
    });
    finish();
}

const CODES: [i32; 8] = [0, 1, 0, 1, 0, 1, 0, 1];

fn request_of_classes<'a>(of: &Observations<'a>) -> ClassRequest<'a> {
    let mut request = ClassRequest::new(&CODES[..of.labels.len().min(8)], 2);
    request.weights = of.weights;
    request
}

const COSTS: Costs = Costs {
    false_positive: 1.0,
    false_negative: 2.0,
    true_positive: 0.0,
    true_negative: 0.0,
};

const SCHEMES: [Scheme; 5] = [
    Scheme::Multinomial,
    Scheme::Dirichlet,
    Scheme::Counts,
    Scheme::Half,
    Scheme::HalfOfCounts,
];

#[test]
fn quantities_of_a_curve() {
    let (curve, short) = (good_curve(), short_curve());
    for quantity in quantities() {
        let poll = &mut soon();
        let context = format!("{quantity:?}");
        for curve in [&curve, &short] {
            call(
                &format!("evaluate {context}"),
                || quantity.evaluate(&curve.as_curve(), &mut *poll),
                any,
            );
        }
        call(
            &context,
            || {
                let _ = (
                    quantity.measure.name(),
                    quantity.scale().of(f64::NAN),
                    quantity.widest(),
                );
                let _ = (quantity.chance(), quantity.is_below_chance(f64::NAN));
                quantity.check()
            },
            any,
        );
    }
    finish();
}

#[test]
fn quantities_of_observations() {
    let poll = &mut soon();
    let sample = Sample::new(
        &good(),
        Sampling::default(),
        Level::default(),
        Options::new(poll),
    )
    .unwrap();
    for quantity in some_quantities() {
        let context = format!("{quantity:?}");
        let poll = &mut soon();
        let quantities = [quantity];
        call(
            &format!("quantity_influences {context}"),
            || quantity_influences(&good(), &quantities, Options::new(&mut *poll)),
            any,
        );
        let mut request = CovarianceRequest::default();
        request.quantities = &quantities;
        call(
            &format!("spread {context}"),
            || covariance(&[good()], &request, Options::new(&mut *poll)),
            any,
        );
        let mut spec = EstimateRequest::default();
        spec.covariance = request;
        spec.drawn = Some(Drawn { number: 2, seed: 1 });
        call(
            &format!("estimate {context}"),
            || estimate(&[good()], &spec, Options::new(&mut *poll)),
            |result| {
                result
                    .estimates
                    .iter()
                    .all(|of| of.interval.low.is_nan() || of.interval.low <= of.interval.high)
            },
        );
        call(
            &format!("places_of {context}"),
            || sample.places_of(&quantities, &mut *poll),
            any,
        );
        for scheme in [Scheme::Multinomial, Scheme::Dirichlet] {
            let request = BootstrapRequest::new(scheme);
            call(
                &format!("replicates {context}"),
                || {
                    let bootstrap = Bootstrap::new(&[good()], &request, Options::new(&mut *poll))?;
                    bootstrap.replicates(
                        &quantities,
                        0,
                        &mut [0.0; 2],
                        Options::new(&mut *poll),
                    )?;
                    bootstrap.replicates(&[quantity; 3], 0, &mut [0.0; 2], Options::new(&mut *poll))
                },
                any,
            );
        }
    }
    finish();
}

#[test]
fn covariances() {
    let of = good();
    spread_requests(|name, request| {
        for scores in [&[][..], &[of], &[of, of], &[of; 3]] {
            let poll = &mut soon();
            let context = format!("{name}, {} scores", scores.len());
            call(
                &format!("spread of {context}"),
                || {
                    let result = covariance(scores, request, Options::new(&mut *poll))?;
                    let mut request = AreaRequest::default();
                    request.covariance.pairs = true;
                    let _ = result.area_intervals(&request);
                    let test = hypothesis::test_spread(
                        &result,
                        &Scale::AREA,
                        &hypothesis::Request::default(),
                        &mut *poll,
                    );
                    if let Ok(test) = test {
                        assert!(share_or_unknown(&test.test.p_value));
                    }
                    for k in [0, 1, 7, usize::MAX] {
                        let _ = hypothesis::Estimate::of(&result, k, &Scale::AREA);
                    }
                    let _ = hypothesis::Sample::of(&result, &Scale::AREA);
                    Ok(result)
                },
                |result| result.values.iter().all(share),
            );
            let mut spec = AreaRequest::default();
            spec.covariance = *request;
            call(
                &format!("area_intervals of {context}"),
                || area_intervals(scores, &spec, Options::new(&mut *poll)),
                any,
            );
            call(
                &format!("compare_scores of {context}"),
                || hypothesis::compare_scores(scores, request, Options::new(&mut *poll)),
                any,
            );
            call(
                &format!("compare_in_folds of {context}"),
                || hypothesis::compare_in_folds(scores, request, Options::new(&mut *poll)),
                any,
            );
            let both = [Quantity::AREA, Quantity::tpr_at(0.5)];
            for (quantities, drawn) in [
                (request.quantities, None),
                (&both, Some(Drawn { number: 0, seed: 1 })),
            ] {
                let mut spec = EstimateRequest::default();
                spec.covariance = *request;
                spec.covariance.quantities = quantities;
                spec.drawn = drawn;
                call(
                    &format!("estimate of {context}"),
                    || estimate(scores, &spec, Options::new(&mut *poll)),
                    any,
                );
                let rates = [RatesInDesign {
                    variances: [&[f64::NAN], &[]],
                    covariances: &[1.0],
                }; 3];
                spec.rates = &rates[..scores.len()];
                call(
                    &format!("estimate with rates of {context}"),
                    || estimate(scores, &spec, Options::new(&mut *poll)),
                    any,
                );
            }
        }
        let poll = &mut soon();
        if let Some(clusters) = request.sampling.clusters {
            for scheme in SCHEMES {
                let mut drawn = BootstrapRequest::new(scheme);
                drawn.sampling.clusters = Some(clusters);
                call(
                    &format!("Bootstrap {scheme:?} of {name}"),
                    || {
                        let bootstrap = Bootstrap::new(&[of], &drawn, Options::new(&mut *poll))?;
                        let mut to = [0.0; 3];
                        bootstrap.replicates(
                            &[Quantity::AREA],
                            0,
                            &mut to,
                            Options::new(&mut *poll),
                        )?;
                        Ok(to)
                    },
                    |result| result.iter().all(share_or_unknown),
                );
            }
            call(
                &format!("of_pilot of {name}"),
                || Influences::of_pilot(&[of], Unit::Row, Some(clusters), Options::new(&mut *poll)),
                any,
            );
            let mut bands = ReliabilityRequest::default();
            bands.sampling.clusters = Some(clusters);
            bands.replicates = 2;
            call(
                &format!("reliability of {name}"),
                || reliability(&of, &bands, Options::new(&mut *poll)),
                any,
            );
        }
        for unit in [Unit::Row, Unit::Count] {
            let mut spec =
                optimum::Request::new(Choice::best(Measure::Risk(COSTS), None), &AT_CHOICE);
            spec.sampling.unit = unit;
            spec.sampling.clusters = request.sampling.clusters;
            spec.sampling.weight_models = request.sampling.weight_models;
            spec.halves = 2;
            call(
                &format!("optimum of {name}"),
                || optimum(&of, &spec, Options::new(&mut *poll)),
                any,
            );
            let mut sampling = Sampling::default();
            sampling.unit = unit;
            sampling.clusters = request.sampling.clusters;
            call(
                &format!("Sample of {name}"),
                || {
                    let mut sample =
                        Sample::new(&of, sampling, Level::default(), Options::new(&mut *poll))?;
                    if let Some(weight_models) = &request.sampling.weight_models {
                        sample.weight_model(
                            &[1.0, 2.0],
                            weight_models,
                            Options::new(&mut *poll),
                        )?;
                    }
                    band_by_rate(&sample, &RateGrid::new(Rate::Tpr, &[0.5]), &mut *poll)
                },
                any,
            );
        }
        let mut classes = ClassRequest::new(&CODES, 2);
        classes.sampling.clusters = request.sampling.clusters;
        classes.sampling.design = request.sampling.design;
        classes.pairs = request.pairs;
        call(
            &format!("class_spread of {name}"),
            || class_covariance(&[of.scores; 2], &classes, Options::new(&mut *poll)),
            any,
        );
    });
    finish();
}

#[test]
fn requests_of_inference() {
    let of = good();
    for bad in BAD {
        let poll = &mut soon();
        call(
            &format!("Level {bad:e}"),
            || Level::new(bad),
            |level| share(&level.get()),
        );
        for scheme in SCHEMES {
            for number in [0, 1, 2, usize::MAX] {
                call(
                    &format!("resample {scheme:?} {number} at {bad:e}"),
                    || {
                        let mut sample = Sample::new(
                            &of,
                            Sampling::default(),
                            Level::default(),
                            Options::new(&mut *poll),
                        )?;
                        sample.resample(
                            &[bad, 1.0],
                            Replicates::new(scheme, number),
                            Options::new(&mut *poll),
                        )
                    },
                    any,
                );
            }
        }
        for costs in all_costs() {
            let mut request =
                optimum::Request::new(Choice::best(Measure::Risk(costs), Some(bad)), &AT_CHOICE);
            request.halves = 2;
            call(
                &format!("{request:?}"),
                || optimum(&of, &request, Options::new(&mut soon())),
                |result| result.measures.iter().all(|of| number(&of.apparent)),
            );
        }
        for measure in measures_of(bad) {
            let measures = measures_of(bad);
            let mut request = optimum::Request::new(Choice::best(measure, Some(0.3)), &measures);
            request.halves = 2;
            call(
                &format!("{request:?}"),
                || optimum(&of, &request, Options::new(&mut soon())),
                any,
            );
        }
        for halves in [0, 1, 2, if bad.is_nan() { usize::MAX } else { 3 }] {
            let mut request =
                optimum::Request::new(Choice::best(Measure::Risk(COSTS), None), &AT_CHOICE);
            request.halves = halves;
            for covariance in [&[bad; 9][..], &[bad; 8], &[]] {
                request.sampling.design = Some(Design {
                    covariance,
                    most: bad,
                });
                call(
                    &format!("{request:?}"),
                    || optimum(&of, &request, Options::new(&mut soon())),
                    any,
                );
            }
            let mut request = EstimateRequest::default();
            let quantities = [Quantity::of_curve(Measure::HullArea)];
            request.covariance.quantities = &quantities;
            request.drawn = Some(Drawn {
                number: halves,
                seed: u64::MAX,
            });
            call(
                &format!("estimate by {halves} replicates"),
                || estimate(&[of], &request, Options::new(&mut soon())),
                any,
            );
        }
        for replicates in [&[bad; 8][..], &[bad; 16], &[bad; 9], &[]] {
            for areas in [&mut [0.0; 2][..], &mut [0.0], &mut []] {
                call(
                    &format!("replicate_areas of {} times {bad:e}", replicates.len()),
                    || {
                        replicate_areas(&of, replicates, areas, Options::new(&mut *poll))?;
                        Ok(areas.iter().all(share_or_unknown))
                    },
                    |inside| *inside,
                );
            }
        }
        let numbers = [bad, 0.5, 0.7, bad];
        for of in [&numbers[..], &[], &[bad]] {
            for centres in [&[][..], &[0.5], &[bad, 0.5], &[0.1; 3]] {
                call(
                    &format!("percentile_intervals of {of:?}, {centres:?}"),
                    || percentile_intervals(of, centres, Level::default(), &mut *poll),
                    any,
                );
            }
        }
    }
    for places in SIZES {
        for replicates in SIZES {
            let mut request = ReliabilityRequest::default();
            request.places = places;
            request.replicates = replicates;
            call(
                &format!("{request:?}"),
                || reliability(&of, &request, Options::new(&mut soon())),
                |result| {
                    result.iter().all(|at| {
                        let ends = at.consistency.iter().chain(&at.confidence);
                        share(&at.probability) && ends.clone().all(share)
                    })
                },
            );
        }
    }
    for codes in [&CODES[..], &[0; 8], &[-1; 8], &[7; 8], &[0, 1], &[]] {
        for classes in [0, 1, 2, 3, usize::MAX] {
            for number in [0, 1, 2, 3, 6] {
                let scores = vec![of.scores; number];
                let request = ClassRequest::new(codes, classes);
                let context = format!("{request:?} of {number} scores");
                let poll = &mut soon();
                call(
                    &context,
                    || class_areas(&scores, &request, Options::new(&mut *poll)),
                    any,
                );
                call(
                    &context,
                    || class_covariance(&scores, &request, Options::new(&mut *poll)),
                    any,
                );
            }
        }
    }
    finish();
}

#[test]
fn bands() {
    let of = good();
    for bad in BAD {
        let poll = &mut soon();
        let sample = |poll: &mut (dyn FnMut() -> bool + Send)| {
            Sample::new(
                &of,
                Sampling::default(),
                Level::default(),
                Options::new(poll),
            )
            .unwrap()
        };
        let mut own = sample(&mut *poll);
        for kind in [Type::Pointwise, Type::EqualPrecision, Type::FixedWidth] {
            for at in [&[][..], &[bad], &[0.0, bad, 1.0]] {
                for by in [Rate::Fpr, Rate::Tpr] {
                    let mut by_rate = RateGrid::new(by, at);
                    by_rate.kind = kind;
                    call(
                        &format!("{by_rate:?}"),
                        || band_by_rate(&own, &by_rate, &mut *poll),
                        any,
                    );
                    call(
                        &format!("places of {by_rate:?}"),
                        || own.places(Where::Rates(by_rate), &mut *poll),
                        any,
                    );
                    call(
                        &format!("ascending {by_rate:?}"),
                        || ascending_along(by, at),
                        any,
                    );
                }
                call(
                    &format!("band by threshold {at:?}"),
                    || band_by_threshold(&own, at, kind, &mut *poll),
                    |result| result.tpr.rate.iter().chain(&result.tnr.low).all(share),
                );
                call(
                    &format!("thresholds_of {at:?}"),
                    || own.thresholds_of(at),
                    any,
                );
                let places = [ByThresholds {
                    threshold: Some(bad),
                    next: None,
                    share: bad,
                }];
                call(
                    &format!("rate_influences {places:?}"),
                    || rate_influences(&of, &places, Options::new(&mut *poll)),
                    |result| result.values.iter().all(share),
                );
            }
        }
        for (interval, prior) in pairs().zip(priors().cycle()) {
            call(
                &format!("places of {interval:?}"),
                || {
                    let _ = own.places(Where::Share(interval[0], prior), &mut *poll)?;
                    own.places(Where::Interval(Rate::Tpr, interval), &mut *poll)
                },
                any,
            );
        }
        call(
            &format!("given {bad:e}"),
            || {
                let places = [bad, 1.0];
                let given = KnownVariances::new(&places, [&[bad; 2], &[bad; 2]], &[bad; 2])?;
                assert!(KnownVariances::new(&places, [&[0.1], &[0.1; 2]], &[0.1; 2]).is_err());
                own.give(given);
                let _ = band_by_rate(&own, &RateGrid::new(Rate::Fpr, &[0.5]), &mut *poll)?;
                band_by_threshold(&own, &[0.4], Type::FixedWidth, &mut *poll)
            },
            any,
        );
        for prior in [None, Some(bad)] {
            for thresholds in [&[][..], &[bad], &[0.9, 0.1, 0.1], &[0.1, 0.5]] {
                let mut spec = DecisionCurves::new(thresholds);
                spec.prior = prior;
                for standardized in [false, true] {
                    spec.standardized = standardized;
                    spec.simultaneous = standardized;
                    let context = format!("{spec:?}");
                    call(&context, || spec.ascending(), any);
                    call(
                        &context,
                        || spec.influences(&of, Options::new(&mut *poll)),
                        any,
                    );
                    for number in 0..3 {
                        let mut samples: Vec<Sample> =
                            (0..number).map(|_| sample(&mut *poll)).collect();
                        for size in [None, Some(1), Some(number), Some(usize::MAX)] {
                            let by_rate = size.map(|size| {
                                BenefitCovariance::new(
                                    size,
                                    2,
                                    vec![bad; 2 * size.min(9).pow(2)],
                                    vec![bad; size.min(9).pow(2)],
                                )
                            });
                            let by_rate = by_rate.and_then(Result::ok);
                            call(
                                &format!("{number} net benefits of {context}"),
                                || {
                                    net_benefits(
                                        &mut samples,
                                        &spec,
                                        by_rate.as_ref(),
                                        Options::new(&mut soon()),
                                    )
                                },
                                any,
                            );
                            call(
                                &format!("{number} differences of {context}"),
                                || {
                                    differences_of_benefits(
                                        &mut samples,
                                        &spec,
                                        by_rate.as_ref(),
                                        Options::new(&mut soon()),
                                    )
                                },
                                any,
                            );
                        }
                    }
                }
            }
        }
    }
    finish();
}

#[test]
fn curves_that_are_given() {
    let good = good_curve();
    let points = good.as_curve().points();
    for bad in BAD {
        for column in 0..6 {
            for row in [0, 3, 8] {
                let mut columns = [
                    points.tpr.to_vec(),
                    points.fpr.to_vec(),
                    points.threshold.to_vec(),
                    points.false_negative.to_vec(),
                    points.false_positive.to_vec(),
                    vec![0.0; 9],
                ];
                columns[column][row] = bad;
                let [tpr, fpr, threshold, false_negative, false_positive, true_negative] = &columns;
                for known in [&[][..], true_negative] {
                    let points = Points {
                        tpr,
                        fpr,
                        threshold,
                        false_negative,
                        false_positive,
                        true_negative: known,
                    };
                    let poll = &mut soon();
                    call(
                        &format!("Curve::new with {bad:e} in row {row} of column {column}"),
                        || {
                            let curve = Curve::new(points, &mut *poll)?;
                            let hull = hull(&curve, &mut *poll)?;
                            let _ = Risk::new(&curve, COSTS, curve.shares())?
                                .least_on(&hull, &mut *poll)?;
                            let _ = calibrate(&curve, None, &mut *poll)?;
                            assert!(curve.shares().iter().all(share));
                            trapezoid(tpr, fpr, &mut *poll)
                        },
                        share,
                    );
                }
            }
        }
        for (x, y) in [
            (vec![bad; 3], vec![1.0, 0.5, 0.0]),
            (vec![1.0, bad, 0.0], vec![1.0, 0.5, 0.0]),
            (vec![], vec![]),
            (vec![1.0], vec![1.0]),
            (vec![1.0, 0.0], vec![1.0]),
        ] {
            call(
                &format!("trapezoid of {x:?} and {y:?}"),
                || trapezoid(&x, &y, &mut soon()),
                any,
            );
        }
    }
    let empty = Points {
        tpr: &[],
        fpr: &[],
        threshold: &[],
        false_negative: &[],
        false_positive: &[],
        true_negative: &[],
    };
    call(
        "Curve::new of nothing",
        || Curve::new(empty, &mut soon()),
        any,
    );
    finish();
}

#[test]
fn decisions() {
    let (good, short) = (good_curve(), short_curve());
    let (curve, other) = (good.as_curve(), short.as_curve());
    let poll = &mut soon();
    let hulls = [
        hull(&curve, &mut *poll).unwrap(),
        hull(&other, &mut *poll).unwrap(),
    ];
    for row in [0, 8, 9, usize::MAX] {
        call(&format!("point {row}"), || curve.point(row), any);
        call(
            &format!("slopes_at {row}"),
            || hulls[0].slopes_at(row),
            |result| result.iter().all(number),
        );
        for prior in priors() {
            call(
                &format!("measures in row {row} by {prior:?}"),
                || {
                    let at = |measure| measure_at(&curve, row, measure, prior);
                    Ok([at(Measure::Ppv)?, at(Measure::Accuracy)?])
                },
                |result: &[f64; 2]| result.iter().all(share_or_unknown),
            );
        }
        for priors in pairs() {
            call(
                &format!("precision in row {row} by {priors:?}"),
                || precision_at_row(&curve, row, priors),
                share_or_unknown,
            );
        }
    }
    for bad in BAD {
        call(
            &format!("row_at {bad:e}"),
            || curve.row_at(bad),
            |row| *row <= 8,
        );
        call(
            &format!("calibrate by {bad:e}"),
            || calibrate(&curve, Some(bad), &mut soon()),
            |result| {
                result
                    .iter()
                    .all(|block| share_or_unknown(&block.probability))
            },
        );
        for loss in [ForecastLoss::Quadratic, ForecastLoss::Logarithmic] {
            call(
                &format!("decompose by {bad:e}"),
                || decompose(&curve, loss, Some(bad), &mut soon()),
                |result| number(&result.loss),
            );
        }
        for bound in [Bound::Fpr(bad), Bound::Fnr(bad), Bound::Tpr(bad)] {
            for rows in [
                hulls[0].rows(),
                &[],
                &[0, 8],
                &[0, 3, 2, 8],
                &[0, 100, 8],
                &[0, 0, 8],
            ] {
                call(
                    &format!("NeymanPearson {bound:?} of {rows:?}"),
                    || NeymanPearson::new(&curve, rows, &mut soon())?.choose(bound),
                    |result| share(&result.mixture.value) && share(&result.mixture.probability),
                );
            }
        }
        call(
            &format!("precision_areas by {bad:e}"),
            || precision_areas_of_curve(&curve, Some(bad), &mut soon()),
            |result| share_or_unknown(&result.average_precision),
        );
        for size in [None, Some(0), Some(1), Some(2), Some(usize::MAX)] {
            call(
                "thin",
                || thin(&curve, bad > 0.0, size, &mut soon()),
                |result| number(&result.bound),
            );
        }
        call(
            "half_of_rectangles",
            || half_of_rectangles(&curve, |_| bad > 1.0, &mut soon()),
            share,
        );
        for field in 0..6 {
            let mut bounds = Bounds::default();
            let fields = [
                &mut bounds.fpr,
                &mut bounds.fnr,
                &mut bounds.tpr,
                &mut bounds.share,
                &mut bounds.ppv,
                &mut bounds.npv,
            ];
            for (i, bound) in fields.into_iter().enumerate() {
                *bound = (i == field || i == 2).then_some(if i == field { bad } else { 0.3 });
            }
            for priors in pairs() {
                let context = format!("{bounds:?} by {priors:?}");
                let rules = match catch_unwind(|| Constrained::new(&curve, bounds, priors)) {
                    Ok(Ok(rules)) => rules,
                    Ok(Err(_)) => continue,
                    Err(_) => panic!("{context}"),
                };
                call(
                    &context,
                    || rules.best_row(&mut soon()),
                    |row| row.map_or(true, |row| row <= 8),
                );
                for hull in &hulls {
                    call(
                        &context,
                        || rules.best_on(hull),
                        |rule| rule.map_or(true, |rule| share(&rule.tpr) && share(&rule.fpr)),
                    );
                }
                for row in [0, 8, 9, usize::MAX] {
                    call(&context, || rules.share(row), share);
                    call(&context, || rules.ppv(row), share_or_unknown);
                    call(&context, || rules.npv(row), share_or_unknown);
                }
            }
        }
    }
    for priors in pairs() {
        let context = format!("by {priors:?}");
        call(
            &context,
            || precision_gains(&curve, priors, &mut soon()),
            |result| {
                result
                    .iter()
                    .all(|gain| number(&gain.precision) && number(&gain.recall))
            },
        );
        for bad in BAD {
            let context = format!("{bad:e} {context}");
            call(
                &format!("precision_at_recall {context}"),
                || precision_at_recall(&curve, bad, priors),
                |result| share_or_unknown(&result.0),
            );
            call(
                &format!("gain at {context}"),
                || GainCurve::new(&curve, priors)?.at_share(bad),
                |result| share(&result.tpr) && share(&result.share),
            );
            call(
                &format!("net benefit {context}"),
                || {
                    let benefit = NetBenefit::new(&curve, bad, priors)?;
                    let _ = (benefit.at(9), benefit.best_on(&hulls[1]));
                    assert!(benefit.of_all() <= 1.0);
                    benefit.at(benefit.best_on(&hulls[0])?)
                },
                |result| *result <= 1.0,
            );
            for costs in [
                COSTS,
                Costs {
                    false_negative: bad,
                    ..COSTS
                },
                Costs {
                    true_positive: bad,
                    ..COSTS
                },
            ] {
                call(
                    &format!("reject {costs:?} {context}"),
                    || {
                        let rules = Reject::new(&curve, costs, bad, priors)?;
                        let _ = (rules.slopes(), rules.least_on(&hulls[1], &mut soon()));
                        rules.least_on(&hulls[0], &mut soon())
                    },
                    |result| number(&result.risk) && result.rejected.iter().all(share),
                );
            }
            call(
                &format!("corners {context}"),
                || {
                    let corners = Corners::of(&curve, &mut soon())?;
                    let _ = corners.least_error(priors, &mut soon())?;
                    corners.loss(Density::Beta([bad, 2.0]), priors, &mut soon())
                },
                |result| number(&result.least),
            );
        }
        for row in [0, 8, 9, usize::MAX] {
            call(
                &context,
                || GainCurve::new(&curve, priors)?.at_row(row),
                |result| share(&result.tpr) && share(&result.share),
            );
        }
        call(
            &format!("areas over costs {context}"),
            || cost_areas(&curve, &[[0.0, 1.0], priors], [0.5, 0.5], &mut soon()),
            |result| {
                result.iter().all(|area| {
                    number(&area.area) && number(&area.largest) && share_or_unknown(&area.ratio())
                })
            },
        );
        call(
            &format!("areas over costs by prior {context}"),
            || cost_areas(&curve, &[[0.0, 1.0]], priors, &mut soon()),
            any,
        );
        call(
            &format!("partial {context}"),
            || partial_by_fpr(&curve, priors, &mut soon()),
            share,
        );
        call(
            &format!("partial {context}"),
            || partial_by_tpr(&curve, priors, &mut soon()),
            share,
        );
    }
    for costs in all_costs() {
        for priors in [[0.5, 0.5], [0.0, 1.0], [1.0, 0.0], [f64::NAN; 2]] {
            let context = format!("{costs:?} by {priors:?}");
            call(
                &context,
                || {
                    let risk = Risk::new(&curve, costs, priors)?;
                    let _ = (risk.least_on(&hulls[1], &mut soon()), risk.at(usize::MAX));
                    for bad in BAD {
                        assert!(
                            risk.at_point(bad, 0.5).map_or(true, |risk| number(&risk)),
                            "{bad}"
                        );
                        let _ = risk.intercept(bad);
                    }
                    let row = risk.least(&mut soon())?;
                    assert_eq!(row, risk.least_on(&hulls[0], &mut soon())?);
                    assert!(number(&risk.of_random()));
                    risk.at(row)
                },
                |risk| risk.is_finite(),
            );
        }
    }
    for length in [0, 8, 9, 18, 27] {
        for priors in [
            &[][..],
            &[None],
            &[Some(f64::NAN)],
            &[None, Some(0.0)],
            &[Some(2.0)],
        ] {
            let all = Measure::all(&Parameters::default()).map(Column::Measure);
            let mut columns = vec![vec![0.0; length]; all.len()];
            let mut request = ColumnsRequest::new(&all);
            request.priors = priors;
            call(
                "write_columns",
                || {
                    let columns = columns.iter_mut().map(|column| &mut column[..]);
                    write_columns(&curve, &request, columns, Options::new(&mut soon()))
                },
                any,
            );
        }
    }
    call(
        "compare",
        || compare(&curve, &other, &mut soon()),
        |result| result.iter().all(|of| number(&of.area())),
    );
    call(
        "cost_curve",
        || cost_curve(&curve, &mut soon()),
        |result| result.iter().all(|of| share(&of.cost)),
    );
    call(
        "largest_youden",
        || largest_youden(&curve, &mut soon()),
        share,
    );
    finish();
}

fn rows_of_tallies() -> Vec<Vec<Row>> {
    let good = Row::new(1.0, [1.0, 2.0], 1.0);
    let mut all = vec![
        vec![],
        vec![good],
        vec![good, good],
        vec![Row::new(2.0, [1.0, 0.0], 1.0), good],
    ];
    for bad in BAD {
        let mut later = Row::new(3.0, [1.0, 1.0], 1.0);
        all.push(vec![good, later, Row::new(bad, [1.0, 1.0], 1.0)]);
        all.push(vec![Row::new(bad, [1.0, 1.0], 1.0), good]);
        all.push(vec![good, Row::new(3.0, [bad, 1.0], 1.0)]);
        all.push(vec![good, Row::new(3.0, [1.0, bad], 1.0)]);
        all.push(vec![good, Row::new(3.0, [1.0, 1.0], bad)]);
        later.last = bad;
        all.push(vec![good, later]);
        later.last = 5.0;
        let mut over = Row::new(4.0, [bad, f64::MAX], 2.0);
        over.last = bad;
        all.push(vec![good, later, over]);
        later.last = 3.0;
        later.lost = [bad, bad];
        all.push(vec![good, later]);
        later.lost = [0.0; 2];
        later.powers = [
            Powers {
                squares: bad,
                fourths: bad,
                number: bad,
                lost: [bad; 2],
            },
            Powers::NONE,
        ];
        all.push(vec![good, later]);
    }
    all
}

#[test]
fn tallies() {
    for rows in rows_of_tallies() {
        let context = format!("{rows:?}");
        let poll = &mut soon();
        call(
            &format!("of_tally {context}"),
            || Ranking::of_tally(&rows, &mut *poll)?.to_curve(&mut *poll),
            |result| {
                let points = result.as_curve().points();
                points.tpr.iter().chain(points.fpr).all(share)
            },
        );
        for (level, points) in [
            (0, None),
            (u32::MAX, None),
            (64, Some(0)),
            (0, Some(1)),
            (3, Some(usize::MAX)),
        ] {
            call(
                &format!("merge at {level} {points:?}: {context}"),
                || merge(&[rows.clone(), rows.clone()], level, points, &mut *poll),
                any,
            );
            call(
                &format!("coarsen at {level} {points:?}: {context}"),
                || coarsen(rows.clone(), level, points, &mut *poll),
                any,
            );
        }
        call(
            &format!("tallied_steps {context}"),
            || tallied_steps(&rows, &mut *poll),
            |steps| {
                steps
                    .iter()
                    .all(|step| share(&step.area) && share(&step.open))
            },
        );
        for bad in BAD {
            call(
                &format!("join_few {bad:e}: {context}"),
                || join_few(rows.clone(), bad, &mut *poll),
                any,
            );
            for breaks in [&[bad][..], &[0.0, bad, 2.0], &[bad, bad], &[]] {
                call(
                    &format!("to_breaks {breaks:?} {bad:e}: {context}"),
                    || to_breaks(rows.clone(), breaks, bad, &mut *poll),
                    any,
                );
            }
            for row in &rows {
                for level in [0, 1, 64, u32::MAX] {
                    let last = greatest_score(row.score, Some(bad), level);
                    assert!(last >= row.score || row.score.is_nan());
                }
            }
            for unit in [Unit::Row, Unit::Count] {
                call(
                    &format!("tallied_sums in {bad:e}: {context}"),
                    || {
                        let result = tallied_sums(&rows, [bad, 1.0], unit, &mut *poll)?;
                        result.sums.covariance(Correction::DeLong)
                    },
                    any,
                );
            }
            call(
                &format!("in_larger_units {bad:e}: {context}"),
                || {
                    let mut rows = rows.clone();
                    let units = units_of(&rows);
                    in_larger_units(&mut rows, units, [bad, 1.0]);
                    in_larger_units(&mut rows, [bad, 1.0], units);
                    Ok(())
                },
                any,
            );
        }
    }
    finish();
}

fn sums(bad: f64, lengths: [usize; 5]) -> UnitSums {
    let [values, negatives, positives, both, df] = lengths.map(|length| vec![bad; length]);
    UnitSums {
        values,
        negatives,
        positives,
        both,
        df,
        numbers: [bad, 1.0],
        units: [bad, 2.0, bad],
        effective: [bad, 3.0],
        effective_clusters: [2.0; 2],
    }
}

#[test]
fn sums_that_are_given() {
    for bad in BAD {
        let poll = &mut soon();
        let context = format!("{bad:e}");
        for lengths in [
            [0; 5],
            [1; 5],
            [2, 4, 4, 4, 2],
            [2; 5],
            [1, 0, 1, 1, 1],
            [1, 1, 1, 1, 0],
            [3, 9, 9, 8, 3],
        ] {
            for estimator in [Correction::DeLong, Correction::Jackknife] {
                call(
                    &format!("UnitSums of {lengths:?} times {context}"),
                    || {
                        let result = sums(bad, lengths).covariance(estimator)?;
                        let _ = result.area_intervals(&AreaRequest::default());
                        hypothesis::test_spread(
                            &result,
                            &Scale::AREA,
                            &hypothesis::Request::default(),
                            &mut *poll,
                        )
                    },
                    any,
                );
            }
        }
        let (one, two) = ([bad], [bad, 0.5]);
        for (a, b) in [
            (&one[..], &one[..]),
            (&two, &two),
            (&one, &two),
            (&two, &[]),
            (&[], &[]),
        ] {
            let moments = StepMoments {
                weights: [a, b],
                numbers: [b, a],
                second: [[a, b, a], [a, a, a]],
                fourth: [[a, b, a, a, a], [b; 5]],
                scales: [bad, 1.0],
            };
            for unit in [Unit::Row, Unit::Count] {
                call(
                    &format!("collected_sums of {a:?} and {b:?}"),
                    || {
                        collected_sums(&moments, bad, unit, &mut *poll)?
                            .covariance(Correction::DeLong)
                    },
                    any,
                );
            }
        }
        let mut later = covariance(
            &[good(), good()],
            &CovarianceRequest::default(),
            Options::new(&mut *poll),
        )
        .unwrap();
        later.matrix.pop();
        call(
            "a spread without a covariance",
            || {
                hypothesis::test_spread(
                    &later,
                    &Scale::AREA,
                    &hypothesis::Request::default(),
                    &mut *poll,
                )
            },
            any,
        );
        call(
            "a spread without a covariance",
            || later.area_intervals(&AreaRequest::default()),
            any,
        );
        later.values.clear();
        call(
            "a spread without values",
            || later.area_intervals(&AreaRequest::default()),
            any,
        );
        call(
            "a spread without values",
            || hypothesis::Estimate::of(&later, 0, &Scale::AREA),
            any,
        );
    }
    finish();
}

fn alternatives(bad: f64) -> [Alternative; 5] {
    [
        Alternative::TwoSided,
        Alternative::Less,
        Alternative::Greater,
        Alternative::Noninferior { margin: bad },
        Alternative::Equivalent { margin: bad },
    ]
}

#[test]
fn tests() {
    use hypothesis::{test_given, test_one, test_samples, Adjustment, Estimate, Kind, Request};
    use weighted_roc_core::interval::Area;
    let adjustments = [
        Adjustment::None,
        Adjustment::Closed,
        Adjustment::Holm,
        Adjustment::Hochberg,
        Adjustment::Hommel,
        Adjustment::Bonferroni,
        Adjustment::BenjaminiHochberg,
        Adjustment::BenjaminiYekutieli,
    ];
    for bad in BAD {
        for alternative in alternatives(bad) {
            for (null, kind) in [(bad, Kind::Score), (0.5, Kind::Wald), (0.0, Kind::Score)] {
                let mut request = Request::default();
                request.alternative = alternative;
                request.null = null;
                request.kind = kind;
                let poll = &mut soon();
                let context = format!("{bad:e}: {request:?}");
                let estimates = [
                    Estimate::Area(Area {
                        value: bad,
                        variance: 0.01,
                        df: DegreesOfFreedom {
                            variance: 9.0,
                            prior: 4.0,
                        },
                        expected: 0.1,
                    }),
                    Estimate::Area(Area {
                        value: 0.7,
                        variance: bad,
                        df: DegreesOfFreedom {
                            variance: bad,
                            prior: bad,
                        },
                        expected: bad,
                    }),
                    Estimate::Other {
                        value: bad,
                        variance: bad,
                        df: 9.0,
                    },
                    Estimate::Other {
                        value: 0.5,
                        variance: 0.01,
                        df: bad,
                    },
                ];
                for estimate in estimates {
                    call(
                        &format!("test_one {estimate:?} {context}"),
                        || test_one(&estimate, bad, &request),
                        |result| share_or_unknown(&result.p_value),
                    );
                }
                for number in [0, 1, 2, 3] {
                    let samples: Vec<hypothesis::Sample> = (0..number)
                        .map(|i| hypothesis::Sample {
                            estimate: estimates[i],
                            units: bad,
                        })
                        .collect();
                    let trend = Among::Trend(&[1.0, bad, 3.0][..number]);
                    let references = [0, 1, 3, usize::MAX].map(Among::Reference);
                    for among in references.into_iter().chain([Among::All, trend]) {
                        call(
                            &format!("test_samples {number} {among:?} {context}"),
                            || test_samples(&samples, among, &request, &mut *poll),
                            |result| share_or_unknown(&result.test.p_value),
                        );
                    }
                }
                request.adjustment = adjustments[(bad.to_bits() % 8) as usize];
                for (values, covariance) in [(2, 4), (3, 9), (0, 0), (1, 1), (2, 3), (3, 4)] {
                    for value in [bad, 0.7] {
                        let values = vec![value; values];
                        let covariance: Vec<f64> = (0..covariance)
                            .map(|i| if i % 4 == 0 { bad } else { 0.001 })
                            .collect();
                        for df in [&values[..], &[]] {
                            let given = hypothesis::KnownVariances {
                                estimates: &values,
                                covariance: &covariance,
                                df,
                            };
                            let trend = Among::Trend(&[bad, 1.0]);
                            for among in
                                [Among::All, trend, Among::Reference(0), Among::Reference(1)]
                            {
                                call(
                                    &format!("{given:?} {among:?} {context}"),
                                    || test_given(&given, among, &request, &mut *poll),
                                    |result| share_or_unknown(&result.test.p_value),
                                );
                            }
                        }
                    }
                }
            }
        }
    }
    finish();
}

#[test]
fn distributions() {
    for [a, b] in pairs() {
        for c in BAD {
            let context = format!("{a:e} {b:e} {c:e}");
            call(
                &format!("Beta {context}"),
                || {
                    let of = Beta::new(a, b)?;
                    assert!(are_tails([of.lower(c), of.upper(c)], c));
                    assert!(c.is_nan() || of.density(c) >= 0.0);
                    Ok([of.lower_quantile(c)?, of.upper_quantile(c)?])
                },
                |result| result.iter().all(share),
            );
            call(
                &format!("Fisher {context}"),
                || {
                    let of = Fisher::new(a, b)?;
                    assert!(are_tails([of.lower(c), of.upper(c)], c));
                    assert!(c.is_nan() || of.density(c) >= 0.0);
                    Ok([of.lower_quantile(c)?, of.upper_quantile(c)?])
                },
                |result| result.iter().all(|x| *x >= 0.0),
            );
        }
        call(
            &format!("ChiSquare {a:e} {b:e}"),
            || {
                let of = ChiSquare::new(a)?;
                assert!(are_tails([of.lower(b), of.upper(b)], b));
                Ok([of.lower_quantile(b)?, of.upper_quantile(b)?])
            },
            |result| result.iter().all(|x| *x >= 0.0),
        );
        call(
            &format!("Student {a:e} {b:e}"),
            || {
                let of = Student::new(a)?;
                assert!(are_tails([of.lower(b), of.upper(b)], b));
                Ok([of.lower_quantile(b)?, of.upper_quantile(b)?])
            },
            |result| result.iter().all(number),
        );
        call(
            &format!("Normal {a:e}"),
            || Ok([Normal.lower_quantile(a)?, Normal.upper_quantile(a)?]),
            |result| result.iter().all(number),
        );
        call(
            &format!("Normal {a:e}"),
            || Ok([Normal.lower(a), Normal.upper(a)]),
            |result| a.is_nan() || result.iter().all(share),
        );
    }
    finish();
}

#[test]
fn pooling_and_power() {
    for [a, b] in pairs() {
        for c in BAD {
            let possible = [c, b];
            for scale in [pooling::Scale::Logit, pooling::Scale::Plain { possible }] {
                let (estimates, errors) = ([a, 0.7, 0.6], [b, 0.1, 0.2]);
                for number in [0, 1, 3] {
                    let mut pooling = Pooling::new(&estimates[..number], &errors);
                    pooling.scale = scale;
                    pooling.complete = c;
                    pooling.null = Some(a);
                    call(
                        &format!("{pooling:?}"),
                        || rubin(&pooling),
                        |result| number_of(result.estimate),
                    );
                    pooling.std_errors = &errors[..number];
                    call(
                        &format!("{pooling:?}"),
                        || rubin(&pooling),
                        |result| number_of(result.estimate),
                    );
                }
            }
        }
    }
    let wanted = [
        Wanted::Positives,
        Wanted::Ratio,
        Wanted::Area,
        Wanted::Level,
        Wanted::Power,
    ];
    for bad in [f64::NAN, f64::INFINITY, 0.0, -1.0] {
        call(
            &format!("Effect {bad:e}"),
            || Effect::of_factor(bad),
            |result| number(&result.factor()),
        );
        call(
            &format!("Effect of weights {bad:e}"),
            || Effect::of_weights(&[bad, 1.0]),
            |result| number(&result.factor()),
        );
        for model in [Model::Binormal, Model::Exponential] {
            for correlation in [None, Some(bad), Some(0.5)] {
                let effect = Effect::of_factor(1.5).unwrap();
                let influences =
                    match catch_unwind(|| Influences::prior_df(model, correlation, effect)) {
                        Ok(Ok(influences)) => influences,
                        Ok(Err(_)) => continue,
                        Err(_) => panic!("prior_df {correlation:?}"),
                    };
                for hypothesis in [Hypothesis::One, Hypothesis::Paired, Hypothesis::Unpaired] {
                    for field in (0..7).filter(|field| bad.is_nan() || field % 3 == 0) {
                        let mut plan = Plan::new(&influences, hypothesis);
                        let mut numbers = Numbers {
                            positives: 100.0,
                            ratio: 2.0,
                            area: 0.7,
                            level: 0.05,
                            power: 0.9,
                        };
                        let fields = [
                            &mut plan.reference,
                            &mut plan.margin,
                            &mut numbers.positives,
                            &mut numbers.ratio,
                            &mut numbers.area,
                            &mut numbers.level,
                            &mut numbers.power,
                        ];
                        for (i, number) in fields.into_iter().enumerate() {
                            if i == field {
                                *number = bad;
                            }
                        }
                        for wanted in &wanted[if bad.is_nan() { 0 } else { 4 }..] {
                            call(
                                &format!("{hypothesis:?} {wanted:?} {numbers:?}"),
                                || solve(&plan, *wanted, &numbers, &mut soon()),
                                number,
                            );
                        }
                    }
                }
            }
        }
    }
    finish();
}

fn number_of(value: f64) -> bool {
    !value.is_nan()
}

#[test]
fn sizes() {
    call("reserve", || memory::reserve::<f64>(usize::MAX), any);
    call("filled", || memory::filled(usize::MAX, 0.0), any);
    call("collect", || memory::collect(0..usize::MAX), any);
    let threads = std::num::NonZeroUsize::MAX;
    call(
        "prefault",
        || prefault::<f64>(&mut [&mut [], &mut [0.0]], threads),
        any,
    );
    let options = Options {
        threads,
        ..Options::default()
    };
    call("threads", || wmw(&good(), options), share);
    finish();
}

#[test]
fn groups() {
    let scores = [good()];
    let spec = hypothesis::Request::default();
    spread_requests(|name, request| {
        let of_group = |request| Group {
            scores: &scores,
            request,
        };
        for number in 0..3 {
            let groups = vec![of_group(*request); number];
            let trends = [&[1.0, 1.0][..], &[f64::NAN], &[]].map(Among::Trend);
            for among in trends.into_iter().chain([Among::All, Among::Reference(1)]) {
                let mut groups = Groups::new(&groups, Scale::AREA);
                groups.among = among;
                call(
                    &format!("{number} groups of {name}, {among:?}"),
                    || test_groups(&groups, &spec, Options::new(&mut soon())),
                    any,
                );
            }
        }
        let groups = [of_group(*request), of_group(CovarianceRequest::default())];
        call(
            &format!("groups of {name} and of none"),
            || {
                let groups = Groups::new(&groups, Scale::AREA);
                test_groups(&groups, &spec, Options::new(&mut soon()))
            },
            any,
        );
    });
    finish();
}

#[test]
fn replicates_of_several() {
    let of = good();
    for scheme in SCHEMES {
        for number in SIZES {
            let replicates = Replicates::new(scheme, number);
            for classes in [0, 1, 2, 3] {
                let scores = vec![of.scores; classes];
                let request = request_of_classes(&of);
                call(
                    &format!("class_replicates of {classes}, {replicates:?}"),
                    || class_replicates(&scores, &request, replicates, Options::new(&mut soon())),
                    any,
                );
            }
            for samples in 0..3 {
                let spec = DecisionCurves::new(&[0.2, 0.5]);
                let new = || {
                    let sampling = Sampling::default();
                    Sample::new(&of, sampling, Level::default(), Options::new(&mut soon()))
                };
                call(
                    &format!("resampled benefits of {samples}, {replicates:?}"),
                    || {
                        let samples: Result<Vec<Sample>> = (0..samples).map(|_| new()).collect();
                        BenefitCovariance::resampled(
                            &samples?,
                            &spec,
                            replicates,
                            Options::new(&mut soon()),
                        )
                    },
                    any,
                );
            }
        }
    }
    each_links(|name, weight_models| {
        let sampling = Sampling::default();
        let sample = Sample::new(&of, sampling, Level::default(), Options::default()).unwrap();
        for thresholds in [&[][..], &[0.2, 0.5], &[f64::NAN]] {
            let spec = DecisionCurves::new(thresholds);
            call(
                &format!("linked benefits at {thresholds:?} of {name}"),
                || {
                    BenefitCovariance::linked(
                        std::slice::from_ref(&sample),
                        &spec,
                        weight_models,
                        Options::new(&mut soon()),
                    )
                },
                any,
            );
        }
    });
    for bad in BAD {
        for width in SIZES {
            call(
                &format!("replicate_covariance of width {width} of {bad:e}"),
                || replicate_covariance(&[bad, 1.0, bad, 2.0], width, &mut soon()),
                any,
            );
        }
    }
    finish();
}

#[test]
fn the_greatest_of_several() {
    for bad in BAD {
        for length in [0, 1, 2, 4, 9] {
            let equal = vec![bad; length];
            let mut apart = vec![0.0; length];
            apart.iter_mut().step_by(3).for_each(|entry| *entry = bad);
            for covariance in [equal, apart] {
                for df in BAD {
                    call(
                        &format!("the greatest of {covariance:?} with {df:e}"),
                        || {
                            let result = MultivariateT::new(&covariance, df, &mut soon())?;
                            let _ = (result.lower_quantile(bad), result.upper_quantile(bad));
                            Ok([result.lower(bad), result.upper(bad)])
                        },
                        |result| result.iter().all(share_or_unknown),
                    );
                }
            }
        }
    }
    finish();
}
