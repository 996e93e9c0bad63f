use super::{visit, visit_scores, Block, Positions, Source, Typed, BLOCK};
use crate::testing::reference::{counting_polls, polls_of_visits};
use crate::{Integers, Labels, Observations, Scores, Weights};

const N: usize = 2 * Block::CAPACITY + 3;

/// Counting scores, alternating labels, weights that count down.
struct Columns {
    scores: Vec<i32>,
    labels: Vec<i32>,
    weights: Vec<i32>,
}

impl Columns {
    fn new() -> Columns {
        Columns {
            scores: (0..N as i32).collect(),
            labels: (0..N as i32).map(|i| i % 2).collect(),
            weights: (1..=N as i32).rev().collect(),
        }
    }

    fn source(&self) -> Typed<'_> {
        let integers = |values| Integers {
            values,
            missing: Some(i32::MAX),
        };
        typed(
            Scores::Integers(integers(&self.scores)),
            Labels::I32(&self.labels),
            Weights::Integers(integers(&self.weights)),
        )
    }
}

fn typed<'a>(scores: Scores<'a>, labels: Labels<'a>, weights: Weights<'a>) -> Typed<'a> {
    Typed {
        observations: Observations {
            scores,
            labels,
            weights,
        },
        positive: 1.0,
    }
}

fn loaded(source: &dyn Source) -> (Vec<usize>, Vec<f64>, Vec<f64>) {
    let mut columns = (Vec::new(), Vec::new(), Vec::new());
    let visited = visit(source, &mut || false, |block| {
        let (scores, weights) = (block.scores(), block.weights());
        columns.0.push(scores.len());
        columns.1.extend_from_slice(scores);
        columns.2.extend_from_slice(weights);
        true
    });
    assert_eq!(visited, Ok(()));
    columns
}

#[test]
fn blocks_hold_all_observations_in_order_the_last_one_what_is_left() {
    let columns = Columns::new();
    let (lengths, scores, weights) = loaded(&columns.source());
    assert_eq!(lengths, [Block::CAPACITY, Block::CAPACITY, 3]);
    assert!(scores.into_iter().eq((0..N).map(|i| i as f64)));
    let signed = |i| (N - i) as f64 * [-1.0, 1.0][i % 2];
    assert!(weights.into_iter().eq((0..N).map(signed)));
}

#[test]
fn positions_stand_beside_the_same_scores() {
    let columns = Columns::new();
    let source = columns.source();
    let positions = Positions(&source);
    assert!((0..N).all(|i| positions.score(i) == i as f64));
}

#[test]
fn a_negative_zero_becomes_a_positive_one() {
    let source = typed(
        Scores::F64(&[-0.0, 0.0]),
        Labels::I32(&[0, 1]),
        Weights::Unit,
    );
    let (_, scores, weights) = loaded(&source);
    assert!(scores.iter().all(|score| score.to_bits() == 0));
    assert_eq!(weights, [-1.0, 1.0]);
}

#[test]
fn a_visit_ends_when_it_is_told_to() {
    let columns = Columns::new();
    let mut blocks = 0;
    let visited = visit(&columns.source(), &mut || false, |_| {
        blocks += 1;
        blocks < 2
    });
    assert_eq!((visited, blocks), (Ok(()), 2));
}

#[test]
fn a_visit_polls_between_so_many_observations() {
    for n in [1, BLOCK, BLOCK + 1, 3 * BLOCK] {
        let labels = vec![1; n];
        let source = typed(Scores::I32(&labels), Labels::I32(&labels), Weights::Unit);
        let expected = polls_of_visits(1, n);
        for stop in 1..=expected + 1 {
            let mut polls = 0;
            let mut poll = || {
                polls += 1;
                polls == stop
            };
            let visited = visit(&source, &mut poll, |_| true);
            assert_eq!(visited.is_err(), stop <= expected);
            assert_eq!(polls, stop.min(expected));
        }
    }
}

/// Rows without weight in the first block only.
#[test]
fn only_observations_of_positive_weight_are_loaded() {
    let mut columns = Columns::new();
    for row in [0, 17, Block::CAPACITY - 1] {
        columns.weights[row] = 0;
    }
    let (lengths, scores, weights) = loaded(&columns.source());
    assert_eq!(lengths, [Block::CAPACITY - 3, Block::CAPACITY, 3]);
    let present = || (0..N).filter(|&row| columns.weights[row] > 0);
    assert!(scores.into_iter().eq(present().map(|row| row as f64)));
    let signed = |row| f64::from(columns.weights[row]) * [-1.0, 1.0][row % 2];
    assert!(weights.into_iter().eq(present().map(signed)));
}

#[test]
fn the_scores_alone_are_all_of_them_unchecked() {
    let mut columns = Columns::new();
    columns.weights.fill(0);
    let visited = |source: &dyn Source| {
        let mut scores = Vec::new();
        let (result, polls) = counting_polls(|poll| {
            visit_scores(source, 0..source.len(), poll, |some| {
                scores.extend_from_slice(some)
            })
        });
        assert_eq!((result, polls), (Ok(()), 0));
        scores
    };
    assert!(visited(&columns.source())
        .into_iter()
        .eq((0..N).map(|i| i as f64)));
    let doubles = [1.0, -0.0, f64::NAN];
    let source = typed(Scores::F64(&doubles), Labels::F64(&doubles), Weights::Unit);
    let bits = |score: &f64| score.to_bits();
    assert!(visited(&source)
        .iter()
        .map(bits)
        .eq(doubles.iter().map(bits)));
}
