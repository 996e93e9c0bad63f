//! The coefficients of Cox's model, by Newton's method.

use super::{Cox, Fit};
use crate::cholesky::Cholesky;
use crate::error::Error;
use crate::memory::{collect, filled};
use crate::poll::Pace;

/// The largest number of iterations: where a coefficient is infinite the likelihood has no largest value.
const MOST: usize = 30;

/// So often a step is halved that goes too far.
const HALVINGS: usize = 20;

/// A step that promises less, beside the weight of those who are censored, is the last one: what is left then is its
/// square.
const LAST: f64 = 1e-18;

/// A likelihood may fall by this much of itself, by rounding.
const ROUNDING: f64 = 1e-13;

/// The logarithm of the partial likelihood, and its derivatives.
struct Likelihood {
    value: f64,
    score: Vec<f64>,
    information: Vec<f64>,
}

impl Cox {
    /// Estimates the coefficients, and from these the probabilities.
    pub fn estimate(&self, fit: &mut Fit, pace: &mut Pace<'_>) -> Result<(), Error> {
        fit.censored.fill(0.0);
        for (row, is_censored) in self.is_censored.iter().enumerate() {
            if *is_censored {
                fit.censored[self.steps.bins[row] as usize] += fit.own[row];
            }
        }
        let weight: f64 = fit.censored.iter().sum();
        let mut b = filled(self.number, 0.0)?;
        let mut at = self.likelihood(&b, fit, pace)?;
        let mut is_found = false;
        for _ in 0..MOST {
            let cholesky =
                Cholesky::factorize(collect(at.information.iter().copied())?, self.number)?;
            let step = solved(&cholesky, &at.score)?;
            let promised: f64 = step.iter().zip(&at.score).map(|(step, u)| step * u).sum();
            if promised.is_nan() || is_found {
                break;
            }
            is_found = promised <= LAST * weight;
            match self.ascend((&mut b, step, at.value), fit, pace)? {
                Some(next) => at = next,
                None => break,
            }
        }
        if !is_found {
            return Err(Error::Divergence);
        }
        fit.information = Cholesky::factorize(at.information, self.number)?;
        self.add_hazards(fit, pace)
    }

    /// Goes as much of a step as the likelihood does not fall; none where it falls with any of it.
    fn ascend(
        &self,
        (b, mut step, value): (&mut [f64], Vec<f64>, f64),
        fit: &mut Fit,
        pace: &mut Pace<'_>,
    ) -> Result<Option<Likelihood>, Error> {
        let from = collect(b.iter().copied())?;
        for _ in 0..HALVINGS {
            for ((b, from), step) in b.iter_mut().zip(&from).zip(&step) {
                *b = from + step;
            }
            let next = self.likelihood(b, fit, pace)?;
            if next.value >= value - ROUNDING * value.abs() {
                return Ok(Some(next));
            }
            step.iter_mut().for_each(|step| *step *= 0.5);
        }
        Ok(None)
    }

    /// At some coefficients; keeps r, S and the means.
    fn likelihood(
        &self,
        b: &[f64],
        fit: &mut Fit,
        pace: &mut Pace<'_>,
    ) -> Result<Likelihood, Error> {
        let number = self.number;
        let mut result = Likelihood {
            value: 0.0,
            score: filled(number, 0.0)?,
            information: filled(number * number, 0.0)?,
        };
        for row in 0..fit.own.len() {
            pace.steps(number + 1)?;
            let z = self.covariates_of(row);
            let linear: f64 = b.iter().zip(z).map(|(b, z)| b * z).sum();
            if self.is_censored[row] {
                result.value += fit.own[row] * linear;
                for (score, z) in result.score.iter_mut().zip(z) {
                    *score += fit.own[row] * z;
                }
            }
            fit.ratios[row] = libm::exp(linear);
        }
        let (mut first, mut second) = (filled(number, 0.0)?, filled(number * number, 0.0)?);
        for bins in 0..self.steps.firsts.len() - 1 {
            let bins = self.steps.firsts[bins]..self.steps.firsts[bins + 1];
            let mut sum = 0.0;
            first.fill(0.0);
            second.fill(0.0);
            for bin in bins.rev() {
                if fit.censored[bin] > 0.0 {
                    fit.at_risk[bin] = sum;
                    fit.add_step(bin, (&first, &second), &mut result);
                }
                let rows = self.starts[bin] as usize..self.starts[bin + 1] as usize;
                for &row in &self.order[rows] {
                    pace.steps(number * number + 1)?;
                    let row = row as usize;
                    let z = &self.covariates[row * number..][..number];
                    let weight = fit.own[row] * fit.ratios[row];
                    sum += weight;
                    for (i, a) in z.iter().enumerate() {
                        first[i] += weight * a;
                        let second = &mut second[i * number..][..=i];
                        second
                            .iter_mut()
                            .zip(z)
                            .for_each(|(sum, b)| *sum += weight * a * b);
                    }
                }
            }
        }
        Ok(result)
    }

    /// From C, S and means to their sums behind all steps.
    fn add_hazards(&self, fit: &mut Fit, pace: &mut Pace<'_>) -> Result<(), Error> {
        let number = self.number;
        for bins in self.steps.strata() {
            for bin in bins.start..bins.end {
                pace.steps(number + 1)?;
                if bin == bins.start {
                    fit.hazard[bin] = 0.0;
                    fit.moments[bin * number..][..number].fill(0.0);
                }
                if bin + 1 == bins.end {
                    continue;
                }
                let part = fit.part(bin);
                fit.hazard[bin + 1] = fit.hazard[bin] + part;
                for k in bin * number..(bin + 1) * number {
                    fit.moments[k + number] = fit.moments[k] + part * fit.means[k];
                }
            }
        }
        Ok(())
    }
}

impl Fit {
    /// Adds a step, with the sums of the covariates of those at risk and of their products.
    fn add_step(&mut self, bin: usize, (first, second): (&[f64], &[f64]), to: &mut Likelihood) {
        let number = first.len();
        let (censored, at_risk) = (self.censored[bin], self.at_risk[bin]);
        to.value -= censored * libm::log(at_risk);
        let means = &mut self.means[bin * number..][..number];
        for (i, mean) in means.iter_mut().enumerate() {
            *mean = first[i] / at_risk;
            to.score[i] -= censored * *mean;
        }
        for i in 0..number {
            for j in 0..=i {
                let variance = second[i * number + j] / at_risk - means[i] * means[j];
                to.information[i * number + j] += censored * variance;
            }
        }
    }
}

/// A^- x.
fn solved(cholesky: &Cholesky, x: &[f64]) -> Result<Vec<f64>, Error> {
    let mut whitened = filled(cholesky.rank(), 0.0)?;
    let (mut unit, mut of_unit) = (filled(x.len(), 0.0)?, filled(cholesky.rank(), 0.0)?);
    let mut result = filled(x.len(), 0.0)?;
    cholesky.whiten(x, &mut whitened);
    for (k, result) in result.iter_mut().enumerate() {
        unit.fill(0.0);
        unit[k] = 1.0;
        cholesky.whiten(&unit, &mut of_unit);
        *result = of_unit.iter().zip(&whitened).map(|(a, b)| a * b).sum();
    }
    Ok(result)
}
