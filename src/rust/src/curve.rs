//! Shims of curves and areas of observations.

use crate::input::{curve_result, labels_and_weights, Vector};
use crate::observations::Several;
use crate::prelude::*;
use crate::threads::threads_for;
use std::num::NonZeroUsize;
use weighted_roc_core::area::{self, trapezoid};
use weighted_roc_core::curve::{Columns, Ranking};

/// The curve, under the name that its function has in R.
#[allow(non_snake_case)]
pub fn WeightedROC(
    guess: Vector,
    label: Vector,
    weight: Vector,
    checked: bool,
) -> Result<Value, Failure> {
    curve_result([guess, label, weight], checked, |observations, options| {
        let threads = options.threads;
        all_rows(&Ranking::new(observations, options)?, threads)
    })
}

fn all_rows(ranking: &Ranking, threads: NonZeroUsize) -> Result<Value, Failure> {
    let names = ["TPR", "FPR", "threshold", "FN", "FP"];
    let mut frame = Frame::by(threads, &names, ranking.rows())?;
    write_curve(ranking, &mut frame)?;
    Ok(frame.into())
}

/// All rows of the curve, or as many as a limit, which are evenly spread, the first and the last among them.
pub fn few_rows_of_curve(
    guess: Vector,
    label: Vector,
    weight: Vector,
    limit: usize,
) -> Result<Value, Failure> {
    curve_result([guess, label, weight], true, |observations, options| {
        let threads = options.threads;
        let ranking = Ranking::new(observations, options)?;
        let (rows, limit) = (ranking.rows(), limit.max(2));
        if rows <= limit {
            return all_rows(&ranking, threads);
        }
        let owned = ranking.to_curve(&mut poll)?;
        let curve = owned.as_curve();
        let points = curve.points();
        let step = (rows - 1) as f64 / (limit - 1) as f64;
        rows! { limit =>
            |i| { let row = (1.0 + i as f64 * step).round_ties_even() as usize - 1; }
            "TPR" => points.tpr[row],
            "FPR" => points.fpr[row],
            "threshold" => points.threshold[row],
            "FN" => points.false_negative[row],
            "FP" => points.false_positive[row],
        }
    })
}

/// Writes TPR, FPR, threshold, FN and FP to the first columns. Where they say too little of the true negatives the frame
/// gets the attribute `true_negatives`: by threshold, so that it is right for any of the rows.
pub fn write_curve(ranking: &Ranking, frame: &mut Frame) -> Result<(), Failure> {
    let [tpr, fpr, threshold, false_negative, false_positive] = frame.columns();
    let columns = Columns {
        tpr,
        fpr,
        threshold,
        false_negative,
        false_positive,
    };
    ranking.write(columns, &mut poll)?;
    let columns = frame.columns::<5>();
    let known = ranking.true_negatives(columns[4], &mut poll)?;
    if known.is_empty() {
        return Ok(());
    }
    let known = rows! {
        known.len() => |row| {}
        "threshold" => columns[2][row],
        "TN" => known[row],
    }?;
    frame.set_attribute(c"true_negatives", known)
}

/// The area under a curve, under the name that its function has in R.
#[allow(non_snake_case)]
pub fn WeightedAUC(tpr: &[f64], fpr: &[f64]) -> Result<Value, Failure> {
    let area =
        trapezoid(tpr, fpr, &mut poll).map_err(|error| Failure::in_curve(error, "tpr.fpr"))?;
    Ok(area.into())
}

pub fn wmw(guess: Vector, label: Vector, weight: Vector, checked: bool) -> Result<Value, Failure> {
    curve_result([guess, label, weight], checked, |observations, options| {
        Ok(area::wmw(observations, options)?.into())
    })
}

/// [`wmw`] of each of several scores.
pub fn wmw_each(
    guess: Several,
    label: Vector,
    weight: Vector,
    checked: bool,
) -> Result<Value, Failure> {
    let Some(scores) = guess.each(label, weight, checked)? else {
        return Ok(Value::Null);
    };
    let (labels, weights) = labels_and_weights(label, weight)?;
    let (threads, mut poll) = (threads_for(label.length(), scores.len())?, poll);
    let options = options(threads, &mut poll);
    numbers(area::wmw_each(&scores, labels, weights, options)?)
}

/// Whole numbers of 64 bits, which package bit64 keeps in the bits of doubles, as the nearest doubles; the
/// smallest number is NA. If they are to be `exact`, those that doubles don't hold are refused.
pub fn doubles_of_integer64(bits: &[f64], exact: bool) -> Result<Value, Failure> {
    let mut doubles = filled(bits.len(), 0.0)?;
    for (i, (double, bits)) in doubles.iter_mut().zip(bits).enumerate() {
        check_at(i)?;
        let integer = bits.to_bits() as i64;
        *double = match integer {
            i64::MIN => or_missing(f64::NAN),
            _ => integer as f64,
        };
        if exact && integer != i64::MIN && *double as i128 != i128::from(integer) {
            return Err(Failure::inexact(i));
        }
    }
    numbers(doubles)
}
