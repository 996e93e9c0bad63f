//! Intervals of quantities, against their definitions and against the library's own intervals of areas and rates.

use super::*;
use crate::inference::CovarianceRequest;
use crate::interval::{Interval, Level};
use crate::measure::{Density, ForecastLoss};
use crate::quantity::{Measure, Place, Quantity, Rate, Standardize};
use crate::sampling::Sampling;
use crate::testing::by;
use crate::testing::costs;
use crate::testing::data::Data;
use crate::testing::rng::Rng;

/// Forecasts of which higher ones are better, and weights from 1/2 to 3/2.
fn sample(n: usize, seed: u64) -> Data {
    let mut rng = Rng::new(seed);
    let labels: Vec<i32> = (0..n).map(|i| i32::from(i % 3 == 0)).collect();
    let score = |label: &i32| {
        let (a, b) = (rng.unit(), rng.unit());
        (if *label == 1 { a.max(b) } else { a.min(b) } * 40.0).floor() / 40.0
    };
    let scores = labels.iter().map(score).collect();
    Data::with(scores, labels, (0..n).map(|_| 0.5 + rng.unit()).collect())
}

fn summary(measure: Measure, prior: Option<f64>) -> Quantity {
    Quantity::whole_curve(measure).with_prior(prior)
}

fn all() -> Vec<Quantity> {
    let partial = |by, standardize| {
        Quantity::at_place(
            Measure::PartialArea(standardize),
            Place::Between(by, [0.1, 0.4]),
        )
    };
    let at =
        |measure, prior| Quantity::at_place(measure, Place::Threshold(Some(0.5))).with_prior(prior);
    let share = |measure, prior| Quantity::at_place(measure, Place::Share(0.3)).with_prior(prior);
    let mut all = vec![
        Quantity::AREA,
        Quantity::GINI,
        Quantity::PREVALENCE,
        summary(Measure::TrivialCost(Density::ByPriors), None),
        summary(Measure::Uncertainty(ForecastLoss::Quadratic), None),
        summary(Measure::Uncertainty(ForecastLoss::Logarithmic), None),
        Quantity::tpr_at(0.2),
        Quantity::fpr_at(0.7),
        partial(Rate::Fpr, Standardize::None),
        partial(Rate::Fpr, Standardize::McClish),
        partial(Rate::Tpr, Standardize::Range),
    ];
    for prior in [None, Some(0.2)] {
        all.extend([
            at(Measure::Tpr, None),
            at(Measure::Ppv, prior),
            at(Measure::FalseOmissionRate, prior),
            at(Measure::F1, prior),
            at(Measure::Accuracy, prior),
            at(Measure::Kappa, prior),
            at(Measure::Correlation, prior),
            at(Measure::NegativeLikelihoodRatio, None),
            at(Measure::NetBenefit(0.5), prior),
            at(Measure::F(2.0), prior),
            at(Measure::Jaccard, prior),
            at(Measure::NumberToEvaluate, prior),
            at(Measure::Markedness, prior),
            at(Measure::PredictiveProduct, prior),
            at(Measure::OddsRatio, None),
            at(Measure::NumberToDiagnose, None),
            at(Measure::Dependence, None),
            at(Measure::Distance, None),
            at(Measure::GeometricMean, None),
            at(Measure::Imbalance, None),
            share(Measure::Fnr, prior),
            share(Measure::Lift, prior),
            Quantity::whole_curve(Measure::Concentration).with_prior(prior),
            summary(Measure::LeastCost(Density::ByPriors), prior),
            summary(Measure::ExpectedCost([2.0, 1.0]), None),
            summary(Measure::SavedExpectedCost([1.0, 1.0]), None),
            summary(Measure::LeastError, prior),
            summary(Measure::H(Density::ByPriors), prior),
            summary(Measure::Brier, prior),
            summary(Measure::AveragePrecision, prior),
            summary(Measure::PrecisionRecallGain, prior),
        ]);
    }
    all
}

/// Quantities of independent observations.
fn request_for(quantities: &[Quantity]) -> EstimateRequest<'_> {
    EstimateRequest {
        covariance: CovarianceRequest::default().with_quantities(quantities),
        ..EstimateRequest::default()
    }
}

fn result(data: &Data, request: &EstimateRequest<'_>) -> Estimates {
    estimate(&[data.observations()], request, by(1, &mut || false)).unwrap()
}

