//! The expected spread of models and of pilots, and the power that follows.

use super::expected::{covariance, estimate};
use super::*;
use crate::covariance::df::df_of_effective;
use crate::covariance::UnitSums;
use crate::distribution::Normal;
use crate::inference::tests::sums_of;
use crate::inference::tests::{counted, random};
use crate::inference::CovarianceRequest;
use crate::sampling::Unit;
use crate::sampling::{Correction, Sampling};
use crate::testing::by;
use crate::testing::data::Data;
use crate::testing::refused;

fn model(model: Model, correlation: Option<f64>) -> Influences {
    Influences::from_model(model, correlation, Effect::from_factor(1.0).unwrap()).unwrap()
}

fn variance(influences: &Influences, area: f64, numbers: [f64; 2]) -> f64 {
    let mut never = || false;
    estimate(influences, area, numbers, &mut Pace::new(&mut never))
        .unwrap()
        .variance
}

fn near(result: f64, expected: f64, tolerance: f64) {
    let error = (result / expected - 1.0).abs();
    assert!(error <= tolerance, "{result} {expected}");
}

/// The variance of a placement of normal classes, by many places.
fn variance_of_binormal(area: f64) -> f64 {
    let distance = std::f64::consts::SQRT_2 * Normal.lower_quantile(area).unwrap();
    let at = |i: i32| 0.01 * f64::from(i);
    let terms = (-1000..=1000).map(|i| {
        let away = Normal.lower(at(i) + distance) - area;
        away * away * Normal.density(at(i)) * 0.01
    });
    terms.sum()
}

#[test]
fn variances_and_covariances_are_those_of_the_models() {
    for area in [0.3, 0.5, 0.7, 0.9, 0.97] {
        for numbers in [[1e12, 50.0], [80.0, 1e12], [60.0, 30.0]] {
            let [negatives, positives] = numbers;
            let all = 1.0 / negatives + 1.0 / positives;
            let binormal = variance(&model(Model::Binormal, None), area, numbers);
            near(binormal, variance_of_binormal(area) * all, 1e-8);
            let exponential = variance(&model(Model::Exponential, None), area, numbers);
            let square = area * area;
            let of_positives = 2.0 * square / (1.0 + area) - square;
            let of_negatives = area / (2.0 - area) - square;
            let hanley = of_positives / positives + of_negatives / negatives;
            near(exponential, hanley, 1e-4);
        }
    }
    // Uniform placements at 0.5: Spearman's correlation of two normal variables.
    let influences = model(Model::Binormal, Some(0.6));
    let plan = plan(&influences, Hypothesis::Paired, 0.5);
    let test = Tested {
        plan: &plan,
        null: 0.0,
        tail: 0.025,
        side: 1.0,
        numbers: [40.0; 2],
    };
    let mut never = || false;
    let result = covariance(&test, [0.5, 0.5], &mut Pace::new(&mut never)).unwrap();
    let correlation = 6.0 / std::f64::consts::PI * (0.3f64).asin();
    near(result[0][1] / result[0][0], correlation, 1e-9);
}

fn plan(influences: &Influences, hypothesis: Hypothesis, reference: f64) -> Plan<'_> {
    Plan {
        influences,
        hypothesis,
        reference,
        margin: 0.0,
        two_sided: true,
    }
}

fn pilot(scores: &[&Data], unit: Unit, clusters: Option<(&[i32], usize)>) -> Influences {
    let scores: Vec<_> = scores.iter().map(|data| data.observations()).collect();
    Influences::from_pilot(&scores, unit, clusters, by(1, &mut || false)).unwrap()
}

fn joint(data: &Data, unit: Unit, clusters: Option<(&[i32], usize)>) -> UnitSums {
    let request = CovarianceRequest::default().with_sampling(
        Sampling::default()
            .with_unit(unit)
            .with_clusters(clusters)
            .with_correction(Correction::Jackknife),
    );
    sums_of(&[data.observations()], &request, by(1, &mut || false)).unwrap()
}

/// The numbers of observations.
fn numbers(data: &Data, unit: Unit) -> [f64; 2] {
    [0, 1].map(|label| {
        let members = (0..data.labels.len()).filter(|&i| data.labels[i] == label);
        let number = |i: usize| match unit {
            Unit::Row => f64::from(data.weights[i] > 0.0),
            Unit::Count => data.weights[i],
        };
        members.map(number).sum()
    })
}

