//! Against definitions, and by hand.

use super::{
    censoring_curve, outcome_weights, Censoring, Controls, Covariates, Known, KnownStrata,
    Operator, Outcome,
};
use crate::error::{Argument, Class, Error};
use crate::poll::Pace;
use crate::testing::cohort::{weights_of, Cohort};
use crate::testing::wrong_length;
use crate::{Options, Weights};

fn is_near(result: f64, expected: f64) -> bool {
    (result - expected).abs() <= 1e-12 * expected.abs().max(1.0)
}

fn are_near(result: &[f64], expected: &[f64]) -> bool {
    result.len() == expected.len() && result.iter().zip(expected).all(|(a, b)| is_near(*a, *b))
}

fn operator(outcome: &Outcome<'_>) -> Operator {
    Operator::new(outcome, Options::new(&mut || false)).unwrap()
}

fn through(outcome: &Outcome<'_>, influences: &[f64]) -> Vec<f64> {
    let mut result = influences.to_vec();
    let never = &mut || false;
    operator(outcome)
        .apply(&mut result, 1, &mut Pace::new(never))
        .unwrap();
    result
}

/// G, by its definition: behind time v, or before it.
pub(crate) fn survival(cohort: &Cohort, stratum: Option<i32>, v: f64, is_before: bool) -> f64 {
    let rows = || {
        let all = 0..cohort.times.len();
        all.filter(move |&i| stratum.map_or(true, |stratum| cohort.strata[i] == stratum))
    };
    let mut times: Vec<f64> = rows()
        .filter(|&i| cohort.status[i] == 0)
        .map(|i| cohort.times[i])
        .filter(|&time| if is_before { time < v } else { time <= v })
        .collect();
    times.sort_by(f64::total_cmp);
    times.dedup();
    let factor = |time: &f64| {
        let (mut censored, mut at_risk) = (0.0, 0.0);
        for i in rows() {
            let is_event = cohort.status[i] != 0;
            if cohort.times[i] > *time || cohort.times[i] == *time && !is_event {
                at_risk += cohort.weights[i];
            }
            if cohort.times[i] == *time && !is_event {
                censored += cohort.weights[i];
            }
        }
        if censored == 0.0 {
            1.0
        } else {
            1.0 - censored / at_risk
        }
    };
    times.iter().map(factor).product()
}

/// The score of the partial likelihood of two covariates, and L before each time, by their definitions.
fn breslow(cohort: &Cohort, b: [f64; 2], stratum: i32) -> ([f64; 2], Vec<(f64, f64)>) {
    let n = cohort.times.len();
    let z = |i: usize| [cohort.covariates[i], cohort.covariates[n + i]];
    let ratio = |i: usize| (b[0] * z(i)[0] + b[1] * z(i)[1]).exp();
    let is_here = |i: &usize| cohort.strata[*i] == stratum && cohort.weights[*i] > 0.0;
    let (mut score, mut parts) = ([0.0; 2], Vec::new());
    for i in (0..n).filter(is_here).filter(|&i| cohort.status[i] == 0) {
        let (mut sum, mut first) = (0.0, [0.0; 2]);
        for j in (0..n)
            .filter(is_here)
            .filter(|&j| cohort.times[j] >= cohort.times[i])
        {
            let part = cohort.weights[j] * ratio(j);
            sum += part;
            (0..2).for_each(|k| first[k] += part * z(j)[k]);
        }
        (0..2).for_each(|k| score[k] += cohort.weights[i] * (z(i)[k] - first[k] / sum));
        parts.push((cohort.times[i], cohort.weights[i] / sum));
    }
    (score, parts)
}

