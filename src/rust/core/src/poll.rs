//! How a long computation learns that its caller wants it to stop.

use crate::error::{Error, Result};
use std::sync::atomic::{AtomicUsize, Ordering};

/// Asked now and then during long work; `true` means stop.
pub type Poll<'a> = &'a mut dyn FnMut() -> bool;

/// How many observations or rows are worked on between two polls, about a millisecond's work.
pub(crate) const BLOCK: usize = 1 << 16;

/// Polls once.
pub(crate) fn check(poll: Poll<'_>) -> Result<()> {
    if poll() {
        Err(Error::Interrupted)
    } else {
        Ok(())
    }
}

/// How far replicates are, of all that were begun: added to by all threads, and looked at by a [`Poll`].
///
/// ```
/// use weighted_roc_core::{Options, Progress};
///
/// let progress = Progress::new();
/// let mut poll = || false;
/// let options = Options { progress: &progress, ..Options::new(&mut poll) };
/// // Of a call that draws none.
/// assert_eq!(options.progress.of(), [0, 0]);
/// progress.reset();
/// ```
#[derive(Debug, Default)]
pub struct Progress {
    done: AtomicUsize,
    begun: AtomicUsize,
}

impl Progress {
    /// No replicates.
    pub const fn new() -> Progress {
        Progress {
            done: AtomicUsize::new(0),
            begun: AtomicUsize::new(0),
        }
    }

    /// The number of replicates that are done, and that were begun.
    pub fn of(&self) -> [usize; 2] {
        [&self.done, &self.begun].map(|number| number.load(Ordering::Relaxed))
    }

    /// For the next call.
    pub fn reset(&self) {
        self.done.store(0, Ordering::Relaxed);
        self.begun.store(0, Ordering::Relaxed);
    }

    pub(crate) fn begin(&self, number: usize) {
        self.begun.fetch_add(number, Ordering::Relaxed);
    }

    pub(crate) fn step(&self) {
        self.done.fetch_add(1, Ordering::Relaxed);
    }
}

/// Counts steps of work, and polls each [`BLOCK`] of them.
pub(crate) struct Pace<'a> {
    poll: Poll<'a>,
    left: usize,
}

impl<'a> Pace<'a> {
    pub fn new(poll: Poll<'a>) -> Pace<'a> {
        Pace { poll, left: BLOCK }
    }

    /// For work that counts its steps itself.
    pub fn poll(&mut self) -> Poll<'_> {
        &mut *self.poll
    }

    /// One more step.
    #[inline(always)]
    pub fn step(&mut self) -> Result<()> {
        self.left -= 1;
        if self.left == 0 {
            self.left = BLOCK;
            check(self.poll)?;
        }
        Ok(())
    }

    /// Counts further steps, after which it polls once if it is time.
    #[inline]
    pub fn steps(&mut self, steps: usize) -> Result<()> {
        if steps < self.left {
            self.left -= steps;
            return Ok(());
        }
        self.left = BLOCK;
        check(self.poll)
    }
}
