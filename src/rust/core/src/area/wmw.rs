//! The weighted Wilcoxon-Mann-Whitney statistic.

use crate::error::Result;
use crate::memory::{collect, filled};
use crate::observations::record::Record;
use crate::observations::source::Source;
use crate::observations::Observations;
use crate::options::Options;
use crate::poll::{check, Poll, BLOCK};
use crate::pool::share_out;
use crate::sort::rank;
use crate::sort::sample::Sample;
use crate::sort::stretches::stretches;
use crate::sort::ties::{count_ties, end_of_run, TIE};
use crate::sum::scale::scale_of;
use crate::sum::totals::Totals;
use crate::sum::Sum;
use crate::tally::by_score::{tally_if_few, totals_of, Tallied};

/// The probability that a positive has a higher score than a negative, plus half the probability
/// of a tie, both drawn with probabilities proportional to their weights.
///
/// Equal to the area under the curve of the same observations, without the curve:
/// sum over the positives i of w_i (N(s < s_i) + N(s = s_i) / 2) / (W1 W0), where N is the weight
/// of the negatives with such a score (Bamber 1975). Time and memory as
/// [`Ranking::new`](crate::curve::Ranking::new).
///
/// ```
/// # use weighted_roc_core::{curve::Ranking, Labels, Observations, Options, Scores, Weights};
/// # let observations = Observations {
/// #     scores: Scores::F64(&[0.1, 0.2, 0.3, 0.4]),
/// #     labels: Labels::I32(&[0, 1, 0, 1]),
/// #     weights: Weights::Unit,
/// # };
/// use weighted_roc_core::area::wmw;
///
/// // Of four pairs of a positive and a negative the positive wins three.
/// assert_eq!(wmw(&observations, Options::default())?, 0.75);
/// # Ok::<(), weighted_roc_core::Error>(())
/// ```
///
/// # Errors
/// The errors of [`Ranking::new`](crate::curve::Ranking::new).
pub fn wmw(observations: &Observations<'_>, options: Options<'_>) -> Result<f64> {
    auc_of_source(&observations.source()?, options)
}

pub(super) fn auc_of_source(source: &dyn Source, mut options: Options<'_>) -> Result<f64> {
    let sample = Sample::draw(source)?;
    if let Some(rows) = tally_if_few(source, sample.as_ref(), options.poll)? {
        return auc_of_tally(&rows);
    }
    let ranked = rank(source, sample.as_ref(), options.reborrow())?;
    Ok(auc_of_records(&ranked.records, ranked.totals, options)?.value())
}

/// The statistic of a data set whose scores come in ascending order.
#[derive(Clone, Copy)]
pub(crate) struct Statistic {
    negative: Sum,
    positive: Sum,
    /// The weight of pairs in which the positive wins.
    wins: Sum,
    /// The factors of weights, so that their products neither overflow nor vanish.
    scale: Totals,
}

impl Statistic {
    fn new(totals: Totals) -> Statistic {
        Statistic {
            negative: Sum::default(),
            positive: Sum::default(),
            wins: Sum::default(),
            scale: Totals {
                negative: scale_of(totals.negative),
                positive: scale_of(totals.positive),
            },
        }
    }

    /// Adds the weights at the next score.
    #[inline(always)]
    fn add(&mut self, negative: f64, positive: f64) {
        let negative = negative * self.scale.negative;
        let positive = positive * self.scale.positive;
        self.wins
            .add(positive * (self.negative.value() + TIE * negative));
        self.negative.add(negative);
        self.positive.add(positive);
    }

    /// Adds records whose scores ascend without ties, at most [`CHUNK`]: few enough for plain sums
    /// among them.
    #[inline(always)]
    fn add_untied(&mut self, records: &[Record]) {
        let (mut negatives, mut positives, mut wins) = (0.0, 0.0, 0.0);
        for record in records {
            let positive = record.positive() * self.scale.positive;
            wins += positive * negatives;
            positives += positive;
            negatives += record.negative() * self.scale.negative;
        }
        self.wins.add(positives * self.negative.value());
        self.wins.add(wins);
        self.negative.add(negatives);
        self.positive.add(positives);
    }

    /// Adds records that share a score.
    fn add_run(&mut self, records: &[Record]) {
        let (mut negative, mut positive) = (Sum::default(), Sum::default());
        for record in records {
            negative.add(record.negative());
            positive.add(record.positive());
        }
        self.add(negative.value(), positive.value());
    }

    /// Adds records in ascending order of their scores; polls at regular steps, of which some have been `seen`
    /// before.
    fn add_stretch(&mut self, records: &[Record], seen: &mut usize, poll: Poll<'_>) -> Result<()> {
        let mut start = 0;
        while start < records.len() {
            let begin = start;
            let end = records.len().min(start + CHUNK);
            if count_ties(&records[start..records.len().min(end + 1)]) == 0 {
                self.add_untied(&records[start..end]);
                start = end;
            }
            while start < end {
                let run = start..end_of_run(records, start);
                start = run.end;
                self.add_run(&records[run]);
            }
            self.settle();
            *seen += start - begin;
            if *seen > BLOCK {
                *seen = 0;
                check(&mut *poll)?;
            }
        }
        Ok(())
    }

    /// Adds what has higher scores.
    fn append(&mut self, above: Statistic) {
        self.wins
            .add(above.positive.value() * self.negative.value());
        self.wins.add_sum(above.wins);
        self.negative.add_sum(above.negative);
        self.positive.add_sum(above.positive);
        self.settle();
    }

    fn settle(&mut self) {
        self.negative.settle();
        self.positive.settle();
        self.wins.settle();
    }

    /// The weights of the negatives and of the positives.
    pub fn weights(&self) -> [f64; 2] {
        [
            self.negative.value() / self.scale.negative,
            self.positive.value() / self.scale.positive,
        ]
    }

    pub fn value(&self) -> f64 {
        (self.wins.value() / (self.negative.value() * self.positive.value())).min(1.0)
    }
}

fn auc_of_tally(rows: &[Tallied]) -> Result<f64> {
    let mut statistic = Statistic::new(totals_of(rows)?);
    for row in rows {
        statistic.add(row.negative(), row.positive());
    }
    Ok(statistic.value())
}

/// The area of records in ascending order of their scores, whose totals are about these.
pub(crate) fn auc_of_records(
    records: &[Record],
    totals: Totals,
    options: Options<'_>,
) -> Result<Statistic> {
    let stretches = stretches(records)?;
    let mut parts = filled(stretches.len(), Statistic::new(totals))?;
    let jobs = collect(stretches.iter().copied().zip(&mut parts))?;
    let worker = || {
        let mut seen = 0;
        move |(records, part): (&[Record], &mut Statistic), poll: Poll<'_>| {
            part.add_stretch(records, &mut seen, poll)?;
            Ok(0)
        }
    };
    share_out(jobs, worker, options)?;
    let mut statistic = Statistic::new(totals);
    parts.into_iter().for_each(|part| statistic.append(part));
    Ok(statistic)
}

/// How many records are looked at together.
const CHUNK: usize = 16;

#[cfg(test)]
mod tests;
