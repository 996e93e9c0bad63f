//! Changes of observations that leave their curve as it is.

use crate::strategy::{for_all, ordinary_rows, rows, score};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::Index;
use weighted_roc_checks::case::{Case, LabelColumn, Row, ScoreColumn, WeightColumn};
use weighted_roc_checks::check::{area::same_area, statistic::same_statistic, ulps_between};
use weighted_roc_checks::curve::Curve;
use weighted_roc_checks::exact::common_exponent;
use weighted_roc_checks::statistic;

/// Two results that are right to 4 ulp of the same number.
const BOTH_RIGHT: u64 = 8;
/// The same, when rounding the weights has moved that number too.
const BOTH_RIGHT_AND_ROUNDED: u64 = 12;

fn curve(rows: &[Row]) -> Curve {
    Curve::from_case(&Case::from_rows(rows)).unwrap()
}

fn statistic(rows: &[Row]) -> f64 {
    statistic::statistic(&Case::from_rows(rows)).unwrap()
}

fn input(rows: &[Row], score: impl Fn(&Row) -> f64) -> Vec<Row> {
    let change = |row: &Row| Row {
        score: score(row),
        ..*row
    };
    rows.iter().map(change).collect()
}

fn weighted(rows: &[Row], weight: impl Fn(&Row) -> f64) -> Vec<Row> {
    let change = |row: &Row| Row {
        weight: weight(row),
        ..*row
    };
    rows.iter().map(change).collect()
}

fn assert_close(a: &Curve, b: &Curve, ulps: u64) {
    assert!(ulps_between(a.rates(), b.rates()) <= ulps, "{a:?}, {b:?}");
    assert!(ulps_between(a.counts(), b.counts()) <= ulps, "{a:?}, {b:?}");
}

fn bits(values: &[f64]) -> Vec<u64> {
    values.iter().map(|value| value.to_bits()).collect()
}

fn assert_same_area(a: f64, b: f64) {
    assert!(same_area(a, b), "{a:e}, {b:e}");
}

fn assert_same_statistic(a: f64, b: f64) {
    assert!(same_statistic(a, b), "{a:e}, {b:e}");
}

/// `weight * 2^exponent`, where that is a double.
fn times_power_of_two(weight: f64, exponent: i32) -> f64 {
    let factor = |exponent: i32| f64::from(exponent).exp2();
    let third = exponent / 3;
    weight * factor(third) * factor(third) * factor(exponent - 2 * third)
}

/// The exponent of a power of two that all weights can be multiplied by without rounding, and
/// without their sum becoming infinite.
fn exact_scaling(rows: &[Row]) -> impl Strategy<Value = i32> {
    let weights: Vec<f64> = rows.iter().map(|row| row.weight).collect();
    let smallest = -1074 - common_exponent(&weights);
    let largest = 1022 - weights.iter().sum::<f64>().log2() as i32;
    prop_oneof![Just(smallest), Just(largest), smallest..=largest]
}

#[test]
fn scaling_by_a_power_of_two_changes_neither_rates_nor_statistic() {
    let cases = rows().prop_flat_map(|rows| (exact_scaling(&rows), Just(rows)));
    for_all(cases, |(exponent, rows)| {
        let scaled = weighted(&rows, |row| times_power_of_two(row.weight, exponent));
        let (before, after) = (curve(&rows), curve(&scaled));
        assert_eq!(ulps_between(before.rates(), after.rates()), 0);
        assert_eq!(statistic(&rows), statistic(&scaled));
    });
}

#[test]
fn scaling_by_any_factor_changes_no_rate() {
    for_all((ordinary_rows(), 1e-100..1e100), |(rows, factor)| {
        let scaled = weighted(&rows, |row| row.weight * factor);
        let (before, after) = (curve(&rows), curve(&scaled));
        assert!(ulps_between(before.rates(), after.rates()) <= BOTH_RIGHT_AND_ROUNDED);
        assert_same_area(before.area(), after.area());
        assert_same_statistic(statistic(&rows), statistic(&scaled));
    });
}

#[test]
fn splitting_a_row_changes_nothing() {
    let splits = vec((any::<Index>(), 1u32..53), 1..5);
    for_all((rows(), splits), |(mut rows, splits)| {
        let (before, statistic_before) = (curve(&rows), statistic(&rows));
        for (index, bits) in splits {
            let row = index.get_mut(&mut rows);
            let high = f64::from_bits(row.weight.to_bits() >> bits << bits);
            let low = Row {
                weight: row.weight - high,
                ..*row
            };
            row.weight = high;
            rows.push(low);
        }
        let after = curve(&rows);
        assert_eq!(before.threshold, after.threshold);
        assert_close(&before, &after, BOTH_RIGHT);
        assert_same_area(before.area(), after.area());
        assert_same_statistic(statistic_before, statistic(&rows));
    });
}

