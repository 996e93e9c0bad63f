use super::{copied, reserve, zeros};
use crate::error::Error;

#[test]
fn vectors_are_as_long_as_asked_for() {
    assert_eq!(zeros(3), Ok(vec![0.0; 3]));
    assert_eq!(copied(&[1.0, 2.0]), Ok(vec![1.0, 2.0]));
    let reserved: Vec<u16> = reserve(100).unwrap();
    assert!(reserved.is_empty() && reserved.capacity() >= 100);
}

#[test]
fn memory_that_is_not_there_is_an_error_with_its_size() {
    let too_much = isize::MAX as usize / 8 + 1;
    let bytes = 8 * too_much;
    assert_eq!(zeros(too_much), Err(Error::Memory { bytes }));
    let bytes = usize::MAX;
    assert_eq!(zeros(usize::MAX), Err(Error::Memory { bytes }));
}
