//! Sums of powers of the shares of units below and above each place of a ranking, from which a variance there is read.
//!
//! An influence on a rate, on what is made of rates, or at a share takes one value below a place, one at it and one
//! above it in each class, times the share s of the observation. So a sum of its squares needs no influences:
//!
//! ```text
//! sum u^2 = sum over parts and classes of a^2 (sum s^2)     sum u^4 = sum over parts and classes of a^4 (sum s^4)
//! ```
//!
//! The sums are kept at the bounds of blocks, from the lowest record up and from the highest down, so that little is
//! not lost beside much; a place adds the records between it and the next bound.

use super::placements::RankedObservations;
use crate::covariance::Powers;
use crate::error::Error;
use crate::memory::{filled, push, reserve};
use crate::poll::Pace;
use crate::sampling::Unit;
use crate::sum::Sums;
use std::ops::Range;

/// Records in a block: 6 bytes an observation, and a place takes three dozen additions.
const BLOCK: usize = 32;

/// Sums of powers of the shares of units, of the negatives and of the positives.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct SharePowers {
    pub first: [f64; 2],
    pub second: [f64; 2],
    pub fourth: [f64; 2],
}

impl SharePowers {
    fn add(&mut self, other: &SharePowers) {
        for class in 0..2 {
            self.first[class] += other.first[class];
            self.second[class] += other.second[class];
            self.fourth[class] += other.fourth[class];
        }
    }
}

/// The powers of what is below a place, at it, and above it.
pub(super) type AroundPlace = [SharePowers; 3];

/// The sums of a ranking.
#[derive(Debug)]
pub(crate) struct ShareSums {
    unit: Unit,
    blocks: Vec<SharePowers>,
    /// The sums of all blocks below each bound, and above it.
    below: Vec<SharePowers>,
    above: Vec<SharePowers>,
    /// The weights of both classes below each bound, to the last digit.
    weights: Vec<[f64; 2]>,
    /// The largest share of a unit in each class.
    pub(super) largest: [f64; 2],
}

impl ShareSums {
    /// Sums up a ranking whose units are these. O(n), 6 bytes an observation.
    pub fn new(
        ranking: &RankedObservations,
        unit: Unit,
        pace: &mut Pace<'_>,
    ) -> Result<ShareSums, Error> {
        let number = ranking.records.len().div_ceil(BLOCK);
        let mut sums = ShareSums {
            unit,
            blocks: reserve(number)?,
            below: filled(number + 1, SharePowers::default())?,
            above: filled(number + 1, SharePowers::default())?,
            weights: filled(number + 1, [0.0; 2])?,
            largest: [0.0; 2],
        };
        let mut weights = Sums::default();
        for block in 0..number {
            pace.steps(BLOCK)?;
            let mut powers = SharePowers::default();
            for index in sums.records(ranking, block) {
                let (class, of_one) = sums.add_record(ranking, index, &mut powers);
                sums.largest[class] = sums.largest[class].max(of_one);
                weights.add(ranking.records[index].weights());
            }
            weights.settle();
            sums.weights[block + 1] = weights.values();
            sums.below[block + 1] = sums.below[block];
            sums.below[block + 1].add(&powers);
            push(&mut sums.blocks, powers)?;
        }
        for block in (0..number).rev() {
            sums.above[block] = sums.above[block + 1];
            sums.above[block].add(&sums.blocks[block]);
        }
        Ok(sums)
    }

    fn records(&self, ranking: &RankedObservations, block: usize) -> Range<usize> {
        block * BLOCK..((block + 1) * BLOCK).min(ranking.records.len())
    }

    /// Adds the powers of a record, and gives its class and the share of each of its units in that.
    #[inline(always)]
    fn add_record(
        &self,
        ranking: &RankedObservations,
        index: usize,
        powers: &mut SharePowers,
    ) -> (usize, f64) {
        let class = usize::from(ranking.records[index].weight > 0.0);
        let share = ranking.shares(index)[class];
        let of_one = ranking.share_of_one(index, class, self.unit);
        powers.first[class] += share;
        powers.second[class] += share * of_one;
        powers.fourth[class] += share * of_one * of_one * of_one;
        (class, of_one)
    }

    /// The powers of the records below, in and above a range. O(1) but for the blocks in it.
    pub(super) fn around(&self, ranking: &RankedObservations, at: Range<usize>) -> AroundPlace {
        let length = ranking.records.len();
        let (first, last) = (at.start / BLOCK, at.end.div_ceil(BLOCK));
        let mut below = self.below[first];
        self.add_range(ranking, first * BLOCK..at.start, &mut below);
        let mut above = self.above[last];
        self.add_range(ranking, at.end..(last * BLOCK).min(length), &mut above);
        let mut within = SharePowers::default();
        let whole = first + usize::from(at.start > first * BLOCK)..at.end / BLOCK;
        if whole.is_empty() {
            self.add_range(ranking, at, &mut within);
        } else {
            self.add_range(ranking, at.start..whole.start * BLOCK, &mut within);
            self.blocks[whole.clone()]
                .iter()
                .for_each(|block| within.add(block));
            self.add_range(ranking, whole.end * BLOCK..at.end, &mut within);
        }
        [below, within, above]
    }

    fn add_range(
        &self,
        ranking: &RankedObservations,
        range: Range<usize>,
        powers: &mut SharePowers,
    ) {
        for index in range {
            self.add_record(ranking, index, powers);
        }
    }

    /// The weights of both classes below a record, to the last digits.
    pub fn weights_below(&self, ranking: &RankedObservations, record: usize) -> [f64; 2] {
        let block = record / BLOCK;
        let mut weights = Sums::default();
        weights.add(self.weights[block]);
        for record in &ranking.records[block * BLOCK..record] {
            weights.add(record.weights());
        }
        weights.values()
    }

    /// The powers of influences that are a share times what a class deviates by below, at and above a place.
    pub(super) fn powers(around: &AroundPlace, class: usize, deviations: [f64; 3]) -> Powers {
        let mut powers = Powers::default();
        let any = around.iter().zip(deviations);
        for (shares, deviation) in any.filter(|(shares, _)| shares.first[class] > 0.0) {
            let square = deviation * deviation;
            powers.squares += shares.second[class] * square;
            powers.fourths += shares.fourth[class] * square * square;
        }
        powers
    }
}

/// A ranking, its distinct scores and its sums.
#[derive(Clone, Copy)]
pub(crate) struct Summed<'a> {
    pub ranking: &'a RankedObservations,
    pub scores: &'a [f64],
    pub sums: &'a ShareSums,
}

impl Summed<'_> {
    /// The record at which a row of the curve begins to call positive. O(log n).
    pub fn first_of_row(&self, row: usize) -> usize {
        let records = &self.ranking.records;
        match self.scores.get(row) {
            Some(&score) => records.partition_point(|record| record.score < score),
            None => records.len(),
        }
    }

    /// The records of a step, which leads from the next row to this one; none beyond the last row.
    pub(super) fn step(&self, row: usize) -> Range<usize> {
        self.first_of_row(row)..self.first_of_row(row + 1)
    }

    pub(super) fn around(&self, at: Range<usize>) -> AroundPlace {
        self.sums.around(self.ranking, at)
    }
}
