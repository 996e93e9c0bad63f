//! Net benefit, precision, several bounds and the reject option on a curve that can be worked out by hand. The exact
//! oracles are in `checks`.

use super::{Bounds, Constrained, Costs, NetBenefit, Reject};
use crate::curve::{Curve, Ranking};
use crate::error::Error;
use crate::measure::{precision_at_recall, precision_at_row, precision_gains};
use crate::options::Options;
use crate::shape::{hull, Hull};
use crate::testing::costs;
use crate::testing::observations;
use crate::testing::reference::write;
use crate::{Labels, Observations, Scores, Weights};

/// 4 negatives and 5 positives: (1, 1), (0.5, 1), (0.5, 0.8), (0.25, 0.6), (0.25, 0.4), (0, 0.4), (0, 0)
/// at the thresholds 1, 3, 4, 5, 6, 7, infinity. The hull goes straight from (0.5, 1) to (0, 0.4).
fn staircase() -> [Vec<f64>; 5] {
    let observations = observations(
        &[1.0, 3.0, 4.0, 4.0, 5.0, 6.0, 7.0],
        &[0, 1, 0, 1, 1, 0, 1],
        &[2.0, 1.0, 1.0, 1.0, 1.0, 1.0, 2.0],
    );
    write(&Ranking::new(&observations, Options::new(&mut || false)).unwrap())
}

