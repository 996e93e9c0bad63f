//! A value of Rust's that R holds until its garbage collector comes.

use crate::failure::Failure;
use crate::input::Read;
use crate::r::{R_MakeExternalPtr, R_RegisterCFinalizer, Rf_install, Rf_protect};
use crate::result::{Kept, Value};
use extendr_ffi::{
    R_ClearExternalPtr, R_ExternalPtrAddr, R_ExternalPtrTag, R_NilValue, R_SetExternalPtrAddr,
    Rf_unprotect, SEXP, SEXPTYPE, TYPEOF,
};
use std::ptr;
use weighted_roc_core::replicate::Bootstrap;

/// The symbol that tells our pointers from others. To be asked for within
/// [`protected`](crate::session::protected).
unsafe fn tag() -> SEXP {
    Rf_install(c"WeightedROC::Bootstrap".as_ptr())
}

/// Gives a bootstrap to R.
pub fn hand_over(bootstrap: Bootstrap) -> Result<Value, Failure> {
    // SAFETY: the body owns nothing.
    let pointer = unsafe {
        Kept::new(|| {
            let pointer = Rf_protect(R_MakeExternalPtr(ptr::null_mut(), tag(), R_NilValue));
            R_RegisterCFinalizer(pointer, Some(finalize));
            Rf_unprotect(1);
            pointer
        })
    }?;
    let address = Box::into_raw(Box::new(bootstrap));
    // SAFETY: a fresh pointer; this neither allocates nor jumps.
    unsafe { R_SetExternalPtrAddr(pointer.get(), address.cast()) };
    Ok(Value::Object(pointer))
}

unsafe extern "C" fn finalize(pointer: SEXP) {
    let address = R_ExternalPtrAddr(pointer).cast::<Bootstrap>();
    R_ClearExternalPtr(pointer);
    if !address.is_null() {
        drop(Box::from_raw(address));
    }
}

/// A pointer that comes from a saved session has no address.
impl Read for &Bootstrap {
    unsafe fn read(object: SEXP) -> Result<Self, SEXPTYPE> {
        let kind = TYPEOF(object);
        if kind != SEXPTYPE::EXTPTRSXP || R_ExternalPtrTag(object) != tag() {
            return Err(kind);
        }
        R_ExternalPtrAddr(object)
            .cast::<Bootstrap>()
            .as_ref()
            .ok_or(kind)
    }
}
