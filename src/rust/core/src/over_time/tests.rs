//! Against definitions in O(n^2), and numeric derivatives.

use super::*;
use crate::area::wmw;
use crate::censoring::tests::survival;
use crate::censoring::{Censoring, Controls, Covariates, Known, KnownStrata, Outcome};
use crate::error::{Class, Error};
use crate::inference::{covariance, CovarianceRequest};
use crate::sampling::{Correction, Sampling, WeightModel, WeightModels};
use crate::testing::by;
use crate::testing::cohort::{weights_of, Cohort};
use crate::{Observations, Options, Scores};

/// 1 where the first score is higher, 1/2 where both are equal.
fn beats(first: f64, second: f64) -> f64 {
    if first > second {
        1.0
    } else if first == second {
        0.5
    } else {
        0.0
    }
}

/// Derivatives of a number by the logarithm of each own weight.
fn derivatives(cohort: &Cohort, value: impl Fn(&Cohort) -> f64) -> Vec<f64> {
    const STEP: f64 = 1e-3;
    (0..cohort.times.len())
        .map(|i| {
            let at = |step: f64| {
                let mut shifted = cohort.clone();
                shifted.weights[i] *= 1.0 + step;
                value(&shifted)
            };
            let between = |step: f64| (at(step) - at(-step)) / (2.0 * step);
            (4.0 * between(STEP) - between(2.0 * STEP)) / 3.0
        })
        .collect()
}

fn are_near(result: &[f64], expected: &[f64], error: f64) {
    assert_eq!(result.len(), expected.len());
    for (i, (a, b)) in result.iter().zip(expected).enumerate() {
        let is_near = (a - b).abs() <= error || a.is_nan() && b.is_nan();
        assert!(is_near, "{i}: {a} {b}");
    }
}

fn concordance_by_pairs(cohort: &Cohort, pairs: Pairs, until: f64, stratified: bool) -> f64 {
    let (mut agreeing, mut all) = (0.0, 0.0);
    for i in 0..cohort.times.len() {
        let time = cohort.times[i];
        if cohort.status[i] != 1 || time > until || cohort.weights[i] == 0.0 {
            continue;
        }
        let survival_of = |row: usize| match pairs {
            Pairs::Harrell => 1.0,
            Pairs::Uno => survival(cohort, stratified.then_some(cohort.strata[row]), time, true),
        };
        for j in 0..cohort.times.len() {
            let is_tied = cohort.times[j] == time && cohort.status[j] != 1;
            if cohort.times[j] > time || is_tied {
                if cohort.weights[j] == 0.0 {
                    continue;
                }
                let own = cohort.weights[i] * cohort.weights[j];
                let weight = own / (survival_of(i) * survival_of(j));
                all += weight;
                agreeing += weight * beats(cohort.scores[i], cohort.scores[j]);
            }
        }
    }
    agreeing / all
}

#[test]
fn concordance_and_its_influences_are_those_of_all_pairs() {
    for seed in 0..8 {
        let cohort = Cohort::random(50, seed);
        for (pairs, until, stratified) in [
            (Pairs::Harrell, f64::INFINITY, false),
            (Pairs::Harrell, 5.0, false),
            (Pairs::Uno, 7.0, false),
            (Pairs::Uno, 7.0, true),
        ] {
            let outcome = if stratified {
                cohort.in_strata()
            } else {
                cohort.outcome()
            };
            let mut request = ConcordanceRequest::new(outcome);
            request.pairs = pairs;
            request.until = until;
            request.influences = true;
            let scores = [Scores::F64(&cohort.scores)];
            let result = concordance(&scores, &request, Options::default()).unwrap();
            let value = |cohort: &Cohort| concordance_by_pairs(cohort, pairs, until, stratified);
            are_near(&result.covariance.values, &[value(&cohort)], 1e-13);
            are_near(&result.influences, &derivatives(&cohort, value), 1e-10);
            let squares: f64 = result.influences.iter().map(|u| u * u).sum();
            are_near(&result.covariance.matrix, &[squares], 1e-14);
        }
    }
}

