//! Observations as they are given, checked and turned into records.

pub(crate) mod block;
mod element;
pub(crate) mod label;
pub(crate) mod record;
pub(crate) mod shared;
pub(crate) mod source;

use crate::error::{Argument, Error, Result};
use element::Element;
use label::{positive_code, positive_number, positive_of_chunk, Labels};
use source::{Source, Typed, UnitWeights};

/// The scores of the observations. Infinite scores are scores like others.
#[derive(Clone, Copy, Debug)]
pub enum Scores<'a> {
    /// Doubles; NaN marks a missing score.
    F64(&'a [f64]),
    /// Integers; `i32::MIN` marks a missing score.
    I32(&'a [i32]),
}

/// The weights of the observations.
#[derive(Clone, Copy, Debug)]
pub enum Weights<'a> {
    /// Each observation weighs 1.
    Unit,
    /// Doubles, finite and not negative; NaN marks a missing weight.
    F64(&'a [f64]),
    /// Integers, not negative; `i32::MIN` marks a missing weight.
    I32(&'a [i32]),
}

/// Scores, labels and weights of the same length.
#[derive(Clone, Copy, Debug)]
pub struct Observations<'a> {
    /// The higher, the more the observation looks positive.
    pub scores: Scores<'a>,
    /// The true classes.
    pub labels: Labels<'a>,
    /// What each observation counts.
    pub weights: Weights<'a>,
}

impl Observations<'_> {
    /// Checks lengths and labels.
    pub(crate) fn source(&self) -> Result<Box<dyn Source + '_>> {
        self.check_lengths()?;
        Ok(match self.labels {
            Labels::F64(labels) => self.source_with(labels, positive_number(labels)?),
            Labels::I32(labels) => self.source_with(labels, positive_number(labels)?),
            Labels::Codes(codes) => self.source_with(codes, positive_code(codes)?),
        })
    }

    /// Checks lengths and labels of a chunk: 0 and 1, of which one may be missing.
    pub(crate) fn source_of_chunk(&self) -> Result<Box<dyn Source + '_>> {
        self.check_lengths()?;
        Ok(match self.labels {
            Labels::F64(labels) => self.source_with(labels, positive_of_chunk(labels)?),
            Labels::I32(labels) | Labels::Codes(labels) => {
                self.source_with(labels, positive_of_chunk(labels)?)
            }
        })
    }

    fn source_with<'a, L: Element>(&'a self, labels: &'a [L], positive: L) -> Box<dyn Source + 'a> {
        macro_rules! typed {
            ($scores:expr, $weights:expr) => {
                Box::new(Typed {
                    scores: $scores,
                    labels,
                    positive,
                    weights: $weights,
                })
            };
        }
        use {Scores as S, Weights as W};
        match (self.scores, self.weights) {
            (S::F64(scores), W::Unit) => typed!(scores, UnitWeights),
            (S::F64(scores), W::F64(weights)) => typed!(scores, weights),
            (S::F64(scores), W::I32(weights)) => typed!(scores, weights),
            (S::I32(scores), W::Unit) => typed!(scores, UnitWeights),
            (S::I32(scores), W::F64(weights)) => typed!(scores, weights),
            (S::I32(scores), W::I32(weights)) => typed!(scores, weights),
        }
    }

    fn check_lengths(&self) -> Result<()> {
        let expected = self.labels.len();
        let check = |argument, length| {
            if length == expected {
                Ok(())
            } else {
                Err(Error::Length {
                    argument,
                    length,
                    expected,
                })
            }
        };
        match self.scores {
            Scores::F64(scores) => check(Argument::Scores, scores.len())?,
            Scores::I32(scores) => check(Argument::Scores, scores.len())?,
        }
        match self.weights {
            Weights::Unit => {}
            Weights::F64(weights) => check(Argument::Weights, weights.len())?,
            Weights::I32(weights) => check(Argument::Weights, weights.len())?,
        }
        if expected == 0 {
            return Err(Error::Empty);
        }
        Ok(())
    }
}
