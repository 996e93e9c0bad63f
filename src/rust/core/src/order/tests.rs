use super::{count_distinct, range_of, sort, sort_few, Scratch, SMALL};
use crate::examples::*;
use crate::map::{BucketMap, Linear};
use crate::plan::{Plan, Sample};
use crate::record::Record;
use crate::reference::counting_polls;
use std::cell::RefCell;

type Sort = fn(&mut [Record]);

/// Records with these scores, and their positions as weights.
fn records_of(scores: &[f64]) -> Vec<Record> {
    let rows = scores.iter().enumerate();
    rows.map(|(i, &score)| Record {
        score,
        weight: i as f64,
    })
    .collect()
}

/// The scores are in order afterwards, and each weight is still with its score.
fn assert_sorts(sort: Sort, scores: &[f64], of: &str) {
    let mut records = records_of(scores);
    sort(&mut records);
    assert!(records.windows(2).all(|r| r[0].score <= r[1].score), "{of}");
    let mut seen = vec![false; scores.len()];
    for record in &records {
        let row = record.weight as usize;
        assert_eq!(record.score.to_bits(), scores[row].to_bits(), "{of}");
        assert!(!std::mem::replace(&mut seen[row], true), "{of}");
    }
}

fn sort_many(records: &mut [Record]) {
    let distinct = sort(records, &mut || false).unwrap();
    assert_eq!(distinct, count_distinct(records));
}

fn sort_at_the_deepest(records: &mut [Record]) {
    Scratch::default().sort_small(records, 3);
}

fn sort_by_comparison(records: &mut [Record]) {
    super::sort_by_comparison(records);
}

fn largest_bucket(map: &impl BucketMap, scores: &[f64]) -> Vec<f64> {
    let mut buckets = vec![0; scores.len()];
    map.fill(scores, &mut buckets);
    let mut contents = vec![Vec::new(); map.buckets()];
    for (&bucket, &score) in buckets.iter().zip(scores) {
        if !map.is_constant(bucket.into()) {
            contents[usize::from(bucket)].push(score);
        }
    }
    contents.into_iter().max_by_key(Vec::len).unwrap()
}

/// The largest bucket when few scores are sorted.
fn crowd(scores: &[f64]) -> Vec<f64> {
    let (low, high) = range_of(&records_of(scores));
    largest_bucket(&Linear::new(low, high, 2 * scores.len()).unwrap(), scores)
}

fn first_plan(scores: &[f64]) -> Plan {
    Sample::new(scores.len(), |i| scores[i]).plan(scores.len())
}

#[test]
fn few_scores_of_every_shape_are_sorted() {
    for (name, shape) in SHAPES {
        for n in [0, 1, 2, 3, 23, 24, 25, 26, 100, 999, SMALL] {
            assert_sorts(sort_few, &shape(n.max(3))[..n], name);
        }
    }
}

#[test]
fn every_order_of_few_scores_is_sorted() {
    let mut rng = Rng::new(1);
    for _ in 0..3000 {
        let n = rng.below(40);
        let scores: Vec<f64> = (0..n).map(|_| rng.below(20) as f64).collect();
        assert_sorts(sort_few, &scores, "few");
    }
}

/// Whether -0 comes before 0 when these scores are sorted behind 0 and -0: only a comparison tells
/// the two apart, which no source gives.
fn tells_the_zeros_apart(positive: &[f64]) -> bool {
    let mut records = records_of(&[&[0.0, -0.0], positive].concat());
    sort_few(&mut records);
    records[0].score.is_sign_negative()
}

#[test]
fn scores_crowded_time_and_again_are_sorted_by_comparison_in_the_end() {
    let mut rng = Rng::new(1);
    let mut draw = || (600.0 * rng.unit() - 300.0).exp2();
    let scores: Vec<f64> = (2..SMALL).map(|_| draw()).collect();
    let deepest = crowd(&crowd(&crowd(&scores)));
    assert!(deepest.len() > SMALL / 2, "{}", deepest.len());
    assert_sorts(sort_few, &scores, "crowded");
    assert_sorts(sort_at_the_deepest, &deepest, "deepest");
    assert!(tells_the_zeros_apart(&scores));
}

#[test]
fn other_scores_are_sorted_without_comparisons() {
    for shape in [uniform, narrow_peak] {
        for n in [10, 1000, SMALL - 2] {
            assert!(!tells_the_zeros_apart(&shape(n)));
        }
    }
}

#[test]
fn crowded_buckets_at_several_depths_are_sorted() {
    let scores = crowded(SMALL);
    let depths = [crowd(&scores), crowd(&crowd(&scores))];
    let lengths = depths.each_ref().map(Vec::len);
    assert!(lengths[0] > lengths[1] && lengths[1] > 100, "{lengths:?}");
    assert_sorts(sort_few, &scores, "crowded");
}

