//! An observation as it is sorted.

use crate::error::Result;
use crate::memory::{collect, zeroed, Zero};
use crate::pages::want_huge_pages;

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

// SAFETY: a record has two doubles.
#[allow(unsafe_code)]
unsafe impl Zero for Record {}

/// A copy of records.
pub(crate) fn copied(from: &[Record]) -> Result<Vec<Record>> {
    collect(from.iter().copied())
}

/// Records of zeros.
pub(crate) fn blank_records(length: usize) -> Result<Vec<Record>> {
    let mut records = zeroed(length)?;
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
        // A system of 32 bits may have all that it can address.
        if cfg!(target_pointer_width = "64") {
            assert_eq!(blank_records(most), Err(Error::Memory { bytes }));
        }
        let bytes = usize::MAX;
        assert_eq!(blank_records(usize::MAX), Err(Error::Memory { bytes }));
    }
}