#[test]
fn weights_by_covariates_are_those_of_breslow() {
    let mut cohort = Cohort::random(70, 3);
    let n = cohort.times.len();
    let of = |strata: &[i32], b: [f64; 2], cohort: &Cohort| {
        let mut score = [0.0; 2];
        for stratum in 0..3 {
            let result = breslow(cohort, b, stratum).0;
            (0..2).for_each(|k| score[k] += result[k]);
        }
        assert_eq!(strata, cohort.strata);
        score
    };
    for stratified in [false, true] {
        if !stratified {
            cohort.strata.fill(0);
        }
        // Newton's method with numeric derivatives.
        let mut b = [0.0; 2];
        for _ in 0..30 {
            let at = of(&cohort.strata, b, &cohort);
            let step = 1e-4;
            let by = [0, 1].map(|k| {
                let (mut up, mut down) = (b, b);
                up[k] += step;
                down[k] -= step;
                let ends = [down, up].map(|b| of(&cohort.strata, b, &cohort));
                [0, 1].map(|l| (ends[1][l] - ends[0][l]) / (2.0 * step))
            });
            let determinant = by[0][0] * by[1][1] - by[0][1] * by[1][0];
            b[0] -= (by[1][1] * at[0] - by[1][0] * at[1]) / determinant;
            b[1] -= (by[0][0] * at[1] - by[0][1] * at[0]) / determinant;
        }
        let result = weights_of(&cohort.by_covariates_in_strata());
        for i in (0..n).filter(|&i| result.weights[i] > 0.0) {
            let parts = breslow(&cohort, b, cohort.strata[i]).1;
            let is_passed = |time: f64| time < cohort.times[i] && time <= cohort.at;
            let hazard: f64 = parts
                .iter()
                .filter(|(time, _)| is_passed(*time))
                .map(|(_, p)| p)
                .sum();
            let linear = b[0] * cohort.covariates[i] + b[1] * cohort.covariates[n + i];
            let expected = cohort.weights[i] * (hazard * linear.exp()).exp();
            assert!((result.weights[i] / expected - 1.0).abs() < 1e-11, "{i}");
        }
        cohort = Cohort::random(70, 4);
    }
}

#[test]
fn covariates_that_say_nothing_new_are_left_out() {
    let mut cohort = Cohort::random(80, 13);
    let result = weights_of(&cohort.by_covariates());
    let (n, two) = (80, 160);
    cohort.covariates.truncate(two);
    cohort.covariates.extend(vec![1e6; n]);
    let of_two = weights_of(&cohort.by_covariates());
    assert!(are_near(&result.weights, &of_two.weights));
    // Without any it is exp(-L) for all.
    cohort.covariates.clear();
    let none = weights_of(&cohort.by_covariates());
    let limit = weights_of(&cohort.outcome());
    let rows = none.weights.iter().zip(&limit.weights);
    assert!(rows.clone().all(|(a, b)| (a - b).abs() < 0.1 * b.max(1.0)));
    assert!(rows.clone().any(|(a, b)| a != b));
}

#[test]
fn a_coefficient_that_is_infinite_is_an_error() {
    let mut cohort = Cohort::random(60, 14);
    // Nobody with a 1 is censored.
    let status = cohort.status.iter();
    cohort.covariates = status
        .map(|status| f64::from(u8::from(*status != 0)))
        .collect();
    assert_eq!(fault(&cohort.by_covariates()), Error::Divergence);
    cohort.covariates[7] = f64::NAN;
    cohort.weights[7] = 1.0;
    let (argument, position) = (Argument::Covariates, 7);
    let missing = Error::Missing { argument, position };
    assert_eq!(fault(&cohort.by_covariates()), missing);
    cohort.covariates[7] = f64::INFINITY;
    let value = f64::INFINITY;
    assert_eq!(
        fault(&cohort.by_covariates()),
        Error::Infinite {
            argument,
            position,
            value
        }
    );
    cohort.covariates.truncate(59);
    assert_eq!(
        fault(&cohort.by_covariates()),
        wrong_length(argument, 59, 60)
    );
}

#[test]
fn a_censoring_before_an_event_is_by_hand() {
    // Half of the weight that is left at 2 is censored there; the event at 2 comes before.
    let (times, status) = ([1.0, 2.0, 2.0, 3.0, 9.0], [1, 1, 0, 1, 0]);
    let weights = [1.0, 2.0, 3.0, 1.0, 2.0];
    let outcome = Outcome {
        weights: Weights::F64(&weights),
        ..Outcome::new(&times, &status, 4.0)
    };
    let result = weights_of(&outcome);
    assert_eq!(result.labels, [1, 1, 0, 1, 0]);
    assert_eq!(result.weights, [1.0, 2.0, 0.0, 2.0, 4.0]);
    let u = through(&outcome, &[0.1, 0.2, 0.0, 0.5, -0.8]);
    // H = -0.3, A = C = 3: 3 * -0.3 / 6 of the one that is censored, -w (-0.3) / 6 of those who are left.
    assert!(are_near(&u, &[0.1, 0.2, -0.15, 0.55, -0.7]), "{u:?}");
}

#[test]
fn without_censoring_before_the_time_weights_are_the_own_ones_to_the_bit() {
    let mut cohort = Cohort::random(60, 3);
    for (time, status) in cohort.times.iter().zip(&mut cohort.status) {
        *status = if *time <= 6.0 { 1 + *status % 2 } else { 0 };
    }
    let result = weights_of(&cohort.in_strata());
    assert_eq!(result.weights, cohort.weights);
    let influences: Vec<f64> = cohort.weights.iter().map(|w| w.sin()).collect();
    assert_eq!(through(&cohort.in_strata(), &influences), influences);
}

