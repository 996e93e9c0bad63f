//! Influences on quantities of the curve, against derivatives by the weights.

use super::{compare_quantity, counted, quantity_sums, random, Data};
use crate::curve::Ranking;
use crate::error::Error;
use crate::inference::{
    covariance as covariance_of, influence, quantity_influences, CovarianceRequest,
    QuantityInfluences,
};
use crate::measure::{Density, ForecastLoss, Parameters};
use crate::quantity::{Measure, Place, Quantity};
use crate::sampling::Unit;
use crate::testing::by;
use crate::testing::costs;

fn quantity_at(measure: Measure, prior: Option<f64>) -> Quantity {
    Quantity::at_place(measure, Place::Threshold(Some(7.0))).with_prior(prior)
}

/// Not in the units of spreads.
fn result(data: &Data, quantities: &[Quantity]) -> QuantityInfluences {
    let never = &mut || false;
    let mut all = quantity_influences(&data.observations(), quantities, by(1, never)).unwrap();
    let influences = all.influences.chunks_mut(data.labels.len());
    for ((quantity, value), influences) in quantities.iter().zip(&mut all.values).zip(influences) {
        let scale = quantity.scale();
        *value = scale.apply(*value);
        influences
            .iter_mut()
            .for_each(|influence| *influence *= scale.slope);
    }
    all
}

/// FPR and TPR of the rows of the curve from the last one on, and the scores.
fn naive_curve(data: &Data) -> (Vec<[f64; 2]>, Vec<f64>) {
    let mut scores = data.scores.clone();
    scores.sort_by(f64::total_cmp);
    scores.dedup();
    let rate = |label: i32, score: f64| {
        let above =
            (0..data.labels.len()).filter(|&i| data.labels[i] == label && data.scores[i] >= score);
        above.map(|i| data.weights[i]).sum::<f64>() / data.weight_of(label)
    };
    let mut rates = vec![[0.0; 2]];
    rates.extend(
        scores
            .iter()
            .rev()
            .map(|&score| [rate(0, score), rate(1, score)]),
    );
    (rates, scores)
}

/// By differences of what they are on curves of other weights. Thresholds are not on a kink for any of these weights.
#[test]
fn parts_of_summaries_move_by_their_derivatives() {
    let beta = [2.0, 3.5];
    let density = Density::Beta(beta);
    let loss = [ForecastLoss::Quadratic, ForecastLoss::Logarithmic];
    let summary = |measure, prior| Quantity::whole_curve(measure).with_prior(prior);
    let mut quantities = vec![
        summary(Measure::ExpectedCost(beta), None),
        summary(Measure::TrivialExpectedCost(beta), None),
        summary(Measure::SavedExpectedCost(beta), None),
    ];
    for prior in [None, Some(0.2)] {
        quantities.extend([
            summary(Measure::LeastCost(density), prior),
            summary(Measure::LeastCost(Density::ByPriors), prior),
            summary(Measure::TrivialCost(density), prior),
            summary(Measure::TrivialCost(Density::ByRatio), prior),
            summary(Measure::Uncertainty(loss[0]), prior),
            summary(Measure::Uncertainty(loss[1]), prior),
        ]);
    }
    for seed in 0..2 {
        let data = || random(60, 15, 100 + seed);
        let all = result(&data(), &quantities);
        for (k, quantity) in quantities.iter().enumerate() {
            assert!(quantity.has_covariance());
            let at = |i: usize, step: f64| {
                let mut data = data();
                data.weights[i] *= 1.0 + step;
                let never = &mut || false;
                let ranking = Ranking::new(&data.observations(), by(1, never)).unwrap();
                let curve = ranking.to_curve(never).unwrap();
                quantity.evaluate(&curve.as_curve(), never).unwrap()
            };
            assert!((all.values[k] - at(0, 0.0)).abs() < 1e-14, "{quantity:?}");
            for i in 0..60 {
                let step = 1e-5;
                let derivative = (at(i, step) - at(i, -step)) / (2.0 * step);
                let influence = all.influences[k * 60 + i];
                assert!(
                    (influence - derivative).abs() < 1e-9,
                    "{quantity:?}, {i}: {influence} {derivative}"
                );
            }
        }
    }
}

