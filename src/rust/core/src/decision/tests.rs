//! Small curves whose decisions can be worked out by hand. The exact oracle is in `checks`.

use super::{
    compare, cost_curve, thin, Ahead, Bound, Choice, Costs, Interval, Mixture, NeymanPearson, Risk,
};
use crate::area::{cost_areas, partial_by_fpr, partial_by_tpr, trapezoid, CostArea};
use crate::curve::{Curve, Points, Ranking};
use crate::error::{Argument, Error, Result};
use crate::measure::{measure_at, Column, Measure};
use crate::options::Options;
use crate::poll::BLOCK;
use crate::shape::hull;
use crate::testing::costs;
use crate::testing::observations;
use crate::testing::reference::{counting_polls, write};

type Columns5 = [Vec<f64>; 5];

fn columns(scores: &[f64], labels: &[i32], weights: &[f64]) -> Columns5 {
    let observations = observations(scores, labels, weights);
    let ranking = Ranking::new(&observations, Options::new(&mut || false)).unwrap();
    write(&ranking)
}

fn neyman_pearson(curve: &Curve<'_>, rows: &[usize], bound: Bound) -> Result<Choice> {
    NeymanPearson::new(curve, rows, &mut || false)?.choose(bound)
}

fn curve(columns: &Columns5) -> Result<Curve<'_>> {
    let [tpr, fpr, threshold, false_negative, false_positive] = columns;
    let points = Points {
        tpr,
        fpr,
        threshold,
        false_negative,
        false_positive,
        true_negative: &[],
    };
    Curve::new(points, &mut || false)
}

/// The document's example: (1, 1), (0.5, 0.1), (0, 0.1), (0, 0) at the thresholds 1, 2, 3, infinity.
fn example() -> Columns5 {
    columns(
        &[1.0, 2.0, 3.0, 1.0, 1.0],
        &[-1, -1, 1, 1, 1],
        &[1.0, 1.0, 1.0, 4.0, 5.0],
    )
}

const EQUAL: Costs = costs(1.0, 1.0, 0.0, 0.0);

#[test]
fn faults_of_a_curve_are_placed() {
    let fault = |change: &dyn Fn(&mut Columns5)| {
        let mut columns = example();
        change(&mut columns);
        curve(&columns).unwrap_err()
    };
    let end = |argument, position, value, expected| Error::End {
        argument,
        position,
        value,
        expected,
    };
    use Argument::{FalseNegative, FalsePositive, Fpr, Threshold, Tpr};
    assert_eq!(fault(&|c| c[0][0] = 2.0), end(Tpr, 0, 2.0, 1.0));
    assert_eq!(fault(&|c| c[1][3] = -1.0), end(Fpr, 3, -1.0, 0.0));
    assert_eq!(
        fault(&|c| c[2][3] = 9.0),
        end(Threshold, 3, 9.0, f64::INFINITY)
    );
    assert_eq!(fault(&|c| c[3][0] = -1.0), end(FalseNegative, 0, -1.0, 0.0));
    assert_eq!(fault(&|c| c[4][3] = -1.0), end(FalsePositive, 3, -1.0, 0.0));
    assert_eq!(
        fault(&|c| c[2][1] = 0.0),
        Error::Decreasing {
            argument: Threshold,
            position: 1,
            from: 1.0,
            to: 0.0
        }
    );
    assert_eq!(
        fault(&|c| c[0][1] = 0.2),
        Error::Disagreement {
            argument: Tpr,
            position: 1,
            value: 0.2,
            expected: 1.0 - 0.9
        }
    );
    assert_eq!(
        fault(&|c| c[3][1] = f64::NAN),
        Error::Missing {
            argument: FalseNegative,
            position: 1
        }
    );
    assert_eq!(
        fault(&|c| c[3][3] = f64::INFINITY),
        Error::Infinite {
            argument: FalseNegative,
            position: 3,
            value: f64::INFINITY
        }
    );
    assert!(matches!(
        fault(&|c| c[4].truncate(2)),
        Error::Length {
            argument: FalsePositive,
            ..
        }
    ));
    let weightless = fault(&|c| c[3].fill(0.0));
    assert!(matches!(
        weightless,
        Error::Disagreement { argument: Tpr, .. }
    ));
}

/// A unit of the smallest weights is a tenth of the total.
#[test]
fn subnormal_weights_may_be_rounded() {
    let units = f64::from_bits;
    let weights = [1, 1, 1, 4, 5].map(units);
    let mut subnormal = columns(&[1.0, 2.0, 3.0, 1.0, 1.0], &[-1, -1, 1, 1, 1], &weights);
    assert_eq!(subnormal[3], [0, 9, 9, 10].map(units));
    subnormal[3][1] = units(8);
    assert!(curve(&subnormal).is_ok());
    subnormal[3][1] = units(6);
    assert!(matches!(
        curve(&subnormal),
        Err(Error::Disagreement { position: 1, .. })
    ));
}

