use super::{collect, filled, push, reserve, resize};
use crate::error::Error;

#[test]
fn vectors_hold_what_they_were_asked_for() {
    let reserved: Vec<u16> = reserve(100).unwrap();
    assert!(reserved.is_empty() && reserved.capacity() >= 100);
    assert_eq!(filled(3, 0.5), Ok(vec![0.5; 3]));
    assert_eq!(collect([1, 2].iter()), Ok(vec![&1, &2]));
    let mut grown = Vec::new();
    (0..1000).for_each(|i| push(&mut grown, i).unwrap());
    assert!(grown.iter().copied().eq(0..1000));
    resize(&mut grown, 2, 0).unwrap();
    resize(&mut grown, 4, 7).unwrap();
    assert_eq!(grown, [0, 1, 7, 7]);
}

/// An iterator that promises more than there is memory for.
struct Endless;

impl Iterator for Endless {
    type Item = u64;

    fn next(&mut self) -> Option<u64> {
        Some(0)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (usize::MAX, Some(usize::MAX))
    }
}

impl ExactSizeIterator for Endless {}

#[test]
fn memory_that_is_not_there_is_an_error_with_its_size() {
    let bytes = usize::MAX;
    assert_eq!(reserve::<u64>(usize::MAX), Err(Error::Memory { bytes }));
    assert_eq!(filled(usize::MAX, 0u64), Err(Error::Memory { bytes }));
    assert_eq!(collect(Endless), Err(Error::Memory { bytes }));
    let mut vector = vec![1u64];
    let result = resize(&mut vector, usize::MAX, 0);
    assert_eq!(result, Err(Error::Memory { bytes }));
    assert_eq!(vector, [1]);
}
