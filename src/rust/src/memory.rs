//! Vectors whose allocation may fail.

use std::mem::size_of;
use weighted_roc_core::Error;

/// An empty vector with room for `length` elements.
pub fn reserve<T>(length: usize) -> Result<Vec<T>, Error> {
    let mut vector = Vec::new();
    match vector.try_reserve_exact(length) {
        Ok(()) => Ok(vector),
        Err(_) => Err(Error::Memory {
            bytes: length.saturating_mul(size_of::<T>()),
        }),
    }
}

pub fn copied(values: &[f64]) -> Result<Vec<f64>, Error> {
    let mut copy = reserve(values.len())?;
    copy.extend_from_slice(values);
    Ok(copy)
}