fn with_curve(check: impl FnOnce(&Curve<'_>)) {
    let [tpr, fpr, threshold, false_negative, false_positive] = staircase();
    let points = crate::curve::Points {
        tpr: &tpr,
        fpr: &fpr,
        threshold: &threshold,
        false_negative: &false_negative,
        false_positive: &false_positive,
        true_negative: &[],
    };
    check(&Curve::new(points, &mut || false).unwrap());
}

const HALVES: [f64; 2] = [0.5, 0.5];

fn near(result: f64, expected: f64) -> bool {
    (result - expected).abs() <= 1e-14
}

#[test]
fn net_benefit_is_what_true_positives_are_worth_beyond_false_ones() {
    with_curve(|curve| {
        let benefit = NetBenefit::new(curve, 0.25, HALVES).unwrap();
        // A false positive costs a third of a true one.
        assert!(near(
            benefit.at_row(3).unwrap(),
            0.5 * 0.6 - 0.5 * 0.25 / 3.0
        ));
        assert!(near(benefit.treat_all(), 1.0 / 3.0));
        let hull = hull(curve, &mut || false).unwrap();
        assert_eq!(benefit.best_on(&hull), Ok(1));
        let high = NetBenefit::new(curve, 1.0 - f64::EPSILON / 2.0, HALVES).unwrap();
        assert_eq!(high.best_on(&hull), Ok(5));
        let none = NetBenefit::new(curve, 0.5, [1.0, 0.0]).unwrap();
        assert_eq!(none.at_row(none.best_on(&hull).unwrap()), Ok(0.0));
    });
}

#[test]
fn a_threshold_probability_is_below_1() {
    with_curve(|curve| {
        for threshold in [1.0, 1.5, -0.1, f64::NAN] {
            let result = NetBenefit::new(curve, threshold, HALVES).map(drop);
            assert!(matches!(result, Err(Error::Range { .. })), "{threshold}");
        }
        assert!(NetBenefit::new(curve, 0.5, [0.5, 0.6]).is_err());
    });
}

#[test]
fn several_bounds_hold_at_once() {
    with_curve(|curve| {
        let hull = hull(curve, &mut || false).unwrap();
        let rules = |bounds| Constrained::new(curve, bounds, HALVES).unwrap();
        let share = Bounds {
            share: Some(0.42),
            ..Bounds::default()
        };
        // On the hull TPR is 0.4 + 1.2 FPR.
        let rule = rules(share).best_on(&hull).unwrap().unwrap();
        assert!(near(rule.fpr, 0.2) && near(rule.tpr, 0.64) && near(rule.probability, 0.4));
        assert_eq!((rule.low, rule.high), (1, 5));
        assert_eq!(rules(share).best_row(&mut || false), Ok(Some(5)));
        let both = Bounds {
            ppv: Some(0.9),
            ..share
        };
        assert_eq!(rules(both).best_row(&mut || false), Ok(Some(5)));
        let too_much = Bounds {
            tpr: Some(0.9),
            ..both
        };
        assert_eq!(rules(too_much).best_row(&mut || false), Ok(None));
        assert_eq!(rules(too_much).best_on(&hull).unwrap(), None);
    });
}

/// Four in ten times FNR 0, else 0.6.
#[test]
fn a_rule_that_chooses_at_random_keeps_a_bound_on_false_negatives() {
    with_curve(|curve| {
        let hull = hull(curve, &mut || false).unwrap();
        let rule = |share, fnr| {
            let bounds = Bounds {
                share: Some(share),
                fnr: Some(fnr),
                ..Bounds::default()
            };
            let rules = Constrained::new(curve, bounds, HALVES).unwrap();
            rules
                .best_on(&hull)
                .unwrap()
                .map(|rule| (rule.low, rule.high))
        };
        assert_eq!(rule(0.42, 0.37), Some((1, 5)));
        assert_eq!(rule(0.42, 0.35), None);
        // Every second time 0.6, else 1.
        assert_eq!(rule(0.1, 0.81), Some((5, 6)));
        assert_eq!(rule(0.1, 0.79), None);
    });
}

/// Along the edge TPR = 0.4 + 1.2 FPR, of which the bound asks for a multiple of FPR.
#[test]
fn a_rule_that_chooses_at_random_has_the_precision_that_is_asked_for() {
    with_curve(|curve| {
        let hull = hull(curve, &mut || false).unwrap();
        let rule = |ppv, priors| {
            let bounds = Bounds {
                ppv: Some(ppv),
                ..Bounds::default()
            };
            let rules = Constrained::new(curve, bounds, priors).unwrap();
            rules.best_on(&hull).unwrap().unwrap()
        };
        for (ppv, priors, times) in [
            (0.8, HALVES, 4.0),
            (0.5, [0.75, 0.25], 3.0),
            (0.9, [0.4, 0.6], 6.0),
            (8e-300, [1.0, 2e-300], 4.0),
        ] {
            let result = rule(ppv, priors);
            let fpr = 0.4 / (times - 1.2);
            assert_eq!((result.low, result.high), (1, 5));
            assert!(near(result.probability, fpr / 0.5));
            assert!(near(result.fpr, fpr));
            assert!(near(result.tpr, times * fpr));
        }
        // A bound that a row meets needs no chance, and all keep the bound that the class alone has.
        let at_row = rule(2.0 / 3.0, HALVES);
        assert_eq!((at_row.low, at_row.high), (1, 1));
        let sure = rule(1.0, HALVES);
        assert_eq!((sure.low, sure.high), (5, 5));
        for ppv in [0.5, 0.4] {
            let anything = rule(ppv, HALVES);
            assert_eq!((anything.low, anything.high), (1, 1));
        }
    });
}

#[test]
fn equal_rules_are_decided_by_the_other_rate() {
    with_curve(|curve| {
        let hull = hull(curve, &mut || false).unwrap();
        let rules = |bounds| Constrained::new(curve, bounds, HALVES).unwrap();
        let anything = Bounds {
            fpr: Some(0.75),
            ..Bounds::default()
        };
        // All of the upper edge has a TPR of 1.
        let rule = rules(anything).best_on(&hull).unwrap().unwrap();
        assert_eq!((rule.low, rule.high, rule.fpr), (1, 1, 0.5));
        let much = Bounds {
            tpr: Some(0.7),
            ..Bounds::default()
        };
        let rule = rules(much).best_on(&hull).unwrap().unwrap();
        assert_eq!((rule.low, rule.high), (1, 5));
        assert!(near(rule.probability, 0.5));
        let little = Bounds {
            tpr: Some(0.2),
            ..Bounds::default()
        };
        let rule = rules(little).best_on(&hull).unwrap().unwrap();
        assert_eq!((rule.low, rule.high, rule.tpr), (5, 5, 0.4));
        assert_eq!(rules(little).best_row(&mut || false), Ok(Some(5)));
    });
}

/// A hull of as many corners as rows, of which the last edge is upright.
fn with_corners(check: impl FnOnce(&Curve<'_>, &Hull)) {
    let points = crate::curve::Points {
        tpr: &[1.0, 1.0, 0.8, 0.4, 0.0],
        fpr: &[1.0, 0.5, 0.25, 0.0, 0.0],
        threshold: &[1.0, 2.0, 3.0, 4.0, f64::INFINITY],
        false_negative: &[0.0, 0.0, 1.0, 3.0, 5.0],
        false_positive: &[4.0, 2.0, 1.0, 0.0, 0.0],
        true_negative: &[],
    };
    let curve = Curve::new(points, &mut || false).unwrap();
    let hull = hull(&curve, &mut || false).unwrap();
    check(&curve, &hull);
}

#[test]
fn the_upper_end_of_an_upright_edge_is_taken() {
    with_corners(|curve, hull| {
        let bounds = Bounds {
            tpr: Some(0.2),
            ..Bounds::default()
        };
        let rules = Constrained::new(curve, bounds, HALVES).unwrap();
        let rule = rules.best_on(hull).unwrap().unwrap();
        assert_eq!((rule.low, rule.high, rule.tpr), (3, 3, 0.4));
    });
}

/// Each edge is bounded in its middle, and each corner at its rate, a little above and a little below.
#[test]
fn only_between_corners_is_there_a_choice_at_random() {
    let of_fpr = |bound| Bounds {
        fpr: Some(bound),
        ..Bounds::default()
    };
    let of_tpr = |bound| Bounds {
        tpr: Some(bound),
        ..Bounds::default()
    };
    let of_fnr = |bound| Bounds {
        fnr: Some(bound),
        ..Bounds::default()
    };
    let at_corners = [
        (of_fpr as fn(f64) -> Bounds, 0.5, 1),
        (of_fpr, 0.25, 2),
        (of_tpr, 0.8, 2),
        (of_tpr, 0.4, 3),
        (of_fnr, 0.2, 2),
        (of_fnr, 0.6, 3),
    ];
    let between = [
        (of_fpr as fn(f64) -> Bounds, 0.375, 2),
        (of_fpr, 0.125, 3),
        (of_tpr, 0.9, 2),
        (of_tpr, 0.6, 3),
        (of_fnr, 0.1, 2),
        (of_fnr, 0.4, 3),
    ];
    with_corners(|curve, hull| {
        let best = |bounds| {
            let rules = Constrained::new(curve, bounds, HALVES).unwrap();
            rules.best_on(hull).unwrap().unwrap()
        };
        for (bounds, rate, row) in at_corners {
            for off in [-8e-16_f64, 0.0, 8e-16] {
                let rule = best(bounds(rate + off * f64::min(rate, 1.0 - rate)));
                assert_eq!((rule.low, rule.high), (row, row), "{rate} {off}");
                assert_eq!(rule.probability, 0.0);
            }
        }
        for (bounds, rate, row) in between {
            let rule = best(bounds(rate));
            assert_eq!((rule.low, rule.high), (row - 1, row), "{rate}");
            assert!(near(rule.probability, 0.5));
        }
        assert_eq!(best(of_fnr(0.0)).high, 1);
        assert_eq!(best(of_fnr(1.0)).high, 3);
        assert_eq!(best(of_tpr(0.0)).high, 3);
        assert_eq!(best(of_tpr(1.0)).high, 1);
    });
}

#[test]
fn bounds_are_probabilities() {
    with_curve(|curve| {
        let bad = Bounds {
            share: Some(1.5),
            ..Bounds::default()
        };
        let result = Constrained::new(curve, bad, HALVES).map(drop);
        assert!(matches!(result, Err(Error::Range { .. })));
    });
}

#[test]
fn what_is_not_sure_is_rejected_where_that_pays() {
    const COSTS: Costs = costs(1.0, 1.0, 0.0, 0.0);
    with_curve(|curve| {
        let hull = hull(curve, &mut || false).unwrap();
        let rules = |cost| Reject::new(curve, COSTS, cost, HALVES).unwrap();
        let result = rules(0.2).least_on(&hull, &mut || false).unwrap();
        assert_eq!((result.negative, result.positive), (1, 5));
        assert!(near(result.rejected[0], 0.5) && near(result.rejected[1], 0.6));
        assert!(near(result.risk, 0.11));
        let [flat, steep] = rules(0.2).slopes().unwrap();
        assert!(near(flat, 0.25) && near(steep, 4.0));
        let all = rules(0.5).least_on(&hull, &mut || false).unwrap();
        assert_eq!((all.negative, all.rejected), (all.positive, [0.0; 2]));
        let bad = Reject::new(curve, COSTS, f64::INFINITY, HALVES).map(drop);
        assert!(matches!(bad, Err(Error::Range { .. })));
    });
}

/// With right answers for nothing a score is as well called either way as rejected where it costs
/// (cost_FP cost_FN) / (cost_FP + cost_FN). Priors are such that the ends of the slanted edge cost the same.
#[test]
fn what_is_as_well_called_is_not_rejected() {
    with_curve(|curve| {
        let hull = hull(curve, &mut || false).unwrap();
        for (i, j) in (1..8).flat_map(|i| (1..8).map(move |j| (i, j))) {
            let [false_positive, false_negative] = [i, j].map(f64::from);
            let costs = costs(false_positive, false_negative, 0.0, 0.0);
            let odds = 1.2 * false_negative / false_positive;
            let priors = [odds / (1.0 + odds), 1.0 / (1.0 + odds)];
            let even = false_positive * false_negative / (false_positive + false_negative);
            let rows = |cost: f64| {
                let rules = Reject::new(curve, costs, cost, priors).unwrap();
                let result = rules.least_on(&hull, &mut || false).unwrap();
                (result.negative, result.positive)
            };
            assert_eq!(rows(0.99 * even), (1, 5), "{i} {j}");
            for factor in [1.0, 1.01, 1.5, 10.0] {
                assert_eq!(rows(factor * even), (5, 5), "{i} {j} {factor}");
            }
        }
    });
}

/// A quarter is positive.
const FEW: [f64; 2] = [0.75, 0.25];

fn precision([fpr, tpr]: [f64; 2], [negative, positive]: [f64; 2]) -> f64 {
    positive * tpr / (positive * tpr + negative * fpr)
}

#[test]
fn precision_is_the_share_of_right_calls() {
    with_curve(|curve| {
        for priors in [HALVES, FEW] {
            let rates = [[1.0, 1.0], [0.5, 1.0], [0.5, 0.8], [0.25, 0.6], [0.25, 0.4]];
            for (row, rates) in rates.into_iter().enumerate() {
                assert!(near(
                    precision_at_row(curve, row, priors).unwrap(),
                    precision(rates, priors)
                ));
            }
            // Where nothing is called, as right as the highest score.
            assert_eq!(
                [5, 6].map(|row| precision_at_row(curve, row, priors).unwrap()),
                [1.0; 2]
            );
        }
        let rare = precision_at_row(curve, 3, [1.0, 1e-310]).unwrap();
        assert!((rare / 2.4e-310 - 1.0).abs() < 1e-9, "{rare:e}");
    });
}

#[test]
fn the_highest_score_may_be_wrong() {
    let observations = Observations {
        scores: Scores::F64(&[1.0, 2.0]),
        labels: Labels::I32(&[1, 0]),
        weights: Weights::Unit,
    };
    let owned = Ranking::new(&observations, Options::new(&mut || false)).unwrap();
    let owned = owned.to_curve(&mut || false).unwrap();
    let result = [0, 1, 2].map(|row| precision_at_row(&owned.as_curve(), row, HALVES).unwrap());
    assert_eq!(result, [0.5, 0.0, 0.0]);
    assert_eq!(
        precision_at_recall(&owned.as_curve(), 0.0, HALVES),
        Ok((0.0, 2))
    );
}

#[test]
fn precision_at_a_recall_is_that_of_the_straight_line() {
    with_curve(|curve| {
        for priors in [HALVES, FEW] {
            let wanted = [
                (1.0, 0.5, 1),
                (0.9, 0.5, 1),
                (0.8, 0.5, 2),
                (0.65, 0.3125, 2),
                (0.6, 0.25, 3),
                (0.5, 0.25, 3),
                (0.4, 0.0, 5),
                (0.3, 0.0, 5),
            ];
            for (recall, fpr, row) in wanted {
                let (result, at) = precision_at_recall(curve, recall, priors).unwrap();
                assert_eq!(at, row, "{recall}");
                assert!(
                    near(result, precision([fpr, recall], priors)),
                    "{recall}: {result}"
                );
            }
            assert_eq!(precision_at_recall(curve, 0.0, priors), Ok((1.0, 6)));
        }
        for priors in [[f64::NAN; 2], [-1.0, 2.0], [0.5, 0.6]] {
            assert!(precision_at_row(curve, 1, priors).is_err());
            assert!(precision_at_recall(curve, 0.5, priors).is_err());
            assert!(precision_gains(curve, priors, &mut || false).is_err());
        }
        let rows = curve.rows();
        let beyond = precision_at_row(curve, rows, HALVES);
        assert_eq!(beyond, Err(Error::Row { row: rows, rows }));
        let bad = precision_at_recall(curve, 1.5, HALVES);
        assert!(matches!(bad, Err(Error::Range { .. })));
    });
}

#[test]
fn gains_are_harmonic_shares_of_what_is_left() {
    with_curve(|curve| {
        // The rates of rows, and of the point with a recall of the prior.
        let all = [[1.0, 1.0], [0.5, 1.0], [0.5, 0.8], [0.25, 0.6], [0.25, 0.5]];
        let some = [all[0], all[1], all[2], [0.375, 0.7]];
        let exact = [all[0], all[1], all[2]];
        let wanted = [
            (0.5, &all[..], 3),
            (0.7, &some, 2),
            (0.8, &exact, 2),
            (1.0 - f64::EPSILON / 2.0, &[all[0], all[1], all[1]], 1),
        ];
        for (positive, points, last) in wanted {
            let priors = [1.0 - positive, positive];
            let result = precision_gains(curve, priors, &mut || false).unwrap();
            assert_eq!(result.len(), points.len(), "{result:?}");
            assert_eq!(result[result.len() - 1].row, last);
            for (i, (result, &[fpr, tpr])) in result.iter().zip(points).enumerate() {
                let gain = |value: f64| (value - positive) / ((1.0 - positive) * value);
                let is_last = i + 1 == points.len();
                let recall = if is_last { 0.0 } else { gain(tpr) };
                assert!(
                    (result.recall - recall).abs() < 1e-14,
                    "{result:?}, {recall}"
                );
                let share = 1.0 - fpr / tpr;
                assert!(near(result.precision, share), "{result:?}, {share}");
                if positive < 0.9 {
                    let by_definition = gain(precision([fpr, tpr], priors));
                    assert!(near(result.precision, by_definition), "{by_definition}");
                }
                assert_eq!(result.row, i.min(last));
            }
        }
    });
}
