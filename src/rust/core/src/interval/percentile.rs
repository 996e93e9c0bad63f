//! Intervals from bootstrap replicates.

use super::request::{Interval, Level};
use crate::error::{Argument, Error, Result};
use crate::memory::{push, reserve};
use crate::poll::{Pace, Poll};
use crate::rounding::{without_rounding, TYPED};
use crate::sum::Sum;

/// The evidence of replicates about a number.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Percentiles {
    /// The standard deviation of the replicates, and their percentiles (Efron 1979); the number itself twice where
    /// all replicates are equal.
    pub interval: Interval,
    /// How many replicates had a number at all.
    pub left: usize,
}

/// The intervals of numbers by their replicates: those of the first replicate, then those of the second one, and so
/// on, as [`Bootstrap::replicates`](crate::replicate::Bootstrap::replicates) writes them. NaN is left out. The p
/// quantile of sorted replicates x_1, ..., x_R lies at 1 + (R - 1) p, on the line between its neighbours. O(R log R)
/// for each number.
///
/// ```
/// use weighted_roc_core::interval::{percentile_intervals, Level};
///
/// let replicates = [0.5, 0.1, 0.2, 0.4, f64::NAN, 0.3];
/// let [result] = percentile_intervals(&replicates, &[0.3], Level::new(0.5)?, &mut || false)?[..] else {
///     unreachable!()
/// };
/// assert_eq!(result.left, 5);
/// assert_eq!([result.interval.low, result.interval.high], [0.2, 0.4]);
/// assert!((result.interval.std_error - 0.025f64.sqrt()).abs() < 1e-15);
/// # Ok::<(), weighted_roc_core::Error>(())
/// ```
///
/// # Errors
/// [`Error::Length`] for what is no whole number of replicates, [`Error::Memory`], [`Error::Interrupted`].
pub fn percentile_intervals(
    replicates: &[f64],
    numbers: &[f64],
    level: Level,
    poll: Poll<'_>,
) -> Result<Vec<Percentiles>> {
    let width = numbers.len().max(1);
    let drawn = replicates.len() / width;
    if numbers.is_empty() || drawn * width != replicates.len() {
        return Err(Error::Length {
            argument: Argument::Replicates,
            length: replicates.len(),
            expected: drawn * numbers.len(),
        });
    }
    let mut pace = Pace::new(poll);
    let mut result = reserve(width)?;
    for (k, &number) in numbers.iter().enumerate() {
        pace.steps(drawn)?;
        let known = sorted_column(replicates, width, k)?;
        let interval = interval_of(&known, number, level);
        let left = known.len();
        push(&mut result, Percentiles { interval, left })?;
    }
    Ok(result)
}

/// The replicates of one of `width` numbers, without NaN, ascending.
pub(crate) fn sorted_column(replicates: &[f64], width: usize, k: usize) -> Result<Vec<f64>> {
    let mut column = reserve(replicates.len() / width)?;
    for replicate in replicates.chunks_exact(width) {
        if !replicate[k].is_nan() {
            push(&mut column, replicate[k])?;
        }
    }
    column.sort_unstable_by(f64::total_cmp);
    Ok(column)
}

/// The interval of sorted replicates.
fn interval_of(sorted: &[f64], number: f64, level: Level) -> Interval {
    let std_error = standard_deviation(sorted);
    if std_error.is_nan() {
        return Interval::unknown();
    }
    let outside = 1.0 - level.get();
    let [low, high] = if std_error == 0.0 {
        [number; 2]
    } else {
        [outside / 2.0, 1.0 - outside / 2.0].map(|p| quantile(sorted, p))
    };
    Interval {
        std_error,
        low,
        high,
        df: f64::NAN,
    }
}

/// 0 for what is nothing but rounding, NaN of fewer than two.
fn standard_deviation(sorted: &[f64]) -> f64 {
    let (Some(first), Some(last)) = (sorted.first(), sorted.last()) else {
        return f64::NAN;
    };
    let number = sorted.len() as f64;
    let mut sum = Sum::default();
    sorted.iter().for_each(|&x| sum.add(x));
    let mean = sum.value() / number;
    let mut squares = Sum::default();
    sorted
        .iter()
        .for_each(|&x| squares.add((x - mean) * (x - mean)));
    let deviation = (squares.value() / (number - 1.0)).sqrt();
    without_rounding(deviation, first.abs().max(last.abs()))
}

/// The quantile of sorted numbers, at least one, see [`percentile_intervals`].
pub(crate) fn quantile(sorted: &[f64], p: f64) -> f64 {
    let at = (sorted.len() - 1) as f64 * p;
    // A place that is a whole number but for the rounding of the level is one.
    let nearest = at.round();
    let is_whole = (at - nearest).abs() <= TYPED * sorted.len() as f64;
    let (below, beyond) = if is_whole {
        (nearest, 0.0)
    } else {
        (at.floor(), at.fract())
    };
    let (low, high) = (
        sorted[below as usize],
        sorted[(below as usize + 1).min(sorted.len() - 1)],
    );
    if beyond == 0.0 || low == high {
        low
    } else {
        low + beyond * (high - low)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn percentiles(replicates: &[f64]) -> Percentiles {
        let level = Level::default();
        percentile_intervals(replicates, &[0.7], level, &mut || false).unwrap()[0]
    }

    #[test]
    fn equal_replicates_are_a_point() {
        let result = percentiles(&[0.1 + 0.2, 0.3, 0.3]);
        assert_eq!(result.interval.std_error, 0.0);
        assert_eq!([result.interval.low, result.interval.high], [0.7; 2]);
    }

    #[test]
    fn nothing_is_known_of_fewer_than_two() {
        for replicates in [&[][..], &[0.5], &[f64::NAN, 0.5]] {
            assert!(
                percentiles(replicates).interval.low.is_nan(),
                "{replicates:?}"
            );
        }
    }

    #[test]
    fn replicates_without_an_end_have_no_standard_error() {
        let result = percentiles(&[1.0, 2.0, f64::INFINITY]);
        assert_eq!(result.left, 3);
        assert!(result.interval.std_error.is_nan());
    }

    #[test]
    fn percentiles_lie_where_the_definition_says() {
        let replicates: Vec<f64> = (0..=1000).rev().map(f64::from).collect();
        let result = percentiles(&replicates).interval;
        assert_eq!([result.low, result.high], [25.0, 975.0]);
    }

    #[test]
    fn what_is_no_whole_number_of_replicates_is_refused() {
        let level = Level::default();
        assert!(percentile_intervals(&[0.5; 3], &[0.5; 2], level, &mut || false).is_err());
        assert!(percentile_intervals(&[], &[], level, &mut || false).is_err());
    }
}
