//! Shims of what a score finds of the positives.

use crate::decision::{each, or_missing, priors};
use crate::entry::shims;
use crate::failure::Failure;
use crate::input::{self, CurveColumns};
use crate::result::{table_by, Value};
use weighted_roc_core::decision::{Gain, GainCurve};

/// At all rows, or at shares; for the first prior, then for the next one.
fn curve_gain(
    curve: CurveColumns,
    share: Option<&[f64]>,
    prior: Option<&[f64]>,
) -> Result<Value, Failure> {
    let curve = input::curve(curve, "x")?;
    let points = share.map_or(curve.rows(), <[f64]>::len);
    let names = [
        "prior",
        "share",
        "TPR",
        "FPR",
        "threshold",
        "probability",
        "lift",
        "response",
    ];
    let (curve, each) = (&curve, each(prior)?);
    table_by(names, [each.len(), points], |i| {
        let priors = priors(curve, each[i]);
        let gains = GainCurve::new(curve, priors)?;
        Ok(move |at: usize| {
            let Gain {
                row,
                probability,
                share,
                tpr,
                fpr,
                lift,
                response,
            } = match share {
                Some(share) => gains.at_share(share[at])?,
                None => gains.at_row(at)?,
            };
            Ok([
                priors[1],
                share,
                tpr,
                fpr,
                curve.points().threshold[row],
                probability,
                or_missing(lift),
                or_missing(response),
            ])
        })
    })
}

shims! {
    curve_gain(curve, share, prior);
}
