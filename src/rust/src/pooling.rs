//! Shims of pooling.

use crate::prelude::*;
use weighted_roc_core::pooling::{joint_test, pooled_curve, rubin, Pooling, Scale};

/// The estimates of several quantities, pooled. The named list has `estimate` and `std.error`, those of all data
/// sets for the first quantity, then for the second one, and so on; `df` and, for tests, `null`, one for each
/// quantity; `scale`, "logit" or "none", whose intervals end at the two `possible` values; and `level`.
pub fn pool(request: Record) -> Result<Value, Failure> {
    let [estimates, std_errors, expected, complete]: [&[f64]; 4] = [
        request.get("estimate")?,
        request.get("std.error")?,
        request.get("expected")?,
        request.get("df")?,
    ];
    let null: Option<&[f64]> = request.find("null")?;
    let scale = match request.get("scale")? {
        "logit" => Scale::Logit,
        "none" => Scale::Plain {
            possible: request.get("possible")?,
        },
        other => return Err(Failure::internal(format!("no scale {other}"))),
    };
    let level = request.or_default("level")?;
    let quantities = complete.len();
    let sets = estimates.len().checked_div(quantities).unwrap_or(0);
    let whole = sets * quantities;
    let lengths = [estimates.len(), std_errors.len(), expected.len()];
    if lengths != [whole; 3] || null.is_some_and(|null| null.len() != quantities) {
        return Err(Failure::internal("estimates of other lengths"));
    }
    rows! { quantities =>
        |i| {
            let of_sets = i * sets..(i + 1) * sets;
            let mut pooling = Pooling::new(&estimates[of_sets.clone()], &std_errors[of_sets.clone()]);
            pooling.expected = &expected[of_sets];
            pooling.complete = complete[i];
            pooling.scale = scale;
            pooling.level = level;
            pooling.null = null.map(|null| null[i]);
            let pooled = rubin(&pooling)?;
            let interval = pooled.interval;
            let (statistic, p_value) = pooled.test.unwrap_or((f64::NAN, f64::NAN));
        }
        "estimate" => pooled.estimate,
        "std.error" => interval.std_error,
        "conf.low" => interval.low,
        "conf.high" => interval.high,
        "df" => interval.df,
        "fmi" => pooled.missing,
        "statistic" => statistic,
        "p.value" => p_value,
    }
}

/// The joint test that numbers are 0, by those of data sets and their covariances.
pub fn pool_joint(estimates: &[f64], covariances: &[f64], width: usize) -> Result<Value, Failure> {
    let test = joint_test(estimates, covariances, width)?;
    named! { "statistic" => test.statistic, "df" => test.df, "p.value" => test.p_value }
}

/// The curve of curves of data sets, of classes of the effective `sizes`.
pub fn pool_curves(curves: Vec<Curve>, sizes: [f64; 2]) -> Result<Value, Failure> {
    let [tpr, fpr, threshold, false_negative, false_positive] =
        pooled_curve(&curves, sizes, &mut poll)?.into_columns();
    rows! { tpr.len() => |i| {}
        "TPR" => tpr[i],
        "FPR" => fpr[i],
        "threshold" => threshold[i],
        "FN" => false_negative[i],
        "FP" => false_positive[i],
    }
}