#[test]
fn a_threshold_belongs_to_the_next_row() {
    let columns = example();
    let curve = curve(&columns).unwrap();
    let rows = [f64::NEG_INFINITY, 1.0, 1.5, 2.0, 3.0, 4.0, f64::INFINITY]
        .map(|t| curve.row_at(t).unwrap());
    assert_eq!(rows, [0, 0, 1, 1, 2, 3, 3]);
}

fn entry(curve: &Curve<'_>, row: usize, column: impl Into<Column>) -> f64 {
    measure_at(curve, row, column, None).unwrap()
}

#[test]
fn measures_are_those_of_the_confusion_matrix() {
    let columns = example();
    let curve = curve(&columns).unwrap();
    let result = |column: Column| entry(&curve, 1, column);
    assert_eq!(
        [result(Column::TruePositives), result(Column::TrueNegatives)],
        [1.0, 1.0]
    );
    assert_eq!(
        [result(Measure::Ppv.into()), result(Measure::Npv.into())],
        [0.5, 0.1]
    );
    assert_eq!(
        [
            result(Measure::Accuracy.into()),
            result(Measure::ErrorRate.into())
        ],
        [2.0 / 12.0, 10.0 / 12.0]
    );
    assert_eq!(result(Measure::F1.into()), 2.0 / 12.0);
    assert_eq!(
        [
            result(Measure::BalancedAccuracy.into()),
            result(Measure::Youden.into())
        ],
        [0.3, -0.4]
    );
    assert!((result(Measure::Correlation.into()) + 8.0 / 400f64.sqrt()).abs() < 1e-15);
    assert!(entry(&curve, 0, Measure::Npv).is_nan() && entry(&curve, 3, Measure::Ppv).is_nan());
    assert!(
        entry(&curve, 0, Measure::Correlation).is_nan()
            && entry(&curve, 3, Measure::Correlation).is_nan()
    );
}

#[test]
fn measures_have_true_negatives_that_are_lost_among_all_negatives() {
    let observations = observations(
        &[1.0, 1.0, 2.0, 2.0],
        &[1, 0, 1, 0],
        &[1e-3, 1.0, 1.0, 1e17],
    );
    let ranking = Ranking::new(&observations, Options::new(&mut || false)).unwrap();
    let curve = ranking.to_curve(&mut || false).unwrap();
    let curve = &curve.as_curve();
    let result = |column: Column| entry(curve, 1, column);
    assert_eq!(
        [result(Column::TrueNegatives), result(Measure::Tnr.into())],
        [1.0, 1e-17]
    );
    assert_eq!(result(Measure::Npv.into()), 1.0 / 1.001);
    // The positives are 1.001: TPR - FPR is 1e-17 - 0.001 / 1.001.
    assert_eq!(result(Measure::Youden.into()), 1e-17 - 0.001 / 1.001);
    assert!(
        (result(Measure::Correlation.into()) / result(Measure::Youden.into()) - 1.0).abs() < 2e-15
    );
    let risk = Risk::new(
        curve,
        Costs {
            true_negative: 1.0,
            ..EQUAL
        },
        [1.0, 0.0],
    );
    assert_eq!(risk.unwrap().value_at_row(1), 1.0 + 1e-17);
}

#[test]
fn a_corner_is_seen_where_true_negatives_are_lost_among_all_negatives() {
    let observations = observations(&[1.0, 2.0, 3.0], &[0, 1, 0], &[1e-20, 1.0, 1.0]);
    let ranking = Ranking::new(&observations, Options::new(&mut || false)).unwrap();
    let curve = ranking.to_curve(&mut || false).unwrap();
    let curve = curve.as_curve();
    let result = hull(&curve, &mut || false).unwrap();
    assert_eq!(
        (result.rows, result.slopes),
        (vec![0, 1, 3], vec![0.0, 1.0])
    );
    assert_eq!(partial_by_tpr(&curve, [0.0, 1.0], &mut || false), Ok(1e-20));
}

#[test]
fn slopes_are_known_where_true_negatives_are_lost_among_all_negatives() {
    let observations = observations(
        &[1.0, 1.0, 2.0, 3.0],
        &[0, 1, 1, 0],
        &[4e-20, 5e-21, 1.0, 4.0],
    );
    let ranking = Ranking::new(&observations, Options::new(&mut || false)).unwrap();
    let curve = ranking.to_curve(&mut || false).unwrap();
    let result = hull(&curve.as_curve(), &mut || false).unwrap();
    assert_eq!(result.rows, [0, 1, 3]);
    assert!((result.slopes[0] - 0.5).abs() < 1e-15 && result.slopes[1] == 1.0);
}

