//! Calls into R, which may jump out of them: on an error, a time limit, Ctrl-C.
//!
//! A jump is stopped at the C frame of `wroc_protected`, remembered, and taken up again by
//! [`resume`] when the shim has dropped all that it owns.

use crate::r::{
    strings, R_CheckUserInterrupt, R_FindNamespace, Rf_ScalarReal, Rf_eval, Rf_install, Rf_lang3,
    Rf_protect,
};
use extendr_ffi::{R_NilValue, Rf_unprotect, SEXP};
use std::ffi::{c_int, c_void};
use std::mem::MaybeUninit;
use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::OnceLock;
use std::time::Instant;
use weighted_roc_core::{Error, Options, Poll, Progress};

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

/// Returns whether to stop; tells people who wait for replicates how far these are.
pub fn poll() -> bool {
    check().and_then(|()| PROGRESS.show()).is_err()
}

/// How the core is to work: its replicates are counted for those who wait.
pub fn options(threads: NonZeroUsize, poll: Poll<'_>) -> Options<'_> {
    Options {
        threads,
        poll,
        progress: &PROGRESS.replicates,
    }
}

/// Progress of the call that runs, as R shows it.
struct Shown {
    replicates: Progress,
    /// When there is something to say, in milliseconds of the session; 0 before the first replicates.
    next: AtomicU64,
    /// True once R has shown some.
    any: AtomicBool,
}

static PROGRESS: Shown = Shown {
    replicates: Progress::new(),
    next: AtomicU64::new(0),
    any: AtomicBool::new(false),
};

impl Shown {
    /// Says each second how many replicates are done.
    fn show(&self) -> Result<(), Jump> {
        const SECOND: u64 = 1000;
        let [done, begun] = self.replicates.of();
        if begun == 0 {
            return Ok(());
        }
        let (now, next) = (milliseconds(), self.next.load(Ordering::Relaxed));
        if now >= next {
            self.next.store(now + SECOND, Ordering::Relaxed);
            if next > 0 {
                self.any.store(true, Ordering::Relaxed);
                return tell(done as f64, begun as f64);
            }
        }
        Ok(())
    }
}

/// Ends what was said about the replicates of a call.
pub fn end_progress() {
    PROGRESS.replicates.reset();
    PROGRESS.next.store(0, Ordering::Relaxed);
    if PROGRESS.any.swap(false, Ordering::Relaxed) {
        // A jump that comes here is taken up as any other.
        let _ = tell(f64::NAN, f64::NAN);
    }
}

/// Milliseconds since this was first asked, and at least 1.
fn milliseconds() -> u64 {
    static START: OnceLock<Instant> = OnceLock::new();
    START.get_or_init(Instant::now).elapsed().as_millis() as u64 + 1
}

/// Calls `show_replicates()` of the package.
fn tell(done: f64, begun: f64) -> Result<(), Jump> {
    // SAFETY: the body owns nothing, and protects what it makes.
    unsafe {
        protected(|| {
            let [done, begun] = [done, begun].map(|number| Rf_protect(Rf_ScalarReal(number)));
            let show = Rf_install(c"show_replicates".as_ptr());
            let call = Rf_protect(Rf_lang3(show, done, begun));
            let package = Rf_protect(strings(&["WeightedROC"]));
            Rf_eval(call, R_FindNamespace(package));
            Rf_unprotect(4);
        })
    }
}
