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

/// [`sort_buckets`] by `threads` threads. What each bucket becomes does not depend on who sorts it.
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
    let worker = || {
        let mut scratch = Scratch::default();
        move |share: Share<'_>, poll: Poll<'_>| share.sort(map, &mut scratch, poll)
    };
    share_out(threads, shares(records, ends, 8 * threads), worker, poll)
}

/// Lets `threads` threads, this one among them, take jobs until none is left, and gives the sum of
/// what they give. Each thread works with a worker of its own. Where the system has no threads to
/// give, this one does all the work; it is the one that polls.
pub(crate) fn share_out<J, W>(
    threads: usize,
    jobs: Vec<J>,
    worker: impl Fn() -> W + Sync,
    poll: Poll<'_>,
) -> Result<usize, Error>
where
    J: Send,
    W: FnMut(J, Poll<'_>) -> Result<usize, Error>,
{
    let threads = threads.min(jobs.len());
    let jobs = Mutex::new(jobs);
    let stop = AtomicBool::new(false);
    let work = |poll: Poll<'_>| {
        let mut worker = worker();
        let mut sum = 0;
        loop {
            // Nothing can have panicked with the lock held.
            let job = jobs.lock().unwrap_or_else(PoisonError::into_inner).pop();
            match job {
                Some(job) => sum += worker(job, poll)?,
                None => return Ok(sum),
            }
        }
    };
    scope(|scope| {
        let help = || work(&mut || stop.load(Ordering::Relaxed));
        let helpers: Vec<_> = (1..threads)
            .map_while(|_| Builder::new().spawn_scoped(scope, help).ok())
            .collect();
        let mut sum = work(&mut || {
            let stops = poll();
            stop.fetch_or(stops, Ordering::Relaxed);
            stops
        });
        stop.fetch_or(sum.is_err(), Ordering::Relaxed);
        for helper in helpers {
            let of_helper = helper.join().unwrap_or_else(|panic| resume_unwind(panic));
            sum = sum.and_then(|sum| Ok(sum + of_helper?));
        }
        sum
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