/// Gini's coefficient is 2 A - 1 to the bit, the concentration a share of that, which is known or varies, too.
#[test]
fn gini_and_concentration_have_the_interval_of_the_area() {
    let data = sample(150, 3);
    let quantities = [
        Quantity::AREA,
        Quantity::GINI,
        Quantity::whole_curve(Measure::Concentration).with_prior(Some(0.25)),
        Quantity::whole_curve(Measure::Concentration),
        Quantity::PREVALENCE,
    ];
    let all = result(&data, &request_for(&quantities)).estimates;
    let [area, gini, known, varying, prevalence] = [0, 1, 2, 3, 4].map(|k| all[k]);
    let doubled = |x: f64| 2.0 * x - 1.0;
    assert_eq!(gini.value, doubled(area.value));
    let interval = gini.interval;
    assert_eq!(
        [interval.low, interval.high],
        [area.interval.low, area.interval.high].map(doubled)
    );
    assert_eq!(interval.std_error, 2.0 * area.interval.std_error);
    for (of_known, of_gini) in [
        (known.value, gini.value),
        (known.interval.low, gini.interval.low),
        (known.interval.high, gini.interval.high),
        (known.interval.std_error, gini.interval.std_error),
    ] {
        assert!((of_known - 0.75 * of_gini).abs() < 1e-15);
    }
    // As a product of two that hardly depend on each other.
    let negative = 1.0 - prevalence.value;
    let parts = [
        negative * gini.interval.std_error,
        gini.value * prevalence.interval.std_error,
    ];
    let std_error = parts[0].hypot(parts[1]);
    assert!((varying.interval.std_error / std_error - 1.0).abs() < 0.05);
    assert!(varying.interval.low < negative * gini.interval.low);
    assert!(varying.interval.high > varying.value && varying.interval.high < 1.0);
}

/// The forecast for all loses most where both classes are as frequent.
#[test]
fn the_interval_of_the_uncertainty_is_that_of_the_prevalence() {
    let half: Vec<i32> = (0..60).map(|i| i32::from(i % 20 < 9)).collect();
    let data = Data::with((0..60).map(f64::from).collect(), half, vec![1.0; 60]);
    let uncertainty = |prior| summary(Measure::Uncertainty(ForecastLoss::Quadratic), prior);
    let quantities = [
        Quantity::PREVALENCE,
        uncertainty(None),
        uncertainty(Some(0.2)),
    ];
    let all = result(&data, &request_for(&quantities)).estimates;
    let [low, high] = [all[0].interval.low, all[0].interval.high];
    assert!(low < 0.5 && high > 0.5);
    assert_eq!(all[1].interval.high, 0.25);
    assert!((all[1].interval.low - (low * (1.0 - low)).min(high * (1.0 - high))).abs() < 1e-15);
    assert!((all[1].interval.std_error / (0.1 * all[0].interval.std_error) - 1.0).abs() < 1e-9);
    let known = all[2];
    assert_eq!([known.interval.low, known.interval.high], [known.value; 2]);
    assert_eq!(known.interval.std_error, 0.0);
}

/// The cost of a score falls as its saving rises: both have the same replicates.
#[test]
fn the_least_cost_is_as_sure_as_what_it_saves() {
    let beta = [2.0, 3.0];
    let quantities = [
        summary(Measure::SavedExpectedCost(beta), None),
        summary(Measure::ExpectedCost(beta), None),
        summary(Measure::TrivialExpectedCost(beta), None),
    ];
    let all = result(&sample(150, 3), &request_for(&quantities)).estimates;
    let [saved, least, trivial] = [all[0], all[1], all[2]];
    let of = |saved: f64| trivial.value * (1.0 - saved);
    let near = |a: f64, b: f64| assert!((a - b).abs() < 1e-8, "{a} for {b}");
    near(least.value, of(saved.value));
    near(
        least.interval.std_error,
        trivial.value * saved.interval.std_error,
    );
    near(least.interval.low, of(saved.interval.high));
    near(least.interval.high, of(saved.interval.low));
}

#[test]
fn what_has_no_spread_has_no_interval() {
    let costs = costs(1.0, 3.0, 0.0, 0.0);
    let area = Quantity::whole_curve(Measure::CostAreaRatio(costs));
    let quantities = [
        summary(Measure::Miscalibration(ForecastLoss::Quadratic), None),
        summary(Measure::Skill(ForecastLoss::Logarithmic), Some(0.3)),
        area,
    ];
    for result in result(&sample(150, 3), &request_for(&quantities)).estimates {
        assert!(result.value.is_finite());
        let Interval {
            std_error,
            low,
            high,
            df,
        } = result.interval;
        assert!([std_error, low, high, df].iter().all(|part| part.is_nan()));
    }
}

