//! Observations that own their columns.

use super::rng::Rng;
use super::{Labels, Observations, Scores, Weights};

pub struct Data {
    pub scores: Vec<f64>,
    pub labels: Vec<i32>,
    pub weights: Vec<f64>,
}

impl Data {
    pub fn with(scores: Vec<f64>, labels: Vec<i32>, weights: Vec<f64>) -> Data {
        Data {
            scores,
            labels,
            weights,
        }
    }

    /// With random labels, 0 and 1, and with weights; the first two make sure of both classes.
    pub fn random(scores: Vec<f64>, rng: &mut Rng, weight: impl Fn(&mut Rng) -> f64) -> Data {
        let n = scores.len();
        let mut data = Data {
            labels: (0..n).map(|_| rng.below(2) as i32).collect(),
            weights: (0..n).map(|_| weight(rng)).collect(),
            scores,
        };
        (data.labels[0], data.labels[1]) = (0, 1);
        (data.weights[0], data.weights[1]) = (1.0, 1.0);
        data
    }

    pub fn observations(&self) -> Observations<'_> {
        Observations {
            scores: Scores::F64(&self.scores),
            labels: Labels::I32(&self.labels),
            weights: Weights::F64(&self.weights),
        }
    }
}
