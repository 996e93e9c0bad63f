//! The tally of some observations, which need not be of both classes.

use super::by_score::{tally_if_few, Tallied};
use super::row::{check_sums, Powers, Row};
#[cfg(doc)]
use crate::error::Error;
use crate::error::Result;
use crate::memory::{collect, push, reserve};
use crate::observations::record::Record;
use crate::observations::source::{visit, Source};
use crate::observations::{Observations, Weights};
use crate::options::Options;
use crate::poll::{Pace, Poll};
use crate::sort::rank_any;
use crate::sort::sample::Sample;
use crate::sort::ties::runs;
use crate::sum::Sum;

/// Adds the observations of a chunk up by score, ascending. Whatever their type, labels are 1 for
/// a positive and 0 for a negative; a class may be missing. Time and memory as
/// [`Ranking::new`](crate::curve::Ranking::new), and 136 bytes a distinct score.
///
/// ```
/// use weighted_roc_core::tally::tally_chunk;
/// use weighted_roc_core::{Labels, Observations, Options, Scores, Weights};
///
/// let chunk = Observations {
///     scores: Scores::F64(&[0.7, 0.1, 0.7]),
///     labels: Labels::I32(&[1, 0, 0]),
///     weights: Weights::F64(&[3.0, 2.0, 1.0]),
/// };
/// let rows = tally_chunk(&chunk, Options::new(&mut || false))?;
/// assert_eq!((rows[0].score, rows[0].negative, rows[0].positive), (0.1, 2.0, 0.0));
/// assert_eq!((rows[1].score, rows[1].negative, rows[1].positive), (0.7, 1.0, 3.0));
/// # Ok::<(), weighted_roc_core::Error>(())
/// ```
///
/// # Errors
/// The errors of [`Ranking::new`](crate::curve::Ranking::new), but for those of classes that are not there;
/// [`Error::Labels`] for labels that are neither 0 nor 1.
pub fn tally_chunk(observations: &Observations<'_>, options: Options<'_>) -> Result<Vec<Row>> {
    tally_chunk_in(observations, [1.0; 2], options)
}

/// [`tally_chunk`] with the powers of weights in units, see [`units_of`](super::units_of).
///
/// ```
/// # use weighted_roc_core::{Labels, Observations, Options, Scores, Weights};
/// # let observations = Observations {
/// #     scores: Scores::F64(&[0.1, 0.2, 0.3, 0.4, 0.5, 0.6]),
/// #     labels: Labels::I32(&[0, 0, 1, 0, 1, 1]),
/// #     weights: Weights::Unit,
/// # };
/// use weighted_roc_core::tally::tally_chunk_in;
///
/// let rows = tally_chunk_in(&observations, [2.0, 2.0], Options::default())?;
/// assert_eq!((rows[0].negative, rows[0].powers[0].squares), (1.0, 0.25));
/// # Ok::<(), weighted_roc_core::Error>(())
/// ```
///
/// # Errors
/// The errors of [`tally_chunk`].
pub fn tally_chunk_in(
    observations: &Observations<'_>,
    units: [f64; 2],
    mut options: Options<'_>,
) -> Result<Vec<Row>> {
    let source = &observations.source_of_chunk()?;
    let sample = Sample::draw(source)?;
    let rows = match tally_if_few(source, sample.as_ref(), options.poll)? {
        Some(tallied) => {
            let ones = matches!(observations.weights, Weights::Unit);
            let mut rows = collect(tallied.iter().map(|row| row_of_tallied(row, ones)))?;
            if !ones {
                add_powers(source, &mut rows, units, options.poll)?;
            }
            rows
        }
        None => {
            let ranked = rank_any(source, sample.as_ref(), options.reborrow())?;
            let mut pace = Pace::new(options.poll);
            let mut rows = reserve(ranked.distinct)?;
            for run in runs(&ranked.records) {
                pace.steps(run.len())?;
                push(&mut rows, row_of_run(run, units))?;
            }
            rows
        }
    };
    let sum = |weight: fn(&Row) -> f64| rows.iter().map(weight).sum();
    check_sums([sum(|row| row.negative), sum(|row| row.positive)])?;
    Ok(rows)
}

/// With the powers of weights of 1, or without.
fn row_of_tallied(tallied: &Tallied, ones: bool) -> Row {
    let weights = tallied.weights().map(Sum::parts);
    Row {
        score: tallied.score,
        last: tallied.score,
        negative: weights[0][0],
        positive: weights[1][0],
        scores: 1.0,
        lost: weights.map(|[_, lost]| lost),
        powers: if ones {
            weights.map(|[number, _]| Powers::from_ones(number))
        } else {
            [Powers::NONE; 2]
        },
    }
}

