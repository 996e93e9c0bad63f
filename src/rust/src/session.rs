//! Calls into R that may jump out of C, kept from jumping over Rust.

use extendr_ffi::Rboolean;
use std::ffi::c_void;
use std::ptr;

extern "C" {
    fn R_CheckUserInterrupt();
    fn R_ToplevelExec(body: unsafe extern "C" fn(*mut c_void), data: *mut c_void) -> Rboolean;
}

/// Runs `body(data)`; `false` when R jumped out of it by an error or an interrupt.
///
/// # Safety
/// `body` must be sound for `data` and own nothing that needs to be dropped while it calls R.
pub unsafe fn completes<T>(body: unsafe extern "C" fn(*mut c_void), data: *mut T) -> bool {
    R_ToplevelExec(body, data.cast()) != Rboolean::FALSE
}

/// Whether the user has pressed Ctrl-C.
pub fn user_interrupt() -> bool {
    unsafe extern "C" fn look(_: *mut c_void) {
        R_CheckUserInterrupt();
    }
    // SAFETY: `look` uses no data and owns nothing.
    !unsafe { completes(look, ptr::null_mut::<()>()) }
}
