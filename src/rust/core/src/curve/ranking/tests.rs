use super::Ranking;
use crate::curve::Columns;
use crate::error::{Argument, Error};
use crate::options::Options;
use crate::poll::BLOCK;
use crate::sort::small::SMALL;
use crate::tally::Row;
use crate::testing::examples::*;
use crate::testing::reference::{assert_same_bits, counting_polls, polls_of_visits, write, Data};
use crate::{Labels, Observations, Scores, Weights};

fn rank(data: &Data) -> Ranking {
    Ranking::new(&data.observations(), Options::new(&mut || false)).unwrap()
}

const LENGTHS: [usize; 7] = [3, 24, 25, 1000, SMALL, SMALL + 1, 20_000];

#[test]
fn every_way_gives_the_curve_of_a_plain_sort() {
    for (name, shape) in SHAPES {
        for n in LENGTHS {
            let data = Data::new(shape(n), 0);
            let of = format!("{name} of {n}");
            assert_same_bits(&write(&rank(&data)), &data.curve(), &of);
        }
    }
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
            let expected = Error::Length {
                argument,
                length,
                expected: ranking.rows(),
            };
            assert_eq!(ranking.write(columns, &mut || false), Err(expected));
        }
    }
}

#[test]
fn curves_of_more_than_a_block_are_those_of_a_plain_sort() {
    let shapes: [Shape; 4] = [uniform, clusters, descending, thousandths];
    for n in [BLOCK, BLOCK + 1, 2 * BLOCK + 1] {
        for shape in shapes {
            let data = Data::new(shape(n), 1);
            assert_same_bits(&write(&rank(&data)), &data.curve(), &format!("{n} rows"));
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
fn an_optimistic_sample_costs_one_look_and_gives_the_same_curve() {
    let n = 1_000_000;
    let data = Data::new(more_values_than_they_seem(n), 1);
    let (ranking, polls) =
        counting_polls(|poll| Ranking::new(&data.observations(), Options::new(poll)));
    assert!(polls > polls_of_visits(2, n), "the sort looks twice");
    assert_same_bits(&write(&ranking.unwrap()), &data.curve(), "optimistic");
}

#[test]
fn missing_scores_are_reported_whatever_the_sample_says_of_them() {
    for n in [100, 10_000] {
        for nan in [f64::NAN, -f64::NAN] {
            for (name, shape) in SHAPES {
                let mut data = Data::new(shape(n), 1);
                data.scores[n / 2..].fill(nan);
                let result = Ranking::new(&data.observations(), Options::new(&mut || false));
                let missing = Error::Missing {
                    argument: crate::Argument::Scores,
                    position: n / 2,
                };
                assert_eq!(result.map(|ranking| ranking.rows()), Err(missing), "{name}");
            }
        }
    }
}

#[test]
fn each_type_of_scores_and_weights_gives_the_same_curve() {
    for distinct in [1000, 50_000] {
        let scores: Vec<i32> = (0..50_000).map(|i| (i * 7919) % distinct - 500).collect();
        let mut data = Data::new(scores.iter().copied().map(f64::from).collect(), 0);
        let weights: Vec<i32> = data.weights.iter().map(|&weight| weight as i32).collect();
        let typed = |weights| Observations {
            scores: Scores::I32(&scores),
            labels: Labels::I32(&data.labels),
            weights,
        };
        let curve = |observations| {
            write(&Ranking::new(&observations, Options::new(&mut || false)).unwrap())
        };
        assert_same_bits(&curve(typed(Weights::I32(&weights))), &data.curve(), "I32");
        let unit = curve(typed(Weights::Unit));
        data.weights.fill(1.0);
        assert_same_bits(&unit, &data.curve(), "unit");
    }
}

fn tally(scores: &[f64]) -> Vec<Row> {
    let row = |&score: &f64| Row::new(score, [1.0, 2.0], 1.0);
    scores.iter().map(row).collect()
}

#[test]
fn what_is_no_tally_has_no_curve() {
    let curve_of = |rows: &[Row]| Ranking::of_tally(rows, &mut || false).map(|r| r.rows());
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
    let ranking = Ranking::of_tally(&tally(&[-0.0, 1.0]), &mut || false).unwrap();
    assert_eq!(write(&ranking)[2][0].to_bits(), 0);
}

#[test]
#[cfg_attr(miri, ignore = "slow")]
fn a_long_tally_can_be_stopped() {
    let scores: Vec<f64> = (0..=BLOCK).map(|i| i as f64).collect();
    let result = Ranking::of_tally(&tally(&scores), &mut || true);
    assert_eq!(result.map(|r| r.rows()), Err(Error::Interrupted));
}