/// Adds the powers of all weights, in a second pass: the table of the first has no room for them.
fn add_powers(
    source: &dyn Source,
    rows: &mut [Row],
    units: [f64; 2],
    poll: Poll<'_>,
) -> Result<()> {
    visit(source, poll, |block| {
        for (&score, &weight) in block.scores().iter().zip(block.weights()) {
            let place = rows.partition_point(|row| row.score < score);
            let class = usize::from(weight > 0.0);
            let powers = Powers::from_weight_in(weight.abs(), units[class]);
            rows[place].powers[class].absorb(powers);
        }
        true
    })
}

fn row_of_run(run: &[Record], units: [f64; 2]) -> Row {
    let mut weights = [Sum::default(); 2];
    let mut powers = [Powers::NONE; 2];
    for record in run {
        let class = usize::from(record.weight > 0.0);
        weights[class].add(record.weight.abs());
        powers[class].absorb(Powers::from_weight_in(record.weight.abs(), units[class]));
    }
    let weights = weights.map(Sum::parts);
    Row {
        score: run[0].score,
        last: run[0].score,
        negative: weights[0][0],
        positive: weights[1][0],
        scores: 1.0,
        lost: weights.map(|[_, lost]| lost),
        powers,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::Error;
    use crate::error::{Argument, Class};
    use crate::sort::small::SMALL;
    use crate::{Integers, Labels, Scores};

    fn chunk(scores: &[f64], labels: Labels<'_>, weights: &[f64]) -> Result<Vec<Row>> {
        let observations = Observations {
            scores: Scores::F64(scores),
            labels,
            weights: Weights::F64(weights),
        };
        tally_chunk(&observations, Options::new(&mut || false))
    }

    fn codes(values: &[i32]) -> Integers<'_> {
        let missing = Some(i32::MAX);
        Integers { values, missing }
    }

    #[test]
    fn a_chunk_may_lack_a_class() {
        let scores = [2.0, 1.0, 2.0, 3.0];
        let weights = [1.0, 2.0, 3.0, 0.0];
        let rows = chunk(&scores, Labels::I32(&[0; 4]), &weights).unwrap();
        assert_eq!(rows[0], Row::at_score(1.0, [2.0, 0.0]));
        let mut tied = Row::at_score(2.0, [1.0, 0.0]);
        tied.absorb(Row::at_score(2.0, [3.0, 0.0]));
        assert_eq!(rows[1], tied);
        let powers = rows[1].powers[0];
        assert_eq!(
            (powers.squares, powers.fourths, powers.number),
            (10.0, 82.0, 2.0)
        );
        let rows = chunk(&scores, Labels::Codes(codes(&[1; 4])), &weights).unwrap();
        assert_eq!((rows.len(), rows[1].positive), (2, 4.0));
    }

    #[test]
    fn labels_that_are_neither_class_are_an_error() {
        let wrong = |result: &[f64]| {
            Err(Error::Labels {
                found: result.to_vec(),
                more: false,
            })
        };
        let scores = [1.0, 2.0];
        assert_eq!(
            chunk(&scores, Labels::I32(&[2, 1]), &scores),
            wrong(&[1.0, 2.0])
        );
        assert_eq!(
            chunk(&scores, Labels::Codes(codes(&[2, 2])), &scores),
            wrong(&[2.0])
        );
        assert_eq!(
            chunk(&scores, Labels::F64(&[0.0, 0.5]), &scores),
            wrong(&[0.0, 0.5])
        );
        let missing = Err(Error::Missing {
            argument: Argument::Labels,
            position: 1,
        });
        assert_eq!(
            chunk(&scores, Labels::Codes(codes(&[2, i32::MAX])), &scores),
            missing
        );
    }

    #[test]
    fn classes_that_weigh_more_than_a_double_holds_overflow() {
        let n = SMALL + 1;
        for (label, class) in [(0, Class::Negative), (1, Class::Positive)] {
            let overflow = Err(Error::Overflow { class });
            let labels = |n| vec![label; n];
            // Tied or not, sorted or added up in a table.
            for scores in [[1.0, 2.0], [1.0, 1.0]] {
                let result = chunk(&scores, Labels::I32(&labels(2)), &[f64::MAX; 2]);
                assert_eq!(result, overflow);
            }
            let result = chunk(&vec![1.0; n], Labels::I32(&labels(n)), &vec![1e305; n]);
            assert_eq!(result, overflow);
        }
    }
}
