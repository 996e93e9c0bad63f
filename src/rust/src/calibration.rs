//! Shims of scores as probabilities.

use crate::entry::shims;
use crate::failure::Failure;
use crate::input::{self, CurveColumns};
use crate::observations::Input;
use crate::record::Record;
use crate::replicates::seed_of;
use crate::result::{rows, Value};
use crate::session::poll;
use weighted_roc_core::interval::Level;
use weighted_roc_core::reliability::{reliability, ReliabilityRequest};
use weighted_roc_core::shape::{calibrate, calibrated};

fn curve_calibration(curve: CurveColumns, prior: Option<f64>) -> Result<Value, Failure> {
    let curve = input::curve(curve, "x")?;
    let blocks = calibrate(&curve, prior, &mut poll)?;
    rows! {
        blocks.len(), |i| {
            let block = &blocks[i];
            let [negative, positive] = block.weights;
        }
        "score_low": curve.points().threshold[block.first],
        "score_high": curve.points().threshold[block.last],
        "probability": block.probability,
        "weight_positive": positive,
        "weight_negative": negative,
    }
}

/// Forecasts with what they stand for.
fn curve_reliability(curve: CurveColumns) -> Result<Value, Failure> {
    let curve = input::curve(curve, "x")?;
    let result = calibrated(&curve, ReliabilityRequest::default().places, &mut poll)
        .map_err(|error| Failure::of_curve(error, "x"))?;
    rows! {
        result.len(), |i| {
            let place = result[i];
        }
        "forecast": curve.points().threshold[place.row].clamp(0.0, 1.0),
        "share": place.share,
        "probability": place.probability,
    }
}

/// Returns a reliability diagram, with both bands of a `level` from `R` samples and a `seed`.
fn reliability_bands(input: Record, request: Record) -> Result<Value, Failure> {
    let input = Input::of(input)?;
    let mut spec = ReliabilityRequest::default();
    spec.sampling = input.sampling();
    spec.replicates = request.get("R")?;
    spec.seed = seed_of(request.get("seed")?)?;
    spec.level = Level::new(request.get("level")?)?;
    let result = reliability(&input.one()?, &spec, input.options(&mut poll))?;
    rows! {
        result.len(), |i| {
            let place = &result[i];
            let [consistent, confident] = [place.consistency, place.confidence];
        }
        "forecast": place.forecast,
        "share": place.share,
        "probability": place.probability,
        "consistency.low": consistent[0],
        "consistency.high": consistent[1],
        "conf.low": confident[0],
        "conf.high": confident[1],
    }
}

shims! {
    reliability_bands(input, request);
    curve_calibration(curve, prior);
    curve_reliability(curve);
}
