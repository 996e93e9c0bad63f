//! Class labels and their encodings.

use crate::element::Element;
use crate::error::{Argument, Error};

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

const MINUS_ONE: u8 = 1;
const ZERO: u8 = 2;
const ONE: u8 = 4;
const TWO: u8 = 8;
const OTHER: u8 = 16;

/// The label of the positive class, when `labels` hold one of the three numeric encodings.
pub(crate) fn positive_number<T: Element>(labels: &[T]) -> Result<T, Error> {
    let seen = labels.iter().fold(0, |seen, label| seen | bit(*label));
    let positive = match seen {
        s if s == MINUS_ONE | ONE || s == ZERO | ONE => 1,
        s if s == ONE | TWO => 2,
        _ => return Err(why_not_two_classes(labels)),
    };
    Ok(T::from_i8(positive))
}

#[inline(always)]
fn bit<T: Element>(label: T) -> u8 {
    let is = |value, bit| if label == T::from_i8(value) { bit } else { 0 };
    let known = is(-1, MINUS_ONE) | is(0, ZERO) | is(1, ONE) | is(2, TWO);
    if known == 0 {
        OTHER
    } else {
        known
    }
}

/// The code of the positive class, when exactly two codes are in use.
pub(crate) fn positive_code(codes: &[i32]) -> Result<i32, Error> {
    let (low, high) = codes
        .iter()
        .fold((i32::MAX, i32::MIN), |(low, high), &code| {
            (low.min(code), high.max(code))
        });
    let two_codes = low < high && codes.iter().all(|&code| code == low || code == high);
    if two_codes && !low.is_missing() {
        Ok(high)
    } else {
        Err(why_not_two_classes(codes))
    }
}

fn why_not_two_classes<T: Element>(labels: &[T]) -> Error {
    if let Some(position) = labels.iter().position(|label| label.is_missing()) {
        return Error::Missing {
            argument: Argument::Label,
            position,
        };
    }
    let mut found: Vec<f64> = Vec::new();
    let mut more = false;
    for label in labels {
        let value = label.to_f64();
        if !found.contains(&value) {
            if found.len() == Error::MAX_LABELS {
                more = true;
                break;
            }
            found.push(value);
        }
    }
    found.sort_unstable_by(f64::total_cmp);
    match found[..] {
        [value] => Error::OneClass { value },
        _ => Error::Labels { found, more },
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
    fn one_label_is_one_class() {
        let one = |value| Err(Error::OneClass { value });
        assert_eq!(positive_number(&[1, 1]).map(f64::from), one(1.0));
        assert_eq!(positive_number(&[5.5]), one(5.5));
        assert_eq!(positive_code(&[4, 4]).map(f64::from), one(4.0));
    }

    #[test]
    fn the_first_missing_label_is_named() {
        let missing = |position| Error::Missing {
            argument: Argument::Label,
            position,
        };
        assert_eq!(positive_number(&[0.0, 1.0, f64::NAN]), Err(missing(2)));
        assert_eq!(positive_number(&[i32::MIN, 9]), Err(missing(0)));
        assert_eq!(positive_code(&[1, i32::MIN, i32::MIN]), Err(missing(1)));
        assert_eq!(positive_code(&[1, i32::MIN, 2]), Err(missing(1)));
    }
}