/// They have values, and influences that are not known.
#[test]
fn what_has_no_spread_has_a_value() {
    let mut data = random(60, 15, 3);
    data.scores.iter_mut().for_each(|score| *score /= 20.0);
    let never = &mut || false;
    let ranking = Ranking::new(&data.observations(), by(1, never)).unwrap();
    let curve = ranking.to_curve(never).unwrap();
    let loss = ForecastLoss::Quadratic;
    let mut quantities: Vec<Quantity> = [
        Measure::Miscalibration(loss),
        Measure::Discrimination(loss),
        Measure::Skill(loss),
    ]
    .map(Quantity::whole_curve)
    .to_vec();
    let costs = costs(1.0, 3.0, 0.0, 0.0);
    quantities.extend([
        Quantity::whole_curve(Measure::CostArea(costs)),
        Quantity::whole_curve(Measure::LargestCostArea(costs)),
        Quantity::whole_curve(Measure::CostAreaRatio(costs)),
    ]);
    let all = result(&data, &quantities);
    for (k, quantity) in quantities.iter().enumerate() {
        assert!(!quantity.has_covariance());
        let expected = quantity.evaluate(&curve.as_curve(), never).unwrap();
        assert!((all.values[k] - expected).abs() < 1e-14, "{quantity:?}");
        let influences = &all.influences[60 * k..][..60];
        let there = influences.iter().zip(&data.weights);
        assert!(there
            .into_iter()
            .all(|(influence, &weight)| influence.is_nan() || weight == 0.0));
    }
}

#[test]
fn the_influences_on_any_quantity_sum_to_nothing() {
    let data = random(3000, 700, 5);
    let parameters = Parameters {
        beta: 3.0,
        probability: 0.2,
        ..Parameters::default()
    };
    let all_at =
        |prior| Measure::cell_measures(&parameters).map(move |measure| quantity_at(measure, prior));
    let mut quantities: Vec<_> = all_at(None).chain(all_at(Some(0.3))).collect();
    quantities.extend([
        Quantity::PREVALENCE,
        Quantity::partial_by_fpr([0.217, 0.761]),
        Quantity::partial_by_tpr([0.111, 0.567]),
    ]);
    quantities.extend([0.0, 0.1, 0.5, 1.0].map(Quantity::tpr_at));
    quantities.extend([0.0, 0.1, 0.5, 1.0].map(Quantity::fpr_at));
    let all = result(&data, &quantities);
    for (quantity, influences) in quantities.iter().zip(all.influences.chunks(3000)) {
        let sum: f64 = influences.iter().sum();
        let size: f64 = influences.iter().map(|influence| influence.abs()).sum();
        assert!(sum.abs() < 1e-13 * size.max(1.0), "{quantity:?}: {sum}");
        for (influence, weight) in influences.iter().zip(&data.weights) {
            assert!(*weight > 0.0 || *influence == 0.0);
        }
    }
}

/// Without the score costs are the same, whatever the prior is.
#[test]
fn a_constant_score_saves_nothing_for_certain() {
    let densities = [
        Density::ByPriors,
        Density::ByRatio,
        Density::Beta([2.0, 2.0]),
        Density::Beta([0.7, 5.5]),
        Density::Beta([300.0, 0.02]),
    ];
    let of = |density| {
        [None, Some(0.3), Some(1e-9)]
            .map(|prior| Quantity::whole_curve(Measure::H(density)).with_prior(prior))
    };
    let quantities: Vec<Quantity> = densities.into_iter().flat_map(of).collect();
    for seed in 0..40 {
        let data = random(20 + seed, 1, seed as u64);
        let all = result(&data, &quantities);
        let influences = all.influences.chunks(data.labels.len());
        for ((quantity, value), influences) in quantities.iter().zip(&all.values).zip(influences) {
            assert_eq!(*value, 0.0, "{quantity:?}");
            assert!(influences.iter().all(|&one| one == 0.0), "{quantity:?}");
        }
    }
}

