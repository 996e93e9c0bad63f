//! Shims of what a score finds of the positives.

use crate::decision::{each, or_missing, priors};
use crate::entry::shims;
use crate::failure::Failure;
use crate::input::{self, CurveColumns};
use crate::result::{rows, Value};
use weighted_roc_core::decision::GainCurve;
use weighted_roc_core::Range;

/// At all rows, or at shares; for the first prior, then for the next one.
fn curve_gain(
    curve: CurveColumns,
    share: Option<&[f64]>,
    prior: Option<&[f64]>,
) -> Result<Value, Failure> {
    Range::PROBABILITY.check("share", share.unwrap_or_default())?;
    let curve = input::curve(curve, "x")?;
    let points = share.map_or(curve.rows(), <[f64]>::len);
    let (curve, each) = (&curve, each(prior)?);
    rows! { by [each.len(), points] =>
        |i| {
            let priors = priors(curve, each[i])?;
            let gains = GainCurve::new(curve, priors)?;
        }
        |at| {
            let result = match share {
                Some(share) => gains.at_share(share[at])?,
                None => gains.at_row(at)?,
            };
        }
        "prior" => priors[1],
        "share" => result.share,
        "TPR" => result.tpr,
        "FPR" => result.fpr,
        "threshold" => curve.points().threshold[result.row],
        "probability" => result.probability,
        "lift" => or_missing(result.lift),
        "response" => or_missing(result.response),
    }
}

shims! {
    curve_gain(curve, share, prior);
}
