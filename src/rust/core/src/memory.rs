//! Vectors whose allocation may fail, and the pages of large ones.

use crate::error::Error;
use crate::record::Record;

/// An empty vector with room for `length` elements.
pub(crate) fn reserve<T>(length: usize) -> Result<Vec<T>, Error> {
    let mut vector = Vec::new();
    match vector.try_reserve_exact(length) {
        Ok(()) => Ok(vector),
        Err(_) => Err(too_much::<T>(length)),
    }
}

/// Zeros.
pub fn zeros(length: usize) -> Result<Vec<f64>, Error> {
    let mut vector = reserve(length)?;
    vector.resize(length, 0.0);
    Ok(vector)
}

fn too_much<T>(length: usize) -> Error {
    Error::Memory {
        bytes: length.saturating_mul(std::mem::size_of::<T>()),
    }
}

/// A copy of records.
pub(crate) fn copied(from: &[Record]) -> Result<Vec<Record>, Error> {
    let mut vector = reserve(from.len())?;
    vector.extend_from_slice(from);
    Ok(vector)
}

/// Records of zeros. The system has zeros at hand: to ask for them, and to have an answer when it
/// has no more, takes `unsafe` code and saves a pass over the memory.
#[allow(unsafe_code)]
pub(crate) fn blank_records(length: usize) -> Result<Vec<Record>, Error> {
    use std::alloc::{alloc_zeroed, Layout};
    let layout = Layout::array::<Record>(length).map_err(|_| too_much::<Record>(length))?;
    if length == 0 {
        return Ok(Vec::new());
    }
    // SAFETY: the layout's size is not 0.
    let start = unsafe { alloc_zeroed(layout) };
    if start.is_null() {
        return Err(too_much::<Record>(length));
    }
    advise(start, layout.size());
    // SAFETY: allocated as a vector of this length would be; a record of zero bytes is a record.
    Ok(unsafe { Vec::from_raw_parts(start.cast(), length, length) })
}

/// Asks Linux for all pages of a large fresh column at once, which takes half the time of asking
/// by touching one after the other, and for huge ones where they fit, which halves it again
/// (measured for 40 MB: 15, 9 and 4 ms). What the column holds stays as it is. Kernels that don't
/// know one of these advices decline it, which does no harm; other systems have none.
pub fn prefault(column: &mut [f64]) {
    advise(column.as_mut_ptr().cast(), std::mem::size_of_val(column));
}

/// See [`prefault`].
#[cfg(target_os = "linux")]
#[allow(unsafe_code)]
fn advise(start: *mut u8, bytes: usize) {
    use std::os::raw::{c_int, c_void};
    extern "C" {
        fn madvise(start: *mut c_void, bytes: usize, advice: c_int) -> c_int;
    }
    const HUGE_PAGES: c_int = 14;
    const POPULATE_WRITE: c_int = 23;
    const PAGE: usize = 4096;
    /// What malloc() takes from its own store, rather than from the system, is below this.
    const LARGE: usize = 1 << 17;
    const HUGE: usize = 1 << 22;
    if bytes < LARGE {
        return;
    }
    let skipped = start.align_offset(PAGE);
    let pages = start.wrapping_add(skipped).cast();
    let advise = |advice| {
        // SAFETY: whole pages of what was allocated; these advices change no content.
        unsafe { madvise(pages, (bytes - skipped) / PAGE * PAGE, advice) }
    };
    if bytes >= HUGE {
        advise(HUGE_PAGES);
    }
    advise(POPULATE_WRITE);
}

#[cfg(not(target_os = "linux"))]
fn advise(_: *mut u8, _: usize) {}

#[cfg(test)]
mod tests;
