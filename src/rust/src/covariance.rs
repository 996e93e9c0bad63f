//! Shims of how estimates vary, and how they vary together.

use crate::interval::{area_request, rows_of};
use crate::prelude::*;
use crate::replicates::{number_of, seed_of};
use weighted_roc_core::covariance::{effective_numbers, Covariance};
use weighted_roc_core::curve::{mean_curve, MeanCurve};
use weighted_roc_core::inference::{
    class_areas, class_covariance, covariance, curve_over_folds, ClassRequest, CovarianceRequest,
};
use weighted_roc_core::interval::percentile_intervals;
use weighted_roc_core::replicate::{class_replicates, replicate_covariance, Replicates, Scheme};
use weighted_roc_core::sampling::Sampling;
use weighted_roc_core::Labels;

/// How quantities of scores vary together.
pub fn covariance_of(input: Input, what: Vec<Quantity>) -> Result<Value, Failure> {
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
        "effective_units" => covariance.effective_units,
        "expected" => covariance.placement_factor,
        "pairs" => covariance.pairs,
    }
}

/// How the areas of several classes vary together (see [`list_of_covariance`]), and their intervals. Labels are the
/// codes of `classes`, from 0 on.
pub fn classes_covariance(input: Input, request: Record) -> Result<Value, Failure> {
    let mut of_classes = class_request(&input, request.get("classes")?)?;
    fill!(of_classes, request; pairs);
    let result = class_covariance(&input.scores, &of_classes, input.options(&mut poll))?;
    let rows = rows_of(&result.area_intervals(&area_request(request)?)?, None)?;
    named! { "rows" => rows, "spread" => list_of_covariance(result)? }
}

fn class_request<'a>(input: &'a Input, classes: usize) -> Result<ClassRequest<'a>, Failure> {
    let Labels::Integers(codes) = input.labels else {
        return Err(Failure::internal("codes are integers"));
    };
    let mut of_classes = ClassRequest::new(codes.values, classes);
    of_classes.weights = input.weights;
    of_classes.sampling = input.sampling();
    Ok(of_classes)
}

/// The areas of several classes as [`classes_covariance`] takes them, with the standard errors, percentiles and the
/// `covariance` of bootstrap replicates of a `seed`, as many as `number` says; how many of these were `left`, and
/// how many `units` each class and all have.
pub fn classes_bootstrap(input: Input, request: Record) -> Result<Value, Failure> {
    let mut of_classes = class_request(&input, request.get("classes")?)?;
    fill!(of_classes, request; pairs);
    let mut poll = poll;
    let result = class_covariance(&input.scores, &of_classes, input.options(&mut poll))?;
    let mut replicates =
        Replicates::new(Scheme::Multinomial, number_of(request)?.unwrap_or_default());
    replicates.seed = seed_of(request)?;
    let options = input.options(&mut poll);
    let drawn = class_replicates(&input.scores, &of_classes, replicates, options)?;
    let level = request.or_default("level")?;
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
        "effective_units" => result.effective_units,
    }
}

/// The areas of several classes by one classifier, and the influences on the first one, on the second one and so
/// on.
pub fn classes_influences(input: Input) -> Result<Value, Failure> {
    let request = class_request(&input, input.scores.len())?;
    let result = class_areas(&input.scores, &request, input.options(&mut poll))?;
    named! { "values" => result.values, "influences" => result.influences }
}

/// The mean curve of all repetitions of one score over their folds.
pub fn folds_curve(input: Input) -> Result<Value, Failure> {
    let folds = input.sampling().folds;
    let result = curve_over_folds(&input.observations()?, folds, input.options(&mut poll));
    frame_of(&result?)
}

/// The mean of curves that count alike, of classes of mean weight.
pub fn curves_mean(curves: Vec<Curve>) -> Result<Value, Failure> {
    let share = 1.0 / curves.len() as f64;
    let negatives = curves.iter().map(|curve| share * curve.negatives()).sum();
    let positives = curves.iter().map(|curve| share * curve.positives()).sum();
    frame_of(&mean_curve(
        &curves,
        &filled(curves.len(), share)?,
        [negatives, positives],
        &mut poll,
    )?)
}

/// A curve without thresholds.
fn frame_of(mean: &MeanCurve) -> Result<Value, Failure> {
    rows! { mean.tpr.len() => |i| {}
        "TPR" => mean.tpr[i],
        "FPR" => mean.fpr[i],
        "threshold" => or_missing(f64::NAN),
        "FN" => mean.false_negative[i],
        "FP" => mean.false_positive[i],
    }
}

/// The `effective` numbers of the negatives and of the positives, and those of their units.
pub fn effective_numbers_of(input: Input) -> Result<Value, Failure> {
    let Some(first) = input.observations()?.into_iter().next() else {
        return Err(Failure::internal("there is a score"));
    };
    let Sampling { unit, clusters, .. } = input.sampling();
    let [effective, effective_units] = effective_numbers(&first, unit, clusters, &mut poll)?;
    named! { "effective" => effective, "effective_units" => effective_units }
}
