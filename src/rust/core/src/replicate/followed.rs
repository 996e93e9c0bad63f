//! Observations that are followed over time: these are drawn whatever has become of them, and the probability of not
//! having been censored is estimated anew.

use super::draw::{Drawn, Numbers, Units};
use super::request::BootstrapRequest;
use crate::censoring::{End, FollowUp, Operator, Outcome, Refit};
use crate::error::Error;
use crate::memory::{collect, filled, push, reserve};
use crate::options::Options;
use crate::poll::Pace;
use crate::sampling::{check_clusters, check_counts};

/// The observations that are drawn.
#[derive(Debug)]
pub(super) struct Followed {
    operator: Operator,
    follow_up: FollowUp,
    /// The rows of those that have weight, and the unit of each: itself, or its cluster.
    rows: Vec<[u32; 2]>,
    length: usize,
}

/// The probability of not having been censored in a replicate.
pub(super) struct Refitted {
    refit: Refit,
    ends: Vec<End>,
    /// The factors of the observations' own weights.
    multiples: Vec<f64>,
    /// False where nobody is followed to the time in place of those who are censored.
    is_known: bool,
}

impl Followed {
    pub fn new(
        outcome: &Outcome<'_>,
        request: &BootstrapRequest<'_>,
        mut options: Options<'_>,
    ) -> Result<(Followed, Units), Error> {
        let length = outcome.times.len();
        let operator = Operator::new(outcome, options.reborrow())?;
        if length > u32::MAX as usize {
            return Err(Error::TooMany {
                observations: length,
            });
        }
        let clusters = request.sampling.clusters;
        if let Some((codes, number)) = clusters {
            check_clusters(codes, number, length, &mut *options.poll)?;
        }
        let mut pace = Pace::new(options.poll);
        let mut rows = reserve(length)?;
        let mut numbers = Numbers::new(clusters.map_or(0, |(_, number)| number))?;
        for row in 0..length {
            pace.step()?;
            if operator.is_present(row) {
                let unit = match clusters {
                    None => rows.len() as u32,
                    Some((codes, _)) => numbers.number(codes[row] as u32),
                };
                push(&mut rows, [row as u32, unit])?;
            }
        }
        let counts = if request.scheme.is_of_counts() && clusters.is_none() {
            let counts = rows
                .iter()
                .map(|[row, _]| outcome.weights.value(*row as usize));
            let counts = collect(counts)?;
            let all = counts.iter().sum();
            check_counts(&outcome.weights, length, [all, 0.0], &mut pace)?;
            Some(counts)
        } else {
            None
        };
        let number = clusters.map_or(rows.len(), |_| numbers.in_use as usize);
        let units = Units {
            ends: [number; 2],
            number,
            counts,
        };
        let followed = Followed {
            operator,
            follow_up: FollowUp::new(outcome)?,
            rows,
            length,
        };
        Ok((followed, units))
    }

    pub fn buffer(&self) -> Result<Refitted, Error> {
        Ok(Refitted {
            refit: self.operator.buffer()?,
            ends: self.follow_up.buffer()?,
            multiples: filled(self.length, 0.0)?,
            is_known: false,
        })
    }

    /// Estimates the probability of not having been censored from what has been drawn.
    pub fn refit(
        &self,
        units: &Units,
        drawn: &Drawn,
        to: &mut Refitted,
        pace: &mut Pace<'_>,
    ) -> Result<(), Error> {
        pace.steps(2 * self.rows.len())?;
        for &[row, unit] in &self.rows {
            let unit = unit as usize;
            to.multiples[row as usize] = match (drawn, &units.counts) {
                (Drawn::Times(times), _) => f64::from(times[unit]),
                (Drawn::Multiples(multiples), None) => multiples[unit],
                (Drawn::Multiples(numbers), Some(counts)) => numbers[unit] / counts[unit],
            };
        }
        let rows = self.rows.iter().map(|[row, _]| *row as usize);
        let with_weight = rows.filter(|&row| to.multiples[row] > 0.0);
        to.is_known = self.follow_up.reaches(with_weight, &mut to.ends);
        if to.is_known {
            self.operator.refit(&to.multiples, &mut to.refit, pace)?;
        }
        Ok(())
    }

    /// The factor of the weight of an observation.
    pub fn factor(&self, position: u32, refitted: &Refitted) -> f64 {
        if !refitted.is_known {
            return 0.0;
        }
        let row = position as usize;
        let multiple = refitted.multiples[row];
        self.operator.multiple(row, multiple, &refitted.refit)
    }
}
