//! Observations as they are given, checked and turned into records.

use crate::element::Element;
use crate::error::{Argument, Class, Error};
use crate::label::{positive_code, positive_number, Labels};
use crate::poll::{check, Poll, BLOCK};
use crate::sum::Sum;
use std::ops::Range;

/// The scores of the observations. Infinite scores are scores like others.
#[derive(Clone, Copy, Debug)]
pub enum Scores<'a> {
    /// Doubles; NaN marks a missing score.
    F64(&'a [f64]),
    /// Integers; `i32::MIN` marks a missing score.
    I32(&'a [i32]),
}

/// The weights of the observations.
#[derive(Clone, Copy, Debug)]
pub enum Weights<'a> {
    /// Each observation weighs 1.
    Unit,
    /// Doubles, finite and not negative; NaN marks a missing weight.
    F64(&'a [f64]),
    /// Integers, not negative; `i32::MIN` marks a missing weight.
    I32(&'a [i32]),
}

/// Scores, labels and weights of the same length.
#[derive(Clone, Copy, Debug)]
pub struct Observations<'a> {
    /// The higher, the more the observation looks positive.
    pub scores: Scores<'a>,
    /// The true classes.
    pub labels: Labels<'a>,
    /// What each observation counts.
    pub weights: Weights<'a>,
}

/// One observation of positive weight: the class is the sign of the weight, minus for negatives.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Record {
    /// The score; never NaN, never -0.
    pub score: f64,
    signed_weight: f64,
}

impl Record {
    #[inline(always)]
    fn new(score: f64, weight: f64, positive: bool) -> Record {
        Record {
            // -0 + 0 is +0: the two zeros tie and read the same.
            score: score + 0.0,
            signed_weight: if positive { weight } else { -weight },
        }
    }

    /// What the observation adds to the weight of `class`.
    #[inline(always)]
    pub fn weight_in(self, class: Class) -> f64 {
        match class {
            Class::Positive => self.signed_weight.max(0.0),
            Class::Negative => (-self.signed_weight).max(0.0),
        }
    }
}

/// Checks all observations and gives those of positive weight, in the order of the input.
pub(crate) fn records(
    observations: &Observations<'_>,
    poll: Poll<'_>,
) -> Result<Vec<Record>, Error> {
    check_lengths(observations)?;
    match observations.labels {
        Labels::F64(labels) => with_labels(observations, labels, positive_number(labels)?, poll),
        Labels::I32(labels) => with_labels(observations, labels, positive_number(labels)?, poll),
        Labels::Codes(codes) => with_labels(observations, codes, positive_code(codes)?, poll),
    }
}

fn check_lengths(observations: &Observations<'_>) -> Result<(), Error> {
    let expected = observations.labels.len();
    let check = |argument, length| {
        if length == expected {
            Ok(())
        } else {
            Err(Error::Length {
                argument,
                length,
                expected,
            })
        }
    };
    match observations.scores {
        Scores::F64(scores) => check(Argument::Guess, scores.len())?,
        Scores::I32(scores) => check(Argument::Guess, scores.len())?,
    }
    match observations.weights {
        Weights::Unit => {}
        Weights::F64(weights) => check(Argument::Weight, weights.len())?,
        Weights::I32(weights) => check(Argument::Weight, weights.len())?,
    }
    if expected == 0 {
        return Err(Error::Empty);
    }
    Ok(())
}

fn with_labels<L: Element>(
    observations: &Observations<'_>,
    labels: &[L],
    positive: L,
    poll: Poll<'_>,
) -> Result<Vec<Record>, Error> {
    use {Scores as S, Weights as W};
    match (observations.scores, observations.weights) {
        (S::F64(s), W::Unit) => Typed::new(s, labels, positive, UnitWeights).records(poll),
        (S::F64(s), W::F64(w)) => Typed::new(s, labels, positive, w).records(poll),
        (S::F64(s), W::I32(w)) => Typed::new(s, labels, positive, w).records(poll),
        (S::I32(s), W::Unit) => Typed::new(s, labels, positive, UnitWeights).records(poll),
        (S::I32(s), W::F64(w)) => Typed::new(s, labels, positive, w).records(poll),
        (S::I32(s), W::I32(w)) => Typed::new(s, labels, positive, w).records(poll),
    }
}

