//! Vectors whose allocation may fail.

use crate::error::Error;

/// An empty vector with room for `length` elements.
pub(crate) fn reserve<T>(length: usize) -> Result<Vec<T>, Error> {
    let mut vector = Vec::new();
    match vector.try_reserve_exact(length) {
        Ok(()) => Ok(vector),
        Err(_) => Err(Error::Memory {
            bytes: length.saturating_mul(std::mem::size_of::<T>()),
        }),
    }
}

/// A copy of a slice.
pub(crate) fn copied(from: &[f64]) -> Result<Vec<f64>, Error> {
    let mut vector = reserve(from.len())?;
    vector.extend_from_slice(from);
    Ok(vector)
}

/// A vector of zeros.
pub(crate) fn zeros(length: usize) -> Result<Vec<f64>, Error> {
    let mut vector = reserve(length)?;
    vector.resize(length, 0.0);
    Ok(vector)
}

#[cfg(test)]
mod tests;
