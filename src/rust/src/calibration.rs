//! Shims of scores as probabilities.

use crate::decision::priors;
use crate::entry::shims;
use crate::failure::Failure;
use crate::input::{self, CurveColumns, Vector};
use crate::result::{table, try_table, Value};
use crate::session::poll;
use crate::spread::unit_of;
use std::num::NonZeroUsize;
use weighted_roc_core::inference::{reliability, ReliabilityRequest};
use weighted_roc_core::interval::Level;
use weighted_roc_core::shape::calibrate;
use weighted_roc_core::summary::{decompose, ForecastLoss};
use weighted_roc_core::Options;

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
            curve.points().threshold[block.first],
            curve.points().threshold[block.last],
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
    let loss = if logarithmic {
        ForecastLoss::Logarithmic
    } else {
        ForecastLoss::Quadratic
    };
    let names = ["prior", "loss", "MCB", "DSC", "UNC"];
    try_table(names, prior.map_or(1, <[f64]>::len), |i| {
        let prior = prior.map(|priors| priors[i]);
        let found = decompose(&curve, loss, prior, &mut poll)
            .map_err(|error| Failure::of_curve(error, "curve"))?;
        Ok([
            priors(&curve, prior)[1],
            found.loss,
            found.miscalibration,
            found.discrimination,
            found.uncertainty,
        ])
    })
}

/// What forecasts stand for, and both bands. `numbers` are how many samples there are to be, and the
/// level of the bands.
fn reliability_bands(
    observations: [Vector; 3],
    counts: bool,
    clusters: Option<&[i32]>,
    cluster_number: usize,
    numbers: &[f64],
    seed: &[f64],
    threads: NonZeroUsize,
) -> Result<Value, Failure> {
    let [guess, label, weight] = observations;
    let observations = input::observations(guess, label, weight)?;
    let (&[replicates, level], &[high, low]) = (numbers, seed) else {
        return Err(Failure::internal("two numbers, two of a seed".to_string()));
    };
    let mut request = ReliabilityRequest::default();
    request.unit = unit_of(counts);
    request.clusters = clusters.map(|codes| (codes, cluster_number));
    request.replicates = replicates as usize;
    request.seed = (high as u64) << 32 | low as u64;
    request.level = Level::new(level)?;
    let options = Options {
        threads,
        poll: &mut poll,
    };
    let found = reliability(&observations, &request, options)?;
    let names = [
        "forecast",
        "share",
        "probability",
        "consistency.low",
        "consistency.high",
        "conf.low",
        "conf.high",
    ];
    table(names, found.len(), |i| {
        let place = &found[i];
        let [consistent, confident] = [place.consistency, place.confidence];
        [
            place.forecast,
            place.share,
            place.probability,
            consistent[0],
            consistent[1],
            confident[0],
            confident[1],
        ]
    })
}

shims! {
    reliability_bands(observations, counts, clusters, cluster_number, numbers, seed, threads);
    curve_calibration(curve, prior);
    curve_losses(curve, logarithmic, prior);
}