#[test]
fn where_the_last_are_all_censored_nothing_is_infinite() {
    let (times, status) = ([1.0, 2.0, 3.0, 4.0, 4.0], [1, 2, 0, 0, 0]);
    let outcome = Outcome::new(&times, &status, 4.0);
    let result = weights_of(&outcome);
    // The last two are free of events at 4, and stand for the one before.
    assert_eq!(result.weights, [1.0, 1.0, 0.0, 1.5, 1.5]);
    let influences = [0.5, -0.5, 0.0, 0.5, -0.5];
    assert_eq!(through(&outcome, &influences), influences);
    let not_followed = Error::NotFollowed {
        stratum: 0,
        time: 5.0,
        share: 0.6,
        first: 1.0,
        last: 4.0,
    };
    assert_eq!(fault(&Outcome { at: 5.0, ..outcome }), not_followed);
}

#[test]
fn what_has_no_weight_is_not_there() {
    let mut cohort = Cohort::random(120, 5);
    let present: Vec<usize> = (0..120).filter(|&i| cohort.weights[i] > 0.0).collect();
    assert!(present.len() < 120);
    let few = cohort.cut(&present);
    for i in 0..120 {
        if cohort.weights[i] == 0.0 {
            (cohort.times[i], cohort.status[i], cohort.strata[i]) = (f64::NAN, i32::MIN, -7);
        }
    }
    let (all, few) = (cohort.in_strata(), few.in_strata());
    let result = weights_of(&all);
    let of_few = weights_of(&few);
    let influences: Vec<f64> = result.weights.iter().map(|w| w.sin()).collect();
    let u = through(&all, &influences);
    let influences_of_few: Vec<f64> = present.iter().map(|&i| influences[i]).collect();
    let u_of_few = through(&few, &influences_of_few);
    for (k, &i) in present.iter().enumerate() {
        assert_eq!(result.weights[i], of_few.weights[k]);
        assert_eq!(u[i], u_of_few[k]);
    }
}

#[test]
fn the_unit_of_weights_does_not_matter() {
    let cohort = Cohort::random(90, 6);
    let result = weights_of(&cohort.in_strata());
    let influences: Vec<f64> = result.weights.iter().map(|w| w.sin()).collect();
    let u = through(&cohort.in_strata(), &influences);
    for unit in [1e-310, 1e-300, 3.0, 1e300, 2f64.powi(1018)] {
        let mut scaled = cohort.clone();
        scaled.weights.iter_mut().for_each(|weight| *weight *= unit);
        let of_scaled = weights_of(&scaled.in_strata());
        for (weight, expected) in of_scaled.weights.iter().zip(&result.weights) {
            // Half of a denormal weight's digits are lost when it is made.
            assert!((weight / unit - expected).abs() <= 1e-11 * expected || unit < 1e-305);
        }
        if unit > 1e-305 {
            assert!(are_near(&through(&scaled.in_strata(), &influences), &u));
        }
    }
}

#[test]
fn several_columns_are_those_one_by_one() {
    let cohort = Cohort::random(70, 9);
    let result = weights_of(&cohort.in_strata());
    let columns: [Vec<f64>; 2] = [1.0, 2.0].map(|factor: f64| {
        let weights = result.weights.iter();
        weights.map(|w| (factor * w).sin()).collect()
    });
    let mut rows: Vec<f64> = (0..140).map(|i| columns[i % 2][i / 2]).collect();
    let never = &mut || false;
    let operator = operator(&cohort.in_strata());
    operator.apply(&mut rows, 2, &mut Pace::new(never)).unwrap();
    for (k, influences) in columns.iter().enumerate() {
        let column: Vec<f64> = rows.iter().skip(k).step_by(2).copied().collect();
        assert_eq!(column, through(&cohort.in_strata(), influences));
    }
}

fn fault(outcome: &Outcome<'_>) -> Error {
    outcome_weights(outcome, Options::new(&mut || false)).unwrap_err()
}

