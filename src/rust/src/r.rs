//! Functions of R's that may jump, with the ABI that allows it, and what is made of these. They are called
//! within [`protected`](crate::session::protected) alone.

// A SEXP points to memory of R.
#![allow(improper_ctypes)]

use extendr_ffi::{
    cetype_t, R_ClassSymbol, R_NamesSymbol, R_xlen_t, Rf_unprotect, R_CHAR, SEXP, SEXPTYPE,
};
use std::ffi::{c_char, c_int, c_void, CStr};

extern "C-unwind" {
    pub fn DATAPTR_RO(vector: SEXP) -> *const c_void;
    pub fn R_CheckUserInterrupt();
    pub fn R_FindNamespace(name: SEXP) -> SEXP;
    pub fn R_PreserveObject(object: SEXP);
    pub fn Rf_allocVector(kind: SEXPTYPE, length: R_xlen_t) -> SEXP;
    pub fn Rf_GetOption1(name: SEXP) -> SEXP;
    pub fn Rf_eval(call: SEXP, env: SEXP) -> SEXP;
    pub fn Rf_getAttrib(object: SEXP, name: SEXP) -> SEXP;
    pub fn Rf_install(name: *const c_char) -> SEXP;
    pub fn Rf_lang3(function: SEXP, first: SEXP, second: SEXP) -> SEXP;
    pub fn Rf_lcons(function: SEXP, arguments: SEXP) -> SEXP;
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

/// The bytes of one of some strings.
///
/// # Safety
/// As for [`named_list`], for an index below their number, as long as R protects the strings.
pub unsafe fn bytes_of<'a>(strings: SEXP, index: R_xlen_t) -> &'a [u8] {
    CStr::from_ptr(R_CHAR(STRING_ELT(strings, index))).to_bytes()
}

/// A list of as many NULLs as there are names.
///
/// # Safety
/// Within [`protected`](crate::session::protected).
pub unsafe fn named_list(names: &[&str]) -> SEXP {
    let list = Rf_protect(Rf_allocVector(SEXPTYPE::VECSXP, names.len() as isize));
    let names = Rf_protect(strings(names));
    Rf_setAttrib(list, R_NamesSymbol, names);
    Rf_unprotect(2);
    list
}

/// # Safety
/// Within [`protected`](crate::session::protected).
pub unsafe fn set_class(object: SEXP, class: &str) {
    let class = Rf_protect(strings(&[class]));
    Rf_setAttrib(object, R_ClassSymbol, class);
    Rf_unprotect(1);
}

/// # Safety
/// Within [`protected`](crate::session::protected).
pub unsafe fn strings(texts: &[&str]) -> SEXP {
    let vector = Rf_protect(Rf_allocVector(SEXPTYPE::STRSXP, texts.len() as isize));
    for (i, text) in texts.iter().enumerate() {
        let element = Rf_mkCharLenCE(text.as_ptr().cast(), text.len() as i32, cetype_t::CE_UTF8);
        SET_STRING_ELT(vector, i as isize, element);
    }
    Rf_unprotect(1);
    vector
}
