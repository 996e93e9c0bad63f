//! How many units there are, and as how many of equal weight they count (Kish).

use super::{effective_in_clusters, Kish, Powers};
use crate::error::Error;
use crate::memory::{collect, filled};
use crate::observations::label::Needed;
use crate::observations::shared::signed_weights;
use crate::observations::Observations;
use crate::poll::{Pace, Poll};
use crate::sampling::{check_clusters, Clusters, Correction, Sampling, Unit};

/// The sizes of classes.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Sizes {
    /// The numbers of observations of positive weight.
    pub numbers: Vec<f64>,
    /// The numbers of units with observations of each class, and last that of all.
    pub units: Vec<f64>,
    /// See [`Covariance::effective`](super::Covariance::effective).
    pub effective: Vec<f64>,
    /// The effective numbers of units, (sum w)^2 / sum w^2: of clusters, whose weights are sums.
    pub effective_units: Vec<f64>,
    /// The sums of powers of the shares of units in the weight of their class; empty where only sums over units are known.
    pub powers: Vec<Powers>,
}

/// A class that an observation belongs to, with its weight, and how many units it is.
#[derive(Clone, Copy)]
pub(crate) struct Member {
    pub row: usize,
    pub class: usize,
    pub weight: f64,
    pub number: f64,
}

impl Sizes {
    /// Returns whether each class has at least two units: with fewer no variance is known.
    pub(crate) fn are_of_several_units(&self) -> bool {
        self.units.iter().all(|&number| number > 1.0)
    }

    /// Returns the sizes of classes. O(n), 8 bytes a cluster and class.
    ///
    /// `totals` are the weights of the classes where these count their units: as many have the same weight. In a design,
    /// whose variances have the clusters, effective numbers have none.
    pub fn new(
        classes: usize,
        members: impl Iterator<Item = Member> + Clone,
        sampling: &Sampling<'_>,
        totals: Option<&[f64]>,
        pace: &mut Pace<'_>,
    ) -> Result<Sizes, Error> {
        let mut numbers = filled(classes, 0.0)?;
        let mut units = filled(classes + 1, 0.0)?;
        let mut rows = filled(classes, Kish::default())?;
        for member in members.clone() {
            pace.step()?;
            numbers[member.class] += 1.0;
            units[member.class] += member.number;
            units[classes] += member.number;
            rows[member.class].add_units(member.weight, member.number);
        }
        let mut effective = match totals {
            Some(totals) => collect(totals.iter().copied())?,
            None => collect(rows.iter().map(|rows| rows.number()))?,
        };
        let mut powers = collect(rows.iter().map(Powers::of_shares))?;
        let mut effective_units = collect(effective.iter().copied())?;
        if let Some((codes, number)) = sampling.clusters {
            let mut weights = filled(number.saturating_mul(classes), 0.0)?;
            for member in members {
                pace.step()?;
                weights[codes[member.row] as usize * classes + member.class] += member.weight;
            }
            units.fill(0.0);
            let mut of_clusters = filled(classes, Kish::default())?;
            for weights in weights.chunks_exact(classes.max(1)) {
                pace.steps(classes)?;
                for (class, &weight) in weights.iter().enumerate() {
                    units[class] += f64::from(u8::from(weight > 0.0));
                    of_clusters[class].add_units(weight, 1.0);
                }
                let has_any = weights.iter().any(|&weight| weight > 0.0);
                units[classes] += f64::from(u8::from(has_any));
            }
            powers = collect(of_clusters.iter().map(Powers::of_shares))?;
            if sampling.design.is_none() {
                effective_units = collect(of_clusters.into_iter().map(Kish::number))?;
                for (effective, &effective_clusters) in effective.iter_mut().zip(&effective_units) {
                    *effective = effective_in_clusters(*effective, effective_clusters);
                }
            }
        } else if let Some(totals) = totals {
            units[..classes].copy_from_slice(totals);
            units[classes] = totals.iter().sum();
        }
        Ok(Sizes {
            numbers,
            units,
            effective,
            effective_units,
            powers,
        })
    }