#[test]
fn a_time_without_cases_or_controls_is_an_error() {
    let (times, status) = ([1.0, 2.0, 4.0, 5.0], [0, 1, 2, 0]);
    let none = |class, time| Error::NoneAtTime {
        class,
        time,
        first: 2.0,
        last: 5.0,
        is_closed: true,
    };
    let mut outcome = Outcome::new(&times, &status, 1.5);
    assert_eq!(fault(&outcome), none(Class::Positive, 1.5));
    for controls in [Controls::All, Controls::Free] {
        (outcome.at, outcome.controls) = (5.0, controls);
        outcome_weights(&outcome, Options::new(&mut || false)).unwrap();
    }
    outcome.at = 5.5;
    assert_eq!(fault(&outcome), none(Class::Negative, 5.5));
    // The one with the event has no weight.
    let weights = [1.0, 0.0, 1.0, 1.0];
    outcome.weights = Weights::F64(&weights);
    assert_eq!(
        fault(&outcome),
        Error::NoneAtTime {
            class: Class::Positive,
            time: 5.5,
            first: f64::INFINITY,
            last: 5.0,
            is_closed: true,
        }
    );
    // Everybody has an event.
    let outcome = Outcome::new(&times[..2], &[1, 1], 2.0);
    assert_eq!(
        fault(&outcome),
        Error::NoneAtTime {
            class: Class::Negative,
            time: 2.0,
            first: 1.0,
            last: 2.0,
            is_closed: false,
        }
    );
}

#[test]
fn where_nobody_of_a_stratum_is_followed_to_the_time_there_are_no_weights() {
    // The second stratum ends with a censoring of half of its weight at 3, when 2/3 are left; the others with an event.
    let times = [1.0, 2.0, 4.0, 1.0, 2.0, 3.0, 3.0, 9.0];
    let (status, strata) = ([0, 1, 2, 1, 0, 1, 0, 0], [0, 0, 0, 1, 1, 1, 1, 1]);
    let weights = [1.0, 1.0, 1.0, 2.0, 2.0, 1.0, 1.0, 0.0];
    let outcome = |at| Outcome {
        weights: Weights::F64(&weights),
        censoring: Censoring::Strata(&strata, 2),
        ..Outcome::new(&times, &status, at)
    };
    assert_eq!(
        weights_of(&outcome(3.0)).weights,
        [0.0, 1.5, 1.5, 2.0, 0.0, 2.0, 2.0, 0.0]
    );
    assert_eq!(
        fault(&outcome(3.5)),
        Error::NotFollowed {
            stratum: 1,
            time: 3.5,
            share: 1.0 / 3.0,
            first: 1.0,
            last: 3.0,
        }
    );
    // All are one stratum, whose last one has an event.
    let whole = Outcome {
        censoring: Censoring::ProductLimit,
        ..outcome(9.0)
    };
    let total: f64 = weights_of(&whole).weights.iter().sum();
    assert!(is_near(total, 9.0));
    // By whatever model of censoring.
    let values: Vec<f64> = times.iter().map(|time| (time * 7.0) % 5.0).collect();
    let strata = Some((&strata[..], 2));
    let covariates = Covariates {
        values: &values,
        strata,
    };
    let known = Known {
        times: &[1.5],
        survival: &[0.8],
        strata: Some(KnownStrata {
            steps: &[0],
            observations: &[0, 0, 0, 1, 1, 1, 1, 1],
            number: 2,
        }),
    };
    for censoring in [Censoring::Cox(covariates), Censoring::Known(known)] {
        let of = |at| Outcome {
            censoring,
            ..outcome(at)
        };
        weights_of(&of(3.0));
        let result = fault(&of(3.5));
        let is_it = matches!(result, Error::NotFollowed { stratum: 1, last, .. } if last == 3.0);
        assert!(is_it, "{result:?}");
    }
}

#[test]
fn what_is_no_outcome_is_an_error() {
    let (times, status) = ([1.0, 2.0, 3.0], [1, 0, 0]);
    let outcome = Outcome::new(&times, &status, 2.5);
    let with_times = |times| Outcome { times, ..outcome };
    assert_eq!(fault(&with_times(&[])), Error::Empty);
    let length = |argument, length| wrong_length(argument, length, 3);
    let (position, missing) = (1, Argument::Times);
    let argument = missing;
    assert_eq!(
        fault(&with_times(&[1.0, f64::NAN, 3.0])),
        Error::Missing { argument, position }
    );
    assert_eq!(
        fault(&with_times(&[1.0, -2.0, 3.0])),
        Error::Time {
            position,
            value: -2.0
        }
    );
    let with_status = |status| Outcome { status, ..outcome };
    assert_eq!(fault(&with_status(&[1, 0])), length(Argument::Status, 2));
    assert_eq!(
        fault(&with_status(&[1, 3, 0])),
        Error::Status { position, value: 3 }
    );
    let with_weights = |weights| Outcome {
        weights: Weights::F64(weights),
        ..outcome
    };
    assert_eq!(fault(&with_weights(&[1.0])), length(Argument::Weights, 1));
    assert_eq!(
        fault(&with_weights(&[1.0, -1.0, 1.0])),
        Error::Weight {
            position,
            value: -1.0
        }
    );
    let argument = Argument::Weights;
    assert_eq!(
        fault(&with_weights(&[1.0, f64::NAN, 1.0])),
        Error::Missing { argument, position }
    );
    let in_strata = |codes| Outcome {
        censoring: Censoring::Strata(codes, 2),
        ..outcome
    };
    assert_eq!(fault(&in_strata(&[0, 1])), length(Argument::Strata, 2));
    assert_eq!(
        fault(&in_strata(&[0, 2, 1])),
        Error::Stratum {
            position,
            value: 2,
            strata: 2
        }
    );
    for value in [0.0, -1.0] {
        let outcome = Outcome {
            at: value,
            ..outcome
        };
        assert_eq!(fault(&outcome), Error::Parameter { name: "t", value });
    }
}

