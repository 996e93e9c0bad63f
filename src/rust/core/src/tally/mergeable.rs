//! Tallies that can be made apart and merged: of chunks of a stream, of parts of a cluster.

use crate::error::{Class, Error};
use crate::memory::{collect, push, reserve};
use crate::observations::record::Record;
use crate::observations::Observations;
use crate::options::Options;
use crate::poll::Pace;
use crate::sort::rank_any;
use crate::sort::sample::Sample;
use crate::sum::Sums;
use crate::tally::by_score::tally_if_few;

/// The weights of the classes at a score, or in a bin of scores.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Row {
    /// The least of the scores.
    pub score: f64,
    /// The weight of the negatives.
    pub negative: f64,
    /// The weight of the positives.
    pub positive: f64,
    /// How many distinct scores there are, at least: 1 when there is one, else 2 or more.
    pub scores: f64,
}

/// Adds the observations of a chunk up by score, ascending. Labels are integers, 1 for a positive
/// and 0 for a negative; a class may be missing. Time and memory as
/// [`Ranking::new`](crate::curve::Ranking::new).
///
/// # Errors
/// As [`Ranking::new`](crate::curve::Ranking::new), but for those of classes that are not there.
pub fn of_chunk(
    observations: &Observations<'_>,
    mut options: Options<'_>,
) -> Result<Vec<Row>, Error> {
    let source = &*observations.source_of_chunk()?;
    let sample = Sample::of(source)?;
    if let Some(rows) = tally_if_few(source, sample.as_ref(), options.poll)? {
        let rows = rows.iter();
        return all_finite(collect(
            rows.map(|row| of_score(row.score, row.negative(), row.positive())),
        )?);
    }
    let ranked = rank_any(source, sample.as_ref(), options.again())?;
    let mut pace = Pace::new(options.poll);
    let mut rows = reserve(ranked.distinct)?;
    for run in ranked.records.chunk_by(|a, b| a.score == b.score) {
        pace.step()?;
        push(&mut rows, of_run(run))?;
    }
    all_finite(rows)
}

/// The rows, if the sum of each class is finite.
fn all_finite(rows: Vec<Row>) -> Result<Vec<Row>, Error> {
    let sum = |weight: fn(&Row) -> f64| rows.iter().map(weight).sum::<f64>();
    if !sum(|row| row.negative).is_finite() {
        let class = Class::Negative;
        return Err(Error::Overflow { class });
    }
    if !sum(|row| row.positive).is_finite() {
        let class = Class::Positive;
        return Err(Error::Overflow { class });
    }
    Ok(rows)
}

fn of_score(score: f64, negative: f64, positive: f64) -> Row {
    Row {
        score,
        negative,
        positive,
        scores: 1.0,
    }
}

fn of_run(run: &[Record]) -> Row {
    let mut sums = Sums::default();
    run.iter().for_each(|record| sums.add(record.weights()));
    let [negative, positive] = sums.values();
    of_score(run[0].score, negative, positive)
}

/// The bits of a double in the order of the doubles. A bin of level l has the scores that share all
/// but the last l of these bits: a grid that does not depend on the data, and in which the bins of
/// each level are those of the level below, two and two together.
fn ordered_bits(score: f64) -> u64 {
    let bits = (score + 0.0).to_bits();
    match bits >> 63 {
        0 => bits | 1 << 63,
        _ => !bits,
    }
}

/// The level from which on two scores share a bin.
fn level_of_pair(a: f64, b: f64) -> u32 {
    u64::BITS - (ordered_bits(a) ^ ordered_bits(b)).leading_zeros()
}

/// Merges the rows of each bin of the lowest level, at least `level`, that leaves no more than
/// `points` rows, and gives that level. Rows ascend. O(rows).
pub fn coarsen(rows: &mut Vec<Row>, level: u32, points: Option<usize>) -> u32 {
    // How many neighbours share a bin from each level on.
    let mut pairs = [0usize; 65];
    for pair in rows.windows(2) {
        pairs[level_of_pair(pair[0].score, pair[1].score) as usize] += 1;
    }
    let mut left = rows.len() - pairs[..=level as usize].iter().sum::<usize>();
    let mut level = level;
    while points.is_some_and(|points| left > points) && level < u64::BITS {
        level += 1;
        left -= pairs[level as usize];
    }
    combine(rows, level);
    level
}

