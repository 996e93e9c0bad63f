//! Other quantities than areas, within each fold.
//!
//! The value is the mean of the folds' values q_f. An influence is that on q_f, by the number of folds. Around
//! its own value a fold varies less than around the mean of all: a class of n units has lost 1 / n of its part
//! of the variance. So each class gets the share of q_f - q that its part in the variance is worth: where one
//! class varies, and all folds weigh as much, the influences on a rate are those without folds. A class that is alone
//! in a fold has all of it.

use super::grouped::Grouped;
use crate::error::Error;
use crate::inference::placements::Placed;
use crate::inference::quantities::visit_placed;
use crate::memory::{filled, push, reserve};
use crate::options::Options;
use crate::quantity::Quantity;
use crate::sampling::{Folds, Unit};
use crate::sum::Sum;

/// An observation within its fold.
struct Member {
    position: usize,
    fold: usize,
    /// The influence on the value of the fold.
    value: f64,
    /// The share of the weight of the class in the fold; minus for negatives.
    share: f64,
}

/// Gives the mean of a quantity over folds, and hands to `visit` the position of each observation, its influence
/// on the mean, and its share of the weight of its class, the mean over the folds that have it; minus for negatives.
pub(super) fn visit(
    placed: &Placed,
    folds: Folds<'_>,
    quantity: Quantity,
    mut options: Options<'_>,
    mut visit: impl FnMut(usize, f64, f64),
) -> Result<f64, Error> {
    let grouped = Grouped::new(placed, folds.codes, folds.number, options.poll)?;
    let mut members: Vec<Member> = reserve(placed.records.len())?;
    let mut values = filled(folds.number, 0.0)?;
    let mut alone = filled(folds.number, false)?;
    let mut folds_of_classes = [0.0; 2];
    let needed = Quantity::needed(&[quantity]);
    for (fold, value) in values.iter_mut().enumerate() {
        let of_fold = grouped.placed_in(needed, fold, options.again())?;
        alone[fold] = of_fold.is_of_one_class();
        for (folds, number) in folds_of_classes.iter_mut().zip(of_fold.numbers) {
            *folds += f64::from(u8::from(number > 0));
        }
        let mut found = Ok(());
        visit_placed(
            &of_fold,
            &[quantity],
            Unit::Row,
            std::slice::from_mut(value),
            options.poll,
            |position, _, value, share| {
                let member = Member {
                    position,
                    fold,
                    value,
                    share,
                };
                if found.is_ok() {
                    found = push(&mut members, member);
                }
            },
        )?;
        found?;
    }
    let part = 1.0 / folds.number as f64;
    let mut mean = Sum::default();
    values.iter().for_each(|&value| mean.add(part * value));
    let mean = mean.value();
    let parts = parts_of_classes(&members);
    for member in &members {
        let class = usize::from(member.share > 0.0);
        let part_of_class = if alone[member.fold] {
            1.0
        } else {
            parts[class].sqrt()
        };
        let own = part_of_class * member.share.abs();
        let value = member.value + own * (values[member.fold] - mean);
        let share = (1.0 / folds_of_classes[class]) * member.share;
        visit(member.position, part * value, share);
    }
    Ok(mean)
}

/// The parts of the negatives and of the positives in the sum of squared influences.
fn parts_of_classes(members: &[Member]) -> [f64; 2] {
    let mut squares = [0.0; 2];
    for member in members {
        squares[usize::from(member.share > 0.0)] += member.value * member.value;
    }
    let all = squares[0] + squares[1];
    if all > 0.0 {
        squares.map(|square| square / all)
    } else {
        [0.0; 2]
    }
}