#[test]
fn the_area_is_that_of_influence() {
    let data = random(500, 40, 6);
    let area = influence(&data.observations(), by(1, &mut || false)).unwrap();
    for quantities in [
        &[Quantity::AREA][..],
        &[Quantity::AREA, Quantity::partial_by_fpr([0.0, 1.0])],
    ] {
        let all = result(&data, quantities);
        for (values, influences) in all.values.iter().zip(all.influences.chunks(500)) {
            assert!((values - area.area).abs() < 1e-14);
            for (a, b) in influences.iter().zip(&area.values) {
                assert!((a - b).abs() < 1e-15);
            }
        }
    }
}

/// TNR falls along a tie that is a half of each class.
#[test]
fn tiny_intervals_of_tpr_keep_their_digits() {
    let data = Data::with(vec![1.0, 1.0, 0.0, 0.0], vec![0, 1, 0, 1], vec![1.0; 4]);
    for width in [1e-9, 1e-15, 1e-200] {
        let all = result(&data, &[Quantity::partial_by_tpr([0.0, width])]);
        let area = width - width * width / 2.0;
        assert!((all.values[0] / area - 1.0).abs() < 1e-15, "{width}");
        // TPR is half of what it is where the positive of the tie has no weight.
        let expected = [-width * width / 4.0, width * width / 4.0];
        for (value, expected) in all.influences.iter().zip(expected) {
            assert!((value - expected).abs() <= 1e-15 * width, "{width}");
        }
    }
}

/// At a rate the threshold is given by the other class: by its definition, with the slope between
/// both sides of the place.
#[test]
fn a_rate_at_a_rate_is_uncertain_in_both() {
    let data = random(80, 30, 7);
    let (rates, _) = naive_curve(&data);
    let height = |points: &[[f64; 2]], x: f64| {
        let last = points
            .iter()
            .rposition(|point| point[0] <= x + 1e-12)
            .unwrap();
        match points.get(last + 1) {
            None => points[last][1],
            Some(next) => {
                let share = (x - points[last][0]) / (next[0] - points[last][0]);
                points[last][1] + share.max(0.0) * (next[1] - points[last][1])
            }
        }
    };
    let reversed: Vec<[f64; 2]> = rates
        .iter()
        .rev()
        .map(|&[x, y]| [1.0 - y, 1.0 - x])
        .collect();
    for at in [0.031, 0.25, 0.6, 0.93] {
        for (points, x, quantity) in [
            (&rates, at, Quantity::tpr_at(at)),
            (&reversed, 1.0 - at, Quantity::fpr_at(at)),
        ] {
            let all = result(&data, &[quantity]);
            let y = height(points, x);
            let value = if points == &rates { y } else { 1.0 - y };
            assert!((all.values[0] - value).abs() < 1e-12, "{quantity:?}");
            let (of_x, of_y) = if points == &rates { (0, 1) } else { (1, 0) };
            let sums = |label: i32| {
                let members = (0..80).filter(|&i| data.labels[i] == label);
                members
                    .map(|i| all.influences[i].powi(2))
                    .sum::<f64>()
                    .sqrt()
            };
            // One error of x to both sides moves y by as much as the slope says.
            let error = error_of_rate(&data, of_x, at);
            let rise = height(points, (x + error).min(1.0)) - height(points, (x - error).max(0.0));
            let run = (x + error).min(1.0) - (x - error).max(0.0);
            assert!(
                (sums(of_x) - error * rise / run).abs() < 1e-12,
                "{quantity:?}"
            );
            assert!((sums(of_y) - error_of_rate(&data, of_y, value)).abs() < 1e-12);
        }
    }
}

