//! Calls into R that may jump out of C, kept from jumping over Rust.

use extendr_ffi::Rboolean;
use std::ffi::c_void;
use std::ptr;

extern "C" {
    fn R_CheckUserInterrupt();
    fn R_ToplevelExec(body: unsafe extern "C" fn(*mut c_void), data: *mut c_void) -> Rboolean;
}

/// Why R jumped out of a call.
pub enum Jump {
    /// It could not do it.
    Error,
    /// The user pressed Ctrl-C.
    Interrupt,
}

/// Runs `body(data)`, which may be run again if R jumps out of it: that the second run completes
/// shows that the first was interrupted.
///
/// # Safety
/// `body` must be sound for `data`, and own nothing that needs to be dropped while it calls R.
pub unsafe fn protected<T>(
    body: unsafe extern "C" fn(*mut c_void),
    data: &mut T,
) -> Result<(), Jump> {
    let data: *mut T = data;
    if completes(body, data) {
        Ok(())
    } else if completes(body, data) {
        Err(Jump::Interrupt)
    } else {
        Err(Jump::Error)
    }
}

unsafe fn completes<T>(body: unsafe extern "C" fn(*mut c_void), data: *mut T) -> bool {
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
