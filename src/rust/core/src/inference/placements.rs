//! Observations in ascending order of their scores, and what each of them beats.

use crate::area::each_score;
use crate::area::wmw::auc_of_records;
use crate::covariance::{Member, Moments, Sizes};
use crate::error::Error;
use crate::memory::{collect, filled, push, reserve};
use crate::observations::label::Needed;
use crate::observations::record::Record;
use crate::observations::source::{Positions, Source};
use crate::observations::Observations;
use crate::options::Options;
use crate::poll::{check, Pace, Poll, BLOCK};
use crate::sampling::{check_clusters, Counts, Sampling, Unit};
use crate::sort::sample::Sample;
use crate::sort::ties::{deviation, end_of_run, standings};
use crate::sort::{rank, rank_any};
use crate::sum::scale::{scale_of, LARGE};
use crate::sum::totals::Totals;
use crate::sum::Sums;
use std::ops::Range;

/// Observations of positive weight by ascending score.
#[derive(Debug)]
pub(crate) struct RankedObservations {
    /// Scores, and weights with the class in their sign, minus for negatives.
    pub records: Vec<Record>,
    /// Where each record stands among the observations; empty when that was not asked for.
    pub positions: Vec<usize>,
    /// The area under the curve.
    pub area: f64,
    /// The weights of the negative and the positive class.
    pub weights: [f64; 2],
    /// The numbers of observations in them.
    pub numbers: [usize; 2],
    /// How many units each record is where weights are to count them and are not their numbers.
    pub counts: Option<Vec<f64>>,
}

impl RankedObservations {
    /// Checks and sorts the observations.
    pub fn new(
        observations: &Observations<'_>,
        options: Options<'_>,
    ) -> Result<RankedObservations, Error> {
        RankedObservations::from_source(&observations.source()?, options)
    }

    /// Does the same as [`RankedObservations::new`].
    pub fn from_source(
        source: &dyn Source,
        mut options: Options<'_>,
    ) -> Result<RankedObservations, Error> {
        let ranked = rank(source, Sample::draw(source)?.as_ref(), options.reborrow())?;
        RankedObservations::from_records(ranked.records, Vec::new(), ranked.totals, options)
    }

    /// Does the same as [`RankedObservations::new`], with the positions.
    pub fn with_positions(
        observations: &Observations<'_>,
        options: Options<'_>,
    ) -> Result<RankedObservations, Error> {
        RankedObservations::in_classes(Needed::BothClasses, observations, options)
    }

    /// The same where one class may be enough: the other one then has no weight, and there is no area.
    pub fn in_classes(
        needed: Needed,
        observations: &Observations<'_>,
        mut options: Options<'_>,
    ) -> Result<RankedObservations, Error> {
        let source = &observations.source_in(needed)?;
        let sample = Sample::draw(source)?;
        let mut records =
            rank_any(&Positions(source), sample.as_ref(), options.reborrow())?.records;
        let mut positions = reserve(records.len())?;
        let mut totals = Totals::default();
        for records in records.chunks_mut(BLOCK) {
            check(options.poll)?;
            let known = positions.len();
            for record in &*records {
                push(&mut positions, record.weight.abs() as usize - 1)?;
            }
            source.weigh(&positions[known..], &mut |i, weight| {
                records[i].weight = weight.copysign(records[i].weight);
                totals.negative += records[i].negative();
                totals.positive += records[i].positive();
            });
        }
        let totals = totals.check_records_in(needed, &records)?;
        RankedObservations::from_records(records, positions, totals, options)
    }

    /// With the positions where observations come in clusters: their codes from 0 on, and how many
    /// clusters there are.
    pub fn in_clusters(
        observations: &Observations<'_>,
        clusters: Option<(&[i32], usize)>,
        mut options: Options<'_>,
    ) -> Result<RankedObservations, Error> {
        match clusters {
            None => RankedObservations::new(observations, options),
            Some((codes, number)) => {
                check_clusters(codes, number, observations.labels.len(), options.poll)?;
                RankedObservations::with_positions(observations, options.reborrow())
            }
        }
    }

    /// From records that are sorted.
    pub fn from_records(
        records: Vec<Record>,
        positions: Vec<usize>,
        totals: Totals,
        options: Options<'_>,
    ) -> Result<RankedObservations, Error> {
        let statistic = auc_of_records(&records, totals, options)?;
        let positives = records.iter().filter(|record| record.weight > 0.0).count();
        Ok(RankedObservations {
            area: statistic.value(),
            weights: statistic.weights(),
            numbers: [records.len() - positives, positives],
            records,
            positions,
            counts: None,
        })
    }

    /// Does the same as [`RankedObservations::with_positions`], with the units of each record where weights are not their numbers.
    pub fn counted(
        observations: &Observations<'_>,
        counts: Option<Counts<'_>>,
        options: Options<'_>,
    ) -> Result<RankedObservations, Error> {
        RankedObservations::counted_in(Needed::BothClasses, observations, counts, options)
    }

    /// The same where one class may be enough.
    pub fn counted_in(
        needed: Needed,
        observations: &Observations<'_>,
        counts: Option<Counts<'_>>,
        mut options: Options<'_>,
    ) -> Result<RankedObservations, Error> {
        let mut ranking = RankedObservations::in_classes(needed, observations, options.reborrow())?;
        if let Some(counts) = counts {
            counts.check(observations.labels.len(), options.poll)?;
            let of_records = ranking
                .positions
                .iter()
                .map(|&position| counts.count(position));
            ranking.counts = Some(collect(of_records)?);
        }
        Ok(ranking)
    }

