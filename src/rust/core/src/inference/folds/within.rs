//! Other quantities than areas, within each fold.
//!
//! The value is the mean of the folds' values q_f. An influence is that on q_f, by the number of folds. Around
//! its own value a fold varies less than around the mean of all: a class of n units has lost 1 / n of its part
//! of the variance. So each class gets the share of q_f - q that its part in the variance is worth: where one
//! class varies, and all folds weigh as much, the influences on a rate are those without folds. A class that is alone
//! in a fold has all of it.

use super::grouped::Grouped;
use crate::covariance::{InfluenceMatrix, Sink};
use crate::error::Error;
use crate::inference::placements::RankedObservations;
use crate::inference::quantities::add_score;
use crate::memory::filled;
use crate::options::Options;
use crate::poll::Pace;
use crate::quantity::Quantity;
use crate::sampling::{Folds, Unit};
use crate::sum::Sum;

/// Adds a part of the mean of a quantity over folds, as estimate `k`, and of the influences on it; with the first estimate
/// of all the shares of observations in their classes, the means over the folds that have these.
pub(super) fn add(
    ranking: &RankedObservations,
    folds: Folds<'_>,
    (k, part, quantity): (usize, f64, Quantity),
    sink: &mut impl Sink,
    mut options: Options<'_>,
) -> Result<(), Error> {
    let grouped = Grouped::new(ranking, folds.codes, folds.number, options.poll)?;
    let mut in_folds = InfluenceMatrix::blank(1, folds.codes.len(), 2)?;
    let mut values = filled(folds.number, 0.0)?;
    let mut single = filled(folds.number, false)?;
    let mut folds_of_classes = [0.0; 2];
    let quantities = [quantity];
    for (fold, value) in values.iter_mut().enumerate() {
        let needed = Quantity::needed(&quantities);
        let of_fold = grouped.placed_in(needed, fold, options.reborrow())?;
        single[fold] = of_fold.is_of_one_class();
        for (folds, number) in folds_of_classes.iter_mut().zip(of_fold.numbers) {
            *folds += f64::from(u8::from(number > 0));
        }
        in_folds.estimates[0] = 0.0;
        let of_first = (0, &quantities[..]);
        add_score(&of_fold, of_first, Unit::Row, &mut in_folds, options.poll)?;
        *value = in_folds.estimates[0];
    }
    let part_of_fold = 1.0 / folds.number as f64;
    let mut mean = Sum::default();
    values
        .iter()
        .for_each(|&value| mean.add(part_of_fold * value));
    let mean = mean.value();
    sink.add_estimate(k, part * mean);
    let parts = parts_of_classes(&in_folds);
    let mut pace = Pace::new(options.poll);
    for (record, &position) in ranking.records.iter().zip(&ranking.positions) {
        pace.step()?;
        let (fold, class) = (
            folds.codes[position] as usize,
            usize::from(record.weight > 0.0),
        );
        let share = in_folds.share[position];
        let part_of_class = if single[fold] {
            1.0
        } else {
            parts[class].sqrt()
        };
        let away = part_of_class * share * (values[fold] - mean);
        let value = in_folds.values[position] + away;
        sink.add(position, k, part * part_of_fold * value);
        if k == 0 {
            sink.add_share(position, class, part / folds_of_classes[class] * share);
        }
    }
    Ok(())
}

/// The parts of the negatives and of the positives in the sum of squared influences.
fn parts_of_classes(influences: &InfluenceMatrix) -> [f64; 2] {
    let mut squares = [0.0; 2];
    for (value, &class) in influences.values.iter().zip(&influences.class) {
        if let Some(sum) = squares.get_mut(class as usize) {
            *sum += value * value;
        }
    }
    let all = squares[0] + squares[1];
    if all > 0.0 {
        squares.map(|square| square / all)
    } else {
        [0.0; 2]
    }
}