/// The value by all pairs is tested in R, with the model of package survival.
#[test]
fn influences_through_covariates_are_derivatives() {
    for seed in 0..4 {
        let mut cohort = Cohort::random(50, seed);
        if seed % 2 == 1 {
            // Some with the same covariates are one group.
            cohort.covariates.iter_mut().for_each(|z| *z = z.round());
        }
        let request = |cohort: &Cohort, strata| {
            let mut request = ConcordanceRequest::new(cohort.outcome());
            request.outcome.censoring = Censoring::Cox(Covariates {
                values: &cohort.covariates,
                strata,
            });
            (request.pairs, request.until, request.influences) = (Pairs::Uno, 7.0, true);
            concordance(&[Scores::F64(&cohort.scores)], &request, Options::default()).unwrap()
        };
        let result = request(&cohort, None);
        let value = |cohort: &Cohort| request(cohort, None).covariance.values[0];
        are_near(&result.influences, &derivatives(&cohort, value), 1e-9);
        let strata = Some((&cohort.strata[..], 3));
        let result = request(&cohort, strata);
        let value = |shifted: &Cohort| request(shifted, strata).covariance.values[0];
        are_near(&result.influences, &derivatives(&cohort, value), 1e-9);
    }
}

#[test]
fn covariates_without_effect_are_the_strata_of_their_values() {
    let cohort = Cohort::random(60, 5);
    let scores = [Scores::F64(&cohort.scores)];
    let value = |censoring| {
        let mut request = ConcordanceRequest::new(cohort.outcome());
        request.outcome.censoring = censoring;
        (request.pairs, request.until) = (Pairs::Uno, 7.0);
        let result = concordance(&scores, &request, Options::default()).unwrap();
        (result.covariance.values[0], result.covariance.matrix[0])
    };
    let constant = vec![1.0; 60];
    let groups: Vec<f64> = (0..60).map(|i| f64::from(i % 2)).collect();
    let together = [&constant[..], &groups[..]].concat();
    let of = |values| {
        Censoring::Cox(Covariates {
            values,
            strata: None,
        })
    };
    // A constant says nothing: the same coefficient, and other groups of rows.
    let (one, both) = (value(of(&groups)), value(of(&together)));
    assert_eq!(one, both);
}

#[test]
fn a_known_probability_of_0_is_an_error_where_a_pair_needs_it() {
    let times = [1.0, 2.0, 3.0, 4.0];
    let mut outcome = Outcome::new(&times, &[1, 1, 1, 0], f64::INFINITY);
    let scores = [Scores::F64(&[4.0, 3.0, 1.0, 2.0])];
    let known = |survival, steps, observations| {
        Censoring::Known(Known {
            times: &[1.5, 2.5],
            survival,
            strata: Some(KnownStrata {
                steps,
                observations,
                number: 2,
            }),
        })
    };
    let value = |outcome, until| {
        let mut request = ConcordanceRequest::new(outcome);
        (request.pairs, request.until) = (Pairs::Uno, until);
        concordance(&scores, &request, Options::default()).map(|result| result.covariance.values[0])
    };
    // Stratum 1 is of the last one only, and has nobody behind time 2.5.
    outcome.censoring = known(&[0.5, 0.0], &[1, 1], &[0, 0, 0, 1]);
    let fault = value(outcome, 3.0).unwrap_err();
    assert_eq!(
        fault,
        Error::NeverFollowed {
            position: 3,
            time: 3.0,
            last: 2.5,
        }
    );
    // (1, 2), (1, 3), (1, 4), (2, 3), and (2, 4) with weight 2.
    assert_eq!(value(outcome, 2.0), Ok(1.0));
    // All agree but (3, 4), whose weight is 4 among 1 + 1 + 1 + 1 + 2.
    outcome.censoring = known(&[0.5, 0.25], &[1, 1], &[0, 0, 0, 1]);
    assert_eq!(value(outcome, 3.0), Ok(0.6));
}

#[test]
fn clusters_add_up_influences() {
    let cohort = Cohort::random(60, 1);
    let codes: Vec<i32> = (0..60).map(|i| i % 17).collect();
    let other: Vec<f64> = cohort.scores.iter().rev().copied().collect();
    let scores = [Scores::F64(&cohort.scores), Scores::F64(&other)];
    let mut request = ConcordanceRequest::new(cohort.outcome());
    request.pairs = Pairs::Uno;
    request.sampling.clusters = Some((&codes, 17));
    request.influences = true;
    let result = concordance(&scores, &request, Options::default()).unwrap();
    let mut sums = [[0.0; 2]; 17];
    for (i, &code) in codes.iter().enumerate() {
        (0..2).for_each(|k| sums[code as usize][k] += result.influences[60 * k + i]);
    }
    let product = |k: usize, l: usize| sums.iter().map(|sum| sum[k] * sum[l]).sum::<f64>();
    let expected = [product(0, 0), product(0, 1), product(1, 0), product(1, 1)];
    are_near(&result.covariance.matrix, &expected, 1e-15);
    assert!(result.covariance.prior_df < 4.0);
}

