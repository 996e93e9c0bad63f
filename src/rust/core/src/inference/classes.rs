//! The order of the observations once and for all, for other weights to be laid over it.

use super::placements::Placed;
use crate::error::Error;
use crate::memory::{filled, push, reserve};
use crate::poll::{Pace, Poll};
use crate::sort::ties::{count_distinct, runs, TIE};
use crate::sum::scale::scale_of;

/// The observations of each class by ascending score.
#[derive(Debug)]
pub(crate) struct Classes {
    /// The negatives and the positives.
    pub members: [Vec<Member>; 2],
    /// For each of the members the numbers of those of the other class with a lower score, and with
    /// one that is no higher.
    pub below: [Vec<[u32; 2]>; 2],
    /// The distinct scores, ascending.
    pub scores: Vec<f64>,
    /// The factors of the weights of negatives and of positives.
    pub scales: [f64; 2],
}

/// An observation.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Member {
    /// Its weight, times the power of two of its class: whole weights add up exactly.
    pub weight: f64,
    /// Where it stands among the observations.
    pub position: u32,
    /// The index of its score among the distinct ones.
    pub score: u32,
}

impl Classes {
    /// From observations with their positions.
    pub fn new(placed: &Placed, poll: Poll<'_>) -> Result<Classes, Error> {
        // Counts and positions in half the memory.
        if placed.records.len() > u32::MAX as usize {
            return Err(Error::TooMany {
                observations: placed.records.len(),
            });
        }
        let [negatives, positives] = placed.numbers;
        let mut classes = Classes {
            members: [reserve(negatives)?, reserve(positives)?],
            below: [reserve(negatives)?, reserve(positives)?],
            scores: reserve(count_distinct(&placed.records))?,
            scales: placed.weights.map(scale_of),
        };
        let mut pace = Pace::new(poll);
        let mut positions = placed.positions.iter();
        for (score, run) in runs(&placed.records).enumerate() {
            pace.steps(run.len())?;
            push(&mut classes.scores, run[0].score)?;
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
        let [negatives, positives] = &classes.members;
        let [below_negatives, below_positives] = &mut classes.below;
        count_below(negatives, positives, below_negatives, &mut pace)?;
        count_below(positives, negatives, below_positives, &mut pace)?;
        Ok(classes)
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

    /// How many negatives and how many positives are below a threshold. O(log n).
    pub fn below_threshold(&self, threshold: f64) -> [usize; 2] {
        let scores = self.scores.partition_point(|&score| score < threshold);
        let below = |member: &Member| (member.score as usize) < scores;
        self.members
            .each_ref()
            .map(|members| members.partition_point(below))
    }
}

/// Writes for each of the members the numbers of others with a lower score, and with one that is no
/// higher.
fn count_below(
    members: &[Member],
    others: &[Member],
    to: &mut Vec<[u32; 2]>,
    pace: &mut Pace<'_>,
) -> Result<(), Error> {
    let (mut below, mut up_to) = (0, 0);
    // No score has that index: there would have to be more observations than there may be.
    let score = |i: usize| others.get(i).map_or(u32::MAX, |other| other.score);
    for member in members {
        while score(below) < member.score {
            pace.step()?;
            below += 1;
        }
        while score(up_to) <= member.score {
            pace.step()?;
            up_to += 1;
        }
        pace.step()?;
        push(to, [below as u32, up_to as u32])?;
    }
    Ok(())
}

/// Weights laid over the classes in place of their own.
pub(crate) struct Overlay<'a> {
    pub classes: &'a Classes,
    /// The weights of the negatives and of the positives.
    pub weights: [Vec<f64>; 2],
    /// The factors of these weights, powers of two: neither class may weigh much more than 2^500.
    pub scales: [f64; 2],
}

impl<'a> Overlay<'a> {
    /// Weights of 0.
    pub fn new(classes: &'a Classes) -> Result<Overlay<'a>, Error> {
        let [negatives, positives] = &classes.members;
        Ok(Overlay {
            classes,
            weights: [filled(negatives.len(), 0.0)?, filled(positives.len(), 0.0)?],
            scales: [1.0; 2],
        })
    }

    /// The area. NaN for a class without weight. O(n). In `cumulative` there is room for the weight of
    /// the first 0, 1, 2, ... negatives, 0 in its first place.
    pub fn area(&self, cumulative: &mut [f64]) -> f64 {
        let [negatives, positives] = &self.weights;
        let mut sum = 0.0;
        for (to, weight) in cumulative[1..].iter_mut().zip(negatives) {
            sum += weight * self.scales[0];
            *to = sum;
        }
        let (mut wins, mut total) = (0.0, 0.0);
        for (weight, &[below, up_to]) in positives.iter().zip(&self.classes.below[1]) {
            let weight = weight * self.scales[1];
            wins += weight * (cumulative[below as usize] + cumulative[up_to as usize]);
            total += weight;
        }
        let area = TIE * wins / (total * sum);
        // Rounding must not lead beyond 1, NaN must stay.
        if area > 1.0 {
            1.0
        } else {
            area
        }
    }
}