#[test]
fn a_comparison_sorts_where_no_linear_map_can() {
    let tiny = f64::from_bits(1);
    let widest = [f64::MIN, 0.0, f64::MAX];
    let infinite = [f64::NEG_INFINITY, 0.0, 1.0, f64::INFINITY];
    let denormal = [0.0, tiny, 2.0 * tiny];
    for scores in [&widest[..], &infinite, &denormal] {
        let (low, high) = range_of(&records_of(scores));
        assert!(Linear::new(low, high, 100).is_none());
        let mut rng = Rng::new(1);
        let many: Vec<f64> = (0..100).map(|_| scores[rng.below(scores.len())]).collect();
        assert_sorts(sort_few, &many, "unusable range");
    }
}

#[test]
fn comparisons_sort_every_shape() {
    for (name, shape) in SHAPES {
        for n in [25, 1000] {
            assert_sorts(sort_by_comparison, &shape(n), name);
            assert_sorts(sort_at_the_deepest, &shape(n), name);
        }
    }
}

#[test]
fn many_scores_of_every_shape_are_sorted() {
    for (name, shape) in SHAPES {
        for n in [SMALL + 1, 60_000] {
            assert_sorts(sort_many, &shape(n), name);
        }
    }
}

#[test]
fn a_bucket_too_large_for_the_cache_is_dealt_again() {
    let scores = narrow_peak(100_000);
    let Plan::Linear(map) = first_plan(&scores) else {
        panic!("not linear")
    };
    let bucket = largest_bucket(&map, &scores);
    assert!(bucket.len() > SMALL, "{}", bucket.len());
    assert_sorts(sort_many, &scores, "narrow peak");
    assert_sorts(sort_many, &bucket, "bucket");
}

#[test]
fn a_bucket_between_splitters_too_large_for_the_cache_is_dealt_again() {
    let scores = clusters(2_000_000);
    let Plan::Splitters(map) = first_plan(&scores) else {
        panic!("no splitters")
    };
    assert!(largest_bucket(&map, &scores).len() > SMALL);
    assert_sorts(sort_many, &scores, "clusters");
}

#[test]
fn equal_scores_between_splitters_are_not_touched() {
    let records = records_of(&all_equal(100_000));
    let mut sorted = records.clone();
    sort_many(&mut sorted);
    assert_eq!(sorted, records);
}

#[test]
fn a_sort_polls_and_obeys() {
    let records = records_of(&uniform(200_000));
    let sort_until = |stop: usize| {
        let mut records = records.clone();
        let mut polls = 0;
        let mut poll = || {
            polls += 1;
            polls == stop
        };
        (sort(&mut records, &mut poll).map(|_| ()), polls)
    };
    let (finished, polls) = sort_until(usize::MAX);
    assert_eq!(finished, Ok(()));
    assert!(polls >= 2);
    for stop in 1..=polls {
        let stopped = (Err(crate::Error::Interrupted), stop);
        assert_eq!(sort_until(stop), stopped);
    }
}

/// All scores that a sample takes are equal, and those that the next one takes of the others, and
/// so on.
fn against_the_samples(n: usize) -> Vec<f64> {
    let mut scores = vec![f64::NAN; n];
    let mut left: Vec<usize> = (0..n).collect();
    for level in 0.. {
        if left.len() <= SMALL {
            break;
        }
        let seen = RefCell::new(vec![false; left.len()]);
        Sample::new(left.len(), |place| {
            seen.borrow_mut()[place] = true;
            0.0
        });
        let seen = seen.into_inner();
        let rows = left.iter().zip(&seen).filter(|(_, &seen)| seen);
        rows.for_each(|(&row, _)| scores[row] = f64::from(level));
        left = left
            .into_iter()
            .zip(seen)
            .filter(|(_, seen)| !seen)
            .map(|(row, _)| row)
            .collect();
    }
    left.into_iter().for_each(|row| scores[row] = 1e6);
    scores
}

#[test]
fn no_arrangement_makes_the_work_grow_beyond_all_bounds() {
    let n = 140_000;
    let polls = |scores: &[f64]| {
        let mut records = records_of(scores);
        counting_polls(|poll| sort(&mut records, poll)).1
    };
    let (found, usual) = (polls(&against_the_samples(n)), polls(&uniform(n)));
    assert!(found <= 10 * usual, "{found} polls, not {usual}");
}

/// As wrong as a range can be: the order must not depend on it.
#[test]
fn whatever_range_is_known_the_order_is_the_same() {
    let scores = uniform(1000);
    let ranges = [
        (0.0, 1.0),
        (0.3, 0.7),
        (0.5, 0.5),
        (0.7, 0.3),
        (2.0, 3.0),
        (-1e300, 1e300),
        (f64::NEG_INFINITY, f64::INFINITY),
    ];
    for range in ranges {
        let mut records = records_of(&scores);
        Scratch::default().sort_in(Some(range), &mut records, 0);
        let mut expected = scores.clone();
        expected.sort_by(f64::total_cmp);
        let found = records.iter().map(|record| record.score);
        assert!(found.eq(expected), "{range:?}");
    }
}
