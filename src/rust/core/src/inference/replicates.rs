//! Areas of the same observations under many sets of weights.

use super::classes::{accumulate, Classes};
use super::placements::Placed;
use crate::error::{Argument, Error};
use crate::memory::filled;
use crate::observations::Observations;
use crate::options::Options;
use crate::poll::check;

/// The area under each column of `replicates`, weights of all observations by position, from one
/// sort. An observation whose own weight is 0 does not count. NaN where a class has no weight.
/// O(n log n) time at worst, and O(n) a column.
///
/// # Errors
/// As [`Ranking::new`](crate::curve::Ranking::new); [`Error::Missing`] and [`Error::Weight`] in the
/// replicates, by their position in the whole of them.
pub fn replicate_areas(
    observations: &Observations<'_>,
    replicates: &[f64],
    areas: &mut [f64],
    mut options: Options<'_>,
) -> Result<(), Error> {
    check_weights(replicates)?;
    let placed = Placed::with_positions(observations, options.again())?;
    let classes = Classes::new(&placed)?;
    let [negatives, positives] = &classes.members;
    let mut cumulative = filled(negatives.len() + 1, 0.0)?;
    let columns = replicates.chunks_exact(observations.labels.len());
    for (weights, area) in columns.zip(areas) {
        check(options.poll)?;
        let weight_of = |member: &super::classes::Member| weights[member.position as usize];
        accumulate(negatives.iter().map(weight_of), &mut cumulative);
        *area = classes.area(&cumulative, positives.iter().map(weight_of));
    }
    Ok(())
}

fn check_weights(weights: &[f64]) -> Result<(), Error> {
    let bad = |weight: &f64| !(0.0..=f64::MAX).contains(weight);
    match weights.iter().position(bad) {
        None => Ok(()),
        Some(position) if weights[position].is_nan() => Err(Error::Missing {
            argument: Argument::Weights,
            position,
        }),
        Some(position) => Err(Error::Weight {
            position,
            value: weights[position],
        }),
    }
}
