//! Scores of the same observations, and what is known of these: one argument of most shims.

use crate::failure::Failure;
use crate::input::{all, labels_and_weights, List, Read, Vector};
use crate::r::Rf_getAttrib;
use crate::record::{from_records, Record};
use crate::sampling::SamplingOfR;
use crate::session;
use crate::threads::threads_for;
use extendr_ffi::{R_DimSymbol, SEXP, SEXPTYPE, TYPEOF};
use std::num::NonZeroUsize;
use weighted_roc_core::sampling::Sampling;
use weighted_roc_core::{Integers, Labels, Observations, Options, Poll, Scores, Weights};

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

from_records!(Input<'_> => Input::from_record);

impl<'a> Input<'a> {
    pub fn from_record(given: Record) -> Result<Input<'a>, Failure> {
        let several: Several<'a> = given.get("scores")?;
        let (label, weight): (Vector<'a>, Vector<'a>) =
            (given.get("label")?, given.get("weights")?);
        let Some(scores) = several.each(label, weight, true)? else {
            return Err(Failure::internal("observations are not plain"));
        };
        let (labels, weights) = labels_and_weights(label, weight)?;
        Ok(Input {
            threads: threads_for(label.length(), scores.len())?,
            scores,
            labels,
            weights,
            sampling: given.or_default("sampling")?,
        })
    }

    /// How the observations were sampled.
    pub fn sampling(&self) -> Sampling<'_> {
        self.sampling.get()
    }

    pub fn options<'b>(&self, poll: Poll<'b>) -> Options<'b> {
        session::options(self.threads, poll)
    }

    /// The observations with the one score that there is.
    pub fn one(&self) -> Result<Observations<'a>, Failure> {
        match self.scores[..] {
            [scores] => Ok(self.with(scores)),
            _ => Err(Failure::internal("there is one score")),
        }
    }

    /// The observations with each of the scores.
    pub fn observations(&self) -> Result<Vec<Observations<'a>>, Failure> {
        all(self.scores.iter(), |&scores| Ok(self.with(scores)))
    }

    fn with(&self, scores: Scores<'a>) -> Observations<'a> {
        Observations {
            scores,
            labels: self.labels,
            weights: self.weights,
        }
    }
}

/// Several scores: the columns of a matrix, or the elements of a list.
#[derive(Clone, Copy)]
pub enum Several<'a> {
    Columns {
        matrix: Vector<'a>,
        rows: usize,
    },
    Elements(List<Vector<'a>>),
    /// Inputs that R code must inspect first.
    Other,
}

impl Read for Several<'_> {
    unsafe fn read(object: SEXP) -> Result<Self, SEXPTYPE> {
        if TYPEOF(object) == SEXPTYPE::VECSXP {
            return List::read(object).map(Several::Elements);
        }
        Ok(match <&[i32]>::read(Rf_getAttrib(object, R_DimSymbol)) {
            Ok(&[rows, _]) => Several::Columns {
                matrix: Vector::read(object)?,
                rows: rows as usize,
            },
            _ => Several::Other,
        })
    }
}

impl<'a> Several<'a> {
    /// Each score. None, unless these are `checked`, where one is no plain vector as long as others
    /// that are plain, or where there is none.
    pub fn each(
        self,
        label: Vector,
        weight: Vector,
        checked: bool,
    ) -> Result<Option<Vec<Scores<'a>>>, Failure> {
        match self {
            Several::Columns { matrix, rows }
                if matrix.is_plain_matrix(rows) && Vector::are_plain(label, weight, rows) =>
            {
                columns(matrix.as_scores()?, rows).map(Some)
            }
            Several::Elements(list) => {
                let elements = list.read_all()?;
                let plain = |score: &Vector| score.is_plain_among(label, weight);
                if !checked && (elements.is_empty() || !elements.iter().all(plain)) {
                    return Ok(None);
                }
                all(elements.into_iter(), Vector::as_scores).map(Some)
            }
            _ => Ok(None),
        }
    }
}

fn columns(matrix: Scores<'_>, rows: usize) -> Result<Vec<Scores<'_>>, Failure> {
    match matrix {
        Scores::F64(values) => all(values.chunks_exact(rows), |column| Ok(Scores::F64(column))),
        Scores::Integers(Integers { values, missing }) => {
            all(values.chunks_exact(rows), |values| {
                Ok(Scores::Integers(Integers { values, missing }))
            })
        }
        _ => Err(Failure::internal("scores are numbers")),
    }
}
