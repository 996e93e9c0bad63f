use super::*;
use crate::area::wmw;
use crate::error::{Argument, Result};
use crate::testing::by;
use crate::testing::examples::*;
use crate::testing::reference::Data;
use crate::testing::wrong_length;

fn areas(of: &[Data], threads: usize) -> Result<Vec<f64>> {
    let scores: Vec<Scores> = of.iter().map(|data| Scores::F64(&data.scores)).collect();
    let observations = of[0].observations();
    let (labels, weights) = (observations.labels, observations.weights);
    wmw_each(&scores, labels, weights, by(threads, &mut || false))
}

/// Scores of all shapes of the same observations.
fn data_of_all_shapes(n: usize, least: usize) -> Vec<Data> {
    let data = SHAPES.iter().map(|(_, shape)| Data::new(shape(n), least));
    data.collect()
}

#[test]
fn each_score_has_the_statistic_that_it_has_alone() {
    for (n, least) in [(3, 1), (1000, 0), (20_000, 0)] {
        let data = data_of_all_shapes(n, least);
        let single = |data: &Data| wmw(&data.observations(), by(1, &mut || false)).unwrap();
        let expected: Vec<u64> = data.iter().map(|data| single(data).to_bits()).collect();
        for threads in [1, 2, 3, 8, 100] {
            let result = areas(&data, threads).unwrap();
            let result: Vec<u64> = result.into_iter().map(f64::to_bits).collect();
            assert_eq!(result, expected, "{n} by {threads}");
        }
    }
}

#[test]
fn no_scores_have_no_statistics() {
    let result = wmw_each(&[], Labels::I32(&[]), Weights::Unit, by(2, &mut || false));
    assert_eq!(result, Ok(Vec::new()));
}

#[test]
fn the_first_score_that_fails_is_named() {
    let argument = Argument::Scores;
    for threads in [1, 2, 8] {
        let mut data = data_of_all_shapes(1000, 1);
        data[5].scores[3] = f64::NAN;
        data[2].scores[7] = f64::NAN;
        let position = 7;
        let missing = Error::Missing { argument, position };
        assert_eq!(areas(&data, threads), Err(missing.in_score(2, usize::MAX)));
        data[1].scores.truncate(10);
        let (length, expected) = (10, 1000);
        let short = wrong_length(argument, length, expected);
        assert_eq!(areas(&data, threads), Err(short.in_score(1, usize::MAX)));
        data[0].weights[4] = -1.0;
        let (position, value) = (4, -1.0);
        assert_eq!(
            areas(&data, threads),
            Err(Error::Weight { position, value })
        );
        data[0].labels.fill(1);
        let one = Error::OneClass { value: 1.0 };
        assert_eq!(areas(&data, threads), Err(one));
    }
}

#[test]
fn short_scores_are_polled_for_and_stop() {
    let data = Data::new(uniform(1000), 1);
    let scores = vec![Scores::F64(&data.scores); 1000];
    let observations = data.observations();
    let (labels, weights) = (observations.labels, observations.weights);
    let mut polls = 0;
    let mut until = |stop: usize| {
        polls = 0;
        let poll = &mut || {
            polls += 1;
            polls == stop
        };
        let result = wmw_each(&scores, labels, weights, by(1, poll)).map(drop);
        (result, polls)
    };
    let (result, polls) = until(usize::MAX);
    assert_eq!(result, Ok(()));
    assert!((10..20).contains(&polls), "{polls}");
    assert_eq!(until(3), (Err(Error::Interrupted), 3));
}

#[test]
fn threads_share_scores_where_these_are_many_and_not_long() {
    let threads = |number| NonZeroUsize::new(number).unwrap();
    let shared = |length, scores, number| {
        let [outside, inside] = shares(length, scores, threads(number));
        (outside.get(), inside.get())
    };
    assert_eq!(shared(1000, 1000, 2), (2, 1));
    assert_eq!(shared(LARGE - 1, 2, 2), (2, 1));
    assert_eq!(shared(1000, 2, 3), (1, 3));
    assert_eq!(shared(LARGE, 1000, 2), (1, 2));
    assert_eq!(shared(LARGE, 1000, 1), (1, 1));
}
