use super::*;
use crate::error::Argument;
use crate::error::Error;
use crate::tally::{coarsen, of_chunk};
use crate::{Labels, Observations, Options, Scores, Weights};

fn chunk(scores: &[f64], labels: &[i32], weights: &[f64]) -> Vec<Row> {
    let observations = Observations {
        scores: Scores::F64(scores),
        labels: Labels::I32(labels),
        weights: Weights::F64(weights),
    };
    of_chunk(&observations, Options::new(&mut || false)).unwrap()
}

#[test]
fn merging_does_not_depend_on_order_or_grouping() {
    let scores: Vec<f64> = (0..3000)
        .map(|i| f64::from(i * 7919 % 1000).sqrt() - 9.0)
        .collect();
    let labels: Vec<i32> = (0..3000).map(|i| (i * i / 7) % 2).collect();
    let weights: Vec<f64> = (0..3000).map(|i| f64::from(i % 5)).collect();
    let part = |range: std::ops::Range<usize>| {
        chunk(
            &scores[range.clone()],
            &labels[range.clone()],
            &weights[range],
        )
    };
    for points in [None, Some(1), Some(2), Some(50), Some(333)] {
        let [a, b, c] = [part(0..100), part(100..1700), part(1700..3000)]
            .map(|rows| coarsen(rows, 0, points, &mut || false).unwrap());
        let both = |x: &(Vec<Row>, u32), y: &(Vec<Row>, u32)| {
            merge(
                &[x.0.clone(), y.0.clone()],
                x.1.max(y.1),
                points,
                &mut || false,
            )
            .unwrap()
        };
        let whole = coarsen(part(0..3000), 0, points, &mut || false).unwrap();
        let same = |result: (Vec<Row>, u32)| {
            assert_eq!(result.1, whole.1);
            let strip = |rows: &[Row]| -> Vec<_> {
                let flat = |r: &Row| (r.score, r.negative, r.positive, r.scores > 1.0);
                rows.iter().map(flat).collect()
            };
            assert_eq!(strip(&result.0), strip(&whole.0));
            assert!(points.map_or(true, |points| result.0.len() <= points));
        };
        same(both(&both(&a, &b), &c));
        same(both(&a, &both(&c, &b)));
        same(both(&both(&c, &a), &b));
    }
}

/// Rows of ascending scores, each with the number of its tally as a weight.
fn tally(scores: impl Iterator<Item = f64>, number: usize) -> Vec<Row> {
    scores
        .map(|score| Row::of_score(score, [number as f64, 1.0]))
        .collect()
}

#[test]
fn any_number_of_tallies_is_merged_as_by_a_stable_sort() {
    for number in 0..20 {
        let scores = |i: usize| (0..i * 7 % 13).map(move |j| ((j + i % 3) * (1 + i % 4)) as f64);
        let tallies: Vec<Vec<Row>> = (0..number).map(|i| tally(scores(i), i)).collect();
        let mut sorted: Vec<Row> = tallies.concat();
        sorted.sort_by(|a, b| a.score.total_cmp(&b.score));
        let mut merged = vec![Row::of_score(-1.0, [0.0; 2]); sorted.len()];
        let mut spare = merged.clone();
        let never = &mut || false;
        merge_all(&tallies, &mut merged, &mut spare, &mut Pace::new(never)).unwrap();
        assert_eq!(merged, sorted, "{number}");
    }
}

#[test]
fn zeros_of_both_signs_are_one_score() {
    for zeros in [[0.0, -0.0], [-0.0, 0.0], [-0.0, -0.0]] {
        let tallies = zeros.map(|zero| tally([-1.0, zero].into_iter(), 1));
        let (rows, _) = merge(&tallies, 0, None, &mut || false).unwrap();
        assert_eq!(
            (rows.len(), rows[1].negative, rows[1].scores),
            (2, 2.0, 1.0)
        );
        assert_eq!(rows[1].score.to_bits(), 0);
    }
}

#[test]
fn what_is_no_tally_is_named_by_its_place_in_the_whole() {
    let good = tally([1.0, 2.0, 3.0].into_iter(), 1);
    let merge = |bad: Vec<Row>, level| merge(&[good.clone(), bad], level, None, &mut || false);
    let error = Error::NotAscending {
        argument: Argument::Scores,
        position: 4,
        from: 5.0,
        to: 4.0,
    };
    assert_eq!(merge(tally([5.0, 4.0].into_iter(), 1), 0), Err(error));
    let mut negative = good.clone();
    negative[2].positive = -1.0;
    let error = Error::Weight {
        position: 5,
        value: -1.0,
    };
    assert_eq!(merge(negative, 0), Err(error));
    let mut huge = good.clone();
    huge[0].negative = f64::MAX;
    huge[1].negative = f64::MAX;
    assert!(matches!(merge(huge, 0), Err(Error::Overflow { .. })));
    let result = merge(good.clone(), 65);
    assert_eq!(result, Err(Error::Level { level: 65 }));
    assert_eq!(merge(good.clone(), 64).unwrap().0.len(), 1);
}

#[test]
#[cfg_attr(miri, ignore = "slow")]
fn who_says_stop_is_obeyed() {
    let half = BLOCK / 2 + 10;
    let tallies = [0, 1].map(|i| tally((0..half).map(|j| (2 * j + i) as f64), i));
    let polls_until = |stop: usize| {
        let mut polls = 0;
        let mut poll = || {
            polls += 1;
            polls == stop
        };
        (merge(&tallies, 0, Some(10), &mut poll).map(drop), polls)
    };
    let (done, polls) = polls_until(0);
    assert_eq!(done, Ok(()));
    // Checked, merged, looked at for overlaps, counted and combined.
    assert_eq!(polls, 5);
    for stop in 1..=polls {
        assert_eq!(polls_until(stop), (Err(Error::Interrupted), stop));
    }
}
