//! How a computation is carried out.

use crate::poll::{Poll, Progress};
use std::num::NonZeroUsize;

/// The number of threads, and how the caller says stop.
///
/// ```
/// use std::num::NonZeroUsize;
/// use weighted_roc_core::Options;
///
/// // One thread, and nobody who says stop.
/// let options = Options::default();
/// assert_eq!(options.threads, NonZeroUsize::MIN);
/// let two = NonZeroUsize::new(2).unwrap();
/// let mut is_late = || false;
/// let mut options = Options::new(&mut is_late).with_threads(two);
/// // For a first call, and for a second one.
/// let (first, second) = (options.reborrow().threads, options.threads);
/// # assert_eq!((first, second), (two, two));
/// ```
pub struct Options<'a> {
    /// The number of threads that share large data. The result is the same to the last bit whatever their number.
    /// They end with the call.
    pub threads: NonZeroUsize,
    /// Asked now and then by the thread that made the call; `true` means stop.
    pub poll: Poll<'a>,
    /// Counts the replicates of calls that draw some.
    pub progress: &'a Progress,
}

/// One thread, and a poll that never says stop.
impl Default for Options<'_> {
    fn default() -> Self {
        // Nothing is allocated for a closure that has no captures, so nothing leaks.
        Options::new(Box::leak(Box::new(|| false)))
    }
}

impl<'a> Options<'a> {
    /// One thread, and a count of replicates that nobody looks at.
    pub fn new(poll: Poll<'a>) -> Options<'a> {
        static UNSEEN: Progress = Progress::new();
        Options {
            threads: NonZeroUsize::MIN,
            poll,
            progress: &UNSEEN,
        }
    }

    /// The same options for so many threads.
    pub fn with_threads(self, threads: NonZeroUsize) -> Options<'a> {
        Options { threads, ..self }
    }

    /// Returns the same options for one call, after which these can be passed on again.
    pub fn reborrow(&mut self) -> Options<'_> {
        Options {
            threads: self.threads,
            poll: &mut *self.poll,
            progress: self.progress,
        }
    }
}
