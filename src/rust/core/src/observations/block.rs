//! Some observations in columns, for work on many at once.

use crate::observations::record::Record;

/// Some observations of positive weight: the scores, and the weights with the class in their sign.
pub(crate) struct Block {
    scores: [f64; Block::CAPACITY],
    weights: [f64; Block::CAPACITY],
    length: usize,
}

impl Block {
    /// Few enough to stay in the innermost cache.
    pub const CAPACITY: usize = 512;

    pub fn new() -> Block {
        Block {
            scores: [0.0; Block::CAPACITY],
            weights: [0.0; Block::CAPACITY],
            length: 0,
        }
    }

    pub fn len(&self) -> usize {
        self.length
    }

    /// The scores; never NaN, never -0.
    pub fn scores(&self) -> &[f64] {
        &self.scores[..self.length]
    }

    /// The weights, minus for negatives; never 0.
    pub fn weights(&self) -> &[f64] {
        &self.weights[..self.length]
    }

    pub fn records(&self) -> impl Iterator<Item = Record> + '_ {
        let rows = self.scores().iter().zip(self.weights());
        rows.map(|(&score, &weight)| Record { score, weight })
    }

    /// The columns of `length` scores and signed weights, to be filled.
    pub fn fill(&mut self, length: usize) -> (&mut [f64], &mut [f64]) {
        self.length = length;
        (&mut self.scores[..length], &mut self.weights[..length])
    }

    /// Fills the block with records, as many as there is room for at most.
    pub fn fill_with(&mut self, records: &[Record]) {
        let (scores, weights) = self.fill(records.len());
        for (i, record) in records.iter().enumerate() {
            scores[i] = record.score;
            weights[i] = record.weight;
        }
    }

    /// Leaves out the observations that weigh nothing.
    #[cold]
    pub fn drop_weightless(&mut self) {
        let mut kept = 0;
        for row in 0..self.length {
            self.scores[kept] = self.scores[row];
            self.weights[kept] = self.weights[row];
            kept += usize::from(self.weights[row] != 0.0);
        }
        self.length = kept;
    }
}
