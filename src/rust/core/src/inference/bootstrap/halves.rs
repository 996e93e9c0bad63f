//! Halves that neither the order of the scores nor which class is the positive one has a part in.

use crate::error::Error;
use crate::inference::classes::{Classes, Member};
use crate::memory::{collect, filled, push, reserve};
use crate::poll::{Pace, BLOCK};
use crate::random::Random;

/// A random number for each observation, or each cluster, by its place. Those of a group with the smaller
/// half of these are its first half.
pub(super) struct Halves {
    keys: Vec<u64>,
    /// Room for those of a group.
    group: Vec<u64>,
    /// The place of each member of a class among the observations; nothing with clusters.
    places: [Vec<u32>; 2],
}

impl Halves {
    /// Room for a number of clusters.
    pub fn of_clusters(number: usize) -> Result<Halves, Error> {
        Ok(Halves {
            keys: filled(number, 0)?,
            group: reserve(number)?,
            places: [Vec::new(), Vec::new()],
        })
    }

    pub fn of_observations(classes: &Classes) -> Result<Halves, Error> {
        let members = || classes.members.iter().flatten();
        let last = members().map(|member| member.position).max();
        let mut ranks = filled(last.map_or(0, |last| last as usize + 1), 0u32)?;
        members().for_each(|member| ranks[member.position as usize] = 1);
        let mut number = 0;
        for rank in &mut ranks {
            number += std::mem::replace(rank, number);
        }
        let rank = |member: &Member| ranks[member.position as usize];
        let [negatives, positives] = &classes.members;
        Ok(Halves {
            keys: filled(number as usize, 0)?,
            group: reserve(negatives.len().max(positives.len()))?,
            places: [
                collect(negatives.iter().map(rank))?,
                collect(positives.iter().map(rank))?,
            ],
        })
    }

    /// Draws the numbers of a pair of halves.
    pub fn draw(&mut self, seed: u64, pair: u64, pace: &mut Pace<'_>) -> Result<(), Error> {
        let mut random = Random::new(seed, pair);
        for keys in self.keys.chunks_mut(BLOCK) {
            pace.steps(keys.len())?;
            keys.iter_mut().for_each(|key| *key = random.bits());
        }
        Ok(())
    }

    /// The number of a member of a class.
    pub fn key(&self, class: usize, member: usize) -> u64 {
        self.keys[self.places[class][member] as usize]
    }

    /// The number of a cluster.
    pub fn key_of_cluster(&self, place: u32) -> u64 {
        self.keys[place as usize]
    }

    /// What the numbers of the first half of a class, or of all clusters, are below.
    pub fn middle(&mut self, class: Option<usize>, pace: &mut Pace<'_>) -> Result<u64, Error> {
        self.group.clear();
        match class {
            Some(class) => {
                for &place in &self.places[class] {
                    push(&mut self.group, self.keys[place as usize])?;
                }
            }
            None => {
                for &key in &self.keys {
                    push(&mut self.group, key)?;
                }
            }
        }
        pace.steps(self.group.len())?;
        let half = self.group.len() / 2;
        Ok(*self.group.select_nth_unstable(half).1)
    }
}