#[test]
fn measures_of_enormous_weights_are_finite() {
    let columns = columns(&[1.0, 2.0, 3.0], &[0, 1, 0], &[8e307, 1.5e308, 8e307]);
    let curve = curve(&columns).unwrap();
    let result = |column: Column| entry(&curve, 1, column);
    assert!((result(Measure::Ppv.into()) - 15.0 / 23.0).abs() < 1e-15);
    assert!((result(Measure::Accuracy.into()) - 23.0 / 31.0).abs() < 1e-15);
    assert!((result(Measure::F1.into()) - 30.0 / 38.0).abs() < 1e-15);
}

#[test]
fn measures_are_finite_where_one_class_alone_is_enormous() {
    let columns = columns(&[1.0, 2.0], &[0, 1], &[1.0, 1.5e308]);
    assert_eq!(entry(&curve(&columns).unwrap(), 1, Measure::F1), 1.0);
}

#[test]
fn the_smallest_weights_do_not_vanish() {
    let columns = columns(&[1.0, 2.0, 3.0], &[0, 1, 0], &[f64::from_bits(1); 3]);
    let curve = &curve(&columns).unwrap();
    let result = |column: Column| entry(curve, 1, column);
    assert_eq!(
        [result(Measure::Ppv.into()), result(Measure::Npv.into())],
        [0.5, 1.0]
    );
}

#[test]
fn whole_weights_of_true_positives_stay_whole() {
    let columns = columns(&[1.0, 1.0, 2.0], &[0, 1, 1], &[1.0, 48.0, 1.0]);
    // Rounded, 49 times 1/49 is less.
    assert!(49.0 * columns[0][1] < 1.0);
    for unit in [1.0, (1u64 << 20) as f64] {
        let columns = self::columns(&[1.0, 1.0, 2.0], &[0, 1, 1], &[1.0, 48.0 * unit, unit]);
        assert_eq!(
            entry(&curve(&columns).unwrap(), 1, Column::TruePositives),
            unit
        );
    }
}

#[test]
fn true_positives_that_are_lost_among_all_positives_are_known_by_their_rate() {
    let columns = columns(&[1.0, 1.0, 2.0], &[0, 1, 1], &[1.0, 1e17, 0.25]);
    let curve = &curve(&columns).unwrap();
    let result = |column: Column| entry(curve, 1, column);
    assert!((result(Column::TruePositives) - 0.25).abs() < 1e-15);
    assert!((result(Measure::Youden.into()) / 2.5e-18 - 1.0).abs() < 1e-15);
}

#[test]
fn the_prior_says_which_row_is_best() {
    let columns = example();
    let curve = curve(&columns).unwrap();
    for (priors, row) in [([0.05, 0.95], 0), ([0.9, 0.1], 2)] {
        let risk = Risk::new(&curve, EQUAL, priors).unwrap();
        assert_eq!(risk.least(&mut || false), Ok(row));
    }
}

#[test]
fn the_hull_has_the_corners_and_their_slopes() {
    let columns = example();
    let result = hull(&curve(&columns).unwrap(), &mut || false).unwrap();
    assert_eq!(result.rows, [0, 2, 3]);
    assert_eq!(result.slopes, [0.9, f64::INFINITY]);
    assert_eq!(result.slopes_at(0), Ok([0.0, 0.9]));
    assert_eq!(result.slopes_at(2), Ok([f64::INFINITY, f64::INFINITY]));
}

#[test]
fn a_dent_is_no_corner_of_the_hull_and_no_straight_line() {
    let columns = columns(&[1.0, 1.0, 2.0, 2.0], &[0, 1, 0, 1], &[1.0, 4.0, 1.0, 1.0]);
    let curve = curve(&columns).unwrap();
    assert_eq!(hull(&curve, &mut || false).unwrap().rows, [0, 2]);
    let straight = thin(&curve, true, None, &mut || false).unwrap();
    assert_eq!(straight.rows, [0, 1, 2]);
}

