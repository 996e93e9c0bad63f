use super::{rank, Ranked};
use crate::sort::sample::Sample;
use crate::testing::by;
use crate::testing::examples::*;
use crate::testing::reference::{counting_polls, polls_of_visits, Data};

/// The scores and the signed weights that [`rank`] gives, and how often it polled.
fn ranked(data: &Data) -> (Vec<f64>, Vec<f64>, usize) {
    let source = data.source();
    let sample = Sample::draw(&source).unwrap();
    let (ranked, polls) =
        counting_polls(|poll| rank(&source, sample.as_ref(), by(1, poll)).unwrap());
    let Ranked {
        records,
        distinct,
        totals,
    } = ranked;
    let scores: Vec<f64> = records.iter().map(|record| record.score).collect();
    assert_eq!(distinct, scores.chunk_by(|a, b| a == b).count());
    let total = |class| -> f64 {
        let rows = (0..data.labels.len()).filter(|&row| data.labels[row] == class);
        rows.map(|row| data.weights[row]).sum()
    };
    assert_eq!([totals.negative, totals.positive], [total(0), total(1)]);
    let weights = records.iter().map(|record| record.weight).collect();
    (scores, weights, polls)
}

fn signed(data: &Data, row: usize) -> f64 {
    [-data.weights[row], data.weights[row]][data.labels[row] as usize]
}

/// Only what is copied or reversed as a whole needs no poll beyond those of two visits.
#[test]
fn ordered_scores_are_not_dealt() {
    let n = 200_000;
    let polls = |shape: Shape| ranked(&Data::new(shape(n), 0)).2;
    assert_eq!(polls(ascending), polls_of_visits(2, n));
    assert_eq!(polls(descending), polls_of_visits(2, n));
    assert_eq!(polls(all_equal), polls_of_visits(2, n));
    assert!(polls(uniform) > polls_of_visits(2, n));
    assert!(polls(organ_pipe) > polls_of_visits(2, n));
}

/// However long the period, whatever its phase: a sample must not meet one phase only.
#[test]
fn periodic_scores_are_dealt_no_more_often_than_others() {
    for period in [40, 61, 64] {
        let n = 2048 * period + 700;
        let polls = |shape: Shape| ranked(&Data::new(shape(n), 1)).2;
        let (result, usual) = (polls(periodic), polls(uniform));
        assert!(result <= 2 * usual, "{result} polls, not {usual}: {period}");
    }
}

#[test]
fn ascending_observations_stay_as_they_are() {
    let data = Data::new(ascending(100_000), 1);
    let weights: Vec<f64> = (0..100_000).map(|row| signed(&data, row)).collect();
    let (scores, result, _) = ranked(&data);
    assert_eq!((scores, result), (data.scores, weights));
}

#[test]
fn descending_observations_are_turned_around() {
    let data = Data::new(descending(100_000), 1);
    let rows = (0..100_000).rev();
    let weights: Vec<f64> = rows.map(|row| signed(&data, row)).collect();
    let (scores, result, _) = ranked(&data);
    assert!(scores.iter().eq(data.scores.iter().rev()));
    assert_eq!(result, weights);
}

#[test]
fn one_score_astray_is_noticed_wherever_it_is() {
    let n = 10_000;
    for astray in [0, 1, 511, 512, 513, 5000, n - 2, n - 1] {
        for mut scores in [ascending(n), descending(n)] {
            scores[astray] = (n / 4) as f64 * scores[n - 1].signum() + 0.25;
            let (scores, _, _) = ranked(&Data::new(scores, 1));
            assert!(scores.windows(2).all(|s| s[0] <= s[1]), "{astray}");
        }
    }
}
