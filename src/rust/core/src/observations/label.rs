//! Class labels and their encodings.

use crate::error::{Argument, Error, Result};
use crate::memory::collect;
use crate::observations::element::Element;

/// The class labels of the observations.
#[derive(Clone, Copy, Debug)]
pub enum Labels<'a> {
    /// Doubles in {-1, 1}, {0, 1} or {1, 2}; the larger value is the positive class.
    F64(&'a [f64]),
    /// Integers in {-1, 1}, {0, 1} or {1, 2}; the larger value is the positive class.
    /// `i32::MIN` marks a missing label.
    I32(&'a [i32]),
    /// Codes of a categorical variable, two of which are in use; the larger code is the positive
    /// class. `i32::MIN` marks a missing label.
    Codes(&'a [i32]),
}

impl Labels<'_> {
    /// The number of labels.
    pub fn len(&self) -> usize {
        match self {
            Labels::F64(labels) => labels.len(),
            Labels::I32(labels) | Labels::Codes(labels) => labels.len(),
        }
    }

    /// Whether there are no labels.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// The label of the positive class, when `labels` hold one of the three numeric encodings.
pub(crate) fn positive_number<T: Element>(labels: &[T]) -> Result<T> {
    let encodings =
        [(-1, 1), (0, 1), (1, 2)].map(|(low, high)| (T::from_i8(low), T::from_i8(high)));
    let positive = two_values(labels).and_then(|(a, b)| {
        let is_encoding = |&&(low, high): &&(T, T)| (a, b) == (low, high) || (b, a) == (low, high);
        encodings.iter().find(is_encoding)
    });
    match positive {
        Some(&(_, positive)) => Ok(positive),
        None => Err(why_not_two_classes(labels)),
    }
}

/// The code of the positive class, when exactly two codes are in use.
pub(crate) fn positive_code(codes: &[i32]) -> Result<i32> {
    match two_values(codes) {
        Some((a, b)) if !a.is_missing() && !b.is_missing() => Ok(a.max(b)),
        _ => Err(why_not_two_classes(codes)),
    }
}

/// The two values that all `labels` are, if so.
fn two_values<T: Element>(labels: &[T]) -> Option<(T, T)> {
    let (&a, rest) = labels.split_first()?;
    let &b = rest.iter().find(|&&label| label != a)?;
    let others = rest
        .iter()
        .map(|&label| u32::from((label != a) & (label != b)));
    (others.sum::<u32>() == 0).then_some((a, b))
}

/// The label of the positives of a chunk: 1, when the negatives have 0. A class may be missing.
pub(crate) fn positive_of_chunk<T: Element>(labels: &[T]) -> Result<T> {
    let [negative, positive] = [0, 1].map(T::from_i8);
    let is_class = |label| (label == negative) | (label == positive);
    if labels
        .iter()
        .fold(true, |all, &label| all & is_class(label))
    {
        Ok(positive)
    } else {
        Err(missing(labels).unwrap_or_else(|| no_classes(labels)))
    }
}

fn why_not_two_classes<T: Element>(labels: &[T]) -> Error {
    if let Some(missing) = missing(labels) {
        return missing;
    }
    match no_classes(labels) {
        Error::Labels { found, .. } if found.len() == 1 => Error::OneClass { value: found[0] },
        error => error,
    }
}

/// That the first missing label is missing, if one is.
fn missing<T: Element>(labels: &[T]) -> Option<Error> {
    let position = labels.iter().position(|label| label.is_missing())?;
    Some(Error::Missing {
        argument: Argument::Labels,
        position,
    })
}

/// That the labels encode no classes, with the first few distinct ones.
fn no_classes<T: Element>(labels: &[T]) -> Error {
    let mut found = [0.0; Error::MAX_LABELS];
    let mut length = 0;
    let mut more = false;
    for label in labels {
        let value = label.to_f64();
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
        assert_eq!(positive_number(&[-1, 1, -1]), Ok(1));
        assert_eq!(positive_number(&[0.0, -0.0, 1.0]), Ok(1.0));
        assert_eq!(positive_number(&[2, 1]), Ok(2));
        assert_eq!(positive_code(&[7, 3, 3]), Ok(7));
    }

    #[test]
    fn labels_are_counted() {
        let doubles = Labels::F64(&[0.0, 1.0]);
        assert_eq!((doubles.len(), doubles.is_empty()), (2, false));
        let none = Labels::Codes(&[]);
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
        assert_eq!(
            positive_number(&[0, 2]).map(f64::from),
            found(&[0.0, 2.0], false)
        );
        assert_eq!(positive_number(&[0.0, 0.5]), found(&[0.0, 0.5], false));
        assert_eq!(
            positive_number(&[-1, 0, 1]).map(f64::from),
            found(&[-1.0, 0.0, 1.0], false)
        );
        assert_eq!(
            positive_code(&[1, 2, 3]).map(f64::from),
            found(&[1.0, 2.0, 3.0], false)
        );
        let many: Vec<f64> = (0..100).map(f64::from).collect();
        assert_eq!(
            positive_number(&many),
            found(&[0.0, 1.0, 2.0, 3.0, 4.0, 5.0], true)
        );
    }

    #[test]
    fn labels_of_a_chunk_are_0_and_1_and_may_lack_one() {
        for labels in [[0.0, 1.0], [1.0, 1.0], [-0.0, 0.0]] {
            assert_eq!(positive_of_chunk(&labels), Ok(1.0));
        }
        let wrong = |found: &[f64]| {
            Err(Error::Labels {
                found: found.to_vec(),
                more: false,
            })
        };
        assert_eq!(positive_of_chunk(&[2.0, 2.0]), wrong(&[2.0]));
        assert_eq!(positive_of_chunk(&[1.0, 0.5]), wrong(&[0.5, 1.0]));
        let found = positive_of_chunk(&[1, -1, 0]).map(f64::from);
        assert_eq!(found, wrong(&[-1.0, 0.0, 1.0]));
        let position = 1;
        let argument = Argument::Labels;
        let missing = Err(Error::Missing { argument, position });
        assert_eq!(positive_of_chunk(&[7.0, f64::NAN]), missing);
    }

    #[test]
    fn one_label_is_one_class() {
        let one = |value| Err(Error::OneClass { value });
        assert_eq!(positive_number(&[1, 1]).map(f64::from), one(1.0));
        assert_eq!(positive_number(&[5.5]), one(5.5));
        assert_eq!(positive_code(&[4, 4]).map(f64::from), one(4.0));
    }

    #[test]
    fn the_first_missing_label_is_named() {
        let missing = |position| Error::Missing {
            argument: Argument::Labels,
            position,
        };
        assert_eq!(positive_number(&[0.0, 1.0, f64::NAN]), Err(missing(2)));
        assert_eq!(positive_number(&[i32::MIN, 9]), Err(missing(0)));
        assert_eq!(positive_code(&[1, i32::MIN, i32::MIN]), Err(missing(1)));
        assert_eq!(positive_code(&[1, i32::MIN, 2]), Err(missing(1)));
    }
}
