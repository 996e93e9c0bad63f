use super::Ranking;
use crate::error::Error;
use crate::examples::*;
use crate::order::SMALL;
use crate::poll::BLOCK;
use crate::reference::{assert_same_bits, counting_polls, write, write_in_place, Data};
use crate::{Labels, Observations, Scores, Weights};

fn rank(data: &Data) -> Ranking {
    Ranking::new(&data.observations(), &mut || false).unwrap()
}

/// What the working columns' lengths were asked to be, call by call.
fn allocations(data: &Data) -> Vec<usize> {
    let mut asked = Vec::new();
    let allocate = |length| {
        asked.push(length);
        Ok::<_, Error>((vec![0.0; length], vec![0.0; length]))
    };
    Ranking::in_columns(&data.observations(), allocate, &mut || false).unwrap();
    asked
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
fn every_way_in_place_gives_the_curve_of_a_plain_sort() {
    let mut in_place = 0;
    for (name, shape) in SHAPES {
        for n in LENGTHS {
            let data = Data::new(shape(n), 1);
            let (ranking, expected) = (rank(&data), data.curve());
            assert_eq!(ranking.fits_in_place(), expected[0].len() == n + 1);
            if ranking.fits_in_place() {
                let of = format!("{name} of {n}");
                assert_same_bits(&write_in_place(ranking), &expected, &of);
                in_place += 1;
            }
        }
    }
    assert!(in_place > 40, "{in_place}");
}

#[test]
fn curves_of_more_than_a_block_are_those_of_a_plain_sort() {
    let shapes: [Shape; 4] = [uniform, clusters, descending, thousandths];
    for n in [BLOCK, BLOCK + 1, 2 * BLOCK + 1] {
        for shape in shapes {
            let data = Data::new(shape(n), 1);
            let (ranking, expected) = (rank(&data), data.curve());
            assert_same_bits(&write(&ranking), &expected, "elsewhere");
            if ranking.fits_in_place() {
                assert_same_bits(&write_in_place(ranking), &expected, "in place");
            }
        }
    }
}

#[test]
fn a_tie_or_a_weight_of_zero_keeps_a_curve_out_of_its_place() {
    let distinct: Vec<f64> = uniform(10_000);
    assert!(rank(&Data::new(distinct.clone(), 1)).fits_in_place());
    let mut tied = Data::new(distinct.clone(), 1);
    tied.scores[17] = tied.scores[9000];
    assert!(!rank(&tied).fits_in_place());
    let mut weightless = Data::new(distinct, 1);
    weightless.weights[17] = 0.0;
    assert!(!rank(&weightless).fits_in_place());
    assert!(!rank(&Data::new(thousandths(10_000), 1)).fits_in_place());
}

#[test]
#[should_panic(expected = "there are ties or weights of 0")]
fn a_curve_is_not_written_where_it_does_not_fit() {
    write_in_place(rank(&Data::new(all_equal(10), 1)));
}

/// Where a sum is settled must be the same in both ways: beside weights whose sum lies between two
/// doubles, a weight of 2^-106 tells.
#[test]
fn sums_settle_at_the_same_rows_in_place() {
    let ulp = f64::EPSILON;
    let telling = [1.0 + ulp, 0.75 * ulp, 0.75 * ulp, ulp * ulp / 4.0];
    for step in 1..3 {
        let n = step * BLOCK + 10;
        for start in step * BLOCK - 5..step * BLOCK + 3 {
            for reversed in [false, true] {
                let mut data = Data::new((0..n).map(|i| i as f64).collect(), 1);
                data.labels.fill(0);
                for (i, weight) in telling.into_iter().enumerate() {
                    let row = if reversed {
                        n - 1 - start - i
                    } else {
                        start + i
                    };
                    data.labels[row] = 1;
                    data.weights[row] = weight;
                }
                let found = write_in_place(rank(&data));
                assert_same_bits(&found, &write(&rank(&data)), &format!("from row {start}"));
            }
        }
    }
}

#[test]
fn working_columns_are_asked_for_once_by_a_sort_and_never_by_a_tally() {
    for n in [3, SMALL, SMALL + 1] {
        for shape in [uniform, clusters, ascending] {
            assert_eq!(allocations(&Data::new(shape(n), 1)), [n + 1]);
        }
    }
    for n in [20_000, 100_000] {
        for shape in [thousandths, all_equal] {
            assert_eq!(allocations(&Data::new(shape(n), 1)), []);
        }
    }
}

#[test]
fn an_error_of_the_allocation_is_handed_on() {
    #[derive(Debug, PartialEq)]
    enum Failure {
        Allocation,
        Core(Error),
    }
    impl From<Error> for Failure {
        fn from(error: Error) -> Failure {
            Failure::Core(error)
        }
    }
    let fail = |_| Err::<(Vec<f64>, Vec<f64>), _>(Failure::Allocation);
    let rank = |data: &Data| {
        Ranking::in_columns(&data.observations(), fail, &mut || false).map(|ranking| ranking.rows())
    };
    let mut data = Data::new(uniform(100), 1);
    assert_eq!(rank(&data), Err(Failure::Allocation));
    data.labels.fill(1);
    let one_class = Error::OneClass { value: 1.0 };
    assert_eq!(rank(&data), Err(Failure::Core(one_class)));
}

#[test]
fn an_optimistic_sample_costs_one_look_and_gives_the_same_curve() {
    let n = 1_000_000;
    let data = Data::new(more_values_than_they_seem(n), 1);
    let (ranking, polls) = counting_polls(|poll| Ranking::new(&data.observations(), poll));
    assert!(polls > 2 * n.div_ceil(BLOCK), "the sort looks twice");
    assert_eq!(allocations(&data), [n + 1]);
    assert_same_bits(&write(&ranking.unwrap()), &data.curve(), "optimistic");
}

#[test]
fn missing_scores_are_reported_whatever_the_sample_says_of_them() {
    for n in [100, 10_000] {
        for nan in [f64::NAN, -f64::NAN] {
            for (name, shape) in SHAPES {
                let mut data = Data::new(shape(n), 1);
                data.scores[n / 2..].fill(nan);
                let found = Ranking::new(&data.observations(), &mut || false);
                let missing = Error::Missing {
                    argument: crate::Argument::Guess,
                    position: n / 2,
                };
                assert_eq!(found.map(|ranking| ranking.rows()), Err(missing), "{name}");
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
        let curve = |observations| write(&Ranking::new(&observations, &mut || false).unwrap());
        assert_same_bits(&curve(typed(Weights::I32(&weights))), &data.curve(), "I32");
        let unit = curve(typed(Weights::Unit));
        data.weights.fill(1.0);
        assert_same_bits(&unit, &data.curve(), "unit");
    }
}
