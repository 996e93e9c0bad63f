//! From influences with known weights to influences with weights by Cox's model.
//!
//! ```text
//! h_i   the influence of observation i on a number, with the weights as they are
//! H_v   the sum of h r over all whose L has the part of v
//! q     the sum of h_i times the derivative of L r_i by the coefficients
//! e_j   the score of j: what it adds to the derivative of the likelihood by the coefficients, for its own weight
//! u_j = h_j + s_j ( [j is censored] H_T / S_T  -  r_j sum over v at which j is at risk  H_v C_v / S_v^2 )  + q' A^-1 e_j
//! ```
//!
//! with A the information on the coefficients.

use super::Cox;
use crate::censoring::outcome_status::OutcomeStatus;
use crate::error::Error;
use crate::memory::filled;
use crate::poll::Pace;

/// Sums of influences, with the weights as they are, by what the weights depend on.
#[derive(Default)]
pub(crate) struct Sums {
    /// By the place between the steps of censoring.
    pub of_bins: Vec<f64>,
    /// By the coefficients of a model, those of the first influence first.
    of_coefficients: Vec<f64>,
}

impl Sums {
    /// Zeros, for an estimate without coefficients.
    pub fn with_bins(bins: usize) -> Result<Sums, Error> {
        Ok(Sums {
            of_bins: filled(bins, 0.0)?,
            of_coefficients: Vec::new(),
        })
    }
}

impl Cox {
    /// Zeros, `width` of each.
    pub fn sums(&self, width: usize) -> Result<Sums, Error> {
        Ok(Sums {
            of_bins: filled(self.steps.number().saturating_mul(width), 0.0)?,
            of_coefficients: filled(self.number.saturating_mul(width), 0.0)?,
        })
    }

    /// Adds influences that depend on the probability of a row at a bin.
    pub fn add(&self, row: usize, bin: usize, h: &[f64], to: &mut Sums) {
        let width = h.len();
        let ratio = self.fit.ratios[row];
        let sums = &mut to.of_bins[bin * width..][..width];
        sums.iter_mut()
            .zip(h)
            .for_each(|(sum, h)| *sum += h * ratio);
        let moments = self.fit.moments[bin * self.number..].iter();
        for (i, (z, moment)) in self.covariates_of(row).iter().zip(moments).enumerate() {
            let derivative = ratio * (self.fit.hazard[bin] * z - moment);
            for (k, h) in h.iter().enumerate() {
                to.of_coefficients[k * self.number + i] += h * derivative;
            }
        }
    }

    /// Adds to influences, `width` of each observation, what they are through the model. O(n) each.
    pub fn apply(
        &self,
        outcome_statuses: &[OutcomeStatus],
        influences: &mut [f64],
        width: usize,
        pace: &mut Pace<'_>,
    ) -> Result<(), Error> {
        let mut sums = self.sums(width)?;
        for (row, h) in influences.chunks_exact(width).enumerate() {
            pace.steps(width * (self.number + 1))?;
            if outcome_statuses[row].is_known() {
                self.add(row, self.bin(row), h, &mut sums);
            }
        }
        self.apply_sums(outcome_statuses, sums, influences, pace)
    }

    /// The same by the sums of the influences.
    pub fn apply_sums(
        &self,
        outcome_statuses: &[OutcomeStatus],
        sums: Sums,
        influences: &mut [f64],
        pace: &mut Pace<'_>,
    ) -> Result<(), Error> {
        let width = sums.of_bins.len() / self.steps.number();
        let (mut at_step, by_coefficients) = (sums.of_bins, sums.of_coefficients);
        let mut passed = filled(at_step.len(), 0.0)?;
        // H / S of each step, and the sums of H C / S^2 of all steps before.
        let share = |bin: usize| {
            if self.fit.censored[bin] > 0.0 {
                1.0 / self.fit.at_risk[bin]
            } else {
                0.0
            }
        };
        let part = |bin: usize| self.fit.part(bin);
        let sums = [&mut at_step[..], &mut passed[..]];
        self.steps.pass(sums, [&share, &part], width, pace)?;
        let rank = self.fit.information.rank();
        let mut directions = filled(rank.saturating_mul(width), 0.0)?;
        if rank > 0 {
            let columns = by_coefficients.chunks_exact(self.number);
            for (column, to) in columns.zip(directions.chunks_exact_mut(rank)) {
                self.fit.information.whiten(column, to);
            }
        }
        let mut score = filled(self.number, 0.0)?;
        let mut whitened = filled(rank, 0.0)?;
        for (row, u) in influences.chunks_exact_mut(width).enumerate() {
            pace.steps((width + rank) * (rank + 1))?;
            if outcome_statuses[row] == OutcomeStatus::Absent {
                continue;
            }
            let (own, ratio) = (self.fit.own[row], self.fit.ratios[row]);
            let (bin, until) = (
                self.steps.bins[row] as usize * width,
                self.until[row] as usize * width,
            );
            for (k, u) in u.iter_mut().enumerate() {
                let at = if self.is_censored[row] {
                    at_step[bin + k]
                } else {
                    0.0
                };
                *u += own * (at - ratio * passed[until + k]);
            }
            self.write_score(row, &mut score);
            self.fit.information.whiten(&score, &mut whitened);
            for (k, u) in u.iter_mut().enumerate() {
                let direction = directions[k * rank..][..rank].iter();
                *u += direction.zip(&whitened).map(|(d, e)| d * e).sum::<f64>();
            }
        }
        Ok(())
    }

    /// e of an observation.
    fn write_score(&self, row: usize, to: &mut [f64]) {
        let (bin, until) = (self.steps.bins[row] as usize, self.until[row] as usize);
        let means = &self.fit.means[bin * self.number..][..self.number];
        let moments = &self.fit.moments[until * self.number..][..self.number];
        let (own, ratio) = (self.fit.own[row], self.fit.ratios[row]);
        for (i, (to, z)) in to.iter_mut().zip(self.covariates_of(row)).enumerate() {
            let at = if self.is_censored[row] {
                z - means[i]
            } else {
                0.0
            };
            *to = own * (at - ratio * (z * self.fit.hazard[until] - moments[i]));
        }
    }
}
