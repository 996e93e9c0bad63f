//! The bindings of `weighted-roc-core` to R: shims that convert, call and convert back.
//!
//! A shim never fails and never raises: what goes wrong comes back as a `wroc_failure` list (see
//! [`failure`]), which R turns into a classed condition. extendr 0.9.0 would hand an error's text
//! to C as a format string. A shim that takes observations gives NULL for arguments that R has to
//! check first: all but plain vectors of one length.

mod decision;
mod failure;
mod frame;
mod inference;
mod input;
mod session;
mod tallies;

use extendr_api::prelude::*;
use failure::{guard, Failure};
use frame::Frame;
use session::user_interrupt;
use weighted_roc_core::{self as core, Columns, Observations, Ranking};

#[extendr]
fn roc_curve(guess: Robj, label: Robj, weight: Robj, checked: bool, threads: i32) -> Robj {
    if !checked && !input::are_plain(&guess, &label, &weight) {
        return ().into();
    }
    guard(|| {
        let observations = observations(&guess, &label, &weight)?;
        let ranking = Ranking::by_threads(threads as usize, &observations, &mut user_interrupt)?;
        let names = ["TPR", "FPR", "threshold", "FN", "FP"];
        let mut frame = Frame::new(names, ranking.rows())?;
        write_curve(&ranking, frame.columns());
        Ok(frame.into_robj())
    })
}

/// Writes TPR, FPR, threshold, FN and FP.
fn write_curve(ranking: &Ranking, columns: [&mut [f64]; 5]) {
    let [tpr, fpr, threshold, false_negative, false_positive] = columns;
    ranking.write(Columns {
        tpr,
        fpr,
        threshold,
        false_negative,
        false_positive,
    });
}

#[extendr]
fn curve_area(tpr: Robj, fpr: Robj) -> Robj {
    guard(|| {
        let area = core::area(input::doubles(&tpr)?, input::doubles(&fpr)?)
            .map_err(|error| Failure::of_curve(error, "tpr.fpr"))?;
        Ok(area.into())
    })
}

#[extendr]
fn wmw(guess: Robj, label: Robj, weight: Robj, checked: bool, threads: i32) -> Robj {
    if !checked && !input::are_plain(&guess, &label, &weight) {
        return ().into();
    }
    guard(|| {
        let observations = observations(&guess, &label, &weight)?;
        let area = core::wmw_by_threads(threads as usize, &observations, &mut user_interrupt)?;
        Ok(area.into())
    })
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
    use decision;
    use inference;
    use tallies;
}
