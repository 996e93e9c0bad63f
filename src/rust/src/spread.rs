//! Shims of how estimates vary, and how they vary together.

use crate::decision::or_missing;
use crate::entry::shims;
use crate::failure::Failure;
use crate::input::{curve, CurveColumns, List};
use crate::interval::{area_request, rows_of};
use crate::record::Record;
use crate::replicates::seed_of;
use crate::result::{list, numbers, rows, Frame, Value};
use crate::scored::Scored;
use crate::session::poll;
use crate::wire::quantities_of;
use weighted_roc_core::covariance::{effective_numbers, Covariance};
use weighted_roc_core::curve::{mean_curve, Curve, MeanCurve};
use weighted_roc_core::inference::{
    class_areas, class_spread, curve_over_folds, spread, ClassRequest, SpreadRequest,
};
use weighted_roc_core::interval::{percentile_intervals, Level};
use weighted_roc_core::memory::{filled, push};
use weighted_roc_core::quantity::Quantity;
use weighted_roc_core::replicate::{class_replicates, replicate_covariance, Replicates, Scheme};
use weighted_roc_core::Labels;

/// How quantities of scores vary together (see [`quantities_of`]).
fn spread_of(scored: Record, what: List<Record>) -> Result<Value, Failure> {
    let scored = Scored::of(scored)?;
    let what = quantities_of(what)?;
    let request = spread_request(&scored, &what);
    let found = spread(&scored.observations()?, &request, scored.options(&mut poll));
    list_of_spread(found?)
}

pub fn spread_request<'a>(scored: &'a Scored, quantities: &'a [Quantity]) -> SpreadRequest<'a> {
    let mut request = SpreadRequest::default();
    request.sampling = scored.sampling();
    request.quantities = quantities;
    request
}

pub fn list_of_spread(spread: Covariance) -> Result<Value, Failure> {
    list! {
        "values": spread.values,
        "covariance": spread.covariance,
        "freedom": spread.freedom,
        "most": spread.most,
        "numbers": spread.numbers,
        "units": spread.units,
        "effective": spread.effective,
        "expected": spread.expected,
        "pairs": spread.pairs,
    }
}

/// How the areas of several classes vary together (see [`list_of_spread`]), and their intervals. Labels are the
/// codes of `classes`, from 0 on.
fn classes_spread(scored: Record, request: Record) -> Result<Value, Failure> {
    let scored = Scored::of(scored)?;
    let of_classes = class_request(&scored, request)?;
    let found = class_spread(&scored.scores, &of_classes, scored.options(&mut poll));
    let found = found?;
    let rows = rows_of(&found.area_intervals(&area_request(request)?)?)?;
    list! {
        "rows": rows,
        "spread": list_of_spread(found)?,
    }
}

fn class_request<'a>(scored: &'a Scored, request: Record) -> Result<ClassRequest<'a>, Failure> {
    let mut of_classes = ClassRequest::new(codes_of(scored)?, request.get("classes")?);
    of_classes.weights = scored.weights;
    of_classes.sampling = scored.sampling();
    of_classes.pairs = request.find("pairs")?.unwrap_or(false);
    Ok(of_classes)
}

