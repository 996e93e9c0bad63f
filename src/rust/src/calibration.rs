//! Shims of scores as probabilities.

use crate::entry::shims;
use crate::failure::Failure;
use crate::input::{self, CurveColumns};
use crate::interval::level_of;
use crate::observations::Input;
use crate::record::Record;
use crate::replicates::{number_of, seed_of};
use crate::result::{rows, Value};
use crate::session::poll;
use weighted_roc_core::reliability::{reliability, ReliabilityRequest};
use weighted_roc_core::shape::{calibrate, calibrated};
use weighted_roc_core::Range;

fn curve_calibration(curve: CurveColumns, prior: Option<f64>) -> Result<Value, Failure> {
    let curve = input::curve(curve, "x")?;
    Range::UNCERTAIN.check("prior", prior.as_slice())?;
    let blocks = calibrate(&curve, prior, &mut poll)?;
    rows! { blocks.len() =>
        |i| { let block = &blocks[i]; }
        "score_low" => curve.points().threshold[block.first],
        "score_high" => curve.points().threshold[block.last],
        "probability" => block.probability,
        "weight_positive" => block.weights[1],
        "weight_negative" => block.weights[0],
    }
}

/// Forecasts with what they stand for.
fn curve_reliability(curve: CurveColumns) -> Result<Value, Failure> {
    let curve = input::curve(curve, "x")?;
    let result = calibrated(&curve, ReliabilityRequest::default().places, &mut poll)
        .map_err(|error| Failure::of_curve(error, "x"))?;
    rows! { result.len() =>
        |i| { let place = result[i]; }
        "forecast" => curve.points().threshold[place.row].clamp(0.0, 1.0),
        "share" => place.share,
        "probability" => place.probability,
    }
}

/// Returns a reliability diagram, with both bands of a `level` from `R` samples and a `seed`.
fn reliability_bands(input: Record, request: Record) -> Result<Value, Failure> {
    let input = Input::of(input)?;
    let mut spec = ReliabilityRequest::default();
    spec.sampling = input.sampling();
    spec.replicates = number_of(request)?.unwrap_or(spec.replicates);
    spec.seed = seed_of(request)?;
    spec.level = level_of(request)?;
    let result = reliability(&input.one()?, &spec, input.options(&mut poll))?;
    rows! { result.len() =>
        |i| { let place = &result[i]; }
        "forecast" => place.forecast,
        "share" => place.share,
        "probability" => place.probability,
        "consistency.low" => place.consistency[0],
        "consistency.high" => place.consistency[1],
        "conf.low" => place.confidence[0],
        "conf.high" => place.confidence[1],
    }
}

shims! {
    reliability_bands(input, request);
    curve_calibration(curve, prior);
    curve_reliability(curve);
}