#[test]
fn permuting_rows_changes_nothing() {
    let cases = rows().prop_flat_map(|rows| (Just(rows.clone()), Just(rows).prop_shuffle()));
    for_all(cases, |(rows, permuted)| {
        let (before, after) = (curve(&rows), curve(&permuted));
        assert_eq!(bits(&before.threshold), bits(&after.threshold));
        assert_close(&before, &after, 1);
        assert_same_statistic(statistic(&rows), statistic(&permuted));
    });
}

#[test]
fn rows_of_weight_zero_change_nothing() {
    let zeros = vec((any::<Index>(), score(), any::<bool>()), 1..20);
    for_all((rows(), zeros), |(mut rows, zeros)| {
        let before = (curve(&rows), statistic(&rows));
        for (index, score, positive) in zeros {
            let zero = Row {
                score,
                positive,
                weight: 0.0,
            };
            rows.insert(index.index(rows.len() + 1), zero);
        }
        assert_eq!(before, (curve(&rows), statistic(&rows)));
    });
}

#[test]
fn a_monotone_transform_of_the_scores_changes_only_thresholds() {
    for_all(rows(), |rows| {
        let lower = |row: &Row| rows.iter().filter(|other| other.score < row.score).count();
        let ranks = input(&rows, |row| lower(row) as f64);
        let negative = input(&rows, |row| -(-(lower(row) as f64)).exp());
        for transformed in [ranks, negative] {
            assert_close(&curve(&rows), &curve(&transformed), 0);
            assert_eq!(statistic(&rows), statistic(&transformed));
        }
    });
}

#[test]
fn swapping_the_classes_and_negating_the_scores_keeps_the_area() {
    for_all(rows(), |rows| {
        let mut mirrored = input(&rows, |row| -row.score);
        mirrored.iter_mut().for_each(|row| row.positive ^= true);
        assert_same_area(curve(&rows).area(), curve(&mirrored).area());
        assert_same_statistic(statistic(&rows), statistic(&mirrored));
    });
}

#[test]
fn negating_the_scores_complements_the_area() {
    for_all(rows(), |rows| {
        let negated = input(&rows, |row| -row.score);
        assert_same_area(1.0 - curve(&rows).area(), curve(&negated).area());
        assert_same_area(1.0 - statistic(&rows), statistic(&negated));
    });
}

#[test]
fn every_encoding_of_the_labels_gives_the_same_curve() {
    let encodings = prop::sample::select(vec![[-1, 1], [0, 1], [1, 2]]);
    for_all((rows(), encodings), |(rows, encoding)| {
        let case = Case::from_rows(&rows);
        let expected = curve(&rows);
        let label = |row: &Row| encoding[usize::from(row.positive)];
        let integers: Vec<i32> = rows.iter().map(label).collect();
        let doubles = integers.iter().copied().map(f64::from).collect();
        let codes = integers.iter().map(|label| 10 * label + 7).collect();
        let columns = [
            LabelColumn::F64(doubles),
            LabelColumn::I32(integers),
            LabelColumn::Codes(codes),
        ];
        for labels in columns {
            let encoded = Case {
                labels,
                ..case.clone()
            };
            assert_eq!(Curve::from_case(&encoded).as_ref(), Ok(&expected));
            assert_eq!(statistic::statistic(&encoded), Ok(statistic(&rows)));
        }
    });
}

#[test]
fn integers_give_the_curve_of_the_same_doubles() {
    let columns = vec((-i32::MAX..=i32::MAX, any::<bool>(), 0..=i32::MAX), 0..40);
    for_all(columns, |mut columns| {
        columns.extend([(0, false, 1), (3, true, i32::MAX)]);
        let row = |&(score, positive, weight): &(i32, bool, i32)| Row {
            score: score.into(),
            positive,
            weight: weight.into(),
        };
        let doubles = Case::from_rows(&columns.iter().map(row).collect::<Vec<Row>>());
        let integers = Case {
            scores: ScoreColumn::I32(columns.iter().map(|column| column.0).collect()),
            weights: WeightColumn::I32(columns.iter().map(|column| column.2).collect()),
            ..doubles.clone()
        };
        assert_eq!(Curve::from_case(&integers), Curve::from_case(&doubles));
        let statistics = [&integers, &doubles].map(statistic::statistic);
        assert_eq!(statistics[0], statistics[1]);
    });
}

#[test]
fn unit_weights_are_weights_of_one() {
    for_all(rows(), |rows| {
        let ones = Case::from_rows(&weighted(&rows, |_| 1.0));
        let unit = Case {
            weights: WeightColumn::Unit,
            ..ones.clone()
        };
        assert_eq!(Curve::from_case(&unit), Curve::from_case(&ones));
        let statistics = [&unit, &ones].map(statistic::statistic);
        assert_eq!(statistics[0], statistics[1]);
    });
}
