//! Helpers that the tests of sorting share.

use super::map::BucketMap;
use crate::observations::record::Record;

pub(crate) type Sort = fn(&mut [Record]);

/// Records with these scores, and their positions as weights.
pub(crate) fn records_of(scores: &[f64]) -> Vec<Record> {
    let rows = scores.iter().enumerate();
    rows.map(|(i, &score)| Record {
        score,
        weight: i as f64,
    })
    .collect()
}

/// The scores are in order afterwards, and each weight is still with its score.
pub(crate) fn assert_sorts(sort: Sort, scores: &[f64], of: &str) {
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

pub(crate) fn largest_bucket(map: &impl BucketMap, scores: &[f64]) -> Vec<f64> {
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
