//! The order of the observations once and for all, for other weights to be laid over it.

use super::placements::Placed;
use crate::error::Error;
use crate::memory::reserve;
use crate::sum::scale::scale_of;

/// The observations of each class by ascending score.
#[derive(Debug)]
pub(crate) struct Classes {
    /// The negatives and the positives.
    pub members: [Vec<Member>; 2],
    /// For each positive the numbers of negatives with a lower score, and with one that is no
    /// higher.
    pub beaten: Vec<[u32; 2]>,
    /// The distinct scores, ascending.
    pub scores: Vec<f64>,
    /// What the weights of negatives and of positives are multiplied by.
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
    pub fn new(placed: &Placed) -> Result<Classes, Error> {
        let [negatives, positives] = placed.numbers;
        let mut classes = Classes {
            members: [reserve(negatives)?, reserve(positives)?],
            beaten: reserve(positives)?,
            scores: Vec::new(),
            scales: placed.weights.map(scale_of),
        };
        // Counts and positions in half the memory.
        if placed.records.len() > u32::MAX as usize {
            return Err(Error::TooMany {
                observations: placed.records.len(),
            });
        }
        for (index, &position) in placed.positions.iter().enumerate() {
            let record = placed.records[index];
            let class = usize::from(record.weight > 0.0);
            if classes.scores.last() != Some(&record.score) {
                classes.scores.try_reserve(1).map_err(|_| Error::Memory {
                    bytes: 16 * classes.scores.len(),
                })?;
                classes.scores.push(record.score);
            }
            classes.members[class].push(Member {
                weight: record.weight.abs() * classes.scales[class],
                position: position as u32,
                score: (classes.scores.len() - 1) as u32,
            });
        }
        classes.count_beaten();
        Ok(classes)
    }

    fn count_beaten(&mut self) {
        let [negatives, positives] = &self.members;
        let (mut below, mut up_to) = (0, 0);
        let score = |i: usize| negatives.get(i).map_or(u32::MAX, |member| member.score);
        for positive in positives {
            while score(below) < positive.score {
                below += 1;
            }
            while score(up_to) <= positive.score && up_to < negatives.len() {
                up_to += 1;
            }
            self.beaten.push([below as u32, up_to as u32]);
        }
    }

    /// The area when negatives and positives weigh other than they do: `cumulative[i]` is the
    /// weight of the first i negatives, `positives` are weights. NaN for a class without weight.
    pub fn area(&self, cumulative: &[f64], positives: impl Iterator<Item = f64>) -> f64 {
        let (mut wins, mut total) = (0.0, 0.0);
        for (weight, &[below, up_to]) in positives.zip(&self.beaten) {
            wins += weight * (cumulative[below as usize] + cumulative[up_to as usize]);
            total += weight;
        }
        let area = 0.5 * wins / (total * cumulative[cumulative.len() - 1]);
        // Rounding must not lead beyond 1, NaN must stay.
        if area > 1.0 {
            1.0
        } else {
            area
        }
    }
}

/// Writes the sums of the first 0, 1, 2, ... of the terms.
pub(crate) fn accumulate(terms: impl Iterator<Item = f64>, cumulative: &mut [f64]) {
    let mut sum = 0.0;
    cumulative[0] = 0.0;
    for (to, term) in cumulative[1..].iter_mut().zip(terms) {
        sum += term;
        *to = sum;
    }
}