#[test]
fn all_is_as_in_the_pilot_at_its_own_size() {
    let weighted = random(60, 20, 1);
    let counts = counted(random(60, 20, 2));
    let mixed: Vec<i32> = (0..60).map(|i| i % 17).collect();
    let pure: Vec<i32> = (0..60)
        .map(|i| (i % 9) as i32 + 9 * weighted.labels[i])
        .collect();
    for (data, unit) in [(&weighted, Unit::Row), (&counts, Unit::Count)] {
        for clusters in [None, Some((&mixed[..], 17)), Some((&pure[..], 18))] {
            let result = {
                let mut never = || false;
                let influences = pilot(&[data], unit, clusters);
                let area = data.wmw();
                estimate(
                    &influences,
                    area,
                    numbers(data, unit),
                    &mut Pace::new(&mut never),
                )
                .unwrap()
            };
            let covariance = joint(data, unit, clusters);
            let squares = covariance.negatives[0] + covariance.positives[0] + covariance.both[0];
            near(result.variance, squares, 1e-12);
            near(
                result.df.variance,
                df_of_effective(covariance.df[0], &covariance.effective_clusters),
                1e-9,
            );
            let expected = 1.0 / covariance.effective[0] + 1.0 / covariance.effective[1];
            near(result.expected, expected, 1e-12);
        }
    }
}

#[test]
fn twice_a_pilot_has_half_its_variance() {
    let data = random(60, 20, 1);
    let codes: Vec<i32> = (0..60).map(|i| i % 17).collect();
    for clusters in [None, Some((&codes[..], 17))] {
        let influences = pilot(&[&data], Unit::Row, clusters);
        let own = numbers(&data, Unit::Row);
        let once = variance(&influences, 0.6, own);
        near(
            2.0 * variance(&influences, 0.6, own.map(|number| 2.0 * number)),
            once,
            1e-12,
        );
    }
}

#[test]
fn clusters_of_both_classes_stay_in_their_ratio() {
    let data = random(60, 20, 1);
    let mixed: Vec<i32> = (0..60).map(|i| i % 17).collect();
    let influences = pilot(&[&data], Unit::Row, Some((&mixed, 17)));
    let [negatives, positives] = numbers(&data, Unit::Row);
    let plan = plan(&influences, Hypothesis::One, 0.3);
    let at = |ratio: f64, wanted: Wanted| {
        let numbers = Numbers { ratio, ..NUMBERS };
        solve(&plan, wanted, &numbers, &mut || false)
    };
    assert!(at(negatives / positives, Wanted::Power).unwrap() > 0.0);
    for (ratio, wanted) in [(3.0, Wanted::Power), (negatives / positives, Wanted::Ratio)] {
        let result = at(ratio, wanted);
        assert!(
            matches!(result, Err(Error::Parameter { name: "ratio", .. })),
            "{result:?}"
        );
    }
}

const NUMBERS: Numbers = Numbers {
    positives: 70.0,
    ratio: 1.5,
    area: 0.77,
    level: 0.04,
    power: 0.8,
};

#[test]
fn each_number_is_found_again_from_the_others() {
    let one = model(Model::Exponential, None);
    let two = model(Model::Binormal, Some(0.5));
    let cases = [
        plan(&one, Hypothesis::One, 0.6),
        plan(&one, Hypothesis::Unpaired, 0.65),
        plan(&two, Hypothesis::Paired, 0.65),
        Plan {
            margin: 0.1,
            two_sided: false,
            ..plan(&one, Hypothesis::One, 0.78)
        },
    ];
    for plan in cases {
        let of = |wanted, numbers: &Numbers| solve(&plan, wanted, numbers, &mut || false).unwrap();
        let power = of(Wanted::Power, &NUMBERS);
        assert!(power > 0.2 && power < 1.0);
        let known = Numbers { power, ..NUMBERS };
        near(of(Wanted::Positives, &known), known.positives, 1e-7);
        near(of(Wanted::Ratio, &known), known.ratio, 1e-6);
        near(of(Wanted::Area, &known), known.area, 1e-9);
        near(of(Wanted::Level, &known), known.level, 1e-7);
    }
}

// By their definition in R: tools/references/power-r.R; what R computed of paired scores before the core did.
#[test]
fn powers_are_those_that_they_were() {
    let one = model(Model::Binormal, None);
    let paired = model(Model::Binormal, Some(0.5));
    let exponential = model(Model::Exponential, None);
    let cases = [
        (plan(&one, Hypothesis::One, 0.6), 0.983_929_871_971),
        (
            plan(&paired, Hypothesis::Paired, 0.65),
            0.814_327_224_864_616,
        ),
        (
            plan(&exponential, Hypothesis::Unpaired, 0.65),
            0.503_930_843_602,
        ),
    ];
    for (plan, expected) in cases {
        let result = solve(&plan, Wanted::Power, &NUMBERS, &mut || false).unwrap();
        assert!((result - expected).abs() < 1e-9, "{result} {expected}");
    }
}

