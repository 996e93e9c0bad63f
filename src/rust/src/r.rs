//! Functions of R's that may jump, with the ABI that allows it. They are called within
//! [`protected`](crate::session::protected) alone.

// What a SEXP points to is R's own.
#![allow(improper_ctypes)]

use extendr_ffi::{cetype_t, R_CFinalizer_t, R_xlen_t, SEXP, SEXPTYPE};
use std::ffi::{c_char, c_int, c_void};

extern "C-unwind" {
    pub fn DATAPTR_RO(vector: SEXP) -> *const c_void;
    pub fn R_CheckUserInterrupt();
    pub fn R_MakeExternalPtr(address: *mut c_void, tag: SEXP, kept: SEXP) -> SEXP;
    pub fn R_PreserveObject(object: SEXP);
    pub fn R_RegisterCFinalizer(pointer: SEXP, finalizer: R_CFinalizer_t);
    pub fn Rf_allocVector(kind: SEXPTYPE, length: R_xlen_t) -> SEXP;
    pub fn Rf_getAttrib(object: SEXP, name: SEXP) -> SEXP;
    pub fn Rf_install(name: *const c_char) -> SEXP;
    pub fn Rf_mkCharLenCE(text: *const c_char, length: c_int, encoding: cetype_t) -> SEXP;
    pub fn Rf_protect(object: SEXP) -> SEXP;
    pub fn Rf_ScalarLogical(value: c_int) -> SEXP;
    pub fn Rf_ScalarReal(value: f64) -> SEXP;
    pub fn Rf_setAttrib(object: SEXP, name: SEXP, value: SEXP) -> SEXP;
    pub fn Rf_xlength(vector: SEXP) -> R_xlen_t;
    pub fn SET_STRING_ELT(strings: SEXP, index: R_xlen_t, string: SEXP);
    pub fn SET_VECTOR_ELT(list: SEXP, index: R_xlen_t, element: SEXP) -> SEXP;
    pub fn STRING_ELT(strings: SEXP, index: R_xlen_t) -> SEXP;
    pub fn VECTOR_ELT(list: SEXP, index: R_xlen_t) -> SEXP;
}