/// The standard error of a rate of a class where it is `at`.
fn error_of_rate(data: &Data, label: i32, at: f64) -> f64 {
    let members: Vec<usize> = (0..data.labels.len())
        .filter(|&i| data.labels[i] == label)
        .collect();
    let total = data.weight_of(label);
    let above = |score: f64, ties: bool| {
        let predicted_positive =
            |&&i: &&usize| data.scores[i] > score || ties && data.scores[i] == score;
        members
            .iter()
            .filter(predicted_positive)
            .map(|&i| data.weights[i])
            .sum::<f64>()
            / total
    };
    let squares = members.iter().map(|&i| {
        let (from, to) = (above(data.scores[i], false), above(data.scores[i], true));
        let predicted_positive = ((at - from) / (to - from)).clamp(0.0, 1.0);
        let influence = data.weights[i] / total * (predicted_positive - at);
        if data.weights[i] > 0.0 {
            influence * influence
        } else {
            0.0
        }
    });
    squares.sum::<f64>().sqrt()
}

#[test]
fn a_corner_has_the_middle_of_both_sides() {
    let data = Data::with(vec![1.0, 2.0, 3.0, 4.0], vec![0, 1, 0, 1], vec![1.0; 4]);
    // The step up at 0.5 counts half.
    let all = result(&data, &[Quantity::partial_by_fpr([0.0, 0.5])]);
    assert_eq!(all.values, [0.25]);
    assert_eq!(all.influences, [0.0625, -0.125, -0.0625, 0.125]);
    let all = result(&data, &[Quantity::partial_by_fpr([0.5, 1.0])]);
    assert_eq!(all.values, [0.5]);
    assert_eq!(all.influences, [0.0625, 0.0, -0.0625, 0.0]);
}

/// The point of a staircase, whose rates may be a little off the places of the request.
#[test]
fn a_corner_of_a_staircase_is_its_upper_left_one() {
    for weight in [1.0, 0.1, 1e-300] {
        let data = Data::with(
            (0..20).map(f64::from).collect(),
            (0..20).map(|i| i % 2).collect(),
            vec![weight; 20],
        );
        for step in 1..10 {
            let at = f64::from(step) / 10.0;
            let all = result(&data, &[Quantity::tpr_at(at), Quantity::fpr_at(at)]);
            assert!((all.values[0] - at - 0.1).abs() < 1e-12, "{weight} {at}");
            assert!((all.values[1] - at + 0.1).abs() < 1e-12, "{weight} {at}");
        }
    }
}

#[test]
fn a_rate_at_a_rate_falls_with_the_weight_of_what_takes_its_place() {
    let data = random(80, 30, 7);
    let highest = |label: i32| {
        (0..80)
            .filter(|&i| data.labels[i] == label && data.weights[i] > 0.0)
            .max_by(|&i, &j| data.scores[i].total_cmp(&data.scores[j]))
            .unwrap()
    };
    let all = result(&data, &[Quantity::tpr_at(0.5), Quantity::fpr_at(0.5)]);
    assert!(all.influences[highest(0)] < 0.0);
    assert!(all.influences[highest(1)] > 0.0);
    assert!(all.influences[80 + highest(0)] > 0.0);
    assert!(all.influences[80 + highest(1)] < 0.0);
}

#[test]
fn what_hardly_weighs_anything_has_its_digits() {
    let data = Data::with(
        vec![1.0, 2.0, 8.0, 1.5, 2.5, 9.0],
        vec![0, 0, 0, 1, 1, 1],
        vec![1e-14, 2e-14, 1.0, 2e-15, 1e-15, 1.0],
    );
    let npv = quantity_at(Measure::Npv, None);
    let all = result(&data, &[npv]);
    let expected = 10.0 / 11.0;
    assert!((all.values[0] - expected).abs() < 1e-14, "{all:?}");
    let influence = -expected * 2e-15 / 3.3e-14;
    assert!((all.influences[3] - influence).abs() < 1e-14, "{all:?}");
}

