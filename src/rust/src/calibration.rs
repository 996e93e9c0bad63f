//! Shims of scores as probabilities.

use crate::prelude::*;
use crate::replicates::{number_of, seed_of};
use weighted_roc_core::reliability::{reliability, ReliabilityRequest};
use weighted_roc_core::shape::{calibrate, calibrated};

pub fn curve_calibration(x: Curve, prior: Option<f64>) -> Result<Value, Failure> {
    Range::UNCERTAIN.check("prior", prior.as_slice())?;
    let blocks = calibrate(&x, prior, &mut poll)?;
    rows! { blocks.len() =>
        |i| { let block = &blocks[i]; }
        "score_low" => x.points().threshold[block.first],
        "score_high" => x.points().threshold[block.last],
        "probability" => block.probability,
        "weight_positive" => block.weights[1],
        "weight_negative" => block.weights[0],
    }
}

/// Forecasts with what they stand for.
pub fn curve_reliability(x: Curve) -> Result<Value, Failure> {
    let result = calibrated(&x, ReliabilityRequest::default().places, &mut poll)
        .map_err(|error| Failure::in_curve(error, "x"))?;
    rows! { result.len() =>
        |i| { let place = result[i]; }
        "forecast" => x.points().threshold[place.row].clamp(0.0, 1.0),
        "share" => place.share,
        "probability" => place.probability,
    }
}

/// Returns a reliability diagram, with both bands of a `level` from `R` samples and a `seed`.
pub fn reliability_bands(input: Input, request: Record) -> Result<Value, Failure> {
    let mut spec = ReliabilityRequest::default();
    spec.sampling = input.sampling();
    spec.replicates = number_of(request)?.unwrap_or(spec.replicates);
    spec.seed = seed_of(request)?;
    fill!(spec, request; level);
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
