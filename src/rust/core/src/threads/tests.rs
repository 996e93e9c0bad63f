use super::{shares, sort_buckets_by, FEWEST};
use crate::error::Error;
use crate::examples::*;
use crate::map::{BucketMap, Linear};
use crate::record::Record;
use crate::reference::{assert_same_bits, write, Data};
use crate::{wmw, wmw_by_threads, Ranking};
use std::collections::HashSet;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::Mutex;
use std::thread::{current, yield_now, ThreadId};

#[test]
fn any_number_of_threads_gives_the_same_bits() {
    for (name, shape) in SHAPES {
        let data = Data::new(shape(FEWEST + 10_000), 0);
        let observations = data.observations();
        let expected = data.curve();
        let area = wmw(&observations, &mut || false).unwrap();
        for threads in [0, 1, 2, 3, 16] {
            let ranking = Ranking::by_threads(threads, &observations, &mut || false).unwrap();
            assert_same_bits(&write(&ranking), &expected, name);
            let found = wmw_by_threads(threads, &observations, &mut || false).unwrap();
            assert_eq!(found.to_bits(), area.to_bits(), "{name}");
        }
    }
}

#[test]
fn shares_are_all_buckets_in_order() {
    let mut records = vec![Record::default(); 1000];
    let all_in_one = [0, 0, 1000, 1000];
    let ten = [100, 200, 300, 400, 500, 600, 700, 800, 900, 1000];
    for ends in [&all_in_one[..], &ten, &[1000]] {
        for number in [1, 2, 3, 100] {
            let (mut bucket, mut position) = (0, 0);
            for share in shares(&mut records, ends, number) {
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
fn as_many_threads_sort_as_are_asked_for() {
    for wanted in [1, 2, 4] {
        let map = Linear::new(0.0, 1.0, 64).unwrap();
        let (mut records, ends) = dealt(FEWEST, &map);
        let watched = Watched {
            map,
            seen: Mutex::default(),
            wanted,
        };
        let distinct = sort_buckets_by(wanted, &mut records, &ends, &watched, &mut || false);
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
    let found = sort_buckets_by(4, &mut records.clone(), &ends, &map, &mut || {
        polls.fetch_add(1, Ordering::Relaxed);
        true
    });
    assert_eq!(found, Err(Error::Interrupted));
    assert_eq!(polls.into_inner(), 1);
}
