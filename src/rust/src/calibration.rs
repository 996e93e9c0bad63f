//! Shims of scores as probabilities.

use crate::entry::shims;
use crate::failure::Failure;
use crate::input::{self, CurveColumns};
use crate::record::Record;
use crate::replicates::seed_of;
use crate::result::{table, Value};
use crate::scored::Scored;
use crate::session::poll;
use weighted_roc_core::interval::Level;
use weighted_roc_core::reliability::{reliability, ReliabilityRequest};
use weighted_roc_core::shape::{calibrate, calibrated};

fn curve_calibration(curve: CurveColumns, prior: Option<f64>) -> Result<Value, Failure> {
    let curve = input::curve(curve, "x")?;
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

/// Forecasts with what they stand for.
fn curve_reliability(curve: CurveColumns) -> Result<Value, Failure> {
    let curve = input::curve(curve, "x")?;
    let found = calibrated(&curve, ReliabilityRequest::default().places, &mut poll)
        .map_err(|error| Failure::of_curve(error, "x"))?;
    table(["forecast", "share", "probability"], found.len(), |i| {
        let place = found[i];
        [
            curve.points().threshold[place.row].clamp(0.0, 1.0),
            place.share,
            place.probability,
        ]
    })
}

/// Returns a reliability diagram, with both bands of a `level` from `R` samples and a `seed`.
fn reliability_bands(scored: Record, request: Record) -> Result<Value, Failure> {
    let scored = Scored::of(scored)?;
    let mut asked = ReliabilityRequest::default();
    asked.sampling = scored.sampling();
    asked.replicates = request.get("R")?;
    asked.seed = seed_of(request.get("seed")?)?;
    asked.level = Level::new(request.get("level")?)?;
    let found = reliability(&scored.one()?, &asked, scored.options(&mut poll))?;
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
    reliability_bands(scored, request);
    curve_calibration(curve, prior);
    curve_reliability(curve);
}
