use super::{blank_records, copied, prefault, reserve};
use crate::error::Error;
use crate::record::Record;

#[test]
fn vectors_are_as_long_as_asked_for() {
    for length in [0, 3, 100_000, 1_000_000] {
        let blank = vec![Record::default(); length];
        assert_eq!(blank_records(length).as_deref(), Ok(&blank[..]));
    }
    let record = Record {
        score: 1.0,
        weight: 2.0,
    };
    assert_eq!(copied(&[record]), Ok(vec![record]));
    let reserved: Vec<u16> = reserve(100).unwrap();
    assert!(reserved.is_empty() && reserved.capacity() >= 100);
}

#[test]
fn memory_that_is_not_there_is_an_error_with_its_size() {
    let size = std::mem::size_of::<Record>();
    let too_much = isize::MAX as usize / size;
    let bytes = size * too_much;
    assert_eq!(blank_records(too_much), Err(Error::Memory { bytes }));
    let bytes = usize::MAX;
    assert_eq!(blank_records(usize::MAX), Err(Error::Memory { bytes }));
    assert_eq!(reserve::<u64>(usize::MAX), Err(Error::Memory { bytes }));
}

#[test]
fn what_a_column_holds_stays_as_it_is() {
    for length in [0, 1, 20_000, 1_000_000] {
        let mut column: Vec<f64> = (0..length).map(f64::from).collect();
        // From anywhere in a page on.
        let from = column.len() / 3;
        prefault(&mut column[from..]);
        assert!(column.into_iter().eq((0..length).map(f64::from)));
    }
}
