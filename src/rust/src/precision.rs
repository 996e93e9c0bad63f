//! Shims of precision and recall.

use crate::decision::{each, priors};
use crate::entry::shims;
use crate::failure::Failure;
use crate::input::{self, CurveColumns};
use crate::result::{rows, Value};
use crate::session::poll;
use weighted_roc_core::measure::{precision_at_recall, precision_at_row, precision_gains};
use weighted_roc_core::memory::{push, reserve};
use weighted_roc_core::Range;

/// Returns the precision of all rows for the first prior, then for the next ones.
fn curve_precision(curve: CurveColumns, prior: Option<&[f64]>) -> Result<Value, Failure> {
    let curve = input::curve(curve, "x")?;
    let (curve, each) = (&curve, each(prior)?);
    rows! { by [each.len(), curve.rows()] =>
        |i| { let priors = priors(curve, each[i])?; }
        |row| {}
        "prior" => priors[1], "precision" => precision_at_row(curve, row, priors)?
    }
}

fn curve_precision_at(
    curve: CurveColumns,
    recall: &[f64],
    prior: Option<&[f64]>,
) -> Result<Value, Failure> {
    Range::PROBABILITY.check("recall", recall)?;
    let curve = input::curve(curve, "x")?;
    let (curve, each) = (&curve, each(prior)?);
    rows! { by [each.len(), recall.len()] =>
        |i| { let priors = priors(curve, each[i])?; }
        |at| { let (precision, row) = precision_at_recall(curve, recall[at], priors)?; }
        "prior" => priors[1],
        "recall" => recall[at],
        "precision" => precision,
        "threshold" => curve.points().threshold[row],
    }
}

/// The points of all priors, one after the other.
fn curve_gains(curve: CurveColumns, prior: Option<&[f64]>) -> Result<Value, Failure> {
    let curve = input::curve(curve, "x")?;
    let mut all = reserve(0)?;
    for prior in each(prior)? {
        let priors = priors(&curve, prior)?;
        for gain in precision_gains(&curve, priors, &mut poll)? {
            push(&mut all, (priors[1], gain))?;
        }
    }
    rows! { all.len() =>
        |i| { let (prior, gain) = all[i]; }
        "prior" => prior,
        "recall_gain" => gain.recall,
        "precision_gain" => gain.precision,
        "threshold" => curve.points().threshold[gain.row],
    }
}

shims! {
    curve_precision(curve, prior);
    curve_precision_at(curve, recall, prior);
    curve_gains(curve, prior);
}
