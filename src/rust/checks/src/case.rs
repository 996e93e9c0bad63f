//! Observations that own their columns.

use weighted_roc_core::{Integers, Labels, Observations, Scores, Weights};

/// One observation.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Row {
    pub score: f64,
    pub positive: bool,
    pub weight: f64,
}

#[derive(Clone, Debug)]
pub enum ScoreColumn {
    F64(Vec<f64>),
    I32(Vec<i32>),
}

#[derive(Clone, Debug)]
pub enum LabelColumn {
    F64(Vec<f64>),
    I32(Vec<i32>),
    Codes(Vec<i32>),
}

#[derive(Clone, Debug)]
pub enum WeightColumn {
    Unit,
    F64(Vec<f64>),
    I32(Vec<i32>),
}

/// The input of the core, valid or not.
#[derive(Clone, Debug)]
pub struct Case {
    pub scores: ScoreColumn,
    pub labels: LabelColumn,
    pub weights: WeightColumn,
}

impl ScoreColumn {
    /// The scores, NaN where they are missing.
    pub fn values(&self) -> Vec<f64> {
        match self {
            ScoreColumn::F64(scores) => scores.clone(),
            ScoreColumn::I32(scores) => doubles(scores),
        }
    }
}

impl LabelColumn {
    /// The labels, NaN where they are missing.
    pub fn values(&self) -> Vec<f64> {
        match self {
            LabelColumn::F64(labels) => labels.clone(),
            LabelColumn::I32(labels) | LabelColumn::Codes(labels) => doubles(labels),
        }
    }
}

impl WeightColumn {
    /// The weights of `n` observations, NaN where they are missing.
    pub fn values(&self, n: usize) -> Vec<f64> {
        match self {
            WeightColumn::Unit => vec![1.0; n],
            WeightColumn::F64(weights) => weights.clone(),
            WeightColumn::I32(weights) => doubles(weights),
        }
    }
}

impl Case {
    /// Doubles for scores and weights, labels 0 and 1.
    pub fn from_rows(rows: &[Row]) -> Case {
        Case {
            scores: ScoreColumn::F64(rows.iter().map(|row| row.score).collect()),
            labels: LabelColumn::I32(rows.iter().map(|row| row.positive.into()).collect()),
            weights: WeightColumn::F64(rows.iter().map(|row| row.weight).collect()),
        }
    }

    pub fn observations(&self) -> Observations<'_> {
        Observations {
            scores: match &self.scores {
                ScoreColumn::F64(scores) => Scores::F64(scores),
                ScoreColumn::I32(scores) => Scores::Integers(integers(scores)),
            },
            labels: match &self.labels {
                LabelColumn::F64(labels) => Labels::F64(labels),
                LabelColumn::I32(labels) => Labels::Integers(integers(labels)),
                LabelColumn::Codes(labels) => Labels::Codes(integers(labels)),
            },
            weights: match &self.weights {
                WeightColumn::Unit => Weights::Unit,
                WeightColumn::F64(weights) => Weights::F64(weights),
                WeightColumn::I32(weights) => Weights::Integers(integers(weights)),
            },
        }
    }

    /// The observations of a valid case: the larger label is the positive class.
    pub fn rows(&self) -> Vec<Row> {
        let labels = self.labels.values();
        let positive = labels.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let weights = self.weights.values(labels.len());
        let columns = self.scores.values().into_iter().zip(labels).zip(weights);
        columns
            .map(|((score, label), weight)| Row {
                score,
                positive: label == positive,
                weight,
            })
            .collect()
    }
}

/// The rows with their scores moved on by some places.
pub fn reversed(rows: &[Row], places: u8) -> Vec<Row> {
    let shifted = rows.iter().cycle().skip(usize::from(places));
    let pairs = rows.iter().zip(shifted);
    pairs
        .map(|(row, other)| Row {
            score: other.score,
            ..*row
        })
        .collect()
}

/// The value that stands for a missing integer.
pub const MISSING: i32 = i32::MIN;

fn integers(values: &[i32]) -> Integers<'_> {
    Integers {
        values,
        missing: Some(MISSING),
    }
}

fn doubles(integers: &[i32]) -> Vec<f64> {
    let double = |&integer| match integer {
        MISSING => f64::NAN,
        integer => f64::from(integer),
    };
    integers.iter().map(double).collect()
}
