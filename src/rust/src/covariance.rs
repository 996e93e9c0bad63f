//! Shims of how estimates vary, and how they vary together.

use crate::decision::or_missing;
use crate::entry::shims;
use crate::failure::Failure;
use crate::input::{curve, CurveColumns, List};
use crate::interval::{area_request, level_of, rows_of};
use crate::observations::Input;
use crate::record::Record;
use crate::replicates::{number_of, seed_of};
use crate::result::{named, numbers, rows, Frame, Value};
use crate::session::poll;
use crate::wire::quantities_of;
use weighted_roc_core::covariance::{effective_numbers, Covariance};
use weighted_roc_core::curve::{mean_curve, Curve, MeanCurve};
use weighted_roc_core::inference::{
    class_areas, class_covariance, covariance, curve_over_folds, ClassRequest, CovarianceRequest,
};
use weighted_roc_core::interval::percentile_intervals;
use weighted_roc_core::memory::{filled, push};
use weighted_roc_core::quantity::Quantity;
use weighted_roc_core::replicate::{class_replicates, replicate_covariance, Replicates, Scheme};
use weighted_roc_core::Labels;

/// How quantities of scores vary together (see [`quantities_of`]).
fn spread_of(input: Record, what: List<Record>) -> Result<Value, Failure> {
    let input = Input::of(input)?;
    let what = quantities_of(what)?;
    let request = covariance_request(&input, &what);
    let result = covariance(&input.observations()?, &request, input.options(&mut poll));
    list_of_covariance(result?)
}

pub fn covariance_request<'a>(
    input: &'a Input,
    quantities: &'a [Quantity],
) -> CovarianceRequest<'a> {
    let mut request = CovarianceRequest::default();
    request.sampling = input.sampling();
    request.quantities = quantities;
    request
}

pub fn list_of_covariance(covariance: Covariance) -> Result<Value, Failure> {
    named! {
        "values" => covariance.values,
        "covariance" => covariance.matrix,
        "freedom" => covariance.df,
        "most" => covariance.max_df,
        "numbers" => covariance.numbers,
        "units" => covariance.units,
        "effective" => covariance.effective,
        "expected" => covariance.placement_factor,
        "pairs" => covariance.pairs,
    }
}

/// How the areas of several classes vary together (see [`list_of_covariance`]), and their intervals. Labels are the
/// codes of `classes`, from 0 on.
fn classes_spread(input: Record, request: Record) -> Result<Value, Failure> {
    let input = Input::of(input)?;
    let of_classes = class_request(&input, request)?;
    let result = class_covariance(&input.scores, &of_classes, input.options(&mut poll));
    let result = result?;
    let rows = rows_of(&result.area_intervals(&area_request(request)?)?)?;
    named! { "rows" => rows, "spread" => list_of_covariance(result)? }
}

fn class_request<'a>(input: &'a Input, request: Record) -> Result<ClassRequest<'a>, Failure> {
    let mut of_classes = ClassRequest::new(codes_of(input)?, request.get("classes")?);
    of_classes.weights = input.weights;
    of_classes.sampling = input.sampling();
    of_classes.pairs = request.find("pairs")?.unwrap_or(false);
    Ok(of_classes)
}

/// The areas of several classes as [`classes_spread`] takes them, with the standard errors, percentiles and the
/// `covariance` of bootstrap replicates of a `seed`, as many as `number` says; how many of these were `left`, and
/// how many `units` each class and all have.
fn classes_bootstrap(input: Record, request: Record) -> Result<Value, Failure> {
    let input = Input::of(input)?;
    let of_classes = class_request(&input, request)?;
    let mut poll = poll;
    let result = class_covariance(&input.scores, &of_classes, input.options(&mut poll))?;
    let mut replicates =
        Replicates::new(Scheme::Multinomial, number_of(request)?.unwrap_or_default());
    replicates.seed = seed_of(request)?;
    let options = input.options(&mut poll);
    let drawn = class_replicates(&input.scores, &of_classes, replicates, options)?;
    let level = level_of(request)?;
    let each = percentile_intervals(&drawn, &result.values, level, &mut poll)?;
    let left = each.iter().map(|of| of.left).min().unwrap_or(0);
    let covariance = replicate_covariance(&drawn, result.values.len(), &mut poll)?;
    let rows = rows! { each.len() =>
        |i| { let interval = &each[i].interval; }
        "estimate" => result.values[i],
        "std.error" => or_missing(interval.std_error),
        "conf.low" => or_missing(interval.low),
        "conf.high" => or_missing(interval.high),
    };
    named! {
        "rows" => rows?,
        "covariance" => covariance,
        "left" => left as f64,
        "units" => result.units,
        "effective" => result.effective,
    }
}

fn codes_of<'a>(input: &Input<'a>) -> Result<&'a [i32], Failure> {
    match input.labels {
        Labels::Integers(codes) => Ok(codes.values),
        _ => Err(Failure::internal("codes are integers".to_string())),
    }
}

/// The areas of several classes by one classifier, and the influences on the first one, on the second one and so
/// on.
fn classes_influences(input: Record) -> Result<Value, Failure> {
    let input = Input::of(input)?;
    let mut request = ClassRequest::new(codes_of(&input)?, input.scores.len());
    request.weights = input.weights;
    request.sampling = input.sampling();
    let result = class_areas(&input.scores, &request, input.options(&mut poll))?;
    named! { "values" => result.values, "influences" => result.influences }
}

/// The mean curve of all repetitions of one score over their folds.
fn folds_curve(input: Record) -> Result<Value, Failure> {
    let input = Input::of(input)?;
    let folds = input.sampling().folds;
    let result = curve_over_folds(&input.observations()?, folds, input.options(&mut poll));
    frame_of(&result?)
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
fn effective_numbers_of(input: Record) -> Result<Value, Failure> {
    let input = Input::of(input)?;
    let observations = input.observations()?;
    let [first, ..] = &observations[..] else {
        return Err(Failure::internal("there is a score".to_string()));
    };
    numbers(effective_numbers(
        first,
        input.sampling().unit,
        input.sampling().clusters,
        &mut poll,
    )?)
}

shims! {
    spread_of(input, what);
    effective_numbers_of(input);
    classes_spread(input, request);
    classes_bootstrap(input, request);
    classes_influences(input);
    folds_curve(input);
    curves_mean(curves);
}