#[test]
fn rows_on_a_line_are_no_corners_whatever_the_weights() {
    for weight in [1.0, 0.1, 1.0 / 3.0, 1e-200, 1e200] {
        let n = 1000;
        let scores: Vec<f64> = (0..n).map(|i| (i / 2) as f64).collect();
        let labels: Vec<i32> = (0..n).map(|i| i % 2).collect();
        let columns = columns(&scores, &labels, &vec![weight; n as usize]);
        let curve = curve(&columns).unwrap();
        assert_eq!(
            hull(&curve, &mut || false).unwrap().rows,
            [0, n as usize / 2]
        );
        assert_eq!(
            thin(&curve, true, None, &mut || false).unwrap().rows,
            [0, n as usize / 2]
        );
    }
}

#[test]
fn small_corners_near_both_ends_are_seen() {
    // Two positives of tiny weight: one below all others, one above all.
    let columns = columns(
        &[1.0, 2.0, 3.0, 4.0, 5.0],
        &[0, 1, 0, 1, 0],
        &[1.0, 1e-20, 1.0, 1.0, 1e-24],
    );
    let curve = curve(&columns).unwrap();
    assert_eq!(hull(&curve, &mut || false).unwrap().rows, [0, 1, 3, 5]);
}

/// An arc from slope 1/2 to 2 as small as its steps can hardly be told from straight ones.
fn fine_arc(steps: usize, radius: f64) -> Columns5 {
    let mut columns: Columns5 = std::array::from_fn(|_| Vec::new());
    let mut add = |tpr: f64, fpr: f64, threshold: f64| {
        for (column, value) in columns
            .iter_mut()
            .zip([tpr, fpr, threshold, 1.0 - tpr, fpr])
        {
            column.push(value);
        }
    };
    add(1.0, 1.0, 0.0);
    for i in 0..=steps {
        let angle = 2f64.atan() + (0.5f64.atan() - 2f64.atan()) * (1.0 - i as f64 / steps as f64);
        let (sin, cos) = angle.sin_cos();
        add(0.5 + radius * cos, 0.4 - radius * sin, 1.0 + i as f64);
    }
    add(0.0, 0.0, f64::INFINITY);
    columns
}

#[test]
fn many_small_bends_do_not_add_up() {
    let columns = fine_arc(100_000, 1e-9);
    let curve = curve(&columns).unwrap();
    for rows in [
        hull(&curve, &mut || false).unwrap().rows,
        thin(&curve, true, None, &mut || false).unwrap().rows,
    ] {
        for edge in rows.windows(2) {
            let [right, left] = [edge[0], edge[1]];
            let share = |row: usize| {
                (curve.fpr(row) - curve.fpr(left)) / (curve.fpr(right) - curve.fpr(left))
            };
            let line = |row| curve.tpr(left) + share(row) * (curve.tpr(right) - curve.tpr(left));
            let off = (left..right).map(|row| (curve.tpr(row) - line(row)).abs());
            assert!(off.fold(0.0, f64::max) < 1e-14);
        }
    }
}

#[test]
fn the_cost_curve_is_the_envelope() {
    let columns = example();
    let vertices = cost_curve(&curve(&columns).unwrap(), &mut || false).unwrap();
    let result: Vec<_> = vertices.iter().map(|v| (v.pc, v.cost, v.row)).collect();
    let pc = 1.0 / 1.9;
    assert_eq!(result.len(), 3);
    assert_eq!((result[0], result[2]), ((0.0, 0.0, 2), (1.0, 0.0, 0)));
    assert!((result[1].0 - pc).abs() < 1e-15 && (result[1].1 - 0.9 * pc).abs() < 1e-15);
    assert_eq!(result[1].2, 0);
}

#[test]
fn a_perfect_score_costs_nothing() {
    let columns = columns(&[1.0, 2.0], &[0, 1], &[1.0, 1.0]);
    let vertices = cost_curve(&curve(&columns).unwrap(), &mut || false).unwrap();
    let result: Vec<_> = vertices.iter().map(|v| (v.pc, v.cost, v.row)).collect();
    assert_eq!(result, [(0.0, 0.0, 1), (1.0, 0.0, 1)]);
}

#[test]
fn a_bound_is_kept_and_reached() {
    let columns = example();
    let curve = curve(&columns).unwrap();
    let rows = curve.all_rows().unwrap();
    let choice = neyman_pearson(&curve, &rows, Bound::Fpr(0.25)).unwrap();
    assert_eq!(choice.row, 2);
    let mixture = choice.mixture;
    assert_eq!((mixture.low, mixture.high), (1, 2));
    assert_eq!((mixture.probability, mixture.value), (0.5, 0.1));
    // Row 1 keeps the bound 0.5, too, but row 2 has the same TPR.
    let choice = neyman_pearson(&curve, &rows, Bound::Fpr(0.5)).unwrap();
    assert_eq!(
        (choice.row, choice.mixture.low, choice.mixture.high),
        (2, 1, 1)
    );
    let choice = neyman_pearson(&curve, &rows, Bound::Fnr(1.0)).unwrap();
    assert_eq!(
        (choice.row, choice.mixture.low, choice.mixture.value),
        (2, 3, 0.0)
    );
    let choice = neyman_pearson(&curve, &rows, Bound::Fnr(0.45)).unwrap();
    assert_eq!(
        (choice.row, choice.mixture.probability, choice.mixture.value),
        (0, 0.5, 0.75)
    );
}

