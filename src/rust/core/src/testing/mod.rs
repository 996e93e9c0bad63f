//! Helpers that the tests of this crate share. `rng`, `scores` and `data` are part of other crates' tests, too: each
//! has use for some of what they hold.

pub(crate) mod cohort;
#[allow(dead_code)]
pub(crate) mod data;
pub(crate) mod examples;
pub(crate) mod quantities;
pub(crate) mod reference;
#[allow(dead_code)]
pub(crate) mod rng;
#[allow(dead_code)]
pub(crate) mod scores;

use crate::options::Options;
use crate::poll::Poll;
use crate::{Labels, Observations, Scores, Weights};
use std::num::NonZeroUsize;

pub(crate) fn by(threads: usize, poll: Poll<'_>) -> Options<'_> {
    Options {
        threads: NonZeroUsize::new(threads).unwrap(),
        poll,
    }
}
