//! The one room that allocates by the size of the input: what is not there is an error.
//!
//! Everywhere else the linter refuses what would abort the process instead (`clippy.toml`).
#![allow(clippy::disallowed_methods)]

use crate::error::{Error, Result};

/// An empty vector with room for `length` elements.
///
/// ```
/// use weighted_roc_core::memory::reserve;
///
/// assert!(reserve::<f64>(10)?.capacity() >= 10);
/// assert!(reserve::<f64>(usize::MAX).is_err());
/// # Ok::<(), weighted_roc_core::Error>(())
/// ```
///
/// # Errors
/// [`Error::Memory`].
pub fn reserve<T>(length: usize) -> Result<Vec<T>> {
    let mut vector = Vec::new();
    match vector.try_reserve_exact(length) {
        Ok(()) => Ok(vector),
        Err(_) => Err(too_much::<T>(length)),
    }
}

/// A vector of copies of a value.
///
/// ```
/// # use weighted_roc_core::memory::filled;
/// assert_eq!(filled(3, 0.5)?, [0.5; 3]);
/// # Ok::<(), weighted_roc_core::Error>(())
/// ```
///
/// # Errors
/// [`Error::Memory`].
pub fn filled<T: Copy>(length: usize, value: T) -> Result<Vec<T>> {
    let mut vector = reserve(length)?;
    vector.resize(length, value);
    Ok(vector)
}

/// A vector with the length that an iterator reports.
///
/// ```
/// # use weighted_roc_core::memory::collect;
/// assert_eq!(collect([1, 2].iter().map(|x| 2 * x))?, [2, 4]);
/// # Ok::<(), weighted_roc_core::Error>(())
/// ```
///
/// # Errors
/// [`Error::Memory`].
pub fn collect<T>(values: impl ExactSizeIterator<Item = T>) -> Result<Vec<T>> {
    let length = values.len();
    let mut vector = reserve(length)?;
    vector.extend(values.take(length));
    Ok(vector)
}

/// Adds a value at the end of a vector, which grows as [`Vec::push`] lets it.
///
/// ```
/// # use weighted_roc_core::memory::push;
/// let mut vector = Vec::new();
/// push(&mut vector, 1.0)?;
/// assert_eq!(vector, [1.0]);
/// # Ok::<(), weighted_roc_core::Error>(())
/// ```
///
/// # Errors
/// [`Error::Memory`].
#[inline]
pub fn push<T>(vector: &mut Vec<T>, value: T) -> Result<()> {
    if vector.len() == vector.capacity() && vector.try_reserve(1).is_err() {
        return Err(too_much::<T>(vector.len().saturating_mul(2)));
    }
    vector.push(value);
    Ok(())
}

/// Makes a vector's length `length`, with copies of a value where it grows.
pub(crate) fn resize<T: Copy>(vector: &mut Vec<T>, length: usize, value: T) -> Result<()> {
    let more = length.saturating_sub(vector.len());
    match vector.try_reserve_exact(more) {
        Ok(()) => {
            vector.resize(length, value);
            Ok(())
        }
        Err(_) => Err(too_much::<T>(length)),
    }
}

/// A type that zero bytes make a value of.
///
/// # Safety
/// Zero bytes must be a value of the type.
#[allow(unsafe_code)]
pub(crate) unsafe trait Zero: Copy {}

// SAFETY: a double of zero bytes is 0.
#[allow(unsafe_code)]
unsafe impl Zero for f64 {}

/// Zeros. The system has them at hand: to ask for them, and to have an answer when it has no more, takes
/// `unsafe` code and saves a pass over the memory.
#[allow(unsafe_code)]
pub(crate) fn zeroed<T: Zero>(length: usize) -> Result<Vec<T>> {
    use std::alloc::{alloc_zeroed, Layout};
    let layout = Layout::array::<T>(length).map_err(|_| too_much::<T>(length))?;
    if layout.size() == 0 {
        return Ok(Vec::new());
    }
    // SAFETY: the layout's size is not 0.
    let start = unsafe { alloc_zeroed(layout) };
    if start.is_null() {
        return Err(too_much::<T>(length));
    }
    // SAFETY: allocated as a vector of this length would be; zero bytes are values.
    Ok(unsafe { Vec::from_raw_parts(start.cast(), length, length) })
}

fn too_much<T>(length: usize) -> Error {
    Error::Memory {
        bytes: length.saturating_mul(std::mem::size_of::<T>()),
    }
}

#[cfg(test)]
mod tests;