/// Weights that may not stand in memory.
trait WeightColumn: Copy {
    fn cut(self, range: Range<usize>) -> Self;
    fn at(self, index: usize) -> f64;
    fn is_missing(self, index: usize) -> bool;
}

#[derive(Clone, Copy)]
struct UnitWeights;

impl WeightColumn for UnitWeights {
    #[inline(always)]
    fn cut(self, _: Range<usize>) -> UnitWeights {
        UnitWeights
    }

    #[inline(always)]
    fn at(self, _: usize) -> f64 {
        1.0
    }

    fn is_missing(self, _: usize) -> bool {
        false
    }
}

impl<T: Element> WeightColumn for &[T] {
    #[inline(always)]
    fn cut(self, range: Range<usize>) -> Self {
        &self[range]
    }

    #[inline(always)]
    fn at(self, index: usize) -> f64 {
        self[index].to_f64()
    }

    fn is_missing(self, index: usize) -> bool {
        self[index].is_missing()
    }
}

/// The observations with their number types known.
struct Typed<'a, S, L, W> {
    scores: &'a [S],
    labels: &'a [L],
    positive: L,
    weights: W,
}

impl<'a, S: Element, L: Element, W: WeightColumn> Typed<'a, S, L, W> {
    fn new(scores: &'a [S], labels: &'a [L], positive: L, weights: W) -> Self {
        Typed {
            scores,
            labels,
            positive,
            weights,
        }
    }

    fn records(&self, poll: Poll<'_>) -> Result<Vec<Record>, Error> {
        let mut records = reserve(self.scores.len())?;
        let mut start = 0;
        while start < self.scores.len() {
            check(poll)?;
            let end = self.scores.len().min(start + BLOCK);
            if !self.push_block(start..end, &mut records) {
                return Err(self.first_fault());
            }
            start = end;
        }
        check_class_weights(&records)?;
        Ok(records)
    }

    /// Appends the records of a block; gives up with `false` when a score or weight is no good.
    fn push_block(&self, range: Range<usize>, records: &mut Vec<Record>) -> bool {
        let scores = &self.scores[range.clone()];
        let labels = &self.labels[range.clone()];
        let weights = self.weights.cut(range);
        let mut good = true;
        for (index, (score, label)) in scores.iter().zip(labels).enumerate() {
            let weight = weights.at(index);
            good &= !score.is_missing() & (0.0..=f64::MAX).contains(&weight);
            if weight > 0.0 {
                records.push(Record::new(score.to_f64(), weight, *label == self.positive));
            }
        }
        good
    }

    /// The first missing score, else the first weight that is no good.
    fn first_fault(&self) -> Error {
        let missing = |argument, position| Error::Missing { argument, position };
        if let Some(position) = self.scores.iter().position(|score| score.is_missing()) {
            return missing(Argument::Guess, position);
        }
        let faulty = |&i: &usize| !(0.0..=f64::MAX).contains(&self.weights.at(i));
        let position = (0..self.labels.len())
            .find(faulty)
            .expect("first_fault is called when there is one");
        if self.weights.is_missing(position) {
            return missing(Argument::Weight, position);
        }
        Error::Weight {
            position,
            value: self.weights.at(position),
        }
    }
}

/// Each class needs positive weight, and a total that a double can hold.
fn check_class_weights(records: &[Record]) -> Result<(), Error> {
    for class in [Class::Negative, Class::Positive] {
        let mut total = Sum::default();
        records.iter().for_each(|r| total.add(r.weight_in(class)));
        if total.value() == 0.0 {
            return Err(Error::NoWeight { class });
        }
        if !total.value().is_finite() {
            return Err(Error::Overflow { class });
        }
    }
    Ok(())
}

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