#[test]
fn a_rate_of_a_class_does_not_know_what_the_other_one_weighs() {
    for by in [1e-300, 1.0, 1e300] {
        let data = Data::with(
            vec![1.0, 8.0, 2.0, 9.0],
            vec![0, 0, 1, 1],
            vec![by, 3.0 * by, 2.0 / by, 2.0 / by],
        );
        let rates = [
            quantity_at(Measure::Fpr, None),
            quantity_at(Measure::Tpr, None),
        ];
        let all = result(&data, &rates);
        assert!((all.values[0] - 0.75).abs() < 1e-15);
        assert_eq!(all.values[1], 0.5);
        assert!((all.influences[1] - 0.1875).abs() < 1e-15);
        assert_eq!(all.influences[6..], [-0.25, 0.25]);
    }
}

#[test]
fn without_a_threshold_nothing_is_called_positive() {
    let data = random(40, 9, 8);
    let precision = Quantity::at_place(Measure::Ppv, Place::Threshold(None));
    let all = result(&data, &[precision]);
    assert!(all.values[0].is_nan());
    let weighed = all.influences.iter().zip(&data.weights);
    assert!(weighed
        .clone()
        .filter(|(_, w)| **w > 0.0)
        .all(|(x, _)| x.is_nan()));
}

#[test]
fn areas_are_one_of_the_quantities() {
    let (first, second) = (random(200, 30, 10), random(200, 60, 10));
    let mut other = random(200, 30, 10);
    other.scores = second.scores;
    let scores = [first.observations(), other.observations()];
    let compare = |quantity| {
        compare_quantity(&scores, quantity, Unit::Row, None, by(1, &mut || false)).unwrap()
    };
    let areas = compare(Quantity::AREA);
    assert_ne!(compare(Quantity::partial_by_fpr([0.0, 0.5])), areas);
    let joint =
        covariance_of(&scores, &CovarianceRequest::default(), by(1, &mut || false)).unwrap();
    assert_eq!(joint, areas.covariance);
}

#[test]
fn what_can_not_be_asked_for_is_an_error() {
    let data = random(10, 5, 11);
    let spec =
        |quantity| quantity_influences(&data.observations(), &[quantity], by(1, &mut || false));
    let (argument, ends) = ("tpr", [0.5, 0.25]);
    assert_eq!(
        spec(Quantity::partial_by_tpr([0.5, 0.25])),
        Err(Error::Interval { argument, ends })
    );
    let missing = Quantity::at_threshold(Measure::Share, f64::NAN);
    assert!(matches!(spec(missing), Err(Error::Range { .. })));
}