#[test]
fn observations_of_both_classes_have_the_variance_of_the_jackknife() {
    let cohort = Cohort::random(60, 5);
    let columns = two_scores(&cohort);
    let scores = [Scores::F64(&columns[0]), Scores::F64(&columns[1])];
    let (outcome, options) = (cohort.outcome(), Options::default);
    let covariances = |sampling: Sampling<'_>| {
        let mut incident = IncidentRequest::new(outcome, &[2.0]);
        incident.bandwidth = Some(3.0);
        incident.sampling = sampling;
        let mut integrated = IntegratedRequest::new(outcome);
        integrated.sampling = sampling;
        let mut pairs = ConcordanceRequest::new(outcome);
        pairs.sampling = sampling;
        let incident = incident_areas(&scores, &incident, options()).unwrap();
        let integrated = integrated_areas(&scores, &integrated, options()).unwrap();
        let pairs = concordance(&scores, &pairs, options()).unwrap();
        let incident = incident.covariances.into_iter().next().unwrap();
        [incident, integrated.covariance, pairs.covariance].map(|covariance| covariance.matrix)
    };
    let by = |correction| Sampling::default().with_correction(correction);
    let jackknife = covariances(by(Correction::Jackknife));
    assert_eq!(covariances(by(Correction::DeLong)), jackknife);
    assert!(jackknife.iter().flatten().all(|value| value.is_finite()));
    // One cluster says nothing of how clusters vary.
    let single = Sampling::default().with_clusters(Some((&[0; 60], 1)));
    let unknown = covariances(single);
    assert!(unknown.iter().flatten().all(|value| value.is_nan()));
}

#[test]
fn without_pairs_there_is_no_concordance() {
    let mut cohort = Cohort::random(30, 2);
    cohort.status.fill(0);
    let scores = [Scores::F64(&cohort.scores)];
    let request = ConcordanceRequest::new(cohort.outcome());
    let result = concordance(&scores, &request, Options::default());
    assert!(matches!(result, Err(Error::NoWeight { .. })), "{result:?}");
}

/// Columns of two scores.
fn two_scores(cohort: &Cohort) -> [Vec<f64>; 2] {
    let other = cohort.scores.iter().enumerate();
    let other = other.map(|(i, score)| score + 40.0 * ((i * i) % 7) as f64 / 64.0);
    [cohort.scores.clone(), other.collect()]
}

#[test]
fn a_time_is_what_an_outcome_at_that_time_gives() {
    let times = [2.0, 4.5, 6.0, 7.25, 8.0];
    for seed in 0..6 {
        let mut cohort = Cohort::random(90, seed);
        let codes: Vec<i32> = (0..90).map(|i| i % 23).collect();
        let columns = two_scores(&cohort);
        let scores = [Scores::F64(&columns[0]), Scores::F64(&columns[1])];
        for case in 0..8 {
            cohort.controls = [Controls::All, Controls::Free][case % 2];
            let mut outcome = if case / 2 % 2 == 0 {
                cohort.outcome()
            } else {
                cohort.in_strata()
            };
            let clusters = (case >= 4).then_some((&codes[..], 23));
            let estimator = [Correction::DeLong, Correction::Jackknife][seed as usize % 2];
            let mut request = TimesRequest::new(outcome, &times);
            request.sampling.clusters = clusters;
            request.sampling.correction = estimator;
            request.influences = true;
            request.covariance = true;
            let result = areas_at_times(&scores, &request, Options::default()).unwrap();
            for (k, &time) in times.iter().enumerate() {
                outcome.at = time;
                let weights = weights_of(&outcome);
                let weight_models = [WeightModel::Outcome(outcome)];
                let mut weight_models = WeightModels::new(&weight_models);
                weight_models.clusters = clusters;
                let of_time = scores.map(|scores| Observations {
                    scores,
                    ..cohort.observations(&weights)
                });
                let request = CovarianceRequest::default().with_sampling(
                    Sampling::default()
                        .with_correction(estimator)
                        .with_clusters(clusters)
                        .with_weight_models(Some(weight_models)),
                );
                let expected = covariance(&of_time, &request, Options::default()).unwrap();
                let one = &result.covariances[k];
                are_near(&one.values, &expected.values, 1e-14);
                are_near(&one.matrix, &expected.matrix, 1e-14);
                are_near(&one.df, &expected.df, 1e-10);
                are_near(&one.placement_factor, &expected.placement_factor, 1e-14);
                are_near(&one.effective, &expected.effective, 1e-11);
                are_near(&[one.prior_df], &[expected.prior_df], 1e-12);
                assert_eq!(
                    (&one.units, &one.numbers),
                    (&expected.units, &expected.numbers)
                );
                // Where each time stands among all.
                let width = 2 * times.len();
                for (i, value) in one.matrix.iter().enumerate() {
                    let place = (2 * k + i / 2) * width + 2 * k + i % 2;
                    are_near(&[result.covariance[place]], &[*value], 1e-15);
                }
                let value = |cohort: &Cohort| {
                    let mut outcome = if case / 2 % 2 == 0 {
                        cohort.outcome()
                    } else {
                        cohort.in_strata()
                    };
                    outcome.at = time;
                    wmw(
                        &cohort.observations(&weights_of(&outcome)),
                        Options::default(),
                    )
                    .unwrap()
                };
                if seed == 0 && case < 4 {
                    let influences = &result.influences[2 * k * 90..][..90];
                    are_near(influences, &derivatives(&cohort, value), 1e-10);
                }
            }
        }
    }
}