/// Three tenths of the weights are more than 0.3, as doubles add up.
#[test]
fn a_row_keeps_a_bound_that_it_exceeds_by_rounding() {
    let scores: Vec<f64> = (0..20).map(f64::from).collect();
    let labels: Vec<i32> = (0..20).map(|i| i % 2).collect();
    for weight in [1.0, 0.1] {
        let columns = columns(&scores, &labels, &[weight; 20]);
        let curve = curve(&columns).unwrap();
        let rows = curve.all_rows().unwrap();
        let is_at = |bound, row, value: f64| {
            let result = neyman_pearson(&curve, &rows, bound).unwrap();
            let Mixture { low, high, .. } = result.mixture;
            assert_eq!((result.row, low, high), (row, row, row));
            assert!((result.mixture.value - value).abs() < 1e-15);
        };
        is_at(Bound::Fpr(0.3), 13, 0.4);
        is_at(Bound::Fnr(0.3), 7, 0.6);
        is_at(Bound::Tpr(0.7), 7, 0.6);
    }
}

#[test]
fn parts_make_the_whole() {
    let columns = example();
    let curve = curve(&columns).unwrap();
    let whole = trapezoid(&columns[0], &columns[1], &mut || false).unwrap();
    assert_eq!(
        partial_by_fpr(&curve, [0.0, 1.0], &mut || false).unwrap(),
        whole
    );
    assert_eq!(
        partial_by_tpr(&curve, [0.0, 1.0], &mut || false).unwrap(),
        whole
    );
    assert!(
        (partial_by_fpr(&curve, [0.25, 0.75], &mut || false).unwrap() - (0.025 + 0.25 * 0.325))
            .abs()
            < 1e-16
    );
    assert!((partial_by_tpr(&curve, [0.0, 0.1], &mut || false).unwrap() - 0.1).abs() < 1e-16);
    assert_eq!(
        partial_by_fpr(&curve, [0.3, 0.3], &mut || false).unwrap(),
        0.0
    );
}

fn cost_area(curve: &Curve<'_>, costs: [f64; 2], priors: [f64; 2]) -> CostArea {
    cost_areas(curve, &[costs], priors, &mut || false).unwrap()[0]
}

#[test]
fn cost_areas_are_cut_where_the_line_meets_the_curve() {
    let columns = columns(&[1.0, 1.0], &[0, 1], &[1.0, 1.0]);
    let curve = curve(&columns).unwrap();
    // The line y = x - 0.25 / 0.5 + ... for costs 0.5 and prior 0.5 is y = x: nothing is gained.
    let result = cost_area(&curve, [0.5, 0.5], [0.5, 0.5]);
    assert_eq!((result.intercept, result.slope), (0.0, 1.0));
    assert_eq!((result.area, result.largest), (0.0, 0.5));
    // y = 3 (x - 1/3) meets 0 at 1/3, the curve y = x at 1/2 and 1 at 2/3.
    let result = cost_area(&curve, [0.75, 0.25], [0.5, 0.5]);
    assert!((result.intercept + 1.0).abs() < 1e-15 && (result.slope - 3.0).abs() < 1e-15);
    assert!((result.area - (1.0 / 18.0 + 1.0 / 36.0)).abs() < 1e-16);
    assert!((result.largest - 0.5).abs() < 1e-15);
}

#[test]
fn many_cost_areas_take_little_longer_than_one() {
    let columns = fine_arc(2 * BLOCK, 0.3);
    let curve = curve(&columns).unwrap();
    let costs: Vec<[f64; 2]> = (1..10_000)
        .map(|i| f64::from(i) / 1e4)
        .map(|c| [1.0 - c, c])
        .collect();
    let (result, polls) = counting_polls(|poll| cost_areas(&curve, &costs, [0.5; 2], poll));
    // Twice while blocks are made; one by one they poll twice each.
    assert!(polls <= 6, "{polls}");
    let result = result.unwrap();
    for i in (0..costs.len()).step_by(1000) {
        let single = cost_area(&curve, costs[i], [0.5; 2]);
        assert!((result[i].area - single.area).abs() < 1e-15);
    }
}

