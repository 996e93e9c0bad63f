//! Sorting of records by score.

use crate::error::Error;
use crate::observations::{reserve, Record};
use crate::poll::{check, Poll, BLOCK};

/// Runs of at most this many records are sorted at once.
const SMALL: usize = 4096;

/// The average number of records that a bucket gets.
const PER_BUCKET: usize = 2048;

/// Sorts by score, ascending; records of equal score end in any order.
///
/// O(n log n) at worst. Even spreads of scores take one pass that deals the records to buckets by
/// a linear map, and a short sort in each; crowded buckets are dealt again.
pub(crate) fn sort(records: Vec<Record>, poll: Poll<'_>) -> Result<Vec<Record>, Error> {
    let mut records = records;
    if records.len() <= SMALL || is_sorted(&records) {
        sort_small(&mut records);
        return Ok(records);
    }
    let mut dealt = reserve(records.len())?;
    dealt.resize(records.len(), records[0]);
    deal_and_sort(&mut records, &mut dealt, poll)?;
    Ok(records)
}

fn is_sorted(records: &[Record]) -> bool {
    records
        .windows(2)
        .all(|pair| pair[0].score <= pair[1].score)
}

fn sort_small(records: &mut [Record]) {
    records.sort_unstable_by(|a, b| a.score.total_cmp(&b.score));
}

/// Sorts `records` with the help of `spare`, which is as long.
fn deal_and_sort(
    records: &mut [Record],
    spare: &mut [Record],
    poll: Poll<'_>,
) -> Result<(), Error> {
    check(poll)?;
    let Some(map) = BucketMap::new(records) else {
        sort_small(records);
        return Ok(());
    };
    let half = records.len() / 2;
    let ends = deal(records, spare, &map);
    let (mut start, mut polled) = (0, 0);
    for end in ends {
        let bucket = &mut spare[start..end];
        let home = &mut records[start..end];
        // A bucket with most of the records shows that a map won't separate them.
        if bucket.len() > SMALL && bucket.len() <= half {
            deal_and_sort(bucket, home, poll)?;
        } else {
            sort_small(bucket);
        }
        home.copy_from_slice(bucket);
        if end - polled > BLOCK {
            check(poll)?;
            polled = end;
        }
        start = end;
    }
    Ok(())
}

/// A non-decreasing map of scores to buckets, linear between two scores and clamped outside.
struct BucketMap {
    low: f64,
    scale: f64,
    last: f64,
}

impl BucketMap {
    /// Fits a map to a sample; none when most scores are alike or their range has no finite scale.
    fn new(records: &[Record]) -> Option<BucketMap> {
        const SAMPLE: usize = 512;
        let step = records.len() / SAMPLE;
        let mut sample: Vec<f64> = (0..SAMPLE).map(|i| records[i * step].score).collect();
        sample.sort_unstable_by(f64::total_cmp);
        // Trimmed, so that a few outliers do not squeeze all others into one bucket.
        let (low, high) = (sample[SAMPLE / 64], sample[SAMPLE - 1 - SAMPLE / 64]);
        let buckets = (records.len() / PER_BUCKET) as f64;
        let scale = buckets / (high - low);
        (scale > 0.0 && scale.is_finite() && low.is_finite()).then_some(BucketMap {
            low,
            scale,
            last: buckets,
        })
    }

    fn buckets(&self) -> usize {
        self.last as usize + 1
    }

    #[inline(always)]
    fn bucket(&self, score: f64) -> usize {
        ((score - self.low) * self.scale).clamp(0.0, self.last) as usize
    }
}

/// Moves the records to `dealt` in order of their buckets and gives the end of each bucket.
fn deal(records: &[Record], dealt: &mut [Record], map: &BucketMap) -> Vec<usize> {
    let mut next = vec![0; map.buckets()];
    for record in records {
        next[map.bucket(record.score)] += 1;
    }
    let mut start = 0;
    for place in &mut next {
        let count = *place;
        *place = start;
        start += count;
    }
    for record in records {
        let place = &mut next[map.bucket(record.score)];
        dealt[*place] = *record;
        *place += 1;
    }
    next
}