#[test]
fn a_time_without_cases_or_controls_is_an_error_with_the_times_that_have_them() {
    let cohort = Cohort::random(40, 3);
    let scores = [Scores::F64(&cohort.scores)];
    for (times, class) in [
        ([1e-9, 3.0], Class::Positive),
        ([3.0, 11.0], Class::Negative),
    ] {
        let mut outcome = cohort.outcome();
        outcome.controls = Controls::Free;
        let request = TimesRequest::new(outcome, &times);
        let result = areas_at_times(&scores, &request, Options::default());
        let is_it = matches!(result, Err(Error::NoneAtTime { class: of, .. }) if of == class);
        assert!(is_it, "{result:?}");
    }
    for times in [[3.0, 3.0], [4.0, 3.0], [0.0, 1.0], [1.0, f64::NAN]] {
        let request = TimesRequest::new(cohort.outcome(), &times);
        assert!(areas_at_times(&scores, &request, Options::default()).is_err());
    }
}

/// The ordinary area at a time.
fn area_at(cohort: &Cohort, time: f64, stratified: bool) -> f64 {
    let mut outcome = if stratified {
        cohort.in_strata()
    } else {
        cohort.outcome()
    };
    outcome.at = time;
    let weights = weights_of(&outcome);
    wmw(&cohort.observations(&weights), Options::default()).unwrap()
}

/// The mean by incidence: by the weights that cases have at the last time.
fn mean_by_incidence(cohort: &Cohort, times: &[f64], stratified: bool) -> f64 {
    let mut outcome = if stratified {
        cohort.in_strata()
    } else {
        cohort.outcome()
    };
    outcome.at = times[times.len() - 1];
    let result = weights_of(&outcome);
    let (mut sum, mut all, mut before) = (0.0, 0.0, f64::NEG_INFINITY);
    for &time in times {
        let rows = 0..cohort.times.len();
        let is_new = |i: &usize| {
            result.labels[*i] == 1 && cohort.times[*i] > before && cohort.times[*i] <= time
        };
        let weight: f64 = rows.filter(is_new).map(|i| result.weights[i]).sum();
        sum += weight * area_at(cohort, time, stratified);
        all += weight;
        before = time;
    }
    sum / all
}

