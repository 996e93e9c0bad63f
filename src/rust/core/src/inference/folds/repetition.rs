//! One repetition of a cross-validation, or observations without folds, which are one fold.
//!
//! ```text
//! in each fold    the share of an observation in the weight of its class there
//! area            the mean over folds
//! influence       share * (what it beats in its fold - area * what it is compared with there) / number of folds
//! in clusters     less half of the same among those of a cluster, times (1 - 1 / number of folds)
//! ```
//!
//! The negatives may be of several classes, each of which has shares and an area of its own.

use super::super::placements::RankedObservations;
use super::grouped::{totals, Grouped};
use super::pairs::{cluster_pairs, observation_pairs};
use crate::error::{Class, Error};
use crate::memory::filled;
use crate::poll::{Pace, Poll};
use crate::sampling::{Clusters, Folds};
use crate::sort::ties::{deviation, standings};
use crate::sum::{Sum, Sums};

/// The predictions fold by fold.
#[derive(Debug)]
pub(in crate::inference) struct Repetition<'a> {
    /// The mean over folds of the area against each class of negatives.
    pub areas: Vec<f64>,
    /// The areas in the first fold, in the second one, and so on.
    pub of_folds: Vec<f64>,
    /// With shares in the place of weights.
    pub folds: Grouped,
    /// The same by cluster.
    pub clusters: Option<(Grouped, &'a [i32])>,
    /// The class of each observation, where there are several of negatives.
    codes: Option<&'a [i32]>,
    /// The number of the observations, with those that have no weight.
    length: usize,
}

/// The place of an observation in its fold.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(in crate::inference) struct Influence {
    pub value: f64,
    /// The share in the weight of the class, the mean over folds; minus for negatives.
    pub share: f64,
}