/// Numbers needed are 1 divided by PPV and by J; where J may be 0 there is no upper end.
#[test]
fn intervals_of_numbers_needed_are_those_of_what_they_are_made_of() {
    let at = |measure, threshold, prior| {
        Quantity::at_place(measure, Place::Threshold(Some(threshold))).with_prior(prior)
    };
    let data = sample(150, 3);
    for prior in [None, Some(0.2)] {
        for [number, of] in [
            [Measure::NumberToEvaluate, Measure::Ppv],
            [Measure::NumberToDiagnose, Measure::Youden],
        ] {
            let pair = [at(number, 0.5, prior), at(of, 0.5, prior)];
            let all = result(&data, &super::tests::request_for(&pair)).estimates;
            let [number, of] = [all[0], all[1]];
            for (end, other) in [
                (number.value, of.value),
                (number.interval.low, of.interval.high),
                (number.interval.high, of.interval.low),
            ] {
                assert!((end * other - 1.0).abs() < 1e-12, "{end} {other}");
            }
            let std_error = of.interval.std_error / (of.value * of.value);
            assert!((number.interval.std_error / std_error - 1.0).abs() < 1e-12);
        }
    }
    // Two errors and two right answers of four: J is 0.
    let even = Data::with(vec![1.0, 2.0, 1.0, 2.0], vec![0, 0, 1, 1], vec![1.0; 4]);
    let number = result(
        &even,
        &request_for(&[at(Measure::NumberToDiagnose, 2.0, None)]),
    )
    .estimates[0];
    assert_eq!([number.value, number.interval.high], [f64::INFINITY; 2]);
    assert!(number.interval.low >= 1.0 && number.interval.low < f64::INFINITY);
    // Nobody who is called positive is so: only the lower end is known.
    let quantities = [
        at(Measure::NumberToEvaluate, 3.0, None),
        at(Measure::OddsRatio, 3.0, None),
        at(Measure::Imbalance, 2.0, None),
    ];
    let wrong = Data::with(
        vec![1.0, 2.0, 3.0, 1.0, 2.0, 2.0],
        vec![0, 0, 0, 1, 1, 1],
        vec![1.0; 6],
    );
    let all = result(&wrong, &request_for(&quantities)).estimates;
    assert_eq!([all[0].value, all[0].interval.high], [f64::INFINITY; 2]);
    assert!(all[0].interval.low > 1.0);
    assert_eq!([all[1].value, all[1].interval.low], [0.0; 2]);
    assert!(all[1].interval.high > 1.0);
    assert!(all[2].interval.low == 0.0 && all[2].interval.high < 1.0);
}

#[test]
fn intervals_contain_the_values_of_the_curve() {
    let data = sample(150, 3);
    let clusters: Vec<i32> = (0..150).map(|i| i / 2).collect();
    let quantities = all();
    let never = &mut || false;
    let ranking = crate::curve::Ranking::new(&data.observations(), Options::new(never)).unwrap();
    let curve = ranking.to_curve(never).unwrap();
    for clusters in [None, Some((&clusters[..], 75))] {
        let request = EstimateRequest {
            covariance: CovarianceRequest::default()
                .with_quantities(&quantities)
                .with_sampling(Sampling::default().with_clusters(clusters)),
            ..EstimateRequest::default()
        };
        for (quantity, result) in quantities.iter().zip(result(&data, &request).estimates) {
            let value = quantity.evaluate(&curve.as_curve(), never).unwrap();
            assert!((result.value - value).abs() < 1e-12, "{quantity:?}");
            let Interval {
                std_error,
                low,
                high,
                df,
            } = result.interval;
            assert!(
                low <= result.value && result.value <= high && low < high,
                "{quantity:?}: {result:?}"
            );
            assert!(std_error > 0.0 && df > 2.0, "{quantity:?}: {result:?}");
        }
    }
}

#[test]
fn what_is_asked_for_alone_is_the_same_as_among_others() {
    let data = sample(90, 5);
    let quantities = all();
    let together = result(&data, &request_for(&quantities));
    for (quantity, together) in quantities.iter().zip(&together.estimates) {
        let single = result(&data, &request_for(&[*quantity]));
        let Estimate { interval, .. } = single.estimates[0];
        for (a, b) in [
            (interval.low, together.interval.low),
            (interval.high, together.interval.high),
            (interval.std_error, together.interval.std_error),
            (interval.df, together.interval.df),
        ] {
            assert!((a - b).abs() <= 1e-13 * b.abs(), "{quantity:?}");
        }
    }
}