    /// Returns whether any cluster has more than one unit of a class: clusters that are single rows are rows.
    pub fn has_clusters(&self, class: usize, sampling: &Sampling<'_>) -> bool {
        sampling.clusters.is_some()
            && (sampling.unit == Unit::Count || self.units[class] < self.numbers[class])
    }

    /// The numbers of clusters of each class whose unequal weights variances are corrected for, see [`leverage`]; 0 for a
    /// class whose clusters are single rows, which is one of rows, and for all where nothing is corrected. The variances
    /// of a design are known.
    ///
    /// [`leverage`]: super::leverage()
    pub fn corrected_clusters(&self, sampling: &Sampling<'_>) -> Result<Vec<f64>, Error> {
        let is_corrected = sampling.correction == Correction::DeLong && sampling.design.is_none();
        collect((0..self.numbers.len()).map(|class| {
            if is_corrected && self.has_clusters(class, sampling) {
                self.units[class]
            } else {
                0.0
            }
        }))
    }

    /// The number of classes that have observations.
    pub fn classes(&self) -> f64 {
        self.numbers.iter().filter(|&&number| number > 0.0).count() as f64
    }

    /// The number of all units.
    pub fn all_units(&self) -> f64 {
        self.units[self.numbers.len()]
    }
}

/// The effective numbers of the negatives and of the positives, as [`Covariance::effective`](super::Covariance::effective),
/// and those of their units, from weights and labels alone. O(n), 8 bytes an observation, 16 a cluster.
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
/// let [effective, _] = effective_numbers(&observations, Unit::Row, None, &mut || false)?;
/// assert!(effective[0] == 2.0 && (effective[1] - 1.6).abs() < 1e-14);
/// # Ok::<(), weighted_roc_core::Error>(())
/// ```
///
/// # Errors
/// The errors of [`Ranking::new`](crate::curve::Ranking::new), but for scores and a class that has none; [`Error::Length`] and [`Error::Cluster`] for clusters.
pub fn effective_numbers(
    observations: &Observations<'_>,
    unit: Unit,
    clusters: Option<Clusters<'_>>,
    poll: Poll<'_>,
) -> Result<[[f64; 2]; 2], Error> {
    let source = observations.source_in(Needed::AnyClass)?;
    let signed = signed_weights(&source, &mut *poll)?;
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
    let sizes = Sizes::new(2, members, &sampling, None, &mut pace)?;
    Ok([sizes.effective, sizes.effective_units].map(|of| [of[0], of[1]]))
}

fn class_of(signed: f64) -> usize {
    usize::from(signed > 0.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::inference::{covariance, CovarianceRequest};
    use crate::sampling::Correction;
    use crate::testing::data::Data;
    use crate::Options;

    #[test]
    fn numbers_are_those_of_a_spread() {
        let data = Data::with(
            (0..30).map(f64::from).collect(),
            (0..30).map(|i| i32::from(i % 3 == 0)).collect(),
            (0..30).map(|i| f64::from(i % 4) * 1e300).collect(),
        );
        let codes: Vec<i32> = (0..30).map(|i| i % 7).collect();
        for clusters in [None, Some((&codes[..], 7))] {
            let observations = data.observations();
            let result = effective_numbers(&observations, Unit::Row, clusters, &mut || false);
            let request = CovarianceRequest::default().with_sampling(
                Sampling::default()
                    .with_clusters(clusters)
                    .with_correction(Correction::Jackknife),
            );
            let expected = covariance(&[observations], &request, Options::default()).unwrap();
            let expected = [expected.effective, expected.effective_units].concat();
            for (result, expected) in result.unwrap().concat().iter().zip(expected) {
                assert!(
                    (result / expected - 1.0).abs() < 1e-13,
                    "{result} {expected}"
                );
            }
        }
    }
}
