//! R vectors as the core's inputs, borrowed without a copy.

use crate::failure::Failure;
use extendr_api::prelude::*;
use extendr_ffi::{R_DimSymbol, R_NilValue, Rboolean, Rf_getAttrib, Rf_isObject, DATAPTR_RO};
use std::slice;
use weighted_roc_core::{Curve, Labels, Points, Scores, Weights};

/// Whether these are vectors of types that need no closer look, and of one length. A weight may be
/// NULL, a label a factor.
pub fn are_plain(guess: &Robj, label: &Robj, weight: &Robj) -> bool {
    let numbers = |x: &Robj| matches!(x.rtype(), Rtype::Doubles | Rtype::Integers);
    let numbers_or_logical = |x: &Robj| numbers(x) || x.rtype() == Rtype::Logicals;
    let as_long = |x: &Robj| x.len() == label.len();
    numbers_or_logical(guess)
        && is_bare(guess)
        && as_long(guess)
        && numbers_or_logical(label)
        && (is_bare(label) || label.is_factor())
        && has_no_dim(label)
        && (weight.is_null() || numbers_or_logical(weight) && is_bare(weight) && as_long(weight))
}

/// Whether a vector is no object of a class, and no matrix.
fn is_bare(x: &Robj) -> bool {
    // SAFETY: has no requirement.
    let is_object = unsafe { Rf_isObject(x.get()) } != Rboolean::FALSE;
    !is_object && has_no_dim(x)
}

fn has_no_dim(x: &Robj) -> bool {
    // SAFETY: gives the attribute as it stands, allocates nothing.
    unsafe { Rf_getAttrib(x.get(), R_DimSymbol) == R_NilValue }
}

pub fn scores(guess: &Robj) -> Result<Scores<'_>, Failure> {
    match guess.rtype() {
        Rtype::Doubles => Ok(Scores::F64(elements(guess))),
        Rtype::Integers | Rtype::Logicals => Ok(Scores::I32(elements(guess))),
        _ => Err(unexpected("guess", guess)),
    }
}

pub fn labels(label: &Robj) -> Result<Labels<'_>, Failure> {
    match label.rtype() {
        Rtype::Integers if label.is_factor() => Ok(Labels::Codes(elements(label))),
        Rtype::Integers | Rtype::Logicals => Ok(Labels::I32(elements(label))),
        Rtype::Doubles => Ok(Labels::F64(elements(label))),
        _ => Err(unexpected("label", label)),
    }
}

pub fn weights(weight: &Robj) -> Result<Weights<'_>, Failure> {
    match weight.rtype() {
        Rtype::Null => Ok(Weights::Unit),
        Rtype::Doubles => Ok(Weights::F64(elements(weight))),
        Rtype::Integers | Rtype::Logicals => Ok(Weights::I32(elements(weight))),
        _ => Err(unexpected("weight", weight)),
    }
}

pub fn doubles(column: &Robj) -> Result<&[f64], Failure> {
    match column.rtype() {
        Rtype::Doubles => Ok(elements(column)),
        _ => Err(unexpected("column", column)),
    }
}

pub fn integers(column: &Robj) -> Result<&[i32], Failure> {
    match column.rtype() {
        Rtype::Integers => Ok(elements(column)),
        _ => Err(unexpected("column", column)),
    }
}

/// The columns of a curve, as R objects.
pub struct CurveColumns {
    columns: Vec<Robj>,
    argument: &'static str,
}

impl CurveColumns {
    /// From a list of the columns in their order, which came as an argument of that name.
    pub fn new(list: &Robj, argument: &'static str) -> Result<CurveColumns, Failure> {
        match list.as_list() {
            Some(list) if list.len() == 5 => Ok(CurveColumns {
                columns: list.values().collect(),
                argument,
            }),
            _ => Err(unexpected(argument, list)),
        }
    }

    /// The curve, checked.
    pub fn curve(&self) -> Result<Curve<'_>, Failure> {
        let column = |i: usize| doubles(&self.columns[i]);
        let points = Points {
            tpr: column(0)?,
            fpr: column(1)?,
            threshold: column(2)?,
            false_negative: column(3)?,
            false_positive: column(4)?,
        };
        Curve::new(points).map_err(|error| Failure::of_curve(error, self.argument))
    }
}

/// R code checks all types before it calls; reaching this is a mistake of the package.
fn unexpected(argument: &str, found: &Robj) -> Failure {
    Failure::internal(format!("{argument} came as {:?}", found.rtype()))
}

/// The elements of a vector whose type is known to be `T`'s. An ALTREP vector is expanded by R.
fn elements<T>(vector: &Robj) -> &[T] {
    match vector.len() {
        // R's pointer of an empty vector need not be a valid one.
        0 => &[],
        // SAFETY: the callers match the R type with T (double with f64, integer and logical with
        // i32). `vector` keeps the memory alive, and R does not run while it is borrowed.
        length => unsafe { slice::from_raw_parts(DATAPTR_RO(vector.get()).cast(), length) },
    }
}