#[test]
fn areas_at_all_events_are_those_one_by_one() {
    for seed in 0..10 {
        let mut cohort = Cohort::random(300, seed);
        for case in 0..4 {
            cohort.controls = [Controls::All, Controls::Free][case % 2];
            let stratified = case >= 2;
            let outcome = if stratified {
                cohort.in_strata()
            } else {
                cohort.outcome()
            };
            let scores = [Scores::F64(&cohort.scores)];
            let result = areas_over_time(&scores, &outcome, None, Options::default()).unwrap();
            let mut expected: Vec<f64> = (0..300)
                .filter(|&i| cohort.status[i] == 1 && cohort.weights[i] > 0.0)
                .map(|i| cohort.times[i])
                .collect();
            expected.sort_by(f64::total_cmp);
            expected.dedup();
            // Somebody of each stratum must be followed, if its last one is censored.
            let last_of = |stratum: Option<i32>| {
                let is_in = |i: &usize| stratum.map_or(true, |of| cohort.strata[*i] == of);
                let rows = || (0..300).filter(is_in).filter(|&i| cohort.weights[i] > 0.0);
                let last = rows().map(|i| cohort.times[i]).fold(0.0, f64::max);
                let mut at_last = rows().filter(|&i| cohort.times[i] == last);
                (last, at_last.any(|i| cohort.status[i] == 0))
            };
            let (last, is_censored) = last_of(None);
            if cohort.controls == Controls::Free {
                expected.retain(|time| *time < last || is_censored);
            }
            for stratum in (0..3).filter(|_| stratified) {
                let (last, is_censored) = last_of(Some(stratum));
                expected.retain(|time| *time <= last || !is_censored);
            }
            assert_eq!(result.times, expected);
            let areas: Vec<f64> = expected
                .iter()
                .map(|time| area_at(&cohort, *time, stratified))
                .collect();
            are_near(&result.values, &areas, 1e-13);
            let some = [1.5, 4.0, 7.5];
            let at_some = areas_over_time(&scores, &outcome, Some(&some), Options::default());
            let areas = some.map(|time| area_at(&cohort, time, stratified));
            are_near(&at_some.unwrap().values, &areas, 1e-13);
        }
    }
}

#[test]
fn means_over_times_and_their_influences_are_those_of_the_definition() {
    let grids: [Option<&[f64]>; 3] = [None, Some(&[3.0, 5.5, 8.0]), Some(&[6.0])];
    for seed in 0..1 {
        let mut cohort = Cohort::random(60, seed);
        for case in 0..12 {
            cohort.controls = [Controls::All, Controls::Free][case % 2];
            let stratified = case / 2 % 2 == 1;
            let outcome = if stratified {
                cohort.in_strata()
            } else {
                cohort.outcome()
            };
            let scores = [Scores::F64(&cohort.scores)];
            let mut request = IntegratedRequest::new(outcome);
            request.times = grids[case / 4];
            request.influences = true;
            let result = integrated_areas(&scores, &request, Options::default()).unwrap();
            let times = areas_over_time(&scores, &outcome, request.times, Options::default());
            let times = times.unwrap().times;
            let value = |cohort: &Cohort| mean_by_incidence(cohort, &times, stratified);
            are_near(&result.covariance.values, &[value(&cohort)], 1e-13);
            are_near(&result.influences, &derivatives(&cohort, value), 1e-9);
            let squares: f64 = result.influences.iter().map(|u| u * u).sum();
            are_near(&result.covariance.matrix, &[squares], 1e-14);
            // Given weights.
            let given: Vec<f64> = (0..times.len()).map(|k| (k % 3) as f64 + 0.5).collect();
            request.weights = TimeWeights::KnownVariances(&given);
            let result = integrated_areas(&scores, &request, Options::default()).unwrap();
            let value = |cohort: &Cohort| {
                let parts = times.iter().zip(&given);
                let sum: f64 = parts
                    .map(|(time, weight)| weight * area_at(cohort, *time, stratified))
                    .sum();
                sum / given.iter().sum::<f64>()
            };
            are_near(&result.covariance.values, &[value(&cohort)], 1e-13);
            are_near(&result.influences, &derivatives(&cohort, value), 1e-9);
        }
    }
}

/// The mean of the shares of those who are followed for longer and score lower, by a kernel.
fn incident_by_pairs(cohort: &Cohort, time: f64, bandwidth: f64) -> f64 {
    let (mut sum, mut all) = (0.0, 0.0);
    for i in 0..cohort.times.len() {
        let away = (cohort.times[i] - time) / bandwidth;
        if cohort.status[i] != 1 || away.abs() >= 1.0 {
            continue;
        }
        let (mut won, mut compared) = (0.0, 0.0);
        for j in 0..cohort.times.len() {
            let is_tied = cohort.times[j] == cohort.times[i] && cohort.status[j] == 0;
            if cohort.times[j] > cohort.times[i] || is_tied {
                won += cohort.weights[j] * beats(cohort.scores[i], cohort.scores[j]);
                compared += cohort.weights[j];
            }
        }
        if compared > 0.0 {
            let part = cohort.weights[i] * (1.0 - away * away);
            sum += part * won / compared;
            all += part;
        }
    }
    sum / all
}

