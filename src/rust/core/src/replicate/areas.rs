//! Areas of the same observations under many sets of weights.

use super::classes::Classes;
use super::reweighted::{sum_up, Reweighted};
use crate::error::{Argument, Error};
use crate::inference::RankedObservations;
use crate::memory::filled;
use crate::observations::Observations;
use crate::options::Options;
use crate::poll::{check, Pace, Poll, BLOCK};
use crate::sum::scale::scale_of;

/// The area under each column of `replicates`, weights of all observations by position, from one
/// sort. An observation whose own weight is 0 does not count. NaN where a class has no weight.
/// O(n log n) time at worst, and O(n) a column; 56 bytes an observation.
///
/// ```
/// use weighted_roc_core::replicate::replicate_areas;
/// use weighted_roc_core::{Labels, Observations, Options, Scores, Weights};
///
/// let observations = Observations {
///     scores: Scores::F64(&[1.0, 2.0, 3.0]),
///     labels: Labels::I32(&[1, 0, 1]),
///     weights: Weights::Unit,
/// };
/// let replicates = [1.0, 1.0, 1.0, /* and */ 1.0, 2.0, 3.0];
/// let mut areas = [0.0; 2];
/// replicate_areas(&observations, &replicates, &mut areas, Options::new(&mut || false))?;
/// assert_eq!(areas, [0.5, 0.75]);
/// # Ok::<(), weighted_roc_core::Error>(())
/// ```
///
/// # Errors
/// The errors of [`Ranking::new`](crate::curve::Ranking::new), and [`Error::TooMany`]; in the replicates, by
/// their position in the whole of them, [`Error::Missing`] and [`Error::Weight`]; and
/// [`Error::Length`] when there is not one for each observation and each of the areas.
pub fn replicate_areas(
    observations: &Observations<'_>,
    replicates: &[f64],
    areas: &mut [f64],
    mut options: Options<'_>,
) -> Result<(), Error> {
    let length = observations.labels.len();
    let expected = length.saturating_mul(areas.len());
    if replicates.len() != expected {
        return Err(Error::Length {
            argument: Argument::Replicates,
            length: replicates.len(),
            expected,
        });
    }
    check_weights(replicates, options.poll)?;
    let ranking = RankedObservations::with_positions(observations, options.reborrow())?;
    let mut classes = Classes::new(&ranking, options.poll)?;
    drop(ranking);
    classes.count_below(&mut *options.poll)?;
    let members = classes.members.iter_mut().flatten();
    members.for_each(|member| member.weight = 1.0);
    let members = &classes.members;
    let mut sums = [
        filled(members[0].len() + 1, 0.0)?,
        filled(members[1].len() + 1, 0.0)?,
    ];
    let mut pace = Pace::new(options.poll);
    for (weights, area) in replicates.chunks_exact(length).zip(areas) {
        for (members, sums) in members.iter().zip(&mut sums) {
            pace.steps(2 * members.len())?;
            let weight = |i: usize| weights[members[i].position as usize];
            // A power of two that brings the largest near 2^500 and, divided by their number, keeps their sum near it or below.
            let largest = (0..members.len()).map(weight).fold(0.0, f64::max);
            let scale = scale_of(largest) / members.len().next_power_of_two() as f64;
            sum_up(members, sums, |i| weight(i) * scale);
        }
        *area = Reweighted::new(&classes, &sums).area();
    }
    Ok(())
}

fn check_weights(weights: &[f64], poll: Poll<'_>) -> Result<(), Error> {
    let bad = |weight: &f64| !(0.0..=f64::MAX).contains(weight);
    for (block, weights) in weights.chunks(BLOCK).enumerate() {
        if let Some(i) = weights.iter().position(bad) {
            let (position, value) = (block * BLOCK + i, weights[i]);
            let argument = Argument::Replicates;
            return Err(if value.is_nan() {
                Error::Missing { argument, position }
            } else {
                Error::Weight { position, value }
            });
        }
        check(poll)?;
    }
    Ok(())
}
