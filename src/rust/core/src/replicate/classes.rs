//! The order of the observations once and for all, for other weights to be laid over it.

use crate::error::Error;
use crate::inference::RankedObservations;
use crate::memory::{push, reserve};
use crate::poll::{Pace, Poll};
use crate::sort::ties::{count_distinct, runs};
use crate::sum::scale::scale_of;

/// The observations of each class by ascending score.
#[derive(Debug)]
pub(crate) struct Classes {
    /// The negatives and the positives.
    pub members: [Vec<Member>; 2],
    /// The numbers of negatives and of positives below each distinct score, and of all of them.
    pub rows: Vec<[u32; 2]>,
    /// For each of the positives the numbers of negatives with a lower score, and with one that is no higher; at last
    /// the number of all, twice.
    pub below: Vec<[u32; 2]>,
    /// The distinct scores, ascending.
    pub scores: Vec<f64>,
    /// The factors of the weights of negatives and of positives.
    pub scales: [f64; 2],
}

/// An observation.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Member {
    /// Its weight, or that of one of the rows that it is, times the power of two of its class: whole weights add up exactly.
    pub weight: f64,
    /// Where it stands among the observations.
    pub position: u32,
    /// The index of its score among the distinct ones.
    pub score: u32,
}

impl Classes {
    /// From observations with their positions.
    pub fn new(ranking: &RankedObservations, poll: Poll<'_>) -> Result<Classes, Error> {
        // Counts and positions in half the memory.
        if ranking.records.len() > u32::MAX as usize {
            return Err(Error::TooMany {
                observations: ranking.records.len(),
            });
        }
        let [negatives, positives] = ranking.numbers;
        let distinct = count_distinct(&ranking.records);
        let mut classes = Classes {
            members: [reserve(negatives)?, reserve(positives)?],
            rows: reserve(distinct + 1)?,
            below: Vec::new(),
            scores: reserve(distinct)?,
            scales: ranking.weights.map(scale_of),
        };
        let mut pace = Pace::new(poll);
        let mut positions = ranking.positions.iter();
        for (score, run) in runs(&ranking.records).enumerate() {
            pace.steps(run.len())?;
            push(&mut classes.scores, run[0].score)?;
            let below = classes
                .members
                .each_ref()
                .map(|members| members.len() as u32);
            push(&mut classes.rows, below)?;
            for (record, &position) in run.iter().zip(&mut positions) {
                let class = usize::from(record.weight > 0.0);
                let member = Member {
                    weight: record.weight.abs() * classes.scales[class],
                    position: position as u32,
                    score: score as u32,
                };
                push(&mut classes.members[class], member)?;
            }
        }
        push(
            &mut classes.rows,
            ranking.numbers.map(|number| number as u32),
        )?;
        Ok(classes)
    }

    /// Counts the negatives below each positive: when the observations that were placed are no longer in memory.
    pub fn count_below(&mut self, poll: Poll<'_>) -> Result<(), Error> {
        let mut pace = Pace::new(poll);
        self.below = reserve(self.members[1].len() + 1)?;
        for member in &self.members[1] {
            pace.step()?;
            let rows = [member.score, member.score + 1];
            let below = rows.map(|row| self.rows[row as usize][0]);
            push(&mut self.below, below)?;
        }
        push(&mut self.below, [self.members[0].len() as u32; 2])
    }

    /// Sorts members of one score by their weights, the positives in the other direction: swapped classes and turned
    /// scores turn the order around.
    pub fn sort_ties(&mut self, poll: Poll<'_>) -> Result<(), Error> {
        let mut pace = Pace::new(poll);
        for (class, members) in self.members.iter_mut().enumerate() {
            for run in members.chunk_by_mut(|a, b| a.score == b.score) {
                pace.steps(run.len())?;
                run.sort_unstable_by(|a, b| {
                    let order = a.weight.total_cmp(&b.weight);
                    if class == 0 {
                        order
                    } else {
                        order.reverse()
                    }
                });
            }
        }
        Ok(())
    }
}
