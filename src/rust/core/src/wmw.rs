//! The weighted Wilcoxon-Mann-Whitney statistic.

use crate::error::Error;
use crate::memory::zeros;
use crate::observations::Observations;
use crate::plan::Sample;
use crate::poll::Poll;
use crate::rank::rank;
use crate::sum::Sum;
use crate::tally::{tally_if_few, Tallied};
use crate::totals::Totals;
use std::ops::DerefMut;

/// The probability that a positive has a higher score than a negative, plus half the probability
/// of a tie, both drawn with probabilities proportional to their weights.
///
/// Equal to the area under the curve of the same observations, without the curve:
/// sum over the positives i of w_i (N(s < s_i) + N(s = s_i) / 2) / (W1 W0), where N is the weight
/// of the negatives with such a score (Bamber 1975). Time and memory as
/// [`Ranking::new`](crate::Ranking::new).
///
/// # Errors
/// As [`Ranking::new`](crate::Ranking::new).
pub fn wmw(observations: &Observations<'_>, poll: Poll<'_>) -> Result<f64, Error> {
    let allocate = |length| Ok::<_, Error>((zeros(length)?, zeros(length)?));
    wmw_in_columns(observations, allocate, poll)
}

/// Like [`wmw`], in working memory of the caller's, as
/// [`Ranking::in_columns`](crate::Ranking::in_columns).
///
/// # Errors
/// As [`wmw`], and those of `allocate`.
pub fn wmw_in_columns<C: DerefMut<Target = [f64]>, E: From<Error>>(
    observations: &Observations<'_>,
    allocate: impl FnOnce(usize) -> Result<(C, C), E>,
    poll: Poll<'_>,
) -> Result<f64, E> {
    let source = &*observations.source()?;
    let sample = Sample::of(source);
    if let Some(rows) = tally_if_few(source, sample.as_ref(), poll)? {
        return Ok(of_tally(&rows)?);
    }
    let (mut scores, mut weights) = allocate(source.len())?;
    let present = rank(source, sample.as_ref(), (&mut scores, &mut weights), poll)?;
    Ok(of_sorted(&scores[..present], &weights[..present])?)
}

/// The statistic of a data set whose scores come in ascending order.
struct Statistic {
    negative: Sum,
    positive: Sum,
    /// The weight of pairs in which the positive wins; a tie is half a win.
    wins: Sum,
    /// What weights are multiplied by, so that their products neither overflow nor vanish.
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
            .add(positive * (self.negative.value() + 0.5 * negative));
        self.negative.add(negative);
        self.positive.add(positive);
    }

    /// Adds signed weights at scores that ascend without ties, at most [`CHUNK`]: few enough for
    /// plain sums among them.
    #[inline(always)]
    fn add_untied(&mut self, weights: &[f64]) {
        let (mut negatives, mut positives, mut wins) = (0.0, 0.0, 0.0);
        for &weight in weights {
            let positive = weight.max(0.0) * self.scale.positive;
            wins += positive * negatives;
            positives += positive;
            negatives += (-weight).max(0.0) * self.scale.negative;
        }
        self.wins.add(positives * self.negative.value());
        self.wins.add(wins);
        self.negative.add(negatives);
        self.positive.add(positives);
    }

    /// Adds signed weights that share a score.
    fn add_run(&mut self, weights: &[f64]) {
        let (mut negative, mut positive) = (Sum::default(), Sum::default());
        for &weight in weights {
            negative.add((-weight).max(0.0));
            positive.add(weight.max(0.0));
        }
        self.add(negative.value(), positive.value());
    }

    fn settle(&mut self) {
        self.negative.settle();
        self.positive.settle();
        self.wins.settle();
    }

    fn value(self) -> f64 {
        (self.wins.value() / (self.negative.value() * self.positive.value())).min(1.0)
    }
}

/// A power of two that brings a total near 2^500, or as near as it gets: half way to the largest
/// double, so that a product of two such totals does not overflow and one of small parts of them
/// does not vanish.
fn scale_of(total: f64) -> f64 {
    const BIAS: i64 = 1023;
    let exponent = (total.to_bits() >> 52) as i64 - BIAS;
    let biased = (500 - exponent + BIAS).clamp(1, 2046);
    f64::from_bits((biased as u64) << 52)
}

fn of_tally(rows: &[Tallied]) -> Result<f64, Error> {
    let mut statistic = Statistic::new(Totals::of_tally(rows)?);
    for row in rows {
        statistic.add(row.negative().value(), row.positive().value());
    }
    Ok(statistic.value())
}

fn of_sorted(scores: &[f64], weights: &[f64]) -> Result<f64, Error> {
    let mut statistic = Statistic::new(Totals::of_signed(weights)?);
    let mut start = 0;
    while start < scores.len() {
        let end = scores.len().min(start + CHUNK);
        if is_untied(&scores[start..scores.len().min(end + 1)]) {
            statistic.add_untied(&weights[start..end]);
            start = end;
        }
        while start < end {
            let run = start..end_of_run(scores, start);
            start = run.end;
            statistic.add_run(&weights[run]);
        }
        statistic.settle();
    }
    Ok(statistic.value())
}

/// How many scores are looked at together.
const CHUNK: usize = 16;

/// Whether each of the ascending scores differs from the next.
fn is_untied(scores: &[f64]) -> bool {
    let ties = scores.windows(2).map(|s| u32::from(s[0] == s[1]));
    ties.sum::<u32>() == 0
}

/// The position behind the scores that equal the one at `start`.
#[inline(always)]
fn end_of_run(scores: &[f64], start: usize) -> usize {
    let mut end = start + 1;
    while end < scores.len() && scores[end] == scores[start] {
        end += 1;
    }
    end
}

#[cfg(test)]
mod tests;
