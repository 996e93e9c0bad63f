//! Observations that are followed over time.

use super::rng::Rng;
use super::{Labels, Observations, Scores, Weights};
use crate::censoring::{outcome_weights, Censoring, Controls, Covariates, Outcome, OutcomeWeights};
use crate::Options;

#[derive(Clone)]
pub(crate) struct Cohort {
    pub scores: Vec<f64>,
    pub times: Vec<f64>,
    pub status: Vec<i32>,
    pub weights: Vec<f64>,
    pub strata: Vec<i32>,
    pub number: usize,
    /// Three covariates, of which the last is the sum of the others.
    pub covariates: Vec<f64>,
    pub at: f64,
    pub controls: Controls,
}

impl Cohort {
    /// Up to time 10 with many ties, in three strata, with a weight of 0 here and there; the outcome is that at 6.
    pub fn random(n: usize, seed: u64) -> Cohort {
        let rng = &mut Rng::new(seed);
        let mut cohort = Cohort {
            scores: Vec::new(),
            times: Vec::new(),
            status: Vec::new(),
            weights: Vec::new(),
            strata: Vec::new(),
            number: 3,
            covariates: Vec::new(),
            at: 6.0,
            controls: Controls::All,
        };
        for _ in 0..n {
            let time = 10.0 * rng.unit();
            let is_whole = rng.chance(0.6);
            cohort.times.push(if is_whole { time.ceil() } else { time });
            cohort.status.push(rng.pick(&[0, 0, 0, 1, 1, 2]));
            // One of 64 values, some tied, the higher the sooner.
            let score = (40.0 * rng.unit() + 2.4 * (10.0 - time)).floor() / 64.0;
            cohort.scores.push(score);
            let is_absent = rng.chance(0.1);
            let weight = 0.2 + 3.0 * rng.unit();
            cohort.weights.push(if is_absent { 0.0 } else { weight });
            cohort.strata.push(rng.below(3) as i32);
        }
        let covariate = |k: usize| {
            let values = cohort.times.iter().zip(&cohort.scores).enumerate();
            values.map(move |(i, (time, score))| match k {
                0 => score + 0.02 * time,
                _ => ((i * 7) % 5) as f64 - 0.1 * time,
            })
        };
        let sum = covariate(0).zip(covariate(1)).map(|(a, b)| 1.0 + a + b);
        cohort.covariates = covariate(0).chain(covariate(1)).chain(sum).collect();
        cohort
    }

    /// With one G for all.
    pub fn outcome(&self) -> Outcome<'_> {
        Outcome {
            weights: Weights::F64(&self.weights),
            controls: self.controls,
            ..Outcome::new(&self.times, &self.status, self.at)
        }
    }

    /// With one G for each stratum.
    pub fn in_strata(&self) -> Outcome<'_> {
        Outcome {
            censoring: Censoring::Strata(&self.strata, self.number),
            ..self.outcome()
        }
    }

    /// By covariates.
    pub fn by_covariates(&self) -> Outcome<'_> {
        let covariates = Covariates {
            values: &self.covariates,
            strata: None,
        };
        Outcome {
            censoring: Censoring::Cox(covariates),
            ..self.outcome()
        }
    }

    /// By covariates within strata.
    pub fn by_covariates_in_strata(&self) -> Outcome<'_> {
        let covariates = Covariates {
            values: &self.covariates,
            strata: Some((&self.strata, self.number)),
        };
        Outcome {
            censoring: Censoring::Cox(covariates),
            ..self.outcome()
        }
    }

    /// The observations with these outcomes.
    pub fn observations<'a>(&'a self, result: &'a OutcomeWeights) -> Observations<'a> {
        Observations {
            scores: Scores::F64(&self.scores),
            labels: Labels::I32(&result.labels),
            weights: Weights::F64(&result.weights),
        }
    }

    /// The observations at these positions, in that order.
    pub fn cut(&self, positions: &[usize]) -> Cohort {
        fn cut<T: Copy>(column: &[T], positions: &[usize]) -> Vec<T> {
            positions.iter().map(|&i| column[i]).collect()
        }
        Cohort {
            scores: cut(&self.scores, positions),
            times: cut(&self.times, positions),
            status: cut(&self.status, positions),
            weights: cut(&self.weights, positions),
            strata: cut(&self.strata, positions),
            covariates: (self.covariates.chunks(self.times.len()))
                .flat_map(|column| cut(column, positions))
                .collect(),
            ..*self
        }
    }
}

pub(crate) fn weights_of(outcome: &Outcome<'_>) -> OutcomeWeights {
    outcome_weights(outcome, Options::new(&mut || false)).unwrap()
}