/// The areas of several classes as [`classes_spread`] takes them, with the standard errors, percentiles and the
/// `covariance` of bootstrap replicates of a `seed`, as many as `number` says; how many of these were `left`, and
/// how many `units` each class and all have.
fn classes_bootstrap(scored: Record, request: Record) -> Result<Value, Failure> {
    let scored = Scored::of(scored)?;
    let of_classes = class_request(&scored, request)?;
    let mut poll = poll;
    let found = class_spread(&scored.scores, &of_classes, scored.options(&mut poll))?;
    let mut replicates = Replicates::new(Scheme::Multinomial, request.get("number")?);
    replicates.seed = seed_of(request.get("seed")?)?;
    let options = scored.options(&mut poll);
    let drawn = class_replicates(&scored.scores, &of_classes, replicates, options)?;
    let level = Level::new(request.get("level")?)?;
    let each = percentile_intervals(&drawn, &found.values, level, &mut poll)?;
    let left = each.iter().map(|of| of.left).min().unwrap_or(0);
    let covariance = replicate_covariance(&drawn, found.values.len(), &mut poll)?;
    let rows = rows! {
        each.len(), |i| {
            let interval = &each[i].interval;
            let columns = [interval.std_error, interval.low, interval.high].map(or_missing);
        }
        "estimate": found.values[i],
        "std.error": columns[0],
        "conf.low": columns[1],
        "conf.high": columns[2],
    }?;
    list! {
        "rows": rows,
        "covariance": covariance,
        "left": left as f64,
        "units": found.units,
        "effective": found.effective,
    }
}

fn codes_of<'a>(scored: &Scored<'a>) -> Result<&'a [i32], Failure> {
    match scored.labels {
        Labels::Integers(codes) => Ok(codes.values),
        _ => Err(Failure::internal("codes are integers".to_string())),
    }
}

/// The areas of several classes by one classifier, and the influences on the first one, on the second one and so
/// on.
fn classes_influences(scored: Record) -> Result<Value, Failure> {
    let scored = Scored::of(scored)?;
    let mut request = ClassRequest::new(codes_of(&scored)?, scored.scores.len());
    request.weights = scored.weights;
    request.sampling = scored.sampling();
    let found = class_areas(&scored.scores, &request, scored.options(&mut poll))?;
    list! {
        "values": found.values,
        "influences": found.influences,
    }
}

/// The mean curve of all repetitions of one score over their folds.
fn folds_curve(scored: Record) -> Result<Value, Failure> {
    let scored = Scored::of(scored)?;
    let folds = scored.sampling().folds;
    let found = curve_over_folds(&scored.observations()?, folds, scored.options(&mut poll));
    frame_of(&found?)
}

/// The mean of curves that count alike, of classes of mean weight.
fn curves_mean(curves: List<CurveColumns>) -> Result<Value, Failure> {
    let mut all: Vec<Curve> = Vec::new();
    for columns in curves.read_all()? {
        push(&mut all, curve(columns, "curve")?)?;
    }
    let shares = filled(all.len(), 1.0 / all.len() as f64)?;
    let mut weights = [0.0; 2];
    for curve in &all {
        weights[0] += shares[0] * curve.negatives();
        weights[1] += shares[0] * curve.positives();
    }
    frame_of(&mean_curve(&all, &shares, weights, &mut poll)?)
}

/// A curve without thresholds.
fn frame_of(mean: &MeanCurve) -> Result<Value, Failure> {
    let mut frame = Frame::new(&["TPR", "FPR", "threshold", "FN", "FP"], mean.tpr.len())?;
    let [tpr, fpr, threshold, false_negative, false_positive] = frame.columns();
    tpr.copy_from_slice(&mean.tpr);
    fpr.copy_from_slice(&mean.fpr);
    threshold.fill(or_missing(f64::NAN));
    false_negative.copy_from_slice(&mean.false_negative);
    false_positive.copy_from_slice(&mean.false_positive);
    Ok(frame.into())
}

/// The effective numbers of the negatives and of the positives.
fn effective_numbers_of(scored: Record) -> Result<Value, Failure> {
    let scored = Scored::of(scored)?;
    let observations = scored.observations()?;
    let [first, ..] = &observations[..] else {
        return Err(Failure::internal("there is a score".to_string()));
    };
    numbers(effective_numbers(
        first,
        scored.sampling().unit,
        scored.sampling().clusters,
        &mut poll,
    )?)
}

shims! {
    spread_of(scored, what);
    effective_numbers_of(scored);
    classes_spread(scored, request);
    classes_bootstrap(scored, request);
    classes_influences(scored);
    folds_curve(scored);
    curves_mean(curves);
}
