//! R vectors as the core's inputs, borrowed without a copy.

use crate::failure::Failure;
use extendr_api::prelude::*;
use extendr_ffi::DATAPTR_RO;
use std::slice;
use weighted_roc_core::{Labels, Scores, Weights};

pub fn scores(guess: &Robj) -> Result<Scores<'_>, Failure> {
    match guess.rtype() {
        Rtype::Doubles => Ok(Scores::F64(elements(guess))),
        Rtype::Integers => Ok(Scores::I32(elements(guess))),
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
