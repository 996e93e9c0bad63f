//! The variance of an AUC from a tally, against that from the observations.

use super::{random, single, squares_of, Data};
use crate::covariance::UnitSums;
use crate::inference::{tallied_sums, Tallied};
use crate::sampling::Unit;
use crate::tally::{join_few, merge, Row};
use crate::testing::by;

/// A tally of each observation, merged.
fn tally_of(data: &Data) -> Vec<Row> {
    let one = |i: usize| {
        let weights = match data.labels[i] {
            0 => [data.weights[i], 0.0],
            _ => [0.0, data.weights[i]],
        };
        vec![Row::new(data.scores[i], weights, 1.0)]
    };
    let each: Vec<Vec<Row>> = (0..data.scores.len()).map(one).collect();
    merge(&each, 0, None, &mut || false).unwrap().0
}

fn tallied_rows(rows: &[Row], unit: Unit) -> Tallied {
    tallied_sums(rows, [1.0; 2], unit, &mut || false).unwrap()
}

fn tallied_data(data: &Data, unit: Unit) -> UnitSums {
    single(&data.observations(), unit, by(1, &mut || false)).unwrap()
}

fn near(a: f64, b: f64) -> bool {
    (a - b).abs() <= 1e-12 * b.abs()
}

fn check(result: Tallied, right: UnitSums) {
    let context = format!("{result:?}, not {right:?}");
    let (sums, open) = (result.sums, result.open);
    let squares = [sums.negatives[0], sums.positives[0]];
    assert!(near(sums.values[0], right.values[0]), "{context}");
    assert!(near(sums.df[0], right.df[0]), "{context}");
    for (class, square) in squares.into_iter().enumerate() {
        assert!(near(square, squares_of(&right)[class]), "{context}");
        assert!(near(sums.units[class], right.units[class]), "{context}");
        assert!(
            near(sums.effective[class], right.effective[class]),
            "{context}"
        );
        assert_eq!(sums.numbers[class], right.numbers[class], "{context}");
    }
    assert_eq!(open, 0.0);
}

/// A few large influences: the degrees of freedom hang on fourth powers.
#[test]
fn unequal_weights_have_fewer_degrees_of_df() {
    let mut data = random(60, 20, 9);
    data.weights[5] = 300.0;
    data.weights[6] = 200.0;
    let right = tallied_data(&data, Unit::Row);
    assert!(right.df[0] < 10.0);
    check(tallied_rows(&tally_of(&data), Unit::Row), right);
}

#[test]
fn without_fourth_powers_weights_count_as_equal() {
    let mut data = random(300, 20, 11);
    // In each row and class all weigh the same.
    for (weight, score) in data.weights.iter_mut().zip(&data.scores) {
        *weight = 1.0 + score;
    }
    let mut rows = tally_of(&data);
    for row in &mut rows {
        for powers in &mut row.powers {
            powers.fourths = f64::NAN;
        }
    }
    check(
        tallied_rows(&rows, Unit::Row),
        tallied_data(&data, Unit::Row),
    );
}

/// The observations of a row may be in any order: then the area is off by half the rectangle at
/// most.
#[test]
fn rows_of_several_scores_leave_their_rectangles_open() {
    let data = random(200, 60, 12);
    let rows = join_few(tally_of(&data), 12.0, &mut || false).unwrap();
    let totals = [data.weight_of(0), data.weight_of(1)];
    let several = rows.iter().filter(|row| row.last > row.score);
    let half = |row: &Row| 0.5 * (row.negative / totals[0]) * (row.positive / totals[1]);
    let open: f64 = several.map(half).sum();
    let result = tallied_rows(&rows, Unit::Row);
    assert!(open > 0.0 && near(result.open, open), "{result:?}, {open}");
    assert!((result.sums.values[0] - data.wmw()).abs() <= open);
}
