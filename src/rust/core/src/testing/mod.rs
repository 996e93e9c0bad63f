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

use crate::error::{Argument, Error};
use crate::measure::Costs;
use crate::options::Options;
use crate::poll::Poll;
use crate::{Labels, Observations, Scores, Weights};
use std::num::NonZeroUsize;

pub(crate) fn by(threads: usize, poll: Poll<'_>) -> Options<'_> {
    Options::new(poll).with_threads(NonZeroUsize::new(threads).unwrap())
}

/// Observations of doubles whose labels are integers.
pub(crate) fn observations<'a>(
    scores: &'a [f64],
    labels: &'a [i32],
    weights: &'a [f64],
) -> Observations<'a> {
    Observations {
        scores: Scores::F64(scores),
        labels: Labels::I32(labels),
        weights: Weights::F64(weights),
    }
}

/// Costs of both errors, and of both right answers.
pub(crate) const fn costs(
    false_positive: f64,
    false_negative: f64,
    true_positive: f64,
    true_negative: f64,
) -> Costs {
    Costs {
        false_positive,
        false_negative,
        true_positive,
        true_negative,
    }
}

/// A column of a length that is not the expected one.
pub(crate) const fn wrong_length(argument: Argument, length: usize, expected: usize) -> Error {
    Error::Length {
        argument,
        length,
        expected,
    }
}

/// The name of what is refused: of a number out of its range, or of a parameter that does not fit.
#[track_caller]
pub(crate) fn refused<T>(result: Result<T, Error>) -> &'static str {
    match result.err() {
        Some(Error::Range { argument: name, .. } | Error::Parameter { name, .. }) => name,
        other => panic!("{other:?}"),
    }
}
