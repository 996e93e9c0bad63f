//! Observations of several classes.

use crate::error::{Argument, Error};
use crate::observations::Weights;
use crate::sampling::Sampling;
use crate::setters::setters;

/// Observations of several classes.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct ClassRequest<'a> {
    /// The class of each observation, a number below that of all classes.
    pub codes: &'a [i32],
    /// The number of classes.
    pub classes: usize,
    /// The weights of the observations.
    pub weights: Weights<'a>,
    /// How the observations were sampled. In each fold of a cross-validation are all classes.
    pub sampling: Sampling<'a>,
    /// True if the degrees of freedom of differences are wanted, see [`Covariance::pairs`](crate::covariance::Covariance::pairs).
    pub pairs: bool,
}

setters! {
    ClassRequest<'a> {
        with_weights: weights = Weights<'a>;
        with_sampling: sampling = Sampling<'a>;
        with_pairs: pairs = bool;
    }
}

impl<'a> ClassRequest<'a> {
    /// Returns a request for independent observations without weights.
    pub fn new(codes: &'a [i32], classes: usize) -> ClassRequest<'a> {
        ClassRequest {
            codes,
            classes,
            weights: Weights::Unit,
            sampling: Sampling::default(),
            pairs: false,
        }
    }

    /// The number of the scores of a classifier, of which each has those of all classes in each repetition.
    pub(crate) fn width(&self, scores: usize) -> Result<usize, Error> {
        let width = self
            .classes
            .saturating_mul(self.sampling.folds.len().max(1));
        if width == 0 || scores == 0 || scores % width != 0 {
            return Err(Error::Length {
                argument: Argument::Scores,
                length: scores,
                expected: width,
            });
        }
        Ok(width)
    }
}