#[test]
fn areas_and_rates_have_the_intervals_that_they_have_elsewhere() {
    let data = sample(80, 8);
    let rate = Quantity::tpr_at(0.25);
    let quantities = [Quantity::AREA, rate];
    let request = request_for(&quantities);
    let result = result(&data, &request);
    let scores = [data.observations()];
    let never = &mut || false;
    let areas = estimate(&scores, &EstimateRequest::default(), Options::new(never)).unwrap();
    let (own, other) = (&result.estimates[0].interval, &areas.estimates[0].interval);
    assert_eq!(own.std_error, other.std_error);
    // The ends follow the degrees of freedom, which are sums in two orders.
    for (own, other) in [
        (own.df, other.df),
        (own.low, other.low),
        (own.high, other.high),
    ] {
        assert!((own - other).abs() < 1e-12);
    }
    let (sampling, level) = (Sampling::default(), Level::default());
    let sample = Sample::new(&scores[0], sampling, level, Options::new(never)).unwrap();
    let ends = sample
        .ends(&rate, result.estimates[1].value, never)
        .unwrap();
    let Interval { low, high, .. } = result.estimates[1].interval;
    assert_eq!(ends, Some([low, high]));
}

fn reversed(data: &Data) -> Data {
    Data::with(
        data.scores.iter().map(|score| -score).collect(),
        data.labels.iter().map(|label| 1 - label).collect(),
        data.weights.clone(),
    )
}

#[test]
fn the_best_over_thresholds_is_the_same_when_classes_are_swapped_and_scores_turned() {
    let data = sample(61, 4);
    let clusters: Vec<i32> = (0..61).map(|i| i % 23).collect();
    let best = |prior| {
        [
            summary(Measure::LargestYouden, None),
            summary(Measure::HullArea, None),
            summary(Measure::LeastError, Some(prior)),
            summary(Measure::H(Density::ByPriors), Some(prior)),
        ]
    };
    for clusters in [None, Some((&clusters[..], 23))] {
        let [own, other] = [(&data, 0.3), (&reversed(&data), 0.7)].map(|(data, prior)| {
            let quantities = best(prior);
            let mut request = request_for(&quantities);
            request.covariance.sampling.clusters = clusters;
            result(data, &request).estimates
        });
        for (own, other) in own.iter().zip(&other) {
            let (own, other) = (own.interval, other.interval);
            assert!((own.low - other.low).abs() < 1e-9, "{own:?} {other:?}");
            assert!((own.high - other.high).abs() < 1e-9, "{own:?} {other:?}");
        }
    }
}

/// Where negatives are many and next to all of the population, the share of these is that of the positives: half of
/// them are above it, and Clopper and Pearson's pseudo-observation counts a quarter.
#[test]
fn the_ends_of_a_rate_are_those_of_beta_distributions() {
    let data = Data::with(
        (0..4800).map(f64::from).collect(),
        (0..4800).map(|i| i32::from(i % 240 == 119)).collect(),
        vec![1.0; 4800],
    );
    let quantities = [Quantity::at_place(Measure::Tpr, Place::Share(0.5)).with_prior(Some(1e-9))];
    let mut request = request_for(&quantities);
    request.drawn = Some(Drawn {
        number: Some(4000),
        seed: &|| Ok(7),
    });
    let interval = result(&data, &request).estimates[0].interval;
    // k (z / t)^2 observations of k = 20, half of them on either side.
    let ratio = crate::interval::normal_by_t(0.025, 19.0).unwrap();
    let half = 10.0 * ratio * ratio;
    let low = crate::distribution::Beta::new(half, half + 0.25).unwrap();
    let [below, above] = [interval.low, 1.0 - interval.high].map(|end| low.lower(end));
    assert!((below - 0.025).abs() < 0.01, "{below} {interval:?}");
    assert!((above - 0.025).abs() < 0.01, "{above} {interval:?}");
}

#[test]
fn without_replicates_what_takes_them_has_a_standard_error_alone() {
    let data = sample(60, 2);
    let quantities = [summary(Measure::HullArea, None), Quantity::tpr_at(0.2)];
    let request = EstimateRequest {
        drawn: None,
        ..request_for(&quantities)
    };
    let result = result(&data, &request).estimates;
    assert!(result[0].interval.std_error > 0.0);
    assert!(result[0].interval.low.is_nan() && result[0].interval.high.is_nan());
    assert!(result[1].interval.low < result[1].value);
}

