//! Shims of scores as probabilities.

use crate::entry::shims;
use crate::failure::Failure;
use crate::input::{self, CurveColumns};
use crate::result::{table, try_table, Value};
use crate::session::poll;
use weighted_roc_core::calibration::calibrate;
use weighted_roc_core::summary::{decompose, Loss, Shape};

fn curve_calibration(curve: CurveColumns, prior: Option<f64>) -> Result<Value, Failure> {
    let curve = input::curve(curve, "curve")?;
    let blocks = calibrate(&curve, prior, &mut poll)?;
    let names = [
        "score_low",
        "score_high",
        "probability",
        "weight_positive",
        "weight_negative",
    ];
    table(names, blocks.len(), |i| {
        let block = &blocks[i];
        let [negative, positive] = block.weights;
        [
            curve.threshold(block.first),
            curve.threshold(block.last),
            block.probability,
            positive,
            negative,
        ]
    })
}

/// For each prior a row; without any, one for the share of the positives.
fn curve_losses(
    curve: CurveColumns,
    logarithmic: bool,
    prior: Option<&[f64]>,
) -> Result<Value, Failure> {
    let curve = input::curve(curve, "curve")?;
    let shape = Shape::of_curve(&curve, &mut poll)?;
    let loss = match logarithmic {
        true => Loss::Logarithmic,
        false => Loss::Quadratic,
    };
    let names = ["prior", "loss", "MCB", "DSC", "UNC"];
    try_table(names, prior.map_or(1, <[f64]>::len), |i| {
        let prior = prior.map(|priors| priors[i]);
        let found = decompose(&shape, loss, prior, &mut poll)
            .map_err(|error| Failure::of_curve(error, "curve"))?;
        Ok([
            shape.priors(prior)[1],
            found.loss,
            found.miscalibration,
            found.discrimination,
            found.uncertainty,
        ])
    })
}

shims! {
    curve_calibration(curve, prior);
    curve_losses(curve, logarithmic, prior);
}
