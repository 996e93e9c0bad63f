use super::super::map::{BucketMap, Formula, Linear};
use super::super::sample::{Plan, Sample};
use super::super::small::SMALL;
use super::super::sorting::{assert_sorts, largest_bucket, records_of};
use super::super::ties::count_distinct;
use super::{shares, sort, sort_buckets, FEWEST};
use crate::error::Error;
use crate::observations::record::Record;
use crate::testing::by;
use crate::testing::examples::*;
use crate::testing::reference::counting_polls;
use std::cell::RefCell;
use std::collections::HashSet;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::Mutex;
use std::thread::{current, yield_now, ThreadId};

fn sort_many(records: &mut [Record]) {
    let distinct = sort(records, &mut || false).unwrap();
    assert_eq!(distinct, count_distinct(records));
}

fn first_plan(scores: &[f64]) -> Plan {
    Sample::new(scores.len(), |i| scores[i])
        .unwrap()
        .plan(scores.len())
        .unwrap()
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
        let stopped = (Err(Error::Interrupted), stop);
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
        })
        .unwrap();
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
    let (result, usual) = (polls(&against_the_samples(n)), polls(&uniform(n)));
    assert!(result <= 10 * usual, "{result} polls, not {usual}");
}

#[test]
fn shares_are_all_buckets_in_order() {
    let mut records = vec![Record::default(); 1000];
    let all_in_one = [0, 0, 1000, 1000];
    let ten = [100, 200, 300, 400, 500, 600, 700, 800, 900, 1000];
    for ends in [&all_in_one[..], &ten, &[1000]] {
        for number in [1, 2, 3, 100] {
            let (mut bucket, mut position) = (0, 0);
            for share in shares(&mut records, ends, number).unwrap() {
                assert_eq!((share.first, share.start), (bucket, position));
                bucket += share.ends.len();
                position += share.records.len();
                assert_eq!(share.ends.last(), Some(&position));
            }
            assert_eq!((bucket, position), (ends.len(), 1000));
        }
    }
}

/// A map that sees who asks.
struct Watched {
    map: Linear,
    seen: Mutex<HashSet<ThreadId>>,
    wanted: usize,
}

impl BucketMap for Watched {
    fn buckets(&self) -> usize {
        self.map.buckets()
    }

    fn fill(&self, scores: &[f64], buckets: &mut [u16]) {
        self.map.fill(scores, buckets);
    }

    /// Waits until all have come: none can take all shares before the others begin.
    fn range(&self, bucket: usize) -> Option<(f64, f64)> {
        self.seen.lock().unwrap().insert(current().id());
        while self.seen.lock().unwrap().len() < self.wanted {
            yield_now();
        }
        self.map.range(bucket)
    }
}

fn dealt(n: usize, map: &Linear) -> (Vec<Record>, Vec<usize>) {
    let records = uniform(n)
        .into_iter()
        .map(|score| Record { score, weight: 1.0 });
    let mut records: Vec<Record> = records.collect();
    let bucket = |record: &Record| map.bucket(record.score);
    records.sort_by_key(bucket);
    let end = |i| records.partition_point(|record| bucket(record) <= i);
    let ends = (0..map.buckets()).map(end).collect();
    (records, ends)
}

#[test]
#[cfg_attr(target_family = "wasm", ignore = "no threads")]
fn as_many_threads_sort_as_are_asked_for() {
    for wanted in [1, 2, 4] {
        let map = Linear::new(0.0, 1.0, 64).unwrap();
        let (mut records, ends) = dealt(FEWEST, &map);
        let watched = Watched {
            map,
            seen: Mutex::default(),
            wanted,
        };
        let distinct = sort_buckets(&mut records, &ends, &watched, by(wanted, &mut || false));
        assert_eq!(distinct, Ok(FEWEST));
        assert!(records.windows(2).all(|pair| pair[0].score < pair[1].score));
        assert_eq!(watched.seen.into_inner().unwrap().len(), wanted);
    }
}

#[test]
fn a_stop_reaches_all_threads() {
    let map = Linear::new(0.0, 1.0, 64).unwrap();
    let (records, ends) = dealt(4_000_000, &map);
    let polls = AtomicUsize::new(0);
    let result = sort_buckets(
        &mut records.clone(),
        &ends,
        &map,
        by(4, &mut || {
            polls.fetch_add(1, Ordering::Relaxed);
            true
        }),
    );
    assert_eq!(result, Err(Error::Interrupted));
    assert_eq!(polls.into_inner(), 1);
}
