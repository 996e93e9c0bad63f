//! The tally of some observations, which need not be of both classes.

use super::by_score::tally_if_few;
use super::row::{check_sums, Row};
use crate::error::Error;
use crate::memory::{collect, push, reserve};
use crate::observations::record::Record;
use crate::observations::Observations;
use crate::options::Options;
use crate::poll::Pace;
use crate::sort::rank_any;
use crate::sort::sample::Sample;
use crate::sum::Sums;

/// Adds the observations of a chunk up by score, ascending. Whatever their type, labels are 1 for
/// a positive and 0 for a negative; a class may be missing. Time and memory as
/// [`Ranking::new`](crate::curve::Ranking::new), and 32 bytes a distinct score.
///
/// ```
/// use weighted_roc_core::tally::of_chunk;
/// use weighted_roc_core::{Labels, Observations, Options, Scores, Weights};
///
/// let chunk = Observations {
///     scores: Scores::F64(&[0.7, 0.1, 0.7]),
///     labels: Labels::I32(&[1, 0, 0]),
///     weights: Weights::F64(&[3.0, 2.0, 1.0]),
/// };
/// let rows = of_chunk(&chunk, Options::new(&mut || false))?;
/// assert_eq!((rows[0].score, rows[0].negative, rows[0].positive), (0.1, 2.0, 0.0));
/// assert_eq!((rows[1].score, rows[1].negative, rows[1].positive), (0.7, 1.0, 3.0));
/// # Ok::<(), weighted_roc_core::Error>(())
/// ```
///
/// # Errors
/// As [`Ranking::new`](crate::curve::Ranking::new), but for those of classes that are not there;
/// [`Error::Labels`] for labels that are neither 0 nor 1.
pub fn of_chunk(
    observations: &Observations<'_>,
    mut options: Options<'_>,
) -> Result<Vec<Row>, Error> {
    let source = &*observations.source_of_chunk()?;
    let sample = Sample::of(source)?;
    let rows = match tally_if_few(source, sample.as_ref(), options.poll)? {
        Some(tallied) => collect(
            tallied
                .iter()
                .map(|row| Row::of_score(row.score, [row.negative(), row.positive()])),
        )?,
        None => {
            let ranked = rank_any(source, sample.as_ref(), options.again())?;
            let mut pace = Pace::new(options.poll);
            let mut rows = reserve(ranked.distinct)?;
            for run in ranked.records.chunk_by(|a, b| a.score == b.score) {
                pace.steps(run.len())?;
                push(&mut rows, of_run(run))?;
            }
            rows
        }
    };
    let sum = |weight: fn(&Row) -> f64| rows.iter().map(weight).sum();
    check_sums([sum(|row| row.negative), sum(|row| row.positive)])?;
    Ok(rows)
}

fn of_run(run: &[Record]) -> Row {
    let mut sums = Sums::default();
    run.iter().for_each(|record| sums.add(record.weights()));
    Row::of_score(run[0].score, sums.values())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::{Argument, Class};
    use crate::poll::BLOCK;
    use crate::testing::examples::{thousandths, uniform};
    use crate::testing::reference::Data;
    use crate::{Labels, Scores, Weights};

    fn chunk(scores: &[f64], labels: Labels<'_>, weights: &[f64]) -> Result<Vec<Row>, Error> {
        let observations = Observations {
            scores: Scores::F64(scores),
            labels,
            weights: Weights::F64(weights),
        };
        of_chunk(&observations, Options::new(&mut || false))
    }

    #[test]
    fn a_chunk_may_lack_a_class() {
        let scores = [2.0, 1.0, 2.0, 3.0];
        let weights = [1.0, 2.0, 3.0, 0.0];
        let rows = chunk(&scores, Labels::I32(&[0; 4]), &weights).unwrap();
        let expected = [[2.0, 0.0], [4.0, 0.0]];
        assert_eq!(rows[0], Row::of_score(1.0, expected[0]));
        assert_eq!(rows[1], Row::of_score(2.0, expected[1]));
        let rows = chunk(&scores, Labels::Codes(&[1; 4]), &weights).unwrap();
        assert_eq!((rows.len(), rows[1].positive), (2, 4.0));
    }

    #[test]
    fn labels_that_are_neither_class_are_an_error() {
        let wrong = |found: &[f64]| {
            Err(Error::Labels {
                found: found.to_vec(),
                more: false,
            })
        };
        let scores = [1.0, 2.0];
        assert_eq!(
            chunk(&scores, Labels::I32(&[2, 1]), &scores),
            wrong(&[1.0, 2.0])
        );
        assert_eq!(
            chunk(&scores, Labels::Codes(&[2, 2]), &scores),
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
            chunk(&scores, Labels::I32(&[2, i32::MIN]), &scores),
            missing
        );
    }

    #[test]
    fn classes_that_weigh_more_than_a_double_holds_overflow() {
        let scores = [1.0, 2.0];
        for (label, class) in [(0, Class::Negative), (1, Class::Positive)] {
            let found = chunk(&scores, Labels::I32(&[label; 2]), &[f64::MAX; 2]);
            assert_eq!(found, Err(Error::Overflow { class }));
        }
    }

    #[test]
    #[cfg_attr(miri, ignore = "slow")]
    fn who_says_stop_is_obeyed() {
        let n = 2 * BLOCK + 10;
        for data in [Data::new(uniform(n), 1), Data::new(thousandths(n), 1)] {
            let polls_until = |stop: usize| {
                let mut polls = 0;
                let mut poll = || {
                    polls += 1;
                    polls == stop
                };
                let found = of_chunk(&data.observations(), Options::new(&mut poll));
                (found.map(drop), polls)
            };
            let (done, polls) = polls_until(0);
            assert!(done.is_ok() && polls >= 2);
            for stop in 1..=polls {
                assert_eq!(polls_until(stop), (Err(Error::Interrupted), stop));
            }
        }
    }
}
