//! How many observations of equal weight the units of a class say as much as (Kish).

use super::{Member, Sizes};
use crate::error::Error;
use crate::observations::shared::signed_weights;
use crate::observations::Observations;
use crate::poll::{Pace, Poll};
use crate::rounding::difference;
use crate::sampling::{check_clusters, Clusters, Sampling, Unit};
use crate::sum::Sum;

/// The effective numbers of the negatives and of the positives, as [`Spread::effective`](super::Spread::effective), from
/// weights and labels alone. O(n), 8 bytes an observation, 16 a cluster.
///
/// ```
/// use weighted_roc_core::covariance::effective_numbers;
/// use weighted_roc_core::sampling::Unit;
/// use weighted_roc_core::{Labels, Observations, Scores, Weights};
///
/// let observations = Observations {
///     scores: Scores::F64(&[1.0, 2.0, 3.0, 4.0]),
///     labels: Labels::I32(&[0, 1, 0, 1]),
///     weights: Weights::F64(&[1.0, 3.0, 1.0, 1.0]),
/// };
/// let found = effective_numbers(&observations, Unit::Row, None, &mut || false)?;
/// assert!(found[0] == 2.0 && (found[1] - 1.6).abs() < 1e-14);
/// # Ok::<(), weighted_roc_core::Error>(())
/// ```
///
/// # Errors
/// As [`Ranking::new`](crate::curve::Ranking::new), but for scores; [`Error::Length`] and [`Error::Cluster`] for clusters.
pub fn effective_numbers(
    observations: &Observations<'_>,
    unit: Unit,
    clusters: Option<Clusters<'_>>,
    poll: Poll<'_>,
) -> Result<[f64; 2], Error> {
    let signed = signed_weights(&observations.source()?, &mut *poll)?;
    if let Some((codes, number)) = clusters {
        check_clusters(codes, number, signed.len(), &mut *poll)?;
    }
    let mut pace = Pace::new(poll);
    let mut largest = [0.0f64; 2];
    for &weight in &signed {
        pace.step()?;
        largest[class_of(weight)] = largest[class_of(weight)].max(weight.abs());
    }
    let members = signed
        .iter()
        .enumerate()
        .filter(|(_, weight)| **weight != 0.0);
    let members = members.map(|(row, &weight)| Member {
        row,
        class: class_of(weight),
        // Largest weights of 1: neither their sum nor their squares leave what a double holds.
        weight: weight.abs() / largest[class_of(weight)],
        number: match unit {
            Unit::Row => 1.0,
            Unit::Count => weight.abs(),
        },
    });
    let sampling = Sampling {
        clusters,
        ..Sampling::default()
    };
    let found = Sizes::new(2, members, &sampling, None, &mut pace)?.effective;
    Ok([found[0], found[1]])
}

fn class_of(signed: f64) -> usize {
    usize::from(signed > 0.0)
}

/// The sums of weights and of their squares.
#[derive(Clone, Copy, Default)]
pub(crate) struct Kish {
    sum: Sum,
    squares: Sum,
}

impl Kish {
    pub fn add(&mut self, weight: f64) {
        self.add_units(weight, 1.0);
    }

    /// A weight that so many equal units have together.
    pub fn add_units(&mut self, weight: f64, units: f64) {
        self.sum.add(weight);
        self.squares.add(weight * weight / units);
    }

    pub fn number(self) -> f64 {
        self.sum.value() * self.sum.value() / self.squares.value()
    }
}

/// The coefficient of variation of this many weights with this effective number. Equal weights have exactly 0: the root
/// of rounding is no rounding.
pub(crate) fn variation(number: f64, effective: f64) -> f64 {
    difference(number / effective, 1.0).max(0.0).sqrt()
}

/// With clusters: the geometric mean of that of the observations, which holds when those of a cluster do not depend on
/// each other, and that of the clusters, which holds when they are all alike.
pub(crate) fn effective_in_clusters(of_rows: f64, of_clusters: f64) -> f64 {
    (of_rows * of_clusters).sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::inference::{spread, SpreadRequest};
    use crate::sampling::Correction;
    use crate::testing::data::Data;
    use crate::Options;

    #[test]
    fn numbers_are_those_of_a_spread() {
        let data = Data {
            scores: (0..30).map(f64::from).collect(),
            labels: (0..30).map(|i| i32::from(i % 3 == 0)).collect(),
            weights: (0..30).map(|i| f64::from(i % 4) * 1e300).collect(),
        };
        let codes: Vec<i32> = (0..30).map(|i| i % 7).collect();
        for clusters in [None, Some((&codes[..], 7))] {
            let observations = data.observations();
            let found = effective_numbers(&observations, Unit::Row, clusters, &mut || false);
            let request = SpreadRequest {
                sampling: Sampling {
                    clusters,
                    correction: Correction::Jackknife,
                    ..Sampling::default()
                },
                ..SpreadRequest::default()
            };
            let expected = spread(&[observations], &request, Options::default()).unwrap();
            for (found, expected) in found.unwrap().iter().zip(expected.effective) {
                assert!((found / expected - 1.0).abs() < 1e-13, "{found} {expected}");
            }
        }
    }
}