#[test]
fn a_cost_area_without_a_cost_of_false_positives_lies_above_a_level_line() {
    let columns = columns(&[1.0, 1.0], &[0, 1], &[1.0, 1.0]);
    let result = cost_area(&curve(&columns).unwrap(), [0.0, 1.0], [0.75, 0.25]);
    assert_eq!((result.intercept, result.slope), (0.25, 0.0));
    assert!((result.area - 0.75 * 0.75 / 2.0).abs() < 1e-16);
    assert_eq!(result.largest, 0.75);
}

#[test]
fn a_cost_area_without_a_cost_of_false_negatives_lies_left_of_the_prior() {
    let columns = columns(&[1.0, 1.0], &[0, 1], &[1.0, 1.0]);
    let result = cost_area(&curve(&columns).unwrap(), [1.0, 0.0], [0.75, 0.25]);
    assert_eq!(
        (result.intercept, result.slope),
        (f64::NEG_INFINITY, f64::INFINITY)
    );
    assert!((result.area - 0.25 * 0.25 / 2.0).abs() < 1e-16);
    assert_eq!(result.largest, 0.25);
}

#[test]
fn lines_of_equal_cost_keep_the_digits_of_small_costs_and_priors() {
    let columns = columns(&[1.0, 1.0], &[0, 1], &[1.0, 1.0]);
    let curve = curve(&columns).unwrap();
    let result = cost_area(&curve, [2e-20, 1.0], [1.0, 1e-20]);
    assert_eq!((result.intercept, result.slope), (-1e-20, 2.0));
    let result = cost_area(&curve, [1.0, 2e-20], [1e-20, 1.0]);
    assert_eq!((result.intercept, result.slope), (0.5, 0.5));
}

#[test]
fn a_cost_area_is_a_share_of_the_largest() {
    let of = |area, largest| CostArea {
        intercept: 0.0,
        slope: 1.0,
        area,
        largest,
    };
    assert_eq!(of(0.25, 0.5).ratio(), 0.5);
    assert_eq!(of(0.5 + 1e-16, 0.5).ratio(), 1.0);
}

#[test]
fn a_cost_area_keeps_its_digits_where_nearly_all_are_positive() {
    // One negative above a thousandth of the positives: TPR = 0.999 up to FPR = 1.
    let columns = columns(&[0.0, 1.0, 2.0], &[1, 0, 1], &[1.0, 1.0, 999.0]);
    let rest = 2f64.powi(-40);
    let result = cost_area(&curve(&columns).unwrap(), [0.5, 0.5], [rest, 1.0 - rest]);
    // The line falls short of 1 by 2 rest (1 - x / 2 / (1 - rest)): nothing is gained.
    assert_eq!(result.area, 0.0);
    let expected = 2.0 * rest * (1.0 - 0.25 / (1.0 - rest));
    assert!((result.largest / expected - 1.0).abs() < 1e-15);
}

#[test]
fn curves_cross_where_they_cross() {
    let diagonal = columns(&[1.0, 1.0], &[0, 1], &[1.0, 1.0]);
    let diagonal = curve(&diagonal).unwrap();
    let columns = example();
    let example = curve(&columns).unwrap();
    let result = compare(&example, &diagonal, &mut || false).unwrap();
    let ahead: Vec<_> = result.iter().map(|i| i.ahead).collect();
    assert_eq!(ahead, [Ahead::First, Ahead::Second]);
    assert_eq!([result[0].from, result[1].to], [0.0, 1.0]);
    assert!((result[0].to - 0.1).abs() < 1e-16 && result[0].to == result[1].from);
    assert!((result[0].area() - 0.005).abs() < 1e-16);
    assert!((result[1].area() - result[0].area() - 0.175).abs() < 1e-15);
    let swapped = compare(&diagonal, &example, &mut || false).unwrap();
    let ahead: Vec<_> = swapped.iter().map(|i| i.ahead).collect();
    assert_eq!(ahead, [Ahead::Second, Ahead::First]);
    let areas = |result: &[Interval]| result.iter().map(|i| i.area()).collect::<Vec<_>>();
    assert_eq!(areas(&swapped), areas(&result));
    let same = compare(&example, &example, &mut || false).unwrap();
    assert_eq!(
        (same.len(), same[0].ahead, same[0].area()),
        (1, Ahead::Neither, 0.0)
    );
}

