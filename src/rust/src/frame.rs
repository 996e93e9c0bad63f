//! data.frames of doubles, allocated at their exact size and filled in place.

use crate::failure::Failure;
use crate::session::completes;
use extendr_api::prelude::*;
use extendr_ffi::{
    cetype_t, R_ClassSymbol, R_NaInt, R_NamesSymbol, R_RowNamesSymbol, Rf_allocVector,
    Rf_mkCharLenCE, Rf_protect, Rf_setAttrib, Rf_unprotect, INTEGER, REAL, SET_STRING_ELT,
    SET_VECTOR_ELT, SEXP, SEXPTYPE, VECTOR_ELT,
};
use std::ffi::c_void;
use std::{ptr, slice};

/// A data.frame with `N` double columns.
pub struct Frame<const N: usize> {
    list: Robj,
    rows: usize,
}

/// What the allocation needs, and where it leaves its result.
struct Request<const N: usize> {
    names: [&'static str; N],
    rows: usize,
    frame: SEXP,
}

impl<const N: usize> Frame<N> {
    /// A frame whose columns are not yet filled.
    pub fn allocate(names: [&'static str; N], rows: usize) -> Result<Self, Failure> {
        if rows > i32::MAX as usize {
            return Err(Failure::too_many_rows(rows));
        }
        let mut request = Request {
            names,
            rows,
            frame: ptr::null_mut(),
        };
        // SAFETY: `allocate` takes a request of the same N and owns nothing but SEXPs.
        if !unsafe { completes(allocate::<N>, &mut request) } {
            return Err(Failure::memory(N * rows * std::mem::size_of::<f64>()));
        }
        // SAFETY: the frame is a fresh SEXP; nothing allocates before it is protected here.
        let list = unsafe { Robj::from_sexp(request.frame) };
        Ok(Frame { list, rows })
    }

    /// The columns, to be filled.
    pub fn columns(&mut self) -> [&mut [f64]; N] {
        std::array::from_fn(|i| {
            // SAFETY: column i is a double vector of `rows` elements that this frame owns alone,
            // and each i is handed out once in this borrow.
            unsafe {
                let column = VECTOR_ELT(self.list.get(), i as isize);
                slice::from_raw_parts_mut(REAL(column), self.rows)
            }
        })
    }
}

impl<const N: usize> From<Frame<N>> for Robj {
    fn from(frame: Frame<N>) -> Robj {
        frame.list
    }
}

unsafe extern "C" fn allocate<const N: usize>(request: *mut c_void) {
    let request = &mut *request.cast::<Request<N>>();
    let frame = Rf_protect(Rf_allocVector(SEXPTYPE::VECSXP, N as isize));
    for i in 0..N as isize {
        SET_VECTOR_ELT(
            frame,
            i,
            Rf_allocVector(SEXPTYPE::REALSXP, request.rows as isize),
        );
    }
    let names = Rf_protect(strings(&request.names));
    Rf_setAttrib(frame, R_NamesSymbol, names);
    let class = Rf_protect(strings(&["data.frame"]));
    Rf_setAttrib(frame, R_ClassSymbol, class);
    // R's compact form of the row names 1, ..., rows.
    let row_names = Rf_protect(Rf_allocVector(SEXPTYPE::INTSXP, 2));
    *INTEGER(row_names) = R_NaInt;
    *INTEGER(row_names).add(1) = -(request.rows as i32);
    Rf_setAttrib(frame, R_RowNamesSymbol, row_names);
    Rf_unprotect(4);
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
