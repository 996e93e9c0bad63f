//! What the tests of this crate share.

pub(crate) mod examples;
pub(crate) mod reference;

use crate::options::Options;
use crate::poll::Poll;
use std::num::NonZeroUsize;

pub(crate) fn by(threads: usize, poll: Poll<'_>) -> Options<'_> {
    Options {
        threads: NonZeroUsize::new(threads).unwrap(),
        poll,
    }
}
