//! How a computation is carried out.

use crate::poll::Poll;
use std::num::NonZeroUsize;

/// The number of threads, and how the caller says stop.
///
/// ```
/// use std::num::NonZeroUsize;
/// use weighted_roc_core::Options;
///
/// let mut never = || false;
/// let two = NonZeroUsize::new(2).unwrap();
/// let options = Options { threads: two, ..Options::new(&mut never) };
/// # assert_eq!(options.threads, two);
/// ```
pub struct Options<'a> {
    /// So many threads share what large data have to share. The result is the same to the last bit
    /// whatever their number. They end with the call.
    pub threads: NonZeroUsize,
    /// Asked now and then by the thread that made the call; `true` means stop.
    pub poll: Poll<'a>,
}

impl<'a> Options<'a> {
    /// One thread.
    pub fn new(poll: Poll<'a>) -> Options<'a> {
        Options {
            threads: NonZeroUsize::MIN,
            poll,
        }
    }

    /// The same options, to be passed on and used again.
    pub(crate) fn again(&mut self) -> Options<'_> {
        Options {
            threads: self.threads,
            poll: &mut *self.poll,
        }
    }
}
