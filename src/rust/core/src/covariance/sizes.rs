//! How many units there are, and as how many of equal weight they count (Kish).

use super::{effective_in_clusters, Kish};
use crate::error::Error;
use crate::memory::{collect, filled};
use crate::poll::Pace;
use crate::sampling::Sampling;

/// The sizes of classes.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Sizes {
    /// The numbers of observations of positive weight.
    pub numbers: Vec<f64>,
    /// The numbers of units with observations of each class, and last that of all.
    pub units: Vec<f64>,
    /// See [`Spread::effective`](super::Spread::effective).
    pub effective: Vec<f64>,
    /// The effective numbers of units, (sum w)^2 / sum w^2: of clusters, whose weights are sums.
    pub effective_units: Vec<f64>,
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
            None => collect(rows.into_iter().map(Kish::number))?,
        };
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
            if sampling.design.is_none() {
                effective_units = collect(of_clusters.into_iter().map(Kish::number))?;
                for (effective, &of_units) in effective.iter_mut().zip(&effective_units) {
                    *effective = effective_in_clusters(*effective, of_units);
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
        })
    }

    /// The number of classes.
    pub fn classes(&self) -> f64 {
        self.numbers.len() as f64
    }

    /// The number of all units.
    pub fn all_units(&self) -> f64 {
        self.units[self.numbers.len()]
    }
}
