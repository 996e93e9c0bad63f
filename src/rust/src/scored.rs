//! Scores of the same observations, and what is known of these: one argument of most shims.

use crate::failure::Failure;
use crate::input::{expected, labels_and_weights, List, Vector};
use crate::record::Record;
use crate::session::protected;
use std::num::NonZeroUsize;
use weighted_roc_core::inference::Unit;
use weighted_roc_core::memory::{push, reserve};
use weighted_roc_core::{Labels, Observations, Scores, Weights};

/// The named list `scores` (a list), `label`, `weight` (NULL for 1), `counts` (whether a weight is a number of
/// observations), `cluster` (NULL, or codes from 0 on), `clusters` (how many there are) and `threads`.
pub struct Scored<'a> {
    pub scores: Vec<Scores<'a>>,
    pub labels: Labels<'a>,
    pub weights: Weights<'a>,
    pub unit: Unit,
    pub clusters: Option<(&'a [i32], usize)>,
    pub threads: NonZeroUsize,
}

impl<'a> Scored<'a> {
    pub fn of(given: Record) -> Result<Scored<'a>, Failure> {
        let guesses: List<Vector<'a>> = given.get("scores")?;
        let guesses = guesses.read_all()?;
        let mut scores = reserve(guesses.len())?;
        for guess in guesses {
            // SAFETY: the body owns nothing; R protects the vector, which is in an argument.
            let read = unsafe { protected(|| guess.scores()) }?;
            push(&mut scores, expected("scores", read)?)?;
        }
        let label: Vector<'a> = given.get("label")?;
        let weight: Option<Vector<'a>> = given.find("weight")?;
        let (labels, weights) = match weight {
            Some(weight) => labels_and_weights(label, weight)?,
            None => (labels_and_weights(label, label)?.0, Weights::Unit),
        };
        let codes: Option<&'a [i32]> = given.find("cluster")?;
        let clusters = match codes {
            Some(codes) => Some((codes, given.get("clusters")?)),
            None => None,
        };
        Ok(Scored {
            scores,
            labels,
            weights,
            unit: if given.get("counts")? {
                Unit::Count
            } else {
                Unit::Row
            },
            clusters,
            threads: given.get("threads")?,
        })
    }

    /// The observations with each of the scores.
    pub fn observations(&self) -> Result<Vec<Observations<'a>>, Failure> {
        let mut observations = reserve(self.scores.len())?;
        for &scores in &self.scores {
            let of_score = Observations {
                scores,
                labels: self.labels,
                weights: self.weights,
            };
            push(&mut observations, of_score)?;
        }
        Ok(observations)
    }
}
