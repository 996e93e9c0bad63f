//! From influences of rows to those of independent units.

use super::followed::Followed;
use crate::covariance::{
    Blocks, Covariance, InfluenceMatrix, Mapped, Member, Sizes, UnitInfluences, Units,
};
use crate::error::{Argument, Error};
use crate::memory::{collect, filled, push, reserve};
use crate::poll::{Pace, Poll};
use crate::sampling::{check_clusters, Clusters, Design, Sampling};

/// How the rows of a follow-up were sampled.
pub(super) struct SampledRows<'a> {
    sampling: Sampling<'a>,
    /// The cluster of each row, where there are any, and how many have one.
    codes: Option<(Vec<i32>, usize)>,
    rows: usize,
}

impl<'a> SampledRows<'a> {
    pub fn new(
        followed: &Followed,
        sampling: &Sampling<'a>,
        poll: Poll<'_>,
    ) -> Result<SampledRows<'a>, Error> {
        let mut rows = SampledRows {
            sampling: *sampling,
            codes: None,
            rows: followed.number(),
        };
        let Some((given, number)) = sampling.clusters else {
            return Ok(rows);
        };
        check_clusters(given, number, followed.observations, poll)?;
        // Clusters with weight, in the order of their first rows.
        let mut new = filled(number, i32::MAX)?;
        let mut codes = reserve(followed.number())?;
        let mut used = 0;
        for &position in &followed.positions {
            let code = &mut new[given[position as usize] as usize];
            if *code == i32::MAX {
                *code = used;
                used += 1;
            }
            push(&mut codes, *code)?;
        }
        rows.codes = Some((codes, used as usize));
        Ok(rows)
    }

    fn clusters(&self) -> Option<Clusters<'_>> {
        self.codes
            .as_ref()
            .map(|(codes, number)| (&codes[..], *number))
    }

    /// The sampling of the rows. A design gives their variances later.
    fn sampling(&self) -> Sampling<'_> {
        Sampling {
            clusters: self.clusters(),
            ..self.sampling
        }
    }

    /// The units of rows of two classes; and with the influences of rows through the estimate of censoring, row by row,
    /// where the weights move.
    pub fn by_class(
        &self,
        matrix: InfluenceMatrix,
        through: Option<Vec<f64>>,
        pace: &mut Pace<'_>,
    ) -> Result<UnitInfluences, Error> {
        let mapped = match through {
            None => None,
            Some(values) => {
                let width = matrix.width();
                let units = Units::without_classes(values, width, self.clusters(), pace)?;
                let number = units.number_of_units() as f64;
                Some(Mapped {
                    units,
                    rank: 0.0,
                    weighted: number,
                    number,
                })
            }
        };
        UnitInfluences::with(matrix, (None, None), mapped, &self.sampling(), pace)
    }

    /// The units of rows that have these weights in two classes.
    pub fn by_weights(
        &self,
        matrix: InfluenceMatrix,
        weights: impl Iterator<Item = [f64; 2]> + Clone,
        pace: &mut Pace<'_>,
    ) -> Result<UnitInfluences, Error> {
        let members = weights.enumerate().flat_map(|(row, weights)| {
            let of_class = move |class: usize| Member {
                row,
                class,
                weight: weights[class],
                number: 1.0,
            };
            [0, 1]
                .into_iter()
                .map(of_class)
                .filter(|member| member.weight > 0.0)
        });
        let sizes = Sizes::new(2, members, &self.sampling(), None, pace)?;
        let width = matrix.width();
        let units = Units::without_classes(matrix.values, width, self.clusters(), pace)?;
        Ok(UnitInfluences::without_classes(
            matrix.estimates,
            units,
            sizes,
        ))
    }

    /// How the estimates of a time vary, and all of their differences; with the covariances that a design has of all
    /// times, and among all estimates, if these are wanted.
    pub fn covariance(
        &self,
        influences: &UnitInfluences,
        (time, times): (usize, usize),
        all: Option<&mut Blocks>,
        pace: &mut Pace<'_>,
    ) -> Result<Covariance, Error> {
        let sampling = Sampling {
            design: None,
            ..self.sampling()
        };
        let mut result = influences.covariance(&sampling, true, pace)?;
        // One unit says nothing of how units vary.
        if self.clusters().map_or(self.rows, |(_, number)| number) < 2 {
            result.matrix.fill(f64::NAN);
        }
        if let Some(all) = all {
            all.push(influences, &result, pace)?;
        }
        match &self.sampling.design {
            None => Ok(result),
            Some(design) => {
                let width = result.values.len();
                let covariance = block(design, time * width, width, times * width)?;
                result.in_design(&Design {
                    covariance: &covariance,
                    ..*design
                })
            }
        }
    }
}

/// The covariances of some estimates among all.
fn block(design: &Design<'_>, first: usize, width: usize, all: usize) -> Result<Vec<f64>, Error> {
    let expected = all.saturating_mul(all);
    if design.covariance.len() != expected {
        return Err(Error::Length {
            argument: Argument::Covariance,
            length: design.covariance.len(),
            expected,
        });
    }
    collect((0..width * width).map(|i| {
        let (row, column) = (first + i % width, first + i / width);
        design.covariance[column * all + row]
    }))
}
