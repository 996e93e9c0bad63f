//! How many observations of equal weight the units of a class say as much as (Kish).

use crate::error::Error;
use crate::memory::filled;
use crate::observations::label::Needed;
use crate::observations::shared::signed_weights;
use crate::observations::Observations;
use crate::poll::{Pace, Poll};
use crate::rounding::difference;
use crate::sampling::{check_clusters, Clusters, Unit};
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
/// As [`Ranking::new`](crate::curve::Ranking::new), but for scores and a class that has none; [`Error::Length`] and [`Error::Cluster`] for clusters.
pub fn effective_numbers(
    observations: &Observations<'_>,
    unit: Unit,
    clusters: Option<Clusters<'_>>,
    poll: Poll<'_>,
) -> Result<[f64; 2], Error> {
    let source = observations.source_in(Needed::AnyClass)?;
    let mut signed = signed_weights(&source, &mut *poll)?;
    if let Some((codes, number)) = clusters {
        check_clusters(codes, number, signed.len(), &mut *poll)?;
    }
    let mut pace = Pace::new(poll);
    let mut largest = [0.0f64; 2];
    for &weight in &signed {
        pace.step()?;
        largest[class_of(weight)] = largest[class_of(weight)].max(weight.abs());
    }
    let mut of_rows = [Kish::default(); 2];
    for weight in &mut signed {
        pace.step()?;
        let class = class_of(*weight);
        // Largest weights of 1: neither their sum nor their squares leave what a double holds.
        if *weight != 0.0 {
            *weight /= largest[class];
        }
        of_rows[class].add(weight.abs());
    }
    let without = match unit {
        Unit::Row => of_rows.map(Kish::number),
        Unit::Count => [0, 1].map(|class| of_rows[class].sum * largest[class]),
    };
    let Some((codes, number)) = clusters else {
        return Ok(without);
    };
    let mut sums = filled(number, [0.0; 2])?;
    for (&weight, &code) in signed.iter().zip(codes) {
        pace.step()?;
        sums[code as usize][class_of(weight)] += weight.abs();
    }
    let mut of_units = [Kish::default(); 2];
    for of_cluster in sums {
        pace.step()?;
        (0..2).for_each(|class| of_units[class].add(of_cluster[class]));
    }
    let of_units = of_units.map(Kish::number);
    Ok([0, 1].map(|class| effective_in_clusters(without[class], of_units[class])))
}

fn class_of(signed: f64) -> usize {
    usize::from(signed > 0.0)
}

/// The sums of weights and of their squares.
#[derive(Clone, Copy, Default)]
pub(crate) struct Kish {
    sum: f64,
    squares: Sum,
}

impl Kish {
    pub fn add(&mut self, weight: f64) {
        self.add_units(weight, 1.0);
    }

    /// A weight that so many equal units have together.
    pub fn add_units(&mut self, weight: f64, units: f64) {
        self.sum += weight;
        self.squares.add(weight * weight / units);
    }

    /// 0 where there are none.
    pub fn number(self) -> f64 {
        self.quotient(self.sum * self.sum)
    }

    /// The same of shares, which add up to 1.
    pub fn number_of_shares(self) -> f64 {
        self.quotient(1.0)
    }

    fn quotient(self, above: f64) -> f64 {
        let squares = self.squares.value();
        if squares == 0.0 {
            0.0
        } else {
            above / squares
        }
    }

    /// The coefficient of variation of so many weights.
    pub fn variation(self, rows: usize) -> f64 {
        variation(rows as f64, self.number())
    }
}

/// The sum of 1 / number of the classes that have any observations: one without them does not vary.
pub(crate) fn sum_of_inverses(effective: &[f64]) -> f64 {
    let any = effective.iter().filter(|&&number| number != 0.0);
    any.map(|number| 1.0 / number).sum()
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
    use crate::sampling::Sampling;
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
