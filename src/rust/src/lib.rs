//! The bindings of `weighted-roc-core` to R: shims that convert, call and convert back.
//!
//! A shim never raises: what goes wrong comes back as a `wroc_failure` list (see [`failure`]),
//! which R turns into a classed condition. A jump of R's own, an error, a time limit or Ctrl-C,
//! goes on when the shim has dropped all that it owned (see [`session`]). No object of extendr's
//! is made: it would take memory from R where no jump is caught. A shim that takes observations
//! gives NULL for arguments that R has to check first: all but plain vectors of one length. So does
//! one for which there may be no memory, as R has to be ready for its own error then.

mod band;
mod calibration;
mod checks;
mod covariance;
mod decision;
mod entry;
mod estimate;
mod failure;
mod gains;
mod hypothesis;
mod input;
mod interval;
mod observations;
mod outcome;
mod over_time;
mod pooling;
mod power;
mod precision;
mod quantities;
mod r;
mod record;
mod register;
mod replicates;
mod result;
mod rules;
mod sampling;
mod session;
mod several;
mod tallies;
mod threads;
mod wire;

use decision::or_missing;
use entry::shims;
use failure::Failure;
use input::{found_of, labels_and_weights, Vector};
use result::{numbers, rows, Frame, Value};
use session::{check_at, poll};
use several::Several;
use threads::threads_for;
use weighted_roc_core::area::{self, trapezoid};
use weighted_roc_core::curve::{Columns, Ranking};
use weighted_roc_core::memory::filled;
use weighted_roc_core::{Error, Options};

/// The curve, under the name that its function has in R.
#[allow(non_snake_case)]
fn WeightedROC(
    guess: Vector,
    label: Vector,
    weight: Vector,
    checked: bool,
) -> Result<Value, Failure> {
    found_of([guess, label, weight], checked, |observations, options| {
        let threads = options.threads;
        let ranking = Ranking::new(observations, options)?;
        let names = ["TPR", "FPR", "threshold", "FN", "FP"];
        let mut frame = Frame::by(threads, &names, ranking.rows())?;
        write_curve(&ranking, frame.columns())?;
        keep_true_negatives(&ranking, &mut frame)?;
        Ok(frame.into())
    })
}

/// Writes TPR, FPR, threshold, FN and FP.
fn write_curve(ranking: &Ranking, columns: [&mut [f64]; 5]) -> Result<(), Error> {
    let [tpr, fpr, threshold, false_negative, false_positive] = columns;
    let columns = Columns {
        tpr,
        fpr,
        threshold,
        false_negative,
        false_positive,
    };
    ranking.write(columns, &mut poll)
}

/// Gives a curve the attribute `true_negatives` where its columns alone say too little of them: by
/// threshold, so that it is right for any of the rows.
fn keep_true_negatives(ranking: &Ranking, curve: &mut Frame) -> Result<(), Failure> {
    let columns = curve.columns::<5>();
    let known = ranking.true_negatives(columns[4], &mut poll)?;
    if known.is_empty() {
        return Ok(());
    }
    let known = rows! {
        known.len() => |row| {}
        "threshold" => columns[2][row],
        "TN" => known[row],
    }?;
    curve.set_attribute(c"true_negatives", known)
}

/// The area under a curve, under the name that its function has in R.
#[allow(non_snake_case)]
fn WeightedAUC(tpr: &[f64], fpr: &[f64]) -> Result<Value, Failure> {
    let area =
        trapezoid(tpr, fpr, &mut poll).map_err(|error| Failure::of_curve(error, "tpr.fpr"))?;
    Ok(area.into())
}

fn wmw(guess: Vector, label: Vector, weight: Vector, checked: bool) -> Result<Value, Failure> {
    found_of([guess, label, weight], checked, |observations, options| {
        Ok(area::wmw(observations, options)?.into())
    })
}

/// [`wmw`] of each of several scores.
fn wmw_each(
    guess: Several,
    label: Vector,
    weight: Vector,
    checked: bool,
) -> Result<Value, Failure> {
    let Some(scores) = guess.each(label, weight, checked)? else {
        return Ok(Value::Null);
    };
    let (labels, weights) = labels_and_weights(label, weight)?;
    let options = Options {
        threads: threads_for(label.length(), scores.len())?,
        poll: &mut poll,
    };
    numbers(area::wmw_each(&scores, labels, weights, options)?)
}

/// Whole numbers of 64 bits, which package bit64 keeps in the bits of doubles, as the nearest doubles; the
/// smallest number is NA. If they are to be `exact`, those that doubles don't hold are refused.
fn doubles_of_integer64(bits: &[f64], exact: bool) -> Result<Value, Failure> {
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

shims! {
    WeightedROC as roc_curve(guess, label, weight, checked);
    WeightedAUC as curve_area(tpr, fpr);
    wmw(guess, label, weight, checked);
    wmw_each(guess, label, weight, checked);
    doubles_of_integer64(bits, exact);
}
