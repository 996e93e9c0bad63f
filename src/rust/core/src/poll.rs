//! How a long computation learns that its caller wants it to stop.

use crate::error::Error;

/// Asked now and then during long work; `true` means stop.
pub type Poll<'a> = &'a mut dyn FnMut() -> bool;

/// How many observations are worked on between two polls, about a millisecond's work.
pub(crate) const BLOCK: usize = 1 << 16;

/// Polls once.
pub(crate) fn check(poll: Poll<'_>) -> Result<(), Error> {
    if poll() {
        Err(Error::Interrupted)
    } else {
        Ok(())
    }
}
