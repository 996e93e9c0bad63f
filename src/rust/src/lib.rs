//! The bindings of `weighted-roc-core` to R: shims that convert, call and convert back.
//!
//! A shim never fails and never raises: what goes wrong comes back as a `wroc_failure` list (see
//! [`failure`]), which R turns into a classed condition. extendr 0.9.0 would hand an error's text
//! to C as a format string.

mod failure;
mod frame;
mod input;
mod session;

use extendr_api::prelude::*;
use failure::{guard, Failure};
use frame::{data_frame, Column};
use session::user_interrupt;
use weighted_roc_core::{self as core, Columns, Observations, Ranking};

#[extendr]
fn roc_curve(guess: Robj, label: Robj, weight: Robj) -> Robj {
    guard(|| {
        let observations = observations(&guess, &label, &weight)?;
        curve(Ranking::in_columns(
            &observations,
            pair,
            &mut user_interrupt,
        )?)
    })
}

fn curve(ranking: Ranking<Column>) -> Result<Robj, Failure> {
    let rows = ranking.rows();
    let [mut tpr, mut fpr, mut false_positive] = Column::allocate(rows)?;
    let (threshold, false_negative) = if ranking.fits_in_place() {
        ranking.write_in_place(&mut tpr, &mut fpr, &mut false_positive)
    } else {
        let [mut threshold, mut false_negative] = Column::allocate(rows)?;
        ranking.write(Columns {
            tpr: &mut tpr,
            fpr: &mut fpr,
            threshold: &mut threshold,
            false_negative: &mut false_negative,
            false_positive: &mut false_positive,
        });
        (threshold, false_negative)
    };
    data_frame(
        ["TPR", "FPR", "threshold", "FN", "FP"],
        [tpr, fpr, threshold, false_negative, false_positive],
    )
}

#[extendr]
fn curve_area(tpr: Robj, fpr: Robj) -> Robj {
    guard(|| {
        let area = core::area(input::doubles(&tpr)?, input::doubles(&fpr)?)?;
        Ok(area.into())
    })
}

#[extendr]
fn wmw(guess: Robj, label: Robj, weight: Robj) -> Robj {
    guard(|| {
        let observations = observations(&guess, &label, &weight)?;
        let area = core::wmw_in_columns(&observations, pair, &mut user_interrupt)?;
        Ok(area.into())
    })
}

/// Working memory for a core function.
fn pair(length: usize) -> Result<(Column, Column), Failure> {
    let [scores, weights] = Column::allocate(length)?;
    Ok((scores, weights))
}

fn observations<'a>(
    guess: &'a Robj,
    label: &'a Robj,
    weight: &'a Robj,
) -> Result<Observations<'a>, Failure> {
    Ok(Observations {
        scores: input::scores(guess)?,
        labels: input::labels(label)?,
        weights: input::weights(weight)?,
    })
}

extendr_module! {
    mod WeightedROC;
    fn roc_curve;
    fn curve_area;
    fn wmw;
}
