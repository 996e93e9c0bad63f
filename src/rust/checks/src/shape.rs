//! Inputs that are hard on the core, as functions of a length and a source of random numbers.

pub mod labels;
pub mod scores;
pub mod weights;

use crate::case::{Case, WeightColumn};
use crate::rng::Rng;

/// One of each kind of shape.
#[derive(Clone, Copy)]
pub struct Shape {
    pub scores: &'static scores::Shape,
    pub labels: &'static labels::Shape,
    pub weights: &'static weights::Shape,
}

impl Shape {
    pub fn any(rng: &mut Rng) -> Shape {
        Shape {
            scores: &scores::SHAPES[rng.below(scores::SHAPES.len())],
            labels: &labels::SHAPES[rng.below(labels::SHAPES.len())],
            weights: &weights::SHAPES[rng.below(weights::SHAPES.len())],
        }
    }

    pub fn name(&self) -> String {
        format!("{}, {}, {}", self.scores.0, self.labels.0, self.weights.0)
    }

    /// A valid case of `n >= 2` observations.
    pub fn case(&self, n: usize, rng: &mut Rng) -> Case {
        let scores = self.scores.1(n, rng);
        let mut positive = self.labels.1(&scores.values(), rng);
        if positive.iter().all(|&p| p == positive[0]) {
            let i = rng.below(n);
            positive[i] = !positive[i];
        }
        let mut weights = self.weights.1(n, rng);
        give_weight(&mut weights, &positive);
        Case {
            scores,
            labels: labels::encode(&positive, rng),
            weights,
        }
    }
}

/// A class without weight gets some.
fn give_weight(weights: &mut WeightColumn, positive: &[bool]) {
    let values = weights.values(positive.len());
    for class in [false, true] {
        let mut members = (0..positive.len()).filter(|&i| positive[i] == class);
        let member = members.clone().next().expect("both classes are there");
        if members.all(|i| values[i] == 0.0) {
            match weights {
                WeightColumn::Unit => unreachable!("unit weights are positive"),
                WeightColumn::F64(weights) => weights[member] = 1.0,
                WeightColumn::I32(weights) => weights[member] = 1,
            }
        }
    }
}
