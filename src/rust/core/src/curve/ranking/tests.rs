use super::Ranking;
use crate::curve::Columns;
use crate::error::{Argument, Error};
use crate::options::Options;
use crate::tally::Row;
use crate::testing::examples::*;
use crate::testing::reference::{counting_polls, polls_of_visits, write, Data};
use crate::testing::wrong_length;

fn rank(data: &Data) -> Ranking {
    Ranking::new(&data.observations(), Options::new(&mut || false)).unwrap()
}

#[test]
fn a_curve_is_written_to_columns_of_its_length_alone() {
    let ranking = rank(&Data::new(vec![1.0, 2.0, 3.0], 1));
    let arguments = [
        Argument::Tpr,
        Argument::Fpr,
        Argument::Threshold,
        Argument::FalseNegative,
        Argument::FalsePositive,
    ];
    for (place, argument) in arguments.into_iter().enumerate() {
        for length in [ranking.rows() - 1, ranking.rows() + 1] {
            let mut columns = vec![vec![0.0; ranking.rows()]; 5];
            columns[place].resize(length, 0.0);
            let [tpr, fpr, threshold, false_negative, false_positive] = &mut columns[..] else {
                unreachable!()
            };
            let columns = Columns {
                tpr,
                fpr,
                threshold,
                false_negative,
                false_positive,
            };
            let expected = wrong_length(argument, length, ranking.rows());
            assert_eq!(ranking.write(columns, &mut || false), Err(expected));
        }
    }
}

/// 1 and 2^-53 lie half way between two doubles, and a little more decides; where it is less than
/// the errors are kept to, it counts from one end only.
#[test]
fn rates_are_1_where_nothing_is_left_even_if_the_sums_differ_from_end_to_end() {
    let ulp = f64::EPSILON;
    let decisive = ulp * ulp / 8.0;
    let mut weights = [decisive; 6];
    (weights[0], weights[1]) = (1.0, ulp / 2.0);
    for positive in [0, 1] {
        for ascending in [true, false] {
            let mut data = Data::new((0..8).map(f64::from).collect(), 1);
            data.labels.fill(positive);
            (data.labels[0], data.labels[7]) = (1 - positive, 1 - positive);
            data.weights[1..7].copy_from_slice(&weights);
            if !ascending {
                data.scores.reverse();
            }
            let curve = write(&rank(&data));
            let rates = &curve[1 - positive as usize];
            assert_eq!(rates[..2], [1.0, 1.0], "{rates:?}");
            assert!(rates.windows(2).all(|pair| pair[0] >= pair[1]));
        }
    }
}

#[test]
fn an_optimistic_sample_costs_one_look() {
    let n = 1_000_000;
    let data = Data::new(more_values_than_they_seem(n), 1);
    let (_, polls) = counting_polls(|poll| Ranking::new(&data.observations(), Options::new(poll)));
    assert!(polls > polls_of_visits(2, n), "the sort looks twice");
}

fn tally(scores: &[f64]) -> Vec<Row> {
    let row = |&score: &f64| Row::new(score, [1.0, 2.0], 1.0);
    scores.iter().map(row).collect()
}

#[test]
fn what_is_no_tally_has_no_curve() {
    let curve_of = |rows: &[Row]| Ranking::from_tally(rows, &mut || false).map(|r| r.rows());
    assert_eq!(curve_of(&tally(&[-1.0, 0.0, 2.0])), Ok(4));
    let result = curve_of(&tally(&[1.0, 2.0, 2.0]));
    let error = matches!(result, Err(Error::NotAscending { position: 2, .. }));
    assert!(error, "{result:?}");
    let mut negative = tally(&[1.0, 2.0]);
    negative[1].positive = -0.5;
    let (position, value) = (1, -0.5);
    assert_eq!(curve_of(&negative), Err(Error::Weight { position, value }));
}

#[test]
fn zeros_of_a_tally_read_the_same() {
    let ranking = Ranking::from_tally(&tally(&[-0.0, 1.0]), &mut || false).unwrap();
    assert_eq!(write(&ranking)[2][0].to_bits(), 0);
}