#[test]
fn what_no_number_reaches_says_what_it_reaches() {
    let one = model(Model::Binormal, None);
    let plan = plan(&one, Hypothesis::One, 0.5);
    let numbers = Numbers {
        positives: 5.0,
        area: 0.51,
        ..NUMBERS
    };
    let result = solve(&plan, Wanted::Ratio, &numbers, &mut || false);
    let Err(Error::Unreachable { range, reached }) = result else {
        panic!("{result:?}")
    };
    near(range[0], 0.4, 1e-12);
    assert!(0.0 <= reached[0] && reached[0] <= reached[1] && reached[1] < 0.8);
}

#[test]
fn what_is_no_plan_is_refused() {
    let one = model(Model::Binormal, None);
    let good = plan(&one, Hypothesis::One, 0.5);
    let name_of =
        |plan: Plan, numbers: Numbers| match solve(&plan, Wanted::Power, &numbers, &mut || false) {
            Err(Error::Parameter { name, .. } | Error::Range { argument: name, .. }) => name,
            other => panic!("{other:?}"),
        };
    for reference in [0.0, 1.0, f64::NAN] {
        assert_eq!(name_of(Plan { reference, ..good }, NUMBERS), "reference");
    }
    assert_eq!(
        name_of(
            Plan {
                margin: 2.0,
                ..good
            },
            NUMBERS
        ),
        "margin"
    );
    assert_eq!(
        name_of(
            Plan {
                margin: 0.5,
                ..good
            },
            NUMBERS
        ),
        "margin"
    );
    let hypothesis = Hypothesis::Paired;
    assert_eq!(name_of(Plan { hypothesis, ..good }, NUMBERS), "scores");
    for value in [f64::NAN, -1.0, 1e300] {
        let positives = Numbers {
            positives: value,
            ..NUMBERS
        };
        assert_eq!(name_of(good, positives), "positives");
        assert_eq!(
            name_of(
                good,
                Numbers {
                    ratio: value,
                    ..NUMBERS
                }
            ),
            "ratio"
        );
        assert_eq!(
            name_of(
                good,
                Numbers {
                    area: value,
                    ..NUMBERS
                }
            ),
            "area"
        );
        assert_eq!(
            name_of(
                good,
                Numbers {
                    level: value,
                    ..NUMBERS
                }
            ),
            "test_level"
        );
    }
    for value in [1.0, -1.0, f64::NAN] {
        let effect = Effect::from_factor(1.0).unwrap();
        assert!(Influences::from_model(Model::Binormal, Some(value), effect).is_err());
    }
    for value in [0.0, -1.0, f64::INFINITY, f64::NAN] {
        assert!(Effect::from_factor(value).is_err());
    }
    assert!(Effect::from_weights(&[]).is_err() && Effect::from_weights(&[0.0]).is_err());
    let weight = Effect::from_weights(&[1.0, -1.0]);
    assert!(matches!(
        weight,
        Err(Error::Range {
            position: Some(1),
            ..
        })
    ));
}

#[test]
fn pilots_of_another_shape_are_refused() {
    let data = random(20, 5, 1);
    let of = |scores: &[&Data], clusters| {
        let scores: Vec<_> = scores.iter().map(|data| data.observations()).collect();
        Influences::from_pilot(&scores, Unit::Row, clusters, by(1, &mut || false)).map(drop)
    };
    assert_eq!(refused(of(&[], None)), "scores");
    assert!(matches!(
        of(&[&data, &random(21, 5, 1)], None),
        Err(Error::Length { .. })
    ));
    assert!(matches!(
        of(&[&data], Some((&[0; 19], 1))),
        Err(Error::Length { .. })
    ));
    let separated = Data::with(vec![1.0, 2.0], vec![0, 1], vec![1.0; 2]);
    assert_eq!(refused(of(&[&separated], None)), "area");
}

#[test]
fn it_can_be_stopped() {
    let two = model(Model::Binormal, Some(0.5));
    let plan = plan(&two, Hypothesis::Paired, 0.65);
    let result = solve(&plan, Wanted::Positives, &NUMBERS, &mut || true);
    assert_eq!(result, Err(Error::Interrupted));
}