#[test]
fn areas_of_incident_cases_are_those_of_the_definition() {
    let times = [1.0, 4.3, 7.0];
    for seed in 0..4 {
        let cohort = Cohort::random(70, seed);
        let scores = [Scores::F64(&cohort.scores)];
        let mut request = IncidentRequest::new(cohort.outcome(), &times);
        request.bandwidth = Some(2.5);
        request.influences = true;
        request.covariance = true;
        let result = incident_areas(&scores, &request, Options::default()).unwrap();
        for (k, &time) in times.iter().enumerate() {
            let value = |cohort: &Cohort| incident_by_pairs(cohort, time, 2.5);
            are_near(&result.covariances[k].values, &[value(&cohort)], 1e-13);
            let influences = &result.influences[70 * k..][..70];
            are_near(influences, &derivatives(&cohort, value), 1e-10);
            let squares: f64 = influences.iter().map(|u| u * u).sum();
            are_near(&result.covariances[k].matrix, &[squares], 1e-15);
            are_near(&[result.covariance[4 * k]], &[squares], 1e-15);
        }
        // Far from all events there is nothing.
        let far = IncidentRequest {
            times: &[40.0],
            ..request
        };
        let result = incident_areas(&scores, &far, Options::default());
        assert!(
            matches!(result, Err(Error::NoneAtTime { .. })),
            "{result:?}"
        );
    }
}

#[test]
fn known_censoring_moves_nothing() {
    let mut cohort = Cohort::random(60, 4);
    cohort.controls = Controls::Free;
    let known = Known {
        times: &[2.0, 5.0, 8.0],
        survival: &[0.8, 0.5, 0.3],
        strata: None,
    };
    let mut outcome = cohort.outcome();
    outcome.censoring = Censoring::Known(known);
    let scores = [Scores::F64(&cohort.scores)];
    let times = [4.0, 5.0, 9.0];
    let result = areas_at_times(
        &scores,
        &TimesRequest::new(outcome, &times),
        Options::default(),
    );
    let values = areas_over_time(&scores, &outcome, Some(&times), Options::default()).unwrap();
    for (k, covariance_at) in result.unwrap().covariances.iter().enumerate() {
        outcome.at = times[k];
        let weights = weights_of(&outcome);
        let of_time = [cohort.observations(&weights)];
        let expected =
            covariance(&of_time, &CovarianceRequest::default(), Options::default()).unwrap();
        are_near(&covariance_at.values, &expected.values, 1e-14);
        are_near(&covariance_at.matrix, &expected.matrix, 1e-14);
        are_near(&covariance_at.df, &expected.df, 1e-10);
        are_near(&[values.values[k]], &expected.values, 1e-14);
    }
}

#[test]
#[cfg_attr(miri, ignore = "slow")]
fn threads_do_not_change_a_bit() {
    let cohort = Cohort::random(70_000, 5);
    let scores = [Scores::F64(&cohort.scores)];
    let outcome = cohort.outcome();
    let all = |threads: usize| {
        let mut never = || false;
        let mut options = by(threads, &mut never);
        let times = TimesRequest::new(outcome, &[2.0, 6.5]);
        let at_times = areas_at_times(&scores, &times, options.reborrow()).unwrap();
        let course = areas_over_time(&scores, &outcome, None, options.reborrow()).unwrap();
        let mean = IntegratedRequest::new(outcome);
        let mean = integrated_areas(&scores, &mean, options.reborrow()).unwrap();
        let mut pairs = ConcordanceRequest::new(outcome);
        pairs.pairs = Pairs::Uno;
        pairs.until = 8.0;
        let pairs = concordance(&scores, &pairs, options).unwrap();
        let values = [
            &at_times.covariances[0].values[..],
            &at_times.covariances[1].matrix,
            &course.values,
            &mean.covariance.matrix,
            &pairs.covariance.matrix,
        ];
        values
            .concat()
            .iter()
            .map(|x| x.to_bits())
            .collect::<Vec<_>>()
    };
    let one = all(1);
    assert_eq!(all(2), one);
    assert_eq!(all(8), one);
}
