//! An observation as it is sorted.

use crate::error::Result;
use crate::memory::{collect, too_much, want_huge_pages};

/// A score, and the weight with the class in its sign: minus for negatives.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[repr(C, align(16))]
pub(crate) struct Record {
    pub score: f64,
    pub weight: f64,
}

impl Record {
    /// The weight as a negative and as a positive, one of them 0.
    #[inline(always)]
    pub fn weights(self) -> [f64; 2] {
        [self.negative(), self.positive()]
    }

    /// The weight as a positive, else 0.
    #[inline(always)]
    pub fn positive(self) -> f64 {
        self.weight.max(0.0)
    }

    /// The weight as a negative, else 0.
    #[inline(always)]
    pub fn negative(self) -> f64 {
        (-self.weight).max(0.0)
    }
}

/// A copy of records.
pub(crate) fn copied(from: &[Record]) -> Result<Vec<Record>> {
    collect(from.iter().copied())
}

/// Records of zeros. The system has zeros at hand: to ask for them, and to have an answer when it
/// has no more, takes `unsafe` code and saves a pass over the memory.
#[allow(unsafe_code)]
pub(crate) fn blank_records(length: usize) -> Result<Vec<Record>> {
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
    // SAFETY: allocated as a vector of this length would be; a record of zero bytes is a record.
    let mut records: Vec<Record> = unsafe { Vec::from_raw_parts(start.cast(), length, length) };
    want_huge_pages(&mut records);
    Ok(records)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::Error;

    #[test]
    fn records_are_as_many_as_asked_for() {
        for length in [0, 3, 100_000, 1_000_000] {
            let blank = vec![Record::default(); length];
            assert_eq!(blank_records(length).as_deref(), Ok(&blank[..]));
        }
        let record = Record {
            score: 1.0,
            weight: 2.0,
        };
        assert_eq!(copied(&[record]), Ok(vec![record]));
    }

    #[test]
    fn memory_that_is_not_there_is_an_error_with_its_size() {
        let size = std::mem::size_of::<Record>();
        let most = isize::MAX as usize / size;
        let bytes = size * most;
        assert_eq!(blank_records(most), Err(Error::Memory { bytes }));
        let bytes = usize::MAX;
        assert_eq!(blank_records(usize::MAX), Err(Error::Memory { bytes }));
    }
}
