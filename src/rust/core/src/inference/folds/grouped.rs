//! Sorted records, group by group.

use super::super::placements::RankedObservations;
use crate::error::Error;
use crate::memory::{collect, filled};
use crate::observations::label::Needed;
use crate::observations::record::Record;
use crate::options::Options;
use crate::poll::{Pace, Poll};
use crate::sum::totals::Totals;
use crate::sum::Sums;
use std::ops::Range;

/// Records in groups, by ascending score in each.
#[derive(Debug)]
pub(in crate::inference) struct Grouped {
    pub records: Vec<Record>,
    /// Where each record stands among the observations.
    pub positions: Vec<usize>,
    /// Where each group begins, and where the last one ends.
    starts: Vec<usize>,
}

impl Grouped {
    /// By the group of each observation, a number below `groups`. O(n + groups).
    pub fn new(
        ranking: &RankedObservations,
        codes: &[i32],
        groups: usize,
        poll: Poll<'_>,
    ) -> Result<Grouped, Error> {
        let mut pace = Pace::new(poll);
        let mut starts = filled(groups.saturating_add(1), 0usize)?;
        for &position in &ranking.positions {
            pace.step()?;
            starts[codes[position] as usize + 1] += 1;
        }
        for group in 0..groups {
            starts[group + 1] += starts[group];
        }
        let mut next = collect(starts[..groups].iter().copied())?;
        let mut records = filled(ranking.records.len(), Record::default())?;
        let mut positions = filled(ranking.records.len(), 0)?;
        for (record, &position) in ranking.records.iter().zip(&ranking.positions) {
            pace.step()?;
            let to = &mut next[codes[position] as usize];
            records[*to] = *record;
            positions[*to] = position;
            *to += 1;
        }
        Ok(Grouped {
            records,
            positions,
            starts,
        })
    }

    /// The same of observations that nothing else needs.
    pub fn from_codes(
        ranking: RankedObservations,
        codes: &[i32],
        groups: usize,
        poll: Poll<'_>,
    ) -> Result<Grouped, Error> {
        if groups > 1 {
            return Grouped::new(&ranking, codes, groups, poll);
        }
        Ok(Grouped {
            starts: collect([0, ranking.records.len()].into_iter())?,
            records: ranking.records,
            positions: ranking.positions,
        })
    }

    pub fn number(&self) -> usize {
        self.starts.len() - 1
    }

    pub fn range(&self, group: usize) -> Range<usize> {
        self.starts[group]..self.starts[group + 1]
    }

    /// The observations of a fold.
    pub fn ranking(&self, fold: usize, options: Options<'_>) -> Result<RankedObservations, Error> {
        self.placed_in(Needed::BothClasses, fold, options)
    }

    /// The same where one class may be enough.
    pub fn placed_in(
        &self,
        needed: Needed,
        fold: usize,
        options: Options<'_>,
    ) -> Result<RankedObservations, Error> {
        let records = collect(self.group(fold).iter().copied())?;
        let positions = collect(self.positions[self.range(fold)].iter().copied())?;
        let [negative, positive] = totals(&records);
        let totals = Totals { negative, positive }
            .check_records_in(needed, &records)
            .map_err(|error| match error {
                Error::NoWeight { class } => Error::FoldClass { fold, class },
                other => other,
            })?;
        RankedObservations::from_records(records, positions, totals, options)
    }

    pub fn group(&self, group: usize) -> &[Record] {
        &self.records[self.range(group)]
    }
}

/// The sums of the weights of both classes.
pub(super) fn totals(records: &[Record]) -> [f64; 2] {
    let mut sums = Sums::default();
    records.iter().for_each(|record| sums.add(record.weights()));
    sums.values()
}