#[test]
fn a_lead_that_stays_the_same_is_one_interval() {
    let (perfect, half) = (
        columns(&[1.0, 2.0], &[0, 1], &[1.0; 2]),
        columns(&[1.0, 2.0, 3.0], &[1, 0, 1], &[1.0; 3]),
    );
    let (perfect, half) = (curve(&perfect).unwrap(), curve(&half).unwrap());
    for (x, y, ahead) in [
        (&perfect, &half, Ahead::First),
        (&half, &perfect, Ahead::Second),
    ] {
        let result = compare(x, y, &mut || false).unwrap();
        assert_eq!(
            (result.len(), result[0].ahead, result[0].area()),
            (1, ahead, 0.5)
        );
    }
}

#[track_caller]
fn outside<T: std::fmt::Debug>(result: Result<T>, name: &str, wrong: f64) {
    let Err(Error::Range {
        argument, value, ..
    }) = result
    else {
        panic!("{result:?}");
    };
    assert_eq!((argument, value.to_bits()), (name, wrong.to_bits()));
}

#[test]
fn probabilities_outside_of_0_to_1_are_errors() {
    let columns = example();
    let curve = &curve(&columns).unwrap();
    let rows = curve.all_rows().unwrap();
    let risk = Risk::new(curve, EQUAL, [0.5, 0.5]).unwrap();
    for wrong in [-0.1, 1.5, f64::NAN, f64::INFINITY] {
        outside(
            neyman_pearson(curve, &rows, Bound::Fpr(wrong)),
            "fpr",
            wrong,
        );
        outside(
            neyman_pearson(curve, &rows, Bound::Fnr(wrong)),
            "fnr",
            wrong,
        );
        outside(
            neyman_pearson(curve, &rows, Bound::Tpr(wrong)),
            "tpr",
            wrong,
        );
        outside(risk.at_point(wrong, 0.5), "fpr", wrong);
        outside(risk.at_point(0.5, wrong), "tpr", wrong);
        outside(Risk::new(curve, EQUAL, [wrong, 0.5]), "prior", wrong);
        outside(Risk::new(curve, EQUAL, [0.5, wrong]), "prior", wrong);
        for part in [partial_by_fpr, partial_by_tpr] {
            outside(part(curve, [wrong, 1.0], &mut || false), "interval", wrong);
            outside(part(curve, [0.0, wrong], &mut || false), "interval", wrong);
        }
    }
    let (argument, ends) = ("interval", [0.5, 0.25]);
    assert_eq!(
        partial_by_fpr(curve, ends, &mut || false),
        Err(Error::Interval { argument, ends })
    );
    let (name, value) = ("priors", 0.25);
    let sum = Error::Parameter { name, value };
    assert_eq!(Risk::new(curve, EQUAL, ends).unwrap_err(), sum);
    let areas = |priors| cost_areas(curve, &[[0.5, 0.5]], priors, &mut || false);
    outside(areas([0.0, 1.0]), "prior", 0.0);
    outside(areas([1.0, 0.0]), "prior", 0.0);
    assert_eq!(areas(ends), Err(sum));
}

#[test]
fn costs_that_are_none_are_errors() {
    let columns = example();
    let curve = &curve(&columns).unwrap();
    for wrong in [f64::NEG_INFINITY, f64::NAN, f64::INFINITY] {
        let costs = [
            Costs {
                false_positive: wrong,
                ..EQUAL
            },
            Costs {
                false_negative: wrong,
                ..EQUAL
            },
            Costs {
                true_positive: wrong,
                ..EQUAL
            },
            Costs {
                true_negative: wrong,
                ..EQUAL
            },
        ];
        for costs in costs {
            let Err(Error::Range { value, .. }) = Risk::new(curve, costs, [0.5, 0.5]) else {
                panic!("{costs:?}");
            };
            assert_eq!(value.to_bits(), wrong.to_bits());
        }
    }
    let areas = |costs| cost_areas(curve, &[[0.5, 0.5], costs], [0.5, 0.5], &mut || false);
    outside(areas([-0.5, 1.5]), "costs", -0.5);
    for costs in [[0.5, 0.25], [1.0, 1.0]] {
        let (name, value) = ("costs", costs[1]);
        assert_eq!(areas(costs), Err(Error::Parameter { name, value }));
    }
}

#[test]
fn costs_and_gains_may_be_the_largest_doubles() {
    let columns = example();
    let curve = &curve(&columns).unwrap();
    let costs = costs(f64::MAX, f64::MAX, f64::MIN, 0.0);
    let risk = Risk::new(curve, costs, [0.5, 0.5]).unwrap();
    assert_eq!(risk.slope(), 0.5);
    assert_eq!(risk.intercept(0.0), 0.5);
    assert!(risk.at_point(0.0, 1.0).unwrap() < 0.0);
    let plain = Costs {
        false_positive: 1.0,
        false_negative: 2.0,
        ..EQUAL
    };
    let plain = Risk::new(curve, plain, [0.5, 0.5]).unwrap();
    assert_eq!(risk.least(&mut || false), plain.least(&mut || false));
}

