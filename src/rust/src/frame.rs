//! data.frames of double columns, allocated at their exact size and filled in place.

use crate::failure::Failure;
use crate::session::{protected, Jump};
use extendr_api::prelude::*;
use extendr_ffi::{
    cetype_t, R_ClassSymbol, R_NaInt, R_NamesSymbol, R_PreserveObject, R_ReleaseObject,
    R_RowNamesSymbol, Rf_allocVector, Rf_mkCharLenCE, Rf_protect, Rf_setAttrib, Rf_unprotect,
    INTEGER, REAL, SET_STRING_ELT, SET_VECTOR_ELT, SEXP, SEXPTYPE, VECTOR_ELT,
};
use std::ffi::c_void;
use std::mem::size_of;
use std::{array, ptr, slice};
use weighted_roc_core::{prefault, Error};

/// A fresh data.frame of `N` double columns that nobody else knows of.
///
/// It is preserved by itself, not as an Robj: extendr keeps those in one old list, and R's garbage
/// collector takes what it finds there for as old as the list.
pub struct Frame<const N: usize> {
    frame: SEXP,
    rows: usize,
}

struct Request<const N: usize> {
    names: [&'static str; N],
    rows: i32,
    frame: SEXP,
}

impl<const N: usize> Frame<N> {
    /// A data.frame whose elements may be anything.
    pub fn new(names: [&'static str; N], rows: usize) -> Result<Frame<N>, Failure> {
        let mut request = Request {
            names,
            rows: i32::try_from(rows).map_err(|_| Failure::too_many_rows(rows))?,
            frame: ptr::null_mut(),
        };
        // SAFETY: `allocate` takes a request of the same N and owns nothing but SEXPs.
        unsafe { protected(allocate::<N>, &mut request) }.map_err(|jump| match jump {
            Jump::Interrupt => Failure::from(Error::Interrupted),
            Jump::Error => Failure::from(Error::Memory {
                bytes: rows * N * size_of::<f64>(),
            }),
        })?;
        let mut frame = Frame {
            frame: request.frame,
            rows,
        };
        frame.columns().into_iter().for_each(prefault);
        Ok(frame)
    }

    /// The columns, to be filled.
    pub fn columns(&mut self) -> [&mut [f64]; N] {
        // SAFETY: the frame is a list of N distinct double vectors of this length, which nobody
        // else knows of while it is borrowed.
        array::from_fn(|i| unsafe {
            let column = VECTOR_ELT(self.frame, i as isize);
            slice::from_raw_parts_mut(REAL(column), self.rows)
        })
    }

    /// The data.frame as an object of R's.
    pub fn into_robj(self) -> Robj {
        // SAFETY: a valid object, which the Robj protects from here on.
        unsafe { Robj::from_sexp(self.frame) }
    }
}

impl<const N: usize> Drop for Frame<N> {
    fn drop(&mut self) {
        // SAFETY: `allocate` has preserved it, once.
        unsafe { R_ReleaseObject(self.frame) };
    }
}

/// Makes the frame that a [`Request`] asks for, and preserves it.
unsafe extern "C" fn allocate<const N: usize>(request: *mut c_void) {
    let request = &mut *request.cast::<Request<N>>();
    // The columns come first: a list that met a collection half filled would count as old, and
    // would keep its columns, long dead, until the next collection of all that is old.
    let columns: [SEXP; N] =
        array::from_fn(|_| Rf_protect(Rf_allocVector(SEXPTYPE::REALSXP, request.rows as isize)));
    let frame = Rf_protect(Rf_allocVector(SEXPTYPE::VECSXP, N as isize));
    for (i, column) in columns.into_iter().enumerate() {
        SET_VECTOR_ELT(frame, i as isize, column);
    }
    let names = Rf_protect(strings(&request.names));
    Rf_setAttrib(frame, R_NamesSymbol, names);
    let class = Rf_protect(strings(&["data.frame"]));
    Rf_setAttrib(frame, R_ClassSymbol, class);
    // R's compact form of the row names 1, ..., rows.
    let row_names = Rf_protect(Rf_allocVector(SEXPTYPE::INTSXP, 2));
    *INTEGER(row_names) = R_NaInt;
    *INTEGER(row_names).add(1) = -request.rows;
    Rf_setAttrib(frame, R_RowNamesSymbol, row_names);
    R_PreserveObject(frame);
    Rf_unprotect(N as i32 + 4);
    request.frame = frame;
}

unsafe fn strings(texts: &[&str]) -> SEXP {
    let vector = Rf_protect(Rf_allocVector(SEXPTYPE::STRSXP, texts.len() as isize));
    for (i, text) in texts.iter().enumerate() {
        let element = Rf_mkCharLenCE(text.as_ptr().cast(), text.len() as i32, cetype_t::CE_UTF8);
        SET_STRING_ELT(vector, i as isize, element);
    }
    Rf_unprotect(1);
    vector
}
