//! Class labels and their encodings.

use crate::error::{Argument, Error, Result};
use crate::memory::collect;
use crate::observations::block::Block;
use crate::observations::column::{Column, Integers, Strided};

/// The class labels of the observations.
///
/// ```
/// use weighted_roc_core::{area::wmw, Integers, Labels, Observations, Options, Scores, Weights};
///
/// let codes = Integers { values: &[2, 5, 2, 5], missing: Some(-1) };
/// assert!(!Labels::Codes(codes).is_empty());
/// for labels in [Labels::Bool(&[false, true, false, true]), Labels::Codes(codes)] {
///     let scores = Scores::F32(&[0.1, 0.2, 0.3, 0.4]);
///     let observations = Observations { scores, labels, weights: Weights::Unit };
///     assert_eq!(wmw(&observations, Options::default())?, 0.75);
/// }
/// # Ok::<(), weighted_roc_core::Error>(())
/// ```
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub enum Labels<'a> {
    /// Doubles in {-1, 1}, {0, 1} or {1, 2}; the larger value is the positive class. NaN is missing.
    F64(&'a [f64]),
    /// Integers in {-1, 1}, {0, 1} or {1, 2}; the larger value is the positive class.
    I32(&'a [i32]),
    /// The same of 64 bits.
    I64(&'a [i64]),
    /// The same in {0, 1} or {1, 2}.
    U8(&'a [u8]),
    /// True if an observation is of the positive class.
    Bool(&'a [bool]),
    /// Does the same as [`Labels::I32`], with a value that stands for a missing one.
    Integers(Integers<'a>),
    /// Codes of a categorical variable, two of which are in use; the larger code is the positive
    /// class.
    Codes(Integers<'a>),
    /// The codes 1 and 2 of a categorical variable; 2 is the positive class.
    TwoCodes(Integers<'a>),
    /// Does the same as [`Labels::F64`], of doubles that stand apart.
    Strided(Strided<'a>),
}

/// Which classes observations must have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Needed {
    BothClasses,
    AnyClass,
}

impl Labels<'_> {
    /// The number of labels.
    pub fn len(&self) -> usize {
        self.column().len()
    }

    /// Returns whether there are no labels.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    pub(crate) fn column(&self) -> &dyn Column {
        match self {
            Labels::F64(labels) => labels,
            Labels::I32(labels) => labels,
            Labels::I64(labels) => labels,
            Labels::U8(labels) => labels,
            Labels::Bool(labels) => labels,
            Labels::Integers(labels) | Labels::Codes(labels) | Labels::TwoCodes(labels) => labels,
            Labels::Strided(labels) => labels,
        }
    }

    /// The label of the positive class. A class alone is known by 0 or 1, or by one of two codes.
    pub(crate) fn positive(&self, needed: Needed) -> Result<f64> {
        let (found, single, positive) = match self {
            Labels::Codes(codes) => return positive_code(codes),
            Labels::TwoCodes(codes) => (positive_code(codes), [1.0, 2.0], 2.0),
            _ => (positive_number(self.column()), [0.0, 1.0], 1.0),
        };
        match (found, needed) {
            (Err(Error::OneClass { value }), Needed::AnyClass) if single.contains(&value) => {
                Ok(positive)
            }
            (found, _) => found,
        }
    }
}

/// The label of the positive class, when `labels` hold one of the three numeric encodings.
fn positive_number(labels: &dyn Column) -> Result<f64> {
    let positive = labels.two_values().and_then(|values| {
        let positive = values[0].max(values[1]);
        let encodings = [[-1.0, 1.0], [0.0, 1.0], [1.0, 2.0]];
        let is_encoding = encodings.contains(&[values[0].min(values[1]), positive]);
        is_encoding.then_some(positive)
    });
    positive.ok_or_else(|| why_not_two_classes(labels))
}

/// The code of the positive class, when exactly two codes are in use.
fn positive_code(codes: &dyn Column) -> Result<f64> {
    match codes.two_values() {
        Some([a, b]) if !a.is_nan() && !b.is_nan() => Ok(a.max(b)),
        _ => Err(why_not_two_classes(codes)),
    }
}

/// The label of the positives of a chunk: 1, when the negatives have 0. A class may be missing.
pub(crate) fn positive_of_chunk(labels: &dyn Column) -> Result<f64> {
    let mut buffer = [0.0; Block::CAPACITY];
    let mut starts = (0..labels.len()).step_by(Block::CAPACITY);
    let is_class = |&label: &f64| (label == 0.0) | (label == 1.0);
    let are_classes = |some: &[f64]| some.iter().fold(true, |all, label| all & is_class(label));
    if starts.all(|start| are_classes(labels.some(start, &mut buffer))) {
        Ok(1.0)
    } else {
        Err(missing(labels).unwrap_or_else(|| no_classes(labels)))
    }
}

fn why_not_two_classes(labels: &dyn Column) -> Error {
    if let Some(missing) = missing(labels) {
        return missing;
    }
    match no_classes(labels) {
        Error::Labels { found, .. } if found.len() == 1 => Error::OneClass { value: found[0] },
        error => error,
    }
}

/// The error of the first missing label, if there is one.
fn missing(labels: &dyn Column) -> Option<Error> {
    let position = (0..labels.len()).find(|&index| labels.value(index).is_nan())?;
    Some(Error::Missing {
        argument: Argument::Labels,
        position,
    })
}

/// The error of labels that encode no classes, with the first few distinct ones.
fn no_classes(labels: &dyn Column) -> Error {
    let mut found = [0.0; Error::MAX_LABELS];
    let mut length = 0;
    let mut more = false;
    for index in 0..labels.len() {
        let value = labels.value(index);
        if found[..length].contains(&value) {
            continue;
        }
        if length == found.len() {
            more = true;
            break;
        }
        found[length] = value;
        length += 1;
    }
    let found = &mut found[..length];
    found.sort_unstable_by(f64::total_cmp);
    match collect(found.iter().copied()) {
        Ok(found) => Error::Labels { found, more },
        Err(memory) => memory,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_larger_label_of_each_encoding_is_positive() {
        assert_eq!(positive_number(&&[-1, 1, -1][..]), Ok(1.0));
        assert_eq!(positive_number(&&[0.0, -0.0, 1.0][..]), Ok(1.0));
        assert_eq!(positive_number(&&[2, 1][..]), Ok(2.0));
        assert_eq!(positive_code(&&[7, 3, 3][..]), Ok(7.0));
    }

    #[test]
    fn labels_are_counted() {
        let doubles = Labels::F64(&[0.0, 1.0]);
        assert_eq!((doubles.len(), doubles.is_empty()), (2, false));
        let none = Labels::I64(&[]);
        assert_eq!((none.len(), none.is_empty()), (0, true));
    }

    #[test]
    fn other_labels_are_listed() {
        let found = |found: &[f64], more| {
            Err(Error::Labels {
                found: found.to_vec(),
                more,
            })
        };
        assert_eq!(positive_number(&&[0, 2][..]), found(&[0.0, 2.0], false));
        assert_eq!(positive_number(&&[0.0, 0.5][..]), found(&[0.0, 0.5], false));
        assert_eq!(
            positive_number(&&[-1, 0, 1][..]),
            found(&[-1.0, 0.0, 1.0], false)
        );
        assert_eq!(
            positive_code(&&[1, 2, 3][..]),
            found(&[1.0, 2.0, 3.0], false)
        );
        let many: Vec<f64> = (0..100).map(f64::from).collect();
        assert_eq!(
            positive_number(&&many[..]),
            found(&[0.0, 1.0, 2.0, 3.0, 4.0, 5.0], true)
        );
    }

    #[test]
    fn labels_of_a_chunk_are_0_and_1_and_may_lack_one() {
        for labels in [[0.0, 1.0], [1.0, 1.0], [-0.0, 0.0]] {
            assert_eq!(positive_of_chunk(&&labels[..]), Ok(1.0));
        }
        let wrong = |found: &[f64]| {
            Err(Error::Labels {
                found: found.to_vec(),
                more: false,
            })
        };
        assert_eq!(positive_of_chunk(&&[2.0, 2.0][..]), wrong(&[2.0]));
        assert_eq!(positive_of_chunk(&&[1.0, 0.5][..]), wrong(&[0.5, 1.0]));
        let found = positive_of_chunk(&&[1, -1, 0][..]);
        assert_eq!(found, wrong(&[-1.0, 0.0, 1.0]));
        let position = 1;
        let argument = Argument::Labels;
        let missing = Err(Error::Missing { argument, position });
        assert_eq!(positive_of_chunk(&&[7.0, f64::NAN][..]), missing);
    }

    #[test]
    fn one_label_is_one_class() {
        let one = |value| Err(Error::OneClass { value });
        assert_eq!(positive_number(&&[1, 1][..]), one(1.0));
        assert_eq!(positive_number(&&[5.5][..]), one(5.5));
        assert_eq!(positive_code(&&[4, 4][..]), one(4.0));
    }

    #[test]
    fn a_class_alone_is_known_by_its_label() {
        let codes = |values| Integers {
            values,
            missing: None,
        };
        let any = |labels: Labels<'_>| labels.positive(Needed::AnyClass);
        assert_eq!(any(Labels::F64(&[0.0, -0.0])), Ok(1.0));
        assert_eq!(any(Labels::I32(&[1, 1])), Ok(1.0));
        assert_eq!(any(Labels::Bool(&[false])), Ok(1.0));
        assert_eq!(any(Labels::TwoCodes(codes(&[1, 1]))), Ok(2.0));
        assert_eq!(any(Labels::TwoCodes(codes(&[2]))), Ok(2.0));
        // Two values have the encoding that they always have.
        assert_eq!(any(Labels::I32(&[1, -1])), Ok(1.0));
        assert_eq!(any(Labels::I32(&[1, 2])), Ok(2.0));
        let one = |value| Err(Error::OneClass { value });
        assert_eq!(any(Labels::I32(&[2, 2])), one(2.0));
        assert_eq!(any(Labels::I32(&[-1])), one(-1.0));
        assert_eq!(any(Labels::Codes(codes(&[1, 1]))), one(1.0));
        let both = Labels::TwoCodes(codes(&[1, 1])).positive(Needed::BothClasses);
        assert_eq!(both, one(1.0));
    }

    #[test]
    fn the_first_missing_label_is_named() {
        let missing = |position| Error::Missing {
            argument: Argument::Labels,
            position,
        };
        assert_eq!(positive_number(&&[0.0, 1.0, f64::NAN][..]), Err(missing(2)));
        let integers = |values| Integers {
            values,
            missing: Some(-9),
        };
        assert_eq!(positive_number(&integers(&[-9, 9])), Err(missing(0)));
        assert_eq!(positive_code(&integers(&[1, -9, -9])), Err(missing(1)));
        assert_eq!(positive_code(&integers(&[1, -9, 2])), Err(missing(1)));
    }
}