/// Where errors are gains beside right answers, the row with the most of them.
#[test]
fn errors_may_be_better_than_right_answers() {
    let columns = example();
    let curve = &curve(&columns).unwrap();
    let costs = Costs {
        false_positive: -1.0,
        false_negative: 0.0,
        ..EQUAL
    };
    let risk = Risk::new(curve, costs, [0.5, 0.5]).unwrap();
    assert_eq!(risk.least(&mut || false), Ok(0));
    assert_eq!(risk.value_at_row(0), -0.5);
}

#[test]
fn two_points_are_the_fewest() {
    let columns = example();
    let curve = &curve(&columns).unwrap();
    for points in [0, 1] {
        let result = thin(curve, true, Some(points), &mut || false);
        assert_eq!(result, Err(Error::TooFewPoints { points }));
    }
    let result = thin(curve, true, Some(2), &mut || false).unwrap();
    assert_eq!(result.rows, [0, 3]);
}

#[test]
fn there_are_no_measures_beyond_the_last_row_or_for_what_is_not_a_prior() {
    let columns = example();
    let curve = curve(&columns).unwrap();
    let rows = curve.rows();
    let at = |row, prior| measure_at(&curve, row, Measure::Tpr, prior);
    assert_eq!(at(4, None), Err(Error::Row { row: 4, rows }));
    let result = at(1, Some(f64::NAN));
    assert!(matches!(result, Err(Error::Range { .. })));
}

#[test]
fn there_is_no_risk_beyond_the_last_row() {
    let columns = example();
    let curve = curve(&columns).unwrap();
    let risk = Risk::new(&curve, EQUAL, curve.shares()).unwrap();
    assert_eq!(risk.at_row(4), Err(Error::Row { row: 4, rows: 4 }));
}

#[test]
fn there_are_no_slopes_beyond_the_last_row_of_a_hull() {
    let columns = example();
    let curve = curve(&columns).unwrap();
    let hull = hull(&curve, &mut || false).unwrap();
    assert_eq!(hull.slopes_at(3), Err(Error::Row { row: 3, rows: 3 }));
}

/// All rows but the first, all but the last, none, one twice, two of which the latter is first.
#[test]
fn a_bound_is_looked_for_from_end_to_end() {
    let columns = example();
    let curve = curve(&columns).unwrap();
    for rows in [
        &[1, 2, 3][..],
        &[0, 1, 2],
        &[],
        &[0, 1, 1, 3],
        &[0, 2, 1, 3],
    ] {
        let result = neyman_pearson(&curve, rows, Bound::Fpr(0.5));
        assert!(matches!(result, Err(Error::Row { .. })), "{rows:?}");
    }
}

#[test]
fn lines_of_one_risk_have_a_slope_whatever_the_prior_and_the_costs() {
    let columns = example();
    let curve = &curve(&columns).unwrap();
    let least = f64::from_bits(1);
    let tiny = Costs {
        false_positive: 2.0 * least,
        false_negative: least,
        ..EQUAL
    };
    let risk = |costs, priors| Risk::new(curve, costs, priors).unwrap();
    assert_eq!(risk(tiny, [0.5, 0.5]).slope(), 2.0);
    assert_eq!(risk(tiny, [0.5, 0.5]).intercept(0.0), 1.0);
    let rare = risk(EQUAL, [1.0, 1e-300]);
    assert!((rare.slope() / 1e300 - 1.0).abs() < 1e-15);
    assert_eq!(rare.intercept(0.0), 1.0);
    let rest = 2f64.powi(-52);
    assert!((risk(EQUAL, [rest, 1.0 - rest]).slope() / rest - 1.0).abs() < 1e-15);
    assert_eq!(risk(EQUAL, [1.0, 0.0]).slope(), f64::INFINITY);
    let free = Costs {
        false_positive: 0.0,
        false_negative: 0.0,
        ..EQUAL
    };
    assert!(risk(free, [0.5, 0.5]).slope().is_nan());
}

#[test]
fn the_least_risk_is_found_for_costs_and_priors_next_to_nothing() {
    let columns = example();
    let curve = &curve(&columns).unwrap();
    let tiny = Costs {
        false_positive: 0.0,
        false_negative: 3.0 * f64::from_bits(1),
        ..EQUAL
    };
    let risk = Risk::new(curve, tiny, [1.0, 1e-310]).unwrap();
    assert_eq!(risk.least(&mut || false), Ok(0));
    assert_eq!(risk.priors(), [1.0, 1e-310]);
}
