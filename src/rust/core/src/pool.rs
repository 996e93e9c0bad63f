//! Threads that end with the call that wanted them.

use crate::error::Result;
use crate::memory::{push, reserve};
use crate::options::Options;
use crate::poll::Poll;
use std::panic::resume_unwind;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread::{scope, Builder};

/// Lets threads, this one among them, take jobs until none is left, and gives the sum of
/// what they give. Each thread works with a worker of its own. Where the system has no threads to
/// give, this one does all the work; it is the one that polls.
pub(crate) fn share_out<J, W>(
    jobs: Vec<J>,
    worker: impl Fn() -> W + Sync,
    options: Options<'_>,
) -> Result<usize>
where
    J: Send,
    W: FnMut(J, Poll<'_>) -> Result<usize>,
{
    let Options { threads, poll, .. } = options;
    let more = threads.get().min(jobs.len()).saturating_sub(1);
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
        let mut helpers = reserve(more)?;
        while helpers.len() < more {
            match Builder::new().spawn_scoped(scope, help) {
                Ok(helper) => push(&mut helpers, helper)?,
                Err(_) => break,
            }
        }
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::by;
    use std::sync::atomic::AtomicUsize;
    use std::time::{Duration, Instant};

    #[test]
    #[cfg_attr(target_family = "wasm", ignore = "no threads")]
    fn as_many_threads_work_at_once_as_are_asked_for() {
        for threads in [1, 2, 3] {
            let (begun, start) = (AtomicUsize::new(0), Instant::now());
            // Each waits for all others.
            let wait = |(): (), _: Poll<'_>| {
                begun.fetch_add(1, Ordering::Relaxed);
                while begun.load(Ordering::Relaxed) < threads
                    && start.elapsed() < Duration::from_secs(10)
                {
                    std::thread::yield_now();
                }
                Ok(begun.load(Ordering::Relaxed))
            };
            let result = share_out(vec![(); threads], || wait, by(threads, &mut || false));
            assert_eq!(result, Ok(threads * threads));
        }
    }
}
