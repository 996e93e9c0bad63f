//! The way from R into a shim and back.

use crate::failure::Failure;
use crate::result::Value;
use crate::session::{end_progress, has_jumped, resume};
use extendr_ffi::SEXP;
use std::panic::{catch_unwind, AssertUnwindSafe};

/// Makes shims callable from R, under their own names or those behind `as`: an iterator of what is registered.
///
/// A shim takes [`Argument`](crate::input::Argument)s, and gives a [`Value`] or a [`Failure`].
macro_rules! shims_of {
    ($($shim:ident $(as $r_name:ident)? ($($argument:ident),*);)*) => {
        [$({
            unsafe extern "C-unwind" fn entry($($argument: extendr_ffi::SEXP),*)
                -> extendr_ffi::SEXP
            {
                $crate::entry::enter(&|| {
                    $(let $argument = $crate::input::Argument::from_sexp($argument, stringify!($argument))?;)*
                    $shim($($argument),*)
                })
            }
            $crate::register::described(
                [stringify!($shim), concat!("wrap__", stringify!($shim))],
                [$(stringify!($r_name),)? stringify!($shim)][0],
                &[$(stringify!($argument)),*],
                entry as *const u8,
            )
        }),*].into_iter()
    };
}
pub(crate) use shims_of;

/// Runs a shim, and lets a jump of R's go on when all that the shim owned is dropped: whatever
/// the shim says then, the jump is why. Compiled once, as shims come by reference.
///
/// # Safety
/// To be called as the last act of a frame that owns nothing and that R has called.
pub unsafe fn enter(shim: &dyn Fn() -> Result<Value, Failure>) -> SEXP {
    match completed(shim) {
        Some(result) => result,
        None => resume(),
    }
}

/// A shim's result, or its failure, or `None` if R has jumped.
fn completed(shim: &dyn Fn() -> Result<Value, Failure>) -> Option<SEXP> {
    let result = guard(shim);
    end_progress();
    let result = match result {
        Ok(value) => value.into_r(),
        Err(failure) => failure.into_r(),
    };
    result.ok().filter(|_| !has_jumped())
}

/// Runs a shim; a panic becomes a failure.
fn guard(shim: impl FnOnce() -> Result<Value, Failure>) -> Result<Value, Failure> {
    // A panic leaves nothing half-written that R could see: results are returned, not shared.
    catch_unwind(AssertUnwindSafe(shim)).unwrap_or_else(|panic| {
        let detail = match panic.downcast_ref::<String>() {
            Some(text) => text.clone(),
            None => match panic.downcast_ref::<&str>() {
                Some(text) => text.to_string(),
                None => "a panic without a message".to_string(),
            },
        };
        Err(Failure::internal(detail))
    })
}
