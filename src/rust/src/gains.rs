//! Shims of what a score saves of costs, and of what it finds of the positives.

use crate::decision::{each, or_missing, priors};
use crate::entry::shims;
use crate::failure::Failure;
use crate::input::{self, CurveColumns};
use crate::result::{table_by, try_table, Value};
use crate::session::poll;
use weighted_roc_core::decision::{Gain, GainCurve};
use weighted_roc_core::shape::Corners;
use weighted_roc_core::summary::{largest_youden, Density};

/// Two parameters; or NaN, and NaN again or a number for the two that go by the priors.
pub fn density_of(parameters: &[f64]) -> Density {
    match *parameters {
        [a, b] if !a.is_nan() => Density::Beta([a, b]),
        [_, b] if !b.is_nan() => Density::ByRatio,
        _ => Density::ByPriors,
    }
}

/// A row for each prior.
fn curve_h(curve: CurveColumns, density: &[f64], prior: Option<&[f64]>) -> Result<Value, Failure> {
    let curve = input::curve(curve, "x")?;
    let corners = Corners::of(&curve, &mut poll)?;
    let area = corners.area(&mut poll)?;
    let youden = largest_youden(&curve, &mut poll)?;
    let names = ["prior", "H", "AUCH", "KS", "MER", "loss", "loss_trivial"];
    try_table(names, prior.map_or(1, <[f64]>::len), |i| {
        let priors = priors(&curve, prior.map(|prior| prior[i]));
        let loss = corners.loss(density_of(density), priors, &mut poll)?;
        Ok([
            priors[1],
            loss.saved,
            area,
            youden,
            corners.least_error(priors, &mut poll)?,
            loss.least,
            loss.trivial,
        ])
    })
}

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
    curve_h(curve, density, prior);
    curve_gain(curve, share, prior);
}
