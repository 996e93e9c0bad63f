//! Calls into R, which may jump out of them: on an error, a time limit, Ctrl-C.
//!
//! A jump is stopped at the C frame of `wroc_protected`, remembered, and taken up again by
//! [`resume`] when the shim has dropped all that it owns.

use crate::r::R_CheckUserInterrupt;
use extendr_ffi::{R_NilValue, SEXP};
use std::ffi::{c_int, c_void};
use std::mem::MaybeUninit;
use std::sync::atomic::{AtomicBool, Ordering};
use weighted_roc_core::Error;

// A SEXP points to memory of R.
#[allow(improper_ctypes)]
extern "C-unwind" {
    fn wroc_protected(
        body: unsafe extern "C-unwind" fn(*mut c_void) -> SEXP,
        data: *mut c_void,
    ) -> c_int;
    fn wroc_resume() -> !;
}

/// True if a jump waits for its resumption. R runs on one thread.
static JUMPED: AtomicBool = AtomicBool::new(false);

/// R has jumped out of a call.
#[derive(Clone, Copy, Debug)]
pub struct Jump;

impl From<Jump> for Error {
    fn from(_: Jump) -> Error {
        Error::Interrupted
    }
}

struct Request<T, F> {
    body: F,
    result: MaybeUninit<T>,
}

/// Runs calls of R's that may jump, and stops a jump. While one waits, nothing runs.
///
/// # Safety
/// The body must be sound, own nothing that needs to be dropped while it calls R, and not panic.
pub unsafe fn protected<T: Copy, F: FnOnce() -> T + Copy>(body: F) -> Result<T, Jump> {
    unsafe extern "C-unwind" fn run<T, F: FnOnce() -> T + Copy>(request: *mut c_void) -> SEXP {
        let request = request.cast::<Request<T, F>>();
        (*request).result.write(((*request).body)());
        R_NilValue
    }
    if JUMPED.load(Ordering::Relaxed) {
        return Err(Jump);
    }
    let mut request = Request {
        body,
        result: MaybeUninit::uninit(),
    };
    if wroc_protected(run::<T, F>, (&mut request as *mut Request<T, F>).cast()) == 0 {
        Ok(request.result.assume_init())
    } else {
        JUMPED.store(true, Ordering::Relaxed);
        Err(Jump)
    }
}

/// Returns whether a jump waits for its resumption.
pub fn has_jumped() -> bool {
    JUMPED.load(Ordering::Relaxed)
}

/// Lets R go on with the jump that waits.
///
/// # Safety
/// A jump must wait, and the frames between here and R must own nothing.
pub unsafe fn resume() -> ! {
    JUMPED.store(false, Ordering::Relaxed);
    wroc_resume()
}

/// Lets R look for Ctrl-C and time limits, and run what waits for a moment to run.
pub fn check() -> Result<(), Jump> {
    // SAFETY: the body owns nothing.
    unsafe { protected(|| R_CheckUserInterrupt()) }
}

/// [`check`] each so many rows, about a millisecond's work.
#[inline]
pub fn check_at(row: usize) -> Result<(), Jump> {
    const BLOCK: usize = 1 << 16;
    if row % BLOCK == BLOCK - 1 {
        check()
    } else {
        Ok(())
    }
}

/// Returns whether to stop.
pub fn poll() -> bool {
    check().is_err()
}
