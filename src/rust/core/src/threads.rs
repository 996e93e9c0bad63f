//! Sorting by several threads.

use crate::error::Error;
use crate::map::BucketMap;
use crate::order::{most_of_a_bucket, sort_buckets, Scratch, Share};
use crate::poll::Poll;
use crate::record::Record;
use std::panic::resume_unwind;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread::{scope, Builder};

/// Fewer records than this are not worth a thread's start.
const FEWEST: usize = 1 << 15;

/// [`sort_buckets`] by `threads` threads, this one among them. What each bucket becomes does not
/// depend on who sorts it. Where the system has no threads to give, this one does all the work.
pub(crate) fn sort_buckets_by(
    threads: usize,
    records: &mut [Record],
    ends: &[usize],
    map: &(impl BucketMap + Sync),
    poll: Poll<'_>,
) -> Result<usize, Error> {
    if threads < 2 || records.len() < FEWEST {
        return sort_buckets(records, ends, map, poll);
    }
    let shares = Mutex::new(shares(records, ends, 8 * threads));
    let stop = AtomicBool::new(false);
    let work = |poll: Poll<'_>| {
        let mut scratch = Scratch::default();
        let mut distinct = 0;
        loop {
            // Nothing can have panicked with the lock held.
            let share = shares.lock().unwrap_or_else(PoisonError::into_inner).pop();
            match share {
                Some(share) => distinct += share.sort(map, &mut scratch, poll)?,
                None => return Ok(distinct),
            }
        }
    };
    scope(|scope| {
        let help = || work(&mut || stop.load(Ordering::Relaxed));
        let helpers: Vec<_> = (1..threads)
            .map_while(|_| Builder::new().spawn_scoped(scope, help).ok())
            .collect();
        let mut distinct = work(&mut || {
            let stops = poll();
            stop.fetch_or(stops, Ordering::Relaxed);
            stops
        });
        stop.fetch_or(distinct.is_err(), Ordering::Relaxed);
        for helper in helpers {
            let of_helper = helper.join().unwrap_or_else(|panic| resume_unwind(panic));
            distinct = distinct.and_then(|distinct| Ok(distinct + of_helper?));
        }
        distinct
    })
}

/// Cuts records into about so many shares of neighbouring buckets.
fn shares<'a>(records: &'a mut [Record], ends: &'a [usize], number: usize) -> Vec<Share<'a>> {
    let most = most_of_a_bucket(records);
    let size = records.len() / number + 1;
    let mut shares = Vec::with_capacity(number + 1);
    let (mut rest, mut first, mut start) = (records, 0, 0);
    while first < ends.len() {
        let last = ends.partition_point(|&end| end < start + size);
        let behind = (last + 1).min(ends.len());
        let end = ends[behind - 1];
        let (records, others) = rest.split_at_mut(end - start);
        shares.push(Share {
            records,
            first,
            start,
            ends: &ends[first..behind],
            most,
        });
        (rest, first, start) = (others, behind, end);
    }
    shares
}

#[cfg(test)]
mod tests;