#[test]
fn what_is_infinite_has_a_lower_end_and_what_is_nothing_has_none() {
    let data = Data::with(
        vec![1.0, 2.0, 3.0, 4.0, 5.0, 6.0],
        vec![0, 0, 0, 1, 1, 1],
        vec![1.0; 6],
    );
    let quantities = [
        Quantity::at_threshold(Measure::PositiveLikelihoodRatio, 5.0),
        Quantity::at_threshold(Measure::Ppv, 7.0),
    ];
    let request = request_for(&quantities);
    let result = result(&data, &request).estimates;
    assert_eq!(result[0].value, f64::INFINITY);
    let interval = &result[0].interval;
    assert!(interval.std_error.is_nan() && interval.low > 0.0 && interval.low < f64::INFINITY);
    assert_eq!(interval.high, f64::INFINITY);
    assert!(result[1].value.is_nan() && result[1].interval.low.is_nan());
}

#[test]
fn one_observation_of_a_class_says_nothing_of_how_it_varies() {
    let data = Data::with(vec![1.0, 2.0, 3.0], vec![0, 1, 0], vec![1.0; 3]);
    let quantities = all();
    let quantities = &quantities[..7];
    let request = request_for(quantities);
    for (quantity, result) in quantities.iter().zip(result(&data, &request).estimates) {
        let unknown = result.interval.std_error.is_nan() && result.interval.low.is_nan();
        assert!(unknown, "{quantity:?}: {result:?}");
    }
}

#[test]
fn what_can_not_be_asked_for_is_an_error() {
    let data = sample(20, 1);
    let asked_of = |request: &EstimateRequest<'_>| {
        estimate(&[data.observations()], request, by(1, &mut || false)).map(drop)
    };
    let spec = |quantities: &[Quantity]| asked_of(&request_for(quantities));
    assert_eq!(spec(&[]), Err(Error::Empty));
    let none_predicted = Quantity::at_place(Measure::Ppv, Place::Threshold(None));
    assert!(matches!(
        spec(&[none_predicted]),
        Err(Error::Missing { .. })
    ));
    assert!(matches!(
        spec(&[Quantity::tpr_at(2.0)]),
        Err(Error::Range { .. })
    ));
    let design = EstimateRequest {
        covariance: CovarianceRequest::default().with_sampling(Sampling::default().with_design(
            Some(Design {
                covariance: &[0.1, 0.2],
                most: 5.0,
            }),
        )),
        ..EstimateRequest::default()
    };
    assert!(matches!(asked_of(&design), Err(Error::Length { .. })));
    let none = estimate(&[], &EstimateRequest::default(), by(1, &mut || false));
    assert_eq!(none.map(drop), Err(Error::Empty));
}

/// Woodruff's interval, by hand.
#[test]
fn the_interval_of_a_threshold_is_that_of_a_quantile() {
    let data = Data::with(
        (0..40).map(|i| f64::from(i / 2)).collect(),
        (0..40).map(|i| i % 2).collect(),
        vec![1.0; 40],
    );
    let quantities = [Place::Tpr(0.5), Place::Fpr(0.5), Place::Ppv(0.5)]
        .map(|place| Quantity::at_place(Measure::Threshold, place));
    let result = result(&data, &request_for(&quantities)).estimates;
    assert_eq!(
        [result[0].value, result[1].value, result[2].value],
        [10.0, 10.0, 0.0]
    );
    // Half of twenty vary as the model says, but for 20 / 19; equal influences have 18 degrees of freedom.
    let factor: f64 = (18.0 * 20.0 / 19.0 + 4.0) / 22.0;
    let by_t = 2.0738730679040147;
    let distance = by_t * (0.25 * factor / 20.0).sqrt();
    let ranks = (20.0 * distance).floor();
    assert_eq!(ranks, 4.0);
    // A share of at most 14 of 20 is above 5; one of at least 6 begins at 14.
    assert_eq!(
        [result[0].interval.low, result[0].interval.high],
        [5.0, 14.0]
    );
    assert_eq!(
        [result[1].interval.low, result[1].interval.high],
        [5.0, 15.0]
    );
    assert!(result[2].interval.low.is_nan() && result[2].interval.high.is_nan());
    assert!(result
        .iter()
        .all(|result| result.interval.std_error.is_nan()));
}