#[test]
fn times_may_be_0_or_infinite() {
    let (times, status) = ([0.0, -0.0, 2.0, f64::INFINITY], [0, 1, 1, 1]);
    let result = weights_of(&Outcome::new(&times, &status, 3.0));
    assert_eq!(result.labels, [0, 1, 1, 0]);
    assert_eq!(result.weights, [0.0, 1.0, 1.5, 1.5]);
}

#[test]
fn the_curve_is_that_of_all_times_and_of_each_stratum() {
    let cohort = Cohort::random(90, 12);
    let never = &mut || false;
    let result = censoring_curve(&cohort.in_strata(), Options::new(never)).unwrap();
    assert!(result.times.len() > 20);
    for (k, (&time, &stratum)) in result.times.iter().zip(&result.strata).enumerate() {
        let expected = survival(&cohort, Some(stratum), time, false);
        assert!(is_near(result.survival[k], expected));
    }
    let steps = || result.strata.iter().zip(&result.times);
    assert!(steps().zip(steps().skip(1)).all(|(a, b)| a < b));
}

#[test]
fn a_known_curve_holds_from_each_of_its_times_on() {
    let (times, status) = ([0.5, 1.0, 1.5, 2.0, 9.0], [1, 1, 0, 2, 0]);
    let known = |times, survival| Known {
        times,
        survival,
        strata: None,
    };
    let with = |known| Outcome {
        censoring: Censoring::Known(known),
        ..Outcome::new(&times, &status, 2.0)
    };
    // Nobody needs G behind the time.
    for survival in [&[0.5, 0.25], &[0.5, 0.0]] {
        let result = weights_of(&with(known(&[1.0, 2.0], survival)));
        assert_eq!(result.weights, [1.0, 1.0, 0.0, 2.0, 2.0]);
    }
    assert_eq!(
        fault(&with(known(&[1.0, 1.75], &[0.5, 0.0]))),
        Error::NeverFollowed {
            position: 3,
            time: 2.0,
            last: 1.75,
        }
    );
    let (argument, position) = (Argument::Times, 1);
    let [from, to] = [2.0, 1.0];
    assert_eq!(
        fault(&with(known(&[2.0, 1.0], &[0.5, 0.25]))),
        Error::NotAscending {
            argument,
            position,
            from,
            to
        }
    );
    assert_eq!(
        fault(&with(known(&[2.0, f64::NAN], &[0.5, 0.25]))),
        Error::Missing { argument, position }
    );
    let outside = fault(&with(known(&[1.0, 2.0], &[0.5, 1.25])));
    assert!(matches!(
        outside,
        Error::Range {
            position: Some(1),
            value: 1.25,
            ..
        }
    ));
    let expected = 2;
    assert_eq!(
        fault(&with(known(&[1.0, 2.0], &[0.5]))),
        wrong_length(Argument::Survival, 1, expected)
    );
    let mut in_strata = known(&[1.0, 1.0], &[0.5, 0.25]);
    let mut strata = KnownStrata {
        steps: &[0, 1],
        observations: &[0, 1, 1, 1, 0],
        number: 2,
    };
    in_strata.strata = Some(strata);
    assert_eq!(
        weights_of(&with(in_strata)).weights,
        [1.0, 1.0, 0.0, 4.0, 2.0]
    );
    strata.steps = &[1, 0];
    in_strata.strata = Some(strata);
    let (value, strata) = (0, 2);
    assert_eq!(
        fault(&with(in_strata)),
        Error::Stratum {
            position,
            value,
            strata
        }
    );
}
