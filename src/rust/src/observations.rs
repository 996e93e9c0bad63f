//! Scores of the same observations, and what is known of these: one argument of most shims.

use crate::failure::Failure;
use crate::input::{labels_and_weights, Vector};
use crate::record::Record;
use crate::sampling::SamplingOfR;
use crate::several::Several;
use crate::threads::threads_for;
use std::num::NonZeroUsize;
use weighted_roc_core::memory::collect;
use weighted_roc_core::sampling::Sampling;
use weighted_roc_core::{Labels, Observations, Options, Poll, Scores, Weights};

/// The result of `roc_observations()` in R: a named list with `scores` (a list, or the columns of a matrix), `label`,
/// `weights` (NULL for 1) and `sampling` (see [`SamplingOfR`]; NULL for independent rows). A missing field is as NULL, and
/// others are R's own.
pub struct Input<'a> {
    pub scores: Vec<Scores<'a>>,
    pub labels: Labels<'a>,
    pub weights: Weights<'a>,
    pub sampling: SamplingOfR<'a>,
    pub threads: NonZeroUsize,
}

impl<'a> Input<'a> {
    pub fn of(given: Record) -> Result<Input<'a>, Failure> {
        let several: Several<'a> = given.get("scores")?;
        let label: Vector<'a> = given.get("label")?;
        let weight = given.find("weights")?.unwrap_or(Vector::null());
        let Some(scores) = several.each(label, weight, true)? else {
            return Err(Failure::internal("observations are not plain".to_string()));
        };
        let (labels, weights) = labels_and_weights(label, weight)?;
        Ok(Input {
            threads: threads_for(label.length(), scores.len())?,
            scores,
            labels,
            weights,
            sampling: match given.find("sampling")? {
                Some(sampling) => SamplingOfR::of(sampling)?,
                None => SamplingOfR::default(),
            },
        })
    }

    /// How the observations were sampled.
    pub fn sampling(&self) -> Sampling<'_> {
        self.sampling.get()
    }

    pub fn options<'b>(&self, poll: Poll<'b>) -> Options<'b> {
        Options {
            threads: self.threads,
            poll,
        }
    }

    /// The observations with the one score that there is.
    pub fn one(&self) -> Result<Observations<'a>, Failure> {
        match self.scores[..] {
            [scores] => Ok(self.with(scores)),
            _ => Err(Failure::internal("there is one score".to_string())),
        }
    }

    /// The observations with each of the scores.
    pub fn observations(&self) -> Result<Vec<Observations<'a>>, Failure> {
        Ok(collect(
            self.scores.iter().map(|&scores| self.with(scores)),
        )?)
    }

    fn with(&self, scores: Scores<'a>) -> Observations<'a> {
        Observations {
            scores,
            labels: self.labels,
            weights: self.weights,
        }
    }
}
