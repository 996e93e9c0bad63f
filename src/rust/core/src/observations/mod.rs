//! Observations as they are given, checked and turned into records.

pub(crate) mod block;
pub(crate) mod column;
pub(crate) mod label;
pub(crate) mod record;
pub(crate) mod shared;
pub(crate) mod source;

use column::{Column, Integers, Strided};
use label::Labels;

/// The scores of the observations. Infinite scores are scores like others.
///
/// ```
/// use std::num::NonZeroUsize;
/// use weighted_roc_core::{area::wmw, Labels, Observations, Options, Scores, Strided, Weights};
///
/// // Two scores, a label and a weight, row by row.
/// let matrix = [
///     0.1, 0.4, 0.0, 1.0,
///     0.2, 0.3, 1.0, 1.0,
///     0.3, 0.2, 0.0, 1.0,
///     0.4, 0.1, 1.0, 3.0,
/// ];
/// let stride = NonZeroUsize::new(4).unwrap();
/// let column = |first: usize| Strided { values: &matrix[first..], stride };
/// let area = |score: usize| {
///     let (labels, weights) = (Labels::Strided(column(2)), Weights::Strided(column(3)));
///     wmw(&Observations { scores: Scores::Strided(column(score)), labels, weights }, Options::default())
/// };
/// assert_eq!((area(0)?, area(1)?), (0.875, 0.125));
/// # Ok::<(), weighted_roc_core::Error>(())
/// ```
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub enum Scores<'a> {
    /// Doubles; NaN is missing.
    F64(&'a [f64]),
    /// Floats; NaN is missing.
    F32(&'a [f32]),
    /// Integers.
    I32(&'a [i32]),
    /// Integers of 64 bits, as the nearest doubles: beyond 2^53 neighbours tie.
    I64(&'a [i64]),
    /// Bytes.
    U8(&'a [u8]),
    /// True is higher than false.
    Bool(&'a [bool]),
    /// Integers, with a value that stands for a missing one.
    Integers(Integers<'a>),
    /// Doubles that stand apart.
    Strided(Strided<'a>),
}

impl Scores<'_> {
    pub(crate) fn column(&self) -> &dyn Column {
        match self {
            Scores::F64(scores) => scores,
            Scores::F32(scores) => scores,
            Scores::I32(scores) => scores,
            Scores::I64(scores) => scores,
            Scores::U8(scores) => scores,
            Scores::Bool(scores) => scores,
            Scores::Integers(scores) => scores,
            Scores::Strided(scores) => scores,
        }
    }
}

/// The weights of the observations.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub enum Weights<'a> {
    /// Each observation weighs 1.
    Unit,
    /// Doubles, finite and not negative; NaN is missing.
    F64(&'a [f64]),
    /// Floats, finite and not negative; NaN is missing.
    F32(&'a [f32]),
    /// Integers, not negative.
    I32(&'a [i32]),
    /// Integers, not negative, with a value that stands for a missing one.
    Integers(Integers<'a>),
    /// Doubles that stand apart, finite and not negative.
    Strided(Strided<'a>),
}

impl Weights<'_> {
    /// None where each observation weighs 1.
    pub(crate) fn column(&self) -> Option<&dyn Column> {
        match self {
            Weights::Unit => None,
            Weights::F64(weights) => Some(weights),
            Weights::F32(weights) => Some(weights),
            Weights::I32(weights) => Some(weights),
            Weights::Integers(weights) => Some(weights),
            Weights::Strided(weights) => Some(weights),
        }
    }

    /// A weight, NaN when it is missing.
    pub(crate) fn value(&self, index: usize) -> f64 {
        self.column().map_or(1.0, |weights| weights.value(index))
    }
}

/// Scores, labels and weights of the same length.
#[derive(Clone, Copy, Debug)]
pub struct Observations<'a> {
    /// The higher, the more the observation looks positive.
    pub scores: Scores<'a>,
    /// The true classes.
    pub labels: Labels<'a>,
    /// The weight of each observation.
    pub weights: Weights<'a>,
}