impl<'a> Repetition<'a> {
    pub fn new(
        ranking: RankedObservations,
        length: usize,
        folds: Folds<'_>,
        clusters: Option<Clusters<'a>>,
        poll: Poll<'_>,
    ) -> Result<Repetition<'a>, Error> {
        let clusters = match clusters {
            Some((codes, number)) => Some((Grouped::new(&ranking, codes, number, poll)?, codes)),
            None => None,
        };
        let folds = Grouped::from_codes(ranking, folds.codes, folds.number, poll)?;
        for fold in 0..folds.number() {
            let [negatives, positives] = totals(folds.group(fold));
            for (total, class) in [(negatives, Class::Negative), (positives, Class::Positive)] {
                if total == 0.0 {
                    return Err(Error::FoldClass { fold, class });
                }
            }
        }
        let mut repetition = Repetition {
            areas: filled(1, 0.0)?,
            of_folds: Vec::new(),
            folds,
            clusters,
            codes: None,
            length,
        };
        repetition.take_shares(&mut Pace::new(poll))?;
        Ok(repetition)
    }

    /// The same where negatives are of several classes, those of the positives being another one.
    pub fn by_class(
        mut self,
        codes: &'a [i32],
        classes: usize,
        poll: Poll<'_>,
    ) -> Result<Repetition<'a>, Error> {
        self.codes = Some(codes);
        self.areas = filled(classes, 0.0)?;
        self.take_shares(&mut Pace::new(poll))?;
        Ok(self)
    }

    fn class(&self, position: usize) -> usize {
        self.codes.map_or(0, |codes| codes[position] as usize)
    }

    /// Divides weights by those of their class in the fold, and finds the areas.
    fn take_shares(&mut self, pace: &mut Pace<'_>) -> Result<(), Error> {
        let classes = self.areas.len();
        let mut areas = filled(self.folds.number().saturating_mul(classes), 0.0)?;
        for (fold, areas) in areas.chunks_exact_mut(classes).enumerate() {
            let range = self.folds.range(fold);
            pace.steps(2 * range.len() + classes)?;
            let mut negatives = filled(classes, Sum::default())?;
            let mut positives = Sum::default();
            for index in range.clone() {
                let record = self.folds.records[index];
                negatives[self.class(self.folds.positions[index])].add(record.negative());
                positives.add(record.positive());
            }
            for index in range.clone() {
                let class = self.class(self.folds.positions[index]);
                let record = &mut self.folds.records[index];
                record.weight /= if record.weight > 0.0 {
                    positives.value()
                } else {
                    negatives[class].value()
                };
            }
            let records = &self.folds.records[range.clone()];
            let weights = |index: usize| records[index].weights();
            let mut won = filled(classes, Sum::default())?;
            standings(records, weights, &mut Sums::default(), |run, standing| {
                let [lost, _] = standing.placements(1.0);
                for index in run {
                    let class = self.class(self.folds.positions[range.start + index]);
                    won[class].add(records[index].negative() * lost);
                }
            });
            for (area, won) in areas.iter_mut().zip(won) {
                *area = won.value().min(1.0);
            }
        }
        for (class, mean) in self.areas.iter_mut().enumerate() {
            let mut sum = Sum::default();
            let of_class = areas.iter().skip(class).step_by(classes);
            of_class.for_each(|&area| sum.add(area));
            *mean = sum.value() / self.folds.number() as f64;
        }
        self.of_folds = areas;
        let Some((clusters, _)) = &mut self.clusters else {
            return Ok(());
        };
        let mut shares = filled(self.length, 0.0)?;
        for (record, &position) in self.folds.records.iter().zip(&self.folds.positions) {
            shares[position] = record.weight;
        }
        for (record, &position) in clusters.records.iter_mut().zip(&clusters.positions) {
            record.weight = shares[position];
        }
        Ok(())
    }

    fn number_of_folds(&self) -> f64 {
        self.folds.number() as f64
    }

    /// Returns the influences of all observations, also of those without weight.
    pub fn influences(&self, poll: Poll<'_>) -> Result<Vec<Influence>, Error> {
        let mut influences = filled(self.length, Influence::default())?;
        let mut pace = Pace::new(poll);
        let part = 1.0 / self.number_of_folds();
        for fold in 0..self.folds.number() {
            self.visit(&self.folds, fold, &mut pace, |position, value, share| {
                influences[position] = Influence {
                    value: part * value,
                    share: part * share,
                };
            })?;
        }
        if let Some((clusters, _)) = &self.clusters {
            // Half of what there is more than once.
            let half = 0.5 * part * (1.0 - part);
            for cluster in 0..clusters.number() {
                self.visit(clusters, cluster, &mut pace, |position, value, _| {
                    influences[position].value -= half * value;
                })?;
            }
        }
        Ok(influences)
    }

    /// Hands to `visit` the position, the deviation by the comparisons within the group, and the share
    /// of each record of a group of shares.
    fn visit(
        &self,
        groups: &Grouped,
        group: usize,
        pace: &mut Pace<'_>,
        mut visit: impl FnMut(usize, f64, f64),
    ) -> Result<(), Error> {
        let range = groups.range(group);
        pace.steps(2 * range.len() + 1)?;
        let positions = &groups.positions[range];
        let records = groups.group(group);
        let area = |index: usize| self.areas[self.class(positions[index])];
        let (mut all, mut expected) = (Sums::default(), Sum::default());
        for (index, record) in records.iter().enumerate() {
            all.add(record.weights());
            expected.add(area(index) * record.negative());
        }
        let [negatives, positives] = all.values();
        let expected = expected.value();
        let weights = |index: usize| records[index].weights();
        standings(records, weights, &mut Sums::default(), |run, standing| {
            let [lost, won] = standing.placements(positives);
            for index in run {
                let share = records[index].weight;
                let away = if share > 0.0 {
                    deviation(won, expected, negatives)
                } else {
                    deviation(lost, area(index) * positives, positives)
                };
                visit(positions[index], share.abs() * away, share);
            }
        });
        Ok(())
    }

    /// Returns the products over comparisons of two units: the sum of the squares of their
    /// deviations, and of the products of their shares; the part that the sums of squared
    /// influences have once too often.
    pub fn pairs(&self, poll: Poll<'_>) -> Result<[f64; 2], Error> {
        let mut pace = Pace::new(poll);
        let area = self.areas[0];
        let result = match &self.clusters {
            None => observation_pairs(&self.folds, area, &mut pace)?,
            Some((clusters, codes)) => [
                cluster_pairs(&self.folds, clusters, codes, area, &mut pace)?,
                0.0,
            ],
        };
        Ok(result.map(|sum| self.factor_of_pairs() * sum))
    }

    /// By which sums over comparisons by their shares in the fold are multiplied.
    pub fn factor_of_pairs(&self) -> f64 {
        let folds = self.number_of_folds();
        (1.0 - 1.0 / folds) / (folds * folds)
    }
}