    /// How many units each observation is, up to the last one that has weight, where that is not the weight.
    pub fn counts_by_position(&self) -> Result<Option<Vec<f64>>, Error> {
        let Some(counts) = &self.counts else {
            return Ok(None);
        };
        let length = self.positions.iter().max().map_or(0, |&last| last + 1);
        let mut result = filled(length, 0.0)?;
        for (&position, &count) in self.positions.iter().zip(counts) {
            result[position] = count;
        }
        Ok(Some(result))
    }

    /// Returns whether all observations are of one class.
    pub fn is_of_one_class(&self) -> bool {
        self.numbers.contains(&0)
    }

    /// Returns the share of each unit of a record in the weight of its class.
    #[inline(always)]
    pub fn share_of_one(&self, index: usize, class: usize, unit: Unit) -> f64 {
        match (unit, &self.counts) {
            (Unit::Row, _) => self.shares(index)[class],
            (Unit::Count, None) => 1.0 / self.weights[class],
            (Unit::Count, Some(counts)) => self.shares(index)[class] / counts[index],
        }
    }

    /// How many units of a class a record is.
    pub fn units_of(&self, index: usize, class: usize, unit: Unit) -> f64 {
        let weight = self.records[index].weights()[class];
        match (unit, &self.counts) {
            (Unit::Count, None) => weight,
            (Unit::Count, Some(counts)) if weight > 0.0 => counts[index],
            _ => f64::from(weight > 0.0),
        }
    }

    /// The sizes of both classes; with clusters the positions are known.
    pub fn sizes(&self, sampling: &Sampling<'_>, pace: &mut Pace<'_>) -> Result<Sizes, Error> {
        let scales = self.weights.map(|total| scale_of(total) / LARGE);
        let members = self.records.iter().enumerate().map(|(index, record)| {
            let class = usize::from(record.weight > 0.0);
            Member {
                row: self.positions.get(index).map_or(index, |&row| row),
                class,
                weight: record.weight.abs() * scales[class],
                number: self.units_of(index, class, sampling.unit),
            }
        });
        let weights_count = sampling.unit == Unit::Count && self.counts.is_none();
        let totals = weights_count.then_some(&self.weights[..]);
        Sizes::new(2, members, sampling, totals, pace)
    }

    /// The shares of a record in the negative and in the positive class, one of them 0.
    #[inline(always)]
    pub fn shares(&self, index: usize) -> [f64; 2] {
        let [negative, positive] = self.records[index].weights();
        [negative / self.weights[0], positive / self.weights[1]]
    }

    /// Hands to `visit` for each record, by its index, its share of the weight of each class, one of them 0, and how far
    /// its placement in each is from the area: the influence on the area is the sum of their products.
    #[inline(always)]
    pub fn deviations(
        &self,
        poll: Poll<'_>,
        mut visit: impl FnMut(usize, [f64; 2], [f64; 2]),
    ) -> Result<(), Error> {
        let mut below = Sums::default();
        let mut start = 0;
        while start < self.records.len() {
            let last = self.records.len().min(start + BLOCK) - 1;
            let end = end_of_run(&self.records, last);
            self.deviations_of(start..end, &mut below, &mut visit);
            below.settle();
            check(poll)?;
            start = end;
        }
        Ok(())
    }

    /// Visits whole runs. The loop that polls is apart: it would keep the sums out of the registers (a sixth slower).
    #[inline(never)]
    fn deviations_of(
        &self,
        range: Range<usize>,
        below: &mut Sums,
        visit: &mut impl FnMut(usize, [f64; 2], [f64; 2]),
    ) {
        let (first, records) = (range.start, &self.records[range]);
        let weights = |index: usize| records[index].weights();
        standings(records, weights, below, |run, standing| {
            let placements = standing.shares(self.weights).placements(1.0);
            let away = placements.map(|placements| deviation(placements, self.area, 1.0));
            for index in run {
                visit(first + index, self.shares(first + index), away);
            }
        });
    }

    /// The sums over the units that the variance of the area is made of. O(n).
    pub fn moments(&self, unit: Unit, poll: Poll<'_>) -> Result<Moments, Error> {
        let weights = self.weights;
        let rows = self.numbers.map(|number| number as f64);
        let units = match unit {
            Unit::Row => rows,
            Unit::Count => weights,
        };
        let mut moments = Moments::new(self.area, rows, units);
        match unit {
            Unit::Row => {
                self.deviations(poll, |_, shares, away| moments.add([1.0; 2], shares, away))?;
            }
            Unit::Count => {
                let of_one = weights.map(|weight| 1.0 / weight);
                self.deviations(poll, |_, shares, away| {
                    let numbers = [0, 1].map(|class| shares[class] * weights[class]);
                    moments.add(numbers, of_one, away);
                })?;
            }
        }
        Ok(moments)
    }
}

/// The [moments](RankedObservations::moments) of each of several scores of the same observations, to the last bit. Labels and weights
/// are looked at once, and threads share the scores. 16 bytes an observation for each thread, and 8.
///
/// # Errors
/// The errors of [`Ranking::new`](crate::curve::Ranking::new), with the number of the first score that has one.
pub(crate) fn moments_of_each(
    observations: &[Observations<'_>],
    unit: Unit,
    options: Options<'_>,
) -> Result<Vec<Moments>, Error> {
    let first = observations.first().ok_or(Error::Empty)?;
    let scores = collect(observations.iter().map(|of| of.scores))?;
    let mut result = filled(scores.len(), Moments::default())?;
    each_score(
        &scores,
        first.labels,
        first.weights,
        &mut result,
        options,
        |source, mut options| {
            RankedObservations::from_source(source, options.reborrow())?.moments(unit, options.poll)
        },
    )?;
    Ok(result)
}