/// The influences on what is found at a share: those on TPR and on the share that a threshold there calls, which
/// the slope of the gain curve takes to TPR. The slope is that within the standard error of the share. Units
/// are single rows, or what `weights` count.
fn naive_at_share(
    data: &Data,
    wanted: Quantity,
    share_predicted: f64,
    are_counts: bool,
) -> (f64, Vec<f64>) {
    let class = |i: usize| data.labels[i] as usize;
    let weights = [data.weight_of(0), data.weight_of(1)];
    let parts = match wanted.prior {
        Some(prior) => [1.0 - prior, prior],
        None => weights.map(|weight| weight / (weights[0] + weights[1])),
    };
    let (rates, mut scores) = naive_curve(data);
    scores.reverse();
    let share_of = |[fpr, tpr]: [f64; 2]| parts[0] * fpr + parts[1] * tpr;
    let at = |share: f64| {
        let after = rates
            .iter()
            .position(|&rates| share_of(rates) >= share - 1e-13);
        let (from, to) = match after.unwrap_or(rates.len() - 1) {
            0 => (rates[0], rates[0]),
            row => (rates[row - 1], rates[row]),
        };
        let run = share_of(to) - share_of(from);
        let gone = if run > 0.0 {
            (share - share_of(from)) / run
        } else {
            1.0
        };
        [0, 1].map(|class| from[class] + gone.min(1.0) * (to[class] - from[class]))
    };
    let predicted_positive = |i: usize| {
        let row = scores
            .iter()
            .position(|&score| score == data.scores[i])
            .unwrap();
        let [from, to] = [share_of(rates[row]), share_of(rates[row + 1])];
        if to > from {
            ((share_predicted - from) / (to - from)).clamp(0.0, 1.0)
        } else {
            0.0
        }
    };
    let result = at(share_predicted);
    let centres = if wanted.prior.is_some() {
        result
    } else {
        [share_predicted; 2]
    };
    let rows = 0..data.labels.len();
    let of_class = |i: usize| data.weights[i] / weights[class(i)];
    let shifted: Vec<f64> = rows
        .clone()
        .map(|i| of_class(i) * parts[class(i)] * (predicted_positive(i) - centres[class(i)]))
        .collect();
    let units = |i: usize| if are_counts { data.weights[i] } else { 1.0 };
    let error = rows
        .clone()
        .filter(|&i| data.weights[i] > 0.0)
        .map(|i| shifted[i] * shifted[i] / units(i))
        .sum::<f64>()
        .sqrt();
    let ends = [
        (share_predicted - error).max(0.0),
        (share_predicted + error).min(1.0),
    ];
    let slope = (at(ends[1])[1] - at(ends[0])[1]) / (ends[1] - ends[0]);
    let on_rate = |i: usize| {
        class(i) as f64 * of_class(i) * (predicted_positive(i) - result[1]) - slope * shifted[i]
    };
    let response = parts[1] * result[1] / share_predicted;
    let on_response = |i: usize| {
        let by_part = match wanted.prior {
            Some(_) => 0.0,
            None => [-1.0, 1.0][class(i)] * of_class(i) * parts[0] * parts[1],
        };
        (parts[1] * on_rate(i) + by_part * result[1]) / share_predicted
    };
    match wanted.measure {
        Measure::Ppv => (response, rows.map(on_response).collect()),
        _ => (result[1], rows.map(on_rate).collect()),
    }
}

#[test]
fn what_is_found_at_a_share_moves_by_the_slope_around() {
    for (data, seed) in [(random(150, 12, 21), 1), (counted(random(150, 12, 22)), 2)] {
        for share in [0.004, 0.13, 0.4, 0.71, 0.97] {
            for prior in [None, Some(0.2), Some(0.85)] {
                for measure in [Measure::Tpr, Measure::Ppv] {
                    let wanted = Quantity {
                        measure,
                        place: Place::Share(share),
                        prior,
                    };
                    let context = format!("{seed}: {wanted:?}");
                    let all = result(&data, &[wanted]);
                    let (value, influences) = naive_at_share(&data, wanted, share, false);
                    assert!((all.values[0] - value).abs() < 1e-12, "{context}");
                    for (result, right) in all.influences.iter().zip(influences) {
                        assert!(
                            (result - right).abs() < 1e-12,
                            "{context}: {result}, not {right}"
                        );
                    }
                    let covariance = quantity_sums(
                        &[data.observations()],
                        &[wanted],
                        Unit::Count,
                        None,
                        by(1, &mut || false),
                    )
                    .unwrap();
                    let (_, influences) = naive_at_share(&data, wanted, share, true);
                    let square = |label: i32| {
                        let counts = |&i: &usize| data.labels[i] == label && data.weights[i] > 0.0;
                        let rows = (0..150).filter(counts);
                        rows.map(|i| influences[i].powi(2) / data.weights[i])
                            .sum::<f64>()
                    };
                    for (result, right) in [
                        (covariance.negatives[0], square(0)),
                        (covariance.positives[0], square(1)),
                    ] {
                        assert!(
                            (result - right).abs() <= 1e-9 * right,
                            "{context}: {result}, not {right}"
                        );
                    }
                }
            }
        }
    }
}
