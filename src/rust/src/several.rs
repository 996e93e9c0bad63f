//! Several scores of the same observations: the columns of a matrix, or the elements of a list.

use crate::failure::Failure;
use crate::input::{expected, List, Read, Vector};
use crate::r::Rf_getAttrib;
use crate::session::protected;
use extendr_ffi::{R_DimSymbol, SEXP, SEXPTYPE, TYPEOF};
use weighted_roc_core::memory::{push, reserve};
use weighted_roc_core::{Integers, Scores};

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
        let dim = <&[i32]>::read(Rf_getAttrib(object, R_DimSymbol));
        Ok(match dim {
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
            Several::Columns { matrix, rows } => {
                let plain = matrix.is_plain_matrix(rows) && Vector::are_plain(label, weight, rows);
                if plain {
                    Ok(Some(columns(scores_of(matrix)?, rows)?))
                } else {
                    Ok(None)
                }
            }
            Several::Elements(list) => {
                let elements = list.read_all()?;
                let plain = |score: &Vector| score.is_plain_beside(label, weight);
                if !checked && (elements.is_empty() || !elements.iter().all(plain)) {
                    return Ok(None);
                }
                let mut scores = reserve(elements.len())?;
                for element in elements {
                    push(&mut scores, scores_of(element)?)?;
                }
                Ok(Some(scores))
            }
            Several::Other => Ok(None),
        }
    }
}

fn scores_of(vector: Vector<'_>) -> Result<Scores<'_>, Failure> {
    // SAFETY: the body owns nothing; R protects the vector while it is an argument, or in one.
    let scores = unsafe { protected(|| vector.scores()) }?;
    expected("guess", scores)
}

fn columns(matrix: Scores<'_>, rows: usize) -> Result<Vec<Scores<'_>>, Failure> {
    let mut columns = Vec::new();
    match matrix {
        Scores::F64(all) => {
            for column in all.chunks_exact(rows) {
                push(&mut columns, Scores::F64(column))?;
            }
        }
        Scores::Integers(Integers { values, missing }) => {
            for values in values.chunks_exact(rows) {
                push(&mut columns, Scores::Integers(Integers { values, missing }))?;
            }
        }
        _ => return Err(Failure::internal("scores are numbers".to_string())),
    }
    Ok(columns)
}
