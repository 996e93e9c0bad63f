//! From observations to records in ascending order of their scores.

mod buckets;
mod deal;
mod map;
mod pieces;
pub(crate) mod sample;
pub(crate) mod small;
#[cfg(test)]
mod sorting;
pub(crate) mod stretches;
pub(crate) mod ties;
mod write_combining;

use crate::error::Result;
use crate::observations::record::{blank_records, Record};
use crate::observations::source::{visit, Source};
use crate::options::Options;
use crate::poll::Poll;
use crate::sum::totals::Totals;
use buckets::sort_buckets;
use pieces::{count, cut, deal};
use sample::{Plan, Sample};
use small::sort_few;
use ties::count_distinct;

/// The observations of positive weight in ascending order of their scores.
#[derive(Debug)]
pub(crate) struct Ranked {
    pub records: Vec<Record>,
    /// The number of distinct scores.
    pub distinct: usize,
    pub totals: Totals,
}

/// Checks and sorts observations of two classes.
pub(crate) fn rank(
    source: &dyn Source,
    sample: Option<&Sample>,
    options: Options<'_>,
) -> Result<Ranked> {
    let ranked = rank_any(source, sample, options)?;
    ranked.totals.check_records(&ranked.records)?;
    Ok(ranked)
}

/// Sorts observations, whose classes need not both have weight.
pub(crate) fn rank_any(
    source: &dyn Source,
    sample: Option<&Sample>,
    options: Options<'_>,
) -> Result<Ranked> {
    let mut ranked = Ranked {
        records: blank_records(source.len())?,
        distinct: 0,
        totals: Totals::default(),
    };
    match sample {
        Some(sample) => ranked.deal(source, &sample.plan(source.len())?, options)?,
        None => {
            ranked.copy(source, options.poll)?;
            sort_few(&mut ranked.records)?;
            ranked.distinct = count_distinct(&ranked.records);
        }
    }
    Ok(ranked)
}

impl Ranked {
    /// Deals the observations to buckets straight from where they stand, and sorts the buckets.
    fn deal(&mut self, source: &dyn Source, map: &Plan, mut options: Options<'_>) -> Result<()> {
        let mut pieces = cut(source.len(), options.threads)?;
        let runs = count(
            source,
            &mut pieces,
            map,
            &mut self.records,
            options.reborrow(),
        )?;
        if runs.ascending || runs.descending {
            self.copy(source, options.poll)?;
            if !runs.ascending {
                self.records.reverse();
            }
            self.distinct = count_distinct(&self.records);
            return Ok(());
        }
        let (ends, totals) = deal(source, pieces, map, &mut self.records, options.reborrow())?;
        self.totals = totals;
        self.records.truncate(ends.last().copied().unwrap_or(0));
        self.distinct = sort_buckets(&mut self.records, &ends, map, options.reborrow())?;
        Ok(())
    }

    /// Copies the observations in the order in which they come.
    fn copy(&mut self, source: &dyn Source, poll: Poll<'_>) -> Result<()> {
        let mut start = 0;
        visit(source, poll, |block| {
            self.totals.add(block);
            let to = &mut self.records[start..start + block.len()];
            for (to, record) in to.iter_mut().zip(block.records()) {
                *to = record;
            }
            start += block.len();
            true
        })?;
        self.records.truncate(start);
        Ok(())
    }
}

#[cfg(test)]
mod tests;
