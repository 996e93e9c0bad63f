//! The one room that allocates by the size of the input: what is not there is an error.
//!
//! Everywhere else the linter refuses what would abort the process instead (`clippy.toml`).
#![allow(clippy::disallowed_methods)]

use crate::error::Error;
use crate::options::Options;
use crate::poll::Poll;
use crate::pool::share_out;
use std::num::NonZeroUsize;

/// An empty vector with room for `length` elements.
///
/// # Errors
/// [`Error::Memory`].
pub fn reserve<T>(length: usize) -> Result<Vec<T>, Error> {
    let mut vector = Vec::new();
    match vector.try_reserve_exact(length) {
        Ok(()) => Ok(vector),
        Err(_) => Err(too_much::<T>(length)),
    }
}

/// A vector of copies of a value.
///
/// # Errors
/// [`Error::Memory`].
pub fn filled<T: Copy>(length: usize, value: T) -> Result<Vec<T>, Error> {
    let mut vector = reserve(length)?;
    vector.resize(length, value);
    Ok(vector)
}

/// A vector of so many values as an iterator says that it has.
///
/// # Errors
/// [`Error::Memory`].
pub fn collect<T>(values: impl ExactSizeIterator<Item = T>) -> Result<Vec<T>, Error> {
    let length = values.len();
    let mut vector = reserve(length)?;
    vector.extend(values.take(length));
    Ok(vector)
}

/// Adds a value at the end of a vector, which grows as [`Vec::push`] lets it.
///
/// # Errors
/// [`Error::Memory`].
#[inline]
pub fn push<T>(vector: &mut Vec<T>, value: T) -> Result<(), Error> {
    if vector.len() == vector.capacity() && vector.try_reserve(1).is_err() {
        return Err(too_much::<T>(vector.len().saturating_mul(2)));
    }
    vector.push(value);
    Ok(())
}

/// Makes a vector's length `length`, with copies of a value where it grows.
pub(crate) fn resize<T: Copy>(vector: &mut Vec<T>, length: usize, value: T) -> Result<(), Error> {
    let more = length.saturating_sub(vector.len());
    match vector.try_reserve_exact(more) {
        Ok(()) => {
            vector.resize(length, value);
            Ok(())
        }
        Err(_) => Err(too_much::<T>(length)),
    }
}

pub(crate) fn too_much<T>(length: usize) -> Error {
    Error::Memory {
        bytes: length.saturating_mul(std::mem::size_of::<T>()),
    }
}

/// Asks Linux for all pages of large fresh columns at once, which takes half the time of asking by
/// touching one after the other, and for huge ones where they fit, which halves it again (measured
/// for 40 MB: 15, 9 and 4 ms); several threads ask for the pages of columns that are larger yet.
/// What the columns hold stays as it is. Kernels that don't know one of these advices decline it,
/// which does no harm; other systems have none.
///
/// # Errors
/// [`Error::Memory`].
pub fn prefault<T: Send>(columns: &mut [&mut [T]], threads: NonZeroUsize) -> Result<(), Error> {
    /// So many bytes take a thread longer than its start.
    const SHARE: usize = 1 << 22;
    columns
        .iter_mut()
        .for_each(|column| want_huge_pages(column));
    let bytes: usize = columns
        .iter()
        .map(|column| std::mem::size_of_val(*column))
        .sum();
    if threads == NonZeroUsize::MIN || bytes < 2 * SHARE {
        columns.iter_mut().for_each(|column| ask_for_pages(column));
        return Ok(());
    }
    let mut shares = Vec::new();
    for column in columns {
        for share in column.chunks_mut(SHARE / std::mem::size_of::<T>()) {
            push(&mut shares, share)?;
        }
    }
    let worker = || {
        |share: &mut [T], _: Poll<'_>| {
            ask_for_pages(share);
            Ok(0)
        }
    };
    let poll = &mut || false;
    share_out(shares, worker, Options { threads, poll })?;
    Ok(())
}

/// Asks Linux for huge pages where they fit into a large fresh vector.
pub(crate) fn want_huge_pages<T>(vector: &mut [T]) {
    pages::want_huge(vector);
}

/// Asks Linux for the pages of a part of a large fresh vector, see [`prefault`].
pub(crate) fn ask_for_pages<T>(part: &mut [T]) {
    pages::populate(part);
}

#[cfg(all(target_os = "linux", not(miri)))]
#[allow(unsafe_code)]
mod pages {
    use std::os::raw::{c_int, c_void};

    extern "C" {
        fn madvise(start: *mut c_void, bytes: usize, advice: c_int) -> c_int;
    }

    pub fn want_huge<T>(column: &mut [T]) {
        const HUGE_PAGES: c_int = 14;
        const LEAST: usize = 1 << 22;
        advise(column, HUGE_PAGES, LEAST);
    }

    pub fn populate<T>(column: &mut [T]) {
        const POPULATE_WRITE: c_int = 23;
        /// What malloc() takes from its own store, rather than from the system, is below this.
        const LEAST: usize = 1 << 17;
        advise(column, POPULATE_WRITE, LEAST);
    }

    fn advise<T>(column: &mut [T], advice: c_int, least: usize) {
        const PAGE: usize = 4096;
        let (start, bytes) = (
            column.as_mut_ptr().cast::<u8>(),
            std::mem::size_of_val(column),
        );
        if bytes < least {
            return;
        }
        let skipped = start.align_offset(PAGE);
        let pages = start.wrapping_add(skipped).cast();
        // SAFETY: whole pages of what was allocated; these advices change no content.
        unsafe { madvise(pages, (bytes - skipped) / PAGE * PAGE, advice) };
    }
}

#[cfg(any(not(target_os = "linux"), miri))]
mod pages {
    pub fn want_huge<T>(_: &mut [T]) {}

    pub fn populate<T>(_: &mut [T]) {}
}

#[cfg(test)]
mod tests;
