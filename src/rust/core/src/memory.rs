//! The one room that allocates by the size of the input: what is not there is an error.
//!
//! Everywhere else the linter refuses what would abort the process instead (`clippy.toml`).
#![allow(clippy::disallowed_methods)]

mod pages;

pub use pages::prefault;
pub(crate) use pages::{ask_for_pages, want_huge_pages, zeroed};

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

pub(crate) fn too_much<T>(length: usize) -> Error {
    Error::Memory {
        bytes: length.saturating_mul(std::mem::size_of::<T>()),
    }
}

#[cfg(test)]
mod tests;
