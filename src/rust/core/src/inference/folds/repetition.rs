//! One repetition of a cross-validation.

use super::super::placements::Placed;
use super::grouped::{runs, totals, Grouped};
use super::pairs::{of_clusters, of_observations, Scored};
use crate::error::{Class, Error};
use crate::memory::filled;
use crate::observations::record::Record;
use crate::options::Options;
use crate::poll::{Pace, Poll};
use crate::rounding::without_rounding;
use crate::sampling::{Clusters, Folds};
use crate::sum::Sum;

/// The predictions fold by fold.
#[derive(Debug)]
pub(super) struct Repetition {
    /// The mean of the areas of the folds.
    pub area: f64,
    /// The number of the observations, with those that have no weight.
    length: usize,
    /// With shares of the weight of the class in the fold in place of weights.
    folds: Grouped,
    /// The observations by ascending score.
    placed: Placed,
}

/// The place of an observation in its fold.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Influence {
    pub value: f64,
    /// Of the weight of the class, the mean over folds; minus for negatives.
    pub share: f64,
}

impl Repetition {
    pub fn new(
        mut placed: Placed,
        length: usize,
        folds: Folds<'_>,
        options: Options<'_>,
    ) -> Result<Repetition, Error> {
        let mut folds = Grouped::new(&placed, folds.codes, folds.number, options.poll)?;
        let mut pace = Pace::new(options.poll);
        let mut areas = Sum::default();
        for fold in 0..folds.number() {
            let range = folds.range(fold);
            pace.steps(range.len() + 1)?;
            let records = &mut folds.records[range];
            to_shares(records).map_err(|class| Error::FoldClass { fold, class })?;
            areas.add(area_of(records));
        }
        take_shares(&mut placed, &folds, length)?;
        Ok(Repetition {
            area: areas.value() / folds.number() as f64,
            length,
            folds,
            placed,
        })
    }

    fn number_of_folds(&self) -> f64 {
        self.folds.number() as f64
    }

    /// Of all observations, those without weight too.
    pub fn influences(
        &self,
        clusters: Option<Clusters<'_>>,
        poll: Poll<'_>,
    ) -> Result<Vec<Influence>, Error> {
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
        if let Some((codes, number)) = clusters {
            let clusters = Grouped::new(&self.placed, codes, number, pace.poll())?;
            // Half of what there is more than once.
            let half = 0.5 * part * (1.0 - part);
            for cluster in 0..number {
                self.visit(&clusters, cluster, &mut pace, |position, value, _| {
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
        pace.steps(range.len() + 1)?;
        let positions = &groups.positions[range];
        let records = groups.group(group);
        let [negatives, positives] = totals(records);
        runs(records, Record::weights, |run, below, tied| {
            let won = [
                without_rounding(
                    (positives - below[1] - 0.5 * tied[1]).max(0.0) - self.area * positives,
                    positives,
                ),
                without_rounding(below[0] + 0.5 * tied[0] - self.area * negatives, negatives),
            ];
            for i in run {
                let share = records[i].weight;
                let value = share.abs() * won[usize::from(share > 0.0)];
                visit(positions[i], value, share);
            }
        });
        Ok(())
    }

    /// Returns the products over comparisons of two units: the sum of the squares of their
    /// deviations, and of the products of their shares; the part that the sums of squared
    /// influences have once too often.
    pub fn pairs(&self, clusters: Option<Clusters<'_>>, poll: Poll<'_>) -> Result<[f64; 2], Error> {
        let mut pace = Pace::new(poll);
        let found = match clusters {
            None => of_observations(&self.folds, self.area, &mut pace)?,
            Some((codes, number)) => {
                let clusters = Grouped::new(&self.placed, codes, number, pace.poll())?;
                [
                    of_clusters(&self.folds, &clusters, codes, self.area, &mut pace)?,
                    0.0,
                ]
            }
        };
        Ok(found.map(|sum| self.factor_of_pairs() * sum))
    }

    /// By which sums over comparisons by their shares in the fold are multiplied.
    pub fn factor_of_pairs(&self) -> f64 {
        let folds = self.number_of_folds();
        (1.0 - 1.0 / folds) / (folds * folds)
    }

    /// By clusters.
    pub fn scored(
        &self,
        codes: &[i32],
        number: usize,
        poll: Poll<'_>,
    ) -> Result<Scored<'_>, Error> {
        Ok(Scored {
            folds: &self.folds,
            clusters: Grouped::new(&self.placed, codes, number, poll)?,
            area: self.area,
        })
    }
}

/// Takes the shares in the folds for weights.
fn take_shares(placed: &mut Placed, folds: &Grouped, length: usize) -> Result<(), Error> {
    let mut shares = filled(length, 0.0)?;
    for (record, &position) in folds.records.iter().zip(&folds.positions) {
        shares[position] = record.weight;
    }
    for (record, &position) in placed.records.iter_mut().zip(&placed.positions) {
        record.weight = shares[position];
    }
    Ok(())
}

/// Divides weights by those of their class, or says which class has none.
fn to_shares(records: &mut [Record]) -> Result<(), Class> {
    let [negatives, positives] = totals(records);
    if negatives == 0.0 {
        return Err(Class::Negative);
    }
    if positives == 0.0 {
        return Err(Class::Positive);
    }
    for record in records {
        record.weight /= if record.weight > 0.0 {
            positives
        } else {
            negatives
        };
    }
    Ok(())
}

/// The area of a fold of shares.
fn area_of(records: &[Record]) -> f64 {
    let mut won = Sum::default();
    runs(records, Record::weights, |_, below, tied| {
        won.add(tied[1] * (below[0] + 0.5 * tied[0]));
    });
    won.value().min(1.0)
}