/// Combines neighbours that share a bin.
fn combine(rows: &mut Vec<Row>, level: u32) {
    rows.dedup_by(|row, kept| {
        let same_bin = level_of_pair(row.score, kept.score) <= level;
        if same_bin {
            let one = row.scores == 1.0 && kept.scores == 1.0 && row.score == kept.score;
            kept.negative += row.negative;
            kept.positive += row.positive;
            kept.scores = if one {
                1.0
            } else {
                row.scores.max(kept.scores).max(2.0)
            };
        }
        same_bin
    });
}

/// Merges tallies of this level or a lower one, as [`coarsen`] does: in any order and in any
/// grouping it gives the same rows, but for the rounding of sums. O(rows log rows).
///
/// # Errors
/// [`Error::Memory`], and [`Error::Overflow`] when the weights of a class sum to infinity.
pub fn merge(
    tallies: &[Vec<Row>],
    level: u32,
    points: Option<usize>,
) -> Result<(Vec<Row>, u32), Error> {
    let mut rows = reserve(tallies.iter().map(Vec::len).sum())?;
    tallies
        .iter()
        .for_each(|tally| rows.extend_from_slice(tally));
    // Stable, and so fast for runs that ascend.
    rows.sort_by(|a: &Row, b| a.score.total_cmp(&b.score));
    let mut rows = all_finite(rows)?;
    let level = coarsen(&mut rows, level, points);
    Ok((rows, level))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Labels, Scores, Weights};

    fn chunk(scores: &[f64], labels: &[i32], weights: &[f64]) -> Vec<Row> {
        let observations = Observations {
            scores: Scores::F64(scores),
            labels: Labels::I32(labels),
            weights: Weights::F64(weights),
        };
        of_chunk(&observations, Options::new(&mut || false)).unwrap()
    }

    #[test]
    fn bits_are_in_the_order_of_doubles() {
        let ascending = [
            f64::NEG_INFINITY,
            -2.0,
            -f64::MIN_POSITIVE,
            -f64::from_bits(1),
            0.0,
            f64::from_bits(1),
            1.0,
            1.0 + f64::EPSILON,
            f64::INFINITY,
        ];
        assert!(ascending
            .windows(2)
            .all(|s| ordered_bits(s[0]) < ordered_bits(s[1])));
        assert_eq!(ordered_bits(-0.0), ordered_bits(0.0));
        assert_eq!(level_of_pair(1.0, 1.0), 0);
        assert_eq!(level_of_pair(1.0, 1.0 + f64::EPSILON), 1);
        assert_eq!(level_of_pair(-1.0, 1.0), 64);
    }

    #[test]
    fn a_chunk_may_lack_a_class() {
        let rows = chunk(&[2.0, 1.0, 2.0, 3.0], &[0, 0, 0, 0], &[1.0, 2.0, 3.0, 0.0]);
        assert_eq!(rows, [of_score(1.0, 2.0, 0.0), of_score(2.0, 4.0, 0.0)]);
    }

    #[test]
    fn merging_does_not_depend_on_order_or_grouping() {
        let scores: Vec<f64> = (0..3000)
            .map(|i| f64::from(i * 7919 % 1000).sqrt() - 9.0)
            .collect();
        let labels: Vec<i32> = (0..3000).map(|i| (i * i / 7) % 2).collect();
        let weights: Vec<f64> = (0..3000).map(|i| f64::from(i % 5)).collect();
        let part = |range: std::ops::Range<usize>| {
            chunk(
                &scores[range.clone()],
                &labels[range.clone()],
                &weights[range],
            )
        };
        for points in [None, Some(1), Some(2), Some(50), Some(333)] {
            let [a, b, c] = [part(0..100), part(100..1700), part(1700..3000)].map(|mut rows| {
                let level = coarsen(&mut rows, 0, points);
                (rows, level)
            });
            let both = |x: &(Vec<Row>, u32), y: &(Vec<Row>, u32)| {
                merge(&[x.0.clone(), y.0.clone()], x.1.max(y.1), points).unwrap()
            };
            let whole = {
                let mut rows = part(0..3000);
                let level = coarsen(&mut rows, 0, points);
                (rows, level)
            };
            let same = |found: (Vec<Row>, u32)| {
                assert_eq!(found.1, whole.1);
                let strip = |rows: &[Row]| -> Vec<_> {
                    let flat = |r: &Row| (r.score, r.negative, r.positive, r.scores > 1.0);
                    rows.iter().map(flat).collect()
                };
                assert_eq!(strip(&found.0), strip(&whole.0));
                assert!(points.map_or(true, |points| found.0.len() <= points));
            };
            same(both(&both(&a, &b), &c));
            same(both(&a, &both(&c, &b)));
            same(both(&both(&c, &a), &b));
        }
    }
}
